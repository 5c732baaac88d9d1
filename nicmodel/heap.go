package nicmodel

import "smartnic-cc/nicmodel/event"

// readyConn is a connection that may send at a time.
type readyConn struct {
	at   event.Time
	conn uint32
}

func (a readyConn) before(b readyConn) bool {
	return a.at < b.at || a.at == b.at && a.conn < b.conn
}

// heap is a binary heap of connections by the time at which they may send; ties go by
// number. A connection is in it once.
type heap []readyConn

func (h *heap) push(e readyConn) {
	*h = append(*h, e)
	s := *h
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(s[up]) {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = e
}

func (h *heap) pop() readyConn {
	s := *h
	top, e := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	i := 0
	for {
		down := 2*i + 1
		if down >= len(s) {
			break
		}
		if down+1 < len(s) && s[down+1].before(s[down]) {
			down++
		}
		if !s[down].before(e) {
			break
		}
		s[i] = s[down]
		i = down
	}
	if len(s) > 0 {
		s[i] = e
	}
	return top
}

// move changes the time of a connection in the heap.
func (h *heap) move(e readyConn) {
	s := *h
	i := 0
	for s[i].conn != e.conn {
		i++
	}
	// Those above it move down, so that the top, which pop takes, is free.
	for i > 0 {
		up := (i - 1) / 2
		s[i] = s[up]
		i = up
	}
	h.pop()
	h.push(e)
}
