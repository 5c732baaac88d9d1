#!/usr/bin/env bash
# avr-gcc divides _Fracts with the sign that bit 7 of the quotient says: -0.25r / 0.5r is 0.5 and 0.3r / 0.7r is -0.43.
#
# Tool: Debian gcc-avr 1:5.4.0+Atmel3.6.2-3 (gcc 5.4.0) with its libgcc, binutils-avr 2.26.20160125+Atmel3.6.2-4, avr-libc
# 1:2.0.0+Atmel3.6.2-3; run by simavr 1.6+dfsg-3 as an ATmega328P.
# Input: quotients of two values of one fixed-point type of ISO/IEC TR 18037 that are not constants, each less than 1 in size, so that
# none overflows: 16 bits of _Fract (s.15), 8 of short _Fract (s.7), 16 of short _Accum (s8.7); 20 values of each side.
# Expected: the exact quotient, cut to a unit in the last place, in all three.
# Seen: short _Fract and short _Accum are right; of 180 _Fract quotients 90 have the wrong sign, and all have the right size: the signs
# of the operands have no say. __divhq3 works out the sign first, but branches on the flags of the shift before the branch, which are
# those of the quotient's low byte. Where both values are constants the compiler folds the quotient and is right, so that a test of
# constants passes.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
debian gcc-avr=1:5.4.0+Atmel3.6.2-3 binutils-avr=2.26.20160125+Atmel3.6.2-4 avr-libc=1:2.0.0+Atmel3.6.2-3 \
	simavr=1.6+dfsg-3 libsimavr2=1.6+dfsg-3
cat >quotients.c <<'END'
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdlib.h>

static void put(char c) { while (!(UCSR0A & 1 << UDRE0)); UDR0 = c; }

static void number(long x) {
	char digits[12];
	for (char *s = ltoa(x, digits, 10); *s; s++) put(*s);
	put(' ');
}

/* The quotient of all pairs of n and d, |n| < |d|, in units of 2^-BITS: how many there are, have the wrong sign, another size. */
#define QUOTIENTS(TYPE, UNITS, BITS, STEP)                                                        \
	do {                                                                                          \
		int all = 0, sign = 0, size = 0;                                                          \
		for (int i = -10; i < 10; i++)                                                            \
			for (int j = -10; j < 10; j++) {                                                      \
				union { UNITS u; TYPE f; } n = {i * STEP + STEP / 2}, d = {j * STEP + STEP / 2}, q; \
				if (abs(n.u) >= abs(d.u)) continue;                                               \
				volatile TYPE a = n.f, b = d.f;                                                   \
				q.f = a / b;                                                                      \
				long exact = ((long)n.u << BITS) / d.u;                                           \
				all++;                                                                            \
				if (labs(exact) != labs(q.u)) size++;                                             \
				else if (exact != q.u) sign++;                                                    \
			}                                                                                     \
		number(all), number(sign), number(size), put('\n');                                       \
	} while (0)

int main(void) {
	UCSR0B = 1 << TXEN0;
	union { int u; _Fract f; } q;
	volatile _Fract quarter = -0.25r, half = 0.5r, small = 0.3r, large = 0.7r;
	q.f = quarter / half, number(q.u);
	q.f = small / large, number(q.u);
	q.f = 0.3r / 0.7r, number(q.u), put('\n');
	QUOTIENTS(_Fract, int, 15, 3276);
	QUOTIENTS(short _Fract, signed char, 7, 12);
	QUOTIENTS(short _Accum, int, 7, 12);
	cli();
	sleep_enable();
	sleep_cpu(); /* ends the simulation */
}
END
export PATH=$dir/root/usr/bin:$PATH LD_LIBRARY_PATH=$dir/root/usr/lib/x86_64-linux-gnu
avr=root/usr/lib/avr
avr-gcc -O2 -std=gnu99 -mmcu=atmega328p -B$avr/bin/ -B$avr/lib/ -L$avr/lib/avr5 -isystem $avr/include quotients.c -o quotients.elf
simavr -m atmega328p -f 16000000 quotients.elf >seen 2>&1
seen=$(sed 's/\x1b\[[0-9;]*m//g' seen | sed -n 's/^\([-0-9 ]*\)\.*$/\1/p' | tr -s ' \n' ' ')
same "-0.25r/0.5r, 0.3r/0.7r and that of constants in units of 2^-15; _Fract, short _Fract, short _Accum: quotients, of another sign, of another size" \
	"$seen" "16384 -14043 14043 180 90 0 180 0 0 180 0 0 "
