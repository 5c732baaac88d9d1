package rttmeter

import "math/bits"

// Buckets is the number of buckets of a [Histogram], [SubBits] the width of an octave: values below
// 2^([SubBits]+1) have a bucket each, then each octave has 2^[SubBits] of equal width. So a bucket is no
// wider than 1/32 of its least value. [MaxValue] is the largest value that has a bucket of its own
// octave, 7.6 ms of a clock of 2.2 GHz.
const (
	SubBits  = 5
	Buckets  = (24 - SubBits + 1) << SubBits
	MaxValue = (1 << 24) - 1
)

// Histogram counts values in log-linear buckets.
//
//ccgen:size 2564
type Histogram struct {
	// Count is the number of values of each bucket. It stays at its end.
	Count [Buckets]uint32
	// Total is the number of all values. It stays at its end.
	Total uint32
}

// Bucket returns the bucket of a value; those above [MaxValue] are in the last.
//
//ccgen:export
//ccgen:range return 0..Buckets-1
func Bucket(value uint32) uint32 {
	v := min(value, MaxValue)
	octave := max(uint32(bits.Len32(v)), SubBits+1) - (SubBits + 1)
	// The leading [SubBits]+1 bits, the first of which adds 2^[SubBits] but in the first octave.
	return min((octave<<SubBits)+(v>>octave), Buckets-1)
}

// Least returns the least value of a bucket.
//
//ccgen:export
//ccgen:range bucket 0..Buckets-1
//ccgen:range return 0..MaxValue
func Least(bucket uint32) uint32 {
	octave := max(bucket>>SubBits, 1) - 1
	return min((bucket-(octave<<SubBits))<<octave, MaxValue) //ccgen:wrap nothing wraps: the octave is of the bucket
}

// Value is a value to count.
type Value struct{ Value uint32 }

// Clear begins with an empty histogram.
func Clear(p *Params, h *Histogram) {
	*h = Histogram{}
}

// Count counts a value and returns the number of all values.
//
//ccgen:transducer histogram init=Clear
func Count(p *Params, h *Histogram, v *Value) uint32 {
	Add(h, v.Value)
	return h.Total
}

// Add counts a value.
func Add(h *Histogram, value uint32) {
	b := Bucket(value)
	if h.Total == 0xFFFFFFFF {
		return
	}
	h.Count[b] = min(h.Count[b], 0xFFFFFFFE) + 1
	h.Total++
}

// Quantile returns the least value of the bucket that holds the value of rank ceil(share [Total]): of
// all values at least that share is at or below it. Share is in UQ1.16: 32768 is the median, 65470
// 99.9 %. An empty histogram gives 0.
//
//ccgen:export
//ccgen:range share 0..65536
//ccgen:range return 0..MaxValue
func Quantile(h *Histogram, share uint32) uint32 {
	left := uint32(max((uint64(h.Total)*uint64(share)+65535)>>16, 1))
	found := uint32(0)
	for i := uint32(0); i < Buckets; i++ {
		if left > 0 {
			found = i
		}
		left -= min(left, h.Count[i])
	}
	if h.Total == 0 {
		return 0
	}
	return Least(min(found, Buckets-1))
}
