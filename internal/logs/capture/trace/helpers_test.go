package trace

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
)

// pkt is one frame of a test's capture.
type pkt struct {
	at   int64 // ns since 1970
	orig int   // length before the capture cut it; 0: len(data)
	data []byte
}

func (p pkt) length() int {
	if p.orig != 0 {
		return p.orig
	}
	return len(p.data)
}

// pcapBytes writes a pcap by hand, in the given order and unit.
func pcapBytes(order binary.AppendByteOrder, nanos bool, link uint32, pkts []pkt) []byte {
	magic, unit := uint32(magicPcapMicros), int64(1000)
	if nanos {
		magic, unit = magicPcapNanos, 1
	}
	b := order.AppendUint32(nil, magic)
	b = order.AppendUint16(b, 2)
	b = order.AppendUint16(b, 4)
	b = append(b, make([]byte, 8)...)
	b = order.AppendUint32(b, 65_535)
	b = order.AppendUint32(b, link)
	for _, p := range pkts {
		b = order.AppendUint32(b, uint32(p.at/nanosPerSec))
		b = order.AppendUint32(b, uint32(p.at%nanosPerSec/unit))
		b = order.AppendUint32(b, uint32(len(p.data)))
		b = order.AppendUint32(b, uint32(p.length()))
		b = append(b, p.data...)
	}
	return b
}

// block makes a pcapng block.
func ngBlock(order binary.AppendByteOrder, kind uint32, body []byte) []byte {
	for len(body)%4 != 0 {
		body = append(body, 0)
	}
	n := uint32(len(body) + 12)
	b := order.AppendUint32(nil, kind)
	b = order.AppendUint32(b, n)
	b = append(b, body...)
	return order.AppendUint32(b, n)
}

func ngSection(order binary.AppendByteOrder) []byte {
	body := order.AppendUint32(nil, orderMagic)
	body = order.AppendUint16(body, 1)
	body = order.AppendUint16(body, 0)
	return ngBlock(order, blockSection, append(body, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF))
}

// ngInterfaceBlock describes an interface; resolution 0 leaves the option out.
func ngInterfaceBlock(order binary.AppendByteOrder, link uint16, resolution byte, offset int64) []byte {
	body := order.AppendUint16(nil, link)
	body = order.AppendUint16(body, 0)
	body = order.AppendUint32(body, 65_535)
	option := func(code uint16, v []byte) {
		body = order.AppendUint16(body, code)
		body = order.AppendUint16(body, uint16(len(v)))
		body = append(body, v...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	option(2, []byte("eth0!")) // a name, to be stepped over
	if resolution != 0 {
		option(optResolution, []byte{resolution})
	}
	if offset != 0 {
		option(optOffset, order.AppendUint64(nil, uint64(offset)))
	}
	option(optEnd, nil)
	return ngBlock(order, blockInterface, body)
}

func ngPacket(order binary.AppendByteOrder, id uint32, units uint64, p pkt) []byte {
	body := order.AppendUint32(nil, id)
	body = order.AppendUint32(body, uint32(units>>32))
	body = order.AppendUint32(body, uint32(units))
	body = order.AppendUint32(body, uint32(len(p.data)))
	body = order.AppendUint32(body, uint32(p.length()))
	return ngBlock(order, blockEnhanced, append(body, p.data...))
}

// ngBytes writes a pcapng with one interface of nanoseconds.
func ngBytes(order binary.AppendByteOrder, link uint16, pkts []pkt) []byte {
	b := append(ngSection(order), ngInterfaceBlock(order, link, 9, 0)...)
	for _, p := range pkts {
		b = append(b, ngPacket(order, 0, uint64(p.at), p)...)
	}
	return b
}

func gz(t testing.TB, b []byte) []byte {
	t.Helper()
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, err := w.Write(b)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return z.Bytes()
}

// host is 10.0.0.n.
func host(n byte) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, n}) }

// packetOf builds an Ethernet frame between two hosts.
func packetOf(t testing.TB, src, dst netip.Addr, ecn uint8, sport uint16, h roce.BTH, payload []byte) []byte {
	t.Helper()
	h.PKey = roce.DefaultPKey
	f := roce.Frame{Src: src, Dst: dst, ECN: ecn, SrcPort: sport, BTH: h, Payload: payload}
	b, err := f.AppendEthernet(nil)
	require.NoError(t, err)
	return b
}

// qp is a queue pair for tests: a sends to b.
type qp struct {
	a, b       netip.Addr
	qpnA, qpnB uint32
	port       uint16
}

func (q qp) data(t testing.TB, psn uint32, ce bool) []byte {
	ecn := uint8(2)
	if ce {
		ecn = 3
	}
	return packetOf(t, q.a, q.b, ecn, q.port, roce.BTH{Opcode: roce.WriteMiddle, DestQP: q.qpnB, PSN: psn & roce.PSNMask}, make([]byte, 1024))
}

func (q qp) ack(t testing.TB, psn uint32) []byte {
	return packetOf(t, q.b, q.a, 2, q.port, roce.BTH{Opcode: roce.Acknowledge, DestQP: q.qpnA, PSN: psn & roce.PSNMask}, roce.AppendAETH(nil, 0x1F, 1))
}

func (q qp) cnp(t testing.TB, marked uint32) []byte {
	return packetOf(t, q.b, q.a, 0, 0, roce.NewCNP(q.qpnA, marked), make([]byte, roce.CNPPayloadLen))
}

// reverse is the same queue pair seen from the other side.
func (q qp) reverse() qp { return qp{a: q.b, b: q.a, qpnA: q.qpnB, qpnB: q.qpnA, port: q.port} }

func read(t testing.TB, b []byte) *Trace {
	t.Helper()
	tr, err := readBytes(b, Options{AllowNoCNP: true})
	require.NoError(t, err)
	return tr
}

func readBytes(b []byte, o Options) (*Trace, error) {
	r, err := NewReader("in", bytes.NewReader(b), o)
	if err != nil {
		return nil, err
	}
	return r.all()
}

func readText(s string) (*Trace, error) { return readBytes([]byte(s), Options{AllowNoCNP: true}) }

// oneLine asserts that an error is one line that says all of these.
func oneLine(t testing.TB, err error, parts ...string) {
	t.Helper()
	require.Error(t, err)
	require.NotContains(t, err.Error(), "\n")
	for _, p := range parts {
		require.Contains(t, err.Error(), p)
	}
	require.False(t, strings.HasSuffix(err.Error(), "."), err)
}

// open begins to read a trace in memory.
func open(t testing.TB, b []byte, o Options) *Reader {
	t.Helper()
	r, err := NewReader("in", bytes.NewReader(b), o)
	require.NoError(t, err)
	return r
}
