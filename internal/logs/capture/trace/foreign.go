package trace

import (
	"bytes"
	"encoding/binary"
)

// Advice for captures that are not read. editcap requires the link type where a format's packets may have different
// ones.
const (
	convert     = "convert it with editcap -F pcapng IN OUT"
	byEditcap   = " capture: " + convert
	byEditcapAs = " capture: convert it with editcap -T ether -F pcapng IN OUT"
	alone       = "one sample of counters without its time: save it as DIR/TIME.json or DIR/TIME.txt and name DIR, or as a line {\"time\": TIME, \"counters\": ...}"
	noEthernet  = ", which holds no Ethernet frames: capture on an Ethernet interface, as pcapng"
)

// foreign are formats recognised by their first bytes only to say what to do with them: compressed files, and what
// editcap writes, with the magic numbers of Wireshark's wiretap.
var foreign = []struct {
	magic, what string
}{
	{"\x28\xB5\x2F\xFD", "a zstd file: decompress it with zstd -d"},
	{"\xFD7zXZ\x00", "an xz file: decompress it with xz -d"},
	{"BZh", "a bzip2 file: decompress it with bzip2 -d"},
	{"\x04\x22\x4D\x18", "an lz4 file: decompress it with lz4 -d"},
	{"PK\x03\x04", "a zip file: unpack it"},
	{"\x1F\x8B", "gzip within gzip: decompress it with gzip -d"},

	{"NIC statistics:", alone},
	{"[{\"if", alone},
	{"[ {", alone},

	{"\x34\xCD\xB2\xA1", "a modified pcap" + byEditcap},
	{"\xA1\xB2\xCD\x34", "a modified pcap" + byEditcap},
	{"snoop\x00\x00\x00", "a snoop" + byEditcap},
	{"RTSS", "a Microsoft NetMon 1.x" + byEditcap},
	{"GMBU", "a Microsoft NetMon 2.x" + byEditcap},
	{"TRSNIFF data    \x1A", "a DOS Sniffer" + byEditcap},
	{"XCP\x00", "a NetXray or Windows Sniffer" + byEditcap},
	{"VL\x00\x00", "a NetXray 1.0" + byEditcap},
	{"\x05VNF", "a Visual Networks" + byEditcap},
	{"\xAA\xAA\xAA\xAA", "a 5View" + byEditcap},
	{"ObserverPktBuffe", "an Observer" + byEditcap},
	{"\x01\x10\x4C\x00", "a LANalyzer" + byEditcap},
	{"\x07\x10\x4C\x00", "a LANalyzer" + byEditcap},
	{"iptrace 1.0", "an AIX iptrace" + byEditcap},
	{"iptrace 2.0", "an AIX iptrace" + byEditcap},
	{"TR\x00\x64\x00", "an HP-UX nettl" + byEditcapAs},
	{"\x00\x00\x00\x01\x00\x00\x00\x00\x00\x07\xD0\x00", "an HP-UX nettl" + byEditcapAs},
	{"\x00\x00\x02\x00\x12\x05\x00\x10", "a Tektronix K12xx" + byEditcapAs},
	{"+---------+---------------+----------+", "a K12 text" + byEditcapAs},
	{"btsnoop\x00", "a Bluetooth log (btsnoop)" + noEthernet},
	{"EyeSDN", "an EyeSDN trace of ISDN" + noEthernet},
	{"Session Transcript", "a Catapult DCT2000 log" + noEthernet},
}

// foreignMagic names the foreign format whose magic number the content begins with, or returns "".
func foreignMagic(head []byte) string {
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return f.what
		}
	}
	if bytes.Contains(head[:min(len(head), 256)], []byte(" Performance Data")) && bytes.Contains(head[:min(len(head), 256)], []byte("caler")) {
		return "a NetScaler trace (nstrace), which editcap does not convert: take it again with start nstrace -traceformat PCAP"
	}
	return ""
}

// foreignRecords names the foreign format, without magic number, whose records the content begins with.
func foreignRecords(head []byte) string {
	switch {
	case walk(head, erfRecord) > 0:
		return "an ERF" + byEditcapAs
	case walk(head, ncfRecord) > 0:
		return "a CommView NCF" + byEditcapAs
	case walk(head, ncfxRecord) > 0:
		return "a CommView NCFX" + byEditcapAs
	}
	return ""
}

// walk returns how many records head begins with, 0 where other bytes follow them. size returns the bytes of the
// record that b begins with, or 0 where it is not one.
func walk(head []byte, size func(b []byte) int) (records int) {
	const some, enough = 3, 8 // records are not a coincidence: where head ends after them, and where more follow
	for records < enough && len(head) > 0 {
		step := size(head)
		if step > len(head) && records >= some {
			break
		}
		if step == 0 || step > len(head) {
			return 0
		}
		head = head[step:]
		records++
	}
	return records
}

// erfRecord: a time of 8 bytes, type, flags, lengths of the record and of what was on the wire, big-endian. Bit 7 of
// the type says that extension headers follow.
func erfRecord(b []byte) int {
	const header, types = 16, 48
	if len(b) < header {
		return 0
	}
	size := int(binary.BigEndian.Uint16(b[10:]))
	if kind := b[8] & 0x7F; kind == 0 || kind > types || size < header || binary.LittleEndian.Uint64(b) == 0 && kind != 27 {
		return 0
	}
	return size
}

// ncfRecord: the length that follows twice, version 0, the date, microseconds and 8 bytes on the medium.
func ncfRecord(b []byte) int {
	const header = 24
	if len(b) < header || b[4] != 0 || !date(b[5:]) {
		return 0
	}
	return header + int(binary.LittleEndian.Uint16(b))
}

// ncfxRecord: the length that follows, the date, microseconds and 5 bytes on the medium.
func ncfxRecord(b []byte) int {
	const header = 20
	size := uint64(0)
	if len(b) >= header {
		size = uint64(binary.LittleEndian.Uint32(b))
	}
	if size == 0 || size > maxCaptured || !date(b[4:]) {
		return 0
	}
	return header + int(size)
}

// date reports whether b begins with a year in two bytes, month, day, hour, minute and second in one each, and the
// microseconds in four.
func date(b []byte) bool {
	year := binary.LittleEndian.Uint16(b)
	return year >= 1970 && year < 2107 && b[2] >= 1 && b[2] <= 12 && b[3] >= 1 && b[3] <= 31 && b[4] < 24 && b[5] < 60 && b[6] <= 60 &&
		binary.LittleEndian.Uint32(b[7:]) < 1e6
}

// pcapVariant says which variant of pcap content is that has the magic number of the common one, with longer heads of
// the records; "" if it is the common one.
func pcapVariant(head []byte) string {
	if len(head) < pcapHeaderLen {
		return ""
	}
	order, fraction := binary.ByteOrder(binary.LittleEndian), uint32(1e6)
	if head[0] == magicPcapMicros>>24 {
		order = binary.BigEndian
	}
	if order.Uint32(head) == magicPcapNanos {
		fraction = 1e9
	}
	// least is what a packet has on the wire: the common form may have empty ones.
	record := func(header int, least uint32) func([]byte) int {
		return func(b []byte) int {
			if len(b) < header {
				return 0
			}
			captured, orig := order.Uint32(b[8:]), order.Uint32(b[12:])
			if order.Uint32(b[4:]) >= fraction || captured > maxCaptured || captured > orig || orig < least {
				return 0
			}
			return header + int(captured)
		}
	}
	body := head[pcapHeaderLen:]
	switch {
	case walk(body, record(pcapRecordLen, 0)) > 0:
	case walk(body, record(pcapRecordLen+4, 1)) > 1:
		return "a pcap with Nokia's records: " + convert
	case walk(body, record(pcapRecordLen+8, 1)) > 1:
		return "a pcap with RedHat 6.1's records: " + convert
	}
	return ""
}
