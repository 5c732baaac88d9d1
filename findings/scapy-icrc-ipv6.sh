#!/usr/bin/env bash
# scapy builds a RoCEv2 packet over IPv6 with an ICRC of 0, and sends it so.
#
# Tool: scapy 2.5.0 (Debian python3-scapy 2.5.0+dfsg-2), scapy.contrib.roce.
# Input: the same BTH and payload over IPv4 and over IPv6.
# Expected: an ICRC each, as the annex of RoCEv2 defines both.
# Seen: 5e7c0626 over IPv4; 00000000 over IPv6, with a warning on standard error that is easy to lose in a loop. A NIC drops
# the packet as damaged, so that a test of IPv6 by generated CNPs sees a sender that "does not react".
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
debian python3-scapy=2.5.0+dfsg-2
cat >build.py <<'EOF'
from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from scapy.contrib.roce import BTH

for ip in IP(src="10.0.0.1", dst="10.0.0.2"), IPv6(src="2001:db8::1", dst="2001:db8::2"):
    link = Ether(src="02:00:00:00:00:01", dst="02:00:00:00:00:02")
    frame = link / ip / UDP(sport=49152, dport=4791) / BTH(opcode=4, dqpn=5, psn=1) / Raw(b"abcd")
    print(bytes(frame)[-4:].hex())
EOF
export PYTHONPATH=root/usr/lib/python3/dist-packages
same "ICRC over IPv4 and over IPv6" "$(/usr/bin/python3 build.py 2>warnings | tr '\n' ' ')" "5e7c0626 00000000 "
grep -q 'IPv6 is not supported' warnings || changed "there is no warning"
