package smt

import (
	"fmt"
	"math/big"

	"smartnic-cc/codegen/ir"
)

// BoundBits is the width in which declared ranges are compared: more than any scalar and
// any end, and a sign.
const BoundBits = 72

// Widen extends a value of a kind to BoundBits bits.
func Widen(term string, k ir.Kind) string { return widen(term, k, BoundBits) }

// Number writes a number in BoundBits bits.
func Number(v *big.Int) string { return number(v, BoundBits) }

// Bound writes an end of a declared range in BoundBits bits. find returns the term of a name or length, in BoundBits
// bits. Bound returns false where find does.
func Bound(b *ir.Bound, find func(*ir.Bound) (string, bool)) (string, bool) {
	switch b.Op {
	case ir.BoundConst:
		return number(b.Value, BoundBits), true
	case ir.BoundName, ir.BoundLen:
		return find(b)
	}
	x, ok := Bound(b.X, find)
	y, also := Bound(b.Y, find)
	if !ok || !also {
		return "", false
	}
	switch b.Op {
	case ir.BoundMin:
		return fmt.Sprintf("(ite (bvsle %s %s) %s %s)", x, y, x, y), true
	case ir.BoundMax:
		return fmt.Sprintf("(ite (bvsge %s %s) %s %s)", x, y, x, y), true
	}
	return fmt.Sprintf("(%s %s %s)", boundOps[b.Op], x, y), true
}

var boundOps = map[ir.BoundOp]string{ir.BoundAdd: "bvadd", ir.BoundSub: "bvsub", ir.BoundMul: "bvmul", ir.BoundShl: "bvshl", ir.BoundShr: "bvashr", ir.BoundDiv: "bvudiv"}

func sortOf(k ir.Kind) string {
	if k == ir.Bool {
		return "Bool"
	}
	return fmt.Sprintf("(_ BitVec %d)", k.Bits())
}

// number writes v in n bits, two's complement.
func number(v *big.Int, n int) string {
	m := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return fmt.Sprintf("(_ bv%s %d)", new(big.Int).Mod(v, m), n)
}

func constant(v *big.Int, k ir.Kind) string {
	if k == ir.Bool {
		return fmt.Sprint(v.Sign() != 0)
	}
	return number(v, k.Bits())
}

// widen extends a value of kind k to n bits, so that its sign and size are kept for
// n larger than those of k.
func widen(x string, k ir.Kind, n int) string {
	d := n - k.Bits()
	if d == 0 {
		return x
	}
	if k.IsSigned() {
		return fmt.Sprintf("((_ sign_extend %d) %s)", d, x)
	}
	return fmt.Sprintf("((_ zero_extend %d) %s)", d, x)
}

// outside says that a signed value of n bits is outside kind k.
func outside(x string, n int, k ir.Kind) string {
	return fmt.Sprintf("(or (bvslt %s %s) (bvsgt %s %s))", x, number(k.Min(), n), x, number(k.Max(), n))
}

var bvOps = map[ir.Op]string{ir.Add: "bvadd", ir.Sub: "bvsub", ir.Mul: "bvmul", ir.And: "bvand", ir.Or: "bvor", ir.Xor: "bvxor"}

// quotientOp is the function of a division or its remainder.
func quotientOp(op ir.Op, k ir.Kind) string {
	name := map[ir.Op]string{ir.Div: "div", ir.Rem: "rem"}[op]
	if k.IsSigned() {
		return "bvs" + name
	}
	return "bvu" + name
}

var compares = map[ir.Op][2]string{ir.Lt: {"bvult", "bvslt"}, ir.Le: {"bvule", "bvsle"}, ir.Gt: {"bvugt", "bvsgt"}, ir.Ge: {"bvuge", "bvsge"}}

func compare(op ir.Op, k ir.Kind, x, y string) string {
	switch op {
	case ir.Eq:
		return fmt.Sprintf("(= %s %s)", x, y)
	case ir.Ne:
		return fmt.Sprintf("(not (= %s %s))", x, y)
	}
	name := compares[op][0]
	if k.IsSigned() {
		name = compares[op][1]
	}
	return fmt.Sprintf("(%s %s %s)", name, x, y)
}

// lengthTerm is the number of significant bits of x, of n bits, in 64 bits.
func lengthTerm(x string, n int) string {
	t := "(_ bv0 64)"
	for i := range n {
		t = fmt.Sprintf("(ite (= ((_ extract %d %d) %s) #b1) (_ bv%d 64) %s)", i, i, x, i+1, t)
	}
	return t
}

// trailingTerm is the number of zero bits below the lowest one of x, of n bits, in 64 bits.
func trailingTerm(x string, n int) string {
	t := fmt.Sprintf("(_ bv%d 64)", n)
	for i := n - 1; i >= 0; i-- {
		t = fmt.Sprintf("(ite (= ((_ extract %d %d) %s) #b1) (_ bv%d 64) %s)", i, i, x, i, t)
	}
	return t
}

// tree chooses among values by an index i of n bits, by halves.
func tree(values []string, n int) string {
	var between func(lo, hi int) string
	between = func(lo, hi int) string {
		if hi-lo == 1 {
			return values[lo]
		}
		mid := (lo + hi) / 2
		return fmt.Sprintf("(ite (bvult i (_ bv%d %d)) %s %s)", mid, n, between(lo, mid), between(mid, hi))
	}
	return between(0, len(values))
}
