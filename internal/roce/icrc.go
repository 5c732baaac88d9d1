package roce

import (
	"encoding/binary"
	"hash/crc32"
)

// The bytes that the ICRC covers as all ones, because a router may change
// them on the way.
var (
	icrcOnes = []byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}
	// icrcIPv6First is version 6 with traffic class and flow label masked.
	icrcIPv6First = []byte{0x6F, 0xFF, 0xFF, 0xFF}
)

// ICRC computes the invariant CRC of a packet. ip holds the packet from the
// first byte of the IP header to the byte before the ICRC, and bthAt is the
// offset of the BTH in it. The CRC-32 (the polynomial of zlib and Ethernet)
// runs over eight bytes of ones, in place of the local route header that
// RoCEv2 has not, and then over the packet, with these masked to ones: IPv4
// type of service, time to live and header checksum, or IPv6 traffic class,
// flow label and hop limit; the UDP checksum; byte 4 of the BTH (FECN, BECN).
// Source: InfiniBand Architecture Specification, annex A17, section A17.3.3.
//
// The value is stored in the packet as little-endian. ok is false where the
// slice cannot hold those headers.
func ICRC(ip []byte, bthAt int) (crc uint32, ok bool) {
	udpAt := bthAt - udpHeaderLen
	if udpAt < ipv4HeaderMin || bthAt+BTHLen > len(ip) {
		return 0, false
	}
	crc = crc32.ChecksumIEEE(icrcOnes)
	add := func(b []byte) { crc = crc32.Update(crc, crc32.IEEETable, b) }
	switch ip[0] >> 4 {
	case 4:
		add(ip[:1])
		add(icrcOnes[:1]) // type of service
		add(ip[2:8])
		add(icrcOnes[:1]) // time to live
		add(ip[9:10])
		add(icrcOnes[:2]) // header checksum
		add(ip[12:udpAt])
	case 6:
		if udpAt < ipv6HeaderLen {
			return 0, false
		}
		add(icrcIPv6First)
		add(ip[4:7])
		add(icrcOnes[:1]) // hop limit
		add(ip[8:udpAt])
	default:
		return 0, false
	}
	add(ip[udpAt : udpAt+6])
	add(icrcOnes[:2]) // UDP checksum
	add(ip[bthAt : bthAt+4])
	add(icrcOnes[:1]) // FECN, BECN and reserved bits
	add(ip[bthAt+5:])
	return crc, true
}

// AppendICRC computes the invariant CRC of the packet ip, as ICRC does, and
// appends it.
func AppendICRC(ip []byte, bthAt int) ([]byte, bool) {
	crc, ok := ICRC(ip, bthAt)
	if !ok {
		return ip, false
	}
	return binary.LittleEndian.AppendUint32(ip, crc), true
}
