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
	rule   *Rule // the switch's, or its own with weighted queues
	turns  Turns
	wake   uint64 // of the port, a time shifted left by 16 and the port, if the link has one
	// from is the least length of a queue, left behind by a packet, that mark looks at.
	from uint32
}

// Switch is an output-queued switch with shared memory, store and forward.
type Switch struct {
	links []Link
	// wakes are those of the gateway and of samples; while ports are taken together, theirs too. due is
	// the first of the ports'.
	wakes wakes
	due   uint64
	// waking has a bit for each port that may wake.
	waking   []uint64
	together bool
	hook     Hook
	gateway  Gateway
	usual    uint8 // kinds above it are not simply sent on: PFC, or all if there is a hook, a gateway or levels
	lossless uint8 // set of lossless classes
	sampling bool
	node     uint32
	seed     uint32 // of ECMP
	approach
	ports []port
	*Rule
	buffer
	sample  event.Time
	rates   []uint32  // of the ports, kb/s; nil if no packet is traced
	levels  []uint8   // of connections, and how ports weigh them; nil without weighted queues
	weighed []weighed // of the ports
	marker  Marker    // the gateway, if it is one
}

// samplePort is no port in a wake: the queues are to be looked at.
const samplePort = 1<<16 - 1

// run takes all events of the switch before a time. Those of a port are taken in the order of time and
// port of entry; at one port an arrival comes before a wake. Of those of different ports only what they
// have in common tells the order.
func (s *Switch) run(p *Part, before event.Time) {
	if s.farNext < before {
		s.near(p)
	}
	limit := uint64(before) << 16
	if limit != p.limit {
		s.cut(p, before)
	}
	s.due = noWake
	if ended := &s.incoming[uint64(p.now)*s.stride+s.mask]; ended.top != nil {
		for _, a := range p.unload(ended) {
			*s.row(p, uint64(p.now)*s.stride+s.further(p, &a.k.Packet)) = *a.k
		}
		p.discard()
	}
	marks := s.marked(uint64(p.now))
	if !s.apart(p, before) {
		s.runTogether(p, marks, limit)
		return
	}
	for i := range marks {
		for word := marks[i] | s.waking[i]; word != 0; word &= word - 1 {
			out := uint32(64*i + bits.TrailingZeros64(word))
			if marks[i]>>(out%64)&1 != 0 {
				lane := p.unload(&s.incoming[uint64(p.now)*s.stride+uint64(out)])
				p.Events += uint64(len(lane))
				s.serve(p, out, p.sort(lane))
				p.discard()
			}
			l := &s.links[out]
			if l.wake {
				s.riseBefore(p, l, out, limit)
			}
			if l.wake {
				s.due = min(s.due, s.ports[out].wake)
			} else {
				s.waking[i] &^= 1 << (out % 64)
			}
		}
		marks[i] = 0
	}
}

// apart reports whether no port is to know of the others in the window at hand, the run's end before a
// time. So it is while nobody looks at all of them, and while the memory has room whatever the order: even
// if nothing left, and all that can come in a window came through one port.
func (s *Switch) apart(p *Part, before event.Time) bool {
	most := uint64(s.shared) + s.burst
	return s.hook == nil && s.gateway == nil && s.stops == 0 && s.wakes.first>>16 >= uint64(before) &&
		(s.sample == 0 || (event.Time(p.number)*p.window/s.sample+1)*s.sample >= before) &&
		most < uint64(s.total) && most < (uint64(s.total)-most)>>s.shift
}

// runTogether takes the events of all ports in one order.
func (s *Switch) runTogether(p *Part, marks []uint64, limit uint64) {
	var all []arrival
	for i, word := range marks {
		marks[i] = 0
		for ; word != 0; word &= word - 1 {
			out := uint64(64*i + bits.TrailingZeros64(word))
			all = p.unload(&s.incoming[uint64(p.now)*s.stride+out])
		}
	}
	for out := range s.links {
		if s.links[out].wake {
			s.wakes.push(s.ports[out].wake)
		}
	}
	p.Events += uint64(len(all))
	s.together = true
	all = p.sort(all)
	for i := range all {
		for s.wakes.first < all[i].key {
			s.rise(p)
		}
		s.serve(p, s.out(p, &all[i].k.Packet), all[i:i+1])
	}
	for s.wakes.first < limit {
		s.rise(p)
	}
	p.discard()
	s.together = false
	left := s.wakes.heap
	s.wakes = wakes{first: noWake, heap: left[:0]}
	for _, wake := range left {
		if wake&0xFFFF >= gatewayPort {
			s.wakes.push(wake)
		} else {
			s.due = min(s.due, wake)
		}
	}
}

// rise takes the first wake of all.
func (s *Switch) rise(p *Part) {
	wake := s.wakes.first
	at, port := event.Time(wake>>16), uint32(wake&0xFFFF)
	s.wakes.pop()
	switch {
	case port == samplePort:
		p.Events++
		s.record(p, at)
	case port == gatewayPort && s.gateway != nil:
		p.Events++
		s.ring(p, at)
	default:
		s.riseBefore(p, &s.links[port], port, wake+1)
	}
}

// riseBefore takes the wakes of a port before a key.
//
//go:noinline
func (s *Switch) riseBefore(p *Part, l *Link, out uint32, key uint64) {
	o := &s.ports[out]
	for o.wake < key {
		p.Events++
		l.wake = false
		s.transmit(p, event.Time(o.wake>>16), out)
		if !l.wake {
			return
		}
	}
}

// next returns a time before which nothing happens, after the window at hand.
func (s *Switch) next(p *Part) event.Time {
	next := s.approach.next(p)
	if wake := min(s.wakes.first, s.due); wake != noWake {
		next = min(next, event.Time(wake>>16))
	}
	return next
}

// serve takes arrivals that leave by one port, each after the wakes before it.
func (s *Switch) serve(p *Part, out uint32, lane []arrival) {
	l := &s.links[out]
	for len(lane) > 0 {
		if lane = lane[l.pass(p, s.usual, lane):]; len(lane) == 0 {
			return
		}
		key, k := lane[0].key, lane[0].k
		lane = lane[1:]
		if l.wake && s.ports[out].wake < key {
			s.riseBefore(p, l, out, key)
		}
		if k.Kind > s.usual && !s.unusual(p, out, k) {
			continue
		}
		switch now := event.Time(key >> 16); {
		case k.Class() == 0:
			// Control goes before all that waits, in the order in which it came, and is not
			// paused: when it leaves is certain.
			l.Forward(p, max(now, l.Busy), &k.Packet)
		case now < l.Busy || l.backlog|l.Paused != 0:
			s.store(p, now, out, k)
		default:
			// It leaves as it comes: it takes no room, and the queue behind it is empty.
			l.Forward(p, now, &k.Packet)
		}
	}
}

// unusual takes a PFC frame, shows a packet to the hook and the gateway, traces one, or deals one to its
// queue. True says that the packet goes on.
//
//go:noinline
func (s *Switch) unusual(p *Part, out uint32, k *Transit) bool {
	if k.Kind == PFC {
		l := &s.links[out]
		if l.SetPaused(&k.Packet) && !l.wake {
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
		s.pass(p, out, k)
	}
	if s.levels != nil && k.Class() != 0 {
		s.deal(p, out, k)
		return false
	}
	return true
}

// store keeps a data packet that came in until its port can send it.
func (s *Switch) store(p *Part, now event.Time, out uint32, k *Transit) {
	l := &s.links[out]
	class := k.Class()
	if !s.admit(p, now, k.port(), class, uint32(k.Size)) {
		p.Buffered++
		p.drop(&k.Packet)
		return
	}
	s.ports[out].queues[class].Add(p, k)
	l.backlog |= 1 << class
	if s.sample != 0 && !s.sampling {
		s.sampling = true
		s.wakeAt((now/s.sample+1)*s.sample, samplePort)
	}
	if !l.wake {
		s.transmit(p, now, out)
	}
}

// wakeAt sees to a wake that is no port's.
func (s *Switch) wakeAt(at event.Time, what uint32) { s.wakes.push(uint64(at)<<16 | uint64(what)) }

// transmit sends the packet whose turn it is if the link is idle, and sees to it that the port wakes when
// it is, if more are ready. No wake is under way.
func (s *Switch) transmit(p *Part, now event.Time, out uint32) {
	l := &s.links[out]
	if l.backlog&^l.Paused != 0 && now >= l.Busy {
		s.send(p, now, l, out)
	}
	if l.backlog&^l.Paused != 0 {
		l.wake = true
		o := &s.ports[out]
		o.wake = uint64(l.Busy)<<16 | uint64(out)
		s.waking[out/64] |= 1 << (out % 64)
		if s.together {
			s.wakes.push(o.wake)
		}
	}
}

// send sends the packet whose turn it is at an idle port that has one.
func (s *Switch) send(p *Part, now event.Time, l *Link, out uint32) {
	o := &s.ports[out]
	ready := l.backlog &^ l.Paused
	class, alone := s.Alone(ready)
	if !alone {
		class = s.choose(o, ready, l.backlog)
	}
	q := &o.queues[class&(Classes-1)]
	k := q.First()
	s.release(p, now, k.port(), k.Flags>>classShift, uint32(k.Size))
	if left := q.Bytes - uint32(k.Size); left >= o.from && s.mark(p, now, out, &k.Packet, left) {
		k.Flags |= Marked
		p.Marks++
	}
	l.Forward(p, now, &k.Packet)
	if q.Remove(p); q.Packets == 0 {
		l.backlog &^= 1 << class
	}
}

// choose takes turns among the classes that are ready.
func (s *Switch) choose(o *port, ready, backlog uint8) uint8 {
	var heads [Classes]uint16
	for left := ready; left != 0; left &= left - 1 {
		class := bits.TrailingZeros8(left)
		heads[class] = o.queues[class].First().Size
	}
	return o.turns.Choose(o.rule, ready, backlog, &heads)
}

// record records the lengths of the queues, and looks again while there are any.
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
