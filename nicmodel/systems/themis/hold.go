package themis

import "smartnic-cc/nicmodel/event"

// hold is when the first packet of a flow may go.
type hold struct {
	at   event.Time
	flow uint32
}

func (h hold) before(o hold) bool { return h.at < o.at || h.at == o.at && h.flow < o.flow }

// holds is a heap of the flows with held packets, by time and the flow's index.
type holds struct {
	heap []hold
	next event.Time // the earliest pending wake
}

// first is when the first of them may go; event.Never without one.
func (h *holds) first() event.Time {
	if len(h.heap) == 0 {
		return event.Never
	}
	return h.heap[0].at
}

func (h *holds) push(x hold) {
	h.heap = append(h.heap, x)
	i := len(h.heap) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !x.before(h.heap[up]) {
			break
		}
		h.heap[i] = h.heap[up]
		i = up
	}
	h.heap[i] = x
}

func (h *holds) pop() hold {
	top, n := h.heap[0], len(h.heap)-1
	x := h.heap[n]
	h.heap = h.heap[:n]
	if n == 0 {
		return top
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && h.heap[down+1].before(h.heap[down]) {
			down++
		}
		if !h.heap[down].before(x) {
			break
		}
		h.heap[i] = h.heap[down]
		i = down
	}
	h.heap[i] = x
	return top
}

// times is a queue of times. It grows and never shrinks.
type times struct {
	ring       []event.Time // its length is a power of two
	head, tail uint32
}

func (t *times) push(at event.Time) {
	if t.tail-t.head == uint32(len(t.ring)) {
		larger := make([]event.Time, max(2*len(t.ring), 16))
		for i := t.head; i != t.tail; i++ {
			larger[i&uint32(len(larger)-1)] = t.ring[i&uint32(len(t.ring)-1)]
		}
		t.ring = larger
	}
	t.ring[t.tail&uint32(len(t.ring)-1)] = at
	t.tail++
}

func (t *times) pop() event.Time {
	at := t.ring[t.head&uint32(len(t.ring)-1)]
	t.head++
	return at
}
