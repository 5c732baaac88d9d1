package fixedpoint

import "math/bits"

// Logarithms
//
// log2(x) = e + log2(m), x = 2^e m, 1 <= m < 2. The exponent enters exactly,
// so all depends on the mantissa, which goes through two steps of
// multiplicative normalisation and a short polynomial:
//
//	z = m r[i]          i: the 6 bits below the top one; |z - S| < 2^-6.9
//	y = z (K - c)       c: the cell of width 2^-12 that z lies in
//	F = y - Y0          0 <= F < 2^-11.6
//	log2(m) = -log2(r[i]) - log2(K - c) + log2(Y0 + F)
//
// The first multiplier has 12 significant bits and the second one 13, so that
// z and y, scaled to 2^64, are exact in a word: the reduction has no rounding
// error at all. The second factor, about 2 S - z in the middle of its cell, is
// S^2/z but for (z-S)^2 < 2^-13; it is linear in c and needs no table of its
// own.
//
// What is left is P(F) = log2(1 + F/Y0). A cubic misses it by less than 2^-52,
// a quartic by less than 2^-68. To round correctly to 16 bits one must be good
// to 2^-48.7, so close does the hardest of the 2^31 mantissas come to a tie; 26
// bits take about 2^-60. The polynomials have no constant term (it is in the
// table) and are written F (C1 - F u): as F is small, u can be short, which
// leaves one long product, the last. S could be anything near 1; at 0.9936 the
// cubic's last coefficient is a half, a shift instead of a multiplication.
//
// K is chosen so that y is smallest, and P zero, at m = 1; so P and the first
// half of the table are never negative. The second half has all constants: 2^-17 to round
// to 16 bits, which the other functions exchange for their own, and -1, as the
// length l of x is one more than its exponent. The sum is in [-1, 2^-16).
//
// The normalising shift is by 32 - l. It is below 32 for x > 0, and
// -l & 31 says so to a compiler, which then need not cater for larger ones.

const (
	// logHalf is 2^-17, half a unit of Q5.16, in Q0.63: it is in the table.
	logHalf int64 = 1 << 46
	// logWideHalf is 2^-27, half a unit of Q5.26, in Q0.63.
	logWideHalf int64 = 1 << 36
	// lnHalf is 2^-17 / ln 2 in Q0.63.
	lnHalf int64 = 0x5C551D94AE0C
	// ln2Q64 is ln 2 in Q0.64.
	ln2Q64 uint64 = 0xB17217F7D1CF79AC
	// logTop inputs, the largest ones, have a log2 that is nearer to 32.0 than
	// to [MaxQ5x16].
	logTop uint32 = 22712
)

// logFrom are the short numbers that something is taken from: a word of a table is
// ready to be taken from, while Go makes two operations, one after the other, of the
// difference of a 32-bit constant and a variable.
var logFrom = [3]uint32{logFactor, logCubic2, logQuartic3}

// logReduce does both steps for a normalised m (top bit set). It returns the
// sum of the table entries in Q0.63 and f in units of 2^-64, below 2^53. There
// are 64 cells, so c modulo 64 is its number.
//
//ccgen:range m 1<<31..(1<<32)-1
//ccgen:range return1 0..(1<<53)-1
//ccgen:exhaustive
func logReduce(m uint32) (int64, uint64) {
	i := m >> 25 & 63
	z := uint64(m) * uint64(logMul[i])
	c := uint32(z >> 40)
	f := z*uint64(logFrom[0]-c) - logY0
	return logSum[c&63] + logSum[m>>25], f
}

// logCubic returns P(f) in Q0.63, good to about 2^-52. Products: 1 short, 1 long.
//
//ccgen:range f 0..(1<<53)-1
func logCubic(f uint64) int64 {
	g := f >> 21                           // F in units of 2^-43, 32 bits
	u := logFrom[1] - uint32(f>>33)        // C2 - F/2 in Q0.32
	q := logCubic1 - (g * uint64(u) >> 12) // Q1.63
	p, _ := bits.Mul64(f, q)               // Q0.64 times Q1.63, upper word Q0.63
	return int64(p)
}

// logQuartic returns P(f) in Q0.63, good to about 2^-62. Products: 2 short, 2
// long.
//
//ccgen:range f 0..(1<<53)-1
func logQuartic(f uint64) int64 {
	g := f >> 21
	w := logFrom[2] - uint32(g*logQuartic4>>43) // Q0.32
	u := logQuartic2 - (g * uint64(w) >> 12)    // Q1.63
	v, _ := bits.Mul64(f, u)
	q := logQuartic1 - v
	p, _ := bits.Mul64(f, q)
	return int64(p)
}

// log2Nearest returns log2(x), x > 0, in units of 2^-16, correctly rounded; up
// to 2^21 (32.0), one beyond [Q5x16].
//
//ccgen:range x 1..(1<<32)-1
func log2Nearest(x uint32) int32 {
	l := uint32(bits.Len32(x))
	t, f := logReduce(x << (-l & 31)) //ccgen:wrap modulo 32 the shift is 32 - l
	return int32(l<<16) + int32((t+logCubic(f))>>47)
}

// log2End returns the logarithm of 0 and of the top inputs.
func log2End(x uint32) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	return MaxQ5x16
}

// Log2 returns log2(x) in Q5.16, correctly rounded for every x (ties do not
// occur). Range 0 to [MaxQ5x16], at which the largest inputs, from 2^32 - 22712 on,
// saturate, their logarithm being nearer to 32.0. [Log2](0) = [MinQ5x16].
// 4 multiplications, 1280 bytes of tables.
//
//ccgen:export
//ccgen:split x 0..0
func Log2(x uint32) Q5x16 {
	// One comparison for both ends: adding wraps the top inputs to below
	// logTop, and 0 to logTop.
	if x+logTop > logTop { //ccgen:wrap see above
		return Q5x16(log2Nearest(x))
	}
	return log2End(x)
}

// Log2UQ16x16 returns log2 of the UQ16.16 number x in Q5.16, correctly rounded
// for every x (ties do not occur). Range [-16, 16]; nothing saturates.
// [Log2UQ16x16](0) = [MinQ5x16]. 4 multiplications; tables as [Log2].
//
//ccgen:export
//ccgen:range return -32<<16..(32<<16)-1
func Log2UQ16x16(x UQ16x16) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	return Q5x16(log2Nearest(uint32(x))) - (16 << 16)
}

// Log2Wide returns log2(x) in Q5.26, correctly rounded for every x (ties do
// not occur). Range 0 to [MaxQ5x26], at which the largest inputs, from 2^32 - 22 on,
// saturate, their logarithm being nearer to 32.0. [Log2Wide](0) = [MinQ5x26].
// 6 multiplications; tables as [Log2].
//
//ccgen:export
func Log2Wide(x uint32) Q5x26 {
	if x == 0 {
		return MinQ5x26
	}
	l := uint32(bits.Len32(x))
	t, f := logReduce(x << (-l & 31)) //ccgen:wrap modulo 32 the shift is 32 - l
	r := t - (logHalf - logWideHalf) + logQuartic(f)
	return Q5x26(min(uint32(int64(l<<26)+(r>>37)), (1<<31)-1))
}

// Ln returns the natural logarithm of x in Q5.16, correctly rounded for every
// x (ties do not occur). Range 0 to 22.18; nothing saturates. [Ln](0) =
// [MinQ5x16]. 5 multiplications: ln(x) = log2(x) ln 2, where log2(x) with 57 bits
// after the point has the exponent in one word with the fraction.
//
//ccgen:export
//ccgen:range return -32<<16..(32<<16)-1
func Ln(x uint32) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	l := uint32(bits.Len32(x))
	t, f := logReduce(x << (-l & 31)) //ccgen:wrap modulo 32 the shift is 32 - l
	// Half a unit of the result, 2^-17, is added beforehand as 2^-17/ln 2.
	v := (int64(l) << 57) + ((t + (lnHalf - logHalf) + logCubic(f)) >> 6) // Q5.57
	r, _ := bits.Mul64(uint64(v), ln2Q64)
	return Q5x16(r >> 41)
}

// Log2Small returns log2(x) in Q5.16 from small tables: within 0.50566 ULP of the
// exact logarithm, never decreasing in x. Range 0 to [MaxQ5x16], where the result
// saturates instead of giving 32.0. [Log2Small](0) = [MinQ5x16]. 2 multiplications
// of 32 by 32 bits, 388 bytes of tables.
//
// 64 segments: the chord between two nodes and a parabola over it. Neighbours
// share a node, so there is no step at the joints. Within a segment the slope
// factor loses at most 1 unit when t grows by 1, which takes 2^25 off a
// product that gains at least 2^30: it grows with t, and so does what is left
// after truncation.
//
//ccgen:export
//ccgen:range return -32<<16..(32<<16)-1
//ccgen:exhaustive
func Log2Small(x uint32) Q5x16 {
	if x == 0 {
		return MinQ5x16
	}
	l := uint32(bits.Len32(x))
	m := x << (-l & 31) //ccgen:wrap modulo 32 the shift is 32 - l
	i := m >> 25 & 63
	t := m & ((1 << 25) - 1) // position in the segment, Q0.25
	node := smallNode[i]
	// chord + (1-t) bow in Q.37: below 2^32, as the slope of log2 is at most
	// 1.4427 + 2^-6 a unit and the segment 2^-6 wide.
	slope := ((smallNode[i+1] - node) << 6) + uint32(uint64((1<<25)-t)*uint64(smallBow[i])>>16)
	v := (uint64(node) << 31) + uint64(t)*uint64(slope) + (1 << 45) // Q1.62, and half a unit
	return Q5x16(min(((l-1)<<16)+uint32(v>>46), (32<<16)-1))
}
