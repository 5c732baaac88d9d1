package random

import "math/bits"

const (
	// lnBits is the number of fractional bits of negLn.
	lnBits = 58
	// ln2 is ln 2, UQ0.64, rounded to nearest.
	ln2 = 0xb17217f7d1cf79ac
	// sqrtHalf is sqrt(1/2), UQ0.64.
	sqrtHalf = 0xb504f333f9de6484
)

// oddInverse holds 1/(2k+3), UQ0.64, rounded to nearest: the coefficients of
// atanh(s)/s after the first, in powers of s squared. The first that is left out is below
// s^26/27 < 2^-70.
var oddInverse = [12]uint64{
	0x5555555555555555, // 1/3
	0x3333333333333333, // 1/5
	0x2492492492492492, // 1/7
	0x1c71c71c71c71c72, // 1/9
	0x1745d1745d1745d1, // 1/11
	0x13b13b13b13b13b1, // 1/13
	0x1111111111111111, // 1/15
	0x0f0f0f0f0f0f0f0f, // 1/17
	0x0d79435e50d79436, // 1/19
	0x0c30c30c30c30c31, // 1/21
	0x0b21642c8590b216, // 1/23
	0x0a3d70a3d70a3d71, // 1/25
}

// negLn returns -ln(x/2^64), UQ6.58, for x >= 1. The error is below 2 ULP, or 2^-57: the
// test compares with math/big.
//
// x = m 2^-n with m in [sqrt(1/2), sqrt(2)); -ln x = n ln 2 - ln m, and
// ln m = 2 atanh(s) with s = (m-1)/(m+1), |s| < 0.1716.
func negLn(x uint64) uint64 {
	n := uint64(bits.LeadingZeros64(x))
	m := x << n // UQ0.64, [1/2, 1)
	if m >= sqrtHalf {
		// m < 1: with d = 1-m, -ln m = 2 atanh(d/(2-d)). Dividend and divisor are
		// halved so that the divisor fits; it is short by one unit, or 2^-63 of itself.
		d := -m
		s, _ := bits.Div64(d>>1, d<<63, ^(d >> 1))
		return times(n) + twiceAtanh(s)
	}
	// m doubled is from 1: with d = 2m-1, ln 2m = 2 atanh(d/(2+d)), quartered.
	d := m << 1
	s, _ := bits.Div64(d>>2, d<<62, 1<<63+d>>2)
	return times(n+1) - twiceAtanh(s)
}

// times returns n ln 2, UQ6.58, rounded to nearest; n <= 64.
func times(n uint64) uint64 {
	hi, lo := bits.Mul64(n, ln2)
	return hi<<lnBits + (lo>>5+1)>>1
}

// twiceAtanh returns 2 atanh(s), UQ6.58, for s in UQ0.64 below 0.1716.
func twiceAtanh(s uint64) uint64 {
	square, _ := bits.Mul64(s, s)
	sum := uint64(0)
	for i := len(oddInverse) - 1; i >= 0; i-- {
		sum += oddInverse[i]
		sum, _ = bits.Mul64(sum, square)
	}
	rest, _ := bits.Mul64(s, sum)
	return (s + rest + 16) >> 5
}
