package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// port is the queues of a switch's port, in front of its link.
type port struct {
	queues [Classes]Queue
	red    red
	rule   *Scheduler // the switch's, or its own with weighted queues
	turns  DRR
	// from is the smallest length of a queue, left behind by a packet, at which mark is called.
	from uint32
}

// Switch is an output-queued switch with shared memory, store and forward.
type Switch struct {
	links    []Link
	mask     uint64 // of the port's bits in a path
	wakeups  wakeups
	hook     Hook
	gateway  Gateway
	usual    uint8 // kinds above it are not simply forwarded: PFC, or all with a hook, a gateway or levels
	lossless uint8 // set of lossless classes
	sampling bool
	looks    bool // at what is queued: a sample is to be begun, or there is depth
	node     uint32
	seed     uint32 // of ECMP
	width    uint8  // bits of a port in a path
	inbound
	ports []port
	*Scheduler
	buffer
	sample   event.Time
	rates    []uint32       // of the ports, kb/s; nil if no packet is traced
	levels   []uint8        // of connections, and how ports weigh them; nil without weighted queues
	weighted []weightedPort // of the ports
	marker   Marker         // the gateway, if it is one
	depth    Depth          // nil if nobody looks
}

// samplePort, as the port of a wake, means that the queues are to be sampled.
const samplePort = 1<<16 - 1

// run handles all events of the switch before a time in the order of time and port; at one port arrivals come before
// wakes.
func (s *Switch) run(p *Partition, before event.Time) {
	if s.farNext < before {
		s.near(p)
	}
	limit := uint64(before) << 16
	if limit != p.limit {
		s.cut(p, before)
	}
	s.gather(p)
	s.take(p)
	p.discard()
	for s.wakeups.first < limit {
		s.rise(p)
	}
}

// next returns a time after the current window before which nothing happens.
func (s *Switch) next(p *Partition) event.Time {
	next := s.inbound.next(p)
	if s.wakeups.first != noWake {
		next = min(next, event.Time(s.wakeups.first>>16))
	}
	return next
}

// take handles the gathered arrivals in order.
func (s *Switch) take(p *Partition) {
	for i := range p.used {
		word, more := p.used[i], p.more[i]
		p.used[i], p.more[i] = 0, 0
		for ; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word) & 63
			bucket := (64*i + bit) & (buckets - 1)
			k := p.heads[bucket]
			if more>>bit&1 == 0 {
				s.arrive(p, k)
				continue
			}
			for _, k := range p.merge(k, bucket) {
				s.arrive(p, k)
			}
		}
	}
}

// arrive handles an arrival, after the wakes before it. A model spends most of its time here, so all that a packet
// with an idle output needs is inline, even the transmission (as in Link.Forward).
func (s *Switch) arrive(p *Partition, k *Transit) {
	key := k.key
	if s.wakeups.first < key {
		s.riseBefore(p, key)
	}
	out := k.Path & s.mask
	if out >= uint64(len(s.links)) {
		out = s.further(p, &k.Packet)
	}
	if k.Kind > s.usual && !s.unusual(p, uint32(out), k) {
		return
	}
	now := event.Time(key >> 16)
	l := &s.links[out]
	if k.Class() == 0 {
		// Control goes before all that waits, in order, and is not paused: the time at which it leaves is known.
		now = max(now, l.Busy)
	} else if now < l.Busy || l.backlog|l.Paused != 0 {
		s.store(p, now, uint32(out), k)
		return
	}
	// It leaves at once: it takes no memory, and the queue behind it is empty.
	size := uint64(k.Size)
	l.SentBytes += size
	now += l.serial.Of(uint32(size))
	l.Busy = now
	key = uint64(now)<<16 + l.flight
	path := k.Path >> (l.width & 63)
	switch w := l.direct; {
	case w != nil && key-p.limit < p.width:
		// As inbound.enter.
		to := p.row(&w.incoming[p.then%maxLists])
		to.Packet = k.Packet
		to.Path, to.key = path, key
	case l.inbox != nil:
		l.inbox.enter(key, &k.Packet)
	default:
		k.Path = path
		l.consider(p, key, &k.Packet)
	}
}

// riseBefore handles the wakes before a key.
//
//go:noinline
func (s *Switch) riseBefore(p *Partition, key uint64) {
	for s.wakeups.first < key {
		s.rise(p)
	}
}

// unusual handles a PFC frame, shows a packet to the hook and the gateway, traces it, or classifies it into a
// weighted queue. It reports whether the packet is still to be forwarded.
//
//go:noinline
func (s *Switch) unusual(p *Partition, out uint32, k *Transit) bool {
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
		s.classify(p, out, k)
		return false
	}
	return true
}

// rise handles the first wake.
func (s *Switch) rise(p *Partition) {
	wake := s.wakeups.first
	p.Events++
	at, port := event.Time(wake>>16), uint32(wake&0xFFFF)
	if port >= gatewayPort && s.special(p, at, port) {
		return
	}
	l := &s.links[port]
	if l.backlog&^l.Paused != 0 && at >= l.Busy {
		s.send(p, at, l, port)
	}
	if l.backlog&^l.Paused != 0 {
		// It wakes again, instead of this wake.
		s.wakeups.replace(uint64(l.Busy)<<16 | uint64(port))
		return
	}
	s.wakeups.pop()
	l.wake = false
}

// special handles a wake that is not a port's, and reports whether it is one.
//
//go:noinline
func (s *Switch) special(p *Partition, at event.Time, port uint32) bool {
	switch {
	case port == samplePort:
		s.wakeups.pop()
		s.record(p, at)
	case s.gateway != nil:
		s.wakeups.pop()
		s.ring(p, at)
	default:
		return false
	}
	return true
}

// store queues an arrived data packet until its port can send it.
func (s *Switch) store(p *Partition, now event.Time, out uint32, k *Transit) {
	l := &s.links[out]
	class := k.Class()
	if !s.admit(p, now, k.port(), class, uint32(k.Size)) {
		p.Buffered++
		p.drop(&k.Packet)
		return
	}
	s.ports[out].queues[class].Add(p, k)
	l.backlog |= 1 << class
	if s.looks {
		s.look(now, out, uint32(k.Size))
	}
	if !l.wake {
		s.transmit(p, now, out)
	}
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
		s.wakeAt((now/s.sample+1)*s.sample, samplePort)
	}
}

// wakeAt schedules a wake of a port.
func (s *Switch) wakeAt(at event.Time, port uint32) { s.wakeups.push(uint64(at)<<16 | uint64(port)) }

// transmit sends the packet whose turn it is, or schedules a wake for when the link is free. No wake is pending.
func (s *Switch) transmit(p *Partition, now event.Time, out uint32) {
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
	s.send(p, now, l, out)
	if l.backlog&^l.Paused != 0 {
		l.wake = true
		s.wakeAt(l.Busy, out)
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
		s.looks = true
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
