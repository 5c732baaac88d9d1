package roce

import (
	"encoding/binary"
	"net/netip"

	"smartnic-cc/internal/base/text/enum"
)

// LinkType is the link layer of a frame, numbered as in the header of a
// capture file (the registry of tcpdump.org).
type LinkType uint16

// Link types that Parse knows.
const (
	LinkEthernet LinkType = 1
	LinkRawBSD   LinkType = 12 // raw IP as some systems number it
	LinkRawOBSD  LinkType = 14 // raw IP as OpenBSD numbers it
	LinkRaw      LinkType = 101
	LinkCooked   LinkType = 113 // Linux cooked capture, version 1
	LinkIPv4     LinkType = 228
	LinkIPv6     LinkType = 229
	LinkCooked2  LinkType = 276 // Linux cooked capture, version 2
)

var linkNames = [...]string{
	LinkEthernet: "Ethernet", LinkRawBSD: "raw IP (12)", LinkRawOBSD: "raw IP (14)", LinkRaw: "raw IP",
	LinkCooked: "Linux cooked", LinkIPv4: "IPv4", LinkIPv6: "IPv6", LinkCooked2: "Linux cooked, version 2",
}

// String returns the link type's name, as in "Linux cooked".
func (l LinkType) String() string { return enum.Name(l, linkNames[:]...) }

// Known reports whether Parse can decode the link type.
func (l LinkType) Known() bool {
	switch l {
	case LinkEthernet, LinkRawBSD, LinkRawOBSD, LinkRaw, LinkCooked, LinkIPv4, LinkIPv6, LinkCooked2:
		return true
	}
	return false
}

// Verdict says what Parse made of a frame.
type Verdict uint8

// Verdicts. All but OK leave the packet without a BTH.
const (
	OK            Verdict = iota
	UnknownLink           // a link type that Parse does not know
	NotIP                 // neither IPv4 nor IPv6
	RoCEv1                // RoCE without IP (EtherType 0x8915)
	NotUDP                // IP, but not UDP
	Fragment              // a fragment of an IP packet; RoCEv2 is never fragmented
	OtherPort             // UDP, but not to port 4791
	Truncated             // the snap length ends before the end of the BTH
	Malformed             // lengths that contradict each other
	TooManyLayers         // packets within packets beyond what is stepped into
	NumVerdicts           // how many verdicts there are
)

var verdictText = [NumVerdicts]string{
	OK: "RoCEv2", UnknownLink: "unknown link type", NotIP: "not IP", RoCEv1: "RoCEv1", NotUDP: "not UDP",
	Fragment: "IP fragment", OtherPort: "other UDP port", Truncated: "cut before the BTH by the snap length", Malformed: "malformed",
	TooManyLayers: "tunnels within tunnels",
}

// String names the verdict in a few words.
func (v Verdict) String() string {
	return enum.Name(v, verdictText[:]...)
}

// Packet is a decoded frame. Its slices alias the frame.
type Packet struct {
	Src, Dst netip.Addr
	TOS      uint8  // IPv4 type of service or IPv6 traffic class
	IPLen    uint32 // bytes from the IP header to the end of the ICRC, as sent, whatever was captured
	SrcPort  uint16
	BTH      BTH
	Payload  []byte // what was captured behind the BTH: extension headers, data and ICRC
	IP       []byte // what was captured from the IP header on, without link-layer padding
	BTHAt    int    // offset of the BTH in IP
	OuterCE  bool   // an overlay's header around the packet carries Congestion Experienced
}

// CE reports whether the packet carries the mark Congestion Experienced, or will
// where the overlay around it ends.
func (p *Packet) CE() bool { return p.TOS&3 == 3 || p.OuterCE }

// Data returns how many bytes of the application a packet of sends, writes, READ responses or datagrams carries, as sent,
// whatever was captured; 0 of one whose headers are longer than its length says.
func (p *Packet) Data() uint32 {
	headers := p.BTHAt + BTHLen + ICRCLen + int(p.BTH.Pad)
	switch p.BTH.Opcode.Operation() {
	case WriteFirst, WriteOnly:
		headers += RETHLen
	case WriteOnlyImmediate:
		headers += RETHLen + immediateLen
	case SendLastImmediate, SendOnlyImmediate, WriteLastImmediate, SendLastInvalidate, SendOnlyInvalidate:
		headers += immediateLen
	case ReadResponseFirst, ReadResponseLast, ReadResponseOnly:
		headers += AETHLen
	}
	switch p.BTH.Opcode.Transport() {
	case TransportXRC:
		headers += xrcETHLen
	case TransportUD:
		headers += datagramETHLen
	}
	return uint32(max(int(p.IPLen)-headers, 0))
}

// CheckICRC verifies the invariant CRC. known is false where the snap length
// has cut the packet, or offload has left its length to the NIC, so that nothing
// can be said.
func (p *Packet) CheckICRC() (good, known bool) {
	if len(p.IP) != int(p.IPLen) || len(p.Payload) < ICRCLen || p.lengthLeft() {
		return false, false
	}
	end := len(p.IP) - ICRCLen
	crc, ok := ICRC(p.IP[:end], p.BTHAt)
	return ok && crc == binary.LittleEndian.Uint32(p.IP[end:]), ok
}

// lengthLeft reports whether the IP header has length 0, and so is not the one that
// was sent.
func (p *Packet) lengthLeft() bool {
	at := 2
	if p.IP[0]>>4 == 6 {
		at = 4
	}
	return binary.BigEndian.Uint16(p.IP[at:]) == 0
}

const (
	etherHeaderLen   = 14
	cookedHeaderLen  = 16
	cooked2HeaderLen = 20
	vlanTagLen       = 4
	ipv4HeaderMin    = 20
	ipv6HeaderLen    = 40
	immediateLen     = 4 // immediate data, or a key to invalidate
	xrcETHLen        = 4
	datagramETHLen   = 8
	udpHeaderLen     = 8

	etherIPv4     = 0x0800
	etherVLAN     = 0x8100 // 802.1Q
	etherIPv6     = 0x86DD
	etherQinQ     = 0x88A8 // 802.1ad
	etherQinQOld  = 0x9100
	etherQinQOld2 = 0x9200
	etherRoCEv1   = 0x8915

	protoUDP = 17
)

// Parse decodes a frame of the given link type into p, down to the BTH.
// origLen is the length that the frame had before the capture cut it. Any
// number of VLAN tags, MPLS labels, IPv4 options and IPv6 extension headers are
// stepped over, and up to four tunnels (tunnel.go) are stepped into. It neither
// allocates nor panics, whatever the bytes.
func Parse(link LinkType, frame []byte, origLen uint32, p *Packet) Verdict {
	p.OuterCE = false
	var etherType uint16
	at := 0
	switch link {
	case LinkEthernet:
		if len(frame) < etherHeaderLen {
			return Truncated
		}
		etherType = binary.BigEndian.Uint16(frame[12:])
		at = etherHeaderLen
	case LinkCooked:
		if len(frame) < cookedHeaderLen {
			return Truncated
		}
		etherType = binary.BigEndian.Uint16(frame[14:])
		at = cookedHeaderLen
	case LinkCooked2:
		if len(frame) < cooked2HeaderLen {
			return Truncated
		}
		etherType = binary.BigEndian.Uint16(frame)
		at = cooked2HeaderLen
	case LinkRaw, LinkRawBSD, LinkRawOBSD, LinkIPv4, LinkIPv6:
		if len(frame) == 0 {
			return Truncated
		}
		etherType = etherOfIP(frame[0])
	default:
		return UnknownLink
	}
	return parseNetwork(etherType, frame[at:], rest(origLen, at), p, 0)
}

// parseNetwork decodes what stands behind an EtherType; origLen counts from
// there. depth is how many tunnels are around it.
func parseNetwork(etherType uint16, b []byte, origLen uint32, p *Packet, depth int) Verdict {
	at := 0
	for {
		switch etherType {
		case etherVLAN, etherQinQ, etherQinQOld, etherQinQOld2:
			if len(b) < at+vlanTagLen {
				return Truncated
			}
			etherType = binary.BigEndian.Uint16(b[at+2:])
			at += vlanTagLen
			continue
		case etherIPv4:
			return parseIPv4(b[at:], rest(origLen, at), p, depth)
		case etherIPv6:
			return parseIPv6(b[at:], rest(origLen, at), p, depth)
		case etherMPLS, etherMPLSUp:
			inner, labels := unlabel(b[at:])
			if at += labels; at >= len(b) {
				return Truncated
			}
			etherType = inner
			continue
		case etherRoCEv1:
			return RoCEv1
		}
		return NotIP
	}
}

// rest is what the original frame held behind at bytes of link header.
func rest(origLen uint32, at int) uint32 {
	if uint32(at) >= origLen {
		return 0
	}
	return origLen - uint32(at)
}

// parseIPv4 decodes from the IPv4 header on; origLen counts from there.
func parseIPv4(ip []byte, origLen uint32, p *Packet, depth int) Verdict {
	if len(ip) < ipv4HeaderMin {
		return Truncated
	}
	headerLen := int(ip[0]&0x0F) * 4
	if ip[0]>>4 != 4 || headerLen < ipv4HeaderMin {
		return Malformed
	}
	total := uint32(binary.BigEndian.Uint16(ip[2:]))
	if total == 0 {
		// Segmentation offload leaves the length to the NIC: the frame's own
		// length is all there is.
		total = origLen
	}
	// A mirror's packets outgrow the network. The first fragment has the headers.
	if v := binary.BigEndian.Uint16(ip[6:]); v&0x1FFF != 0 || v&0x2000 != 0 && ip[9] != protoGRE {
		return Fragment
	}
	if ip[9] != protoUDP {
		if len(ip) < headerLen {
			return Truncated
		}
		return tunnel(ip[9], ip[1], ip[headerLen:], rest(total, headerLen), p, depth)
	}
	p.TOS = ip[1]
	p.Src = netip.AddrFrom4([4]byte(ip[12:16]))
	p.Dst = netip.AddrFrom4([4]byte(ip[16:20]))
	return parseUDP(ip, headerLen, total, p, depth)
}

// parseIPv6 decodes from the IPv6 header on; origLen counts from there.
func parseIPv6(ip []byte, origLen uint32, p *Packet, depth int) Verdict {
	const (
		hopByHop, routing, fragment, authentication = 0, 43, 44, 51
		destination, mobility, hip, shim6           = 60, 135, 139, 140
	)
	if len(ip) < ipv6HeaderLen {
		return Truncated
	}
	if ip[0]>>4 != 6 {
		return Malformed
	}
	total := uint32(binary.BigEndian.Uint16(ip[4:])) + ipv6HeaderLen
	if total == ipv6HeaderLen {
		total = origLen // jumbogram or offload
	}
	tos := ip[0]<<4 | ip[1]>>4
	next, at := ip[6], ipv6HeaderLen
	for next != protoUDP {
		switch next {
		case protoIPv4, protoIPv6, protoGRE:
			return tunnel(next, tos, ip[at:], rest(total, at), p, depth)
		}
		if len(ip) < at+8 {
			switch next {
			case hopByHop, routing, fragment, authentication, destination, mobility, hip, shim6:
				return Truncated
			}
			return NotUDP
		}
		length := 8
		switch next {
		case hopByHop, routing, destination, mobility, hip, shim6:
			length = int(ip[at+1])*8 + 8
		case authentication:
			length = int(ip[at+1])*4 + 8
		case fragment:
			// Offset 0 and no more fragments is a whole packet (RFC 6946).
			if v := binary.BigEndian.Uint16(ip[at+2:]); v&0xFFF8 != 0 || v&1 != 0 && ip[at] != protoGRE {
				return Fragment
			}
		default:
			return NotUDP
		}
		next, at = ip[at], at+length
		if at > len(ip) {
			return Truncated
		}
	}
	p.TOS = tos
	p.Src = netip.AddrFrom16([16]byte(ip[8:24]))
	p.Dst = netip.AddrFrom16([16]byte(ip[24:40]))
	return parseUDP(ip, at, total, p, depth)
}

// parseUDP decodes the UDP header at ip[at:] and the BTH behind it; total is
// the length of the IP packet.
func parseUDP(ip []byte, at int, total uint32, p *Packet, depth int) Verdict {
	if len(ip) < at+udpHeaderLen {
		return Truncated
	}
	bthAt := at + udpHeaderLen
	if port := binary.BigEndian.Uint16(ip[at+2:]); port != UDPPort {
		return overlay(port, p.TOS, ip[bthAt:], rest(total, bthAt), p, depth)
	}
	if total < uint32(bthAt+BTHLen) {
		return Malformed
	}
	if uint32(len(ip)) > total {
		ip = ip[:total] // padding of short Ethernet frames, or a captured FCS
	}
	bth, ok := ParseBTH(ip[bthAt:])
	if !ok {
		return Truncated
	}
	p.SrcPort = binary.BigEndian.Uint16(ip[at:])
	p.IPLen = total
	p.BTH = bth
	p.IP = ip
	p.BTHAt = bthAt
	p.Payload = ip[bthAt+BTHLen:]
	return OK
}
