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

// arith is interval.Arith, and also uses the sum to bound a | b and a ^ b, which is tight if their bits are disjoint.
// interval.Arith alone bounds them by whole bits, as for a C header.
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
