package exact

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// nanoseconds converts seconds as ns-3's Time does: into a fixed-point number with 64 fractional bits, cut, and that
// times 10^9, cut.
func nanoseconds(seconds float64) uint64 {
	whole := math.Floor(seconds)
	ns, _ := bits.Mul64(uint64((seconds-whole)*(1<<32)*(1<<32)), 1_000_000_000)
	return uint64(whole)*1_000_000_000 + ns
}

// serial returns how long bytes take at a rate in bit/s, in ns.
func serial(bytes uint32, rate uint64) uint64 {
	return nanoseconds(float64(bytes) * 8 / float64(rate))
}

// item is a packet, which is in a queue or arrives somewhere, or another event.
type item struct {
	// number is the event's in the order of scheduling.
	number uint64
	next   *item
	at     uint64 // the event's time, if it is not in the wheel
	// port is where a packet arrives, a transmission ends, or the NIC whose timer it is; flow is a packet's or a timer's.
	port *port
	flow *flow
	// leg is a packet's way through the switch at which it arrives, nil at a host; in is the port by which a packet came
	// into the switch that it is in.
	leg *leg
	in  *port
	// stamp is when the data packet began its serialisation at the NIC, ns; of a PFC frame the bytes queued.
	stamp     uint64
	seq, size uint32
	kind      kind
	// class is the priority; of a PFC frame that which it stops or resumes.
	class uint8
	// hop is the number of nodes that it has left, hops that of switches of the packet that an acknowledgement answers.
	hop, hops uint8
	// marked: a switch marked the packet; echo, in an acknowledgement: or the packet that it answers.
	marked, echo bool
	// telemetry is what switches wrote into the data packet.
	telemetry [maxHops]uint64
}

type kind uint8

const (
	// Packets.
	data kind = iota
	ack
	nack
	pause
	resume
	// Other events: the end of a transmission, a NIC's timer, the flows of an instant, a flow in the two steps of its
	// start, DCQCN's timers, and a sample of the queues.
	transmitted
	wake
	starts
	install
	open
	alphaTimer
	cutTimer
	increaseTimer
	look // at the queues
	canceled
)

// list is a queue of items.
type list struct{ head, tail *item }

// push reports whether the item is the only one.
func (l *list) push(it *item) bool {
	only := l.head == nil
	it.next = nil
	if only {
		l.head = it
	} else {
		l.tail.next = it
	}
	l.tail = it
	return only
}

func (l *list) pop() *item {
	it := l.head
	l.head = it.next
	return it
}

// clock runs events by time and then by number. Those of the near future are in a wheel of one list for each
// nanosecond; an event that gets its number when it is scheduled goes to the end of its list.
type clock struct {
	// now is the time in ns, number that of the event that runs, given the last number.
	now, number, given uint64
	// The wheel has the times up to end, from span before; end is a multiple of span / 2. used has the lists that are not
	// empty, a bit each.
	end   uint64
	wheel [span]list
	used  [span / 64]uint64
	far   []*item // the later ones, in any order
	free  *item
}

const span = 1 << 15

// take returns an unused item.
func (c *clock) take(k kind) *item {
	it := c.free
	if it == nil {
		it = new(item)
	} else {
		c.free = it.next
	}
	it.kind, it.leg = k, nil
	return it
}

// drop gives an item back.
func (c *clock) drop(it *item) {
	it.next = c.free
	c.free = it
}

// after schedules an item.
func (c *clock) after(ns uint64, it *item) {
	c.given++
	it.number = c.given
	c.put(c.now+ns, it)
}

// put schedules an item whose number is the highest at its time.
func (c *clock) put(at uint64, it *item) {
	if at >= c.end {
		it.at = at
		c.far = append(c.far, it)
		return
	}
	if c.wheel[at%span].push(it) {
		c.used[at%span/64] |= 1 << (at % 64)
	}
}

// insert schedules an item whose number was given before.
func (c *clock) insert(at uint64, it *item) {
	l := &c.wheel[at%span]
	if at >= c.end || l.head == nil || l.tail.number < it.number {
		c.put(at, it)
		return
	}
	before := &l.head
	for (*before).number < it.number {
		before = &(*before).next
	}
	it.next = *before
	*before = it
}

// advance goes to the next time with events, and returns them, or nil if no event is left.
func (c *clock) advance() *list {
	slot := c.now % span
	word := &c.used[slot/64]
	if c.wheel[slot].head == nil {
		*word &^= 1 << (slot % 64)
	}
	if later := *word >> (slot % 64); later != 0 {
		c.now += uint64(bits.TrailingZeros64(later))
	} else if !c.leap() {
		return nil
	}
	return &c.wheel[c.now%span]
}

// leap goes to the next time with events, which is in another word of the wheel, or reports that no event is left.
func (c *clock) leap() bool {
	at := c.now/64*64 + 64
	for at < c.end && c.used[at%span/64] == 0 {
		at += 64
	}
	if at < c.end {
		at += uint64(bits.TrailingZeros64(c.used[at%span/64]))
	} else {
		if len(c.far) == 0 {
			return false
		}
		at = slices.MinFunc(c.far, func(a, b *item) int { return cmp.Compare(a.at, b.at) }).at
		c.end = at/(span/2)*(span/2) + span
		c.pull()
	}
	for at >= c.end-span/2 {
		c.end += span / 2
		c.pull()
	}
	c.now = at
	return true
}

// pull moves items into the wheel whose time it has come to have.
func (c *clock) pull() {
	far := c.far[:0]
	for _, f := range c.far {
		switch {
		case f.kind == canceled:
			c.drop(f)
		case f.at < c.end:
			c.insert(f.at, f)
		default:
			far = append(far, f)
		}
	}
	c.far = far
}
