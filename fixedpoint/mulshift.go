package fixedpoint

// clampU32 returns the nearest uint32.
func clampU32(v uint64) uint32 {
	return uint32(min(v, 0xFFFFFFFF))
}

// clampI32 returns the nearest int32.
func clampI32(v int64) int32 {
	return int32(max(min(v, (1<<31)-1), -1<<31))
}

// MulShiftDown returns a * b / 2^shift rounded down, saturating at 2^32-1. The
// product has 64 bits, so nothing is lost before the shift. Any shift is
// allowed; from 64 on the result is 0.
//
//ccgen:export
func MulShiftDown(a, b uint32, shift uint32) uint32 {
	return clampU32(uint64(a) * uint64(b) >> shift)
}

// MulShiftHalfUp returns a * b / 2^shift rounded to nearest, halves up,
// saturating at 2^32-1. Any shift is allowed; from 65 on the result is 0.
//
//ccgen:export
func MulShiftHalfUp(a, b uint32, shift uint32) uint32 {
	p := uint64(a) * uint64(b)
	if shift == 0 {
		return clampU32(p)
	}
	// p + half could overflow the word, (p >> (shift-1)) + 1 cannot: the
	// largest product is 2^64 - 2^33 + 1.
	return clampU32(((p >> (shift - 1)) + 1) >> 1)
}

// MulShiftHalfEven returns a * b / 2^shift rounded to nearest, halves to the
// even neighbour, saturating at 2^32-1. Any shift is allowed; from 65 on the
// result is 0.
//
//ccgen:export
//ccgen:split shift 0..66
func MulShiftHalfEven(a, b uint32, shift uint32) uint32 {
	p := uint64(a) * uint64(b)
	if shift == 0 {
		return clampU32(p)
	}
	q := p >> shift
	// The bit below the last kept one, and whether anything is below that.
	half := uint32(p >> (shift - 1) & 1)
	rest := p & ((uint64(1) << (shift - 1)) - 1) //ccgen:wrap from a shift of 65 on the mask is all ones
	if half != 0 && (rest != 0 || uint32(q&1) != 0) {
		q = q + 1
	}
	return clampU32(q)
}

// MulShiftDownI32 returns a * b / 2^shift rounded down (towards minus
// infinity), saturating at both ends of int32. Any shift is allowed; from 63
// on the result is 0 or -1.
//
//ccgen:export
func MulShiftDownI32(a, b int32, shift uint32) int32 {
	return clampI32(int64(a) * int64(b) >> shift)
}

// MulShiftHalfUpI32 returns a * b / 2^shift rounded to nearest, halves up
// (towards plus infinity), saturating at both ends of int32. Any shift is
// allowed; from 64 on the result is 0.
//
//ccgen:export
func MulShiftHalfUpI32(a, b int32, shift uint32) int32 {
	p := int64(a) * int64(b)
	if shift == 0 {
		return clampI32(p)
	}
	return clampI32(((p >> (shift - 1)) + 1) >> 1)
}

// MulShiftHalfEvenI32 returns a * b / 2^shift rounded to nearest, halves to
// the even neighbour, saturating at both ends of int32. Any shift is allowed;
// from 64 on the result is 0.
//
//ccgen:export
//ccgen:split shift 0..66
func MulShiftHalfEvenI32(a, b int32, shift uint32) int32 {
	p := int64(a) * int64(b)
	if shift == 0 {
		return clampI32(p)
	}
	q := p >> shift
	half := uint32(p >> (shift - 1) & 1)
	rest := uint64(p) & ((uint64(1) << (shift - 1)) - 1) //ccgen:wrap bits of a two's complement; from a shift of 65 on all of them
	if half != 0 && (rest != 0 || uint32(q&1) != 0) {
		q = q + 1
	}
	return clampI32(q)
}
