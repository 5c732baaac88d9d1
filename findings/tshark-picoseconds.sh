#!/usr/bin/env bash
# tshark shows wrong times, by up to a second, of a capture in units of picoseconds.
#
# Tool: Debian tshark 4.0.17-0+deb12u3.
# Input: a pcapng file whose interface has if_tsresol 12, units of 10^-12 s, and packets at 1.010, 1.018, 1.019 and 1.500 s.
# Expected: these times; at most digits below the nanosecond are cut.
# Seen: 1.010 and 1.018 are right, 1.019 is shown as 1.000553255 and 1.500 as 1.001937910. The fraction times 10^9 is kept in
# 64 bits, which picoseconds leave from 18.446744 ms on: a time is right in the first 1.8 % of each second and wrong in the rest, so
# that a run goes back in time over and over. tcpdump and the other readers of the format have it right.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed tshark=4.0.17-0+deb12u3
/usr/bin/python3 - <<'END'
import struct


def block(kind, body):
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


frame = bytes.fromhex("020000000002020000000001" "88b500000000")
frame += bytes(-len(frame) % 4)
with open("pico.pcapng", "wb") as f:
    f.write(block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)))
    f.write(block(1, struct.pack("<HHI", 1, 0, 0) + struct.pack("<HHBxxx", 9, 1, 12) + bytes(4)))
    for ms in 1010, 1018, 1019, 1500:
        at = ms * 10**9
        f.write(block(6, struct.pack("<IIIII", 0, at >> 32, at & 0xFFFFFFFF, len(frame), len(frame)) + frame))
END
same "times in s" "$(tshark -r pico.pcapng -T fields -e frame.time_epoch 2>/dev/null | tr '\n' ' ')" "1.010000000 1.018000000 1.000553255 1.001937910 "
