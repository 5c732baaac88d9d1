package fabric

// wakes is a binary heap of times and ports, a time shifted left by 16 and the port. Its
// first is the least, noWake if it is empty.
type wakes struct {
	first uint64
	heap  []uint64
}

const noWake = 1<<64 - 1

func (h *wakes) push(k uint64) {
	h.heap = append(h.heap, k)
	s := h.heap
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 2
		if s[up] <= k {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = k
	h.first = s[0]
}

func (h *wakes) pop() {
	s := h.heap
	k := s[len(s)-1]
	s = s[:len(s)-1]
	h.heap = s
	if len(s) == 0 {
		h.first = noWake
		return
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(s) {
			break
		}
		if down+1 < len(s) && s[down+1] < s[down] {
			down++
		}
		if s[down] >= k {
			break
		}
		s[i] = s[down]
		i = down
	}
	s[i] = k
	h.first = s[0]
}
