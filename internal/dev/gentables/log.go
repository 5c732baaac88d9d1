package gentables

import (
	"fmt"
	"math/big"

	"smartnic-cc/internal/base/num/bigmath"
)

// The logarithm's scheme, whose reasoning stands in fixedpoint/log.go:
//
//	m in [2^31, 2^32)      the mantissa
//	z = m * mul[i]         i the 6 bits below the top one; z/2^52 is near S
//	y = z * (K - c)        c = z >> 40, the 2^-12 wide cell of z; y/2^64 is near S^2
//	f = y - Y0             0 <= f < 2^53
//	log2(m/2^31) = sum[i] + sum[64 + c mod 64] + P(f) + 1 - 2^-17
//
// The multipliers have 12 significant bits and are multiples of 2^9, so that
// y takes all of 64 bits and f needs no shift.
const (
	highBits  = 6  // index bits of the first step
	mulBits   = 12 // significant bits of its multipliers
	mulFrac   = 21 // fraction bits of its multipliers
	cellBits  = 12 // a cell of the second step is 2^-cellBits wide
	zFrac     = 31 + mulFrac
	yFrac     = zFrac + cellBits
	coreFrac  = 63 // fraction bits of the sum
	offsetExp = 17 // the sum carries 2^-offsetExp, half a unit of Q5.16

	// scale is S in units of 2^-12. At S = 0.9936 the third derivative of log2
	// is such that the cubic's last coefficient is a half, all but 2^-13 of it:
	// a shift instead of a multiplication. Of the pairs of scale and factor
	// with that property, 64 cells and the smallest y at m = 2^31, this is the
	// one with the smallest remainder.
	scale = 4070
	// factor is K, about 2 S in units of 2^-12: K - c is near S^2/z.
	factor = 8139
)

// reduction is the two-step reduction with its exact ranges.
type reduction struct {
	mul   []*big.Int // first multipliers
	first int64      // C0, the lowest cell
	cells int
	y0    *big.Int // smallest y
	span  *big.Int // largest y - y0
}

func newReduction() reduction {
	var r reduction
	n := int64(1) << highBits
	zMin, zMax := pow2(80), new(big.Int)
	for i := int64(0); i < n; i++ {
		// S over the middle of the interval, 1 + (2i+1)/2n.
		c := roundRat(big.NewRat(scale*2*n, 2*n+2*i+1), 0)
		c.Lsh(c, mulFrac-mulBits)
		r.mul = append(r.mul, c)
		lo := new(big.Int).Mul(c, big.NewInt((n+i)<<(31-highBits)))
		hi := new(big.Int).Mul(c, big.NewInt((n+i+1)<<(31-highBits)-1))
		if lo.Cmp(zMin) < 0 {
			zMin = lo
		}
		if hi.Cmp(zMax) > 0 {
			zMax = hi
		}
	}
	const cellWidth = zFrac - cellBits
	r.first = new(big.Int).Rsh(zMin, cellWidth).Int64()
	r.cells = int(new(big.Int).Rsh(zMax, cellWidth).Int64()-r.first) + 1
	yMax := new(big.Int)
	for c := r.first; c < r.first+int64(r.cells); c++ {
		w := big.NewInt(factor - c)
		lo := new(big.Int).Lsh(big.NewInt(c), cellWidth)
		hi := new(big.Int).Add(lo, new(big.Int).Sub(pow2(cellWidth), big.NewInt(1)))
		if lo.Cmp(zMin) < 0 {
			lo = zMin
		}
		if hi.Cmp(zMax) > 0 {
			hi = zMax
		}
		lo, hi = new(big.Int).Mul(lo, w), new(big.Int).Mul(hi, w)
		if r.y0 == nil || lo.Cmp(r.y0) < 0 {
			r.y0 = lo
		}
		if hi.Cmp(yMax) > 0 {
			yMax = hi
		}
	}
	r.span = new(big.Int).Sub(yMax, r.y0)
	atOne := new(big.Int).Lsh(r.mul[0], 31)
	atOne.Mul(atOne, big.NewInt(factor-new(big.Int).Rsh(atOne, cellWidth).Int64()))
	// There P is 0, so that low and P need not be negative anywhere.
	if r.y0.Cmp(atOne) != 0 {
		panic("gentables: y is not smallest at m = 2^31")
	}
	if r.cells != 64 {
		panic(fmt.Sprintf("gentables: %d cells, the code expects 64", r.cells))
	}
	if yMax.BitLen() > 64 || r.span.BitLen() > 53 {
		panic(fmt.Sprintf("gentables: y takes %d bits and f %d, the code has room for 64 and 53", yMax.BitLen(), r.span.BitLen()))
	}
	return r
}

func (w *writer) logTables() {
	r := newReduction()
	// The cubic's last coefficient is given: 1/2.
	cubic := r.polynomial(2, big.NewRat(1, 2))
	quartic := r.polynomial(4, new(big.Rat))

	// sum[i] = -log2(mul[i]) + log2(Y0) - 1 + 2^-17 + the polynomial's constant
	// term, and half a unit for the truncation of the last product.
	offset := new(big.Rat).SetFrac(pow2(coreFrac-offsetExp), pow2(coreFrac))
	offset.Sub(offset, big.NewRat(1, 1))
	offset.Add(offset, quartic[0])
	offset.Add(offset, new(big.Rat).SetFrac(big.NewInt(1), pow2(coreFrac+1)))
	// The smallest low entry is made 0; what it loses goes to high.
	low0 := big.NewInt(factor - r.first)
	var high []*big.Int
	low := make([]*big.Int, r.cells)
	for _, c := range r.mul {
		num := new(big.Int).Mul(r.y0, pow2(mulFrac+cellBits))
		den := new(big.Int).Mul(new(big.Int).Mul(c, low0), pow2(yFrac))
		high = append(high, nearestLog2Plus(num, den, offset))
	}
	for j := 0; j < r.cells; j++ {
		cell := r.first + int64(j)
		low[cell%64] = bigmath.NearestLog2(low0, big.NewInt(factor-cell), coreFrac)
	}
	w.printf("// The two-step logarithm. The sum of its parts is log2 of the mantissa less\n// 1 - 2^-%d, in Q0.%d; f < 2^%d.\nconst (\n", offsetExp, coreFrac, r.span.BitLen())
	w.constant("less the cell is the second factor, in units of 2^-12.", "logFactor", "uint32", big.NewInt(factor))
	w.constant("is the smallest y.", "logY0", "uint64", r.y0)
	w.constant("and logCubic2 are the cubic's coefficients, Q1.63 and Q0.32; the third is 1/2.", "logCubic1", "uint64", roundRat(cubic[1], 63))
	w.constant("is subtracted.", "logCubic2", "uint32", roundRat(neg(cubic[2]), 32))
	w.constant("to logQuartic4 are the quartic's coefficients: Q1.63, Q1.63, Q0.32, Q0.32.", "logQuartic1", "uint64", roundRat(quartic[1], 63))
	w.constant("is subtracted.", "logQuartic2", "uint64", roundRat(neg(quartic[2]), 63))
	w.constant("is added.", "logQuartic3", "uint32", roundRat(quartic[3], 32))
	w.constant("is subtracted.", "logQuartic4", "uint64", roundRat(neg(quartic[4]), 32))
	w.printf(")\n\n")
	w.table("// logMul is the first step's multiplier in Q0.21, about 0.9936/m.\n", "logMul", "uint32", 8, r.mul)
	w.table("// logSum is, in its first half, -log2 of the second step's factor relative to\n// the lowest cell, a cell being found at its number modulo 64; in its second\n// half, which the upper 7 bits of a normalised number select, -log2 of logMul\n// and all constants. Q0.63. (One table, so that one address is needed.)\n", "logSum", "int64", 16, append(low, high...))
}

func neg(r *big.Rat) *big.Rat { return new(big.Rat).Neg(r) }

// nearestLog2Plus returns log2(num/den) + add rounded to coreFrac bits.
func nearestLog2Plus(num, den *big.Int, add *big.Rat) *big.Int {
	return bigmath.Nearest(coreFrac, func(prec uint) bigmath.Bound {
		b := bigmath.Log2(num, den, prec)
		n := new(big.Int).Lsh(add.Num(), prec)
		q, m := new(big.Int).DivMod(n, add.Denom(), new(big.Int))
		b.Lo.Add(b.Lo, q)
		if m.Sign() != 0 {
			q.Add(q, big.NewInt(1))
		}
		b.Hi.Add(b.Hi, q)
		return b
	})
}

// polynomial returns the coefficients, lowest first, of a polynomial of the
// degree in F = f/2^64 that is nearly the best one for log2(1 + F/Y0) - third F^3
// over the whole span: the Taylor series about the middle, whose highest terms are
// replaced one by one by what a Chebyshev polynomial leaves of them.
func (r *reduction) polynomial(degree int, third *big.Rat) []*big.Rat {
	const terms = 9
	scale := pow2(yFrac)
	y0 := new(big.Rat).SetFrac(r.y0, scale)
	half := new(big.Rat).SetFrac(r.span, new(big.Int).Lsh(scale, 1))
	middle := new(big.Rat).Add(y0, half)
	// log2(middle + half t) - log2(Y0), t in [-1, 1].
	const prec = 240
	invLn2 := new(big.Rat).SetFrac(pow2(prec), bigmath.Ln2(prec).Lo)
	c := make([]*big.Rat, terms)
	ratio := new(big.Rat).Quo(middle, y0)
	c[0] = new(big.Rat).SetFrac(bigmath.Log2(ratio.Num(), ratio.Denom(), prec).Lo, pow2(prec))
	step := new(big.Rat).Quo(half, middle)
	power := big.NewRat(1, 1)
	for k := 1; k < terms; k++ {
		power = new(big.Rat).Mul(power, step)
		c[k] = new(big.Rat).Mul(power, invLn2)
		c[k].Mul(c[k], big.NewRat(1, int64(k)))
		if k%2 == 0 {
			c[k].Neg(c[k])
		}
	}
	// third F^3 = third half^3 (1 + t)^3.
	cube := new(big.Rat).Mul(half, half)
	cube.Mul(cube, half).Mul(cube, third)
	for k, binomial := range []int64{1, 3, 3, 1} {
		c[k] = new(big.Rat).Sub(c[k], new(big.Rat).Mul(cube, big.NewRat(binomial, 1)))
	}
	for k := terms - 1; k > degree; k-- {
		t := chebyshev(k)
		lead := new(big.Rat).Quo(c[k], new(big.Rat).SetInt64(t[k]))
		for i := 0; i <= k; i++ {
			c[i] = new(big.Rat).Sub(c[i], new(big.Rat).Mul(lead, new(big.Rat).SetInt64(t[i])))
		}
	}
	// t = F/half - 1: expand by Horner's rule.
	inv := new(big.Rat).Inv(half)
	out := []*big.Rat{c[degree]}
	for k := degree - 1; k >= 0; k-- {
		next := make([]*big.Rat, len(out)+1)
		for i := range next {
			next[i] = new(big.Rat)
		}
		for i, a := range out {
			next[i].Sub(next[i], a)
			next[i+1].Add(next[i+1], new(big.Rat).Mul(a, inv))
		}
		next[0].Add(next[0], c[k])
		out = next
	}
	return out
}

// chebyshev returns the coefficients of the Chebyshev polynomial T_n.
func chebyshev(n int) []int64 {
	a, b := []int64{1}, []int64{0, 1}
	if n == 0 {
		return a
	}
	for k := 2; k <= n; k++ {
		c := make([]int64, k+1)
		for i, v := range b {
			c[i+1] += 2 * v
		}
		for i, v := range a {
			c[i] -= v
		}
		a, b = b, c
	}
	return b
}
