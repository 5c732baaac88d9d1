package roce

import "encoding/binary"

// RoCEv2 within another packet: what a switch mirrors over IP (ERSPAN, and the
// GRE of Spectrum switches), and overlays (VXLAN, Geneve, NVGRE, IP in GRE, IP in IP). What counts is the
// innermost packet: its addresses, its length, its ICRC. The two kinds differ
// in the mark. An overlay's outer header is that of the packet on its way: a
// switch marks it, and where the tunnel ends the mark goes over to the inner
// header (RFC 6040), so that either counts. A mirror's outer header is that of
// another path, and its mark does not count.
//
// Sources: RFC 2784 and 2890 (GRE), RFC 7637 (NVGRE), draft-foschiano-erspan
// (ERSPAN I to III), RFC 7348 (VXLAN), RFC 8926 (Geneve), RFC 2003 and 4213 (IP
// in IP), RFC 3032 (MPLS); for the mirrors of Spectrum switches SONiC's tests.

const (
	// maxTunnels is how many packets within packets are stepped into: more than
	// any network has, an overlay that is mirrored being two.
	maxTunnels = 4

	protoIPv4 = 4
	protoIPv6 = 41
	protoGRE  = 47

	portVXLAN  = 4789
	portGeneve = 6081

	etherBridged  = 0x6558 // an Ethernet frame
	etherERSPAN   = 0x88BE // types I and II
	etherERSPAN3  = 0x22EB
	etherSpectrum = 0x8949
	etherMPLS     = 0x8847
	etherMPLSUp   = 0x8848 // label assigned by the receiver

	vxlanHeaderLen    = 8
	geneveHeaderLen   = 8
	erspan2HeaderLen  = 8
	erspan3HeaderLen  = 12
	erspan3OptionLen  = 8
	spectrumHeaderLen = 22
	mplsLabelLen      = 4
)

// tunnel decodes what an IP packet of protocol proto carries from b on; tos is
// its type of service, and origLen counts from b.
func tunnel(proto, tos uint8, b []byte, origLen uint32, p *Packet, depth int) Verdict {
	switch proto {
	case protoIPv4:
		return p.enter(etherIPv4, tos, b, origLen, depth)
	case protoIPv6:
		return p.enter(etherIPv6, tos, b, origLen, depth)
	case protoGRE:
		return parseGRE(tos, b, origLen, p, depth)
	}
	return NotUDP
}

// enter goes on with the packet within an overlay's.
func (p *Packet) enter(etherType uint16, tos uint8, b []byte, origLen uint32, depth int) Verdict {
	if depth == maxTunnels {
		return TooManyLayers
	}
	p.OuterCE = p.OuterCE || tos&3 == 3
	return parseNetwork(etherType, b, origLen, p, depth+1)
}

// bridged goes on with the Ethernet frame at b[at:].
func bridged(b []byte, at int, origLen uint32, p *Packet, depth int) Verdict {
	if depth == maxTunnels {
		return TooManyLayers
	}
	end := at + etherHeaderLen
	if len(b) < end {
		return Truncated
	}
	return parseNetwork(binary.BigEndian.Uint16(b[end-2:]), b[end:], rest(origLen, end), p, depth+1)
}

// parseGRE decodes a GRE header, and what it carries.
func parseGRE(tos uint8, b []byte, origLen uint32, p *Packet, depth int) Verdict {
	const (
		checksum, routing, key, sequence = 0x80, 0x40, 0x20, 0x10
		version                          = 7
	)
	if len(b) < 4 {
		return Truncated
	}
	if b[0]&routing != 0 || b[1]&version != 0 {
		return NotUDP // source routes, or PPTP
	}
	at := 4
	for _, field := range [...]uint8{checksum, key, sequence} {
		if b[0]&field != 0 {
			at += 4
		}
	}
	switch kind := binary.BigEndian.Uint16(b[2:]); kind {
	case etherIPv4, etherIPv6:
		if len(b) < at {
			return Truncated
		}
		return p.enter(kind, tos, b[at:], rest(origLen, at), depth)
	case etherBridged:
		p.OuterCE = p.OuterCE || tos&3 == 3
		return bridged(b, at, origLen, p, depth)
	case etherERSPAN:
		p.OuterCE = false
		if b[0]&sequence != 0 {
			at += erspan2HeaderLen // type I has neither number nor header
		}
		return bridged(b, at, origLen, p, depth)
	case etherERSPAN3:
		p.OuterCE = false
		return parseERSPAN3(b, at, origLen, p, depth)
	case etherSpectrum:
		p.OuterCE = false
		return bridged(b, at+spectrumHeaderLen, origLen, p, depth)
	}
	return NotUDP
}

// parseERSPAN3 decodes the header of type III at b[at:], which says what it
// carries and whether a subheader of the platform follows.
func parseERSPAN3(b []byte, at int, origLen uint32, p *Packet, depth int) Verdict {
	const (
		frameType, frameShift = 0x7C, 2
		ethernet, ip          = 0, 2
		option                = 1
	)
	end := at + erspan3HeaderLen
	if len(b) < end {
		return Truncated
	}
	flags := b[end-2 : end]
	if flags[1]&option != 0 {
		end += erspan3OptionLen
	}
	switch flags[0] & frameType >> frameShift {
	case ethernet:
		return bridged(b, end, origLen, p, depth)
	case ip:
		if len(b) <= end {
			return Truncated
		}
		return p.enter(etherOfIP(b[end]), 0, b[end:], rest(origLen, end), depth)
	}
	return NotUDP
}

// overlay decodes what a UDP datagram to a port other than RoCE's carries.
func overlay(port uint16, tos uint8, b []byte, origLen uint32, p *Packet, depth int) Verdict {
	switch port {
	case portVXLAN:
		if len(b) < vxlanHeaderLen {
			return Truncated
		}
		// Flags besides are to be ignored, as that of group policy, but for the one
		// that makes the protocol another (VXLAN-GPE).
		const network, generic = 0x08, 0x04
		if b[0]&(network|generic) != network {
			return OtherPort
		}
		p.OuterCE = p.OuterCE || tos&3 == 3
		return bridged(b, vxlanHeaderLen, origLen, p, depth)
	case portGeneve:
		if len(b) < geneveHeaderLen {
			return Truncated
		}
		if b[0]>>6 != 0 {
			return OtherPort // a version yet to come
		}
		at := geneveHeaderLen + int(b[0]&0x3F)*4
		switch kind := binary.BigEndian.Uint16(b[2:]); kind {
		case etherBridged:
			p.OuterCE = p.OuterCE || tos&3 == 3
			return bridged(b, at, origLen, p, depth)
		case etherIPv4, etherIPv6:
			if len(b) < at {
				return Truncated
			}
			return p.enter(kind, tos, b[at:], rest(origLen, at), depth)
		}
	}
	return OtherPort
}

// unlabel steps over MPLS labels. It returns the EtherType of what follows,
// which only its first bits show, and where that begins; at is len(b) or more
// where the labels do not end in b.
func unlabel(b []byte) (etherType uint16, at int) {
	for at+mplsLabelLen < len(b) {
		bottom := b[at+2]&1 != 0
		if at += mplsLabelLen; bottom {
			return etherOfIP(b[at]), at
		}
	}
	return 0, len(b)
}

// etherOfIP returns the EtherType of an IP packet with that first byte, 0 if it is not IP.
func etherOfIP(first byte) uint16 {
	switch first >> 4 {
	case 4:
		return etherIPv4
	case 6:
		return etherIPv6
	}
	return 0
}
