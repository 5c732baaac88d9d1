package cgen

import "smartnic-cc/codegen/ir"

// inRange reports whether an index is proved to be in range.
func (g *gen) inRange(e *ir.Index) bool {
	r := g.r.Of(e.I)
	return r.NonNegative() && r.Below(int64(e.X.Type().Len))
}

// guarded reports whether an index is printed with a guard.
func (g *gen) guarded(e *ir.Index) bool {
	if !g.opt.Verified {
		return false
	}
	switch i := e.I.(type) {
	case *ir.Const:
		return false
	case *ir.VarRef:
		return !g.loops[i.Var] || !g.inRange(e)
	}
	return true
}

// faults reports whether an expression may fault: it has an index that is not proved to be in range, or a call. Such
// an expression is printed even if its value is known or not needed.
func (g *gen) faults(e ir.Expr) bool {
	found := false
	ir.WalkExprs(&ir.Return{Values: []ir.Expr{e}}, func(x ir.Expr) {
		switch x := x.(type) {
		case *ir.Index:
			found = found || !g.inRange(x)
		case *ir.Call:
			found = true
		}
	})
	return found
}
