// Package quantile has the two statistics that every table of times and rates is made of.
package quantile

import "math/bits"

// Rank returns the index of the quantile share/whole among n sorted values, by nearest rank: that of the smallest
// value that at least this share of them does not exceed; 0 for no value.
func Rank(share, whole, n int) int { return max((share*n+whole-1)/whole-1, 0) }

// Percent is Rank in percent.
func Percent(percent, n int) int { return Rank(percent, 100, n) }

// Mean returns the mean of values, none negative, rounded down, without overflow; 0 for no value.
func Mean[T ~uint64 | ~int64](values []T) T {
	hi, lo := uint64(0), uint64(0)
	for _, v := range values {
		var carry uint64
		lo, carry = bits.Add64(lo, uint64(v), 0)
		hi += carry
	}
	mean, _ := bits.Div64(hi, lo, max(uint64(len(values)), 1))
	return T(mean)
}
