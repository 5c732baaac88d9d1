package fixedpoint

import "math/bits"

// Roots
//
// All three normalise by an even shift to n in [2^30, 2^32), v = n/2^32 in
// [1/4, 1), and start from a 16-bit 1/sqrt(v) in the middle of v's interval of
// width 2^-8, whose relative error e is below 2^-8. (The seed for n = 0 is 0, and
// so is then every product and the root.) Newton's step
//
//	y' = y + y (1 - v y^2) / 2
//
// leaves -3/2 e^2, always below the truth. A root s = v y then takes one step
// of its own with the exact remainder, and the comparison of the remainder
// decides the last unit. The bounds say that one such correction is enough (and
// trying every input shows it). Corrections of Newton's steps may be
// negative; they are added to unsigned words modulo 2^32 or 2^64, as conversion
// in Go has it.

// ISqrt returns floor(sqrt(x)), exact for every x. 4 multiplications, 512
// bytes of tables.
//
//ccgen:export
//ccgen:range return 0..(1<<16)-1
//ccgen:exhaustive
func ISqrt(x uint32) uint32 {
	k := uint32(bits.LeadingZeros32(x|1)) >> 1
	n := x << (2 * k)
	y := uint32(rootSeed[n>>24])
	s := uint32(uint64(n) * uint64(y) >> 31) // sqrt(n) (1 + e)
	// |n - s^2| < 2^26, so its low 32 bits with their sign are the remainder,
	// even where s^2 takes 33.
	r := int32(n - s*s)                   //ccgen:wrap a difference with its sign
	s = s + uint32(int64(r)*int64(y)>>32) //ccgen:wrap a negative number is added modulo 2^32
	// Now s is floor(sqrt(n)) or one less: 3/2 e^2 s < 3/4 and a truncation.
	if n-s*s > 2*s {
		s = s + 1
	}
	return s >> k
}

// rsqrtNormal returns y = 1/sqrt(n/2^32) in Q1.30, n >= 2^30, with a relative
// error in (-2^-15.4, 2^-30).
//
//ccgen:range return 0..(1<<31)-1
//ccgen:exhaustive
func rsqrtNormal(n uint32) uint32 {
	y0 := uint32(rootSeed[n>>24]) // Q1.15
	// y (3 - v y^2) / 2, all of it positive. v y0^2 in Q.30; y0^2 < 2^32.
	t := (3 << 30) - uint32(uint64(n)*uint64(y0*y0)>>32)
	return uint32(uint64(y0) * uint64(t) >> 16)
}

// sqrtNormal returns floor(sqrt(n * 2^18)), n >= 2^30: 25 bits.
//
//ccgen:range return 0..(1<<25)-1
//ccgen:exhaustive
func sqrtNormal(n uint32) uint32 {
	y := rsqrtNormal(n)
	s := uint64(n) * uint64(y) >> 37
	x := uint64(n) << 18
	// The remainder is below 2^36 either way; 30 bits of it are enough.
	r := int64(x-s*s) >> 6         //ccgen:wrap a difference with its sign
	s = s + uint64(r*int64(y)>>50) //ccgen:wrap a negative number is added modulo 2^64
	if x-s*s > 2*s {
		s = s + 1
	}
	return uint32(s)
}

// SqrtFloor returns the square root of x in UQ16.16 rounded down, exact for
// every x. Range 0 to 255.99998. 7 multiplications.
//
//ccgen:export
func SqrtFloor(x UQ16x16) UQ16x16 {
	k := uint32(bits.LeadingZeros32(uint32(x)|1)) >> 1
	return UQ16x16(sqrtNormal(uint32(x)<<(2*k)) >> (k + 1))
}

// Sqrt returns the square root of x in UQ16.16, correctly rounded for every x
// (ties do not occur: a root with exactly one more bit would have a square
// with two more). Range 0 to 256.0. 7 multiplications.
//
//ccgen:export
func Sqrt(x UQ16x16) UQ16x16 {
	k := uint32(bits.LeadingZeros32(uint32(x)|1)) >> 1
	return UQ16x16(((sqrtNormal(uint32(x)<<(2*k)) >> k) + 1) >> 1)
}

// RSqrt returns 1/sqrt(x) in UQ16.16, correctly rounded for every x (ties do
// not occur). Range 2^-8 to 256.0; [RSqrt](0) = [MaxUQ16x16]. 8 multiplications.
//
//ccgen:export
//ccgen:exhaustive
func RSqrt(x UQ16x16) UQ16x16 {
	if x == 0 {
		return MaxUQ16x16
	}
	k := uint32(bits.LeadingZeros32(uint32(x)|1)) >> 1
	n := uint32(x) << (2 * k)
	y := rsqrtNormal(n)
	y2 := uint32(uint64(y) * uint64(y) >> 30)
	t := (3 << 30) - uint32(uint64(n)*uint64(y2)>>32)
	y = uint32(uint64(y) * uint64(t) >> 31) // good to 2^-29
	// The result is y 2^(k-7) units; r is its floor or one less.
	r := y >> (22 - k)
	// r + 1/2 is not above 2^24/sqrt(x) where (2r+1)^2 x <= 2^50; equality
	// would take an odd square that divides 2^50 and does not happen here.
	h := uint64(2*r + 1)
	if h*h*uint64(uint32(x)) <= 1<<50 {
		r = r + 1
	}
	return UQ16x16(r)
}

// RSqrtRough returns y and k such that y * 2^(k-38) is 1/sqrt(x), x in UQ16.16, with
// a relative error in (-2^-15.4, 2^-30): half the work of [RSqrt], for who can do with
// bounds. y is below 2^31, k at most 15. For x = 0, y is 0. 3 multiplications.
func RSqrtRough(x UQ16x16) (uint32, uint32) {
	k := uint32(bits.LeadingZeros32(uint32(x)|1)) >> 1
	return rsqrtNormal(uint32(x) << (2 * k)), k
}
