package exact

import (
	"math/bits"

	"smartnic-cc/internal/base/packet/simtrace"
)

const (
	classes  = 8
	pfcBytes = 43 // of a PFC frame
)

// port is one end of a link: what its node sends, and in a switch the buffer of what came in by it.
type port struct {
	node   uint32
	number uint16  // of the node's ports
	host   *host   // nil in a switch
	memory *memory // nil in a host
	peer   *port
	delay  uint64
	rate   uint64
	// How long full packets and acknowledgements take, ns.
	full, ack uint64
	// The transmission ends at freeAt, as the event freeNumber, which is scheduled if ending is set.
	freeAt, freeNumber uint64
	ending             bool

	// stopped has the classes that PFC holds, present those with packets, last the one that sent last.
	stopped, present, last uint8
	line                   uint8  // the code of the rate in telemetry
	total                  uint32 // bytes of all classes
	sent                   uint64 // bytes

	// stopping has the classes that the node at the other end is to hold.
	stopping   uint8
	shift      uint8
	headroom   uint32
	kmin, kmax uint32
	pmax       float64
	address    uint32 // of a switch's port: what PFC frames come from
	loss       *loss  // of what arrives
	classes    [classes]class
}

// class is a class of a port.
type class struct {
	list
	queued uint32 // bytes to send
	// The buffer of what came in, in bytes: within the threshold, and beyond it.
	used, beyond uint32
	reserved     uint32 // used, or all of the reserve while no packet may leave an idle port as it comes
}

// leg is a flow's way through a switch: the ports by which its packets come and leave, and their class where they come.
// next is the way through the next switch.
type leg struct {
	in, out *port
	class   *class
	next    *leg
}

// memory is the buffer of a switch, bytes.
type memory struct {
	// room is what ports share, shared what of it is in use.
	room, shared uint32
	// ample is what shared is below while the threshold of each port is above a packet's size, 0 to have all packets queued.
	ample uint32
}

// idle reports whether no transmission is under way.
func (s *Simulator) idle(p *port) bool {
	return s.now > p.freeAt || s.now == p.freeAt && s.number >= p.freeNumber
}

// busy reports whether a transmission is under way. What waits for its end has that scheduled.
func (s *Simulator) busy(p *port, waits bool) bool {
	if s.idle(p) {
		return false
	}
	if waits && !p.ending {
		it := s.take(transmitted)
		it.port, it.number = p, p.freeNumber
		s.insert(p.freeAt, it)
		p.ending = true
	}
	return true
}

// transmit begins a packet's serialisation at an idle port: first the end of the transmission is scheduled, then the
// arrival. Without anything that waits for its end, the end only has its number.
func (s *Simulator) transmit(p *port, it *item, waits bool) {
	if s.unit != 0 && it.kind == data && p.memory != nil {
		it.telemetry[(it.hop-1)%maxHops] = stamp(s.now, p.sent, p.total, p.line, s.unit)
	}
	it.hop++
	p.sent += uint64(it.size)
	ns := p.full
	if it.size != s.fullBytes {
		ns = p.ack
		if it.size != s.ackBytes {
			ns = serial(it.size, p.rate)
		}
	}
	ends, number := s.now+ns, s.given+1
	p.freeAt, p.freeNumber, p.ending = ends, number, waits
	if waits {
		end := s.take(transmitted)
		end.port, end.number = p, number
		s.put(ends, end)
	}
	s.given = number + 1
	it.port, it.number = p.peer, number+1
	s.put(ends+p.delay, it)
}

// forward takes a packet that came into a switch.
func (s *Simulator) forward(l *leg, it *item) {
	it.leg = l.next
	out, m := l.out, l.in.memory
	if it.size+l.class.reserved <= reserve && out.present|out.stopped == 0 && m.shared < m.ample && s.idle(out) {
		// It leaves as it comes, and what it would change in the buffer is as before.
		out.last = it.class
		s.transmit(out, it, false)
		return
	}
	in, c := l.in, l.class
	after, threshold := c.used+it.size, (m.room-m.shared)>>in.shift
	it.in = in
	if it.size+c.beyond > in.headroom && it.size+c.over() > threshold {
		s.result.DroppedPackets++
		s.result.DroppedBytes += uint64(it.size)
		s.result.Buffered++
		s.drop(it)
		return
	}
	switch {
	case after <= reserve:
		c.used = after
	case after-reserve > threshold:
		c.beyond += it.size
	default:
		c.used = after
		m.shared += min(it.size, after-reserve)
	}
	if in.stopping&(1<<it.class) == 0 && (c.beyond > 0 || c.over() >= (m.room-m.shared)>>in.shift) {
		s.control(in, it.class, pause)
		in.stopping |= 1 << it.class
	}
	in.reserve(it.class)
	s.send(l.out, it.class, it)
}

// reserve sets what packets that may leave as they come find of the reserve of a class in use.
func (p *port) reserve(number uint8) {
	c := &p.classes[number]
	if c.reserved = c.used; c.beyond > 0 || p.stopping&(1<<number) != 0 {
		c.reserved = reserve
	}
}

// over is what a class has beyond its reserve.
func (c *class) over() uint32 { return max(c.used, reserve) - reserve }

// send takes a packet into a queue of a switch's port.
func (s *Simulator) send(p *port, number uint8, it *item) {
	c := &p.classes[number%classes]
	if s.traced != nil {
		s.trace(p, it, simtrace.Enqu, number)
	}
	c.push(it)
	c.queued += it.size
	p.total += it.size
	p.present |= 1 << number
	if s.depth != nil && number != 0 {
		s.changed(p, int32(it.size))
	}
	if !s.busy(p, true) {
		s.serve(p)
	}
}

// serve transmits the next packet of a switch's idle port: PFC frames first, then the classes in turn.
func (s *Simulator) serve(p *port) {
	ready := p.present &^ (p.stopped &^ 1)
	if ready == 0 {
		return
	}
	number := uint8(0)
	if ready&1 == 0 {
		number = (p.last + 1 + uint8(bits.TrailingZeros8(bits.RotateLeft8(ready, -int(p.last+1))))) % classes
	}
	c := &p.classes[number]
	it := c.head
	if c.head = it.next; c.head == nil {
		p.present &^= 1 << number
	}
	c.queued -= it.size
	p.total -= it.size
	if number != 0 {
		if s.depth != nil {
			s.changed(p, -int32(it.size))
		}
		from := &it.in.classes[number]
		beyond := min(from.beyond, it.size)
		it.in.memory.shared -= min(it.size-beyond, from.over())
		from.beyond -= beyond
		from.used -= it.size - beyond
		if s.marks && c.queued > p.kmin && s.mark(p, c.queued) {
			it.marked = true
			s.result.Marks++
		}
		if it.in.stopping&(1<<number) != 0 {
			s.mayResume(it.in, number)
		}
		it.in.reserve(number)
	}
	if s.traced != nil {
		s.trace(p, it, simtrace.Dequ, number)
	}
	if it.kind < pause {
		p.last = number
	}
	s.transmit(p, it, p.present != 0)
}

// mark decides about a mark on the bytes that are left in the queue, above kmin.
func (s *Simulator) mark(p *port, left uint32) bool {
	return left > p.kmax || s.coins.Next() < p.pmax*float64(left-p.kmin)/float64(p.kmax-p.kmin)
}

// mayResume lets the sender at a port go on if its class has little enough.
func (s *Simulator) mayResume(in *port, number uint8) {
	c, m := &in.classes[number], in.memory
	if over := c.over(); c.beyond == 0 && (over == 0 || over+resumeOffset <= (m.room-m.shared)>>in.shift) {
		s.control(in, number, resume)
		in.stopping &^= 1 << number
	}
}

// control sends a PFC frame, whose IP identification the simulator draws.
func (s *Simulator) control(p *port, number uint8, k kind) {
	if s.coins != nil {
		s.coins.Next()
	}
	if k == pause {
		s.result.Pauses++
	}
	it := s.take(k)
	it.size, it.class, it.stamp = pfcBytes, number, uint64(p.classes[number].queued)
	s.send(p, 0, it)
}

// heard obeys a PFC frame that arrived at a port.
func (s *Simulator) heard(p *port, it *item) {
	s.record(p, it)
	if it.kind == pause {
		p.stopped |= 1 << it.class
		return
	}
	p.stopped &^= 1 << it.class
	s.next(p)
}

// next lets a port send, if it is idle.
func (s *Simulator) next(p *port) {
	if p.host != nil {
		s.dequeue(p.host)
	} else if !s.busy(p, p.present != 0) {
		s.serve(p)
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
