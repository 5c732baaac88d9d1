package event

// Queue is a binary heap of pending events in the order (At, Key). The zero value is an empty queue. It is not safe
// for concurrent use.
type Queue []Event

// Move changes the time of the event with a key, which is in the queue.
func (q *Queue) Move(key uint64, at Time) {
	h := *q
	if len(h) == 1 {
		h[0].At = at
		return
	}
	i := 0
	for h[i].Key != key {
		i++
	}
	e := h[i]
	// Those above it move down, so that the top, which Pop takes, is free.
	for i > 0 {
		up := (i - 1) / 2
		h[i] = h[up]
		i = up
	}
	q.Pop()
	e.At = at
	q.Push(e)
}

// NextTime returns the time of the first event, Never of an empty queue.
func (q *Queue) NextTime() Time {
	if len(*q) == 0 {
		return Never
	}
	return (*q)[0].At
}

// Push adds an event.
func (q *Queue) Push(e Event) {
	*q = append(*q, e)
	h := *q
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.Before(&h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
}

// Pop removes and returns the first event of a non-empty queue.
func (q *Queue) Pop() Event {
	h := *q
	first, e := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].Before(&h[down]) {
			down++
		}
		if !h[down].Before(&e) {
			break
		}
		h[i] = h[down]
		i = down
	}
	if len(h) > 0 {
		h[i] = e
	}
	return first
}
