package roce

import (
	"hash/crc32"
	"sync"
)

const (
	// icrcOnes stand in place of the local route header that RoCEv2 has not.
	icrcOnes = 8
	// icrcHead is how much of a packet is copied in order to mask it: the
	// longest IPv4 header or an IPv6 header with some extensions, UDP and BTH.
	icrcHead = 128
)

// masked are buffers for headers with their changeable fields masked. They come
// from a pool since hash/crc32 makes whatever it is given escape.
var masked = sync.Pool{New: func() any {
	buf := new([icrcOnes + icrcHead]byte)
	for i := range icrcOnes {
		buf[i] = 0xFF
	}
	return buf
}}

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
	// What must be masked is in the first bytes of the IP header and in the last 20 of the headers; only IPv6
	// extensions can put more than icrcHead between the two. So one or two short pieces are copied, and the data is
	// summed in place and in one run, for which the CRC instructions are fastest.
	buf := masked.Get().(*[icrcOnes + icrcHead]byte)
	defer masked.Put(buf)
	head, fixed := buf[icrcOnes:], ipv4HeaderMin
	switch ip[0] >> 4 {
	case 4:
		copy(head, ip[:ipv4HeaderMin])
		head[1], head[8] = 0xFF, 0xFF   // type of service, time to live
		head[10], head[11] = 0xFF, 0xFF // header checksum
	case 6:
		if udpAt < ipv6HeaderLen {
			return 0, false
		}
		fixed = ipv6HeaderLen
		copy(head, ip[:ipv6HeaderLen])
		head[0] = 0x6F // traffic class, flow label
		head[1], head[2], head[3] = 0xFF, 0xFF, 0xFF
		head[7] = 0xFF // hop limit
	default:
		return 0, false
	}
	end := bthAt + BTHLen
	if end > icrcHead {
		crc = crc32.ChecksumIEEE(buf[:icrcOnes+fixed])
		crc = crc32.Update(crc, crc32.IEEETable, ip[fixed:udpAt])
		maskTransport(head, ip[udpAt:end])
		crc = crc32.Update(crc, crc32.IEEETable, head[:udpHeaderLen+BTHLen])
	} else {
		copy(head[fixed:], ip[fixed:udpAt])
		maskTransport(head[udpAt:], ip[udpAt:end])
		crc = crc32.ChecksumIEEE(buf[:icrcOnes+end])
	}
	return crc32.Update(crc, crc32.IEEETable, ip[end:]), true
}

// maskTransport copies UDP header and BTH, the UDP checksum and byte 4 of the
// BTH (FECN, BECN and reserved bits) masked.
func maskTransport(dst, src []byte) {
	copy(dst, src)
	dst[6], dst[7] = 0xFF, 0xFF
	dst[udpHeaderLen+4] = 0xFF
}
