package frontend

import (
	"go/ast"
	"math/big"

	"smartnic-cc/codegen/ir"
)

// fold turns an operation on constants into a constant. Most are constants in
// Go already; those with a type parameter or its array's length become so only
// by instantiation. The arithmetic is that of run time: it wraps.
func (b *body) fold(e ast.Expr, x ir.Expr) ir.Expr {
	v := foldValue(x)
	if v == nil {
		return x
	}
	return b.constNode(e, x.Type(), v)
}

func foldValue(e ir.Expr) *big.Int {
	switch e := e.(type) {
	case *ir.Unary:
		if x, ok := e.X.(*ir.Const); ok {
			return foldUnary(e.Op, e.Typ, x.Value)
		}
	case *ir.Binary:
		x, okx := e.X.(*ir.Const)
		y, oky := e.Y.(*ir.Const)
		if okx && oky {
			return foldBinary(e.Op, e.Typ, x.Value, y.Value)
		}
	case *ir.Shift:
		x, okx := e.X.(*ir.Const)
		n, okn := e.Count.(*ir.Const)
		if okx && okn {
			return foldShift(e.Op, e.Typ, x.Value, n.Value)
		}
	case *ir.Convert:
		if x, ok := e.X.(*ir.Const); ok {
			if e.Typ.Kind == ir.Bool {
				return x.Value
			}
			return e.Typ.Kind.Wrap(x.Value)
		}
	}
	return nil
}

func foldUnary(op ir.Op, t *ir.Type, x *big.Int) *big.Int {
	switch op {
	case ir.Neg:
		return t.Kind.Wrap(new(big.Int).Neg(x))
	case ir.Compl:
		return t.Kind.Wrap(new(big.Int).Not(x))
	}
	return new(big.Int).Sub(big.NewInt(1), x) // Not
}

func foldBinary(op ir.Op, t *ir.Type, x, y *big.Int) *big.Int {
	z := new(big.Int)
	truth := func(v bool) *big.Int {
		if v {
			return z.SetInt64(1)
		}
		return z
	}
	switch op {
	case ir.Eq:
		return truth(x.Cmp(y) == 0)
	case ir.Ne:
		return truth(x.Cmp(y) != 0)
	case ir.Lt:
		return truth(x.Cmp(y) < 0)
	case ir.Le:
		return truth(x.Cmp(y) <= 0)
	case ir.Gt:
		return truth(x.Cmp(y) > 0)
	case ir.Ge:
		return truth(x.Cmp(y) >= 0)
	case ir.LAnd:
		return z.And(x, y)
	case ir.LOr:
		return z.Or(x, y)
	case ir.Add:
		z.Add(x, y)
	case ir.Sub:
		z.Sub(x, y)
	case ir.Mul:
		z.Mul(x, y)
	case ir.Div:
		z.Quo(x, y)
	case ir.Rem:
		z.Rem(x, y)
	case ir.And:
		z.And(x, y)
	case ir.Or:
		z.Or(x, y)
	case ir.Xor:
		z.Xor(x, y)
	case ir.AndNot:
		z.AndNot(x, y)
	default:
		return nil
	}
	return t.Kind.Wrap(z)
}

func foldShift(op ir.Op, t *ir.Type, x, n *big.Int) *big.Int {
	bits := uint(t.Kind.Bits())
	if n.IsUint64() && n.Uint64() < uint64(bits) {
		bits = uint(n.Uint64())
	}
	if op == ir.Shl {
		return t.Kind.Wrap(new(big.Int).Lsh(x, bits))
	}
	return new(big.Int).Rsh(x, bits) // big.Int shifts negatives with their sign
}
