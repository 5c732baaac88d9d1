package roce

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

func cnpFrame(t testing.TB, src, dst string) []byte {
	t.Helper()
	f := Frame{Src: netip.MustParseAddr(src), Dst: netip.MustParseAddr(dst), DSCP: 48, BTH: NewCNP(0x118, 3), Payload: make([]byte, CNPPayloadLen)}
	b, err := f.AppendEthernet(nil)
	require.NoError(t, err)
	return b
}

// links wraps an IP packet into every link type.
func links(ip []byte) map[LinkType][]byte {
	proto := uint16(etherIPv4)
	if ip[0]>>4 == 6 {
		proto = etherIPv6
	}
	cooked := binary.BigEndian.AppendUint16([]byte{0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0}, proto)
	cookedTag := append(binary.BigEndian.AppendUint16([]byte{0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0}, etherVLAN), 0, 7)
	cookedTag = binary.BigEndian.AppendUint16(cookedTag, proto)
	cooked2 := append(binary.BigEndian.AppendUint16(nil, proto), make([]byte, 18)...)
	out := map[LinkType][]byte{LinkRaw: ip, LinkRawBSD: ip, LinkRawOBSD: ip,
		LinkCooked: append(cooked, ip...), LinkCooked2: append(cooked2, ip...)}
	if proto == etherIPv4 {
		out[LinkIPv4] = ip
		out[LinkCooked] = append(cookedTag, ip...)
	} else {
		out[LinkIPv6] = ip
	}
	return out
}

func TestLinkTypes(t *testing.T) {
	for _, addr := range [][2]string{{"10.0.17.1", "10.0.18.1"}, {"2001:db8::1", "2001:db8::2"}} {
		eth := cnpFrame(t, addr[0], addr[1])
		var want Packet
		require.Equal(t, OK, Parse(LinkEthernet, eth, uint32(len(eth)), &want))
		for link, b := range links(eth[14:]) {
			var p Packet
			require.Equal(t, OK, Parse(link, b, uint32(len(b)), &p), "link %d", link)
			require.Equal(t, want, p, "link %d", link)
			require.True(t, link.Known())
			for n := range b { // every shorter capture says so
				v := Parse(link, b[:n], uint32(len(b)), &p)
				if headers := len(b) - CNPPayloadLen - ICRCLen; n < headers {
					require.Equal(t, Truncated, v, "link %d cut to %d", link, n)
				} else {
					require.Equal(t, OK, v, "link %d cut to %d", link, n)
					require.Equal(t, want.IPLen, p.IPLen, "the length is the packet's, not the capture's")
					_, known := p.CheckICRC()
					require.False(t, known)
				}
			}
		}
	}
	var p Packet
	require.Equal(t, UnknownLink, Parse(147, make([]byte, 100), 100, &p))
	require.False(t, LinkType(147).Known())
}

// edit changes a copy of a frame.
func edit(b []byte, change func(b []byte) []byte) []byte {
	return change(append([]byte(nil), b...))
}

func TestVerdicts(t *testing.T) {
	four := cnpFrame(t, "10.0.17.1", "10.0.18.1")
	six := cnpFrame(t, "2001:db8::1", "2001:db8::2")
	at := func(i int, v ...byte) func([]byte) []byte {
		return func(b []byte) []byte { copy(b[i:], v); return b }
	}
	for _, c := range []struct {
		name  string
		frame []byte
		want  Verdict
	}{
		{"ARP", edit(four, at(12, 0x08, 0x06)), NotIP},
		{"RoCEv1", edit(four, at(12, 0x89, 0x15)), RoCEv1},
		{"TCP", edit(four, at(14+9, 6)), NotUDP},
		{"IPv6 TCP", edit(six, at(14+6, 6)), NotUDP},
		{"IPv6 no next header", edit(six, at(14+6, 59)), NotUDP},
		{"other port", edit(four, at(14+22, 0, 53)), OtherPort},
		{"first fragment", edit(four, at(14+6, 0x20, 0)), Fragment},
		{"later fragment", edit(four, at(14+6, 0x00, 9)), Fragment},
		{"IPv4 header of 4 words", edit(four, at(14, 0x44)), Malformed},
		{"IPv6 in an IPv4 EtherType", edit(six, at(12, 0x08, 0)), Malformed},
		{"IPv4 in an IPv6 EtherType", edit(four, at(12, 0x86, 0xDD)), Malformed},
		{"IP length below its headers", edit(four, at(14+2, 0, 39)), Malformed},
		{"nothing", nil, Truncated},
	} {
		var p Packet
		require.Equal(t, c.want, Parse(LinkEthernet, c.frame, uint32(len(c.frame)), &p), c.name)
	}
	var p Packet
	require.Equal(t, NotIP, Parse(LinkRaw, []byte{0x30}, 1, &p))
	for v := range NumVerdicts {
		require.NotEmpty(t, v.String())
	}
	require.Equal(t, "roce.Verdict(10)", NumVerdicts.String())
}

// A CNP is one by its opcode: any DSCP will do, and DSCP 48 alone will not.
func TestCNPByOpcodeOnly(t *testing.T) {
	frame := cnpFrame(t, "10.0.17.1", "10.0.18.1")
	for tos := range 256 {
		b := edit(frame, func(b []byte) []byte { b[15] = byte(tos); return b })
		var p Packet
		require.Equal(t, OK, Parse(LinkEthernet, b, uint32(len(b)), &p))
		require.Equal(t, ClassCNP, p.BTH.Opcode.Class())
		good, known := p.CheckICRC()
		require.True(t, good && known, "the type of service is outside of the ICRC")
	}
}

func TestIPv4OptionsAndOffload(t *testing.T) {
	b := cnpFrame(t, "10.0.17.1", "10.0.18.1")
	options := edit(b, func(b []byte) []byte {
		b[14], b[14+3] = 0x47, 68
		return append(b[:34:34], append([]byte{1, 1, 1, 1, 1, 1, 1, 0}, b[34:]...)...)
	})
	var p Packet
	require.Equal(t, OK, Parse(LinkEthernet, options, uint32(len(options)), &p))
	require.Equal(t, uint32(68), p.IPLen)
	require.Equal(t, uint32(0x118), p.BTH.DestQP)
	require.Equal(t, 36, p.BTHAt)

	// Length 0 in the header: the frame's own length counts, even cut.
	zero := edit(b, func(b []byte) []byte { b[16], b[17] = 0, 0; return b })
	require.Equal(t, OK, Parse(LinkEthernet, zero[:60], uint32(len(zero)), &p))
	require.Equal(t, uint32(60), p.IPLen)
	// Its ICRC is that of a header which nobody has seen.
	six := cnpFrame(t, "2001:db8::1", "2001:db8::2")
	for _, b := range [][]byte{zero, edit(six, func(b []byte) []byte { b[18], b[19] = 0, 0; return b })} {
		require.Equal(t, OK, Parse(LinkEthernet, b, uint32(len(b)), &p))
		_, known := p.CheckICRC()
		require.False(t, known)
	}
}

func TestIPv6ExtensionHeaders(t *testing.T) {
	b := cnpFrame(t, "2001:db8::1", "2001:db8::2")
	with := func(first byte, headers ...[]byte) []byte {
		return edit(b, func(b []byte) []byte {
			b[14+6] = first
			var ext []byte
			for _, h := range headers {
				ext = append(ext, h...)
			}
			binary.BigEndian.PutUint16(b[14+4:], uint16(len(b)-54+len(ext)))
			return append(b[:54:54], append(ext, b[54:]...)...)
		})
	}
	hop := func(next byte) []byte { return []byte{next, 0, 1, 4, 0, 0, 0, 0} }
	long := func(next byte) []byte { return append([]byte{next, 1}, make([]byte, 14)...) }
	ah := func(next byte) []byte { return append([]byte{next, 4}, make([]byte, 22)...) }
	frag := func(next, lo byte) []byte { return []byte{next, 0, 0, lo, 0, 0, 0, 1} }
	for name, f := range map[string][]byte{
		"hop by hop":                 with(0, hop(17)),
		"hop, destination, routing":  with(0, hop(60), long(43), hop(17)),
		"authentication":             with(51, ah(17)),
		"atomic fragment":            with(44, frag(17, 0)),
		"destination after fragment": with(44, frag(60, 0), long(17)),
	} {
		var p Packet
		require.Equal(t, OK, Parse(LinkEthernet, f, uint32(len(f)), &p), name)
		require.Equal(t, uint32(0x118), p.BTH.DestQP, name)
		require.Equal(t, uint32(len(f)-14), p.IPLen, name)
		for n := 14; n < p.BTHAt+14+BTHLen; n++ {
			require.Equal(t, Truncated, Parse(LinkEthernet, f[:n], uint32(len(f)), &p), "%s cut to %d", name, n)
		}
	}
	var p Packet
	for _, lo := range []byte{1, 8} {
		f := with(44, frag(17, lo))
		require.Equal(t, Fragment, Parse(LinkEthernet, f, uint32(len(f)), &p))
	}
	f := with(0, hop(6))
	require.Equal(t, NotUDP, Parse(LinkEthernet, f, uint32(len(f)), &p))
}

func TestParseAllocatesNothing(t *testing.T) {
	frames := [][]byte{cnpFrame(t, "10.0.17.1", "10.0.18.1"), cnpFrame(t, "2001:db8::1", "2001:db8::2")}
	var p Packet
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for _, b := range frames {
			Parse(LinkEthernet, b, uint32(len(b)), &p)
			p.CheckICRC()
		}
	}))
}

func FuzzParse(f *testing.F) {
	for _, addr := range [][2]string{{"10.0.17.1", "10.0.18.1"}, {"2001:db8::1", "2001:db8::2"}} {
		eth := cnpFrame(f, addr[0], addr[1])
		f.Add(uint16(LinkEthernet), eth, uint32(len(eth)))
		f.Add(uint16(LinkEthernet), eth[:50], uint32(0))
		for link, b := range links(eth[14:]) {
			f.Add(uint16(link), b, uint32(len(b)))
		}
		for _, w := range wrappings() {
			b := w.wrap(eth, 3)
			f.Add(uint16(LinkEthernet), b, uint32(len(b)))
		}
	}
	f.Fuzz(func(t *testing.T, link uint16, b []byte, orig uint32) {
		var p Packet
		v := Parse(LinkType(link), b, orig, &p)
		if v >= NumVerdicts {
			t.Fatalf("verdict %d", v)
		}
		if v != OK {
			return
		}
		if !p.Src.IsValid() || !p.Dst.IsValid() || p.BTHAt+BTHLen+len(p.Payload) != len(p.IP) || uint32(len(p.IP)) > p.IPLen {
			t.Fatalf("inconsistent packet %+v", p)
		}
		p.CheckICRC()
		ParseCM(&p)
	})
}

func Example() {
	cnp := Frame{
		Src: netip.MustParseAddr("10.0.0.100"), Dst: netip.MustParseAddr("10.0.0.1"),
		DSCP: 48, BTH: NewCNP(0x110, 3), Payload: make([]byte, CNPPayloadLen),
	}
	frame, err := cnp.AppendEthernet(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var p Packet
	fmt.Println(Parse(LinkEthernet, frame, uint32(len(frame)), &p), len(frame), "bytes")
	good, _ := p.CheckICRC()
	fmt.Printf("%v -> %v QP %#x: %d marked, ICRC good: %v\n", p.Src, p.Dst, p.BTH.DestQP, p.BTH.Reserved7, good)
	// Output:
	// RoCEv2 74 bytes
	// 10.0.0.100 -> 10.0.0.1 QP 0x110: 3 marked, ICRC good: true
}

// TestData: headers of operations, padding and the ICRC do not count as data, however much was captured.
func TestData(t *testing.T) {
	for op, headers := range map[Opcode]int{
		SendFirst: 0, SendMiddle: 0, SendLast: 0, SendLastImmediate: 4, SendOnly: 0, SendOnlyImmediate: 4, SendLastInvalidate: 4, SendOnlyInvalidate: 4,
		WriteFirst: 16, WriteMiddle: 0, WriteLast: 0, WriteLastImmediate: 4, WriteOnly: 16, WriteOnlyImmediate: 20,
		Opcode(TransportXRC<<5) | WriteOnly: 20, Opcode(TransportUC<<5) | SendLast: 0,
	} {
		for _, src := range []string{"10.0.0.1", "fd00::1"} {
			f := Frame{Src: netip.MustParseAddr(src), Dst: netip.MustParseAddr(src), BTH: BTH{Opcode: op, Pad: 3}, Payload: make([]byte, headers+101+3)}
			b, err := f.AppendEthernet(nil)
			require.NoError(t, err)
			var p Packet
			require.Equal(t, OK, Parse(LinkEthernet, b[:len(b)-50], uint32(len(b)), &p))
			require.EqualValues(t, 101, p.Data(), "%#x from %s", op, src)
		}
	}
	require.Zero(t, (&Packet{IPLen: 40, BTHAt: 28, BTH: BTH{Opcode: WriteOnly}}).Data())
}
