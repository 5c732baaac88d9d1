#!/usr/bin/env bash
# editcap, asked to remove what a mirror port captured twice, removes congestion notification packets and retransmissions.
#
# Tool: Debian wireshark-common 4.0.17-0+deb12u3, editcap -d, which drops a frame that equals one of the five before it.
# Input: data of PSN 1, two CNPs 50 us apart, data of PSN 1 sent again 0.1 ms later, and a third CNP; each frame has the
# identification 0 in its IP header, as RFC 6864 allows for packets that are not fragmented.
# Expected: all five frames, none of which was captured twice: in TCP a segment that is sent again differs.
# Seen: one CNP and the first data packet. A CNP of a connection has no field that changes, and its PSN is 0; what go-back-N
# sends again has the same PSN, header and ICRC. So the rate of CNPs and the number of retransmissions come out too low, and
# most so under congestion. With -w 0.00001, which drops equal frames within 10 us only, all five are left.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed wireshark-common=4.0.17-0+deb12u3 tshark=4.0.17-0+deb12u3
/usr/bin/python3 - <<'END'
import struct

frames = [(0, 4, 1, bytes(64)), (20, 0x81, 0, bytes(16)), (70, 0x81, 0, bytes(16)), (100, 4, 1, bytes(64)), (120, 0x81, 0, bytes(16))]
with open("all.pcap", "wb") as f:
    f.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    for at, opcode, psn, rest in frames:
        bth = bytes([opcode, 0x40]) + b"\xff\xff" + struct.pack(">II", 5 | 0x40000000 * (opcode == 0x81), psn)
        udp = bth + rest + b"\xde\xad\xbe\xef"
        udp = struct.pack(">HHHH", 49152, 4791, 8 + len(udp), 0) + udp
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0x4000, 64, 17, 0) + bytes([10, 0, 0, 1, 10, 0, 0, 2])
        frame = bytes.fromhex("020000000002020000000001" "0800") + ip + udp
        f.write(struct.pack("<IIII", 0, at, len(frame), len(frame)) + frame)
END
left() { # left OPTION...: the opcodes of the frames that editcap leaves
	editcap "$@" all.pcap out.pcap 2>log
	tshark -r out.pcap -T fields -e infiniband.bth.opcode 2>/dev/null | tr '\n' ' '
}
same "opcodes left by -d" "$(left -d)" "4 129 "
same "opcodes left by -w" "$(left -w 0.00001)" "4 129 129 4 129 "
