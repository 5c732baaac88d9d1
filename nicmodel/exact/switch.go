package exact

import "math/bits"

const (
	classes  = 8
	pfcBytes = 43 // of a PFC frame
)

// port is one end of a link: what its node sends, and in a switch the buffer of what came in by it.
type port struct {
	node, peer int32 // node, and the port at the other end
	delay      uint64
	rate       uint64
	// How long full packets and acknowledgements take, ns.
	full, ack uint64
	// The transmission ends at freeAt, as the event freeNumber, which is scheduled if ending is set.
	freeAt, freeNumber uint64
	ending             bool

	// stopped has the classes that PFC holds, present those with packets, last the one that sent last.
	stopped, present, last uint8
	line                   uint8 // the code of the rate in telemetry
	queues                 [classes]list
	queued                 [classes]uint32 // bytes
	total                  uint32          // bytes of all classes
	sent                   uint64          // bytes

	// The buffer by classes, in bytes: within the threshold, and beyond it; stopping has the classes that the sender
	// at the other end was told to stop.
	used, beyond [classes]uint32
	stopping     uint8
	headroom     uint32
	shift        uint8
	kmin, kmax   uint32
	pmax         float64
}

// memory is the buffer of a switch, bytes.
type memory struct {
	// room is what ports share, shared what of it is in use.
	room, shared uint32
}

func (p *port) push(c *clock, class uint8, i int32) {
	it, q := &c.items[i], &p.queues[class]
	it.next = none
	if p.present&(1<<class) == 0 {
		q.head = i
		p.present |= 1 << class
	} else {
		c.items[q.tail].next = i
	}
	q.tail = i
	p.queued[class] += it.size
	p.total += it.size
}

func (p *port) pop(c *clock, class uint8) int32 {
	q := &p.queues[class]
	i := q.head
	it := &c.items[i]
	if i == q.tail {
		p.present &^= 1 << class
	}
	q.head = it.next
	p.queued[class] -= it.size
	p.total -= it.size
	return i
}

// busy reports whether a transmission is under way. What waits for its end has that scheduled.
func (s *simulator) busy(at int32, waits bool) bool {
	p := &s.ports[at]
	if s.now > p.freeAt || s.now == p.freeAt && s.number >= p.freeNumber {
		return false
	}
	if waits && !p.ending {
		p.ending = true
		s.insert(p.freeAt, p.freeNumber, s.take(transmitted, at))
	}
	return true
}

// transmit sends a packet: first the end of the transmission is scheduled, then the arrival. Without anything that
// waits for its end, the end only has its number.
func (s *simulator) transmit(at, i int32, waits bool) {
	p, it := &s.ports[at], &s.items[i]
	ns := p.full
	switch it.size {
	case s.fullBytes:
	case s.ackBytes:
		ns = p.ack
	default:
		ns = serial(it.size, p.rate)
	}
	s.given++
	p.freeAt, p.freeNumber, p.ending = s.now+ns, s.given, waits
	it.at = p.peer
	if waits {
		end := s.take(transmitted, at)
		s.items[end].number = s.given
		s.put(p.freeAt, end)
	}
	s.after(ns+p.delay, i)
}

// send takes a packet into a queue of a switch's port.
func (s *simulator) send(at int32, class uint8, i int32) {
	s.ports[at].push(&s.clock, class, i)
	if !s.busy(at, true) {
		s.serve(at)
	}
}

// serve transmits the next packet of a switch's idle port: PFC frames first, then the classes in turn.
func (s *simulator) serve(at int32) {
	p := &s.ports[at]
	ready := p.present &^ (p.stopped &^ 1)
	if ready == 0 {
		return
	}
	class := uint8(0)
	if ready&1 == 0 {
		class = (p.last + 1 + uint8(bits.TrailingZeros8(bits.RotateLeft8(ready, -int(p.last+1))))) % classes
		p.last = class
	}
	i := p.pop(&s.clock, class)
	it := &s.items[i]
	if class != 0 {
		s.release(it.in, class, it.size)
		if s.marks && s.marked(p, class) {
			// A mark on an acknowledgement has no effect.
			it.marked = it.marked || it.kind == data
			s.result.Marks++
		}
		s.mayResume(it.in, class)
		it = &s.items[i] // a PFC frame is a new item
	}
	if it.kind == data && s.telemetry != nil {
		s.telemetry[i][it.hop%maxHops] = stamp(s.now, p.sent, p.total, p.line, s.unit)
	}
	it.hop++
	p.sent += uint64(it.size)
	s.transmit(at, i, p.present != 0)
}

// marked decides about a mark on the bytes that are left in the queue.
func (s *simulator) marked(p *port, class uint8) bool {
	q := p.queued[class]
	if q <= p.kmin {
		return false
	}
	return q > p.kmax || s.coins.Next() < p.pmax*float64(q-p.kmin)/float64(p.kmax-p.kmin)
}

// forward takes a packet that came into a switch by a port.
func (s *simulator) forward(in, i int32) {
	it := &s.items[i]
	f := &s.flows[it.flow]
	path := f.path[0]
	if it.kind != data {
		path = f.path[1]
	}
	out := s.hops[path+int32(it.hop)]
	class := it.class
	p, m := &s.ports[in], s.memoryOf(in)
	it.in = in
	threshold := p.threshold(m)
	if it.size+p.beyond[class] > p.headroom && it.size+p.over(class) > threshold {
		s.result.DroppedPackets++
		s.result.DroppedBytes += uint64(it.size)
		s.result.Buffered++
		s.drop(i)
		return
	}
	switch after := p.used[class] + it.size; {
	case after <= reserve:
		p.used[class] = after
	case after-reserve > threshold:
		p.beyond[class] += it.size
	default:
		p.used[class] = after
		m.shared += min(it.size, after-reserve)
	}
	if p.stopping&(1<<class) == 0 && (p.beyond[class] > 0 || p.over(class) >= p.threshold(m)) {
		s.control(in, class, pause)
		s.ports[in].stopping |= 1 << class
	}
	s.send(out, class, i)
}

// threshold is how much a class of a port may have of the memory, beyond its reserve.
func (p *port) threshold(m *memory) uint32 { return (m.room - m.shared) >> p.shift }

// over is what a class has beyond its reserve.
func (p *port) over(class uint8) uint32 { return max(p.used[class], reserve) - reserve }

// release counts a packet that leaves the switch's memory.
func (s *simulator) release(in int32, class uint8, bytes uint32) {
	p := &s.ports[in]
	beyond := min(p.beyond[class], bytes)
	s.memoryOf(in).shared -= min(bytes-beyond, p.over(class))
	p.beyond[class] -= beyond
	p.used[class] -= bytes - beyond
}

// mayResume lets the sender at a port go on if its class has little enough.
func (s *simulator) mayResume(in int32, class uint8) {
	p := &s.ports[in]
	if p.stopping&(1<<class) == 0 || p.beyond[class] != 0 {
		return
	}
	if over := p.over(class); over == 0 || over+resumeOffset <= p.threshold(s.memoryOf(in)) {
		s.control(in, class, resume)
		s.ports[in].stopping &^= 1 << class
	}
}

// control sends a PFC frame, whose IP identification the simulator draws.
func (s *simulator) control(at int32, class uint8, k kind) {
	if s.coins != nil {
		s.coins.Next()
	}
	if k == pause {
		s.result.Pauses++
	}
	i := s.take(k, 0)
	it := &s.items[i]
	it.size, it.class = pfcBytes, class
	s.send(at, 0, i)
}

// heard obeys a PFC frame that arrived at a port.
func (s *simulator) heard(at int32, it *item) {
	p := &s.ports[at]
	s.record(at, it)
	if it.kind == pause {
		p.stopped |= 1 << it.class
		return
	}
	p.stopped &^= 1 << it.class
	s.next(at)
}

// next lets a port send, if it is idle.
func (s *simulator) next(at int32) {
	if h := s.ports[at].node; h < s.hostCount {
		s.dequeue(&s.hosts[h])
	} else if !s.busy(at, s.ports[at].present != 0) {
		s.serve(at)
	}
}

// Telemetry of a hop, as the simulator packs it: the code of the rate, the time in ns, the bytes sent, and the bytes
// queued.
const (
	maxHops                       = 5
	timeBits, sentBits, queueBits = 24, 20, 17
)

func stamp(now, sent uint64, queued uint32, line uint8, unit uint32) uint64 {
	return uint64(line)<<(timeBits+sentBits+queueBits) | now%(1<<timeBits)<<(sentBits+queueBits) |
		sent/uint64(128*unit)%(1<<sentBits)<<queueBits | uint64(queued/(80*unit)%(1<<queueBits))
}

// lines are the rates that telemetry has codes for, bit/s. Of others it has code 0.
var lines = [8]uint64{25e9, 50e9, 100e9, 200e9, 400e9}
