#!/usr/bin/env bash
# tc cuts an HTB class's burst to whole microseconds of its rate: 9,000 bytes at 100 Gbit/s become 0, as do 48,000 at 400.
#
# Tool: Debian iproute2 6.1.0-3 (tc), sch_htb and sch_tbf of Linux 6.18, as root in a network namespace of its own.
# Input: burst 9000 for a class of HTB at 1, 10, 25 and 100 Gbit/s, burst 48000 at 400, HTB's own choice of a burst at 10, and the burst
# of 9000 for tbf at 100; the token buckets that the kernel has then, read by netlink in its ticks of 64 ns.
# Expected: the burst as time at the rate to a tick or two, so 720 ns for 9000 bytes at 100 Gbit/s and 960 for 48000 at 400.
# Seen: HTB has 0 ns there, 1,984 for 2,880 at 25 Gbit/s, 6,976 for 7,200 at 10; only 1 Gbit/s, where a byte takes 8 ns, is right, as is
# tbf, for which tc passes the bytes, too. What tc chooses for HTB itself, some 1,600 bytes, is 960 ns of 1,280 at 10 Gbit/s, and 0 at
# 25. Showing cuts once more, so that tbf's burst is shown as 0 bytes though the kernel has it. A burst that
# stays is a multiple of 1 us at the rate: 125,000 bytes at 100 Gbit/s are 10 us.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
[ "$(id -u)" = 0 ] || changed "this takes root: it makes a network namespace"
debian iproute2=6.1.0-3
cat >bucket.py <<'END'
"""Prints the burst of lo's HTB class or tbf in ns, as the kernel has it."""
import socket, struct, sys

RTM_GETTCLASS, RTM_GETQDISC = 42, 38
htb = sys.argv[1] == "htb"
s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
lo = socket.if_nametoindex("lo")
s.send(struct.pack("=IHHIIBxxxiIII", 36, RTM_GETTCLASS if htb else RTM_GETQDISC, 0x301, 1, 0, 0, lo, 0, 0, 0))

def attributes(data):
	while len(data) >= 4:
		length, kind = struct.unpack_from("=HH", data)
		yield kind & 0x3FFF, data[4:length]
		data = data[(length + 3) & ~3:]

data = s.recv(65536)
while data:
	length, kind = struct.unpack_from("=IH", data)
	if kind in (RTM_GETTCLASS - 2, RTM_GETQDISC - 2):
		for attribute, options in attributes(data[36:length]):
			if attribute == 2:  # TCA_OPTIONS
				for parameter, value in attributes(options):
					if parameter == 1:  # TCA_HTB_PARMS or TCA_TBF_PARMS: two rates of 12 bytes, then (tbf: after the limit) the bucket
						print(64 * struct.unpack_from("=I", value, 24 if htb else 28)[0])
	data = data[(length + 3) & ~3:]
END
cat >buckets.sh <<'END'
tc=$1/root/sbin/tc
ip link set lo up
htb() {
	$tc qdisc add dev lo root handle 1: htb 2>/dev/null
	$tc class add dev lo parent 1: classid 1:1 htb rate "$1" ceil "$1" quantum 60000 ${2:+burst $2 cburst $2}
	echo "htb $1 ${2:-own}: $(python3 bucket.py htb) ns, $($tc class show dev lo | grep -o ' burst [^ ]*' | cut -c2-)"
	$tc qdisc del dev lo root
}
htb 1gbit 9000
htb 10gbit 9000
htb 25gbit 9000
htb 100gbit 9000
htb 400gbit 48000
htb 10gbit
htb 25gbit
$tc qdisc add dev lo root tbf rate 100gbit burst 9000 limit 1mb
echo "tbf 100gbit 9000: $(python3 bucket.py tbf) ns, $($tc qdisc show dev lo | grep -o ' burst [^ ]*' | cut -c2-)"
END
unshare --net bash buckets.sh "$dir" >seen
same "the bucket of each in the kernel, and as shown" "$(cat seen)" "htb 1gbit 9000: 72000 ns, burst 9000b
htb 10gbit 9000: 6976 ns, burst 7500b
htb 25gbit 9000: 1984 ns, burst 3125b
htb 100gbit 9000: 0 ns, burst 0b
htb 400gbit 48000: 0 ns, burst 0b
htb 10gbit own: 960 ns, burst 0b
htb 25gbit own: 0 ns, burst 0b
tbf 100gbit 9000: 704 ns, burst 0b"
