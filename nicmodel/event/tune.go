package event

import "math/bits"

// How the width follows the events. A bucket should hold hardly more than one event when it is due (few to look
// through, few empty buckets to pass), and most events should go to level 0 at once rather than be dealt out to it later.
// What is counted are events, so that equal pushes and pops always give equal tuning.

const (
	firstPeriod = 256
	maxWidth    = 40 // a second
)

// tuner counts since the last look.
type tuner struct {
	next   uint64 // the next look is when so many events have been popped
	looked uint64 // the last was at so many
	raised uint64 // events put into a level above 0, once a level
	far    uint64 // pops that had to look past the 64 buckets of a word
	apart  uint64 // events of other times in the bucket of one that was popped
}

// noteRun counts the events of a bucket that went to the run, as if each had been searched for.
func (t *tuner) noteRun(run []Event) {
	others := uint64(0)
	for i := 1; i < len(run); i++ {
		if run[i].At != run[i-1].At {
			others++
		}
	}
	t.apart += uint64(len(run)) * others / 2
}

// tune looks at the counts, and changes the width if that will pay.
func (q *Queue) tune() {
	t := &q.tuner
	events := q.popped - t.looked
	// Of k events of different times in a bucket, k-1, k-2, ..., 0 others are there when they are popped: if events fall
	// into buckets at random, a bucket's mean number is twice the mean number of others. Events of one time no width can
	// part.
	mean := 16 * 2 * t.apart / max(events, 1) // in sixteenths
	width := q.width
	switch {
	case mean > 24 && width > 0: // more than 1.5: towards 0.5
		width -= min(width, uint8(bits.Len64(mean/8)-1))
	case t.raised > 2*events && mean < 2:
		width = min(width+3, maxWidth)
	case t.raised > events/4 && mean < 8, t.far > events/4 && mean < 3:
		width = min(width+1, maxWidth)
	}
	if width != q.width {
		q.setWidth(width)
	}
	// A look costs little, a change as much as handling all that is pending.
	*t = tuner{looked: q.popped, next: q.popped + uint64(max(firstPeriod, q.Len()))}
}

// setWidth puts all events into new places in the wheel, those in hand too.
func (q *Queue) setWidth(width uint8) {
	list := q.collect()
	q.width = width
	q.front = int64(q.last) >> width // no event is before the last that was popped
	q.limit = none
	q.place(list)
}

// collect empties queue and run into one list.
func (q *Queue) collect() (list uint32) {
	take := func(i uint32) {
		for i != 0 {
			n := &q.slab[i]
			i, n.next, list = n.next, list, i
		}
	}
	for level := levels - 1; level >= 0; level-- {
		for used := q.upper.used[level]; used != 0; used &= used - 1 {
			slot := bits.TrailingZeros64(used)
			take(q.upper.heads[level][slot])
			q.upper.heads[level][slot] = 0
		}
		q.upper.used[level] = 0
	}
	q.upper.first = 0
	for w, used := range q.used {
		for ; used != 0; used &= used - 1 {
			slot := w<<6 + bits.TrailingZeros64(used)
			take(q.heads[slot])
			q.heads[slot] = 0
		}
	}
	clear(q.used[:])
	clear(q.sums[:])
	for _, events := range [][]Event{q.run[q.head:q.tail], q.late} {
		for at := range events {
			if q.free == 0 {
				q.grow()
			}
			i := q.free
			n := &q.slab[i]
			q.free = n.next
			n.Event, n.next, list = events[at], list, i
		}
	}
	q.head, q.tail, q.late, q.inHand = 0, 0, q.late[:0], 0
	return list
}
