package nicmodel

import (
	"math/bits"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/qpcache"
)

// Kinds of host events other than arrivals and the scheduler's wake.
const (
	// start: the host's next message is posted.
	start uint8 = iota + 1
	// timeout: connection Arg may have waited too long for an acknowledgement.
	timeout
	// received: the first packet in the receive path has passed it.
	received
	// dependencyMet: dependency Arg is met.
	dependencyMet
	// post: message Arg is posted.
	post
	// handled: the handler on core Arg of the engine ends.
	handled
	// timer: a timer of connection Arg expires, with an engine or while a window waits for it.
	timer
	// again: connection Arg retransmits what the receiver had no buffer for.
	again
	// hostStep and above: a step of the host interface.
	hostStep

	// refill: the bucket has tokens again.
	refill uint8 = 255
)

// never means no wake.
const never = event.Never

// ring is a queue of connections, linked through sender.link.
type ring struct{ head, tail uint32 }

// host is a NIC with its connections.
type host struct {
	fabric.Link
	in     fabric.Inbox
	wakes  event.Time // when the scheduler wakes; never if it does not
	due    event.Time // of the first of its events
	digest uint64
	later  event.Queue // connections that may send at a time, by number
	events event.Queue // its own
	nic    *NIC
	// acks are the waiting acknowledgements, nil if they are control packets; answers is the set of classes with any.
	// filled has class 0 while one may go.
	acks *[fabric.Classes]fabric.Queue
	capabilities
	// usual is the bound of the kinds of packets handled at once: all but PFC frames, or none if the receive path
	// takes time.
	usual   uint8
	answers uint8
	filled  uint8 // set of classes whose ring is not empty
	limited bool  // windows say how much may be in flight
	looks   bool  // may is asked before each packet
	stamped bool  // the notes of packets have time stamps
	rings   [fabric.Classes]ring
	rule    *fabric.Scheduler
	turns   fabric.DRR
	node    uint32
	line    uint64 // kb/s
	own     uint64 // number of the next own event
	// passing are the packets in the receive path.
	passing fabric.Queue
	// starts are the host's messages that begin by the clock, in order.
	starts   []uint32
	contexts *qpcache.Cache
	iface    *hostInterface // nil if the host takes no time
	engine   *engine        // nil if handlers take no time
	bucket   *bucket        // nil if the NIC has none
	rx       *rxBuffer      // nil if the NIC has none
}

// after schedules a host event.
func (p *partition) after(h *host, at event.Time, kind uint8, arg uint32) {
	h.events.Push(event.Event{At: at, Key: event.KeyOf(h.node, h.own), Arg: arg, Kind: kind})
	h.own++
	h.due = min(h.due, at)
}

// resumeSending sends a packet if the link is idle, else schedules a wake.
func (p *partition) resumeSending(h *host, now event.Time) {
	if now >= h.Busy {
		p.transmit(h, now)
		return
	}
	p.rest(h)
}

// transmit sends one packet if one is due, and sets the next wake. The link is idle.
func (p *partition) transmit(h *host, now event.Time) {
	if h.filled != 0 || len(h.later) > 1 || !p.sendLone(h, now) {
		for len(h.later) > 0 && h.later[0].At <= now {
			p.enter(h, uint32(h.later.Pop().Key))
		}
		p.sendNext(h, now)
	}
	p.rest(h)
}

// sendLone sends a packet of the one connection that waits for its time, if that has come, on a host where no other has
// something to send. A connection that is to wait again stays where it is. It returns false if that is not all.
func (p *partition) sendLone(h *host, now event.Time) bool {
	if len(h.later) == 0 || h.later[0].At > now {
		return true
	}
	conn := uint32(h.later[0].Key)
	c := &p.m.senders[conn]
	if h.contexts != nil || h.Paused>>(c.class%fabric.Classes)&1 != 0 || c.next > now || c.send == c.posted || !p.mayHaveMore(h, c) {
		return false
	}
	p.sendData(h, conn, c, now)
	switch {
	case c.send == c.posted:
		h.later, c.state = h.later[:0], idle
	case c.next > now && p.mayHaveMore(h, c):
		h.later[0].At = c.next
	default:
		h.later = h.later[:0]
		p.schedule(h, conn, now)
	}
	return true
}

// rest sets the next wake at which there may be something to send.
func (p *partition) rest(h *host) {
	if h.filled&^h.Paused != 0 {
		h.wakes = min(h.wakes, h.Busy)
	} else if len(h.later) > 0 {
		h.wakes = min(h.wakes, max(h.Busy, h.later[0].At))
	}
}

// enter appends a connection to the ring of its class.
func (p *partition) enter(h *host, conn uint32) {
	c := &p.m.senders[conn]
	c.state = ready
	c.link = none
	r := &h.rings[c.class%fabric.Classes]
	if h.filled&(1<<(c.class%fabric.Classes)) == 0 {
		r.head = conn
		h.filled |= 1 << (c.class % fabric.Classes)
	} else {
		p.m.senders[r.tail].link = conn
	}
	r.tail = conn
}

// schedule puts a connection with something to send into the ring or the heap, or has it wait for its window.
func (p *partition) schedule(h *host, conn uint32, now event.Time) {
	c := &p.m.senders[conn]
	switch {
	case !p.mayHaveMore(h, c):
		p.block(h, conn, c, now)
	case c.next <= now:
		p.enter(h, conn)
	default:
		c.state = waiting
		h.later.Push(event.Event{At: c.next, Key: uint64(conn)})
	}
}

// sendNext sends a packet of the connection whose turn it is: round robin over the
// connections of a class that may send.
func (p *partition) sendNext(h *host, now event.Time) {
	for {
		able := h.filled &^ h.Paused
		if able == 0 {
			return
		}
		class, alone := h.rule.Single(able)
		if !alone {
			class = p.choose(h, able)
		}
		if class == 0 {
			p.sendAnswer(h, now)
			return
		}
		r := &h.rings[class&(fabric.Classes-1)]
		conn := r.head
		c := &p.m.senders[conn]
		if c.send == c.posted {
			h.leave(r, conn, c)
			c.state = idle
			continue
		}
		if h.looks && !p.may(h, c, now) {
			h.leave(r, conn, c)
			p.schedule(h, conn, now)
			continue
		}
		p.sendData(h, conn, c, now)
		p.turned(h, r, conn, c, now)
		return
	}
}

// turned reschedules a connection that has just sent, the first of its ring.
func (p *partition) turned(h *host, r *ring, conn uint32, c *sender, now event.Time) {
	if c.send != c.posted && c.next <= now && p.mayHaveMore(h, c) {
		if conn != r.tail {
			p.rotate(r, conn, c)
		}
		return
	}
	h.leave(r, conn, c)
	if c.send == c.posted {
		c.state = idle
		return
	}
	p.schedule(h, conn, now)
}

// rotate moves a connection from the begin of its ring to the end.
func (p *partition) rotate(r *ring, conn uint32, c *sender) {
	r.head = c.link
	p.m.senders[r.tail].link = conn
	c.link = none
	r.tail = conn
}

// may reports whether a connection may still send on its turn, on a host where that may have changed: an
// acknowledgement shrank its window or delayed its next packet, or its context is missing.
func (p *partition) may(h *host, c *sender, now event.Time) bool {
	if c.next > now || !p.mayHaveMore(h, c) {
		return false
	}
	if h.contexts != nil && !h.contexts.Touch(c.local) {
		// Others send while the context is fetched.
		c.next = now + h.nic.ContextMiss
		return false
	}
	return true
}

// leave removes a connection, the first of its ring, from it.
func (h *host) leave(r *ring, conn uint32, c *sender) {
	r.head = c.link
	if conn == r.tail {
		h.filled &^= 1 << (c.class % fabric.Classes)
	}
}

// mayHaveMore reports whether the NIC's window in packets and the algorithm's let a connection send another
// packet.
func (p *partition) mayHaveMore(h *host, c *sender) bool {
	return !h.limited || p.fits(h, c)
}

// fits is mayHaveMore of a host with windows. The algorithm's always allows one packet in flight.
func (p *partition) fits(h *host, c *sender) bool {
	if h.nic.Window != 0 && c.send-c.acked >= h.window(c) {
		return false
	}
	if !h.windowed {
		return true
	}
	if c.send <= c.acked || c.send == c.posted {
		return true
	}
	if h.packets {
		return uint64(c.send-c.acked) < c.window
	}
	if h.nic.Overshoot {
		return h.unacked(c) < c.window
	}
	return h.unacked(c)+uint64(p.m.sizeOf(h, c)-h.nic.Header) <= c.window
}

// unacked returns the unacknowledged payload of a connection.
func (h *host) unacked(c *sender) uint64 {
	return uint64(c.send-c.acked)*uint64(h.nic.Payload) - (c.sentShort - c.ackShort)
}

// window returns how many packets of a connection may be unacknowledged, at least one.
func (h *host) window(c *sender) uint32 {
	w := h.nic.Window
	if h.nic.ScaleWindow && c.rate != 0 && c.rate < h.line {
		// Both factors have 32 bits.
		w = uint32(max(uint64(w)*c.rate/h.line, 1))
	}
	return w
}

// choose takes turns among classes.
func (p *partition) choose(h *host, able uint8) uint8 {
	var heads [fabric.Classes]uint16
	for left := able; left != 0; left &= left - 1 {
		class := bits.TrailingZeros8(left)
		heads[class] = p.m.sizeOf(h, &p.m.senders[h.rings[class].head])
	}
	return h.turns.Choose(h.rule, able, h.filled, &heads)
}

// sizeOf returns the length on the wire of a connection's next packet.
func (m *Model) sizeOf(h *host, c *sender) uint16 {
	if c.send+1 == c.sendEnd {
		return m.messages[c.cursor].tail + h.nic.Header
	}
	return h.nic.Payload + h.nic.Header
}

// sendData sends the next packet of a connection. It is not inlined: its caller would grow too large to inline the
// rest of its calls.
//
//go:noinline
func (p *partition) sendData(h *host, conn uint32, c *sender, now event.Time) {
	m := p.m
	size := h.nic.Payload + h.nic.Header
	flags := fabric.ECT
	message := c.cursor
	if c.begins {
		c.begins = false
		if msg := &m.messages[message]; msg.first < 0 {
			msg.first = now
			if h.departs {
				p.depart(h, c, message)
			}
		}
	}
	if c.send+1 == c.sendEnd {
		msg := &m.messages[message]
		size, c.sentShort = msg.tail+h.nic.Header, c.sentShort+uint64(h.nic.Payload-msg.tail)
		flags |= fabric.Last
		end := uint32(none)
		if msg.next != none {
			end = m.messages[msg.next].end
		}
		c.turn(msg.next, end)
	}
	var k fabric.Packet
	k.Sent, k.Conn, k.Seq, k.Path, k.Arg = now, conn, c.send, c.path, message
	k.Size, k.Kind, k.Flags = size, fabric.Data, flags|fabric.ClassFlags(c.class)
	p.Inject(size)
	c.send++
	if h.traces {
		p.Trace(&k)
	}
	h.Forward(p.Partition, now, &k)
	if c.send > c.high {
		c.high = c.send
		if c.acked+1 == c.send {
			c.progress = now
		}
	}
	if !c.timing && h.nic.RTO != 0 {
		c.timing = true
		p.after(h, now+h.nic.RTO, timeout, conn)
	}
	if c.observed || c.due <= now {
		p.sent(h, conn, c, now, uint32(size))
	}
	h.pace(c, now, uint32(size))
}

// gap returns the time between the begins of a packet and the next at a rate.
func (h *host) gap(rate uint64, size uint16) event.Time {
	if rate == 0 || rate >= h.line {
		return 0
	}
	// 8e9 ps kb/s a byte: the product has 49 bits.
	return event.Time(uint64(size) * 8_000_000_000 / rate)
}

// repace recomputes the time of a connection's next packet as if the last one, which began at the rate before, had
// been sent at the present rate.
func (p *partition) repace(h *host, conn uint32, c *sender, now event.Time, before uint64) {
	c.next += h.gap(c.rate, c.paced) - h.gap(before, c.paced)
	if c.state != waiting {
		return // a connection in its ring is checked on its turn
	}
	h.later.Move(uint64(conn), c.next)
	p.resumeSending(h, now)
}

// pace sets the time of a connection's next packet: the packet's time at the rate, or the gap if that is longer,
// after its begin, without carry-over.
func (h *host) pace(c *sender, now event.Time, size uint32) {
	c.paced = uint16(size)
	c.next = now + max(c.gap, h.gap(c.rate, c.paced))
}

// post handles a message of the application.
func (p *partition) post(h *host, message uint32, now event.Time) {
	p.m.messages[message].posted = now
	if h.iface != nil {
		h.iface.post(message, now)
		return
	}
	p.hand(h, message, now)
}

// hand gives a message to its connection.
func (p *partition) hand(h *host, message uint32, now event.Time) {
	m := p.m
	plan := &m.config.Plan.Messages[message]
	c := &m.senders[plan.Conn]
	msg := &m.messages[message]
	packets := (plan.Bytes + uint64(h.nic.Payload) - 1) / uint64(h.nic.Payload)
	msg.first = -1
	msg.next = none
	msg.tail = uint16(plan.Bytes - (packets-1)*uint64(h.nic.Payload))
	msg.end = c.posted + uint32(packets)
	c.posted = msg.end
	if c.newest == none {
		c.reportedOf = message
	} else {
		m.messages[c.newest].next = message
	}
	if c.oldest == none {
		c.oldest, c.ackEnd = message, msg.end
	}
	if c.cursor == none {
		c.turn(message, msg.end)
	}
	c.newest = message
	if c.refused {
		c.send = c.posted // all waits
	} else if c.state == idle {
		p.schedule(h, plan.Conn, now)
	}
}

// goBack retransmits from the first unacknowledged packet.
func (p *partition) goBack(h *host, conn uint32, c *sender, now event.Time) {
	c.send, c.sentShort = c.acked, c.ackShort
	c.refused = false
	c.turn(c.oldest, c.ackEnd)
	p.GoBacks++
	if (c.state == idle || c.state == blocked) && c.send != c.posted {
		p.schedule(h, conn, now)
	}
}

// timeout goes back if nothing was acknowledged for an RTO.
func (p *partition) timeout(h *host, conn uint32, now event.Time) {
	c := &p.m.senders[conn]
	c.timing = false
	if c.acked == c.high {
		return
	}
	at := c.progress + h.nic.RTO
	if at <= now {
		c.progress = now
		at = now + h.nic.RTO
		p.Timeouts++
		if h.has(ir.OnTimeout) {
			p.missing(h, conn, c, now, ir.OnTimeout, max(c.send-c.acked, 1), 0)
		}
		p.goBack(h, conn, c, now)
		p.resumeSending(h, now)
	}
	c.timing = true
	p.after(h, at, timeout, conn)
}
