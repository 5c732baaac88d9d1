#!/usr/bin/env bash
# DPDK's RED drops at half the configured probability, and at almost even gaps, once that probability is small.
#
# Tool: Debian libdpdk-dev 22.11.11-0+deb12u1 (DPDK 22.11), rte_red.h and librte_sched.
# Input: thresholds of 100 and 200 packets, filter weight 2^-9, a queue that stays at 150, 4,000,000 packets; the largest
# probability 1/10 and 1/200.
# Expected: halfway between the thresholds half the largest probability, so that 0.05 and 0.0025 of the packets are dropped,
# with gaps spread evenly from 1 to twice the mean: an eighth of them in the last eighth.
# Seen: 0.0483 at 1/10, as RED says; at 1/200 only 0.0013, and 99 % of the gaps in the last eighth. The random number has
# 22 bits and changes only after a drop. It is compared modulo a number that shrinks with each packet from
# 2 (max - min) maxp_inv 1024, which has more than 22 bits as soon as (max - min) maxp_inv is above 2,048: until that has shrunk,
# the same small number is compared again and again. A profile of DCQCN (a band of hundreds of packets, 1 %) lies there.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
debian libdpdk-dev=22.11.11-0+deb12u1
cat >red.c <<'END'
#include <rte_red.h>
#include <stdio.h>

/* What librte_red needs of the rest of DPDK: a seed. */
uint64_t rte_rand(void) { return 0x9e3779b97f4a7c15; }

static void run(int inverse) {
	const long packets = 4000000;
	struct rte_red_config config;
	struct rte_red red;
	long drops = 0, last = 0, late = 0;
	if (rte_red_rt_data_init(&red) || rte_red_config_init(&config, 9, 100, 200, inverse)) return;
	for (int i = 0; i < 20000; i++) rte_red_enqueue(&config, &red, 150, 0); /* the average settles */
	for (long i = 0; i < packets; i++) {
		if (!rte_red_enqueue(&config, &red, 150, 0)) continue;
		if (drops++ && 8 * (i - last) > 7 * 4 * inverse) late++; /* in the last eighth of gaps to twice the mean */
		last = i;
	}
	printf("1/%d: %.4f, %.0f %% late; ", inverse, (double)drops / packets, 100.0 * late / drops);
}

int main(void) {
	run(10);
	run(200);
}
END
ar x root/usr/lib/x86_64-linux-gnu/librte_sched.a sched_rte_red.c.o
gcc -O2 -mssse3 -include rte_config.h -I root/usr/include/dpdk -I root/usr/include/x86_64-linux-gnu/dpdk red.c sched_rte_red.c.o -lm -o red
same "share of packets dropped, and of gaps in the last eighth" "$(./red)" "1/10: 0.0483, 18 % late; 1/200: 0.0013, 99 % late; "
