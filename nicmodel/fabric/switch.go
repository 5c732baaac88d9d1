package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// port is a switch's port: the sending half of its link and the queues before it.
type port struct {
	Link
	// backlog is the set of classes with packets.
	backlog uint8
	// wake tells that a Wake event is under way.
	wake bool
	// stopped is the set of classes whose sender at the other end this port has paused.
	stopped uint8
	shift   uint8 // of the PFC threshold
	red     red
	turns   Turns
	queues  [Classes]Queue
}

// Switch is an output-queued switch with shared memory, store and forward.
type Switch struct {
	node  uint32
	ports []port
	buffer
	routes
	*Rule
	lossless uint8  // set of lossless classes
	own      uint64 // number of the next own event
	sample   event.Time
	sampling bool
	hook     Hook
}

// Handle takes one event of the switch.
func (s *Switch) Handle(p *Part, e *event.Event) {
	switch e.Kind {
	case Arrive:
		s.arrive(p, e.At, e.Port, e.Arg)
	case Wake:
		o := &s.ports[e.Port]
		o.wake = false
		s.transmit(p, e.At, o, uint32(e.Port))
	case Pause:
		s.pause(p, e)
	case Sample:
		s.look(p, e.At)
	}
}

// arrive stores a packet that came in, and sends it on if its way is free.
func (s *Switch) arrive(p *Part, now event.Time, in uint16, id uint32) {
	k := p.At(id)
	if s.hook != nil && !s.hook.Arrive(now, s.node, in, k) {
		p.drop(id)
		return
	}
	out := s.route(k.Dst, k.Hash)
	o := &s.ports[out]
	class := k.Class & (Classes - 1)
	if now >= o.Busy && o.backlog == 0 && o.Paused&(1<<class) == 0 {
		// It leaves as it comes: it takes no room, and the queue behind it is empty.
		o.Send(p, now, id)
		return
	}
	if class != 0 {
		if !s.admit(p, now, in, class, uint32(k.Size)) {
			p.Buffered++
			p.drop(id)
			return
		}
		k.ingress = in
	}
	o.queues[class].Push(&p.Pool, id)
	o.backlog |= 1 << class
	if s.sample != 0 && !s.sampling {
		s.sampling = true
		s.after(p, (now/s.sample+1)*s.sample, 0, Sample)
	}
	if !o.wake {
		s.transmit(p, now, o, out)
	}
}

// transmit sends the packet whose turn it is, or sees to it that the port wakes when
// the link is free. No wake is under way.
func (s *Switch) transmit(p *Part, now event.Time, o *port, out uint32) {
	ready := o.backlog &^ o.Paused
	if ready == 0 {
		return
	}
	if now < o.Busy {
		o.wake = true
		s.after(p, o.Busy, uint16(out), Wake)
		return
	}
	class := s.choose(p, o, ready)
	q := &o.queues[class]
	id := q.Pop(&p.Pool)
	if q.Packets == 0 {
		o.backlog &^= 1 << class
	}
	if class != 0 {
		k := p.At(id)
		s.release(p, now, k.ingress, class, uint32(k.Size))
		if k.Flags&ECT != 0 && o.red.mark(q.Bytes) {
			k.Flags |= Marked
			p.Marks++
		}
	}
	o.Send(p, now, id)
	if o.backlog&^o.Paused != 0 {
		o.wake = true
		s.after(p, o.Busy, uint16(out), Wake)
	}
}

// choose returns the class that sends next, of those that are ready.
func (s *Switch) choose(p *Part, o *port, ready uint8) uint8 {
	if class, ok := s.Alone(ready); ok {
		return class
	}
	var heads [Classes]uint16
	for left := ready; left != 0; left &= left - 1 {
		class := bits.TrailingZeros8(left)
		heads[class] = o.queues[class].First(&p.Pool).Size
	}
	return o.turns.Choose(s.Rule, ready, o.backlog, &heads)
}

// pause stops or resumes a class at the port through which the PFC frame came.
func (s *Switch) pause(p *Part, e *event.Event) {
	o := &s.ports[e.Port]
	resumes := o.SetPaused(e.Arg)
	if resumes && !o.wake {
		s.transmit(p, e.At, o, uint32(e.Port))
	}
}

// look records the lengths of the queues, and looks again while there are any.
func (s *Switch) look(p *Part, now event.Time) {
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
	s.after(p, now+s.sample, 0, Sample)
}

// after schedules an event of the switch's own.
func (s *Switch) after(p *Part, at event.Time, port uint16, kind uint8) {
	p.Queue.Push(event.Event{At: at, Key: event.OwnKey(s.node, s.own), Port: port, Kind: kind})
	s.own++
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
