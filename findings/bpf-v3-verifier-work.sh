#!/usr/bin/env bash
# A BPF program with a quarter fewer instructions takes the kernel's verifier almost twice the work.
#
# Tool: Debian clang-19 1:19.1.7-3~deb12u1 (-mcpu=v2 and v3), bpftool 7.1.0+6.1.192-3, the verifier of Linux 6.18 (as root).
# Input: a tc program of a rate's increase: up to eight rounds of two counters' maximum and minimum, a sum and its limit, all of
# 32 bits, without a loop.
# Expected: v3, whose comparisons and sums of 32 bits spare the shifts of v2, is fewer instructions and as much less work.
# Seen: 254 and 191 instructions; the verifier follows 5,125 of v2's and 9,355 of v3's, of the 1,000,000 it allows. (clang 16: 5,263
# and 9,355; clang 14: 9,322 and 9,357.) So neither the length nor the newest cpu says whether a program is still accepted.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
[ "$(id -u)" = 0 ] || changed "not run as root, which the kernel wants of who loads a program"
same "kernel" "$(uname -r | cut -d. -f1,2)" "6.18"
debian clang-19=1:19.1.7-3~deb12u1 libclang-cpp19=1:19.1.7-3~deb12u1 libllvm19=1:19.1.7-3~deb12u1 bpftool=7.1.0+6.1.192-3
export LD_LIBRARY_PATH=$PWD/root/usr/lib/x86_64-linux-gnu
cat >rate.c <<'END_C'
typedef unsigned int u32;
struct sk_buff { u32 before[19], data, data_end; };
struct connection { u32 rate, target; unsigned char bytes, timers, rounds, pad; };

__attribute__((section("tc"), used)) int raise(struct sk_buff *s)
{
	struct connection *c = (void *)(unsigned long)s->data;
	if ((void *)(c + 1) > (void *)(unsigned long)s->data_end) {
		return 0;
	}
	u32 rate = c->rate, target = c->target, timers = c->timers, bytes = c->bytes, rounds = c->rounds;
	if (target > 1000000) {
		target = 1000000;
	}
	if (rate > target) {
		rate = target;
	}
#pragma unroll
	for (u32 i = 0; i < 8; i++) {
		if (i < rounds) {
			u32 most = timers > bytes ? timers : bytes, least = timers < bytes ? timers : bytes;
			target += least > 5 ? 500 : most > 5 ? 50 : 0;
			if (target > 1000000) {
				target = 1000000;
			}
			rate = (rate + target + 1) >> 1;
			if (timers < 255) {
				timers++;
			}
		}
	}
	c->rate = rate;
	c->target = target;
	c->timers = timers;
	return 0;
}
END_C

pinned=/sys/fs/bpf/finding-$$
for version in "v2 254 5125" "v3 191 9355"; do
	read -r cpu length followed <<<"$version"
	root/usr/lib/llvm-19/bin/clang -target bpf -O2 "-mcpu=$cpu" -c rate.c -o rate.o
	root/usr/sbin/bpftool -d prog load rate.o "$pinned" type classifier >log 2>&1 || changed "the verifier refuses $cpu: $(tail -n 1 log)"
	rm "$pinned"
	same "$cpu, instructions" "$(sed -nE 's/.*code size ([0-9]+) insns.*/\1/p' log | head -n 1)" "$length"
	same "$cpu, followed" "$(sed -nE 's/^processed ([0-9]+) insns.*/\1/p' log)" "$followed"
done
