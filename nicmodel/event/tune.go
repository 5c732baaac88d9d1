package event

import "math/bits"

// How width and ring follow the events. A bucket should hold one to three events when it is due (few to sort, few empty
// buckets to pass), and most events should go to level 0 at once rather than be dealt out to it later. What is counted
// are buckets and events, so that equal pushes and pops always give equal tuning.

const firstPeriod = 256

// tuner counts since the last look.
type tuner struct {
	left   int64  // events to take from the wheel until the next look
	period int64  // events from the last look to the next
	raised uint64 // events put into a level above 0, once a level
	many   uint64 // buckets with more than one event
	events uint64 // events in those
	times  uint64 // different times among them
}

// noteBucket counts the events of a bucket that held several, which are in order now.
func (t *tuner) noteBucket(run []Event) {
	t.left -= int64(len(run))
	t.many++
	t.events += uint64(len(run))
	t.times++
	for i := 1; i < len(run); i++ {
		if run[i].At != run[i-1].At {
			t.times++
		}
	}
}

// tune looks at the counts, and changes the shape of the wheel if that will pay. It is called where the run is empty.
func (q *Queue) tune() {
	t := &q.tuner
	events := uint64(t.period - t.left)
	single := events - t.events
	buckets := single + t.many
	// Different times a bucket, in quarters; events of one time no width can part.
	density := 4 * (single + t.times) / buckets
	width, ring := q.width, q.ring
	switch {
	case density > 12 && width > 0: // more than 3: narrower buckets
		width -= min(width, uint8(bits.Len64(density/6))) // towards 1.5
	case t.raised > 2*events && density < 5:
		width = min(width+4, 40)
	case t.raised > events/4 && density < 6:
		width = min(width+1, 40)
	case t.raised > events/4 && ring < maxRing && 1<<ring < 8*max(q.count, 512):
		ring++
	case t.raised <= events/16 && ring > minRing && 1<<ring > 32*q.count:
		ring--
	}
	if q.pos >= int64(Never/2)>>(q.width&63) { // the end of a bucket may be past the end of time
		width = q.width
	}
	if width != q.width || ring != q.ring {
		q.reshape(width, ring)
	}
	// A look costs little, a change as much as handling all that is pending.
	period := max(firstPeriod, int64(q.count))
	*t = tuner{left: period, period: period}
}

// reshape gives the wheel a new width and ring, and puts all events of the wheel into their new places. The run and the
// heap stay: pos must stay the end of what they hold, so the new pos is the new bucket with the end of the old one; what
// of the wheel falls into it joins the run.
func (q *Queue) reshape(width, ring uint8) {
	list := q.collect()
	end := (q.pos + 1) << (q.width & 63) // the first time that is not in hand
	if width != q.width {
		q.pos = (end+1<<width-1)>>width - 1
	}
	q.width, q.ring, q.mask = width, ring, 1<<ring-1
	if size := 1 << ring; size != len(q.heads) {
		q.heads = make([]uint32, size)
		q.words = make([]uint64, size/64)
		q.sums = make([]uint64, (size+4095)/4096)
	}
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
	for slot, i := range q.heads {
		if i != 0 {
			take(i)
			q.heads[slot] = 0
		}
	}
	clear(q.words)
	clear(q.sums)
	return list
}
