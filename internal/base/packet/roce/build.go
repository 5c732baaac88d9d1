package roce

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"net/netip"
)

// Frame describes a RoCEv2 packet to be built. The zero MAC addresses, TTL 0
// (meaning 64) and no VLAN are usable as they are.
type Frame struct {
	SrcMAC, DstMAC [6]byte
	VLAN           []uint16 // tag control words, outermost first: one tag 802.1Q, more than one 802.1ad outside
	Src, Dst       netip.Addr
	DSCP           uint8 // 0 to 63
	ECN            uint8 // 0 to 3; 3 is Congestion Experienced
	TTL            uint8 // IPv4 time to live or IPv6 hop limit; 0 is 64
	ID             uint16
	FlowLabel      uint32 // IPv6 only, 20 bits
	SrcPort        uint16
	BTH            BTH
	Payload        []byte // behind the BTH: extension headers and data, without the ICRC
}

// Overhead is what a RoCEv2 packet has besides the payload behind its BTH:
// IP, UDP, BTH and ICRC, in bytes; 44 for IPv4 and 64 for IPv6.
func Overhead(addr netip.Addr) int {
	if addr.Is4() {
		return ipv4HeaderMin + udpHeaderLen + BTHLen + ICRCLen
	}
	return ipv6HeaderLen + udpHeaderLen + BTHLen + ICRCLen
}

// AppendEthernet appends the frame with its Ethernet header, without the frame
// check sequence, which captures rarely hold.
func (f *Frame) AppendEthernet(dst []byte) ([]byte, error) {
	dst = append(dst, f.DstMAC[:]...)
	dst = append(dst, f.SrcMAC[:]...)
	for i, tag := range f.VLAN {
		tpid := uint16(etherVLAN)
		if i+1 < len(f.VLAN) {
			tpid = etherQinQ
		}
		dst = binary.BigEndian.AppendUint16(dst, tpid)
		dst = binary.BigEndian.AppendUint16(dst, tag)
	}
	etherType := uint16(etherIPv4)
	if f.Src.Is6() {
		etherType = etherIPv6
	}
	return f.AppendIP(binary.BigEndian.AppendUint16(dst, etherType))
}

// AppendIP appends the packet from its IP header to its ICRC: correct IPv4
// header checksum, UDP checksum 0 (not computed, as RoCEv2 NICs leave it),
// valid ICRC. An error is returned where the two addresses are not of one
// family or the packet is longer than IP allows.
func (f *Frame) AppendIP(dst []byte) ([]byte, error) {
	if !f.Src.IsValid() || !f.Dst.IsValid() || f.Src.Is4() != f.Dst.Is4() {
		return dst, fmt.Errorf("addresses %v and %v: want two of one family", f.Src, f.Dst)
	}
	overhead := Overhead(f.Src)
	total := overhead + len(f.Payload)
	if limit := 0xFFFF; total > limit {
		return dst, fmt.Errorf("IP packet of %d bytes: at most %d fit", total, limit)
	}
	ttl := cmp.Or(f.TTL, 64)
	tos := f.DSCP<<2 | f.ECN&3
	start := len(dst)
	headerLen := ipv4HeaderMin
	if f.Src.Is4() {
		src, to := f.Src.As4(), f.Dst.As4()
		dst = append(dst, 0x45, tos)
		dst = binary.BigEndian.AppendUint16(dst, uint16(total))
		dst = binary.BigEndian.AppendUint16(dst, f.ID)
		dst = append(dst, 0x40, 0, ttl, protoUDP, 0, 0) // don't fragment; checksum below
		dst = append(dst, src[:]...)
		dst = append(dst, to[:]...)
		binary.BigEndian.PutUint16(dst[start+10:], IPChecksum(dst[start:start+ipv4HeaderMin]))
	} else {
		headerLen = ipv6HeaderLen
		src, to := f.Src.As16(), f.Dst.As16()
		dst = binary.BigEndian.AppendUint32(dst, 6<<28|uint32(tos)<<20|f.FlowLabel&0xFFFFF)
		dst = binary.BigEndian.AppendUint16(dst, uint16(total-ipv6HeaderLen))
		dst = append(dst, protoUDP, ttl)
		dst = append(dst, src[:]...)
		dst = append(dst, to[:]...)
	}
	dst = binary.BigEndian.AppendUint16(dst, f.SrcPort)
	dst = binary.BigEndian.AppendUint16(dst, UDPPort)
	dst = binary.BigEndian.AppendUint16(dst, uint16(total-headerLen))
	dst = append(dst, 0, 0)
	dst = f.BTH.Append(dst)
	dst = append(dst, f.Payload...)
	crc, ok := ICRC(dst[start:], headerLen+udpHeaderLen)
	if !ok {
		return dst, fmt.Errorf("packet of %d bytes has no room for its headers", total)
	}
	return binary.LittleEndian.AppendUint32(dst, crc), nil
}

// IPChecksum is the one's complement sum of RFC 1071 over an IPv4 header whose
// checksum field is zero; the length is even.
func IPChecksum(header []byte) uint16 {
	var sum uint32
	for i := 0; i+1 < len(header); i += 2 {
		sum += uint32(binary.BigEndian.Uint16(header[i:]))
	}
	for sum>>16 != 0 {
		sum = sum&0xFFFF + sum>>16
	}
	return ^uint16(sum)
}
