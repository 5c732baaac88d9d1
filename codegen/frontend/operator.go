package frontend

import (
	"go/ast"
	"go/token"

	"smartnic-cc/codegen/ir"
)

func (b *body) unaryExpr(e *ast.UnaryExpr) ir.Expr {
	if e.Op == token.AND {
		b.refuse(e.Pos(), rulePointer, "write & only for a pointer parameter", "address taken outside an argument")
		return nil
	}
	x := b.expr(e.X)
	if x == nil {
		return nil
	}
	op := map[token.Token]ir.Op{token.SUB: ir.Neg, token.XOR: ir.Compl, token.NOT: ir.Not}[e.Op]
	if op == ir.NoOp { // unary plus
		return x
	}
	return b.fold(e, &ir.Unary{ExprInfo: b.at(x.Type(), e), Op: op, X: x})
}

var binaryOps = map[token.Token]ir.Op{
	token.ADD: ir.Add, token.SUB: ir.Sub, token.MUL: ir.Mul, token.QUO: ir.Div, token.REM: ir.Rem,
	token.AND: ir.And, token.OR: ir.Or, token.XOR: ir.Xor, token.AND_NOT: ir.AndNot,
	token.SHL: ir.Shl, token.SHR: ir.Shr,
	token.EQL: ir.Eq, token.NEQ: ir.Ne, token.LSS: ir.Lt, token.LEQ: ir.Le, token.GTR: ir.Gt, token.GEQ: ir.Ge,
	token.LAND: ir.LAnd, token.LOR: ir.LOr,
	token.ADD_ASSIGN: ir.Add, token.SUB_ASSIGN: ir.Sub, token.MUL_ASSIGN: ir.Mul,
	token.QUO_ASSIGN: ir.Div, token.REM_ASSIGN: ir.Rem, token.AND_ASSIGN: ir.And, token.OR_ASSIGN: ir.Or,
	token.XOR_ASSIGN: ir.Xor, token.AND_NOT_ASSIGN: ir.AndNot, token.SHL_ASSIGN: ir.Shl, token.SHR_ASSIGN: ir.Shr,
}

func (b *body) binary(e *ast.BinaryExpr) ir.Expr {
	op := binaryOps[e.Op]
	if b.isCount(e.Y) && op != ir.Shl && op != ir.Shr {
		b.expr(e.Y) // gives a better message than that the other operand is an int
	}
	switch {
	case op == ir.Shl || op == ir.Shr:
		x, n := b.expr(e.X), b.shiftCount(e.Y)
		if x == nil || n == nil {
			return nil
		}
		return b.fold(e, &ir.Shift{ExprInfo: b.at(x.Type(), e), Op: op, X: x, Count: n})
	case op.IsCompare():
		return b.compare(e, op)
	}
	right := b.expr
	if op == ir.Div || op == ir.Rem {
		right = b.divisor
	}
	x, y := b.expr(e.X), right(e.Y)
	if x == nil || y == nil || b.mustBe(y, x.Type()) == nil {
		return nil
	}
	return b.fold(e, &ir.Binary{ExprInfo: b.at(x.Type(), e), Op: op, X: x, Y: y})
}

// divisor translates the divisor of / or %.
func (b *body) divisor(e ast.Expr) ir.Expr {
	y := b.expr(e)
	if y == nil {
		return nil
	}
	c, ok := y.(*ir.Const)
	if !ok {
		b.refuse(e.Pos(), ruleDivide, "divide by a constant, or use fixedpoint.Div or a reciprocal", "division by a variable")
		return nil
	}
	if c.Value.Sign() == 0 {
		b.refuse(e.Pos(), ruleDivide, "divide by another constant", "division by zero")
		return nil
	}
	return c
}

// shiftCount translates the count of a shift: unsigned, or a constant.
func (b *body) shiftCount(e ast.Expr) ir.Expr {
	n := b.count64(e, ruleShift, "shift count")
	if n == nil {
		return nil
	}
	if c, ok := n.(*ir.Const); ok {
		if c.Value.Sign() < 0 {
			b.refuse(e.Pos(), ruleShift, "use a count that is not negative", "shift by %s", c.Value)
			return nil
		}
		return n
	}
	if n.Type().Kind.IsSigned() {
		b.refuse(e.Pos(), ruleShift, "convert it to an unsigned type, as in uint32(n)", "shift count of signed type %s", n.Type())
		return nil
	}
	return n
}

func (b *body) compare(e *ast.BinaryExpr, op ir.Op) ir.Expr {
	if b.refused[ast.Unparen(e.X)] || b.refused[ast.Unparen(e.Y)] {
		return nil
	}
	for _, o := range []ast.Expr{e.X, e.Y} {
		if gt := b.p.info.Types[o].Type; gt != nil && isPointer(gt) {
			b.refuse(e.Pos(), ruleCompare, "compare fields", "comparison of pointers")
			return nil
		}
	}
	x, y := b.expr(e.X), b.expr(e.Y)
	if x == nil || y == nil {
		return nil
	}
	if !x.Type().Kind.IsScalar() {
		b.refuse(e.Pos(), ruleCompare, "compare field by field", "comparison of values of type %s", x.Type())
		return nil
	}
	if b.mustBe(y, x.Type()) == nil {
		return nil
	}
	t := b.typ(b.p.info.Types[e].Type, b.env, e.Pos())
	if t == nil {
		return nil
	}
	return b.fold(e, &ir.Binary{ExprInfo: b.at(t, e), Op: op, X: x, Y: y})
}
