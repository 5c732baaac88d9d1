package fixedpoint

import "math/bits"

// Reciprocals
//
// For n in [2^31, 2^32), v = n/2^32 in [1/2, 1), a 16-bit seed of 1/v with a
// relative error below 2^-8 and two of Newton's steps
//
//	y' = y + y (1 - v y)
//
// which square the error and leave it on the low side: 2^-16, 2^-32. What
// remains is decided by an exact remainder.

// RecipNorm returns a lower bound of 2^63/d for a d with its top bit set, less
// than 2 units below it:
//
//	2^63 - 2d < [RecipNorm](d) * d <= 2^63
//
// (It is what division by a variable is made of; for a divisor that is used
// often it can be kept.) A d below 2^31 is taken as d | 2^31. 4 multiplications.
//
//ccgen:export
//ccgen:range return (1<<31)-2..(1<<32)-1
func RecipNorm(d uint32) uint32 {
	return recipTop(d | 1<<31)
}

// recipTop is [RecipNorm] of an n with its top bit set. That n times the result is not
// above 2^63 is what its callers build on.
//
//ccgen:range n 1<<31..(1<<32)-1
//ccgen:range return (1<<31)-2..(1<<63)/n
//ccgen:exhaustive
func recipTop(n uint32) uint32 {
	y := uint64(recipSeed[n>>24&127]) // Q1.15
	// y (2 - v y), all of it positive. 2 - v y in Q1.47; 32 bits of it are enough.
	y = y * (((1 << 48) - uint64(n)*y) >> 16) >> 15 // Q1.31
	// 1 - v y in Q.63, in [0, 2^48); the upper 32 bits are enough.
	r := ((1 << 63) - uint64(n)*y) >> 16
	return uint32(y + (y * r >> 47))
}

// Recip returns 1/x in UQ16.16, correctly rounded for every x (ties do not
// occur), without a division. [Recip](0) = [MaxUQ16x16], and so is the reciprocal
// of 2^-16, whose true value is one unit more. 5 multiplications, 256 bytes of
// tables.
//
//ccgen:export
func Recip(x UQ16x16) UQ16x16 {
	if x <= 1 {
		return MaxUQ16x16
	}
	n := uint32(bits.LeadingZeros32(uint32(x))) & 31
	// 2^32/x = (2^63/d) / 2^(31-n) with d = x 2^n; r is its nearest integer or one less.
	r := recipTop(uint32(x)<<n) >> (31 - n)
	// r + 1/2 is not above 2^32/x where (2r+1) x <= 2^33; equality would take
	// an odd divisor of 2^33, of which there is only 1.
	if uint64(2*r+1)*uint64(uint32(x)) <= 1<<33 {
		r = r + 1
	}
	return UQ16x16(r)
}

// Div returns the quotient and the remainder of n / d, exact, and true. For
// d = 0 it returns 0xFFFFFFFF, n and false. There is no division in it: 6
// multiplications.
//
// Let k be the shift that normalises d, D = d 2^k, y = [RecipNorm](D) and e =
// 2^63/D - y what y lacks, 0 <= e < 2. n/d is n (2^63/D) / 2^(63-k), so that
// n y / 2^(63-k) lacks n e 2^(k-63) of n/d. That is less than 1:
//
//	k <= 30  n < 2^32 and e < 2, so it is below 2^(k-30) <= 1
//	k = 31   d is 1 and D 2^31, of which y is 2^32 - 1 and e 1: n/2^32 < 1
//
// What is less than 1 below n/d, and not above it, is rounded down to floor(n/d)
// or to one less: the remainder is not negative, and one correction is enough.
//
//ccgen:export q r ok
func Div(n, d uint32) (uint32, uint32, bool) {
	if d == 0 {
		return 0xFFFFFFFF, n, false
	}
	k := uint32(bits.LeadingZeros32(d)) & 31
	q := uint32(uint64(n) * uint64(recipTop(d<<k)) >> (63 - k))
	r := n - q*d
	if r >= d {
		q = q + 1
		r = r - d
	}
	return q, r, true
}
