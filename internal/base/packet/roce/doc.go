// Package roce reads and writes RoCEv2 packets: the InfiniBand base transport
// header (BTH), the congestion notification packet (CNP), the invariant CRC
// (ICRC), and the frames that carry them.
//
// On the wire a RoCEv2 packet is
//
//	link header | IPv4 or IPv6 | UDP, destination port 4791 | BTH (12 bytes) | extension headers, data | ICRC (4 bytes)
//
// and the BTH is
//
//	byte 0     opcode: transport in bits 7..5, operation in bits 4..0; a CNP is 0x81
//	byte 1     solicited event (bit 7), migration (6), pad count (5..4), header version (3..0)
//	bytes 2-3  partition key
//	byte 4     FECN (bit 7), BECN (bit 6), 6 reserved bits
//	bytes 5-7  destination QP number
//	byte 8     AckReq (bit 7), 7 reserved bits
//	bytes 9-11 packet sequence number (PSN)
//
// after the InfiniBand Architecture Specification, volume 1, section 9.2 and
// annexes A16 (RoCE) and A17 (RoCEv2).
//
// A CNP is a BTH with opcode 0x81 and BECN set, 16 reserved bytes of zero, and
// the ICRC. It is known by its opcode only: its DSCP is configurable and
// differs between vendors. The 7 reserved bits of byte 8 may carry the number
// of marked packets that the CNP reports (the first estimate of Dolce-RC,
// section IV-B); they are zero in what today's NICs send.
//
// Everything works on byte slices of the caller and allocates nothing per
// packet. No function panics on any input.
package roce
