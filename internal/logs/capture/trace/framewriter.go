package trace

import (
	"cmp"
	"fmt"
	"io"
	"net/netip"

	"smartnic-cc/internal/base/packet/pcap"
	"smartnic-cc/internal/base/packet/roce"
)

const (
	defaultPacketBytes = 4140
	cnpDSCP            = 48
	ect0, ce           = 2, 3
)

// frameWriter makes RoCEv2 frames of events. Every data packet is a middle packet of an RDMA WRITE of zeros, with the
// event's length even where that leaves no multiple of 4 for the data; ACKs acknowledge the newest packet.
type frameWriter struct {
	c     *pcap.Writer
	conns []Conn
	psn   []uint32 // the next one, by connection
	o     WriterOptions
	frame []byte
	zeros []byte
	ident uint16
}

func newFrameWriter(w io.Writer, f Format, conns []Conn, o WriterOptions) (*frameWriter, error) {
	if f == FormatPcap && o.Reconstruction != Observed {
		return nil, fmt.Errorf("a pcap cannot say that its packets are made of reconstructed events: write pcapng, csv or jsonl")
	}
	c, err := pcap.NewWriter(w, pcap.Options{NG: f == FormatPcapng, SnapLen: o.SnapLen, Comment: o.Reconstruction.comment()})
	if err != nil {
		return nil, err
	}
	o.PacketBytes = cmp.Or(o.PacketBytes, defaultPacketBytes)
	fw := &frameWriter{c: c, conns: make([]Conn, len(conns)), psn: make([]uint32, len(conns)), o: o}
	for i := range conns {
		fw.conns[i] = addressed(conns[i], i)
		fw.psn[i] = uint32(i) * 0x9E3779 & roce.PSNMask // apart, so that ACKs distinguish connections
	}
	return fw, nil
}

// addressed fills in what a connection lacks for packets: hosts 10.1.x.y to
// 10.2.0.1, and QP numbers by its index.
func addressed(c Conn, i int) Conn {
	if !c.Sender.IsValid() || !c.Receiver.IsValid() {
		c.Sender = netip.AddrFrom4([4]byte{10, 1, byte(i >> 8), byte(i)})
		c.Receiver = netip.AddrFrom4([4]byte{10, 2, byte(i >> 16), 1})
	}
	c.SenderQPN = cmp.Or(c.SenderQPN, (0x100+uint32(i))&roce.QPNMask)
	c.ReceiverQPN = cmp.Or(c.ReceiverQPN, (0x800100+uint32(i))&roce.QPNMask)
	return c
}

func (w *frameWriter) Flush() error { return w.c.Flush() }

func (w *frameWriter) WriteEvent(e Event) error {
	if int(e.Conn) >= len(w.conns) {
		return fmt.Errorf("event of connection %d; there are %d", e.Conn, len(w.conns))
	}
	c := &w.conns[e.Conn]
	switch e.Kind {
	case KindData:
		return w.data(e, c)
	case KindCNP:
		left := e.Marked
		for range e.Count {
			now := min(left, roce.MaxMarked)
			left -= now
			err := w.put(e.Time, c, roce.Frame{Src: c.Receiver, Dst: c.Sender, DSCP: cnpDSCP,
				BTH: roce.NewCNP(c.SenderQPN, now), Payload: w.zero(roce.CNPPayloadLen)})
			if err != nil {
				return err
			}
		}
		return nil
	case KindAck, KindNak:
		syndrome := uint8(0x1F)
		if e.Kind == KindNak {
			syndrome = 0x60 // PSN sequence error
		}
		return w.put(e.Time, c, roce.Frame{Src: c.Receiver, Dst: c.Sender, ECN: ect0,
			BTH:     roce.BTH{Opcode: roce.Acknowledge, PKey: roce.DefaultPKey, DestQP: c.SenderQPN, PSN: w.psn[e.Conn] - 1},
			Payload: roce.AppendAETH(nil, syndrome, 0)})
	}
	return fmt.Errorf("a %v event has no packet: write csv or jsonl", e.Kind)
}

// data writes a data event as its packets, of sizes that differ by one byte at
// most, the marked ones first.
func (w *frameWriter) data(e Event, c *Conn) error {
	n := cmp.Or(e.Packets, max((e.Bytes+w.o.PacketBytes-1)/w.o.PacketBytes, e.Marked))
	if n == 0 {
		return fmt.Errorf("a data event without bytes and packets has no packet")
	}
	least := uint32(roce.Overhead(c.Sender))
	if size := e.Bytes / n; size < least || size >= 0xFFFF {
		return fmt.Errorf("data event of %d bytes in %d packets: a packet has %d to 65534", e.Bytes, n, least)
	}
	if e.Marked > n {
		return fmt.Errorf("data event with %d of %d packets marked", e.Marked, n)
	}
	longer := e.Bytes % n
	for i := range n {
		size := e.Bytes / n
		if i < longer {
			size++
		}
		f := roce.Frame{Src: c.Sender, Dst: c.Receiver, ECN: ect0, Payload: w.zero(int(size - least)),
			BTH: roce.BTH{Opcode: roce.WriteMiddle, PKey: roce.DefaultPKey, DestQP: c.ReceiverQPN, PSN: w.psn[e.Conn]}}
		if i < e.Marked {
			f.ECN = ce
		}
		w.psn[e.Conn] = (w.psn[e.Conn] + 1) & roce.PSNMask
		if err := w.put(e.Time, c, f); err != nil {
			return err
		}
	}
	return nil
}

func (w *frameWriter) zero(n int) []byte {
	if n > len(w.zeros) {
		w.zeros = make([]byte, n)
	}
	return w.zeros[:n]
}

// put writes one frame of connection c.
func (w *frameWriter) put(t int64, c *Conn, f roce.Frame) error {
	f.SrcMAC, f.DstMAC = macOf(f.Src), macOf(f.Dst)
	f.ID = w.ident
	w.ident++
	f.SrcPort = roce.SourcePort(c.SenderQPN, c.ReceiverQPN)
	frame, err := f.AppendEthernet(w.frame[:0])
	if err != nil {
		return err
	}
	w.frame = frame
	return w.c.WriteFrame(w.o.Start+t, frame)
}

// macOf is a locally administered MAC address of the host.
func macOf(a netip.Addr) [6]byte {
	b := a.As16()
	return [6]byte{2, 0, b[12], b[13], b[14], b[15]}
}
