package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
)

// A link has a delay, and the model runs in windows no longer than the smallest of all
// delays. So whatever a node sends within a window arrives in a later one: within the
// window nodes need not know of each other, and each takes all its events of the window
// in a row, while its state is in the cache. There is no queue of all events, only what
// is under way to each node: a wheel of buckets at a switch, a list at a host, whose one
// link delivers in order.

// wheel is what is under way to a switch: lists by time of arrival, not in order, in
// buckets of 2^shift ps; and apart what lies beyond its turn.
type wheel struct {
	// next is a time before which nothing arrives and no port wakes.
	next  event.Time
	heads []uint32
	used  []uint64 // a bit a bucket: holds something
	far   []uint32
	// farNext is when the first of far arrives.
	farNext event.Time
}

// span is how the wheels of a part divide time: all alike.
type span struct {
	shift uint8
	mask  uint64
	// base is the begin of the window at hand, rounded down to a bucket; turn the time of
	// a turn.
	base, turn event.Time
}

// Limits of a wheel: words of used are whole, and what is looked through stays small.
const (
	minBuckets = 64
	maxBuckets = 8192
)

// newSpan divides time so that a switch whose ports receive rate bit/s together has about
// one full packet a bucket, and a turn covers reach.
func newSpan(rate uint64, mtu uint32, reach event.Time) span {
	hi, lo := bits.Mul64(uint64(mtu), 8_000_000_000_000)
	apart, _ := bits.Div64(hi, lo, max(rate, hi+1))
	s := span{shift: uint8(bits.Len64(apart))}
	n := minBuckets
	for event.Time(n)<<s.shift < reach {
		if n == maxBuckets {
			s.shift++
		} else {
			n *= 2
		}
	}
	s.mask = uint64(n - 1)
	s.turn = event.Time(n) << s.shift
	return s
}

// enter adds a packet that is under way.
func (w *wheel) enter(p *Part, at event.Time, id uint32) {
	if at-p.base >= p.turn {
		w.enterFar(at, id)
		return
	}
	b := uint64(at) >> (p.shift & 63) & p.mask
	p.slots[id].next = w.heads[b]
	w.heads[b] = id
	w.used[b>>6] |= 1 << (b & 63)
	if at < w.next {
		w.next = at
	}
}

//go:noinline
func (w *wheel) enterFar(at event.Time, id uint32) {
	w.far = append(w.far, id)
	w.farNext = min(w.farNext, at)
	w.next = min(w.next, at)
}

// near enters what was far and is within a turn now.
func (w *wheel) near(p *Part) {
	far := w.far
	w.far, w.farNext = far[:0], event.Never
	for _, id := range far {
		// What is far still goes to a place that was looked at.
		w.enter(p, p.slots[id].at, id)
	}
}

// look returns the first bucket that holds something, from one and to another; false if
// there is none.
func (w *wheel) look(p *Part, from, to uint64) (uint64, bool) {
	for from <= to {
		if word := w.used[from&p.mask>>6] >> (from & 63); word != 0 {
			from += uint64(bits.TrailingZeros64(word))
			return from, from <= to
		}
		from = from | 63 + 1
	}
	return 0, false
}

// empty takes out the list of a bucket.
func (w *wheel) empty(p *Part, bucket uint64) uint32 {
	b := bucket & p.mask
	id := w.heads[b]
	w.heads[b] = 0
	w.used[b>>6] &^= 1 << (b & 63)
	return id
}

// sorted returns the packets of a list that arrive before a time, in order; the others
// go back.
func (w *wheel) sorted(p *Part, id uint32, before event.Time) []uint32 {
	order := p.order[:0]
	for id != 0 {
		k := &p.slots[id]
		next := k.next
		if k.at >= before {
			w.enter(p, k.at, id)
			id = next
			continue
		}
		key := k.key()
		order = append(order, id)
		j := len(order) - 1
		for j > 0 && p.slots[order[j-1]].key() > key {
			order[j] = order[j-1]
			j--
		}
		order[j] = id
		id = next
	}
	p.order = order
	return order
}

// settle sets next after all before a time was taken.
func (w *wheel) settle(p *Part, before event.Time, wakes *wakes) {
	w.next = w.farNext
	if wakes.first != noWake {
		w.next = min(w.next, event.Time(wakes.first>>16))
	}
	first := uint64(before) >> p.shift
	if b, ok := w.look(p, first, uint64(p.base)>>p.shift+p.mask); ok {
		w.next = min(w.next, max(before, event.Time(b<<p.shift)))
	}
}

// Inbox is what is under way to a host.
type Inbox struct {
	// Next is when the first packet arrives, event.Never if none is under way.
	Next       event.Time
	head, tail uint32
}

// enter adds a packet that is under way, the last to arrive.
func (b *Inbox) enter(p *Part, at event.Time, id uint32) {
	p.slots[id].next = 0
	if b.head == 0 {
		b.head = id
		b.Next = at
	} else {
		p.slots[b.tail].next = id
	}
	b.tail = id
}

// First returns the packet that arrives next. It is good until Drop.
func (b *Inbox) First(p *Part) *Packet { return &p.slots[b.head].Packet }

// Drop ends the first packet and goes on to the next.
func (b *Inbox) Drop(p *Part) {
	id := b.head
	b.head = p.slots[id].next
	b.Next = event.Never
	if b.head != 0 {
		b.Next = p.slots[b.head].at
	}
	p.put(id)
}
