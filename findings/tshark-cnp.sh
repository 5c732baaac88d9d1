#!/usr/bin/env bash
# tshark, which reads RoCEv2, has no name for its congestion notification packet, and shows no ICRC of one.
#
# Tool: Debian tshark 4.0.17-0+deb12u3.
# Input: an ACK and a CNP (opcode 0x81, BECN, 16 reserved bytes) on UDP port 4791, each with an ICRC at its end.
# Expected: both by name, and the ICRC of both; the CNP is the packet for which one captures RoCEv2's congestion control.
# Seen: "RC Acknowledge" with its ICRC; for the CNP "Unknown OpCode", and of its last 20 bytes nothing but data.
# infiniband.bth.opcode == 129 finds CNPs; a column, a name or a filter by the CRC does not. Nor is an ICRC compared with
# the packet: that of the ACK here is 0xdeadbeef, and it is shown as any other.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed tshark=4.0.17-0+deb12u3
/usr/bin/python3 - <<'END'
import struct

with open("cnp.pcap", "wb") as f:
    f.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    for opcode, flags, rest in (17, 0, bytes([0, 0, 0, 1])), (0x81, 0x40, bytes(16)):
        bth = bytes([opcode, 0x40]) + b"\xff\xff" + bytes([flags, 0, 0, 5]) + bytes(4)
        udp = bth + rest + b"\xde\xad\xbe\xef"
        udp = struct.pack(">HHHH", 49152, 4791, 8 + len(udp), 0) + udp
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0) + bytes([10, 0, 0, 1, 10, 0, 0, 2])
        frame = bytes.fromhex("020000000002020000000001" "0800") + ip + udp
        f.write(struct.pack("<IIII", 1, 0, len(frame), len(frame)) + frame)
END
fields() { tshark -r cnp.pcap -T fields -E separator=, -e infiniband.bth.opcode -e infiniband.invariant.crc -e _ws.col.Info -e _ws.expert.message 2>/dev/null; }
same "opcode, ICRC and name" "$(fields | tr '\n' ';')" "17,0xdeadbeef,RC Acknowledge QP=0x000005 ,;129,,Unknown OpCodeQP=0x000005 ,;"
