/* Plays vectors to the glue without a simulator: what the bench does, in C. @NEXT@ is 1 if there are timers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "svdpi.h"

#define WORDS 256

#ifdef __cplusplus
extern "C" {
#endif
void @ID@_dpi_init(const svBitVecVal *params, svBitVecVal *state);
void @ID@_dpi_step(const svBitVecVal *params, const svBitVecVal *was, const svBitVecVal *event, svBitVecVal *state, svBitVecVal *out);
#if @NEXT@
void @ID@_dpi_next(const svBitVecVal *state, const svBitVecVal *now, svBitVecVal *timer);
#endif
#ifdef __cplusplus
}
#endif

static void get(svBitVecVal *v, const char *hex)
{
	size_t n = strlen(hex);
	memset(v, 0, WORDS * sizeof v[0]);
	for (size_t i = 0; i < n; i++) {
		char digit[2] = {hex[n - 1 - i], 0};
		v[i / 8] |= (svBitVecVal)strtoul(digit, NULL, 16) << (4 * (i % 8));
	}
}

static void put(const svBitVecVal *v, char end)
{
	int n = WORDS;
	while (n > 1 && v[n - 1] == 0) {
		n--;
	}
	printf("%x", v[n - 1]);
	while (--n > 0) {
		printf("%08x", v[n - 1]);
	}
	putchar(end);
}

int main(void)
{
	static svBitVecVal params[WORDS], state[WORDS], was[WORDS], out[WORDS], a[WORDS], b[WORDS];
	static char letter[2], x[WORDS * 8], y[WORDS * 8], z[WORDS * 8];
	while (scanf("%1s %s %s %s", letter, x, y, z) == 4) {
		get(a, x);
		get(b, y);
		switch (letter[0]) {
		case 'I':
			memcpy(params, a, sizeof a);
			@ID@_dpi_init(params, state);
			break;
		case 'L':
			memcpy(params, a, sizeof a);
			memcpy(state, b, sizeof b);
			break;
		case 'S':
			memcpy(was, state, sizeof was);
			@ID@_dpi_step(params, was, a, state, out);
			break;
#if @NEXT@
		case 'N':
			memset(was, 0, sizeof was);
			@ID@_dpi_next(a, b, was);
			put(was, '\n');
			continue;
#endif
		default:
			return 1;
		}
		put(out, ' ');
		put(state, '\n');
	}
	return 0;
}
