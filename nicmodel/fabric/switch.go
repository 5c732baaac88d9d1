package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// port is what a switch's port has beside its link: the queues before it.
type port struct {
	queues [Classes]Queue
	red    red
	turns  Turns
	shift  uint8 // of the PFC threshold
}

// Switch is an output-queued switch with shared memory, store and forward.
type Switch struct {
	wheel
	links []Link
	routes
	wakes    wakes
	digest   uint64
	hook     Hook
	node     uint32
	lossless uint8 // set of lossless classes
	sampling bool
	ports    []port
	*Rule
	buffer
	sample event.Time
}

// samplePort stands for no port in a wake: the queues are to be looked at.
const samplePort = 1<<16 - 1

// run takes all events of the switch before a time in the order of time and port; at one
// port an arrival comes before a wake.
func (s *Switch) run(p *Part, before event.Time) {
	if s.farNext < before {
		s.near(p)
	}
	last := uint64(before-1) >> (p.shift & 63)
	for b, ok := s.look(p, uint64(p.base)>>(p.shift&63), last); ok; b, ok = s.look(p, b+1, last) {
		id := s.empty(p, b)
		if k := &p.slots[id]; k.next == 0 && k.at < before {
			s.take(p, id)
			continue
		}
		list := s.sorted(p, id, before)
		for _, id := range list {
			s.take(p, id)
		}
	}
	for limit := uint64(before) << 16; s.wakes.first < limit; {
		s.rise(p)
	}
	s.settle(p, before, &s.wakes)
}

// take takes an arrival, after the wakes before it.
func (s *Switch) take(p *Part, id uint32) {
	key := p.slots[id].key()
	for s.wakes.first < key {
		s.rise(p)
	}
	p.Events++
	k := &p.slots[id]
	now := k.at
	s.digest = Chain(s.digest, key^uint64(k.Kind)<<60)
	if k.Kind == PFC || s.hook != nil {
		if s.unusual(p, now, id) {
			return
		}
		k = &p.slots[id]
	}
	out := s.route(k.To, k.Hash)
	l := &s.links[out]
	if now >= l.Busy && l.backlog|l.Paused == 0 {
		// It leaves as it comes: it takes no room, and the queue behind it is empty.
		l.forward(p, now, id)
		return
	}
	s.store(p, now, out, id)
}

// unusual takes a PFC frame, or shows a packet to the hook. True says that nothing is
// left to do.
//
//go:noinline
func (s *Switch) unusual(p *Part, now event.Time, id uint32) bool {
	port := p.slots[id].port
	if k := p.slots[id].Packet; k.Kind == PFC {
		p.put(id)
		l := &s.links[port]
		if l.SetPaused(&k) && !l.wake {
			s.transmit(p, now, uint32(port))
		}
		return true
	}
	p.seen = p.slots[id].Packet
	if !s.hook.Arrive(now, s.node, port, &p.seen) {
		p.drop(id)
		return true
	}
	p.slots[id].Packet = p.seen
	return false
}

// rise takes the first wake.
func (s *Switch) rise(p *Part) {
	wake := s.wakes.first
	s.wakes.pop()
	p.Events++
	at, port := event.Time(wake>>16), uint32(wake&0xFFFF)
	s.digest = Chain(s.digest, wake)
	if port == samplePort {
		s.record(p, at)
		return
	}
	s.links[port].wake = false
	s.transmit(p, at, port)
}

// store keeps a packet that came in until its port can send it.
func (s *Switch) store(p *Part, now event.Time, out, id uint32) {
	l := &s.links[out]
	k := &p.slots[id]
	class := k.Class & (Classes - 1)
	if class != 0 && !s.admit(p, now, k.port, class, uint32(k.Size)) {
		p.Buffered++
		p.drop(id)
		return
	}
	s.ports[out].queues[class].add(&p.Pool, id)
	l.backlog |= 1 << class
	if s.sample != 0 && !s.sampling {
		s.sampling = true
		s.wakeAt((now/s.sample+1)*s.sample, samplePort)
	}
	if !l.wake {
		s.transmit(p, now, out)
	}
}

// wakeAt sees to a wake of a port.
func (s *Switch) wakeAt(at event.Time, port uint32) { s.wakes.push(uint64(at)<<16 | uint64(port)) }

// transmit sends the packet whose turn it is, or sees to it that the port wakes when
// the link is free. No wake is under way.
func (s *Switch) transmit(p *Part, now event.Time, out uint32) {
	l := &s.links[out]
	ready := l.backlog &^ l.Paused
	if ready == 0 {
		return
	}
	if now < l.Busy {
		l.wake = true
		s.wakeAt(l.Busy, out)
		return
	}
	o := &s.ports[out]
	class, alone := s.Alone(ready)
	if !alone {
		class = s.choose(p, o, ready, l.backlog)
	}
	q := &o.queues[class]
	id := q.remove(&p.Pool)
	if q.Packets == 0 {
		l.backlog &^= 1 << class
	}
	if class != 0 {
		k := &p.slots[id]
		s.release(p, now, k.port, class, uint32(k.Size))
		k = &p.slots[id] // a PFC frame may have moved it
		if k.Flags&ECT != 0 && o.red.mark(q.Bytes) {
			k.Flags |= Marked
			p.Marks++
		}
	}
	l.forward(p, now, id)
	if l.backlog&^l.Paused != 0 {
		l.wake = true
		s.wakeAt(l.Busy, out)
	}
}

// choose takes turns among the classes that are ready.
func (s *Switch) choose(p *Part, o *port, ready, backlog uint8) uint8 {
	var heads [Classes]uint16
	for left := ready; left != 0; left &= left - 1 {
		class := bits.TrailingZeros8(left)
		heads[class] = o.queues[class].First(&p.Pool).Size
	}
	return o.turns.Choose(s.Rule, ready, backlog, &heads)
}

// record notes down the lengths of the queues, and looks again while there are any.
func (s *Switch) record(p *Part, now event.Time) {
	s.sampling = false
	for i := range s.ports {
		o := &s.ports[i]
		for class := range o.queues {
			q := &o.queues[class]
			if q.Packets != 0 {
				p.Records.Queues = append(p.Records.Queues, QueueSample{now, s.node, uint16(i), uint8(class), q.Bytes})
				s.sampling = true
			}
		}
	}
	if !s.sampling {
		p.Records.Queues = append(p.Records.Queues, QueueSample{At: now, Node: s.node})
		return
	}
	s.wakeAt(now+s.sample, samplePort)
}

// red marks by the length of a queue.
type red struct {
	kmin, kmax uint32
	// slope is Pmax/(Kmax-Kmin), UQ0.64 a byte.
	slope uint64
	on    bool
	coin  random.Source
}

func newRED(m Marking, coin random.Source) red {
	r := red{kmin: m.Kmin, kmax: m.Kmax, coin: coin, on: true}
	if m.Kmax > m.Kmin {
		whole, _ := bits.Div64(uint64(m.PmaxPPM), 0, 1_000_000<<20)
		// whole is Pmax 2^44.
		r.slope = whole / uint64(m.Kmax-m.Kmin) << 20
	}
	return r
}

// mark tells whether a packet that leaves length bytes behind it is marked.
func (r *red) mark(length uint32) bool {
	if length <= r.kmin || !r.on {
		return false
	}
	if length > r.kmax {
		return true
	}
	hi, lo := bits.Mul64(uint64(length-r.kmin), r.slope)
	// hi is not 0 only if Pmax is 1 and length is Kmax.
	return hi != 0 || uint64(r.coin.Uint32())<<32 < lo
}
