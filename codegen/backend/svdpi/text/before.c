/* @ID@ over DPI-C: the C port behind functions of packed vectors. Generated; do not edit.

   Command:
     @COMMAND@

   A vector holds the leaves of a struct in the order of the source, the first in the highest
   bits. The functions keep nothing between calls, but are not to run in two threads at once. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "svdpi.h"

#define @PREFIX@STATIC
#include "@HEADER@"

/* What is left to read of the arguments, one vector after the other. */
static const svBitVecVal *fw_from[2];
static uint32_t fw_left[2];
static unsigned fw_vector;

/* What is left to write, and how wide the integers are. */
static svBitVecVal *fw_to;
static uint32_t fw_room;
static const uint8_t *fw_widths;

static void fw_read(const svBitVecVal *a, uint32_t bits_a, const svBitVecVal *b, uint32_t bits_b)
{
	fw_from[0] = a;
	fw_left[0] = bits_a;
	fw_from[1] = b;
	fw_left[1] = bits_b;
	fw_vector = 0u;
}

static void fw_write(svBitVecVal *to, uint32_t bits, const uint8_t *widths)
{
	memset(to, 0, (size_t)((bits + 31u) / 32u) * sizeof to[0]);
	fw_to = to;
	fw_room = bits;
	fw_widths = widths;
}

/* The next so many bits. */
static uint64_t fw_take(unsigned width)
{
	uint64_t v = 0u;
	if (fw_left[fw_vector] == 0u) {
		fw_vector = 1u;
	}
	fw_left[fw_vector] -= width;
	for (unsigned i = 0u; i < width; i++) {
		const uint32_t at = fw_left[fw_vector] + i;
		v |= (uint64_t)((fw_from[fw_vector][at / 32u] >> (at % 32u)) & 1u) << i;
	}
	return v;
}

static void fw_give(uint64_t v)
{
	const unsigned width = *fw_widths;
	fw_widths++;
	fw_room -= width;
	for (unsigned i = 0u; i < width; i++) {
		const uint32_t at = fw_room + i;
		fw_to[at / 32u] |= (svBitVecVal)((v >> i) & 1u) << (at % 32u);
	}
}

static unsigned fw_bits(uint64_t max)
{
	unsigned n = 0u;
	for (; max > 0u; max >>= 1) {
		n++;
	}
	return n;
}

static bool fw_get_unsigned(uint64_t max, const char *type, uint64_t *v)
{
	(void)type;
	*v = fw_take(fw_bits(max));
	return true;
}

/* max is the largest value, so the pattern has one bit more. */
static inline bool fw_get_signed(uint64_t max, const char *type, int64_t *v)
{
	const uint64_t u = fw_take(fw_bits(max) + 1u);
	(void)type;
	*v = u <= max ? (int64_t)u : -(int64_t)(2u * max + 1u - u) - 1;
	return true;
}

static inline bool fw_get_u32(uint32_t *v)
{
	*v = (uint32_t)fw_take(32u);
	return true;
}

static bool fw_end(void)
{
	return true;
}

static void fw_ok(void)
{
}

static inline void fw_put_unsigned(uint64_t v)
{
	fw_give(v);
}

static inline void fw_put_signed(int64_t v)
{
	fw_give((uint64_t)v);
}

@WIDTHS@
