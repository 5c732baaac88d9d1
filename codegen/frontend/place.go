package frontend

import (
	"go/ast"
	"go/types"

	"smartnic-cc/codegen/ir"
)

// place translates what can be assigned to or passed by address.
func (b *body) place(e ast.Expr) ir.Expr {
	e = ast.Unparen(e)
	if b.refused[e] {
		return nil
	}
	if o := b.tableRoot(e); o != nil {
		b.refuse(e.Pos(), ruleTable, "keep what changes in a struct that the caller passes", "table %s is not only read", o.Name())
		return nil
	}
	x := b.expr(e)
	if x == nil {
		return nil
	}
	v := ir.BaseVar(x)
	if v == nil {
		b.refuse(e.Pos(), rulePointer, useVarFirst, "value without a place")
		return nil
	}
	if b.loops[v] {
		b.refuse(e.Pos(), ruleLoopVar, "use another variable: the loop must be provably bounded", "loop variable %s is changed in the body", v.GoName)
		return nil
	}
	return x
}

// tableRoot returns the package-level variable that e is a part of, if any.
func (b *body) tableRoot(e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			if b.p.info.Selections[x] == nil {
				o := b.p.info.Uses[x.Sel]
				if v, ok := o.(*types.Var); ok && !v.IsField() {
					return o
				}
				return nil
			}
			e = x.X
		case *ast.Ident:
			o := b.p.info.Uses[x]
			if v, ok := o.(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				return o
			}
			return nil
		default:
			return nil
		}
	}
}

// apart refuses a call in which two pointer arguments may overlap. Different variables never do, pointer parameters
// included: no call allows it.
func (b *body) apart(c *ir.Call) bool {
	for i, x := range c.Args {
		for _, y := range c.Args[:i] {
			if x.ByRef && y.ByRef && overlap(x.X, y.X) {
				b.add(Diagnostic{Pos: x.X.At(), Rule: ruleAlias, Msg: "two pointer arguments of " + c.Func.GoName + " may be the same memory",
					Remedy: "pass parts that do not overlap, or copy one to a variable"})
				return false
			}
		}
	}
	return true
}

// overlap reports whether two places may share memory: one path is a prefix of the other, where an index that is not
// constant equals any other.
func overlap(x, y ir.Expr) bool {
	vx, px := accessPath(x, nil)
	vy, py := accessPath(y, nil)
	if vx != vy {
		return false
	}
	for i := range min(len(px), len(py)) {
		if px[i] != py[i] && px[i] != "?" && py[i] != "?" {
			return false
		}
	}
	return true
}

func accessPath(e ir.Expr, tail []string) (*ir.Var, []string) {
	switch x := e.(type) {
	case *ir.FieldRef:
		v, p := accessPath(x.X, tail)
		return v, append(p, x.Field.Name)
	case *ir.Index:
		v, p := accessPath(x.X, tail)
		if c, ok := x.I.(*ir.Const); ok {
			return v, append(p, c.Value.String())
		}
		return v, append(p, "?")
	case *ir.VarRef:
		return x.Var, tail
	}
	return nil, tail
}
