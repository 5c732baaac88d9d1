#!/usr/bin/env bash
# tshark calls a RoCEv2 packet malformed, for its length in a header that it does not have, where the capture cut it.
#
# Tool: Debian tshark 4.0.17-0+deb12u3.
# Input: an RDMA WRITE Only of 64 bytes of payload, captured whole, and cut by a snap length at 60, 100 and 130 of its 138 bytes.
# Expected: as of TCP or UDP, "packet size limited during capture", or no more than that.
# Seen: the whole one is decoded without a word; the one cut at 100 or 130 bytes, in the payload that nobody needs, ends in
# [Malformed Packet] with "Invalid Packet Length from LRH". The LRH is InfiniBand's local header; RoCEv2 has none. A capture of
# 100 Gb/s is cut, so that the expert's view of one is an error a packet, and a filter of malformed packets finds nothing else.
# The packet cut at 60 bytes, within the RETH, has the other, right word for it.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed tshark=4.0.17-0+deb12u3
/usr/bin/python3 - <<'END'
import struct

data = bytes(64)
bth = bytes([10, 0x40]) + b"\xff\xff" + bytes.fromhex("00000005" "00000001")
reth = struct.pack(">QII", 0, 1, len(data))
udp = struct.pack(">HHHH", 49152, 4791, 8 + len(bth + reth + data) + 4, 0) + bth + reth + data + bytes(4)
ip = struct.pack(">BBHHHBBH", 0x45, 2, 20 + len(udp), 0, 0, 64, 17, 0) + bytes([10, 0, 0, 1, 10, 0, 0, 2])
frame = bytes.fromhex("020000000002020000000001" "0800") + ip + udp
with open("cut.pcap", "wb") as f:
    f.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    for cut in len(frame), 130, 100, 60:
        f.write(struct.pack("<IIII", 1, 0, min(cut, len(frame)), len(frame)) + frame[:cut])
END
same "captured bytes and what tshark says of them" \
	"$(tshark -r cut.pcap -T fields -E separator=/s -e frame.cap_len -e _ws.col.Info 2>/dev/null | sed 's/RC RDMA Write Only QP=0x000005/WRITE/' | tr '\n' ';')" \
	"138 WRITE ;130 Invalid Packet Length from LRH! [Malformed Packet];100 Invalid Packet Length from LRH! [Malformed Packet];60 WRITE [Packet size limited during capture];"
