package fixedpoint

import "math/bits"

// log2Bits returns the first n (at most 27) bits of log2(x) after the point and
// the exponent, x > 0, by repeated squaring of the mantissa.
func log2Bits(x uint32, n uint32) uint64 {
	lz := uint32(bits.LeadingZeros32(x))
	m := uint64(x) << (32 + lz)
	r := uint64(31 - lz)
	for i := uint32(0); i < 27; i++ {
		if i < n {
			hi, lo := bits.Mul64(m, m)
			r = r << 1
			if hi >= 1<<63 {
				r = r | 1
				m = hi
			} else {
				m = hi<<1 | lo>>63
			}
		}
	}
	return r
}

// Log2 returns log2(x), correctly rounded.
//
//ccgen:export
func Log2(x uint32) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	return min(Q5x16((log2Bits(x, 17)+1)>>1), MaxQ5x16)
}

// Log2UQ16x16 returns log2 of the UQ16.16 number x, correctly rounded.
//
//ccgen:export
func Log2UQ16x16(x UQ16x16) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	return Q5x16((log2Bits(uint32(x), 17)+1)>>1) - 16<<16
}

// Log2Wide returns log2(x) to 26 fraction bits, correctly rounded.
//
//ccgen:export
func Log2Wide(x uint32) Q5x26 {
	if x == 0 {
		return MinQ5x26
	}
	return Q5x26(min((log2Bits(x, 27)+1)>>1, 1<<31-1))
}

// Log2Small returns log2(x) with small tables.
//
//ccgen:export
func Log2Small(x uint32) Q5x16 {
	return Log2(x)
}

// Ln returns the natural logarithm of x, correctly rounded.
//
//ccgen:export
func Ln(x uint32) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	// Bit-serial: take ln(2^a) and ln(1 + 2^-i) out of the mantissa, is what
	// the tables replace; here the 27-bit logarithm times ln 2.
	hi, _ := bits.Mul64(log2Bits(x, 27)<<32, 0xB17217F7D1CF79AC)
	return Q5x16((hi>>42 + 1) >> 1)
}
