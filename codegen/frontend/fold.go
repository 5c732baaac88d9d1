package frontend

import (
	"go/ast"

	"smartnic-cc/codegen/ir"
)

// fold turns an operation on constants into a constant. Most are constants in Go already; those with a type parameter
// or its array's length become so only by instantiation. The arithmetic is that at run time: it wraps.
func (b *body) fold(e ast.Expr, x ir.Expr) ir.Expr {
	k := ir.Invalid // of the operands
	var op ir.Op
	var args []ir.Expr
	switch x := x.(type) {
	case *ir.Unary:
		op, args = x.Op, []ir.Expr{x.X}
	case *ir.Binary:
		op, args = x.Op, []ir.Expr{x.X, x.Y}
	case *ir.Shift:
		op, args = x.Op, []ir.Expr{x.X, x.Count}
	case *ir.Convert:
		args = []ir.Expr{x.X}
	default:
		return x
	}
	var v [2]uint64
	for i, a := range args {
		c, ok := a.(*ir.Const)
		if !ok {
			return x
		}
		v[i] = c.Word()
		if i == 0 {
			k = c.Typ.Kind
		}
	}
	t := x.Type()
	if op == ir.NoOp {
		return b.constNode(e, t, t.Kind.Big(t.Kind.Norm(v[0])))
	}
	return b.constNode(e, t, t.Kind.Big(op.Apply(k, v[0], v[1])))
}
