package ranges

import (
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// Interval is a set of integers Lo..Hi, both included.
type Interval = interval.Interval

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
)

// arith is interval.Arith, and knows besides that the sum bounds a | b and a ^ b: tight where
// their bits do not meet. What both share gives those in whole bits, as a header has them.
func arith(op ir.Op, a, b Interval) Interval {
	r := interval.Arith(op, a, b)
	if (op == ir.Or || op == ir.Xor) && a.NonNegative() && b.NonNegative() {
		r.Hi = interval.Min(r.Hi, add(a.Hi, b.Hi))
	}
	return r
}

func add(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
func sub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
func neg(a *big.Int) *big.Int    { return new(big.Int).Neg(a) }
