/* What the firmware program takes from a C library, for a core that has none: blocks of memory,
   texts, and the little formatting that its messages need. The firmware code itself takes nothing
   from here.

   The loops have a barrier so that no compiler makes a call of strlen out of strlen. */

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BARRIER() __asm__ volatile("" ::: "memory")

void *memchr(const void *memory, int c, size_t n)
{
	const unsigned char *s = (const unsigned char *)memory;
	for (size_t i = 0u; i < n; i++) {
		if (s[i] == (unsigned char)c) {
			return (void *)(uintptr_t)(s + i);
		}
	}
	return NULL;
}

size_t strlen(const char *s)
{
	size_t n = 0u;
	while (s[n] != '\0') {
		BARRIER();
		n++;
	}
	return n;
}

/* ---- memory: blocks of a power of two, kept in lists by their size when free ---- */

#define CLASSES 24u

typedef struct block {
	struct block *next;
	size_t bits; /* the block is 1 << bits bytes, this head included */
} block;

static union {
	unsigned char bytes[(size_t)1 << 23];
	block aligned;
} arena;
static size_t arena_used;
static block *unused[CLASSES];

void *realloc(void *old, size_t size)
{
	size_t bits = 5u;
	block *b = NULL;
	if (size > sizeof arena.bytes / 2u) {
		return NULL;
	}
	while (((size_t)1 << bits) - sizeof(block) < size) {
		bits++;
	}
	if (old != NULL) {
		b = (block *)old - 1;
		if (b->bits >= bits) {
			return old;
		}
	}
	if (unused[bits] != NULL) {
		b = unused[bits];
		unused[bits] = b->next;
	} else {
		if (sizeof arena.bytes - arena_used < (size_t)1 << bits) {
			return NULL;
		}
		b = &(&arena.aligned)[arena_used / sizeof(block)];
		arena_used += (size_t)1 << bits;
	}
	b->bits = bits;
	if (old != NULL) {
		memcpy(b + 1, old, ((size_t)1 << ((block *)old - 1)->bits) - sizeof(block));
		free(old);
	}
	return b + 1;
}

void free(void *memory)
{
	if (memory != NULL) {
		block *b = (block *)memory - 1;
		b->next = unused[b->bits];
		unused[b->bits] = b;
	}
}

/* ---- formatting ---- */

typedef struct text {
	char *to;
	size_t size;
	size_t n;
} text;

static void put(text *t, char c)
{
	if (t->n + 1u < t->size) {
		t->to[t->n] = c;
		t->n++;
	}
}

int snprintf(char *to, size_t size, const char *format, ...)
{
	text t = {to, size, 0u};
	va_list args;
	if (size == 0u) {
		return 0;
	}
	va_start(args, format);
	for (; *format != '\0'; format++) {
		size_t limit = SIZE_MAX;
		if (*format != '%') {
			put(&t, *format);
			continue;
		}
		format++;
		if (format[0] == '.' && format[1] == '*') {
			limit = (size_t)va_arg(args, int);
			format += 2;
		}
		if (*format == 's') {
			const char *s = va_arg(args, const char *);
			for (size_t i = 0u; i < limit && s[i] != '\0'; i++) {
				put(&t, s[i]);
			}
		} else if (format[0] == 'l' && format[1] == 'u') {
			char digits[20];
			size_t n = 0u;
			unsigned long v = va_arg(args, unsigned long);
			do {
				digits[n] = (char)('0' + (int)(v % 10u));
				n++;
				v /= 10u;
			} while (v != 0u);
			while (n > 0u) {
				n--;
				put(&t, digits[n]);
			}
			format++;
		} else {
			exit(3); /* a format that this file does not know */
		}
	}
	va_end(args);
	to[t.n] = '\0';
	return (int)t.n;
}

#ifdef __XTENSA__

/* ---- arithmetic: what the program, not the firmware code, asks of libgcc; Debian's for the lx106 is not whole ---- */

uint64_t __muldi3(uint64_t a, uint64_t b);
uint64_t __udivdi3(uint64_t n, uint64_t d);
uint64_t __umoddi3(uint64_t n, uint64_t d);
int64_t __divdi3(int64_t n, int64_t d);
int64_t __moddi3(int64_t n, int64_t d);
uint32_t __udivsi3(uint32_t n, uint32_t d);
uint32_t __umodsi3(uint32_t n, uint32_t d);

uint64_t __muldi3(uint64_t a, uint64_t b)
{
	uint64_t p = 0u;
	for (; a != 0u; a >>= 1) {
		if ((a & 1u) != 0u) {
			p += b;
		}
		b <<= 1;
	}
	return p;
}

static uint64_t divide(uint64_t n, uint64_t d, uint64_t *rest)
{
	uint64_t q = 0u, r = 0u;
	for (int i = 0; i < 64; i++) {
		r = (r << 1) | (n >> 63);
		n <<= 1;
		q <<= 1;
		if (r >= d) {
			r -= d;
			q |= 1u;
		}
	}
	*rest = r;
	return q;
}

uint64_t __udivdi3(uint64_t n, uint64_t d)
{
	uint64_t rest;
	return divide(n, d, &rest);
}

uint64_t __umoddi3(uint64_t n, uint64_t d)
{
	uint64_t rest;
	(void)divide(n, d, &rest);
	return rest;
}

/* gcc divides with signs where it sees that no number has one, and the program divides nothing else. */
int64_t __divdi3(int64_t n, int64_t d)
{
	return (int64_t)__udivdi3((uint64_t)n, (uint64_t)d);
}

int64_t __moddi3(int64_t n, int64_t d)
{
	return (int64_t)__umoddi3((uint64_t)n, (uint64_t)d);
}

uint32_t __udivsi3(uint32_t n, uint32_t d)
{
	uint64_t rest;
	return (uint32_t)divide(n, d, &rest);
}

uint32_t __umodsi3(uint32_t n, uint32_t d)
{
	uint64_t rest;
	(void)divide(n, d, &rest);
	return (uint32_t)rest;
}

#endif
