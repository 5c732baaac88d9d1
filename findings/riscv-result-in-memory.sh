#!/usr/bin/env bash
# gcc for RISC-V writes a word and a byte that a function returns to the stack and reads them back, unless the struct is aligned.
#
# Tool: Debian gcc-riscv64-unknown-elf 12.2.0-14+deb12u1+11+b2 (gcc 12.2.0), -O2, rv64imac and rv32imac.
# Input: `struct out { unsigned rate; unsigned char did; }`, 8 bytes, returned in registers by the ABI, from two arguments that are
# in registers already, with and without `__attribute__((aligned(8)))`, which changes neither its size nor the registers.
# Expected: shifts and an or on rv64, and nothing but the return on rv32, as clang 14 has them for both cores.
# Seen: without the attribute a byte is stored and the word around it loaded, on both; with it nothing touches memory, and of 9 and
# 5 instructions 5 and 1 are left. So an output of a rate and flags should be aligned to 8 bytes.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
debian gcc-riscv64-unknown-elf=12.2.0-14+deb12u1+11+b2 binutils-riscv64-unknown-elf=2.40-2+4+b1
cat >result.c <<'END_C'
struct out { unsigned rate; unsigned char did; } ALIGN;
struct out result(unsigned rate, unsigned char did) { struct out o = { rate, did }; return o; }
_Static_assert(sizeof(struct out) == 8, "the same size either way");
END_C
export PATH="$dir/root/usr/bin:$PATH"
expect() { # CORE ABI ALIGN INSTRUCTIONS TO-MEMORY
	riscv64-unknown-elf-gcc -O2 -march="$1" -mabi="$2" "-DALIGN=$3" -S result.c -o result.s
	code=$(grep -P '^\t[a-z]' result.s)
	same "$1 ${3:-not aligned}: instructions, those to memory" "$(wc -l <<<"$code"), $(grep -cP '\t(sb|sw|lw|lwu)\t' <<<"$code" || true)" "$4, $5"
}
aligned='__attribute__((aligned(8)))'
expect rv64imac lp64 '' 9 2
expect rv64imac lp64 "$aligned" 5 0
expect rv32imac ilp32 '' 5 2
expect rv32imac ilp32 "$aligned" 1 0
