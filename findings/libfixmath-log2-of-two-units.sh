#!/usr/bin/env bash
# libfixmath's base-2 logarithm of 2^-15 is 0.
#
# Tool: Debian libfixmath-dev 0~20220222-3, fix16_log2 in Q16.16.
# Input: the smallest values, 1 to 4 units of 2^-16, and what lies around 1.
# Expected: -16, -15, -14.415 and -14 to a few units; an error, if any, where the format ends, and 0 at 1.0 only.
# Seen: 0 at 2 units, where -15 is right, between -16 and -14.415. Below 1.0 the function takes minus the logarithm of the
# reciprocal, and 1 / 2^-15 = 32768 is the first value that the format has not: it comes out negative, whose logarithm is 0. At 1 unit,
# where the reciprocal overflows too, the value is right. A test of the ends, of powers of four or of random arguments does not meet it.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
debian libfixmath-dev=0~20220222-3
cat >log2.c <<'END'
#include <libfixmath/fix16.h>
#include <stdio.h>

int main(void) {
	const fix16_t units[] = {1, 2, 3, 4, 65535, 65536, 65537};
	for (unsigned i = 0; i < sizeof units / sizeof *units; i++) printf("%d:%d ", units[i], fix16_log2(units[i]));
}
END
gcc -O2 -I root/usr/include log2.c root/usr/lib/x86_64-linux-gnu/liblibfixmath.a -lm -o log2
same "logarithms by units of 2^-16" "$(./log2)" "1:-1048576 2:0 3:-944705 4:-917504 65535:-1 65536:0 65537:1 "
