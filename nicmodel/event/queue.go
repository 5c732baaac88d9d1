package event

import (
	"math"
	"math/bits"
)

// Queue holds pending events and gives them in the order (At, Key); two events with equal At and Key come in an order
// that depends on the pushes before them only. The zero value is an empty queue. It is not safe for concurrent use.
//
// It is a timing wheel in levels. A bucket of level 0 is a span of 2^width picoseconds and the wheel has 131072 of them,
// found by bitmaps when most are empty; levels 1 and up have 64 blocks each, a block of level 1 being as long as the whole
// of level 0 and each further level's 64 times longer, so that eight levels hold any time. A block's events are dealt out
// to the levels below when the first bucket within it is due.
//
// Buckets are not sorted: the first of a few events is found by looking at all. Where many share a bucket they are sorted
// into the run when they are due, an array from which the next pops are served; what is pushed into the span of the run
// (or before it) joins it by insertion while it is short, or else a heap beside it, so that no pattern costs more than
// O(log n) an event.
//
// The width adapts to what was seen (tune.go), by counts alone, never by a clock; the order of events does not depend on it.
//
// All events lie in one slab and are linked by 32-bit index, so a full-grown queue allocates nothing and gives the
// garbage collector nothing to follow.
//
// Invariants between calls, with b(t) = t >> width and front the first bucket that the wheel may hold events of:
//   - an event with b(At) < front is in the run or the heap, all others are in the wheel;
//   - an event of level 0 has front <= b(At) < front + 131072, so each slot holds events of one bucket only;
//   - for an event of level l >= 1, with k(b) the number of the block of that level: k(front-1) < k(b(At)) <= k(front-1) + 64;
//   - limit is the first bucket of the first block of levels >= 1 that holds events: up to there level 0 is complete.
type Queue struct {
	slab  []node // slab[0] is never used: 0 ends a list
	free  uint32 // list of unused nodes
	width uint8  // log2 of a bucket's picoseconds
	front int64
	limit int64

	last   Time // the last event popped
	cached Time // exact time of the first event if > 0, else unknown
	pushed uint64
	popped uint64
	inHand int // events in the run and the heap

	// What is in hand: run[head:tail] in order, and the heap late.
	head, tail int
	run        []Event
	late       []Event
	spare      []Event // for merging

	tuner tuner
	upper tower

	// Level 0, in arrays of fixed size, whose indices need no check.
	sums  [buckets >> 12]uint64 // a bit a word of used: not zero
	used  [buckets >> 6]uint64  // a bit a bucket: holds events
	heads [buckets]uint32       // lists of events, 0 for an empty one
}

// node is a place in the slab: 32 bytes, two a cache line.
type node struct {
	Event
	next uint32
}

const (
	bucketBits = 17              // list heads of half a megabyte: more would cost more in caches than they save
	buckets    = 1 << bucketBits // buckets of level 0
	firstWidth = 10              // about a nanosecond, until more is known
	few        = 8               // a bucket of up to so many events is left unsorted
	short      = 16              // a run of up to so many events is kept in order by insertion
	runBase    = 2 * short
	none       = math.MaxInt64
)

// NewQueue gives an empty queue.
func NewQueue() *Queue { return new(Queue) }

// Len is the number of pending events.
func (q *Queue) Len() int { return int(q.pushed - q.popped) }

// Push adds an event. It panics if e.At is before the last event popped: the model would have changed its past.
func (q *Queue) Push(e Event) {
	q.Add(e.At, e.Key, e.Arg, e.Port, e.Kind, e.Reserved)
}

// Add is Push of the event with these fields: the faster form where an event is made on the spot.
func (q *Queue) Add(at Time, key uint64, arg uint32, port uint16, kind, reserved uint8) {
	if at < q.last {
		panic("event in the past")
	}
	if at < q.cached {
		q.cached = at
	}
	q.pushed++
	b := int64(at) >> (q.width & 63)
	i := q.free
	if uint64(b-q.front) >= buckets || i == 0 { // before, after or without room in level 0
		q.addElsewhere(&Event{at, key, arg, port, kind, reserved})
		return
	}
	n := &q.slab[i]
	q.free = n.next
	n.At, n.Key, n.Arg, n.Port, n.Kind, n.Reserved = at, key, arg, port, kind, reserved
	slot := uint64(b) % buckets
	n.next = q.heads[slot]
	q.heads[slot] = i
	used := q.used[slot>>6]
	q.used[slot>>6] = used | 1<<(slot&63)
	if used == 0 {
		q.sums[slot>>12] |= 1 << (slot >> 6 & 63)
	}
}

// addElsewhere is the rest of Add, where the event is not for level 0 or a node is wanting.
func (q *Queue) addElsewhere(e *Event) {
	if q.free == 0 {
		q.grow()
	}
	if int64(e.At)>>q.width < q.front {
		q.join(e)
		return
	}
	i := q.free
	n := &q.slab[i]
	q.free, n.next = n.next, 0
	n.Event = *e
	q.place(i)
}

// Pop takes out the first event if it is before the given time, and says whether it did; if not, out is left alone.
func (q *Queue) Pop(before Time, out *Event) bool {
	if q.inHand != 0 {
		return q.popRun(before, out)
	}
	word := q.used[uint64(q.front)%buckets>>6] >> (q.front & 63)
	if word == 0 {
		return q.popFar(before, out)
	}
	b := q.front + int64(bits.TrailingZeros64(word))
	if b >= q.limit {
		return q.popFar(before, out)
	}
	slot := uint64(b) % buckets
	i := q.heads[slot]
	n := &q.slab[i]
	if n.next != 0 {
		return q.popList(b, before, out)
	}
	at := n.At
	if at >= before {
		return false
	}
	q.heads[slot] = 0
	used := q.used[slot>>6] &^ (1 << (slot & 63))
	q.used[slot>>6] = used
	if used == 0 {
		q.sums[slot>>12] &^= 1 << (slot >> 6 & 63)
	}
	*out = n.Event
	n.next = q.free
	q.free = i
	q.front = b
	q.last = at
	q.cached = 0
	q.popped++
	return true
}

// popList is Pop from bucket b, which is the first and has several events.
func (q *Queue) popList(b int64, before Time, out *Event) bool {
	link := &q.heads[uint64(b)%buckets] // what links to the first event
	n := &q.slab[*link]
	apart, length := 0, 1
	for next := &n.next; *next != 0; length++ {
		if length > few {
			if b<<(q.width&63) >= int64(before) {
				return false
			}
			q.load(b)
			return q.popRun(before, out)
		}
		m := &q.slab[*next]
		if m.At != n.At {
			apart++
			if m.At < n.At {
				n, link = m, next
			}
		} else if m.Key < n.Key {
			n, link = m, next
		}
		next = &m.next
	}
	if n.At >= before {
		return false
	}
	i := *link
	*link = n.next
	*out = n.Event
	n.next = q.free
	q.free = i
	q.front = b
	q.last = out.At
	q.cached = 0
	q.popped++
	q.tuner.apart += uint64(apart)
	if q.popped >= q.tuner.next {
		q.tune()
	}
	return true
}

// popFar is Pop where the first bucket is none of the 64 that are looked at first, or lies in the levels above.
func (q *Queue) popFar(before Time, out *Event) bool {
	if q.popped >= q.tuner.next {
		q.tune()
	}
	q.tuner.far++
	for {
		b := q.seek(q.front)
		if b < q.limit {
			if b<<(q.width&63) >= int64(before) {
				return false
			}
			q.front = b
			return q.Pop(before, out)
		}
		if !q.lower(before) {
			return false
		}
	}
}

// seek finds the first bucket from p on that holds events; none if level 0 is empty. Slots wrap around, and no slot holds
// what lies a whole turn later.
func (q *Queue) seek(p int64) int64 {
	slot := uint64(p) % buckets
	if word := q.used[slot>>6] >> (slot & 63); word != 0 {
		return p + int64(bits.TrailingZeros64(word))
	}
	w := (slot>>6 + 1) % uint64(len(q.used)) // the first word not looked at
	i := w >> 6
	sum := q.sums[i] >> (w & 63) << (w & 63)
	for turns := 0; sum == 0; turns++ {
		if turns == len(q.sums) {
			return none
		}
		i = (i + 1) % uint64(len(q.sums))
		sum = q.sums[i]
	}
	w = i<<6 | uint64(bits.TrailingZeros64(sum))
	found := w<<6 | uint64(bits.TrailingZeros64(q.used[w%uint64(len(q.used))]))
	return p + (int64(found)-p)&(buckets-1)
}

// NextTime is the exact time of the first event, Never if there is none. It moves nothing, so that events before that
// time can be pushed afterwards at no extra cost; the answer is kept until the next pop.
func (q *Queue) NextTime() Time {
	if q.cached <= 0 {
		q.cached = q.first()
	}
	return q.cached
}

func (q *Queue) first() Time {
	t := Never
	if q.inHand != 0 { // what is in hand comes before all else
		if q.head < q.tail {
			t = q.run[q.head].At
		}
		if len(q.late) != 0 {
			t = min(t, q.late[0].At)
		}
		return t
	}
	if q.Len() == 0 {
		return t
	}
	b := q.seek(q.front)
	if b != none {
		t = q.earliest(q.heads[uint64(b)%buckets])
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

// grow makes room for more events; it also sets up a queue that was never used.
func (q *Queue) grow() {
	old := len(q.slab)
	if old == 0 {
		old = 1
		q.width = firstWidth
		q.limit = none
		q.tuner.next = firstPeriod
	}
	larger := make([]node, min(2*max(old, 64), math.MaxInt32))
	if len(larger) == old {
		panic("more than 2^32 pending events")
	}
	copy(larger, q.slab)
	q.slab = larger
	for i := len(larger) - 1; i >= old; i-- { // so that they are used from the lowest up
		larger[i].next = q.free
		q.free = uint32(i)
	}
}
