#!/usr/bin/env bash
# libibverbs turns a rate limit of 100,000 Mbit/s into "no limit"; for 100GbE one asks for 103,125.
#
# Tool: Debian libibverbs1 44.0-2 (rdma-core 44.0), mbps_to_ibv_rate.
# Input: the nominal rates of Ethernet in Mbit/s, as a queue pair's static rate.
# Expected: the rate of that name, IBV_RATE_100_GBPS (16) for 100,000, as IBV_RATE_10_GBPS (3) is for 10,000.
# Seen: 25,000, 50,000, 100,000, 200,000 and 400,000 all give 0, which is IBV_RATE_MAX: the static rate is off, without an error.
# The names have InfiniBand's lanes behind them: 25,781, 53,125, 103,125, 206,250 and 425,000 are what is found, and only exactly.
# 10,000 and 40,000 are found as they are, so that a test on an older NIC passes.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
debian libibverbs-dev=44.0-2 libibverbs1=44.0-2 libnl-3-200=3.7.0-0.2+b1 libnl-route-3-200=3.7.0-0.2+b1
cat >rate.c <<'END'
#include <infiniband/verbs.h>
#include <stdio.h>

int main(void) {
	const int rates[] = {10000, 25000, 40000, 50000, 100000, 200000, 400000, 25781, 53125, 103125, 206250, 425000};
	for (unsigned i = 0; i < sizeof rates / sizeof *rates; i++) printf("%d:%d ", rates[i], mbps_to_ibv_rate(rates[i]));
}
END
export LD_LIBRARY_PATH="$dir/root/lib/x86_64-linux-gnu:$dir/root/usr/lib/x86_64-linux-gnu"
gcc -I root/usr/include rate.c root/usr/lib/x86_64-linux-gnu/libibverbs.so.1 -Wl,--allow-shlib-undefined -o rate
same "rates by Mbit/s" "$(./rate)" \
	"10000:3 25000:0 40000:7 50000:0 100000:0 200000:0 400000:0 25781:15 53125:20 103125:16 206250:17 425000:21 "
