package fabric

// wakeups is a binary heap of times, shifted left by 16, and ports. first is the smallest, noWake without any.
type wakeups struct {
	first uint64
	heap  []uint64
}

const noWake = 1<<64 - 1

func (h *wakeups) push(k uint64) {
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

// pop removes the first.
func (h *wakeups) pop() {
	n := len(h.heap) - 1
	k := h.heap[n]
	h.heap = h.heap[:n]
	if n == 0 {
		h.first = noWake
		return
	}
	h.replace(k)
}

// replace replaces the first.
func (h *wakeups) replace(k uint64) {
	s := h.heap
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
