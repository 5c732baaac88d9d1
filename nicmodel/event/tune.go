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
	left   int64  // events to take from the wheel until the next look
	period int64  // events from the last look to the next
	raised uint64 // events put into a level above 0, once a level
	apart  uint64 // events of other times that were passed over in search of the first of a bucket
}

// noteRun counts the events of a bucket that went to the run, where they are in order, as if the search had passed over
// them.
func (t *tuner) noteRun(run []Event) {
	t.left -= int64(len(run))
	others := uint64(0)
	for i := 1; i < len(run); i++ {
		if run[i].At != run[i-1].At {
			others++
		}
	}
	t.apart += uint64(len(run)) * others / 2
}

// tune looks at the counts, and changes the shape of the wheel if that will pay. It is called where the run is empty.
func (q *Queue) tune() {
	t := &q.tuner
	events := uint64(t.period - t.left)
	// Of k events of different times in a bucket, the search passes over k-1, k-2, ..., 0: if events fall into buckets at
	// random, each bucket's mean number is twice the mean number passed over. Events of one time no width can part.
	mean := 16 * 2 * t.apart / events // in sixteenths
	width := q.width
	switch {
	case mean > 24 && width > 0: // more than 1.5: towards 0.5
		width -= min(width, uint8(bits.Len64(mean/8)-1))
	case t.raised > 2*events && mean < 2:
		width = min(width+3, maxWidth)
	case t.raised > events/4 && mean < 8:
		width = min(width+1, maxWidth)
	}
	if q.pos >= int64(Never/2)>>(q.width&63) { // the end of a bucket may be past the end of time
		width = q.width
	}
	if width != q.width {
		q.setWidth(width)
	}
	// A look costs little, a change as much as handling all that is pending.
	period := max(firstPeriod, int64(q.count))
	*t = tuner{left: period, period: period}
}

// setWidth puts all events of the wheel into new places. The run and the heap stay: pos must stay the end of what they hold,
// so the new pos is the new bucket with the end of the old one; what of the wheel falls into it joins the run.
func (q *Queue) setWidth(width uint8) {
	list := q.collect()
	end := (q.pos + 1) << (q.width & 63) // the first time that is not in hand
	q.pos = (end+1<<width-1)>>width - 1
	q.width = width
	q.limit = none
	var due uint32
	for i := &list; *i != 0; {
		n := &q.slab[*i]
		if int64(n.At)>>width > q.pos {
			i = &n.next
			continue
		}
		moved := *i
		*i = n.next
		n.next = due
		due = moved
	}
	for due != 0 {
		i := due
		n := &q.slab[i]
		due = n.next
		q.join(&n.Event)
		n.next = q.free
		q.free = i
	}
	q.place(list)
	q.tuner.raised = 0
}

// collect empties the wheel into one list.
func (q *Queue) collect() (list uint32) {
	take := func(i uint32) {
		for i != 0 {
			n := &q.slab[i]
			i, n.next, list = n.next, list, i
		}
	}
	for level := levels - 1; level >= 0; level-- {
		for slot, i := range q.upper.heads[level] {
			take(i)
			q.upper.heads[level][slot] = 0
		}
		q.upper.used[level] = 0
	}
	for w, used := range q.used {
		for ; used != 0; used &= used - 1 {
			slot := w<<6 + bits.TrailingZeros64(used)
			take(q.heads[slot])
			q.heads[slot] = 0
		}
	}
	clear(q.used[:])
	clear(q.sums[:])
	return list
}
