package fixedpoint

// Pack16Down returns x / 2^shift rounded down, saturating at 0xFFFF. Meant for
// shift 0 to 16, where only shift 0 to 15 can saturate; any shift is allowed.
//
//ccgen:export
func Pack16Down(x uint32, shift uint32) uint16 {
	return uint16(min(x>>shift, 0xFFFF))
}

// Pack16Nearest returns x / 2^shift rounded to nearest, halves up, saturating
// at 0xFFFF. Meant for shift 0 to 16; any shift is allowed.
//
//ccgen:export
func Pack16Nearest(x uint32, shift uint32) uint16 {
	if shift == 0 {
		return uint16(min(x, 0xFFFF))
	}
	// From shift 1 on the first term has at most 31 bits: no overflow.
	return uint16(min((x>>shift)+((x>>(shift-1))&1), 0xFFFF))
}

// Pack16Dither returns (x + (dither mod 2^shift)) / 2^shift rounded down,
// saturating at 0xFFFF. With dither uniform over 2^shift values the mean of
// the result is x / 2^shift exactly, so a sum kept in 16 bits does not drift as it
// does under truncation. Deterministic: the caller supplies the dither, say
// [Hash32] of a step count. Meant for shift 0 to 16; from 32 on the result is 0.
//
//ccgen:export
//ccgen:split shift 0..33
func Pack16Dither(x uint32, shift uint32, dither uint32) uint16 {
	mask := (uint32(1) << shift) - 1 //ccgen:wrap from a shift of 32 on the mask is all ones
	// Both low parts are below 2^shift, so for shift < 32 their sum fits.
	carry := ((x & mask) + (dither & mask)) >> shift //ccgen:wrap only from a shift of 32 on, which leaves 0
	return uint16(min((x>>shift)+carry, 0xFFFF))
}

// Unpack16 returns w * 2^shift, saturating at 2^32-1 (which needs shift > 16).
// It is exact for shift 0 to 16.
//
//ccgen:export
func Unpack16(w uint16, shift uint32) uint32 {
	return clampU32(uint64(w) << min(shift, 48))
}
