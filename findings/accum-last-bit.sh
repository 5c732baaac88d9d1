#!/usr/bin/env bash
# One product of _Accums is 0 or 1 unit, by whether the compiler folds it; one quotient differs by a unit between gcc and clang.
#
# Tool: Debian gcc-avr 1:5.4.0+Atmel3.6.2-3 (gcc 5.4.0) with avr-libc 1:2.0.0+Atmel3.6.2-3, run by simavr 1.6+dfsg-3 as an ATmega328P;
# gcc-arm-linux-gnueabihf 4:12.2.0-3 (gcc 12.2.0), run by qemu-user 1:7.2+dfsg-7+deb12u18+b3; clang-14 1:14.0.6-12 with -ffixed-point.
# Input: 1 unit (2^-15) times 0.5k, -1 unit times 0.5k, and -1.0k / 3.0k, all _Accum (s16.15 of ISO/IEC TR 18037), once of volatile
# variables and once of constants, at -O2.
# Expected: one rule of rounding in each compiler (the report leaves it to the implementation), whatever the options and the operation.
# Seen: products are cut downward by gcc for Arm, by clang and by gcc for AVR where it folds them; at run time on an AVR they are rounded
# to the nearest, halves up, so that -O0 and -O2 give different bits there. Quotients are cut to zero
# by both gccs, so that -(1 / 3) is -1 / 3 but -(u * 0.5) is not -u * 0.5, and cut downward by clang: it has -10923 units, gcc -10922.
# So a model in one of these is no bit-exact reference of the other; an integer product and a shift are.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed gcc-arm-linux-gnueabihf=4:12.2.0-3 qemu-user=1:7.2+dfsg-7+deb12u18+b3 clang-14=1:14.0.6-12
debian gcc-avr=1:5.4.0+Atmel3.6.2-3 binutils-avr=2.26.20160125+Atmel3.6.2-4 avr-libc=1:2.0.0+Atmel3.6.2-3 \
	simavr=1.6+dfsg-3 libsimavr2=1.6+dfsg-3
cat >units.c <<'END'
#include <stdint.h>
#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdlib.h>
static void number(int32_t x) {
	char digits[12];
	for (char *s = ltoa(x, digits, 10); *s; s++) {
		while (!(UCSR0A & 1 << UDRE0));
		UDR0 = *s;
	}
	while (!(UCSR0A & 1 << UDRE0));
	UDR0 = ' ';
}
#else
#include <stdio.h>
static void number(int32_t x) { printf("%d ", (int)x); }
#endif
#define UNIT 0.000030517578125k
/* In units of 2^-15: at run time, and of constants. */
#define BOTH(X, OP, Y)                         \
	do {                                       \
		union { int32_t u; _Accum f; } r;      \
		volatile _Accum x = X, y = Y;          \
		r.f = x OP y, number(r.u);             \
		const _Accum c = X, d = Y;             \
		r.f = c OP d, number(r.u);             \
	} while (0)

int main(void) {
#ifdef __AVR__
	UCSR0B = 1 << TXEN0;
#endif
	BOTH(UNIT, *, 0.5k);
	BOTH(-UNIT, *, 0.5k);
	BOTH(-1.0k, /, 3.0k);
#ifdef __AVR__
	while (!(UCSR0A & 1 << UDRE0));
	UDR0 = '\n';
	cli();
	sleep_enable();
	sleep_cpu(); /* ends the simulation */
#endif
}
END
what="u*0.5, -u*0.5 and -1/3 in units, each at run time and folded"
arm-linux-gnueabihf-gcc -O2 -static units.c -o units.arm
same "gcc for Arm: $what" "$(qemu-arm ./units.arm)" "0 0 -1 -1 -10922 -10922 "
clang-14 -O2 -ffixed-point units.c -o units
same "clang: $what" "$(./units)" "0 0 -1 -1 -10923 -10923 "
export PATH=$dir/root/usr/bin:$PATH LD_LIBRARY_PATH=$dir/root/usr/lib/x86_64-linux-gnu
avr=root/usr/lib/avr
avr-gcc -O2 -std=gnu99 -mmcu=atmega328p -B$avr/bin/ -B$avr/lib/ -L$avr/lib/avr5 -isystem $avr/include units.c -o units.elf
simavr -m atmega328p -f 16000000 units.elf >seen 2>&1
same "gcc for AVR: $what" "$(sed 's/\x1b\[[0-9;]*m//g' seen | sed -n 's/^\([-0-9 ]*\)\.*$/\1/p')" "1 0 0 -1 -10922 -10922 "
