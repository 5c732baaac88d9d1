package trace

import (
	"math"
	"sort"
)

// Histogram counts times in buckets whose bounds are 0, 1, 2, 5, 10, 20, 50
// and so on, in nanoseconds: bucket i holds from its bound up to below the
// next. It keeps only the buckets between the lowest and the highest in use.
type Histogram struct {
	Count    uint64
	Min, Max int64 // exact; 0 where Count is 0
	first    int   // index of counts[0]
	counts   []uint64
}

// gapBounds are the lower bounds of the buckets.
var gapBounds = func() []int64 {
	b := []int64{0}
	for d := int64(1); ; d *= 10 {
		for _, f := range [...]int64{1, 2, 5} {
			if d > math.MaxInt64/f {
				return b
			}
			b = append(b, d*f)
		}
		if d > math.MaxInt64/10 {
			return b
		}
	}
}()

// add counts n times of ns; a negative time counts as 0.
func (h *Histogram) add(ns int64, n uint64) {
	if n == 0 {
		return
	}
	ns = max(ns, 0)
	if h.Count == 0 {
		h.Min, h.Max = ns, ns
	}
	h.Count += n
	h.Min, h.Max = min(h.Min, ns), max(h.Max, ns)
	*h.at(sort.Search(len(gapBounds), func(i int) bool { return gapBounds[i] > ns }) - 1) += n
}

// at gives the counter of bucket i, which it makes where it is missing.
func (h *Histogram) at(i int) *uint64 {
	if h.counts == nil {
		h.first, h.counts = i, make([]uint64, 1, 4)
	}
	if i < h.first {
		h.counts = append(make([]uint64, h.first-i, h.first-i+len(h.counts)), h.counts...)
		h.first = i
	}
	for i >= h.first+len(h.counts) {
		h.counts = append(h.counts, 0)
	}
	return &h.counts[i-h.first]
}

// Merge adds what o has counted.
func (h *Histogram) Merge(o *Histogram) {
	if o.Count == 0 {
		return
	}
	if h.Count == 0 {
		h.Min, h.Max = o.Min, o.Max
	}
	h.Count += o.Count
	h.Min, h.Max = min(h.Min, o.Min), max(h.Max, o.Max)
	for i, n := range o.counts {
		if n > 0 {
			*h.at(o.first + i) += n
		}
	}
}

// Bucket is one bucket of a histogram: N times of From up to below To ns.
type Bucket struct {
	From int64  `json:"from_ns"`
	To   int64  `json:"below_ns"`
	N    uint64 `json:"count"`
}

// Buckets lists the buckets from the lowest to the highest in use, with the
// empty ones between them.
func (h *Histogram) Buckets() []Bucket {
	out := make([]Bucket, len(h.counts))
	for i, n := range h.counts {
		at := h.first + i
		to := int64(math.MaxInt64)
		if at+1 < len(gapBounds) {
			to = gapBounds[at+1]
		}
		out[i] = Bucket{gapBounds[at], to, n}
	}
	return out
}

// Quantile gives the bucket in which the q-th of the sorted times stands, q
// from 0 to 1; false where nothing was counted.
func (h *Histogram) Quantile(q float64) (Bucket, bool) {
	if h.Count == 0 {
		return Bucket{}, false
	}
	rank := uint64(q * float64(h.Count-1))
	for _, b := range h.Buckets() {
		if rank < b.N {
			return b, true
		}
		rank -= b.N
	}
	return Bucket{}, false
}
