package gentables

import (
	"fmt"
	"math/big"

	"smartnic-cc/internal/bigmath"
)

// The logarithm's scheme, whose reasoning stands in fixedpoint/log.go:
//
//	m in [2^31, 2^32)      the mantissa
//	z = m * mul[i]         i the 6 bits below the top one; z/2^41 is near 1
//	y = z * (K - j)        j the 2^-12 wide cell of z; y/2^53 is nearer to 1
//	f = y - Y0             0 <= f < 2^42
//	log2(m/2^31) = high[i] + low[j] + P(f) - 2^-11
const (
	highBits  = 6  // index bits of the first step
	mulFrac   = 10 // fraction bits of its multipliers
	cellBits  = 12 // a cell of the second step is 2^-cellBits wide
	zFrac     = 31 + mulFrac
	yFrac     = zFrac + cellBits
	coreFrac  = 63 // fraction bits of the sum
	offsetExp = 11 // the sum carries 2^-offsetExp, so that no part is negative
)

// reduction is the two-step reduction with its exact ranges.
type reduction struct {
	mul    []*big.Int // first multipliers
	base   *big.Int   // z of the lower end of cell 0
	factor int64      // K
	cells  int
	y0     *big.Int // smallest y
	span   *big.Int // largest y - y0
}

func newReduction() reduction {
	var r reduction
	n := int64(1) << highBits
	zMin, zMax := pow2(64), new(big.Int)
	for i := int64(0); i < n; i++ {
		// 2^mulFrac over the middle of the interval, 1 + (2i+1)/2n.
		c := roundRat(big.NewRat(2*n, 2*n+2*i+1), mulFrac)
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
	first := new(big.Int).Rsh(zMin, cellWidth)
	r.base = new(big.Int).Lsh(first, cellWidth)
	r.cells = int(new(big.Int).Rsh(new(big.Int).Sub(zMax, r.base), cellWidth).Int64()) + 1
	// In the middle of cell 0 the factor is 2 - z/2^41, in units of 2^-12.
	r.factor = 2<<cellBits - first.Int64() - 1
	yMax := new(big.Int)
	for j := 0; j < r.cells; j++ {
		w := big.NewInt(r.factor - int64(j))
		lo := new(big.Int).Add(r.base, new(big.Int).Lsh(big.NewInt(int64(j)), cellWidth))
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
	if r.span.BitLen() > 42 {
		panic(fmt.Sprintf("gentables: f takes %d bits, the code has room for 42", r.span.BitLen()))
	}
	return r
}

func (w *writer) logTables() {
	r := newReduction()
	cubic := r.polynomial(3)
	quartic := r.polynomial(4)

	// high[i] = -log2(mul[i]) + log2(Y0) + 2^-11 + the polynomial's constant
	// term, and half a unit for the truncation of the last product.
	offset := new(big.Rat).SetFrac(pow2(coreFrac-offsetExp), pow2(coreFrac))
	offset.Add(offset, quartic[0])
	offset.Add(offset, new(big.Rat).SetFrac(big.NewInt(1), pow2(coreFrac+1)))
	// The smallest low entry is made 0; what it loses goes to high.
	low0 := big.NewInt(r.factor)
	var high, low []*big.Int
	for _, c := range r.mul {
		num := new(big.Int).Lsh(new(big.Int).Mul(r.y0, pow2(mulFrac+cellBits)), 0)
		den := new(big.Int).Mul(new(big.Int).Mul(c, low0), pow2(yFrac))
		high = append(high, nearestLog2Plus(num, den, offset))
	}
	for j := 0; j < r.cells; j++ {
		low = append(low, bigmath.NearestLog2(low0, big.NewInt(r.factor-int64(j)), coreFrac))
	}
	w.printf("// The two-step logarithm. The sum of its parts is log2 of the mantissa plus\n// 2^-%d, in Q1.%d; f < 2^%d.\nconst (\n", offsetExp, coreFrac, r.span.BitLen())
	w.constant("is the product m * logMul at the lower end of cell 0.", "logCellBase", "uint64", r.base)
	w.constant("is the factor of cell 0, in units of 2^-12.", "logFactor", "uint64", big.NewInt(r.factor))
	w.constant("is the smallest y.", "logY0", "uint64", r.y0)
	w.constant("to logCubic3 are the cubic's coefficients: Q1.63, Q0.32, Q0.32.", "logCubic1", "uint64", roundRat(cubic[1], 63))
	w.constant("is subtracted.", "logCubic2", "uint64", roundRat(neg(cubic[2]), 32))
	w.constant("is added.", "logCubic3", "uint64", roundRat(cubic[3], 32))
	w.constant("to logQuartic4 are the quartic's coefficients: Q1.63, Q1.63, Q0.32, Q0.32.", "logQuartic1", "uint64", roundRat(quartic[1], 63))
	w.constant("is subtracted.", "logQuartic2", "uint64", roundRat(neg(quartic[2]), 63))
	w.constant("is added.", "logQuartic3", "uint64", roundRat(quartic[3], 32))
	w.constant("is subtracted.", "logQuartic4", "uint64", roundRat(neg(quartic[4]), 32))
	w.printf(")\n\n")
	w.table("// logMul is the first step's multiplier in Q0.10, about 1/m.\n", "logMul", "uint16", 4, r.mul)
	w.table("// logHigh is -log2 of logMul and all constants, in Q1.63.\n", "logHigh", "uint64", 16, high)
	w.table("// logLow is -log2 of the second step's factor, relative to cell 0, in Q1.63.\n", "logLow", "uint64", 16, low)
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
// degree in F = f/2^53 that is nearly the best one for log2(1 + F/Y0) over the
// whole span: the Taylor series about the middle, whose highest terms are
// replaced one by one by what a Chebyshev polynomial leaves of them.
func (r *reduction) polynomial(degree int) []*big.Rat {
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
