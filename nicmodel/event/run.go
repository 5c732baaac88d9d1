package event

// The bucket in hand.

// load takes the events of bucket b, which is due, into the run, which is empty. Lists hold the last pushed first, so the
// run is filled from its end: events that were pushed in order, the usual case of many at one time, need no sorting.
func (q *Queue) load(b int64) {
	slot := uint64(b) % buckets
	i := q.heads[slot]
	q.heads[slot] = 0
	if q.used[slot>>6] &^= 1 << (slot & 63); q.used[slot>>6] == 0 {
		q.sums[slot>>12] &^= 1 << (slot >> 6 & 63)
	}
	q.front = b + 1
	if len(q.run) == 0 {
		q.run = make([]Event, runBase)
	}
	first := i
	run := q.run[:runBase]
	head := runBase
	last := i
	for i != 0 && head > runBase-short {
		n := &q.slab[i]
		j := head
		for j < runBase && (run[j].At < n.At || run[j].At == n.At && run[j].Key < n.Key) {
			run[j-1] = run[j]
			j++
		}
		run[j-1] = n.Event
		head--
		last = i
		i = n.next
	}
	q.head, q.tail = head, runBase
	if i != 0 {
		last = q.loadLong(i, last)
	}
	q.slab[last].next = q.free
	q.free = first
	q.inHand = q.tail - q.head
	q.tuner.noteRun(q.run[q.head:q.tail])
}

// loadLong takes in the rest of a list that is longer than what insertion sorts well. It returns the list's last node.
func (q *Queue) loadLong(i, last uint32) uint32 {
	rest := 0
	for j := i; j != 0; j = q.slab[j].next {
		rest++
		last = j
	}
	head, size := q.head, q.tail-q.head
	if need := rest + size; need > len(q.run) {
		larger := make([]Event, max(need, 2*len(q.run)))
		copy(larger[rest:], q.run[head:q.tail])
		q.run = larger
	} else {
		copy(q.run[rest:], q.run[head:q.tail])
	}
	q.head, q.tail = 0, rest+size
	for rest > 0 {
		rest--
		n := &q.slab[i]
		q.run[rest] = n.Event
		i = n.next
	}
	for !q.mergeRuns() {
	}
	return last
}

// mergeRuns merges the ordered stretches of the run in pairs, and says whether that leaves it in order. Events of one time
// were mostly pushed at a few earlier times, each time in the order of the nodes: then there are few stretches. At worst
// each is of one event, and log2 of their number rounds sort them.
func (q *Queue) mergeRuns() bool {
	from := q.run[:q.tail]
	end := stretch(from, 0)
	if end == len(from) {
		return true
	}
	if len(q.spare) < len(q.run) {
		q.spare = make([]Event, len(q.run))
	}
	to := q.spare[:0]
	rounds := 0
	for start := 0; start < len(from); rounds++ {
		i, middle := start, end
		j := middle
		end = stretch(from, middle)
		for i < middle && j < end {
			if from[j].Before(&from[i]) {
				to = append(to, from[j])
				j++
			} else {
				to = append(to, from[i])
				i++
			}
		}
		to = append(to, from[i:middle]...)
		to = append(to, from[j:end]...)
		start = end
		end = stretch(from, start)
	}
	q.run, q.spare = q.spare, q.run
	return rounds == 1
}

// stretch gives the end of the stretch in order that begins at start.
func stretch(events []Event, start int) int {
	if start == len(events) {
		return start
	}
	end := start + 1
	for end < len(events) && !events[end].Before(&events[end-1]) {
		end++
	}
	return end
}

// popRun is Pop while there is something in hand, all of which comes before all that is in the wheel.
func (q *Queue) popRun(before Time, out *Event) bool {
	if len(q.late) != 0 && (q.head == q.tail || q.late[0].Before(&q.run[q.head])) {
		if q.late[0].At >= before {
			return false
		}
		*out = q.late[0]
		q.late = heapPop(q.late)
		if out.At != q.last {
			q.tuner.apart += uint64(len(q.late))
		}
	} else {
		e := &q.run[q.head]
		if e.At >= before {
			return false
		}
		*out = *e
		q.head++
	}
	q.inHand--
	q.last = out.At
	q.cached = 0
	q.popped++
	if q.popped >= q.tuner.next {
		q.tune()
	}
	return true
}

// join adds an event that lies in or before the span of the run.
func (q *Queue) join(e *Event) {
	q.inHand++
	if len(q.run) == 0 {
		q.run = make([]Event, runBase)
	}
	if q.head == q.tail {
		q.head, q.tail = runBase, runBase
	}
	if q.tail-q.head >= short || q.head == 0 {
		q.late = heapPush(q.late, *e)
		return
	}
	run := q.run
	j := q.head
	for j < q.tail && !e.Before(&run[j]) {
		run[j-1] = run[j]
		j++
	}
	run[j-1] = *e
	q.head--
}

// A heap of four children a node: half as deep as a binary one, and the children lie side by side.

func heapPush(h []Event, e Event) []Event {
	h = append(h, e)
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.Before(&h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
	return h
}

// heapPop takes out h[0].
func heapPop(h []Event) []Event {
	e := h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for {
		child := 4*i + 1
		if child >= len(h) {
			break
		}
		least := child
		for c := child + 1; c < min(child+4, len(h)); c++ {
			if h[c].Before(&h[least]) {
				least = c
			}
		}
		if !h[least].Before(&e) {
			break
		}
		h[i] = h[least]
		i = least
	}
	if len(h) > 0 {
		h[i] = e
	}
	return h
}
