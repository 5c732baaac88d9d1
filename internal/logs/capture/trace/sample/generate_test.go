// Package sample makes, with go test -update, the captures of docs/sample: a
// synthetic incast of RoCEv2 as a mirror of the receiver's switch port would
// show it.
//
// Eight senders write to one receiver through a port of 10 Gb/s for 20 ms, in
// messages of 64 KiB at an MTU of 4096 bytes. The port marks packets between
// two thresholds of its queue, the receiver answers with a CNP at most every
// 50 us and connection, and each sender halves its rate on a CNP and recovers
// in steps of 55 us. It does not model any NIC, but gives a replay
// plausible input. Senders join and leave, so that rates move.
//
// Six connections are plain IPv4, and their receiver reports the number of
// marked packets in the reserved bits of its CNPs; one is in a VLAN and one
// runs over IPv6, both without that number, as NICs of today send CNPs. Among
// them stand packets that have nothing to do with it. Frames are cut to 96
// bytes, so CNPs and ACKs are whole.
//
// Everything is integer arithmetic from a fixed seed: the same bytes always.
package sample

import (
	"cmp"
	"encoding/binary"
	"io"
	"net/netip"
	"slices"

	"smartnic-cc/internal/base/num/splitmix"
	"smartnic-cc/internal/base/packet/pcap"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/logs/capture/trace"
)

// What a reader of the sample finds in it.
const (
	Connections = 8
	LinkMbps    = 10_000     // rate of the port and line rate of the senders
	Duration    = 20_000_000 // nanoseconds in which data is sent
	SnapLen     = 96
	// Start is the time of the first packet, in nanoseconds since 1970.
	Start = 1_700_000_000_000_000_000
)

const (
	mtu           = 4096
	messagePkts   = 16
	ethernetExtra = 38 // header, check sequence, preamble and gap around the IP packet on the wire
	wireDelay     = 1_000
	cnpDelay      = 700 // receiver's reaction, ns
	ackDelay      = 600
	feedbackDelay = 4_000 // until the sender has reacted
	cnpInterval   = 50_000
	riseInterval  = 55_000
	fastSteps     = 5
	riseMbps      = 100
	leastMbps     = 100
	markFrom      = 60_000  // bytes in the queue
	markAll       = 240_000 // bytes in the queue
	markMost      = 13_107  // probability at markAll, of 65536
)

// sender is one connection.
type sender struct {
	src, dst       netip.Addr
	vlan           []uint16
	srcQPN, dstQPN uint32
	counts         bool // its receiver reports marked packets

	stop         int64
	rate, target uint32 // Mb/s
	next         int64  // when the next packet leaves
	rise         int64  // when the rate is raised next
	steps        uint32
	cuts         []int64 // when the CNPs that are on their way take effect

	psn, msn uint32
	inMsg    int
	lastCNP  int64
	marked   uint32
}

// packet is one frame of the capture.
type packet struct {
	at    int64
	frame []byte
}

type generator struct {
	rng      splitmix.Source
	senders  []sender
	packets  []packet
	linkFree int64
	ident    uint16
	zeros    [mtu]byte
	err      error
}

// Generate writes the sample in FormatPcap or FormatPcapng.
func Generate(w io.Writer, f trace.Format) error {
	g := &generator{rng: 0x5EED}
	g.build()
	g.run()
	g.unrelated()
	if g.err != nil {
		return g.err
	}
	slices.SortStableFunc(g.packets, func(a, b packet) int { return cmp.Compare(a.at, b.at) })
	c, err := pcap.NewWriter(w, pcap.Options{NG: f == trace.FormatPcapng, SnapLen: SnapLen})
	if err != nil {
		return err
	}
	for _, p := range g.packets {
		if err := c.WriteFrame(Start+p.at-g.packets[0].at, p.frame); err != nil {
			return err
		}
	}
	return c.Flush()
}

func (g *generator) build() {
	receiver := netip.AddrFrom4([4]byte{10, 0, 0, 100})
	receiver6 := netip.MustParseAddr("2001:db8::100")
	for i := range Connections {
		s := sender{
			src: netip.AddrFrom4([4]byte{10, 0, 0, byte(i + 1)}), dst: receiver,
			srcQPN: 0x000110 + uint32(i)*0x11, dstQPN: 0x000A00 + uint32(i),
			counts: true, stop: Duration, rate: LinkMbps, target: LinkMbps,
			psn: uint32(g.rng.Uint64()) & roce.PSNMask,
		}
		s.next = int64(g.rng.Uint64()%200_000) + 10_000
		switch i {
		case 1:
			s.psn = roce.PSNMask - 20 // wraps after some packets
		case 2:
			s.stop = 9_000_000
		case 3:
			s.stop = 13_000_000
		case 4:
			s.next += 5_000_000
		case 5:
			s.next += 3_000_000
			s.stop = 16_000_000
		case 6:
			s.vlan, s.counts = []uint16{3<<13 | 100}, false
		case 7:
			s.src, s.dst, s.counts = netip.MustParseAddr("2001:db8::8"), receiver6, false
		}
		s.rise = s.next + riseInterval
		s.lastCNP = -cnpInterval
		g.senders = append(g.senders, s)
	}
}

// run lets the senders send, always the one whose turn is next.
func (g *generator) run() {
	for {
		var s *sender
		for i := range g.senders {
			c := &g.senders[i]
			if c.next < c.stop && (s == nil || c.next < s.next) {
				s = c
			}
		}
		if s == nil {
			return
		}
		g.control(s, s.next)
		g.send(s)
	}
}

// control applies what has happened to a sender's rate by the time now, in the
// order in which it happened.
func (g *generator) control(s *sender, now int64) {
	for {
		switch {
		case len(s.cuts) > 0 && s.cuts[0] <= min(now, s.rise):
			s.target, s.rate = s.rate, max(s.rate/2, leastMbps)
			s.steps, s.rise = 0, s.cuts[0]+riseInterval
			s.cuts = s.cuts[1:]
		case s.rise <= now:
			if s.steps++; s.steps > fastSteps {
				s.target = min(s.target+riseMbps, LinkMbps)
			}
			s.rate = (s.rate + s.target + 1) / 2
			s.rise += riseInterval
		default:
			return
		}
	}
}

// send passes one data packet through the port and lets the receiver answer.
func (g *generator) send(s *sender) {
	head := roce.BTH{Opcode: roce.WriteMiddle, PKey: roce.DefaultPKey, DestQP: s.dstQPN, PSN: s.psn}
	payload := g.zeros[:]
	switch s.inMsg {
	case 0:
		head.Opcode = roce.WriteFirst
		payload = append(appendRETH(nil, 0x7F0000000000+uint64(s.msn)*messagePkts*mtu, 0x1234, messagePkts*mtu), payload...)
	case messagePkts - 1:
		head.Opcode, head.AckReq = roce.WriteLast, true
	}
	wire := int64(roce.Overhead(s.src) + len(payload) + ethernetExtra)
	arrive := s.next + wireDelay
	queued := max(g.linkFree-arrive, 0) * LinkMbps / 8000 // bytes
	g.linkFree = max(g.linkFree, arrive) + wire*8000/LinkMbps
	s.next += wire * 8000 / int64(s.rate)
	at := g.linkFree

	ecn := uint8(2)
	if g.marks(queued) {
		ecn = 3
		s.marked++
	}
	g.add(at, s, false, ecn, head, payload)
	if ecn == 3 && at-s.lastCNP >= cnpInterval {
		cnp := roce.NewCNP(s.srcQPN, 0)
		if s.counts {
			cnp = roce.NewCNP(s.srcQPN, s.marked)
		}
		g.add(at+cnpDelay, s, true, 0, cnp, g.zeros[:roce.CNPPayloadLen])
		s.lastCNP, s.marked = at, 0
		s.cuts = append(s.cuts, at+cnpDelay+feedbackDelay)
	}
	if head.AckReq {
		s.msn++
		ack := roce.BTH{Opcode: roce.Acknowledge, PKey: roce.DefaultPKey, DestQP: s.srcQPN, PSN: s.psn}
		g.add(at+ackDelay, s, true, 2, ack, roce.AppendAETH(nil, 0x1F, s.msn))
	}
	s.psn = (s.psn + 1) & roce.PSNMask
	s.inMsg = (s.inMsg + 1) % messagePkts
}

// marks decides by the bytes in the queue, with a probability that rises from
// 0 at markFrom to markMost at markAll.
func (g *generator) marks(queued int64) bool {
	dice := int64(g.rng.Uint64() & 0xFFFF)
	switch {
	case queued <= markFrom:
		return false
	case queued >= markAll:
		return true
	}
	return dice < (queued-markFrom)*markMost/(markAll-markFrom)
}

// add builds a frame of a connection, in the direction of its data or back.
func (g *generator) add(at int64, s *sender, back bool, ecn uint8, head roce.BTH, payload []byte) {
	f := roce.Frame{SrcMAC: mac(s.src), DstMAC: mac(s.dst), VLAN: s.vlan, Src: s.src, Dst: s.dst,
		DSCP: 26, ECN: ecn, ID: g.ident, SrcPort: roce.SourcePort(s.srcQPN, s.dstQPN), BTH: head, Payload: payload}
	g.ident++
	if back {
		f.SrcMAC, f.DstMAC, f.Src, f.Dst = f.DstMAC, f.SrcMAC, f.Dst, f.Src
	}
	if head.Opcode == roce.CNP {
		f.DSCP = 48
	}
	frame, err := f.AppendEthernet(nil)
	if err != nil {
		g.err = err
		return
	}
	g.packets = append(g.packets, packet{at, frame})
}

func mac(a netip.Addr) [6]byte {
	b := a.As16()
	return [6]byte{2, 0, 0, 0, b[14], b[15]}
}

// appendRETH encodes an RDMA extended transport header: remote address, key
// and length of the whole message in bytes.
func appendRETH(dst []byte, addr uint64, rkey, length uint32) []byte {
	dst = binary.BigEndian.AppendUint64(dst, addr)
	dst = binary.BigEndian.AppendUint32(dst, rkey)
	return binary.BigEndian.AppendUint32(dst, length)
}
