/* The four functions of memory that gcc takes for granted on a machine without a C library: all that the
   firmware code is linked with.

   The loops have a barrier so that no compiler makes a call of memset out of memset. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BARRIER() __asm__ volatile("" ::: "memory")

void *memcpy(void *to, const void *from, size_t n)
{
	return memmove(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
	unsigned char *d = (unsigned char *)to;
	const unsigned char *s = (const unsigned char *)from;
	if ((uintptr_t)d <= (uintptr_t)s) {
		for (size_t i = 0u; i < n; i++) {
			BARRIER();
			d[i] = s[i];
		}
	} else {
		while (n > 0u) {
			BARRIER();
			n--;
			d[n] = s[n];
		}
	}
	return to;
}

void *memset(void *to, int c, size_t n)
{
	unsigned char *d = (unsigned char *)to;
	for (size_t i = 0u; i < n; i++) {
		BARRIER();
		d[i] = (unsigned char)c;
	}
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = (const unsigned char *)a;
	const unsigned char *y = (const unsigned char *)b;
	for (size_t i = 0u; i < n; i++) {
		if (x[i] != y[i]) {
			return x[i] < y[i] ? -1 : 1;
		}
	}
	return 0;
}
