package driver

import "math/bits"

// RateIntegral adds up a rate over time, exactly: kb/s times ns, 128 bits.
type RateIntegral struct{ hi, lo uint64 }

// Add adds a rate that was in force for ns.
func (a *RateIntegral) Add(rate uint64, ns int64) {
	hi, lo := bits.Mul64(rate, uint64(ns))
	var carry uint64
	a.lo, carry = bits.Add64(a.lo, lo, 0)
	a.hi += hi + carry
}

// Mean returns the mean rate over ns, the total time of all Adds, which must be positive.
func (a *RateIntegral) Mean(ns int64) uint64 {
	mean, _ := bits.Div64(a.hi, a.lo, uint64(ns)) // a mean of rates fits: no overflow
	return mean
}
