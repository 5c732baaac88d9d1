package exact

import (
	"math"
	"math/bits"
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

// none is the end of a list of items.
const none = -1

// item is a packet, which is in a queue or arrives somewhere, or another event.
type item struct {
	// number is the event's in the order of scheduling.
	number uint64
	// stamp is when the data packet began its serialisation at the NIC, ns.
	stamp uint64
	next  int32
	// at is the port that a packet arrives at, or the host or the flow of another event.
	at   int32
	flow int32
	// in is the port by which a packet came into the switch that it is in.
	in   int32
	seq  uint32
	size uint32
	kind kind
	// class is the priority; of a PFC frame that which it stops or resumes.
	class uint8
	// hop is the number of switches that it has left, hops that of the data packet.
	hop, hops uint8
	marked    bool
}

type kind uint8

const (
	canceled kind = iota
	// Packets.
	data
	ack
	nack
	pause
	resume
	// Other events: the end of a transmission, a NIC's timer, the flows of an instant, a flow in the two steps of its
	// start, and DCQCN's timers.
	transmitted
	wake
	starts
	install
	open
	alphaTimer
	cutTimer
	increaseTimer
)

// list is a queue of items.
type list struct{ head, tail int32 }

// clock runs events by time and then by number. Those of the near future are in a wheel of one list for each
// nanosecond; an event that gets its number when it is scheduled goes to the end of its list.
type clock struct {
	items []item
	free  int32
	// now is the time in ns, number that of the event that runs, given the last number.
	now, number, given uint64
	// The wheel has the times from base up to base + span; base is a multiple of span / 2.
	base  uint64
	wheel []list
	used  [span / 64]uint64
	far   []farItem // a heap of the later ones
}

const span = 1 << 15

type farItem struct {
	at   uint64
	item int32
}

func newClock() clock {
	c := clock{free: none, wheel: make([]list, span)}
	for i := range c.wheel {
		c.wheel[i] = list{none, none}
	}
	return c
}

// take returns an unused item.
func (c *clock) take(k kind, at int32) int32 {
	i := c.free
	if i == none {
		i = int32(len(c.items))
		c.items = append(c.items, item{})
	} else {
		c.free = c.items[i].next
	}
	it := &c.items[i]
	it.kind, it.at = k, at
	return i
}

// drop gives an item back.
func (c *clock) drop(i int32) {
	c.items[i].next = c.free
	c.free = i
}

// after schedules an item.
func (c *clock) after(ns uint64, i int32) {
	c.given++
	c.items[i].number = c.given
	c.put(c.now+ns, i)
}

// put schedules an item whose number is the highest at its time.
func (c *clock) put(at uint64, i int32) {
	if at >= c.base+span {
		c.push(farItem{at, i})
		return
	}
	slot := at % span
	l := &c.wheel[slot]
	c.items[i].next = none
	if l.head == none {
		l.head = i
		c.used[slot/64] |= 1 << (slot % 64)
	} else {
		c.items[l.tail].next = i
	}
	l.tail = i
}

// insert schedules an item whose number was given before.
func (c *clock) insert(at, number uint64, i int32) {
	c.items[i].number = number
	l := &c.wheel[at%span]
	if at >= c.base+span || l.head == none || c.items[l.tail].number < number {
		c.put(at, i)
		return
	}
	before := &l.head
	for c.items[*before].number < number {
		before = &c.items[*before].next
	}
	c.items[i].next = *before
	*before = i
}

// advance goes to the next time with events, and returns it; false if there is none.
func (c *clock) advance() (uint64, bool) {
	at, ok := c.near()
	if !ok {
		if len(c.far) == 0 {
			return 0, false
		}
		at = c.far[0].at
		c.base = at / (span / 2) * (span / 2)
		c.pull()
	}
	for at >= c.base+span/2 {
		c.base += span / 2
		c.pull()
	}
	c.now = at
	return at, true
}

// near returns the first time from now on that has events in the wheel.
func (c *clock) near() (uint64, bool) {
	slot := c.now % span
	w := slot / 64
	word := c.used[w] >> (slot % 64) << (slot % 64)
	for range span/64 + 1 {
		if word != 0 {
			found := w*64 + uint64(bits.TrailingZeros64(word))
			return c.now + (found-slot)%span, true
		}
		w = (w + 1) % (span / 64)
		word = c.used[w]
	}
	return 0, false
}

// pop returns the next item of the present time; false if there is none.
func (c *clock) pop() (int32, bool) {
	slot := c.now % span
	l := &c.wheel[slot]
	i := l.head
	if i == none {
		c.used[slot/64] &^= 1 << (slot % 64)
		return i, false
	}
	l.head = c.items[i].next
	c.number = c.items[i].number
	return i, true
}

// pull moves items into the wheel whose time it has come to have, in their order.
func (c *clock) pull() {
	for len(c.far) > 0 && c.far[0].at < c.base+span {
		f := c.far[0]
		last := len(c.far) - 1
		c.far[0] = c.far[last]
		c.far = c.far[:last]
		for at := 0; ; {
			least := at
			for child := 2*at + 1; child <= 2*at+2 && child < last; child++ {
				if c.before(child, least) {
					least = child
				}
			}
			if least == at {
				break
			}
			c.far[at], c.far[least] = c.far[least], c.far[at]
			at = least
		}
		c.insert(f.at, c.items[f.item].number, f.item)
	}
}

func (c *clock) push(f farItem) {
	c.far = append(c.far, f)
	for at := len(c.far) - 1; at > 0 && c.before(at, (at-1)/2); at = (at - 1) / 2 {
		c.far[at], c.far[(at-1)/2] = c.far[(at-1)/2], c.far[at]
	}
}

// before reports whether the i-th of far comes before the j-th.
func (c *clock) before(i, j int) bool {
	x, y := c.far[i], c.far[j]
	return x.at < y.at || x.at == y.at && c.items[x.item].number < c.items[y.item].number
}
