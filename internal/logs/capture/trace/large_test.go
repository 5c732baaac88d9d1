package trace_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/num/splitmix"
	"smartnic-cc/internal/base/packet/pcap"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/logs/capture/trace"
)

// large says what capture a reader is measured on: connections between hosts of two racks take turns at
// random, the same bytes for the same fields. Each sends RDMA WRITEs in frames of one length, with random
// data, so that nothing compresses or repeats by accident, and random first PSNs; every ackEvery packets its
// receiver acknowledges. One packet in markOneIn carries Congestion Experienced, and the receiver answers those
// with CNPs, at most one a connection in 50 us. Every eighth connection runs over IPv6. All ICRCs are valid.
type large struct {
	ng    bool
	size  int64 // bytes that the file has at most, and nearly has
	frame int   // length of a data frame with its Ethernet header; 0 is 1024
	conns int   // 0 is 64
}

// totals are what a reader must find.
type totals struct {
	bytes                             int64 // length of the file
	packets, data, marked, acks, cnps uint64
	dataBytes                         uint64 // from IP header to ICRC, as trace.Event counts them
}

const (
	ackEvery    = 16
	markOneIn   = 32
	cnpInterval = 50_000 // ns
	cnpDSCP     = 48
	ect0, ce    = 2, 3

	etherLen, etherWire = 14, 24 // header; check sequence, preamble and gap
	bitsPerNano         = 100    // of the link
	maxFrame            = 9_216
)

// largeConn is one connection.
type largeConn struct {
	src, dst       netip.Addr
	srcQPN, dstQPN uint32
	psn            uint32
	sinceAck       int
	nextCNP        int64
}

// generator writes frames until the file is full.
type generator struct {
	o      large
	c      *pcap.Writer
	rng    splitmix.Source
	conns  []largeConn
	random []byte // payloads are stretches of it
	frame  []byte
	ident  uint16
	now    int64
	full   bool
	found  totals
}

// write writes the capture to w.
func (o large) write(w io.Writer) (totals, error) {
	if o.frame == 0 {
		o.frame = 1024
	}
	if o.conns == 0 {
		o.conns = 64
	}
	buf := bufio.NewWriterSize(w, 1<<20)
	c, err := pcap.NewWriter(buf, pcap.Options{NG: o.ng})
	if err != nil {
		return totals{}, err
	}
	g := &generator{o: o, c: c, rng: 1, now: 1_700_000_000_000_000_000}
	g.found.bytes = headerLen(o.ng)
	g.build()
	for !g.full {
		if err := g.packet(); err != nil {
			return g.found, err
		}
	}
	if err := c.Flush(); err != nil {
		return g.found, err
	}
	return g.found, buf.Flush()
}

// headerLen is what stands before the first packet.
func headerLen(ng bool) int64 {
	if !ng {
		return 24
	}
	return 28 + 32 // section header; interface description with its time resolution
}

// recordLen is what a packet of n bytes takes in the file.
func (g *generator) recordLen(n int) int64 {
	if !g.o.ng {
		return 16 + int64(n)
	}
	return 32 + int64(n+3)&^3
}

func (g *generator) build() {
	for range 2 * maxFrame / 8 {
		g.random = binary.LittleEndian.AppendUint64(g.random, g.rng.Uint64())
	}
	for i := range g.o.conns {
		c := largeConn{srcQPN: 0x1000 + uint32(i), dstQPN: 0x20_0000 + uint32(i), psn: uint32(g.rng.Uint64()) & roce.PSNMask}
		from, to := byte(i), byte(i%16) // sixteen receivers
		if i%8 == 7 {
			c.src = netip.AddrFrom16([16]byte{0x20, 0x01, 0x0D, 0xB8, 13: 1, 14: byte(i >> 8), 15: from})
			c.dst = netip.AddrFrom16([16]byte{0x20, 0x01, 0x0D, 0xB8, 13: 2, 15: to})
		} else {
			c.src = netip.AddrFrom4([4]byte{10, 1, byte(i >> 8), from})
			c.dst = netip.AddrFrom4([4]byte{10, 2, 0, to})
		}
		g.conns = append(g.conns, c)
	}
}

// packet writes the next data packet and what it causes.
func (g *generator) packet() error {
	z := g.rng.Uint64()
	c := &g.conns[z%uint64(len(g.conns))]
	marked := z>>32%markOneIn == 0
	ecn := uint8(ect0)
	if marked {
		ecn = ce
	}
	overhead := roce.Overhead(c.src)
	length := g.o.frame - etherLen - overhead
	at := int(z>>48) % (len(g.random) - length)
	err := g.put(c.src, c.dst, roce.Frame{ECN: ecn, SrcPort: roce.SourcePort(c.srcQPN, c.dstQPN), Payload: g.random[at : at+length],
		BTH: roce.BTH{Opcode: roce.WriteMiddle, PKey: roce.DefaultPKey, DestQP: c.dstQPN, PSN: c.psn}})
	if err != nil || g.full {
		return err
	}
	g.found.data++
	g.found.dataBytes += uint64(overhead + length)
	c.sinceAck++
	if marked {
		g.found.marked++
	}
	if marked && g.now >= c.nextCNP {
		c.nextCNP = g.now + cnpInterval
		err := g.put(c.dst, c.src, roce.Frame{DSCP: cnpDSCP, BTH: roce.NewCNP(c.srcQPN, 0), Payload: make([]byte, roce.CNPPayloadLen)})
		if err != nil || g.full {
			return err
		}
		g.found.cnps++
	}
	if c.sinceAck == ackEvery {
		c.sinceAck = 0
		err := g.put(c.dst, c.src, roce.Frame{ECN: ect0, SrcPort: roce.SourcePort(c.srcQPN, c.dstQPN), Payload: roce.AppendAETH(nil, 0x1F, 0),
			BTH: roce.BTH{Opcode: roce.Acknowledge, PKey: roce.DefaultPKey, DestQP: c.srcQPN, PSN: c.psn}})
		if err != nil || g.full {
			return err
		}
		g.found.acks++
	}
	c.psn = (c.psn + 1) & roce.PSNMask
	return nil
}

// put writes one frame, or finds the file full.
func (g *generator) put(src, dst netip.Addr, f roce.Frame) error {
	f.Src, f.Dst, f.ID = src, dst, g.ident
	g.ident++
	frame, err := f.AppendEthernet(g.frame[:0])
	if err != nil {
		return err
	}
	g.frame = frame
	n := g.recordLen(len(frame))
	if g.found.bytes+n > g.o.size {
		g.full = true
		return nil
	}
	g.found.bytes += n
	g.found.packets++
	err = g.c.WriteFrame(g.now, frame)
	g.now += int64(len(frame)+etherWire) * 8 / bitsPerNano
	return err
}

// TestLarge: the reader finds what was written, and the file nearly has the size asked for.
func TestLarge(t *testing.T) {
	for _, o := range []large{
		{size: 3_000_000},
		{size: 3_000_000, ng: true, conns: 9},
		{size: 1_000_000, frame: 129, conns: 3},
		{size: 2_000_000, frame: 4_154, conns: 300},
	} {
		var b bytes.Buffer
		want, err := o.write(&b)
		require.NoError(t, err)
		require.Equal(t, int64(b.Len()), want.bytes)
		require.LessOrEqual(t, want.bytes, o.size)
		require.Greater(t, want.bytes, o.size-int64(max(o.frame, 1024))-64)
		r, err := trace.NewReader("large", bytes.NewReader(b.Bytes()), trace.Options{CheckICRC: true})
		require.NoError(t, err)
		require.Empty(t, r.Warnings())
		st := r.Stats()
		require.Equal(t, want, totals{int64(b.Len()), st.Packets, st.DataPackets, st.Marked, st.Acks, st.CNPs, st.DataBytes})
		require.Equal(t, st.Packets, st.ICRCChecked)
		require.Zero(t, st.ICRCWrong)
	}
}
