package hpccfiles

import (
	"cmp"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"smartnic-cc/internal/base/packet/simtrace"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/workload"
)

// packets writes the packets of the traced nodes as the simulator's .tr: they arrive, enter a queue of a switch, and
// leave for the wire. It is the format of package simtrace.
type packets struct {
	o       *Outputs
	to      io.Writer
	nodes   []uint32
	traced  []bool
	timed   bool // packets have the time at which they were sent
	pending []packetEvent
	order   []packetOrder
	queued  [][]uint32 // bytes by node and port
	buffer  []byte
	// The receivers of the connections: the next byte, and whether the gap before it is reported.
	expected []uint32
	gap      []bool
}

// packetOrder sorts events: by time, then by node, event and number.
type packetOrder struct {
	at   event.Time
	then uint64
}

// packetEvent is a record with the port's queue not known yet. At one time a packet arrives before it is queued, and is
// queued before it leaves.
type packetEvent struct {
	at   event.Time
	node uint32
	port uint16
	conn uint32
	r    simtrace.Record
}

// newPackets reads which nodes are traced, and writes the preamble: the links, and the largest window.
func newPackets(o *Outputs, to io.Writer) (*packets, error) {
	t := o.net.Topology
	p := &packets{o: o, to: to, traced: make([]bool, t.Nodes()), timed: o.c.text("CC_MODE") == "7", expected: make([]uint32, len(o.bytes)), gap: make([]bool, len(o.bytes))}
	if o.c.on("ENABLE_TRACE") && o.c.text("TRACE_FILE") != "" {
		if err := p.read(); err != nil {
			return nil, err
		}
	}
	var links []simtrace.Link
	for node, ports := range o.ports {
		p.queued = append(p.queued, make([]uint32, 1<<bits.Len(uint(len(ports)))))
		for i := range ports {
			links = append(links, simtrace.Link{Node: uint16(t.IDOf(uint32(node))), Intf: uint8(i + 1), Rate: t.Links[ports[i].Link].Rate})
		}
	}
	slices.SortFunc(links, func(a, b simtrace.Link) int { return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Intf, b.Intf)) })
	_, err := to.Write(simtrace.AppendPreamble(nil, links, uint32(o.paths.Pairs(o.c.count("PACKET_PAYLOAD_SIZE")).BDP)))
	return p, err
}

// read reads the number of traced nodes and the nodes; those that are not there are passed over, as there.
func (p *packets) read() error {
	path, err := p.o.c.path("TRACE_FILE")
	if err != nil {
		return err
	}
	text, err := readfile.Any(path, maxFile, "it has the number of traced nodes, and the nodes")
	if err != nil {
		return p.o.c.errorf("TRACE_FILE", "%v", err)
	}
	var numbers []uint64 // text after the nodes is ignored
	for _, w := range split(string(text)) {
		if len(numbers) > 0 && uint64(len(numbers)-1) == numbers[0] {
			break
		}
		n, err := count(w.text)
		if err != nil {
			return fmt.Errorf("%s:%d: %w; give the number of traced nodes, then the nodes", path, w.line, err)
		}
		numbers = append(numbers, n)
	}
	if len(numbers) == 0 || uint64(len(numbers)-1) != numbers[0] {
		return fmt.Errorf("%s: it ends before the nodes whose number it begins with; give the number of traced nodes, then the nodes", path)
	}
	for node := range p.traced {
		if slices.Contains(numbers[1:], uint64(p.o.net.Topology.IDOf(uint32(node)))) {
			p.traced[node], p.nodes = true, append(p.nodes, uint32(node))
		}
	}
	return nil
}

// take takes what a batch says of traced nodes, and writes what is over.
func (p *packets) take(b *nicmodel.Batch) error {
	if p.o.c.Exact {
		return p.exact(b.Trace)
	}
	for i := range b.Crossings {
		c := &b.Crossings[i]
		from := p.o.ports[c.Node][c.Port]
		link := &p.o.net.Topology.Links[from.Link]
		r := p.record(&c.Packet)
		start := c.At - link.Delay - event.Time((uint64(c.Packet.Size)*8_000_000_000_000+link.Rate/2)/link.Rate)
		if r.Queue = uint8(r.Priority); r.Proto != simtrace.ProtoData && p.o.net.Topology.IsHost(c.Node) {
			r.Queue = 0 // a host's acknowledgements go before its data
		}
		p.add(start, c.Node, c.Port, c.Packet.Conn, simtrace.Dequ, r)
		if c.Lost {
			continue
		}
		r.Queue = 0
		p.add(c.At, from.Peer, from.PeerPort, c.Packet.Conn, simtrace.Recv, r)
		if out := c.Packet.Path & (1<<bits.Len(uint(len(p.o.ports[from.Peer]))) - 1); !p.o.net.Topology.IsHost(from.Peer) {
			r.Queue = uint8(r.Priority)
			p.add(c.At, from.Peer, uint16(out), c.Packet.Conn, simtrace.Enqu, r)
		}
	}
	for i := range b.Pauses {
		f := &b.Pauses[i]
		port := p.o.ports[f.Node][f.Port]
		r := simtrace.Record{Dst: 1<<32 - 1, Size: pfcFrame, Proto: simtrace.ProtoPFC, Priority: uint16(f.Class)}
		if f.Stop {
			r.PauseTime = p.pauseTime()
		}
		p.add(f.At, f.Node, f.Port, 0, simtrace.Enqu, r)
		p.add(f.At, f.Node, f.Port, 0, simtrace.Dequ, r)
		p.add(event.Time(arrival(f, &p.o.net.Topology.Links[port.Link]))*event.Nanosecond, port.Peer, port.PeerPort, 0, simtrace.Recv, r)
	}
	return p.write(b.Until)
}

// exact writes the records of exact arithmetic, with the time of pauses.
func (p *packets) exact(trace []byte) error {
	for b := trace; len(b) > 0; b = b[simtrace.RecordLen:] {
		var r simtrace.Record
		if r.Decode(b); r.PauseTime > 0 {
			r.PauseTime = p.pauseTime()
			r.Append(b[:0])
		}
	}
	_, err := p.to.Write(trace)
	return err
}

// pauseTime is that of the configuration, cut to whole us.
func (p *packets) pauseTime() uint32 {
	pause := p.o.c.real("PAUSE_TIME")
	return uint32(pause.Num().Uint64() / pause.Denom().Uint64())
}

// record makes the record of a packet, without its time and place.
func (p *packets) record(k *fabric.Packet) simtrace.Record {
	t, conn := p.o.net.Topology, &p.o.net.Plan.Conns[k.Conn]
	src, dst := workload.Address(t.IDOf(conn.Src)), workload.Address(t.IDOf(conn.Dst))
	nic := &p.o.net.NICs[0]
	r := simtrace.Record{
		Src: src, Dst: dst, Size: k.Size, Proto: simtrace.ProtoData, Sport: p.o.source[k.Conn], Dport: conn.DstPort,
		Seq: uint32(uint64(k.Seq) * uint64(nic.Payload)), Priority: uint16(conn.Class),
	}
	if p.timed && k.Kind&fabric.Traced == 0 {
		r.Stamp = workload.Nanoseconds(k.Sent)
	}
	switch k.Kind &^ fabric.Traced {
	case fabric.Data:
		if r.Payload = k.Size - nic.Header; k.Flags&fabric.Marked != 0 {
			r.ECN = 3
		}
		return r
	case fabric.Nack:
		r.Proto = simtrace.ProtoNack
	default:
		r.Proto = simtrace.ProtoAck
	}
	if k.Flags&fabric.Echo != 0 {
		r.Flags = simtrace.FlagCNP
	}
	r.Src, r.Dst, r.Sport, r.Dport = dst, src, r.Dport, r.Sport
	r.Seq = uint32(min(uint64(k.Seq)*uint64(nic.Payload), p.o.bytes[k.Conn]))
	return r
}

// add adds an event of a traced node.
func (p *packets) add(at event.Time, node uint32, port uint16, conn uint32, what simtrace.Event, r simtrace.Record) {
	if !p.traced[node] {
		return
	}
	r.Time, r.Node, r.Intf, r.Event = workload.Nanoseconds(at), uint16(p.o.net.Topology.IDOf(node)), uint8(port+1), what
	if !p.o.net.Topology.IsHost(node) {
		r.NodeType = simtrace.Switch
	}
	p.pending = append(p.pending, packetEvent{at, node, port, conn, r})
}

// write writes the events before a time.
func (p *packets) write(until event.Time) error {
	p.order = p.order[:0]
	for i := range p.pending {
		if e := &p.pending[i]; e.at < until {
			p.order = append(p.order, packetOrder{e.at, uint64(e.node)<<40 | uint64(e.r.Event)<<32 | uint64(i)})
		}
	}
	slices.SortFunc(p.order, func(a, b packetOrder) int {
		if a.at != b.at {
			return cmp.Compare(a.at, b.at)
		}
		return cmp.Compare(a.then, b.then)
	})
	p.buffer = p.buffer[:0]
	for _, o := range p.order {
		e := &p.pending[uint32(o.then)]
		if e.r.NodeType == simtrace.Switch && e.r.Queue != 0 {
			q := &p.queued[e.node][e.port]
			if e.r.Event == simtrace.Dequ {
				*q -= uint32(e.r.Size)
			}
			if e.r.QueueLen = *q; e.r.Event == simtrace.Enqu {
				*q += uint32(e.r.Size)
			}
		}
		if p.buffer = e.r.Append(p.buffer); e.r.NodeType == simtrace.Host && e.r.Proto == simtrace.ProtoData && e.r.Event == simtrace.Recv {
			p.answer(e.r, e.conn)
		}
	}
	p.pending = slices.DeleteFunc(p.pending, func(e packetEvent) bool { return e.at < until })
	_, err := p.to.Write(p.buffer)
	return err
}

// answer writes that the acknowledgement of data enters its host's queue, if the receiver makes one.
func (p *packets) answer(r simtrace.Record, conn uint32) {
	next, gap := &p.expected[conn], &p.gap[conn]
	r.Proto = simtrace.ProtoAck
	switch {
	case r.Seq == *next:
		*next += uint32(r.Payload)
		*gap = false
	case r.Seq > *next && *gap:
		return
	case r.Seq > *next:
		r.Proto, *gap = simtrace.ProtoNack, true
	}
	if r.ECN == 3 {
		r.Flags = simtrace.FlagCNP
	}
	r.Event, r.Seq, r.Size, r.Payload, r.ECN = simtrace.Enqu, *next, p.o.net.NICs[0].AckBytes, 0, 0
	r.Src, r.Dst, r.Sport, r.Dport = r.Dst, r.Src, r.Dport, r.Sport
	p.buffer = r.Append(p.buffer)
}
