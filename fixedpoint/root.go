package fixedpoint

import "math/bits"

// isqrt64 returns floor(sqrt(x)), one bit a turn.
func isqrt64(x uint64) uint64 {
	r := uint64(0)
	for i := uint32(0); i < 32; i++ {
		b := uint64(1) << (31 - i)
		if (r+b)*(r+b) <= x {
			r = r + b
		}
	}
	return r
}

// ISqrt returns floor(sqrt(x)).
//
//ccgen:export
func ISqrt(x uint32) uint32 {
	return uint32(isqrt64(uint64(x)))
}

// SqrtFloor returns the square root of x, rounded down.
//
//ccgen:export
func SqrtFloor(x UQ16x16) UQ16x16 {
	return UQ16x16(isqrt64(uint64(x) << 16))
}

// Sqrt returns the square root of x, correctly rounded; ties cannot occur.
//
//ccgen:export
func Sqrt(x UQ16x16) UQ16x16 {
	return UQ16x16((isqrt64(uint64(x)<<18) + 1) >> 1)
}

// RSqrt returns 1/sqrt(x), correctly rounded; MaxUQ16x16 for 0.
//
//ccgen:export
func RSqrt(x UQ16x16) UQ16x16 {
	if x == 0 {
		return MaxUQ16x16
	}
	// Largest h with h^2 x <= 2^50 is floor(2 * 2^24 / sqrt(x)).
	h := uint64(0)
	for i := uint32(0); i < 26; i++ {
		b := h + uint64(1)<<(25-i)
		hi, lo := bits.Mul64(b*b, uint64(x))
		if hi == 0 && lo <= 1<<50 {
			h = b
		}
	}
	return UQ16x16((h + 1) >> 1)
}
