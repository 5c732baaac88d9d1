package cgen

import (
	"math/big"

	"smartnic-cc/codegen/ir"
)

// interval is a set of integers lo..hi, both included. Its numbers are never
// changed in place.
type interval struct{ lo, hi *big.Int }

func typeRange(k ir.Kind) interval {
	if !k.IsScalar() {
		return interval{new(big.Int), new(big.Int)}
	}
	return interval{k.Min(), k.Max()}
}

func point(v *big.Int) interval { return interval{v, v} }

func span(lo, hi int64) interval { return interval{big.NewInt(lo), big.NewInt(hi)} }

func (a interval) within(b interval) bool { return a.lo.Cmp(b.lo) >= 0 && a.hi.Cmp(b.hi) <= 0 }

// fits reports whether all of a is in the range of k.
func (a interval) fits(k ir.Kind) bool { return a.within(typeRange(k)) }

func (a interval) nonNegative() bool { return a.lo.Sign() >= 0 }

// below reports whether all of a is less than n.
func (a interval) below(n int64) bool { return a.hi.Cmp(big.NewInt(n)) < 0 }

func (a interval) join(b interval) interval {
	return interval{minBig(a.lo, b.lo), maxBig(a.hi, b.hi)}
}

// meet returns the common part; ok is false if there is none.
func (a interval) meet(b interval) (interval, bool) {
	m := interval{maxBig(a.lo, b.lo), minBig(a.hi, b.hi)}
	return m, m.lo.Cmp(m.hi) <= 0
}

func minBig(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func maxBig(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

var one = big.NewInt(1)

// hull returns the least interval that holds the numbers.
func hull(vs ...*big.Int) interval {
	r := point(vs[0])
	for _, v := range vs[1:] {
		r = r.join(point(v))
	}
	return r
}

// exact returns the range of the mathematical result of op, before it wraps; ok
// is false where nothing is known.
func exact(op ir.Op, a, b interval) (interval, bool) {
	n := func() *big.Int { return new(big.Int) }
	switch op {
	case ir.Add:
		return interval{n().Add(a.lo, b.lo), n().Add(a.hi, b.hi)}, true
	case ir.Sub:
		return interval{n().Sub(a.lo, b.hi), n().Sub(a.hi, b.lo)}, true
	case ir.Mul:
		return hull(n().Mul(a.lo, b.lo), n().Mul(a.lo, b.hi), n().Mul(a.hi, b.lo), n().Mul(a.hi, b.hi)), true
	case ir.Div: // by a constant: monotone in the dividend
		if b.lo.Sign() != 0 && b.lo.Cmp(b.hi) == 0 {
			return hull(n().Quo(a.lo, b.lo), n().Quo(a.hi, b.lo)), true
		}
	case ir.Rem:
		if b.lo.Sign() != 0 && b.lo.Cmp(b.hi) == 0 {
			m := n().Sub(n().Abs(b.lo), one)
			r := interval{n().Neg(m), m}
			if a.lo.Sign() >= 0 {
				r.lo = n()
				r.hi = minBig(m, a.hi)
			} else if a.hi.Sign() <= 0 {
				r.hi = n()
			}
			return r, true
		}
	case ir.And:
		switch {
		case a.nonNegative() && b.nonNegative():
			return interval{n(), minBig(a.hi, b.hi)}, true
		case a.nonNegative():
			return interval{n(), a.hi}, true
		case b.nonNegative():
			return interval{n(), b.hi}, true
		}
	case ir.AndNot:
		if a.nonNegative() {
			return interval{n(), a.hi}, true
		}
	case ir.Or, ir.Xor:
		if a.nonNegative() && b.nonNegative() {
			r := interval{n(), ones(max(a.hi.BitLen(), b.hi.BitLen()))}
			if op == ir.Or {
				r.lo = maxBig(a.lo, b.lo)
			}
			return r, true
		}
	}
	return interval{}, false
}

// ones returns 2^n - 1.
func ones(n int) *big.Int {
	v := new(big.Int).Lsh(one, uint(n))
	return v.Sub(v, one)
}

// shifted returns the range of x << c or x >> c before it wraps.
func shifted(op ir.Op, x, c interval) (interval, bool) {
	const most = 128 // counts beyond say nothing new
	lo, hi := uint(minBig(c.lo, big.NewInt(most)).Uint64()), uint(minBig(c.hi, big.NewInt(most)).Uint64())
	f := func(v *big.Int, s uint) *big.Int {
		if op == ir.Shl {
			return new(big.Int).Lsh(v, s)
		}
		return new(big.Int).Rsh(v, s) // floor, as an arithmetic shift
	}
	return hull(f(x.lo, lo), f(x.lo, hi), f(x.hi, lo), f(x.hi, hi)), true
}
