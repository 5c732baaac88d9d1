package fixedpoint

import "math/bits"

// Logarithms
//
// log2(x) = e + log2(m), x = 2^e m, 1 <= m < 2. The exponent enters exactly,
// so all depends on the mantissa, which goes through two steps of
// multiplicative normalisation and a short polynomial:
//
//	z = m c[i]          i: the 6 bits below the top one; |z - 1| < 2^-6.9
//	y = z (K - j)       j: the cell of width 2^-12 that z lies in
//	f = y - Y0          0 <= f < 2^-11.7
//	log2(m) = -log2(c[i]) - log2(K - j) + log2(Y0 + f)
//
// The first multiplier has 10 bits and the second one 13, so z and y are exact
// products of at most 54 bits: the reduction has no rounding error at all. The
// second factor, 2 - z in the middle of its cell, is 1/z but for (1-z)^2 <
// 2^-13; it is linear in j and needs no table of its own.
//
// What is left is log2(1 + F/Y0) with F < 2^-11.7. A cubic misses it by about
// 2^-54, a quartic by 2^-63. To round correctly to 16 bits one must be good to
// 2^-49, since the hardest of the 2^31 mantissas lies 2^-32.7 ULP from a tie; 26
// bits take 2^-60.4. The polynomials have no constant term (it is in the
// table) and P(F) = F q(F) with q = C1 - F u: as F is small, u can be short,
// which leaves one long product, the last.
//
// All sums are of values that are not negative: the tables carry 2^-11 more
// than the logarithm, taken off together with the addition of half a ULP.

const (
	// logOffset is what the sum holds beyond log2 of the mantissa, Q1.63.
	logOffset uint64 = 1 << 52
	// ln2Q64 is ln 2 in Q0.64.
	ln2Q64 uint64 = 0xB17217F7D1CF79AC
	// lnHalf is 2^-17 / ln 2 in Q1.63.
	lnHalf uint64 = 0x5C551D94AE0C
)

// logReduce does both steps for a normalised m (top bit set). It returns the
// sum of the table entries in Q1.63 and f in units of 2^-53, below 2^42.
func logReduce(m uint32) (uint64, uint64) {
	i := m >> 25 & 63
	z := uint64(m) * uint64(logMul[i])
	j := (z - logCellBase) >> 29
	f := z*(logFactor-j) - logY0
	return logHigh[i] + logLow[j], f
}

// log2Core returns log2(m / 2^31) + 2^-11 in Q1.63 for a normalised m, good to
// about 2^-54. Products: 2 of the reduction, 2 short, 1 long.
func log2Core(m uint32) uint64 {
	t, f := logReduce(m)
	g := f >> 10                     // F in units of 2^-43, 32 bits
	u := logCubic2 - g*logCubic3>>43 // Q0.32
	q := logCubic1 - g*u>>12         // Q1.63
	p, _ := bits.Mul64(f<<11, q)     // Q0.64 times Q1.63, upper word Q1.63
	return t + p
}

// log2CoreWide is log2Core with a quartic, good to about 2^-61.5. Products: 2 of
// the reduction, 2 short, 2 long.
func log2CoreWide(m uint32) uint64 {
	t, f := logReduce(m)
	g := f >> 10
	w := logQuartic3 - g*logQuartic4>>43 // Q0.32
	u := logQuartic2 - g*w>>12           // Q1.63
	v, _ := bits.Mul64(f<<11, u)
	q := logQuartic1 - v
	p, _ := bits.Mul64(f<<11, q)
	return t + p
}

// log2Nearest returns log2(x), x > 0, in units of 2^-16, correctly rounded; up
// to 2^21 (32.0), one beyond Q5x16.
func log2Nearest(x uint32) uint32 {
	n := uint32(bits.LeadingZeros32(x))
	r := log2Core(x<<n) - (logOffset - 1<<46)
	return (31-n)<<16 + uint32(r>>47)
}

// Log2 returns log2(x) in Q5.16, correctly rounded for every x (ties do not
// occur). Range 0 to MaxQ5x16, at which the largest inputs, from 2^32 - 22713 on,
// saturate, their logarithm being nearer to 32.0. Log2(0) = MinQ5x16.
// 5 multiplications.
//
//ccgen:export
func Log2(x uint32) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	return Q5x16(min(log2Nearest(x), 32<<16-1))
}

// Log2UQ16x16 returns log2 of the UQ16.16 number x in Q5.16, correctly rounded
// for every x (ties do not occur). Range [-16, 16]; nothing saturates.
// Log2UQ16x16(0) = MinQ5x16. 5 multiplications.
//
//ccgen:export
func Log2UQ16x16(x UQ16x16) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	return Q5x16(log2Nearest(uint32(x))) - 16<<16
}

// Log2Wide returns log2(x) in Q5.26, correctly rounded for every x (ties do
// not occur). Range 0 to MaxQ5x26, at which the largest inputs, from 2^32 - 22 on,
// saturate, their logarithm being nearer to 32.0. Log2Wide(0) = MinQ5x26.
// 6 multiplications.
//
//ccgen:export
func Log2Wide(x uint32) Q5x26 {
	if x == 0 {
		return MinQ5x26
	}
	n := uint32(bits.LeadingZeros32(x))
	r := log2CoreWide(x<<n) - (logOffset - 1<<36)
	return Q5x26(min((31-n)<<26+uint32(r>>37), 1<<31-1))
}

// Ln returns the natural logarithm of x in Q5.16, correctly rounded for every
// x (ties do not occur). Range 0 to 22.18; nothing saturates. Ln(0) =
// MinQ5x16. 6 multiplications: ln(x) = log2(x) ln 2, where log2(x) with 58 bits
// after the point has the exponent in one word with the fraction.
//
//ccgen:export
func Ln(x uint32) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	n := uint32(bits.LeadingZeros32(x))
	// Half a unit of the result, 2^-17, is added beforehand as 2^-17/ln 2, so
	// that the difference is never negative.
	frac := (log2Core(x<<n) - (logOffset - lnHalf)) >> 5
	r, _ := bits.Mul64(uint64(31-n)<<58+frac, ln2Q64)
	return Q5x16(r >> 42)
}

// Log2Small returns log2(x) in Q5.16 from small tables: within 0.5059 ULP of the
// exact logarithm, never decreasing in x. Range 0 to MaxQ5x16, where the result
// saturates instead of giving 32.0. Log2Small(0) = MinQ5x16. 2 multiplications
// of 32 by 32 bits, 388 bytes of tables.
//
// 64 segments: the chord between two nodes and a parabola over it. Neighbours
// share a node, so there is no step at the joints. Within a segment the slope
// factor loses at most 1 unit when t grows by 1, which takes 2^25 off a
// product that gains at least 2^30: it grows with t, and so does what is left
// after truncation.
//
//ccgen:export
func Log2Small(x uint32) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	n := uint32(bits.LeadingZeros32(x))
	m := x << n
	i := m >> 25 & 63
	t := m & (1<<25 - 1) // position in the segment, Q0.25
	node := smallNode[i]
	// chord + (1-t) bow in Q.37: below 2^32, as the slope of log2 is at most
	// 1.4427 + 2^-6 a unit and the segment 2^-6 wide.
	slope := (smallNode[i+1]-node)<<6 + uint32(uint64(1<<25-t)*uint64(smallBow[i])>>16)
	v := uint64(node)<<31 + uint64(t)*uint64(slope) // Q1.62
	r := (31-n)<<16 + uint32((v>>45+1)>>1)
	return Q5x16(min(r, 32<<16-1))
}
