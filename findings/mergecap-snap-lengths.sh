#!/usr/bin/env bash
# tcpdump stops reading a capture that mergecap wrote, where the merged captures had other snap lengths.
#
# Tool: Debian wireshark-common 4.0.17-0+deb12u3 (mergecap) and tcpdump 4.99.3-1 (libpcap 1.10.3).
# Input: two captures of one port each, one packet in each, snap length 96 in the one and 128 in the other; merged.
# Expected: tcpdump prints both packets, as it does of each file, and as it does where the snap lengths are equal.
# Seen: mergecap keeps an interface for each file, which is right; tcpdump prints neither packet and refuses the file for its second
# snap length, with exit status 1. Captures of a sender and of a receiver cut at other lengths are merged for wireshark only.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
installed wireshark-common=4.0.17-0+deb12u3 libpcap0.8=1.10.3-1
debian tcpdump=4.99.3-1
capture() { # capture SNAP FILE: a file in pcap's format, of one packet
	/usr/bin/python3 - "$@" <<'END'
import struct, sys

frame = bytes.fromhex("020000000002020000000001" "0800" "4500001c000000004011" "0000" "0a0000010a000002" "c00012b700080000")
with open(sys.argv[2], "wb") as f:
    f.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, int(sys.argv[1]), 1))
    f.write(struct.pack("<IIII", 1, 0, len(frame), len(frame)) + frame)
END
}
capture 96 a.pcap
capture 96 b.pcap
capture 128 c.pcap
packets() { # packets FILE: how many tcpdump prints, and its exit status
	local status=0
	root/usr/bin/tcpdump -Z "$(id -un)" -nr "$1" >packets 2>log || status=$?
	echo "$(wc -l <packets) ($status)"
}
mergecap -w same.pcapng a.pcap b.pcap 2>log
mergecap -w other.pcapng a.pcap c.pcap 2>log
same "packets of one file, of equal snap lengths, of two (exit status)" "$(packets c.pcap), $(packets same.pcapng), $(packets other.pcapng)" "1 (0), 2 (0), 0 (1)"
grep -q 'snapshot length 128 different' log || changed "tcpdump stops for another reason: $(cat log)"
