package trace

// reorder sorts records by time within a window of reorderWindow records;
// records of one time stay in the order of the file. Captures are slightly out
// of order where several receive queues write one file. A record that comes
// later than the window can correct is an error (see Reader.outOfOrder): sorting it in
// would need the whole file in memory, and a clock that was set back has no
// right order.
//
// It is a ring, of a power of two, whose records are read in place:
//
//	rec := r.slot() // to be filled in
//	moved := r.commit()
type reorder struct {
	ring        []record
	first, size int // size records from ring[first] on
}

const (
	reorderWindow = 4096
	reorderFirst  = 64 // records that the ring begins with
)

func (r *reorder) len() int { return r.size }

func (r *reorder) at(i int) *record { return &r.ring[(r.first+i)&(len(r.ring)-1)] }

// slot is where the next record goes; there must be less than reorderWindow.
// It takes part once commit is called.
func (r *reorder) slot() *record {
	if r.size == len(r.ring) {
		ring := make([]record, max(2*len(r.ring), reorderFirst))
		for i := range r.size {
			ring[i] = *r.at(i)
		}
		r.ring, r.first = ring, 0
	}
	return r.at(r.size)
}

// commit sorts the record in the slot in, and reports whether it had to move.
func (r *reorder) commit() bool {
	n := r.size
	r.size++
	if n == 0 || r.at(n-1).time <= r.at(n).time {
		return false
	}
	rec := *r.at(n)
	i := n
	for ; i > 0 && r.at(i-1).time > rec.time; i-- {
		*r.at(i) = *r.at(i - 1)
	}
	*r.at(i) = rec
	return true
}

// pop takes the earliest record; the pointer holds until the next slot.
func (r *reorder) pop() *record {
	rec := r.at(0)
	r.first = (r.first + 1) & (len(r.ring) - 1)
	r.size--
	return rec
}

func (r *reorder) reset() { r.first, r.size = 0, 0 }
