#!/usr/bin/env bash
# clang multiplies 64 bits by 64 on a Cortex-M0, through a library, for a loop that only adds.
#
# Tool: Debian clang-14 1:14.0.6-12, --target=thumbv6m-none-eabi.
# Input: `for (i = 0; i < n; i++) s += i;` with 32 bits of i and n, and 64 of s.
# Expected: a loop of additions; at most, as n (n - 1) / 2 is 32 bits by 32, one product that the core's 32-bit multiplier makes.
# Seen: __aeabi_lmul undefined at -O1, -O2, -Os and -Oz, none at -O0. The optimiser puts the closed formula for the loop, which a
# core with the instruction gains by; here it is a call of a function that firmware without a runtime library does not have, for
# code whose author took care to multiply nowhere. -mllvm -replexitval=never keeps the loop; -fno-builtin and -ffreestanding do not.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed clang-14=1:14.0.6-12
cat >sum.c <<'END'
unsigned long long sum(unsigned n) {
	unsigned long long s = 0;
	for (unsigned i = 0; i < n; i++) s += i;
	return s;
}
END
calls() { # calls FLAG...: the undefined symbols
	clang-14 --target=thumbv6m-none-eabi -mcpu=cortex-m0 "$@" -c sum.c -o sum.o
	llvm-nm-14 --undefined-only sum.o | tr -d ' \n'
}
seen=
for level in 0 1 2 s z; do
	seen+="-O$level:$(calls "-O$level") "
done
same "calls by level" "$seen" "-O0: -O1:U__aeabi_lmul -O2:U__aeabi_lmul -Os:U__aeabi_lmul -Oz:U__aeabi_lmul "
same "calls without builtins" "$(calls -O2 -ffreestanding -fno-builtin)" U__aeabi_lmul
same "calls with the loop kept" "$(calls -O2 -mllvm -replexitval=never)" ""
