// Package interval is arithmetic on ranges of integers, by which the compiler bounds values. Numbers have any length:
// a result is the mathematical one, before it wraps to a type (Wrap).
//
// Every function is sound: if each operand is in its interval, the result is in the returned interval.
package interval

import (
	"fmt"
	"math/big"

	"smartnic-cc/codegen/ir"
)

// Interval is the set of the integers Lo..Hi, both included. One whose Lo is above its Hi, as
// results from cutting, is empty: Meet reports it, and arithmetic does not take it. The numbers are
// never changed in place, so that intervals may share them.
type Interval struct{ Lo, Hi *big.Int }

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
)

// kinds are the ranges of the scalar kinds.
var kinds = func() (r [ir.Uint64 + 1]Interval) {
	for k := ir.Bool; k <= ir.Uint64; k++ {
		r[k] = Interval{k.Min(), k.Max()}
	}
	return r
}()

// Of returns the range of a scalar kind; 0..0 for any other kind.
func Of(k ir.Kind) Interval {
	if !k.IsScalar() {
		return Point(zero)
	}
	return kinds[k]
}

// New returns lo..hi. It keeps the numbers, which must not change afterwards.
func New(lo, hi *big.Int) Interval { return Interval{lo, hi} }

// Point returns v..v.
func Point(v *big.Int) Interval { return Interval{v, v} }

// Span returns lo..hi.
func Span(lo, hi int64) Interval { return Interval{big.NewInt(lo), big.NewInt(hi)} }

// Hull returns the least interval that holds all the numbers; there must be at least one.
func Hull(vs ...*big.Int) Interval {
	r := Point(vs[0])
	for _, v := range vs[1:] {
		r = r.Join(Point(v))
	}
	return r
}

// String returns lo..hi, with powers of two near the ends written as such.
func (a Interval) String() string {
	if a.IsPoint() {
		return short(a.Lo)
	}
	return short(a.Lo) + ".." + short(a.Hi)
}

// short writes a number, as 2^n, 2^n-1 or -2^n if it is large and of that form.
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

// IsPoint reports whether a holds one number only.
func (a Interval) IsPoint() bool { return a.Lo.Cmp(a.Hi) == 0 }

// NonNegative reports whether a holds no negative number.
func (a Interval) NonNegative() bool { return a.Lo.Sign() >= 0 }

// Below reports whether all of a is less than n.
func (a Interval) Below(n int64) bool { return a.Hi.Cmp(big.NewInt(n)) < 0 }

// Within reports whether all of a is in b.
func (a Interval) Within(b Interval) bool { return a.Lo.Cmp(b.Lo) >= 0 && a.Hi.Cmp(b.Hi) <= 0 }

// Fits reports whether all of a is in the range of a scalar kind.
func (a Interval) Fits(k ir.Kind) bool { return a.Within(Of(k)) }

// Join returns the least interval that holds a and b.
func (a Interval) Join(b Interval) Interval {
	return Interval{Min(a.Lo, b.Lo), Max(a.Hi, b.Hi)}
}

// Meet returns the intersection; ok is false if it is empty.
func (a Interval) Meet(b Interval) (common Interval, ok bool) {
	m := Interval{Max(a.Lo, b.Lo), Min(a.Hi, b.Hi)}
	return m, m.Lo.Cmp(m.Hi) <= 0
}

// Wrap returns the range of the values of a after reduction to the integer kind k: exact
// where all of a lies within one period, else all of k.
func (a Interval) Wrap(k ir.Kind) Interval {
	if a.Fits(k) {
		return a
	}
	lo, hi := k.Wrap(a.Lo), k.Wrap(a.Hi)
	if sub(a.Hi, a.Lo).Cmp(sub(hi, lo)) == 0 {
		return Interval{lo, hi}
	}
	return Of(k)
}

// Min returns the lesser of two numbers, itself and no copy.
func Min(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

// Max returns the greater of two numbers, itself and no copy.
func Max(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}
