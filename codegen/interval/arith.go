package interval

import (
	"math/big"

	"smartnic-cc/codegen/ir"
)

// mostShift bounds the shift counts that are computed; larger ones give the same result in 64 bits.
const mostShift = 192

// Arith returns the range of the mathematical result of an arithmetic, bitwise or shift operation; it panics on other
// operators. Division truncates towards zero. A divisor of 0, at which a program ends, contributes no result. Shifts
// to the right round down, as those of signed numbers in Go do; counts below 0 count as 0.
func Arith(op ir.Op, a, b Interval) Interval {
	n := func() *big.Int { return new(big.Int) }
	switch op {
	case ir.Add:
		return Interval{add(a.Lo, b.Lo), add(a.Hi, b.Hi)}
	case ir.Sub:
		return Interval{sub(a.Lo, b.Hi), sub(a.Hi, b.Lo)}
	case ir.Mul:
		return Hull(n().Mul(a.Lo, b.Lo), n().Mul(a.Lo, b.Hi), n().Mul(a.Hi, b.Lo), n().Mul(a.Hi, b.Hi))
	case ir.Div:
		return quotient(a, b)
	case ir.Rem:
		return remainder(a, b)
	case ir.Shl, ir.Shr:
		lo, hi := ShiftCount(b.Lo), ShiftCount(b.Hi)
		f := func(v *big.Int, s uint) *big.Int {
			if op == ir.Shl {
				return n().Lsh(v, s)
			}
			return n().Rsh(v, s) // floor, as an arithmetic shift
		}
		return Hull(f(a.Lo, lo), f(a.Lo, hi), f(a.Hi, lo), f(a.Hi, hi))
	case ir.And, ir.Or, ir.Xor, ir.AndNot:
		return bitwise(op, a, b)
	}
	panic("interval: no arithmetic: " + op.String())
}

// quotient is monotone in the dividend if the divisor is a single number. For other divisors the quotient is only
// known to be at most the dividend in magnitude, with either sign.
func quotient(a, b Interval) Interval {
	if b.IsPoint() && b.Lo.Sign() != 0 {
		return Hull(new(big.Int).Quo(a.Lo, b.Lo), new(big.Int).Quo(a.Hi, b.Lo))
	}
	return Hull(a.Lo, a.Hi, new(big.Int).Neg(a.Lo), new(big.Int).Neg(a.Hi))
}

// remainder has the sign of the dividend, and is smaller than the divisor.
func remainder(a, b Interval) Interval {
	most := Max(new(big.Int).Abs(b.Lo), new(big.Int).Abs(b.Hi))
	most = Max(sub(most, one), zero)
	r := Interval{new(big.Int).Neg(most), most}
	switch {
	case a.NonNegative():
		return Interval{zero, Min(most, a.Hi)}
	case a.Hi.Sign() <= 0:
		r.Hi = zero
	}
	return r
}

// ShiftCount returns a number as a shift count: 0 if it is negative, and clamped to one that leaves nothing of 64
// bits if it is large.
func ShiftCount(v *big.Int) uint {
	if v.Sign() < 0 {
		return 0
	}
	return uint(Min(v, big.NewInt(mostShift)).Uint64())
}

// MinMax returns the range of the greater of two numbers, or of the lesser.
func MinMax(greater bool, a, b Interval) Interval {
	if greater {
		return Interval{Max(a.Lo, b.Lo), Max(a.Hi, b.Hi)}
	}
	return Interval{Min(a.Lo, b.Lo), Min(a.Hi, b.Hi)}
}

// Compare returns the result of comparing any number of a with any of b; known is false if it is not the same for
// all.
func Compare(op ir.Op, a, b Interval) (truth, known bool) {
	switch op {
	case ir.Lt:
		return a.Hi.Cmp(b.Lo) < 0, a.Hi.Cmp(b.Lo) < 0 || a.Lo.Cmp(b.Hi) >= 0
	case ir.Le:
		return a.Hi.Cmp(b.Lo) <= 0, a.Hi.Cmp(b.Lo) <= 0 || a.Lo.Cmp(b.Hi) > 0
	case ir.Gt, ir.Ge:
		return Compare(op.Swapped(), b, a)
	case ir.Ne, ir.Eq:
		_, overlap := a.Meet(b)
		return op == ir.Ne, !overlap
	}
	return false, false
}

// bitwise returns the range of & | ^ &^ on integers of any length in two's
// complement.
func bitwise(op ir.Op, a, b Interval) Interval {
	if a.IsPoint() && b.IsPoint() {
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
		return Point(r)
	}
	size := max(a.Lo.BitLen(), a.Hi.BitLen(), b.Lo.BitLen(), b.Hi.BitLen())
	all := Interval{new(big.Int).Not(Ones(size)), Ones(size)}
	if a.NonNegative() && b.NonNegative() {
		all.Lo = zero
	}
	switch op {
	case ir.And:
		if a.NonNegative() && b.NonNegative() {
			return maskedBy(a, b)
		}
		if a.NonNegative() {
			return Interval{zero, a.Hi}
		}
		if b.NonNegative() {
			return Interval{zero, b.Hi}
		}
	case ir.AndNot:
		if a.NonNegative() {
			return Interval{zero, a.Hi}
		}
	case ir.Or:
		if a.NonNegative() && b.NonNegative() {
			all.Lo = Max(a.Lo, b.Lo)
		}
	}
	return all
}

// maskedBy returns the range of a & b, both non-negative. If one is a mask of n low bits and the other lies between
// two consecutive multiples of 2^n, the low bits keep their order.
func maskedBy(a, b Interval) Interval {
	r := Interval{zero, Min(a.Hi, b.Hi)}
	for _, p := range [][2]Interval{{a, b}, {b, a}} {
		m, v := p[0], p[1]
		if !m.IsPoint() || add(m.Lo, one).TrailingZeroBits() != uint(m.Lo.BitLen()) {
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

// Ones returns 2^n - 1: n bits that are set.
func Ones(n int) *big.Int { return sub(new(big.Int).Lsh(one, uint(n)), one) }

func add(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
func sub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
