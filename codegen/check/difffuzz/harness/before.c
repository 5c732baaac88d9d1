/* A libFuzzer target around the port. An input's bytes are the integers of a request;
   what the port answers is folded into a digest, and input and digest go down a pipe to
   the tool, which runs the reference on the same bytes. */

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static jmp_buf fw_jump;
#define @PREFIX@TRAP() longjmp(fw_jump, 1)

#define @PREFIX@IMPLEMENTATION
#include "@HEADER@"

static const uint8_t *fw_at;
static const uint8_t *fw_stop;
static uint64_t fw_digest;

static void fw_fold(uint64_t v)
{
	fw_digest = (fw_digest ^ v) * UINT64_C(0x9E3779B97F4A7C15);
	fw_digest ^= fw_digest >> 29;
}

/* As many little-endian bytes as a value up to max, which is 2^n - 1, has. */
static bool fw_get_unsigned(uint64_t max, const char *type, uint64_t *v)
{
	const size_t n = max > UINT32_MAX ? 8u : max > UINT16_MAX ? 4u : max > UINT8_MAX ? 2u : 1u;
	(void)type;
	if ((size_t)(fw_stop - fw_at) < n) {
		return false;
	}
	*v = 0u;
	for (size_t i = 0u; i < n; i++) {
		*v |= (uint64_t)fw_at[i] << (8u * i);
	}
	fw_at += n;
	*v &= max;
	return true;
}

/* max is the largest value, so the pattern has one bit more. */
__attribute__((unused)) static bool fw_get_signed(uint64_t max, const char *type, int64_t *v)
{
	const uint64_t top = 2u * max + 1u;
	uint64_t u;
	if (!fw_get_unsigned(top, type, &u)) {
		return false;
	}
	*v = u <= max ? (int64_t)u : -(int64_t)(top - u) - 1;
	return true;
}

__attribute__((unused)) static bool fw_get_u32(uint32_t *v)
{
	uint64_t x;
	if (!fw_get_unsigned(UINT32_MAX, "", &x)) {
		return false;
	}
	*v = (uint32_t)x;
	return true;
}

static bool fw_end(void)
{
	return true;
}

static void fw_ok(void)
{
}

__attribute__((unused)) static void fw_put_unsigned(uint64_t v)
{
	fw_fold(v);
}

__attribute__((unused)) static void fw_put_signed(int64_t v)
{
	fw_fold((uint64_t)v);
}
