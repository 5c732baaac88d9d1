package fixedpoint

import "math/bits"

// Exp2 returns 2^x in UQ16.16, correctly rounded for every x. The only tie is
// 2^-17 (half a ULP), which rounds up to 2^-16. From x = 16.0 on the result
// saturates at [MaxUQ16x16]; below -17.0 it is 0. 3 multiplications.
//
// The fraction of x has four digits to base 16, f = a b c d, and
//
//	2^f = A[a] B[b] (1 + C[c]) (1 + D[d])
//
// with C < 2^-8 and D < 2^-12, so that C D < 2^-20 is known to 2^-58 from
// the upper 32 bits of both. The error is below 2^-60 of the result. A result
// has up to 32 bits, so that by chance the nearest of the 2^16 fractions comes
// within about 2^-50 of a tie. 512 bytes of tables.
//
//ccgen:export
func Exp2(x Q5x16) UQ16x16 {
	if x >= 16<<16 {
		return MaxUQ16x16
	}
	if x < -17<<16 {
		return 0
	}
	f := uint32(x) & 0xFFFF                           //ccgen:wrap the low bits of a negative number are its fraction too
	ab, _ := bits.Mul64(exp2A[f>>12], exp2B[f>>8&15]) // Q2.62
	c := exp2C[f>>4&15]                               // below 2^55
	d := exp2D[f&15]                                  // below 2^51
	cd := (c >> 23) * (d >> 19) >> 21                 // Q.40 times Q.44, to Q.63
	p, _ := bits.Mul64(ab, c+d+cd)                    // Q2.62 times Q.63: Q.61
	v := ab + (p << 1)                                // in [2^62, 2^63)
	// Value v / 2^62 * 2^(e+16) to the unit: a shift by 46 - e, at least 31.
	s := uint32(46 - int32(x>>16))
	return UQ16x16(((v >> (s - 1)) + 1) >> 1)
}
