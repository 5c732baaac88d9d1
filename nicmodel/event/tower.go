package event

import "math/bits"

// The levels above level 0.

const (
	levelBits = 6
	blocks    = 1 << levelBits
	levels    = 8 // 8*6 bits above level 0's 17: all 63 bits of a time
)

// tower holds the levels 1 to 8 as indices 0 to 7.
type tower struct {
	first Time           // the exact time of the first event here if > 0, else unknown
	used  [levels]uint64 // a bit a block: holds events
	heads [levels][blocks]uint32
}

// shift gives the log2 of the picoseconds of a block.
func (q *Queue) shift(level int) uint {
	return uint(q.width) + bucketBits + uint(level)*levelBits
}

// raise puts a node whose time is past the end of level 0 into the lowest level that reaches so far.
func (q *Queue) raise(i uint32) {
	q.tuner.raised++
	n := &q.slab[i]
	if n.At < q.upper.first {
		q.upper.first = n.At
	}
	shift := uint(q.width) + bucketBits
	level := 0
	k, p := int64(n.At)>>(shift&63), (q.front-1)>>bucketBits
	for k-p > blocks {
		k >>= levelBits
		p >>= levelBits
		shift += levelBits
		level++
	}
	slot := k & (blocks - 1)
	n.next = q.upper.heads[level][slot]
	q.upper.heads[level][slot] = i
	q.upper.used[level] |= 1 << slot
	if start := k << (shift & 63) >> (q.width & 63); start < q.limit {
		q.limit = start
	}
}

// firstBlock finds the first block of a level that holds events; ok is false if there is none.
func (q *Queue) firstBlock(level int) (k int64, ok bool) {
	used := q.upper.used[level]
	if used == 0 {
		return 0, false
	}
	p := (q.front-1)>>bucketBits>>(uint(level)*levelBits) + 1
	return p + int64(bits.TrailingZeros64(bits.RotateLeft64(used, -int(p&(blocks-1))))), true
}

// lower deals out the first block of the levels above 0 if it begins before the given time, and says whether it did.
func (q *Queue) lower(before Time) bool {
	if q.limit == none || q.limit<<(q.width&63) >= int64(before) {
		return false
	}
	q.upper.first = 0
	// The highest level first: what it holds may come before what a lower level holds.
	for level := levels - 1; level >= 0; level-- {
		k, ok := q.firstBlock(level)
		if !ok || k<<q.shift(level)>>(q.width&63) != q.limit {
			continue
		}
		slot := k & (blocks - 1)
		list := q.upper.heads[level][slot]
		q.upper.heads[level][slot] = 0
		q.upper.used[level] &^= 1 << slot
		q.front = q.limit // nothing in the wheel is before the block
		// Turned around, so that the list below has the last pushed first again.
		turned := uint32(0)
		for list != 0 {
			n := &q.slab[list]
			list, n.next, turned = n.next, turned, list
		}
		q.place(turned)
	}
	q.findLimit()
	return true
}

// place puts the nodes of a list, all of bucket front or later, into the wheel.
func (q *Queue) place(list uint32) {
	for list != 0 {
		i := list
		n := &q.slab[i]
		list = n.next
		b := int64(n.At) >> (q.width & 63)
		if b-q.front >= buckets {
			q.raise(i)
			continue
		}
		slot := uint64(b) % buckets
		n.next = q.heads[slot]
		q.heads[slot] = i
		q.used[slot>>6] |= 1 << (slot & 63)
		q.sums[slot>>12] |= 1 << (slot >> 6 & 63)
	}
}

// findLimit sets limit anew.
func (q *Queue) findLimit() {
	q.limit = none
	for level := range levels {
		if k, ok := q.firstBlock(level); ok {
			q.limit = min(q.limit, k<<q.shift(level)>>(q.width&63))
		}
	}
}

// firstRaised is the time of the first event above level 0.
func (q *Queue) firstRaised() Time {
	if q.upper.first > 0 {
		return q.upper.first
	}
	t := Never
	for level := range levels {
		if k, ok := q.firstBlock(level); ok && k<<q.shift(level) < int64(t) {
			t = min(t, q.earliest(q.upper.heads[level][k&(blocks-1)]))
		}
	}
	q.upper.first = t
	return t
}
