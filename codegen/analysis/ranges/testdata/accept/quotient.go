package quotient

import "math/bits"

// A reciprocal, and the remainder of a quotient by it.
//
//ccgen:range n 1<<31..(1<<32)-1
//ccgen:range return 0..(1<<63)/n
//ccgen:exhaustive
func recip1(n uint32) uint32 {
	return uint32(uint64(1<<63) >> (uint32(bits.Len32(n)) & 63) &^ 1)
}

//ccgen:export
func Rest1(n, d uint32) uint32 {
	if d == 0 {
		return n
	}
	k := uint32(bits.LeadingZeros32(d)) & 31
	q := uint32(uint64(n) * uint64(recip1(d<<k)) >> (63 - k))
	return n - q*d
}
