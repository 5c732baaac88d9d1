package fabric

import (
	"sync"

	"smartnic-cc/nicmodel/event"
)

// Telemetry of hops. A packet of a host that asks for it has a note, in which each switch writes as the packet
// leaves; the answer takes the note back to the sender. Such packets have a separate kind, above all others, so that
// hosts handle them where they handle what is rare, and switches in a separate loop (passing), at no cost to the
// rest. The note holds the time of leaving, and the packet the note's number in its place.

// Traced is the bit of Packet.Kind of a packet with a note: data, or the answer to such data. Its Sent
// is the number of the note.
const Traced uint8 = 8

// MaxHops is how many hops a note has room for.
const MaxHops = 8

// Hop is written by a switch's port as a packet begins to leave it.
type Hop struct {
	At event.Time
	// Sent counts the bytes that had left the port before, PFC frames apart.
	Sent uint64
	// Queue is the bytes in the port's queue of the packet's class, without the packet.
	Queue uint32
	Rate  uint32 // of the port, kb/s
}

// Trace is a note.
type Trace struct {
	// Sent is when the packet's first bit left its host.
	Sent  event.Time
	hops  [MaxHops]Hop
	count uint8
	// The rest is in notes of a network that is stamped: when the packet arrived, when its answer's first bit left,
	// and when that arrived, each before the receive path.
	Arrived, Answered, Returned event.Time
	// Acked is the packets that the answer newly acknowledges.
	Acked uint32
	// RxLevel is how full the receiving host's buffer was, UQ0.16; Refused: it had no room for the packet.
	RxLevel uint16
	Refused bool
}

// Hops returns the first hops of the packet, in order.
func (t *Trace) Hops() []Hop { return t.hops[:t.count] }

// A chunk is as many notes as partitions take and give back at a time. Its place never changes, so partitions
// need no lock to look at notes that they have.
const (
	chunkBits = 10
	maxChunks = 1 << 16
)

// traces are the notes of a network. A note belongs to the partition that has its packet, whoever made it.
type traces struct {
	chunks [maxChunks]*[1 << chunkBits]Trace
	mu     sync.Mutex
	made   uint32
	free   [][]uint32 // freed numbers, a chunk each
}

// take appends the numbers of a chunk of unused notes.
func (t *traces) take(to []uint32) []uint32 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.free); n > 0 {
		to = append(to, t.free[n-1]...)
		t.free = t.free[:n-1]
		return to
	}
	t.chunks[t.made] = new([1 << chunkBits]Trace)
	for i := range uint32(1 << chunkBits) {
		to = append(to, t.made<<chunkBits|i)
	}
	t.made++
	return to
}

// put frees numbers.
func (t *traces) put(numbers []uint32) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free = append(t.free, append([]uint32(nil), numbers...))
}

// Trace makes room for notes. Call it before the run.
func (n *Network) Trace() {
	if n.Partitions[0].traces != nil {
		return
	}
	all := &traces{}
	for _, p := range n.Partitions {
		p.traces = all
	}
	for i := range n.Switches {
		s := &n.Switches[i]
		s.noting = true
		for j := range s.ports {
			s.ports[j].from = 0
		}
	}
}

// Stamp has the link l of a host of a network with notes write when answers leave. Call it before the run.
func (n *Network) Stamp(l *Link) {
	l.direct, l.end.stamped = nil, true // so that Forward considers it
}

// newTrace takes an unused note.
func (p *Partition) newTrace() uint32 {
	if len(p.notes) == 0 {
		p.notes = p.traces.take(p.notes)
	}
	last := len(p.notes) - 1
	number := p.notes[last]
	p.notes = p.notes[:last]
	return number
}

// Trace gives a packet that leaves its host a note.
func (p *Partition) Trace(k *Packet) {
	number := p.newTrace()
	t := p.TraceOf(number)
	t.Sent, t.count, t.RxLevel, t.Refused = k.Sent, 0, 0, false
	k.Sent = event.Time(number)
	k.Kind |= Traced
}

// CopyTrace returns the number of a copy of a note.
func (p *Partition) CopyTrace(number uint32) uint32 {
	copied := p.newTrace()
	*p.TraceOf(copied) = *p.TraceOf(number)
	return copied
}

// TraceOf returns the note of a number, whose packet is in this partition.
func (p *Partition) TraceOf(number uint32) *Trace {
	return &p.traces.chunks[number>>chunkBits%maxChunks][number&(1<<chunkBits-1)]
}

// ReleaseTrace frees a note.
func (p *Partition) ReleaseTrace(number uint32) {
	p.notes = append(p.notes, number)
	if len(p.notes) == 3<<chunkBits {
		p.traces.put(p.notes[2<<chunkBits:])
		p.notes = p.notes[:2<<chunkBits]
	}
}

// TracesInUse returns how many notes are in use, between two windows.
func (n *Network) TracesInUse() int {
	all := n.Partitions[0].traces
	if all == nil {
		return 0
	}
	used := int(all.made) << chunkBits
	for _, numbers := range all.free {
		used -= len(numbers)
	}
	for _, p := range n.Partitions {
		used -= len(p.notes)
	}
	return used
}

// watch is the end of a link whose packets are recorded.
type watch struct {
	node uint32
	port uint16
}

// Watch records the packets that leave a node by a link, l of a host or the one of a switch's port. Call it before
// the run.
func (n *Network) Watch(l *Link, node uint32, port uint16) {
	if l == nil {
		l = &n.Switches[node-n.topology.Hosts].links[port]
	}
	l.direct, l.inbox, l.end.watch = nil, nil, &watch{node, port} // so that Forward considers it
}

// trace writes the hop of a packet that leaves a port at once; for one that waits mark does, when it leaves.
func (s *Switch) trace(p *Partition, out uint32, k *Transit) {
	if l := &s.links[out]; k.at() >= l.Busy && l.backlog|l.Paused == 0 {
		s.note(p, k.at(), out, &k.Packet, 0)
	}
}

// note writes the hop of a packet that begins to leave a port and leaves left bytes queued.
func (s *Switch) note(p *Partition, now event.Time, out uint32, k *Packet, left uint32) {
	l := &s.links[out]
	p.TraceOf(uint32(k.Sent)).add(now, l.SentBytes, left, l.end.rate)
}

// add writes a hop, if there is room.
func (t *Trace) add(at event.Time, sent uint64, queue, rate uint32) {
	if i := t.count; i < MaxHops {
		h := &t.hops[i]
		h.At, h.Sent, h.Queue, h.Rate = at, sent, queue, rate
		t.count = i + 1
	}
}

// mark decides whether a packet that begins to leave a port and leaves left bytes queued is marked; it also writes
// the hop of a traced packet, sets the class of one from a weighted queue, and tells of what has left.
func (s *Switch) mark(p *Partition, now event.Time, out uint32, k *Packet, left uint32) bool {
	if s.levels != nil {
		s.leave(out, k)
	}
	if k.Kind == Data|Traced {
		s.note(p, now, out, k, left)
	}
	if s.depth != nil {
		s.depth.Change(now, s.node, out, -int32(k.Size))
	}
	return k.Flags&ECT != 0 && s.ports[out].red.mark(left) && (s.marker == nil || s.marks(p, now, out, k))
}

// show shows a packet to the hook as if untraced, and reports whether it is kept.
func (s *Switch) show(p *Partition, k *Transit) bool {
	if k.Kind&Traced == 0 {
		return s.hook.Arrive(k.at(), s.node, k.port(), &k.Packet)
	}
	number := k.Sent
	k.Kind, k.Sent = k.Kind&^Traced, p.TraceOf(uint32(number)).Sent
	goes := s.hook.Arrive(k.at(), s.node, k.port(), &k.Packet)
	k.Kind, k.Sent = k.Kind|Traced, number
	return goes
}
