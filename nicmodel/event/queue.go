package event

import (
	"math"
	"math/bits"
)

// Queue holds pending events and gives them in the order (At, Key); two events with equal At and Key come in an order
// that depends on the pushes before them only. The zero value is an empty queue. It is not safe for concurrent use.
//
// It is a timing wheel in levels. A bucket of level 0 is a span of 2^width picoseconds and the wheel has 2^ring of them,
// found by bitmaps when most are empty; levels 1 and up have 64 blocks each, a block of level 1 being as long as the whole
// of level 0 and each further level's 64 times longer, so that nine levels hold any time. A block's events are dealt out
// to the levels below when the first bucket within it is due. Buckets are not sorted until they are due: one event is
// handed out from where it lies, more are sorted into the run, an array from which the next pops are served. Events that
// are pushed into the span of the run (or before it) join it by insertion while it is short, or else a heap beside it, so
// that no pattern costs more than O(log n) an event.
//
// Width and ring adapt to what was seen (tune.go), by counts alone, never by a clock; the order of events does not depend
// on them.
//
// All events lie in one slab and are linked by 32-bit index, so a full-grown queue allocates nothing and gives the
// garbage collector nothing to follow.
//
// Invariants between calls, with b(t) = t >> width and pos the last bucket that was handed out:
//   - an event with b(At) <= pos is in the run or the heap, all others are in the wheel;
//   - an event of level 0 has pos < b(At) <= pos + 2^ring, so each slot holds events of one bucket only;
//   - for an event of level l >= 1, with k(t) the number of the block of that level: k(pos) < k(At) <= k(pos) + 64;
//   - limit is the first bucket of the first block of levels >= 1 that holds events: up to there level 0 is complete.
type Queue struct {
	// Level 0.
	heads []uint32 // 2^ring lists of events, 0 for an empty one
	words []uint64 // a bit a list: not empty
	sums  []uint64 // a bit a word: not zero
	slab  []node   // slab[0] is never used: 0 ends a list
	free  uint32   // list of unused nodes
	width uint8    // log2 of a bucket's picoseconds
	ring  uint8    // log2 of the number of buckets
	mask  int64    // 2^ring - 1
	pos   int64
	limit int64

	last   Time // the last event popped
	cached Time // exact time of the first event if > 0, else unknown
	count  int

	// The bucket in hand: run[head:tail] in order, and the heap late.
	head, tail int
	run        []Event
	late       []Event
	spare      []Event // for merging

	upper tower
	tuner tuner
}

// node is a place in the slab: 32 bytes, two a cache line.
type node struct {
	Event
	next uint32
}

const (
	minRing, maxRing = 10, 17 // 2^17 list heads take half a megabyte: more would cost more in caches than they save
	firstWidth       = 10     // about a nanosecond, until more is known
	short            = 32     // a run of up to so many events is kept in order by insertion
	runBase          = 2 * short
	none             = math.MaxInt64
)

// NewQueue gives an empty queue.
func NewQueue() *Queue { return new(Queue) }

// Len is the number of pending events.
func (q *Queue) Len() int { return q.count }

// Push adds an event. It panics if e.At is before the last event popped: the model would have changed its past.
func (q *Queue) Push(e Event) {
	if e.At < q.last {
		panic("event in the past")
	}
	if e.At < q.cached {
		q.cached = e.At
	}
	q.count++
	b := int64(e.At) >> (q.width & 63)
	if b <= q.pos {
		q.join(&e)
		return
	}
	i := q.free
	if i == 0 {
		i = q.grow()
		if b = int64(e.At) >> (q.width & 63); b <= q.pos { // the first of all events sets width and pos
			q.join(&e)
			return
		}
	}
	n := &q.slab[i]
	q.free = n.next
	n.At, n.Key, n.Arg, n.Port, n.Kind, n.Reserved = e.At, e.Key, e.Arg, e.Port, e.Kind, e.Reserved
	if b-q.pos > q.mask+1 {
		q.raise(i)
		return
	}
	slot := uint64(b & q.mask)
	head := &q.heads[slot]
	n.next = *head
	*head = i
	word := &q.words[slot>>6]
	if *word == 0 {
		q.sums[slot>>12] |= 1 << (slot >> 6 & 63)
	}
	*word |= 1 << (slot & 63)
}

// Pop takes out the first event if it is before the given time, and says whether it did; if not, out is left alone.
func (q *Queue) Pop(before Time, out *Event) bool {
	if q.head < q.tail || len(q.late) != 0 {
		return q.popRun(before, out)
	}
	if q.count == 0 {
		return false
	}
	for {
		p := q.pos + 1
		slot := uint64(p & q.mask)
		b := int64(0)
		if word := q.words[slot>>6] >> (slot & 63); word != 0 {
			b = p + int64(bits.TrailingZeros64(word))
		} else {
			b = q.seek(p)
		}
		if b >= q.limit {
			if !q.lower(before) {
				return false
			}
			continue
		}
		slot = uint64(b & q.mask)
		head := &q.heads[slot]
		i := *head
		n := &q.slab[i]
		if n.next != 0 {
			if b<<(q.width&63) >= int64(before) {
				return false
			}
			if q.tuner.left < 0 {
				q.tune()
				return q.Pop(before, out)
			}
			*head = 0
			q.clear(slot)
			q.pos = b
			q.load(i)
			return q.popRun(before, out)
		}
		if n.At >= before {
			return false
		}
		*out = n.Event
		*head = 0
		q.clear(slot)
		n.next = q.free
		q.free = i
		q.pos = b
		q.last = n.At
		q.cached = 0
		q.count--
		if q.tuner.left--; q.tuner.left < 0 {
			q.tune()
		}
		return true
	}
}

// clear notes that the list of a slot is empty now.
func (q *Queue) clear(slot uint64) {
	word := &q.words[slot>>6]
	*word &^= 1 << (slot & 63)
	if *word == 0 {
		q.sums[slot>>12] &^= 1 << (slot >> 6 & 63)
	}
}

// seek finds the first bucket from p on that holds events, with the bitmap word of p known to be empty from p on; none
// if level 0 is empty. Slots wrap around, and no slot holds what lies a whole turn later.
func (q *Queue) seek(p int64) int64 {
	slot := uint64(p & q.mask)
	words := uint64(len(q.words))
	w := (slot>>6 + 1) & (words - 1) // the first word not looked at
	i := w >> 6
	sum := q.sums[i] >> (w & 63) << (w & 63)
	for turns := 0; sum == 0; turns++ {
		if turns == len(q.sums) {
			return none
		}
		if i++; i == uint64(len(q.sums)) {
			i = 0
		}
		sum = q.sums[i]
	}
	w = i<<6 | uint64(bits.TrailingZeros64(sum))
	found := w<<6 | uint64(bits.TrailingZeros64(q.words[w]))
	return p + (int64(found)-p)&q.mask
}

// NextTime is the exact time of the first event, Never if there is none. It moves nothing, so that events before that
// time can be pushed afterwards at no extra cost; the answer is kept until the next pop.
func (q *Queue) NextTime() Time {
	if q.cached <= 0 || q.count == 0 {
		q.cached = q.first()
	}
	return q.cached
}

func (q *Queue) first() Time {
	t := Never
	switch {
	case q.count == 0:
		return t
	case q.head < q.tail:
		t = q.run[q.head].At
	}
	if len(q.late) != 0 {
		t = min(t, q.late[0].At)
	}
	if t != Never || len(q.heads) == 0 {
		return t // what is in hand comes before all else
	}
	p := q.pos + 1
	slot := uint64(p & q.mask)
	b := int64(none)
	if word := q.words[slot>>6] >> (slot & 63); word != 0 {
		b = p + int64(bits.TrailingZeros64(word))
	} else {
		b = q.seek(p)
	}
	if b != none {
		t = q.earliest(q.heads[b&q.mask])
	}
	if q.limit <= b {
		t = min(t, q.firstRaised())
	}
	return t
}

// earliest is the least time in a list.
func (q *Queue) earliest(i uint32) Time {
	t := Never
	for i != 0 {
		n := &q.slab[i]
		t = min(t, n.At)
		i = n.next
	}
	return t
}

// grow makes room for more events and gives the first free node; it also sets up a queue that was never used.
func (q *Queue) grow() uint32 {
	if len(q.slab) == 0 {
		q.slab = make([]node, 1, 64)
		q.width = firstWidth
		q.pos = -1
		q.tuner.left, q.tuner.period = firstPeriod, firstPeriod
		if q.last > 0 || q.head < q.tail || len(q.late) != 0 {
			q.pos = 0 // what the zero queue took in hand has time 0
		}
		q.reshape(q.width, minRing)
	}
	old := len(q.slab)
	larger := make([]node, min(2*max(old, 64), math.MaxUint32))
	if len(larger) == old {
		panic("more than 2^32 pending events")
	}
	copy(larger, q.slab)
	q.slab = larger
	for i := len(larger) - 1; i >= old; i-- { // so that they are used from the lowest up
		larger[i].next = q.free
		q.free = uint32(i)
	}
	if want := uint8(bits.Len(uint(old))); want > q.ring && want <= maxRing {
		q.reshape(q.width, want)
	}
	return q.free
}
