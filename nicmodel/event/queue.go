package event

// Queue holds pending events and gives them in the order (At, Key). The zero value is an empty queue. It is not safe for
// concurrent use.
//
// It is a heap with four children a node: half as deep as a binary one, and the children lie side by side.
type Queue []Event

// NextTime returns the time of the first event, Never if there is none.
func (q *Queue) NextTime() Time {
	if len(*q) == 0 {
		return Never
	}
	return (*q)[0].At
}

// Push adds an event.
func (q *Queue) Push(e Event) {
	h := append(*q, e)
	*q = h
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
}

// Pop removes the first event of a queue that is not empty and returns it.
func (q *Queue) Pop() Event {
	h := *q
	first, e := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
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
	return first
}
