// Package bigmath encloses logarithms and powers between two big integers, so
// that tables can be rounded and functions be judged without any floating
// point and without trust in a mathematical library.
//
// Every function returns a Bound: two integers with the true value, scaled by
// 2^prec, between them. All lower ends are computed with operations that round
// down, all upper ends with operations that round up, so the enclosure is a
// matter of inspection, not of error analysis.
package bigmath

import (
	"fmt"
	"math/big"
)

// guard is the number of bits carried beyond the requested precision. A series
// here has fewer than 2^10 terms, each of which loses at most a few units, so
// 32 bits keep a Bound a unit or two wide.
const guard = 32

// Bound encloses a real number v: Lo <= v * 2^prec <= Hi, where prec is the
// precision that the Bound was asked for.
type Bound struct {
	Lo, Hi *big.Int
}

var one = big.NewInt(1)

// rshDown returns floor(x / 2^n), and x * 2^-n for negative n.
func rshDown(x *big.Int, n int) *big.Int {
	if n <= 0 {
		return new(big.Int).Lsh(x, uint(-n))
	}
	return new(big.Int).Rsh(x, uint(n))
}

// rshUp returns ceil(x / 2^n), and x * 2^-n for negative n.
func rshUp(x *big.Int, n int) *big.Int {
	if n <= 0 {
		return new(big.Int).Lsh(x, uint(-n))
	}
	r := new(big.Int).Neg(x)
	return r.Neg(r.Rsh(r, uint(n)))
}

// quoDown returns floor(a / b) and quoUp ceil(a / b), b > 0.
func quoDown(a, b *big.Int) *big.Int { return new(big.Int).Div(a, b) }

func quoUp(a, b *big.Int) *big.Int {
	q, m := new(big.Int).DivMod(a, b, new(big.Int))
	if m.Sign() != 0 {
		q.Add(q, one)
	}
	return q
}

// narrow drops the guard bits.
func (b Bound) narrow(n int) Bound { return Bound{rshDown(b.Lo, n), rshUp(b.Hi, n)} }

// atanh encloses atanh(p/q) * 2^w for 0 <= p/q <= 1/2 by its Taylor series,
// the sum of t^(2k+1)/(2k+1).
func atanh(p, q *big.Int, w uint) Bound {
	if p.Sign() == 0 {
		return Bound{new(big.Int), new(big.Int)}
	}
	n := new(big.Int).Lsh(p, w)
	lo := series(quoDown(n, q), w, rshDown, quoDown)
	hi := series(quoUp(n, q), w, rshUp, quoUp)
	// The tail: series stops at a power of at most one unit, and what follows
	// is below 1 + 1/4 + 1/16 + ... < 2 units.
	hi.Add(hi, big.NewInt(2))
	return Bound{lo, hi}
}

func series(t *big.Int, w uint, rsh func(*big.Int, int) *big.Int, quo func(a, b *big.Int) *big.Int) *big.Int {
	t2 := rsh(new(big.Int).Mul(t, t), int(w))
	sum := new(big.Int)
	power := new(big.Int).Set(t)
	for k := int64(1); power.Cmp(one) > 0; k += 2 {
		sum.Add(sum, quo(power, big.NewInt(k)))
		power = rsh(power.Mul(power, t2), int(w))
	}
	return sum
}

// ln2 encloses ln 2 * 2^w.
func ln2(w uint) Bound {
	// ln 2 = 2 atanh(1/3).
	b := atanh(one, big.NewInt(3), w)
	return Bound{b.Lo.Lsh(b.Lo, 1), b.Hi.Lsh(b.Hi, 1)}
}

// Ln2 encloses the natural logarithm of 2.
func Ln2(prec uint) Bound { return ln2(prec + guard).narrow(guard) }

// lnReduced writes num/den = 2^k * r with 1/2 < r < 2 and encloses ln(r).
func lnReduced(num, den *big.Int, w uint) (k int, b Bound) {
	if num.Sign() <= 0 || den.Sign() <= 0 {
		panic("bigmath: logarithm of a number that is not positive")
	}
	k = num.BitLen() - den.BitLen()
	n, d := new(big.Int).Set(num), new(big.Int).Set(den)
	if k > 0 {
		d.Lsh(d, uint(k))
	} else {
		n.Lsh(n, uint(-k))
	}
	// ln(n/d) = 2 atanh((n-d)/(n+d)), an odd function.
	p, q := new(big.Int).Sub(n, d), new(big.Int).Add(n, d)
	negative := p.Sign() < 0
	b = atanh(p.Abs(p), q, w)
	b.Lo.Lsh(b.Lo, 1)
	b.Hi.Lsh(b.Hi, 1)
	if negative {
		b.Lo, b.Hi = b.Hi.Neg(b.Hi), b.Lo.Neg(b.Lo)
	}
	return k, b
}

// Ln encloses the natural logarithm of num/den, both positive.
func Ln(num, den *big.Int, prec uint) Bound {
	w := prec + guard
	k, b := lnReduced(num, den, w)
	l := ln2(w)
	if k < 0 {
		l.Lo, l.Hi = l.Hi, l.Lo
	}
	kk := big.NewInt(int64(k))
	b.Lo.Add(b.Lo, l.Lo.Mul(l.Lo, kk))
	b.Hi.Add(b.Hi, l.Hi.Mul(l.Hi, kk))
	return b.narrow(guard)
}

// Log2 encloses the binary logarithm of num/den, both positive. For powers of
// two the Bound is exact.
func Log2(num, den *big.Int, prec uint) Bound {
	w := prec + guard
	k, b := lnReduced(num, den, w)
	l := ln2(w)
	// Divide each end by the end of ln 2 that moves it outwards.
	dLo, dHi := l.Hi, l.Lo
	if b.Lo.Sign() < 0 {
		dLo = l.Lo
	}
	if b.Hi.Sign() < 0 {
		dHi = l.Hi
	}
	lo := quoDown(b.Lo.Lsh(b.Lo, w), dLo)
	hi := quoUp(b.Hi.Lsh(b.Hi, w), dHi)
	kk := new(big.Int).Lsh(big.NewInt(int64(k)), w)
	return Bound{lo.Add(lo, kk), hi.Add(hi, kk)}.narrow(guard)
}

// expReduced encloses e^r * 2^w for every r in b, 0 <= r < 1.
func expReduced(b Bound, w uint) Bound {
	unit := new(big.Int).Lsh(one, w)
	sum := func(r *big.Int, rsh func(*big.Int, int) *big.Int, quo func(a, b *big.Int) *big.Int) *big.Int {
		s := new(big.Int).Set(unit)
		term := new(big.Int).Set(unit)
		for k := int64(1); ; k++ {
			term = quo(rsh(term.Mul(term, r), int(w)), big.NewInt(k))
			if term.Cmp(one) <= 0 {
				return s
			}
			s.Add(s, term)
		}
	}
	lo := sum(b.Lo, rshDown, quoDown)
	if b.Hi.Sign() == 0 {
		return Bound{lo, new(big.Int).Set(unit)}
	}
	hi := sum(b.Hi, rshUp, quoUp)
	// The term left out is at most one unit; from the second on each term is
	// at most half of the one before, so all that is left out is below 3.
	return Bound{lo, hi.Add(hi, big.NewInt(3))}
}

// scale multiplies by 2^k and drops the guard bits.
func (b Bound) scale(k, drop int) Bound { return b.narrow(drop - k) }

// Exp2 encloses 2^(num/den), den > 0. For whole exponents that are not below
// -prec the Bound is exact.
func Exp2(num, den *big.Int, prec uint) Bound {
	k, f := new(big.Int).DivMod(num, den, new(big.Int))
	drop := guard + max(0, int(k.Int64()))
	w := prec + uint(drop)
	l := ln2(w)
	r := Bound{quoDown(l.Lo.Mul(l.Lo, f), den), quoUp(l.Hi.Mul(l.Hi, f), den)}
	return expReduced(r, w).scale(int(k.Int64()), drop)
}

// Exp encloses e^(num/den), den > 0.
func Exp(num, den *big.Int, prec uint) Bound {
	// num/den = k ln 2 + r. The first guess of k may be one too large.
	l := ln2(64)
	k := int(quoDown(new(big.Int).Lsh(num, 64), new(big.Int).Mul(den, l.Lo)).Int64())
	for {
		drop := guard + max(0, k)
		w := prec + uint(drop)
		l = ln2(w)
		y := new(big.Int).Lsh(num, w)
		lLo, lHi := l.Hi, l.Lo
		if k < 0 {
			lLo, lHi = l.Lo, l.Hi
		}
		kk := big.NewInt(int64(k))
		r := Bound{quoDown(y, den), quoUp(y, den)}
		r.Lo.Sub(r.Lo, new(big.Int).Mul(lLo, kk))
		r.Hi.Sub(r.Hi, new(big.Int).Mul(lHi, kk))
		if r.Lo.Sign() >= 0 {
			return expReduced(r, w).scale(k, drop)
		}
		k--
	}
}

// Nearest returns the integer nearest to v * 2^frac, where f encloses v at any
// precision asked; a half is rounded up. It asks for more precision until the
// enclosure decides, and panics where 4096 bits do not: v is then a tie that f
// cannot enclose exactly, which is a mistake of the caller.
func Nearest(frac uint, f func(prec uint) Bound) *big.Int {
	for prec := frac + 64; prec <= 4096; prec *= 2 {
		b := f(prec)
		half := new(big.Int).Lsh(one, prec-frac-1)
		lo := rshDown(new(big.Int).Add(b.Lo, half), int(prec-frac))
		hi := rshDown(new(big.Int).Add(b.Hi, half), int(prec-frac))
		if lo.Cmp(hi) == 0 {
			return lo
		}
	}
	panic(fmt.Sprintf("bigmath: 4096 bits do not decide a rounding to %d bits", frac))
}

// NearestLog2 returns log2(num/den) rounded to frac bits after the point.
func NearestLog2(num, den *big.Int, frac uint) *big.Int {
	return Nearest(frac, func(prec uint) Bound { return Log2(num, den, prec) })
}

// NearestLn returns ln(num/den) rounded to frac bits after the point.
func NearestLn(num, den *big.Int, frac uint) *big.Int {
	return Nearest(frac, func(prec uint) Bound { return Ln(num, den, prec) })
}

// NearestExp2 returns 2^(num/den) rounded to frac bits after the point.
func NearestExp2(num, den *big.Int, frac uint) *big.Int {
	return Nearest(frac, func(prec uint) Bound { return Exp2(num, den, prec) })
}
