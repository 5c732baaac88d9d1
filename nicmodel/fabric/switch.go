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
	rule   *Scheduler // the switch's, or its own with weighted queues
	turns  DRR
	// alone is the one packet that waits for the port, as the link's backlog says: see wait.
	alone *Transit
	// from is the least length of a queue, left behind by a packet, that mark looks at.
	from uint32
}

// Switch is an output-queued switch with shared memory, store and forward.
type Switch struct {
	links    []Link
	mask     uint64 // what of a path is a port
	wakeups  wakeups
	hook     Hook
	gateway  Gateway
	usual    uint8 // kinds above it are not simply sent on: PFC, or all if there is a hook, a gateway or levels
	lossless uint8 // set of lossless classes
	sampling bool
	easy     bool // in the window at hand memory does not tie ports together: see roomy
	node     uint32
	seed     uint32 // of ECMP
	width    uint8  // bits of a port in a path
	inbound
	ports []port
	*Scheduler
	buffer
	waiting  []uint64 // has a bit for each port at which a packet waited alone in the window at hand
	sample   event.Time
	rates    []uint32       // of the ports, kb/s; nil if no packet is traced
	levels   []uint8        // of connections, and how ports weigh them; nil without weighted queues
	weighted []weightedPort // of the ports
	marker   Marker         // the gateway, if it is one
}

// samplePort is no port in a wake: the queues are to be looked at.
const samplePort = 1<<16 - 1

// run takes all events of the switch before a time in the order of time and port; at one
// port an arrival comes before a wake.
func (s *Switch) run(p *Partition, before event.Time) {
	if s.farNext < before {
		s.near(p)
	}
	limit := uint64(before) << 16
	if limit != p.limit {
		s.cut(p, before)
	}
	taken := p.Events
	s.gather(p)
	s.easy = s.hook == nil && s.gateway == nil && s.roomy(p.Events-taken)
	s.take(p)
	s.settle(p, limit)
	p.discard()
	for s.wakeups.first < limit {
		s.rise(p)
	}
}

// next returns a time before which nothing happens, after the window at hand.
func (s *Switch) next(p *Partition) event.Time {
	next := s.inbound.next(p)
	if s.wakeups.first != noWake {
		next = min(next, event.Time(s.wakeups.first>>16))
	}
	return next
}

// take takes what was gathered in order.
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

// arrive takes an arrival, after the wakes before it. This is where a model spends most of
// its time: what a packet that finds its way free needs stands here in one piece, the
// transmission too (as Link.Forward).
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
	if l.backlog&waits != 0 {
		s.resolve(p, uint32(out), key)
	}
	if k.Class() == 0 {
		// Control goes before all that waits, in the order in which it came, and is not
		// paused: when it leaves is certain.
		now = max(now, l.Busy)
	} else if now < l.Busy || l.backlog|l.Paused != 0 {
		s.wait(p, now, uint32(out), k)
		return
	}
	// It leaves as it comes: it takes no room, and the queue behind it is empty.
	size := uint64(k.Size)
	l.SentBytes += size
	now += l.serial.Of(uint32(size))
	l.Busy = now
	key = uint64(now)<<16 + l.flight
	path := k.Path >> (l.width & 63)
	switch w := l.direct; {
	case w != nil && key-p.limit < p.width:
		// As approach.enter.
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

// riseBefore takes the wakes before a key.
//
//go:noinline
func (s *Switch) riseBefore(p *Partition, key uint64) {
	for s.wakeups.first < key {
		s.rise(p)
	}
}

// waits is in a link's backlog while one packet waits alone. Control, class 0, has no queue.
const waits = 1

// wait keeps a data packet that came in until its port can send it. Most find the port busy with one packet and nobody else
// before it, and nothing more comes until that has left. So the first to wait is not in a queue yet: what becomes of it is
// seen when something else comes to the port, or at the end of the window.
//
//go:noinline
func (s *Switch) wait(p *Partition, now event.Time, out uint32, k *Transit) {
	l := &s.links[out]
	if !s.easy || l.backlog|l.Paused != 0 || k.Kind > s.usual || s.sample != 0 && !s.sampling {
		s.store(p, now, out, k)
		return
	}
	l.backlog = waits
	s.ports[out].alone = k
	s.waiting[out/64] |= 1 << (out % 64)
}

// resolve sees what became of a packet that waited alone, before a key: it left when the port was free, or it is stored. It left
// an empty queue behind, so it was not marked, and the memory that it took was given back.
//
//go:noinline
func (s *Switch) resolve(p *Partition, out uint32, key uint64) {
	l, k := &s.links[out], s.ports[out].alone
	l.backlog = 0
	if uint64(l.Busy)<<16|uint64(out) >= key {
		s.store(p, k.at(), out, k)
		return
	}
	p.Events++ // the wake
	l.Forward(p, l.Busy, &k.Packet)
}

// settle resolves what waits alone at any port.
func (s *Switch) settle(p *Partition, key uint64) {
	for i, word := range s.waiting {
		for s.waiting[i] = 0; word != 0; word &= word - 1 {
			if out := 64*i + bits.TrailingZeros64(word); s.links[out].backlog&waits != 0 {
				s.resolve(p, uint32(out), key)
			}
		}
	}
}

// unusual takes a PFC frame, shows a packet to the hook and the gateway, traces one, or deals one to its
// queue. True says that the packet goes on.
//
//go:noinline
func (s *Switch) unusual(p *Partition, out uint32, k *Transit) bool {
	if k.Kind == PFC {
		l := &s.links[out]
		if l.backlog&waits != 0 {
			s.resolve(p, out, k.key)
		}
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
		if s.links[out].backlog&waits != 0 {
			s.resolve(p, out, k.key)
		}
		s.pass(p, out, k)
	}
	if s.levels != nil && k.Class() != 0 {
		s.classify(p, out, k)
		return false
	}
	return true
}

// rise takes the first wake.
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
		// It wakes again, in the place of this wake.
		s.wakeups.replace(uint64(l.Busy)<<16 | uint64(port))
		return
	}
	s.wakeups.pop()
	l.wake = false
}

// special takes a wake that is no port's, and reports whether it is one.
//
//go:noinline
func (s *Switch) special(p *Partition, at event.Time, port uint32) bool {
	switch {
	case port == samplePort:
		s.wakeups.pop()
		s.settle(p, uint64(at)<<16|samplePort)
		s.record(p, at)
	case s.gateway != nil:
		s.wakeups.pop()
		s.ring(p, at)
	default:
		return false
	}
	return true
}

// store keeps a data packet that came in until its port can send it.
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
	if s.sample != 0 && !s.sampling {
		s.sampling = true
		s.wakeAt((now/s.sample+1)*s.sample, samplePort)
	}
	if !l.wake {
		s.transmit(p, now, out)
	}
}

// wakeAt sees to a wake of a port.
func (s *Switch) wakeAt(at event.Time, port uint32) { s.wakeups.push(uint64(at)<<16 | uint64(port)) }

// transmit sends the packet whose turn it is, or sees to it that the port wakes when
// the link is free. No wake is in flight.
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
