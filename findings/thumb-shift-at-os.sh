#!/usr/bin/env bash
# gcc for Cortex-M0 calls libgcc for a 64-bit shift at -Os, though at -O0 to -O3 it does not.
#
# Tool: Debian gcc-arm-none-eabi 15:12.2.rel1-1 (gcc 12.2.1), -mcpu=cortex-m0.
# Input: `unsigned long long f(unsigned long long x, unsigned n) { return x >> n; }`.
# Expected: firmware that links without libgcc at -O2 links so at -Os.
# Seen: an undefined __aeabi_llsr at -Os only. So a build for size needs a library that a build for speed does not, and a test
# of the fast build does not show it.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
debian gcc-arm-none-eabi=15:12.2.rel1-1 binutils-arm-none-eabi=2.40-2+18+b1
cat >shift.c <<'EOF'
unsigned long long f(unsigned long long x, unsigned n) { return x >> n; }
EOF
export PATH="$dir/root/usr/bin:$PATH"
seen=
for level in 0 1 2 3 s; do
	arm-none-eabi-gcc -mcpu=cortex-m0 "-O$level" -c shift.c -o shift.o
	seen+="-O$level:$(arm-none-eabi-nm --undefined-only shift.o | tr -d ' ') "
done
same "undefined symbols" "$seen" "-O0: -O1: -O2: -O3: -Os:U__aeabi_llsr "
