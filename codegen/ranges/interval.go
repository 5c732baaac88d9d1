package ranges

import (
	"fmt"
	"math/big"

	"smartnic-cc/codegen/ir"
)

// Interval is a set of integers Lo..Hi, both included. Its numbers are never
// changed in place.
type Interval struct{ Lo, Hi *big.Int }

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
)

// kindRanges are the ranges of the scalar kinds.
var kindRanges = func() (r [ir.Uint64 + 1]Interval) {
	for k := ir.Bool; k <= ir.Uint64; k++ {
		r[k] = Interval{k.Min(), k.Max()}
	}
	return r
}()

func kindRange(k ir.Kind) Interval { return kindRanges[k] }

func point(v *big.Int) Interval { return Interval{v, v} }

func span(lo, hi int64) Interval { return Interval{big.NewInt(lo), big.NewInt(hi)} }

// String returns lo..hi, with powers of two near the ends written as such.
func (a Interval) String() string {
	if a.isPoint() {
		return short(a.Lo)
	}
	return short(a.Lo) + ".." + short(a.Hi)
}

// short writes a number, large ones as 2^n, 2^n-1 or -2^n where they are that.
func short(v *big.Int) string {
	if v.BitLen() <= 20 {
		return v.String()
	}
	abs, sign := new(big.Int).Abs(v), ""
	if v.Sign() < 0 {
		sign = "-"
	}
	for _, off := range []int64{0, 1, -1} {
		w := new(big.Int).Add(abs, big.NewInt(off))
		if n := w.BitLen() - 1; w.TrailingZeroBits() == uint(n) {
			tail := ""
			switch {
			case off == 0:
			case (off > 0) == (sign == ""):
				tail = "-1"
			default:
				tail = "+1"
			}
			return fmt.Sprintf("%s2^%d%s", sign, n, tail)
		}
	}
	return v.String()
}

func (a Interval) isPoint() bool { return a.Lo.Cmp(a.Hi) == 0 }

// Within reports whether all of a is in b.
func (a Interval) Within(b Interval) bool { return a.Lo.Cmp(b.Lo) >= 0 && a.Hi.Cmp(b.Hi) <= 0 }

func (a Interval) fits(k ir.Kind) bool { return a.Within(kindRange(k)) }

func (a Interval) nonNegative() bool { return a.Lo.Sign() >= 0 }

func (a Interval) join(b Interval) Interval {
	return Interval{least(a.Lo, b.Lo), greatest(a.Hi, b.Hi)}
}

// meet returns the common part; ok is false if there is none.
func (a Interval) meet(b Interval) (Interval, bool) {
	m := Interval{greatest(a.Lo, b.Lo), least(a.Hi, b.Hi)}
	return m, m.Lo.Cmp(m.Hi) <= 0
}

func least(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func greatest(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

func add(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
func sub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
func neg(a *big.Int) *big.Int    { return new(big.Int).Neg(a) }

func hull(vs ...*big.Int) Interval {
	r := point(vs[0])
	for _, v := range vs[1:] {
		r = r.join(point(v))
	}
	return r
}

// mostShift bounds the counts that shifts are computed with; larger ones say
// nothing new.
const mostShift = 192

// arith returns the range of the mathematical result of op.
func arith(op ir.Op, a, b Interval) Interval {
	n := func() *big.Int { return new(big.Int) }
	switch op {
	case ir.Add:
		return Interval{add(a.Lo, b.Lo), add(a.Hi, b.Hi)}
	case ir.Sub:
		return Interval{sub(a.Lo, b.Hi), sub(a.Hi, b.Lo)}
	case ir.Mul:
		return hull(n().Mul(a.Lo, b.Lo), n().Mul(a.Lo, b.Hi), n().Mul(a.Hi, b.Lo), n().Mul(a.Hi, b.Hi))
	case ir.Div: // by a constant: monotone in the dividend
		return hull(n().Quo(a.Lo, b.Lo), n().Quo(a.Hi, b.Lo))
	case ir.Rem:
		m := sub(n().Abs(b.Lo), one)
		r := Interval{neg(m), m}
		if a.nonNegative() {
			r = Interval{n(), least(m, a.Hi)}
		} else if a.Hi.Sign() <= 0 {
			r.Hi = n()
		}
		return r
	case ir.Shl, ir.Shr:
		lo, hi := shiftCount(b.Lo), shiftCount(b.Hi)
		f := func(v *big.Int, s uint) *big.Int {
			if op == ir.Shl {
				return n().Lsh(v, s)
			}
			return n().Rsh(v, s) // floor, as an arithmetic shift
		}
		return hull(f(a.Lo, lo), f(a.Lo, hi), f(a.Hi, lo), f(a.Hi, hi))
	}
	return bitwise(op, a, b)
}

func shiftCount(v *big.Int) uint {
	if v.Sign() < 0 {
		return 0
	}
	return uint(least(v, big.NewInt(mostShift)).Uint64())
}

// bitwise returns the range of & | ^ &^ on integers of any length in two's
// complement.
func bitwise(op ir.Op, a, b Interval) Interval {
	if a.isPoint() && b.isPoint() {
		r := new(big.Int)
		switch op {
		case ir.And:
			r.And(a.Lo, b.Lo)
		case ir.Or:
			r.Or(a.Lo, b.Lo)
		case ir.Xor:
			r.Xor(a.Lo, b.Lo)
		default:
			r.AndNot(a.Lo, b.Lo)
		}
		return point(r)
	}
	size := max(a.Lo.BitLen(), a.Hi.BitLen(), b.Lo.BitLen(), b.Hi.BitLen())
	all := Interval{neg(new(big.Int).Lsh(one, uint(size))), ones(size)}
	if a.nonNegative() && b.nonNegative() {
		all.Lo = zero
	}
	switch op {
	case ir.And:
		if a.nonNegative() && b.nonNegative() {
			return maskedBy(a, b)
		}
		if a.nonNegative() {
			return Interval{zero, a.Hi}
		}
		if b.nonNegative() {
			return Interval{zero, b.Hi}
		}
	case ir.AndNot:
		if a.nonNegative() {
			return Interval{zero, a.Hi}
		}
	case ir.Or:
		if a.nonNegative() && b.nonNegative() {
			all.Lo = greatest(a.Lo, b.Lo)
			// a + b bounds a | b: tight where the bits do not meet.
			all.Hi = least(all.Hi, add(a.Hi, b.Hi))
		}
	case ir.Xor:
		if a.nonNegative() && b.nonNegative() {
			all.Hi = least(all.Hi, add(a.Hi, b.Hi))
		}
	}
	return all
}

// maskedBy returns the range of a & b, both non-negative. Where one is a mask of
// low bits and the other lies between two multiples of it, the low bits of the
// other keep their order.
func maskedBy(a, b Interval) Interval {
	r := Interval{zero, least(a.Hi, b.Hi)}
	for _, p := range [][2]Interval{{a, b}, {b, a}} {
		m, v := p[0], p[1]
		if !m.isPoint() || add(m.Lo, one).TrailingZeroBits() != uint(m.Lo.BitLen()) {
			continue
		}
		n := uint(m.Lo.BitLen())
		hi := new(big.Int).Rsh(v.Lo, n)
		if hi.Cmp(new(big.Int).Rsh(v.Hi, n)) == 0 {
			hi.Lsh(hi, n)
			return Interval{sub(v.Lo, hi), sub(v.Hi, hi)}
		}
	}
	return r
}

// ones returns 2^n - 1.
func ones(n int) *big.Int { return sub(new(big.Int).Lsh(one, uint(n)), one) }

// wrap returns the range of values of a after reduction to kind k: exact where
// all of a lies within one period, else all of k.
func wrap(a Interval, k ir.Kind) Interval {
	if a.fits(k) {
		return a
	}
	lo, hi := k.Wrap(a.Lo), k.Wrap(a.Hi)
	if sub(a.Hi, a.Lo).Cmp(sub(hi, lo)) == 0 {
		return Interval{lo, hi}
	}
	return kindRange(k)
}
