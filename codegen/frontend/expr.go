package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"

	"smartnic-cc/codegen/ir"
)

// The methods here return nil after a refusal, or if the checker has refused the node already; the caller then gives
// up silently.

func (b *body) at(t *ir.Type, n ast.Node) ir.ExprInfo {
	return ir.ExprInfo{Typ: t, Pos: b.pos(n.Pos())}
}

// value translates an expression that must have the type want.
func (b *body) value(e ast.Expr, want *ir.Type) ir.Expr {
	return b.mustBe(b.expr(e), want)
}

// whole is value for a position in which a call may change what its pointer arguments point to.
func (b *body) whole(e ast.Expr, want *ir.Type) ir.Expr {
	return b.mustBe(b.wholeExpr(e), want)
}

func (b *body) wholeExpr(e ast.Expr) ir.Expr {
	if c, ok := ast.Unparen(e).(*ast.CallExpr); ok && !b.isConversion(c) {
		if !b.refused[c] {
			return b.call(c, true)
		}
		return nil
	}
	return b.expr(e)
}

// mustBe refuses a value whose type is not identical to want: Go lets a named
// and an unnamed array or bool type be assigned to each other.
func (b *body) mustBe(x ir.Expr, want *ir.Type) ir.Expr {
	if x == nil || want == nil {
		return nil
	}
	if x.Type() != want {
		if x.Type() == nil {
			return nil
		}
		b.add(Diagnostic{Pos: x.At(), Rule: ruleConvert, Msg: "value of type " + x.Type().String() + " where " + want.String() + " is meant",
			Remedy: "use one and the same type"})
		return nil
	}
	return x
}

func (b *body) isConversion(c *ast.CallExpr) bool { return b.p.info.Types[c.Fun].IsType() }

// expr translates any expression. Calls with pointer arguments are refused:
// inside an expression the order of their effects would matter.
func (b *body) expr(e ast.Expr) ir.Expr {
	e = ast.Unparen(e)
	if b.refused[e] {
		return nil
	}
	if tv := b.p.info.Types[e]; tv.Value != nil {
		return b.constant(e, tv)
	}
	switch e := e.(type) {
	case *ast.Ident:
		return b.ident(e)
	case *ast.SelectorExpr:
		return b.selector(e)
	case *ast.IndexExpr:
		return b.indexExpr(e)
	case *ast.IndexListExpr:
		b.refuse(e.Pos(), ruleFuncValue, "call the function by its name", "function used as a value")
		return nil
	case *ast.StarExpr:
		return b.deref(e)
	case *ast.UnaryExpr:
		return b.unaryExpr(e)
	case *ast.BinaryExpr:
		return b.binary(e)
	case *ast.CallExpr:
		if b.isConversion(e) {
			return b.conversion(e)
		}
		return b.call(e, false)
	case *ast.CompositeLit:
		return b.composite(e, b.p.info.Types[e].Type)
	}
	b.refuse(e.Pos(), ruleStmt, "see docs/subset.md", "expression outside the subset")
	return nil
}

// constant translates a Go constant.
func (b *body) constant(e ast.Expr, tv types.TypeAndValue) ir.Expr {
	t := b.typ(tv.Type, b.env, e.Pos())
	v := bigValue(tv.Value)
	if t == nil || v == nil || !t.Kind.IsScalar() {
		return nil
	}
	return b.constNode(e, t, v)
}

func (b *body) constNode(e ast.Expr, t *ir.Type, v *big.Int) *ir.Const {
	c := &ir.Const{ExprInfo: b.at(t, e), Value: v, Text: source(b.loader, b.f, e)}
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		c.Lit = true
	case *ast.UnaryExpr:
		_, lit := e.X.(*ast.BasicLit)
		c.Lit = lit && e.Op == token.SUB
	case *ast.Ident:
		c.Ref = b.consts[b.p.info.Uses[e]]
		c.Lit = c.Ref == nil // true, false
	case *ast.SelectorExpr:
		c.Ref = b.consts[b.p.info.Uses[e.Sel]]
	}
	return c
}

func (b *body) ident(e *ast.Ident) ir.Expr {
	switch o := b.p.info.Uses[e].(type) {
	case *types.Var:
		if v := b.vars[o]; v != nil {
			if v.ByRef {
				b.refuse(e.Pos(), rulePointer, "use its fields, *"+e.Name+", or pass it on to a pointer parameter",
					"pointer %s used as a value", e.Name)
				return nil
			}
			return &ir.VarRef{ExprInfo: b.at(v.Type, e), Var: v}
		}
		b.tableValue(o, e)
	case *types.Func:
		b.refuse(e.Pos(), ruleFuncValue, "call the function by its name", "function %s used as a value", e.Name)
	}
	return nil
}

// tableValue refuses a package-level variable that is not indexed.
func (b *body) tableValue(o *types.Var, e ast.Expr) {
	if b.tables[o] != nil {
		b.refuse(e.Pos(), ruleTable, "index it: a table is only read, one element at a time", "table %s used as a whole", o.Name())
	}
}

func (b *body) selector(e *ast.SelectorExpr) ir.Expr {
	sel := b.p.info.Selections[e]
	if sel == nil { // package.Name
		switch o := b.p.info.Uses[e.Sel].(type) {
		case *types.Var:
			b.tableValue(o, e)
		case *types.Func:
			b.refuse(e.Pos(), ruleFuncValue, "call the function by its name", "function %s used as a value", o.Name())
		}
		return nil
	}
	if sel.Kind() != types.FieldVal {
		b.refuse(e.Pos(), ruleFuncValue, "call the method: x.M(...)", "method %s used as a value", e.Sel.Name)
		return nil
	}
	x := b.base(e.X)
	if x == nil || x.Type().Kind != ir.Struct {
		return nil
	}
	for _, f := range x.Type().Fields {
		if f.Name == e.Sel.Name {
			return &ir.FieldRef{ExprInfo: b.at(f.Type, e), X: x, Field: f}
		}
	}
	return nil
}

// base translates the operand of a selector or index: a variable, a pointer
// parameter (followed), a part of one, or a table.
func (b *body) base(e ast.Expr) ir.Expr {
	e = ast.Unparen(e)
	if b.refused[e] {
		return nil
	}
	switch x := e.(type) {
	case *ast.Ident:
		if v := b.vars[b.p.info.Uses[x]]; v != nil {
			return &ir.VarRef{ExprInfo: b.at(v.Type, e), Var: v}
		}
		if t := b.tables[b.p.info.Uses[x]]; t != nil {
			return &ir.TableRef{ExprInfo: b.at(t.Type, e), Table: t}
		}
	case *ast.SelectorExpr:
		if b.p.info.Selections[x] == nil {
			if t := b.tables[b.p.info.Uses[x.Sel]]; t != nil {
				return &ir.TableRef{ExprInfo: b.at(t.Type, e), Table: t}
			}
		}
	case *ast.CallExpr, *ast.CompositeLit:
		b.refuse(e.Pos(), ruleOrder, useVarFirst, "part of a value that has no name")
		return nil
	}
	return b.expr(e)
}

func (b *body) indexExpr(e *ast.IndexExpr) ir.Expr {
	if _, ok := b.p.info.Types[e].Type.(*types.Signature); ok {
		b.refuse(e.Pos(), ruleFuncValue, "call the function by its name", "function used as a value")
		return nil
	}
	x := b.base(e.X)
	i := b.count64(e.Index, ruleIndex, "index")
	if x == nil || i == nil {
		return nil
	}
	if x.Type().Kind != ir.Array {
		b.refuse(e.Pos(), ruleType, "use an array [N]T", "index of a value of type %s", x.Type())
		return nil
	}
	if c, ok := i.(*ir.Const); ok && (c.Value.Sign() < 0 || c.Value.Cmp(big.NewInt(int64(x.Type().Len))) >= 0) {
		b.refuse(e.Index.Pos(), ruleIndex, "keep it in the array", "index %s is out of range for %s", c.Value, x.Type())
		return nil
	}
	return &ir.Index{ExprInfo: b.at(x.Type().Elem, e), X: x, I: i}
}

// count64 translates an index or shift count: any integer type, and constants of any type (int in Go by default).
func (b *body) count64(e ast.Expr, rule, what string) ir.Expr {
	if tv := b.p.info.Types[e]; tv.Value != nil {
		if v := bigValue(tv.Value); v != nil {
			t := b.basicType(ir.Uint32)
			if bt, ok := tv.Type.(*types.Basic); ok && basicKinds[bt.Kind()] != ir.Invalid {
				t = b.basicType(basicKinds[bt.Kind()])
			} else if v.Sign() < 0 || v.Cmp(t.Kind.Max()) > 0 {
				v = t.Kind.Max() // far beyond any width or array
			}
			return b.constNode(e, t, v)
		}
		return nil
	}
	if t, ok := b.p.info.Types[e].Type.(*types.Basic); ok && t.Kind() == types.Int && b.isCount(e) {
		if n := b.lenOf(ast.Unparen(e)); n > 0 {
			return b.constNode(e, b.basicType(ir.Uint32), big.NewInt(int64(n)))
		}
	}
	x := b.expr(e)
	if x != nil && !x.Type().Kind.IsInteger() {
		b.refuse(e.Pos(), rule, useFixedWidth, "%s of type %s", what, x.Type())
		return nil
	}
	return x
}

// deref translates *p.
func (b *body) deref(e *ast.StarExpr) ir.Expr {
	if id, ok := ast.Unparen(e.X).(*ast.Ident); ok {
		if v := b.vars[b.p.info.Uses[id]]; v != nil && v.ByRef {
			return &ir.VarRef{ExprInfo: b.at(v.Type, e), Var: v}
		}
	}
	if !b.refused[ast.Unparen(e.X)] {
		b.refuse(e.Pos(), rulePointer, "follow pointer parameters only", "pointer followed that is no parameter")
	}
	return nil
}

// conversion translates T(x).
func (b *body) conversion(e *ast.CallExpr) ir.Expr {
	t := b.typ(b.p.info.Types[e.Fun].Type, b.env, e.Pos())
	arg := ast.Unparen(e.Args[0])
	if b.refused[arg] {
		return nil
	}
	if c, ok := arg.(*ast.CallExpr); ok && b.isCount(c) {
		return b.countAs(e, c, t)
	}
	if v := bigOf(b.p.info.Types[arg]); v != nil && t != nil && t.Kind.IsInteger() {
		// A constant converted to a type parameter is not constant in Go, and its type defaults to int.
		return b.constNode(e, t, t.Kind.Wrap(v))
	}
	x := b.expr(arg)
	if t == nil || x == nil {
		return nil
	}
	ints := t.Kind.IsInteger() && x.Type().Kind.IsInteger()
	bools := t.Kind == ir.Bool && x.Type().Kind == ir.Bool
	if !ints && !bools {
		b.refuse(e.Pos(), ruleConvert, "use one and the same type, or copy field by field", "conversion of %s to %s", x.Type(), t)
		return nil
	}
	return b.fold(e, &ir.Convert{ExprInfo: b.at(t, e), X: x})
}

// composite translates T{...}.
func (b *body) composite(e *ast.CompositeLit, gt types.Type) ir.Expr {
	t := b.typ(gt, b.env, e.Pos())
	if t == nil {
		return nil
	}
	c := &ir.Composite{ExprInfo: b.at(t, e)}
	ok := true
	switch t.Kind {
	case ir.Struct:
		c.Elems = make([]ir.Expr, len(t.Fields))
		for i, x := range e.Elts {
			if kv, keyed := x.(*ast.KeyValueExpr); keyed {
				c.Keys, x = true, kv.Value
				id, _ := kv.Key.(*ast.Ident)
				for _, f := range t.Fields {
					if id != nil && f.Name == id.Name {
						i = f.Index
					}
				}
			}
			if i < len(t.Fields) {
				c.Elems[i] = b.value(x, t.Fields[i].Type)
				ok = ok && c.Elems[i] != nil
			}
		}
	case ir.Array:
		c.Elems = make([]ir.Expr, t.Len)
		i := int64(0)
		for _, x := range e.Elts {
			if kv, keyed := x.(*ast.KeyValueExpr); keyed {
				c.Keys, x = true, kv.Value
				i, _ = constant.Int64Val(constant.ToInt(b.p.info.Types[kv.Key].Value))
			}
			if i >= 0 && i < int64(t.Len) {
				c.Elems[i] = b.value(x, t.Elem)
				ok = ok && c.Elems[i] != nil
			}
			i++
		}
	default:
		return nil
	}
	if !ok {
		return nil
	}
	return c
}
