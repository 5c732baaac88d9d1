// Package largecapture makes captures of any size, the same bytes for the same
// options: what the reader's speed and memory are measured on.
//
// Connections between hosts of two racks take turns at random. Each sends RDMA
// WRITEs in frames of one length, with random data, so that nothing compresses
// or repeats by accident, and random first PSNs; every AckEvery packets its
// receiver acknowledges. One packet in MarkOneIn bears Congestion Experienced,
// and the receiver answers those with CNPs, at most one a connection in 50 us.
// Every eighth connection runs over IPv6. All ICRCs are valid. Packets follow
// one another as a link of 100 Gb/s carries them.
package largecapture

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net/netip"

	"smartnic-cc/internal/capture/roce"
	"smartnic-cc/internal/capture/trace"
	"smartnic-cc/internal/num/splitmix"
)

// Options of a capture. The zero value of a field stands for its default.
type Options struct {
	Format trace.Format // FormatPcap or FormatPcapng; pcap
	Size   int64        // bytes that the file has at most, and nearly has; required
	Frame  int          // length of a data frame with its Ethernet header; 1024
	Conns  int          // connections, at most 65536; 64
	Seed   uint64
	// Progress is told the bytes written so far, now and then; nil for nobody.
	Progress func(done int64)
}

// Totals are what a reader must find.
type Totals struct {
	Bytes                             int64 // length of the file
	Packets, Data, Marked, Acks, CNPs uint64
	DataBytes                         uint64 // from IP header to ICRC, as trace.Event counts them
}

// Start is the time of the first packet, in nanoseconds since 1970.
const Start = 1_700_000_000_000_000_000

const (
	defaultFrame, defaultConns = 1024, 64
	maxConns                   = 1 << 16
	// AckEvery is how many data packets of a connection one ACK answers.
	AckEvery = 16
	// MarkOneIn is one in how many data packets bears Congestion Experienced.
	MarkOneIn   = 32
	cnpInterval = 50_000 // ns
	cnpDSCP     = 48
	ect0, ce    = 2, 3

	etherLen, etherWire = 14, 24 // header; check sequence, preamble and gap
	bitsPerNano         = 100    // of the link

	minFrame, maxFrame = 128, 9_216
	progressEvery      = 1 << 14 // packets
)

// conn is one connection.
type conn struct {
	src, dst       netip.Addr
	srcQPN, dstQPN uint32
	psn            uint32
	sinceAck       int
	nextCNP        int64
}

// generator writes frames until the file is full.
type generator struct {
	o      Options
	c      *trace.CaptureWriter
	rng    splitmix.Source
	conns  []conn
	random []byte // payloads are stretches of it
	frame  []byte
	ident  uint16
	now    int64
	full   bool
	totals Totals
}

// Write writes a capture to w.
func Write(w io.Writer, o Options) (Totals, error) {
	if err := o.complete(); err != nil {
		return Totals{}, err
	}
	buf := bufio.NewWriterSize(w, 1<<20)
	c, err := trace.NewCaptureWriter(buf, o.Format, 0)
	if err != nil {
		return Totals{}, err
	}
	g := &generator{o: o, c: c, rng: splitmix.Source(o.Seed), now: Start}
	g.totals.Bytes = headerLen(o.Format)
	g.build()
	for !g.full {
		if err := g.packet(); err != nil {
			return g.totals, err
		}
	}
	if err := c.Flush(); err != nil {
		return g.totals, err
	}
	return g.totals, buf.Flush()
}

// complete fills in defaults and refuses what cannot be made.
func (o *Options) complete() error {
	if o.Format == 0 {
		o.Format = trace.FormatPcap
	}
	if o.Frame == 0 {
		o.Frame = defaultFrame
	}
	if o.Conns == 0 {
		o.Conns = defaultConns
	}
	switch {
	case o.Format != trace.FormatPcap && o.Format != trace.FormatPcapng:
		return fmt.Errorf("%v is not a capture format; pcap and pcapng are", o.Format)
	case o.Frame < minFrame || o.Frame > maxFrame:
		return fmt.Errorf("frames of %d bytes; expected %d to %d", o.Frame, minFrame, maxFrame)
	case o.Conns < 1 || o.Conns > maxConns:
		return fmt.Errorf("%d connections; expected 1 to %d", o.Conns, maxConns)
	case o.Size < headerLen(o.Format):
		return fmt.Errorf("%d bytes do not hold the header of a %v; ask for more", o.Size, o.Format)
	}
	return nil
}

// headerLen is what stands before the first packet.
func headerLen(f trace.Format) int64 {
	if f == trace.FormatPcap {
		return 24
	}
	return 28 + 32 // section header; interface description with its time resolution
}

// recordLen is what a packet of n bytes takes in the file.
func (g *generator) recordLen(n int) int64 {
	if g.o.Format == trace.FormatPcap {
		return 16 + int64(n)
	}
	return 32 + int64(n+3)&^3
}

func (g *generator) build() {
	for range 2 * maxFrame / 8 {
		g.random = binary.LittleEndian.AppendUint64(g.random, g.rng.Uint64())
	}
	for i := range g.o.Conns {
		c := conn{srcQPN: 0x1000 + uint32(i), dstQPN: 0x20_0000 + uint32(i), psn: uint32(g.rng.Uint64()) & roce.PSNMask}
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
	marked := z>>32%MarkOneIn == 0
	ecn := uint8(ect0)
	if marked {
		ecn = ce
	}
	overhead := roce.Overhead(c.src)
	length := g.o.Frame - etherLen - overhead
	at := int(z>>48) % (len(g.random) - length)
	err := g.put(c.src, c.dst, roce.Frame{ECN: ecn, SrcPort: roce.PortOf(c.srcQPN, c.dstQPN), Payload: g.random[at : at+length],
		BTH: roce.BTH{Opcode: roce.WriteMiddle, PKey: roce.DefaultPKey, DestQP: c.dstQPN, PSN: c.psn}})
	if err != nil || g.full {
		return err
	}
	g.totals.Data++
	g.totals.DataBytes += uint64(overhead + length)
	c.sinceAck++
	if marked {
		g.totals.Marked++
	}
	if marked && g.now >= c.nextCNP {
		c.nextCNP = g.now + cnpInterval
		err := g.put(c.dst, c.src, roce.Frame{DSCP: cnpDSCP, BTH: roce.NewCNP(c.srcQPN, 0), Payload: make([]byte, roce.CNPPayloadLen)})
		if err != nil || g.full {
			return err
		}
		g.totals.CNPs++
	}
	if c.sinceAck == AckEvery {
		c.sinceAck = 0
		err := g.put(c.dst, c.src, roce.Frame{ECN: ect0, SrcPort: roce.PortOf(c.srcQPN, c.dstQPN), Payload: roce.AppendAETH(nil, 0x1F, 0),
			BTH: roce.BTH{Opcode: roce.Acknowledge, PKey: roce.DefaultPKey, DestQP: c.srcQPN, PSN: c.psn}})
		if err != nil || g.full {
			return err
		}
		g.totals.Acks++
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
	if g.totals.Bytes+n > g.o.Size {
		g.full = true
		return nil
	}
	g.totals.Bytes += n
	g.totals.Packets++
	err = g.c.WriteFrame(g.now, frame)
	g.now += int64(len(frame)+etherWire) * 8 / bitsPerNano
	if g.o.Progress != nil && g.totals.Packets%progressEvery == 0 {
		g.o.Progress(g.totals.Bytes)
	}
	return err
}
