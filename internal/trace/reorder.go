package trace

// reorder sorts records by time within a window of reorderWindow records;
// records of one time stay in the order of the file. Captures are slightly out
// of order where several receive queues write one file. A record that comes
// later than the window can mend is an error (see Reader.fill): sorting it in
// would need the whole file in memory, and a clock that was set back has no
// right order.
type reorder struct {
	q    []record
	head int
}

const reorderWindow = 4096

func (r *reorder) len() int { return len(r.q) - r.head }

// push sorts a record in, and reports whether it had to move.
func (r *reorder) push(rec *record) bool {
	if r.head == reorderWindow {
		n := copy(r.q, r.q[r.head:])
		r.q, r.head = r.q[:n], 0
	}
	r.q = append(r.q, *rec)
	i := len(r.q) - 1
	for i > r.head && r.q[i-1].time > rec.time {
		i--
	}
	if i == len(r.q)-1 {
		return false
	}
	copy(r.q[i+1:], r.q[i:])
	r.q[i] = *rec
	return true
}

// pop takes the earliest record; the pointer holds until the next push.
func (r *reorder) pop() *record {
	rec := &r.q[r.head]
	r.head++
	return rec
}

func (r *reorder) reset() { r.q, r.head = r.q[:0], 0 }
