package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// port is the queues of a switch's port, in front of its link.
type port struct {
	wakes  uint64 // the key of its wake, noWake if none is pending
	listed bool   // in Switch.waiting
	class  uint8  // of the data that was queued last
	// from is the smallest length of a queue, left behind by a packet, at which mark is called.
	from   uint32
	queues [Classes]Queue
	red    red
	rule   *Scheduler // the switch's, or its own with weighted queues
	turns  DRR
}

// Switch is an output-queued switch with shared memory, store and forward.
type Switch struct {
	links    []Link
	first    uint64 // the key of the first wake in the heap, noWake without
	hook     Hook
	gateway  Gateway
	usual    uint8 // kinds above it are not simply forwarded: PFC, or all with a hook, a gateway or levels
	lossless uint8 // set of lossless classes
	strict   bool  // something sees all that leaves, in order: a gateway, depth
	ordered  bool  // wakes of ports are in the heap
	sampling bool
	looks    bool // at what is queued: a sample is to be begun, or there is depth
	node     uint32
	seed     uint32 // of ECMP
	inbound
	ports []port
	*Scheduler
	buffer
	wakeups  event.Queue // a heap of keys' times and ports
	waiting  []uint32    // the ports not in it that have a wake, with room for all
	soonest  uint64      // the key of the first wake after a run
	sample   event.Time
	noting   bool           // packets may have notes
	levels   []uint8        // of connections, and how ports weigh them; nil without weighted queues
	weighted []weightedPort // of the ports
	marker   Marker         // the gateway, if it is one
	depth    Depth          // nil if nobody looks
}

// noWake means no wake.
const noWake = 1<<64 - 1

// samplePort, as the port of a wake, means that the queues are to be sampled.
const samplePort = 1<<16 - 1

// run handles all events of the switch before a time: arrivals in the order of time and port, with what is in the heap;
// at one port arrivals come before wakes. Output ports only affect each other through the switch's memory, and through
// what sees several of them; if nothing does, each port's events are handled in a row, and else those of the switch.
func (s *Switch) run(p *Partition, before event.Time) {
	if s.farNext < before {
		s.near(p)
	}
	limit := uint64(before) << 16
	if limit != p.limit {
		s.cut(p, before)
	}
	if ordered := s.strict || !s.roomy() && !s.fit(); ordered != s.ordered {
		s.setOrdered(ordered)
	}
	if s.apart(p) {
		if p.ports > cachedPorts {
			s.warm(p)
		}
		for since, until := p.limit-p.width, uint64(0); until < limit; since = until {
			until = min(limit, s.sampled(since))
			base, some := uint64(p.now)<<(s.width&63), s.coming(uint64(p.now))
			for i, left := range some {
				for ; left != 0; left &= left - 1 {
					port := uint64(64*i + bits.TrailingZeros64(left))
					if l := &s.incoming[base|port]; until == limit || l.any(until) {
						some[i] ^= left & -left
						s.through(p, uint32(port), l, until)
					}
				}
			}
			if until < limit {
				s.rise(p, until+1)
			}
		}
	} else {
		s.lists(p.now, func(_ uint64, l *list) { p.gather(l) })
		for _, k := range p.collect() {
			s.arrive(p, k)
		}
		s.rise(p, limit)
		p.discard()
	}
	s.settle(p, limit)
}

// apart reports whether in the current window ports do not affect each other, but for a few samples: all fits, and each
// packet's port is known.
func (s *Switch) apart(p *Partition) bool {
	return !s.ordered && s.usual != 0 && s.incoming[uint64(p.now)<<s.width|s.mask].top == nil && (s.sample == 0 || s.sample >= p.window/4)
}

// sampled returns a key up to which no sample comes after another key: that of the next one, or if none is due the begin
// of the time at which one may come, since what is queued then waits for a later one. No other wakes are in the heap.
func (s *Switch) sampled(since uint64) uint64 {
	if s.looks {
		return keyOf((event.Time(since>>16)/s.sample+1)*s.sample, 0)
	}
	return s.first
}

// setOrdered sets whether the wakes of ports are in the heap, where only a sample is otherwise.
func (s *Switch) setOrdered(ordered bool) {
	others := s.wakeups
	s.sum(ordered)
	s.ordered, s.wakeups, s.first, s.waiting = ordered, s.wakeups[:0], noWake, s.waiting[:0]
	for _, e := range others {
		if e.Key == samplePort {
			s.wakeAt(keyOf(e.At, samplePort))
		}
	}
	for i := range s.ports {
		o := &s.ports[i]
		if o.listed = false; o.wakes != noWake {
			s.schedule(uint32(i), o.wakes)
		}
	}
}

// next returns a time after the last run before which nothing happens.
func (s *Switch) next(p *Partition) event.Time {
	next := s.inbound.next(p)
	if s.soonest != noWake {
		next = min(next, event.Time(s.soonest>>16))
	}
	return next
}

// arrive handles an arrival, after the wakes before it.
func (s *Switch) arrive(p *Partition, k *Transit) {
	if s.first < k.key {
		s.rise(p, k.key)
	}
	out := k.Path & s.mask
	if out >= uint64(len(s.links)) {
		out = s.further(p, &k.Packet)
	}
	l, now := &s.links[out], event.Time(k.key>>16)
	if l.backlog != 0 {
		s.catchUp(p, uint32(out), k.key)
	}
	switch {
	case k.Kind > s.usual && !s.unusual(p, uint32(out), k):
	case k.Class() == 0:
		// Control goes before all that waits, in order, and is not paused: the time at which it leaves is known.
		l.Forward(p, max(now, l.Busy), &k.Packet)
	case now >= l.Busy && l.backlog|l.Paused == 0:
		// It leaves at once: it takes no memory, and the queue behind it is empty.
		l.Forward(p, now, &k.Packet)
	default:
		s.store(p, now, uint32(out), k.Class(), k)
	}
}

// unusual handles a PFC frame, shows a packet to the hook and the gateway, traces it, or classifies it into a
// weighted queue. It reports whether the packet is still to be forwarded.
//
//go:noinline
func (s *Switch) unusual(p *Partition, out uint32, k *Transit) bool {
	if k.Kind == PFC {
		if s.links[out].SetPaused(&k.Packet) && s.ports[out].wakes == noWake {
			s.transmit(p, k.at(), out)
		}
		return false
	}
	if s.hook != nil && !s.show(p, k) {
		p.drop(&k.Packet)
		return false
	}
	if s.gateway != nil && !s.visit(p, k) {
		return false
	}
	if k.Kind == Data|Traced {
		s.trace(p, out, k)
	}
	if s.levels != nil && k.Class() != 0 {
		s.classify(p, out, k)
		return false
	}
	return true
}

// catchUp handles the wakes of a port before a key.
func (s *Switch) catchUp(p *Partition, out uint32, key uint64) {
	for s.ports[out].wakes < key {
		s.wake(p, out)
	}
}

// settle handles the wakes before a key of all ports that are not in the heap.
func (s *Switch) settle(p *Partition, key uint64) {
	waiting := s.waiting
	s.waiting, s.soonest = waiting[:0], s.first
	for _, out := range waiting {
		s.catchUp(p, out, key)
		o := &s.ports[out]
		if o.listed = o.wakes != noWake; o.listed {
			s.waiting = append(s.waiting, out)
			s.soonest = min(s.soonest, o.wakes)
		}
	}
}

// list notes that settle has to look at a port.
func (s *Switch) list(out uint32) {
	if o := &s.ports[out]; !o.listed {
		o.listed = true
		s.waiting = s.waiting[:len(s.waiting)+1]
		s.waiting[len(s.waiting)-1] = out
	}
}

// schedule sets the wake of a port.
func (s *Switch) schedule(out uint32, wake uint64) {
	if s.ports[out].wakes = wake; s.ordered {
		s.wakeAt(wake)
	} else {
		s.list(out)
	}
}

// wakeAt puts a wake into the heap, by its key.
func (s *Switch) wakeAt(key uint64) {
	s.wakeups.Push(event.Event{At: event.Time(key >> 16), Key: key & 0xFFFF})
	s.first = min(s.first, key)
}

// rise handles the wakes in the heap before a key.
//
//go:noinline
func (s *Switch) rise(p *Partition, before uint64) {
	for s.first < before {
		e := s.wakeups.Pop()
		if s.first = noWake; len(s.wakeups) != 0 {
			s.first = uint64(s.wakeups[0].At)<<16 | s.wakeups[0].Key
		}
		port := uint32(e.Key)
		switch {
		case port == samplePort:
			p.Events++
			s.settle(p, keyOf(e.At, samplePort))
			s.record(p, e.At)
		case port == gatewayPort && s.gateway != nil:
			p.Events++
			s.ring(p, e.At)
		default:
			if s.wake(p, port); s.ports[port].wakes != noWake {
				s.wakeAt(s.ports[port].wakes)
			}
		}
	}
}

// wake handles the wake of a port, and sets the next.
func (s *Switch) wake(p *Partition, out uint32) {
	p.Events++
	l, o := &s.links[out], &s.ports[out]
	ready, at := l.backlog&^l.Paused, event.Time(o.wakes>>16)
	if o.wakes = noWake; ready == 0 {
		return
	}
	if at >= l.Busy {
		s.send(p, at, l, out)
		if l.backlog&^l.Paused == 0 {
			return
		}
	}
	o.wakes = uint64(l.Busy)<<16 | uint64(out)
}

// store queues an arrived data packet until its port can send it, and reports whether there was room.
func (s *Switch) store(p *Partition, now event.Time, out uint32, class uint8, k *Transit) bool {
	if !s.ordered {
		s.keep(k, uint32(k.Size))
	} else if !s.admit(p, now, k.port(), k.Class(), uint32(k.Size)) {
		p.Buffered++
		p.drop(&k.Packet)
		return false
	}
	s.ports[out].class = class & (Classes - 1)
	s.ports[out].queues[class&(Classes-1)].Add(p, k)
	s.links[out].backlog |= 1 << class
	if s.looks {
		s.look(now, out, uint32(k.Size))
	}
	if s.ports[out].wakes == noWake {
		s.transmit(p, now, out)
	}
	return true
}

// look begins a sample and tells of bytes that were queued.
//
//go:noinline
func (s *Switch) look(now event.Time, out, bytes uint32) {
	if s.depth != nil {
		s.depth.Change(now, s.node, out, int32(bytes))
	}
	if s.looks = s.depth != nil; s.sample != 0 && !s.sampling {
		s.sampling = true
		s.wakeAt(keyOf((now/s.sample+1)*s.sample, samplePort))
	}
}

// transmit sends the packet whose turn it is, or schedules a wake for when the link is free. No wake is pending.
func (s *Switch) transmit(p *Partition, now event.Time, out uint32) {
	l := &s.links[out]
	if l.backlog&^l.Paused != 0 && now >= l.Busy {
		s.send(p, now, l, out)
	}
	if l.backlog&^l.Paused != 0 {
		s.schedule(out, uint64(l.Busy)<<16|uint64(out))
	}
}

// send sends the packet whose turn it is at an idle port that has one.
func (s *Switch) send(p *Partition, now event.Time, l *Link, out uint32) {
	o := &s.ports[out]
	ready := l.backlog &^ l.Paused
	class, alone := s.Single(ready)
	if !alone {
		class = s.choose(o, ready, l.backlog)
	}
	q := &o.queues[class&(Classes-1)]
	k := q.First()
	if size := uint32(k.Size); s.ordered {
		s.release(p, now, k.port(), k.Class(), size)
	} else {
		s.keep(k, -size)
	}
	if left := q.Bytes - uint32(k.Size); left >= o.from && s.mark(p, now, out, &k.Packet, left) {
		k.Flags |= Marked
		p.Marks++
	}
	l.Forward(p, now, &k.Packet)
	if q.Remove(p); q.Packets == 0 {
		l.backlog &^= 1 << class
	}
}

// choose returns the class of the ready ones whose turn it is.
func (s *Switch) choose(o *port, ready, backlog uint8) uint8 {
	var heads [Classes]uint16
	for left := ready; left != 0; left &= left - 1 {
		class := bits.TrailingZeros8(left)
		heads[class] = o.queues[class].First().Size
	}
	return o.turns.Choose(o.rule, ready, backlog, &heads)
}

// record records the lengths of the queues, and continues while any is not empty.
func (s *Switch) record(p *Partition, now event.Time) {
	s.sampling = false
	for i := range s.ports {
		for left := s.links[i].backlog; left != 0; left &= left - 1 {
			class := uint8(bits.TrailingZeros8(left))
			p.Records.Queues = append(p.Records.Queues, QueueSample{now, s.node, uint16(i), class, s.ports[i].queues[class].Bytes})
			s.sampling = true
		}
	}
	if !s.sampling {
		p.Records.Queues = append(p.Records.Queues, QueueSample{At: now, Node: s.node})
		s.looks = true
		return
	}
	s.wakeAt(keyOf(now+s.sample, samplePort))
}

// red marks by the length of a queue.
type red struct {
	kmin, kmax uint32
	// slope is Pmax/(Kmax-Kmin), UQ0.64 a byte.
	slope uint64
	coin  random.Source
}

func newRED(m Marking, coin random.Source) red {
	r := red{kmin: m.Kmin, kmax: m.Kmax, coin: coin}
	if m.Kmax > m.Kmin {
		whole, _ := bits.Div64(uint64(m.PmaxPPM), 0, 1_000_000<<20)
		// whole is Pmax 2^44.
		r.slope = whole / uint64(m.Kmax-m.Kmin) << 20
	}
	return r
}

// mark reports whether a packet that leaves length bytes behind it is marked.
func (r *red) mark(length uint32) bool {
	if length <= r.kmin {
		return false
	}
	if length > r.kmax {
		return true
	}
	hi, lo := bits.Mul64(uint64(length-r.kmin), r.slope)
	// hi is not 0 only if Pmax is 1 and length is Kmax.
	return hi != 0 || uint64(r.coin.Uint32())<<32 < lo
}
