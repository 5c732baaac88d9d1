package fabric

import (
	"cmp"
	"math/bits"
	"slices"

	"smartnic-cc/nicmodel/event"
)

// A link has a delay, and the model runs in windows no longer than the smallest of all
// delays. So whatever a node sends within a window arrives in a later one: within the
// window nodes need not know of each other, and each takes all its events of the window
// in a row, while its state is in the cache. There is no queue of all events, only what
// is under way to each node: a wheel of buckets at a switch, a list at a host, whose one
// link delivers in order.

// buckets is the number of buckets of a wheel.
const buckets = 1024

// wheel is what is under way to a switch: lists by time of arrival, not in order, in
// buckets of 2^shift ps; and apart what lies beyond its turn.
type wheel struct {
	// next is a time before which nothing arrives and no port wakes.
	next  event.Time
	heads [buckets]*Slot
	used  [buckets / 64]uint64 // a bit a bucket: holds something
	far   []*Slot
	// farNext is when the first of far arrives.
	farNext event.Time
}

// span is how the wheels of a part divide time: all alike.
type span struct {
	shift uint8
	// first is the bucket, counted from time 0, in which the window at hand begins.
	first uint64
}

// newSpan divides time so that a switch whose ports receive rate bit/s together has about
// one full packet a bucket, and a turn covers reach.
func newSpan(rate uint64, mtu uint32, reach event.Time) span {
	hi, lo := bits.Mul64(uint64(mtu), 8_000_000_000_000)
	apart, _ := bits.Div64(hi, lo, max(rate, hi+1))
	s := span{shift: uint8(bits.Len64(apart))}
	for event.Time(buckets)<<s.shift < reach {
		s.shift++
	}
	return s
}

// enter adds a packet that is under way.
func (w *wheel) enter(p *Part, s *Slot) {
	bucket := uint64(s.at) >> (p.shift & 63)
	if bucket-p.first >= buckets {
		w.enterFar(s)
		return
	}
	i := bucket % buckets
	s.next = w.heads[i]
	w.heads[i] = s
	w.used[i/64] |= 1 << (i % 64)
	if s.at < w.next {
		w.next = s.at
	}
}

//go:noinline
func (w *wheel) enterFar(s *Slot) {
	w.far = append(w.far, s)
	w.farNext = min(w.farNext, s.at)
	w.next = min(w.next, s.at)
}

// near enters what was far and is within a turn now.
func (w *wheel) near(p *Part) {
	far := w.far
	w.far, w.farNext = far[:0], event.Never
	for _, s := range far {
		// What is far still goes to a place that was looked at.
		w.enter(p, s)
	}
}

// manyChunks is from how many chunks of slots on they do not fit the caches near a core.
const manyChunks = 1 << 20 / (64 * chunk)

// fetch looks at all packets of the buckets from the window's begin to the last, so that
// the memory brings them side by side and not one after the other. It changes nothing.
func (w *wheel) fetch(p *Part, last uint64) {
	sum := uint64(0)
	for b := p.first; b <= last; b = b | 63 + 1 {
		heads := (*[64]*Slot)(w.heads[b%buckets&^63:])
		for word := w.used[b%buckets/64]; word != 0; word &= word - 1 {
			for k := heads[bits.TrailingZeros64(word)&63]; k != nil; k = k.next {
				sum += uint64(k.port)
			}
		}
	}
	p.fetched = sum
}

// few is up to how many packets insertion sorts.
const few = 16

// sorted puts the packets of a list that arrive before a time in order; the others go
// back. Lists are short, but where a link is so long that buckets are wide.
func (w *wheel) sorted(p *Part, s *Slot, before event.Time) *Slot {
	var first *Slot
	for n := 0; s != nil; n++ {
		next := s.next
		switch {
		case s.at >= before:
			w.enter(p, s)
		case first == nil || s.key() < first.key():
			s.next = first
			first = s
		case n >= few:
			// The rest and what is sorted, all at once.
			s.next = next
			return w.sortedLong(p, s, first, before)
		default:
			key, e := s.key(), first
			for e.next != nil && e.next.key() < key {
				e = e.next
			}
			s.next = e.next
			e.next = s
		}
		s = next
	}
	return first
}

// sortedLong is sorted for the packets of two lists.
func (w *wheel) sortedLong(p *Part, a, b *Slot, before event.Time) *Slot {
	order := p.order[:0]
	for _, s := range [2]*Slot{a, b} {
		for s != nil {
			next := s.next
			if s.at >= before {
				w.enter(p, s)
			} else {
				order = append(order, s)
			}
			s = next
		}
	}
	slices.SortFunc(order, func(x, y *Slot) int { return cmp.Compare(x.key(), y.key()) })
	var first *Slot
	for i := len(order) - 1; i >= 0; i-- {
		order[i].next = first
		first = order[i]
	}
	p.order = order
	return first
}

// settle sets next after all before a time was taken.
func (w *wheel) settle(p *Part, before event.Time, wakes *wakes) {
	w.next = w.farNext
	if wakes.first != noWake {
		w.next = min(w.next, event.Time(wakes.first>>16))
	}
	for b := uint64(before) >> p.shift; b-p.first < buckets; b = b | 63 + 1 {
		if word := w.used[b%buckets/64] >> (b % 64); word != 0 {
			b += uint64(bits.TrailingZeros64(word))
			// A bit of a word that wrapped around belongs to a later turn than its place says;
			// then nothing is due so soon, and looking once too often does no harm.
			w.next = min(w.next, max(before, event.Time(b<<p.shift)))
			return
		}
	}
}
