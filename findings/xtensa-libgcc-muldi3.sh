#!/usr/bin/env bash
# Debian's libgcc for the Xtensa lx106 needs __muldi3 and has none: no product of 64 bits links.
#
# Tool: Debian gcc-xtensa-lx106 12.2.0-14+deb12u1+13+b2 (gcc 12.2.0).
# Input: libgcc.a of the package, its symbols.
# Expected: the compiler's own library has what its compiler calls, as the shifts __ashldi3 and __lshrdi3.
# Seen: members of libgcc.a refer to __muldi3, none defines it; a program with a 64-bit product does not link
# (nor does one with a quotient, as __udivdi3 is missing, too).
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
debian gcc-xtensa-lx106=12.2.0-14+deb12u1+13+b2 binutils-xtensa-lx106=2.40-2+5+b1
export PATH="$dir/root/usr/bin:$PATH"
links=
library=$(find root -name libgcc.a | head -1)
symbols() { xtensa-lx106-elf-nm "$library" 2>/dev/null | awk -v kind="$1" -v name="$2" 'NF > 1 && $(NF - 1) == kind && $NF == name' | wc -l; }
[ "$(symbols U __muldi3)" -gt 0 ] || changed "nothing in libgcc.a refers to __muldi3"
same "definitions of __muldi3" "$(symbols T __muldi3)" 0
echo 'unsigned long long f(unsigned long long a, unsigned long long b) { return a * b; } int _start(void) { return (int)f(3, 5); }' >product.c
sed 's/a \* b/a << (b \& 63)/' product.c >shift.c
for program in product shift; do
	if xtensa-lx106-elf-gcc -O0 -nostdlib "$program.c" -o "$program" "$library" 2>"$program.log"; then links+="$program:yes "; else links+="$program:no "; fi
done
same "links against libgcc.a" "$links" "product:no shift:yes "
grep -q 'undefined reference to .__muldi3' product.log || changed "the product fails for another reason"
