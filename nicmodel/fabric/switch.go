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
	next   event.Time // the first known event
	links  []Link
	inlets []inlet
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

// look sees what was sent to the switch.
func (s *Switch) look() {
	s.next = event.Never
	if len(s.wakes) > 0 {
		s.next = event.Time(s.wakes[0] >> 16)
	}
	for i := range s.inlets {
		if in := &s.inlets[i]; in.next != in.tail || in.tail != in.from.tail {
			s.next = min(s.next, in.look())
		}
	}
}

// run takes all events of the switch before a time: arrivals in the order of time and
// port, and wakes, after the arrivals of the same time.
func (s *Switch) run(p *Part, base, before event.Time) {
	o := &p.sorter
	o.keys = o.keys[:0]
	for port := range s.inlets {
		in := &s.inlets[port]
		for i := in.next; i != in.tail; i++ {
			t := &in.ring[i&uint32(len(in.ring)-1)]
			if t.at >= before {
				break
			}
			o.keys = append(o.keys, uint64(t.at-base)<<16|uint64(port))
		}
	}
	o.sort(uint64(before-base) << 16)
	keys, digest, limit := o.keys, s.digest, uint64(before)<<16
	events := len(keys)
	for {
		wake := limit
		if len(s.wakes) > 0 {
			wake = s.wakes[0]
		}
		if len(keys) > 0 {
			at := base + event.Time(keys[0]>>16)
			if uint64(at)<<16 <= wake {
				port := uint16(keys[0])
				keys = keys[1:]
				in := &s.inlets[port]
				k := &in.first().Packet
				in.next++
				digest = Chain(digest, at, uint64(k.Kind)<<12^uint64(port))
				if k.Kind == PFC {
					s.pause(p, at, uint32(port), k)
					continue
				}
				s.arrive(p, at, port, k)
				continue
			}
		}
		if wake >= limit {
			break
		}
		s.wakes.pop()
		events++
		at := event.Time(wake >> 16)
		digest = Chain(digest, at, wake&0xFFFF)
		if wake&0xFFFF == samplePort {
			s.record(p, at)
			continue
		}
		s.links[wake&0xFFFF].wake = false
		s.transmit(p, at, uint32(wake&0xFFFF))
	}
	s.digest = digest
	p.Events += uint64(events)
}

// arrive takes a packet that came in, and sends it on if its way is free.
func (s *Switch) arrive(p *Part, now event.Time, in uint16, k *Packet) {
	if s.hook != nil {
		seen := *k
		if !s.hook.Arrive(now, s.node, in, &seen) {
			p.drop(k.Size)
			return
		}
		k = &seen
	}
	out := s.route(k.To, k.Hash)
	l := &s.links[out]
	class := k.Class & (Classes - 1)
	if now >= l.Busy && l.backlog == 0 && l.Paused&(1<<class) == 0 {
		// It leaves as it comes: it takes no room, and the queue behind it is empty.
		l.Send(p, now, k)
		return
	}
	if class != 0 && !s.admit(p, now, in, class, uint32(k.Size)) {
		p.Buffered++
		p.drop(k.Size)
		return
	}
	s.ports[out].queues[class].Push(&p.Pool, k, in)
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
	k, in := q.Pop(&p.Pool)
	if q.Packets == 0 {
		l.backlog &^= 1 << class
	}
	if class != 0 {
		s.release(p, now, in, class, uint32(k.Size))
		if k.Flags&ECT != 0 && o.red.mark(q.Bytes) {
			k.Flags |= Marked
			p.Marks++
		}
	}
	l.Send(p, now, k)
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

// pause stops or resumes a class at the port through which the PFC frame came.
func (s *Switch) pause(p *Part, now event.Time, port uint32, k *Packet) {
	l := &s.links[port]
	if l.SetPaused(k) && !l.wake {
		s.transmit(p, now, port)
	}
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
