package roce

import (
	"encoding/binary"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ipAround puts a packet of some protocol behind an IP header.
func ipAround(src, dst string, proto, tos uint8, inner []byte) []byte {
	a, b := netip.MustParseAddr(src), netip.MustParseAddr(dst)
	var h []byte
	if a.Is4() {
		h = append(h, 0x45, tos)
		h = binary.BigEndian.AppendUint16(h, uint16(20+len(inner)))
		h = append(h, 0, 1, 0x40, 0, 64, proto, 0, 0)
	} else {
		h = append(h, 6<<4|tos>>4, tos<<4, 0, 0)
		h = binary.BigEndian.AppendUint16(h, uint16(len(inner)))
		h = append(h, proto, 64)
	}
	h = append(append(h, a.AsSlice()...), b.AsSlice()...)
	return append(h, inner...)
}

// udpAround puts a datagram's header before what it carries.
func udpAround(port uint16, inner []byte) []byte {
	h := binary.BigEndian.AppendUint16([]byte{0xC0, 0}, port)
	h = binary.BigEndian.AppendUint16(h, uint16(8+len(inner)))
	return append(append(h, 0, 0), inner...)
}

// etherAround puts an Ethernet header before an IP packet.
func etherAround(ip []byte) []byte {
	kind := uint16(etherIPv4)
	if ip[0]>>4 == 6 {
		kind = etherIPv6
	}
	return append(binary.BigEndian.AppendUint16(make([]byte, 12), kind), ip...)
}

// greAround puts a GRE header with flags and fields before what it carries.
func greAround(flags uint8, kind uint16, inner []byte, fields ...byte) []byte {
	h := binary.BigEndian.AppendUint16([]byte{flags, 0}, kind)
	return append(append(h, fields...), inner...)
}

// join puts byte strings one behind the other.
func join(parts ...[]byte) (out []byte) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// wrapping is a way to carry a frame: what is around it, whether the mark of
// the outer IP header counts, and the whole frame with that header's tos.
type wrapping struct {
	overlay bool
	wrap    func(frame []byte, tos uint8) []byte
}

const outer4, outer4b, outer6, outer6b = "192.0.2.1", "192.0.2.2", "2001:db8:f::1", "2001:db8:f::2"

// wrappings lists the tunnels that are stepped into.
func wrappings() map[string]wrapping {
	four := func(proto uint8, tos uint8, b []byte) []byte {
		return etherAround(ipAround(outer4, outer4b, proto, tos, b))
	}
	version := func(frame []byte) uint16 { return binary.BigEndian.Uint16(frame[12:]) }
	vxlan := func(frame []byte) []byte {
		return udpAround(portVXLAN, join([]byte{8, 0, 0, 0, 0, 0, 100, 0}, frame))
	}
	type3 := func(kind, options byte) []byte {
		return []byte{0x20, 1, 8, 1, 0, 0, 0, 7, 0, 0, kind << 2, options}
	}
	return map[string]wrapping{
		"VXLAN": {true, func(f []byte, tos uint8) []byte { return four(17, tos, vxlan(f)) }},
		"VXLAN over IPv6": {true, func(f []byte, tos uint8) []byte {
			return etherAround(ipAround(outer6, outer6b, 17, tos, vxlan(f)))
		}},
		"Geneve with an option": {true, func(f []byte, tos uint8) []byte {
			return four(17, tos, udpAround(portGeneve, join([]byte{1, 0, 0x65, 0x58, 0, 0, 100, 0, 1, 1, 0, 0}, f)))
		}},
		"Geneve of IP": {true, func(f []byte, tos uint8) []byte {
			return four(17, tos, udpAround(portGeneve, join(binary.BigEndian.AppendUint16([]byte{0, 0}, version(f)), []byte{0, 0, 100, 0}, f[14:])))
		}},
		"NVGRE": {true, func(f []byte, tos uint8) []byte {
			return four(47, tos, greAround(0x20, etherBridged, f, 0, 0, 1, 0))
		}},
		"GRE of IP with all fields": {true, func(f []byte, tos uint8) []byte {
			return four(47, tos, greAround(0xB0, version(f), f[14:], make([]byte, 12)...))
		}},
		"IP in IPv4": {true, func(f []byte, tos uint8) []byte {
			return four(map[uint16]uint8{etherIPv4: 4, etherIPv6: 41}[version(f)], tos, f[14:])
		}},
		"IP in IPv6 behind an extension": {true, func(f []byte, tos uint8) []byte {
			next := map[uint16]uint8{etherIPv4: 4, etherIPv6: 41}[version(f)]
			return etherAround(ipAround(outer6, outer6b, 60, tos, join([]byte{next, 0, 1, 4, 0, 0, 0, 0}, f[14:])))
		}},
		"ERSPAN I": {false, func(f []byte, tos uint8) []byte { return four(47, tos, greAround(0, etherERSPAN, f)) }},
		"ERSPAN II": {false, func(f []byte, tos uint8) []byte {
			return four(47, tos, greAround(0x10, etherERSPAN, f, make([]byte, 12)...))
		}},
		"ERSPAN III": {false, func(f []byte, tos uint8) []byte {
			return four(47, tos, greAround(0x10, etherERSPAN3, f, join(make([]byte, 4), type3(0, 0))...))
		}},
		"ERSPAN III with a subheader": {false, func(f []byte, tos uint8) []byte {
			return four(47, tos, greAround(0x10, etherERSPAN3, f, join(make([]byte, 4), type3(0, 1), make([]byte, 8))...))
		}},
		"ERSPAN III of IP": {false, func(f []byte, tos uint8) []byte {
			return four(47, tos, greAround(0x10, etherERSPAN3, f[14:], join(make([]byte, 4), type3(2, 0))...))
		}},
		"mirror of a Spectrum switch": {false, func(f []byte, tos uint8) []byte {
			return four(47, tos, greAround(0, etherSpectrum, f, make([]byte, 22)...))
		}},
		"MPLS": {false, func(f []byte, tos uint8) []byte {
			return join(make([]byte, 12), []byte{0x88, 0x47, 0, 1, 0, 64, 0, 2, 1, 64}, f[14:])
		}},
		"VXLAN with a group policy": {true, func(f []byte, tos uint8) []byte {
			return four(17, tos, udpAround(portVXLAN, join([]byte{0x88, 0, 0, 7, 0, 0, 100, 0}, f)))
		}},
		"overlay of an ERSPAN II mirror": {false, func(f []byte, tos uint8) []byte {
			return four(17, tos, vxlan(four(47, 0, greAround(0x10, etherERSPAN, f, make([]byte, 12)...))))
		}},
		"overlay of an ERSPAN III mirror": {false, func(f []byte, tos uint8) []byte {
			return four(17, tos, vxlan(four(47, 0, greAround(0x10, etherERSPAN3, f, join(make([]byte, 4), type3(0, 0))...))))
		}},
		"overlay of a Spectrum switch's mirror": {false, func(f []byte, tos uint8) []byte {
			return four(17, tos, vxlan(four(47, 0, greAround(0, etherSpectrum, f, make([]byte, 22)...))))
		}},
		"mirror of an overlay": {false, func(f []byte, tos uint8) []byte {
			return four(47, tos, greAround(0x10, etherERSPAN, four(17, 2, vxlan(f)), make([]byte, 12)...))
		}},
	}
}

// Of a packet within others the innermost counts: the same packet is read as
// without them, wherever a capture is cut. Its mark is its own or an overlay's,
// and never a mirror's.
func TestTunnels(t *testing.T) {
	for _, addr := range [][2]string{{"10.0.17.1", "10.0.18.1"}, {"2001:db8::1", "2001:db8::2"}} {
		eth := cnpFrame(t, addr[0], addr[1])
		var want Packet
		require.Equal(t, OK, Parse(LinkEthernet, eth, uint32(len(eth)), &want))
		for name, w := range wrappings() {
			b := w.wrap(eth, 2)
			var p Packet
			require.Equal(t, OK, Parse(LinkEthernet, b, uint32(len(b)), &p), name)
			require.Equal(t, want, p, name)
			good, known := p.CheckICRC()
			require.True(t, good && known, name)
			for n := range b {
				v := Parse(LinkEthernet, b[:n], uint32(len(b)), &p)
				if n < len(b)-CNPPayloadLen-ICRCLen {
					require.Equal(t, Truncated, v, "%s cut to %d", name, n)
				} else {
					require.Equal(t, OK, v, "%s cut to %d", name, n)
					require.Equal(t, want.IPLen, p.IPLen, name)
				}
			}
			b = w.wrap(eth, 3)
			require.Equal(t, OK, Parse(LinkEthernet, b, uint32(len(b)), &p), name)
			require.Equal(t, w.overlay, p.CE(), name)
			require.Equal(t, want.TOS, p.TOS, "%s: the inner header stays as it is", name)
			require.Equal(t, OK, Parse(LinkEthernet, eth, uint32(len(eth)), &p))
			require.False(t, p.CE(), "%s: the next packet has nothing of it", name)
		}
	}
}

// Mirrored packets are longer than the network's and may be sent in fragments: the first
// one has all headers, and the length stands in the inner one.
func TestFragmentedMirror(t *testing.T) {
	eth := cnpFrame(t, "10.0.17.1", "10.0.18.1")
	gre := greAround(0, etherERSPAN, eth)
	four := edit(etherAround(ipAround(outer4, outer4b, 47, 0, gre[:len(gre)-8])), func(b []byte) []byte { b[14+6] = 0x20; return b })
	six := etherAround(ipAround(outer6, outer6b, 44, 0, join([]byte{47, 0, 0, 1, 0, 0, 0, 9}, gre[:len(gre)-8])))
	for _, b := range [][]byte{four, six} {
		var p Packet
		require.Equal(t, OK, Parse(LinkEthernet, b, uint32(len(b)), &p))
		require.Equal(t, uint32(len(eth)-14), p.IPLen)
		_, known := p.CheckICRC()
		require.False(t, known)
	}
	six[14+40+3] = 9 // the second one
	var p Packet
	require.Equal(t, Fragment, Parse(LinkEthernet, six, uint32(len(six)), &p))
}

// Four tunnels are stepped into and a fifth is not; a frame full of them ends.
func TestTunnelsWithinTunnels(t *testing.T) {
	var p Packet
	for name, w := range wrappings() {
		if name == "MPLS" {
			continue // labels are stepped over
		}
		b := cnpFrame(t, "10.0.17.1", "10.0.18.1")
		most := maxTunnels
		if name == "mirror of an overlay" || strings.HasPrefix(name, "overlay of") {
			most /= 2 // two at once
		}
		for range most {
			b = w.wrap(b, 0)
			require.Equal(t, OK, Parse(LinkEthernet, b, uint32(len(b)), &p), name)
		}
		b = w.wrap(b, 0)
		require.Equal(t, TooManyLayers, Parse(LinkEthernet, b, uint32(len(b)), &p), name)
		for len(b) < 50_000 {
			b = w.wrap(b, 0)
		}
		require.Equal(t, TooManyLayers, Parse(LinkEthernet, b, uint32(len(b)), &p), name)
		require.Zero(t, testing.AllocsPerRun(10, func() { Parse(LinkEthernet, b, uint32(len(b)), &p) }), name)
	}
}

// What looks like a tunnel but is of no known kind is counted by what it is.
func TestNoTunnel(t *testing.T) {
	eth := cnpFrame(t, "10.0.17.1", "10.0.18.1")
	outer := func(proto uint8, b []byte) []byte {
		return etherAround(ipAround(outer4, outer4b, proto, 0, b))
	}
	arp := append(append(make([]byte, 12), 8, 6), make([]byte, 28)...)
	for _, c := range []struct {
		name  string
		frame []byte
		want  Verdict
	}{
		{"VXLAN without a network", outer(17, udpAround(portVXLAN, join(make([]byte, 8), eth))), OtherPort},
		{"VXLAN of another protocol", outer(17, udpAround(portVXLAN, join([]byte{0x0C, 0, 0, 3, 0, 0, 0, 0}, eth))), OtherPort},
		{"VXLAN of ARP", outer(17, udpAround(portVXLAN, join([]byte{8, 0, 0, 0, 0, 0, 0, 0}, arp))), NotIP},
		{"Geneve of version 1", outer(17, udpAround(portGeneve, join([]byte{0x40, 0, 0x65, 0x58, 0, 0, 0, 0}, eth))), OtherPort},
		{"Geneve of something else", outer(17, udpAround(portGeneve, join([]byte{0, 0, 0, 0, 0, 0, 0, 0}, eth))), OtherPort},
		{"GRE with source routes", outer(47, greAround(0x40, etherBridged, eth)), NotUDP},
		{"PPTP", outer(47, join([]byte{0x30, 1, 0x88, 0x0B}, eth)), NotUDP},
		{"GRE of something else", outer(47, greAround(0, 0x1234, eth)), NotUDP},
		{"GRE with the wrong version of IP", outer(47, greAround(0, etherIPv6, eth[14:])), Malformed},
		{"ERSPAN III of InfiniBand", outer(47, greAround(0x10, etherERSPAN3, eth, join(make([]byte, 14), []byte{1 << 2, 0})...)), NotUDP},
		{"RoCEv1 in VXLAN", outer(17, udpAround(portVXLAN, join([]byte{8, 0, 0, 0, 0, 0, 0, 0}, append(append(make([]byte, 12), 0x89, 0x15), make([]byte, 60)...)))), RoCEv1},
		{"a later fragment of a mirror", edit(outer(47, greAround(0, etherERSPAN, eth)), func(b []byte) []byte { b[14+7] = 1; return b }), Fragment},
		{"a fragment of an overlay", edit(outer(17, udpAround(portVXLAN, join([]byte{8, 0, 0, 0, 0, 0, 0, 0}, eth))), func(b []byte) []byte { b[14+6] = 0x20; return b }), Fragment},
		{"IPv4 options that overrun", edit(outer(47, nil), func(b []byte) []byte { b[14] = 0x4F; return b }), Truncated},
		{"MPLS of no IP", join(make([]byte, 12), []byte{0x88, 0x47, 0, 1, 1, 64, 0, 0, 0, 0}), NotIP},
		{"MPLS without an end", join(make([]byte, 12), []byte{0x88, 0x47}, make([]byte, 4000)), Truncated},
	} {
		var p Packet
		require.Equal(t, c.want, Parse(LinkEthernet, c.frame, uint32(len(c.frame)), &p), c.name)
	}
}
