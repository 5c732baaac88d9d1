package roce

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/stretchr/testify/require"
)

// slowICRC is the CRC bit by bit over a masked copy of the packet: the
// independent reading of the rule that ICRC follows with a table and slices.
func slowICRC(ip []byte, bthAt int) uint32 {
	b := append(make([]byte, 8), ip...)
	for i := range 8 {
		b[i] = 0xFF
	}
	mask := func(at, n int) {
		for i := range n {
			b[8+at+i] = 0xFF
		}
	}
	if ip[0]>>4 == 4 {
		mask(1, 1)
		mask(8, 1)
		mask(10, 2)
	} else {
		b[8] |= 0x0F
		mask(1, 3)
		mask(7, 1)
	}
	mask(bthAt-2, 2)
	mask(bthAt+4, 1)
	crc := ^uint32(0)
	for _, c := range b {
		crc ^= uint32(c)
		for range 8 {
			if crc&1 != 0 {
				crc = crc>>1 ^ 0xEDB88320
			} else {
				crc >>= 1
			}
		}
	}
	return ^crc
}

func randomBTH(r *rand.Rand) BTH {
	return BTH{Opcode: Opcode(r.Uint32()), Solicited: r.Uint32()&1 != 0, Migration: r.Uint32()&1 != 0,
		Pad: uint8(r.Uint32() & 3), HeaderVersion: uint8(r.Uint32() & 15), PKey: uint16(r.Uint32()),
		FECN: r.Uint32()&1 != 0, BECN: r.Uint32()&1 != 0, Reserved6: uint8(r.Uint32() & 63), DestQP: r.Uint32() & QPNMask,
		AckReq: r.Uint32()&1 != 0, Reserved7: uint8(r.Uint32() & 127), PSN: r.Uint32() & PSNMask}
}

// The header that the CNP format's description gives as an example.
func TestCNPBytes(t *testing.T) {
	h := NewCNP(0xD2, 0)
	require.Equal(t, "8100ffff400000d200000000", hex.EncodeToString(h.Append(nil)))
	counted := NewCNP(0xD2, 5)
	require.Equal(t, "8100ffff400000d205000000", hex.EncodeToString(counted.Append(nil)))
	full := NewCNP(0xFF0000D2, 1000)
	require.Equal(t, "8100ffff400000d27f000000", hex.EncodeToString(full.Append(nil)), "the count saturates and the QP number keeps 24 bits")
}

// Bytes to header to bytes, over every bit of the 12 bytes, and back.
func TestBTHRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		var b [BTHLen]byte
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		h, ok := ParseBTH(b[:])
		require.True(t, ok)
		require.Equal(t, b[:], h.Append(nil))
		want := randomBTH(r)
		got, ok := ParseBTH(want.Append(nil))
		require.True(t, ok)
		require.Empty(t, cmp.Diff(want, got))
	}
	_, ok := ParseBTH(make([]byte, BTHLen-1))
	require.False(t, ok)
}

// A CNP that a ConnectX-4 Lx sent, known by its fields, must get the ICRC
// that the NIC gave it: the one check against hardware.
func TestICRCOfHardware(t *testing.T) {
	f := Frame{Src: netip.MustParseAddr("10.0.17.1"), Dst: netip.MustParseAddr("10.0.18.1"), DSCP: 48, ECN: 2,
		ID: 0x718C, BTH: NewCNP(0x118, 0), Payload: make([]byte, CNPPayloadLen)}
	ip, err := f.AppendIP(nil)
	require.NoError(t, err)
	require.Len(t, ip, 60, "74 bytes with the Ethernet header")
	require.Equal(t, "82fd002a", hex.EncodeToString(ip[len(ip)-4:]))
	require.Equal(t, uint16(0x9161), binary.BigEndian.Uint16(ip[10:]), "IP header checksum")
}

func TestICRCAgainstBitByBit(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		f := randomFrame(r)
		ip, err := f.AppendIP(nil)
		require.NoError(t, err)
		bthAt := 28
		if f.Src.Is6() {
			bthAt = 48
		}
		end := len(ip) - ICRCLen
		require.Equal(t, slowICRC(ip[:end], bthAt), binary.LittleEndian.Uint32(ip[end:]))
		crc, ok := ICRC(ip[:end], bthAt)
		require.True(t, ok)
		require.Equal(t, binary.LittleEndian.Uint32(ip[end:]), crc)
	}
}

func randomAddr(r *rand.Rand, six bool) netip.Addr {
	var b [16]byte
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	if six {
		b[0] = 0x20
		return netip.AddrFrom16(b)
	}
	return netip.AddrFrom4([4]byte(b[:4]))
}

func randomFrame(r *rand.Rand) Frame {
	six := r.Uint32()&1 != 0
	f := Frame{Src: randomAddr(r, six), Dst: randomAddr(r, six), DSCP: uint8(r.Uint32() & 63), ECN: uint8(r.Uint32() & 3),
		TTL: uint8(r.Uint32()%255 + 1), ID: uint16(r.Uint32()), SrcPort: uint16(r.Uint32()), BTH: randomBTH(r), Payload: make([]byte, r.IntN(300))}
	if six {
		f.FlowLabel = r.Uint32() & 0xFFFFF
	}
	for i := range f.Payload {
		f.Payload[i] = byte(r.Uint32())
	}
	for range r.IntN(4) {
		f.VLAN = append(f.VLAN, uint16(r.Uint32()))
	}
	return f
}

// Round trip: Frame -> bytes -> Packet, and the same bytes through gopacket's
// layers, which know nothing of ours.
func TestFrameRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		f := randomFrame(r)
		b, err := f.AppendEthernet(nil)
		require.NoError(t, err)
		padded := append(append([]byte(nil), b...), make([]byte, r.IntN(8))...) // minimal frames and check sequences
		var p Packet
		require.Equal(t, OK, Parse(LinkEthernet, padded, uint32(len(padded)), &p))
		require.Equal(t, f.BTH, p.BTH)
		require.Equal(t, f.Src, p.Src)
		require.Equal(t, f.Dst, p.Dst)
		require.Equal(t, f.SrcPort, p.SrcPort)
		require.Equal(t, f.DSCP<<2|f.ECN, p.TOS)
		require.Equal(t, f.ECN == 3, p.CE())
		require.Equal(t, uint32(Overhead(f.Src)+len(f.Payload)), p.IPLen)
		require.Equal(t, f.Payload, p.Payload[:len(p.Payload)-ICRCLen])
		good, known := p.CheckICRC()
		require.True(t, good && known)

		g := gopacket.NewPacket(b, layers.LayerTypeEthernet, gopacket.Default)
		require.Nil(t, g.ErrorLayer())
		udp := g.TransportLayer().(*layers.UDP)
		require.Equal(t, layers.UDPPort(UDPPort), udp.DstPort)
		require.Equal(t, f.SrcPort, uint16(udp.SrcPort))
		require.Equal(t, f.BTH.Append(nil), udp.Payload[:BTHLen])
		if four, ok := g.NetworkLayer().(*layers.IPv4); ok {
			require.Zero(t, sum16(four.Contents), "header checksum")
			require.Equal(t, f.TTL, four.TTL)
		}
	}
}

// sum16 is the one's complement sum that a right checksum makes zero.
func sum16(b []byte) uint16 {
	s := 0
	for i := 0; i < len(b); i += 2 {
		s += int(binary.BigEndian.Uint16(b[i:]))
	}
	return ^uint16(s%0xFFFF) % 0xFFFF
}

// A changed bit is seen wherever a router may not change it.
func TestICRCSeesBits(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	f := randomFrame(r)
	for f.Src.Is6() || len(f.VLAN) > 0 {
		f = randomFrame(r)
	}
	ip, err := f.AppendIP(nil)
	require.NoError(t, err)
	masked := map[int]bool{1: true, 8: true, 10: true, 11: true, 26: true, 27: true, 32: true}
	for at := range ip {
		if at < 1 || at == 2 || at == 3 || at == 6 || at == 7 || at == 9 || at == 22 || at == 23 {
			continue // bits that make it another kind of packet
		}
		bad := append([]byte(nil), ip...)
		bad[at] ^= 0x10
		var p Packet
		require.Equal(t, OK, Parse(LinkRaw, bad, uint32(len(bad)), &p), "byte %d", at)
		good, known := p.CheckICRC()
		require.True(t, known)
		require.Equal(t, masked[at], good, "byte %d", at)
	}
}

func TestBadFrames(t *testing.T) {
	four, six := netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("2001:db8::1")
	for _, f := range []Frame{{}, {Src: four, Dst: six}, {Src: six, Dst: four}, {Src: four}} {
		_, err := f.AppendEthernet(nil)
		require.ErrorContains(t, err, "want two of one family")
	}
	long := Frame{Src: four, Dst: four, Payload: make([]byte, 65_535)}
	_, err := long.AppendIP(nil)
	require.ErrorContains(t, err, "at most 65535 fit")
}

// Every opcode has the class that the tables of the specification give it.
func TestClasses(t *testing.T) {
	var count [ClassDatagram + 1]int
	for o := range 256 {
		count[Opcode(o).Class()]++
	}
	// RC, UC, RD and XRC: 14 SEND and WRITE, 4 READ responses, 3 requests, 2 acknowledges each.
	require.Equal(t, [...]int{256 - 1 - 32 - 4*23, 1, 4 * 14, 4 * 4, 4 * 3, 4 * 2, 32}, count)
	for o, want := range map[Opcode]Class{0x81: ClassCNP, 0x80: ClassOther, 0x00: ClassSendData, 0x0B: ClassSendData, 0x0C: ClassRequest,
		0x0D: ClassReadData, 0x10: ClassReadData, 0x11: ClassAck, 0x12: ClassAck, 0x13: ClassRequest, 0x15: ClassOther,
		0x17: ClassSendData, 0x18: ClassOther, 0x24: ClassSendData, 0x64: ClassDatagram, 0xA6: ClassSendData, 0xC0: ClassOther} {
		require.Equal(t, want, o.Class(), "%#x", o)
	}
}

func TestNak(t *testing.T) {
	require.False(t, IsNak(AppendAETH(nil, 0x1F, 7)))
	require.False(t, IsNak(nil), "cut")
	require.True(t, IsNak(AppendAETH(nil, 0x2E, 7)), "receiver not ready")
	require.True(t, IsNak(AppendAETH(nil, 0x60, 7)), "sequence error")
}

// SourcePort in the words of its comment, with wide arithmetic: the three 20-bit
// digits of the product.
func TestPortOf(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 10_000 {
		a, b := r.Uint32()&QPNMask, r.Uint32()&QPNMask
		product := uint64(a) * uint64(b)
		d0, d1, d2 := product%(1<<20), product>>20%(1<<20), product>>40
		label := d0 ^ d1 ^ d2
		want := 0xC000 + (label%(1<<14) ^ label>>14)
		require.Equal(t, uint16(want), SourcePort(a, b))
		require.Equal(t, SourcePort(a, b), SourcePort(b, a))
	}
}

func TestCM(t *testing.T) {
	for _, m := range []CM{{Kind: CMRequest, LocalCommID: 0x11223344, LocalQPN: 0xABCDEF},
		{Kind: CMReply, LocalCommID: 5, RemoteCommID: 0x11223344, LocalQPN: 0x123456}} {
		payload := AppendCM(nil, m)
		p := Packet{BTH: BTH{Opcode: UDSendOnly, DestQP: CMQPN}, Payload: payload}
		require.Equal(t, m, ParseCM(&p))
		least := map[CMKind]int{CMRequest: 8 + 24 + 35, CMReply: 8 + 24 + 15}[m.Kind]
		for n := range payload {
			cut, want := p, CM{}
			cut.Payload = payload[:n]
			if n >= least {
				want = m
			}
			require.Equal(t, want, ParseCM(&cut), "cut to %d", n)
		}
		p.BTH.DestQP = 2
		require.Equal(t, CM{}, ParseCM(&p))
	}
}
