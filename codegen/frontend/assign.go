package frontend

import (
	"go/ast"
	"go/token"
	"math/big"
	"slices"

	"smartnic-cc/codegen/ir"
)

var bigOne = big.NewInt(1)

// assign translates =, := and op=.
func (b *body) assign(s *ast.AssignStmt) []ir.Stmt {
	switch s.Tok {
	case token.DEFINE:
		return b.define(s, s.Lhs, s.Rhs)
	case token.ASSIGN:
		return b.set(s, s.Lhs, s.Rhs)
	}
	return b.opAssign(s)
}

func (b *body) opAssign(s *ast.AssignStmt) []ir.Stmt {
	op := binaryOps[s.Tok]
	dst := b.place(s.Lhs[0])
	var src ir.Expr
	switch op {
	case ir.Shl, ir.Shr:
		src = b.shiftCount(s.Rhs[0])
	case ir.Div, ir.Rem:
		src = b.divisor(s.Rhs[0])
	default:
		src = b.expr(s.Rhs[0])
		if dst != nil {
			src = b.mustBe(src, dst.Type())
		}
	}
	if dst == nil || src == nil {
		return nil
	}
	return one(&ir.Assign{StmtInfo: b.simpleInfo(s), Op: op, Dst: dst, Src: src})
}

// define translates := and var with values, where at least one name is new.
func (b *body) define(s ast.Node, lhs, rhs []ast.Expr) []ir.Stmt {
	if len(lhs) != len(rhs) {
		return b.multi(s, lhs, rhs[0])
	}
	if len(lhs) > 1 {
		return b.parallel(s, lhs, rhs)
	}
	id := lhs[0].(*ast.Ident)
	if id.Name == "_" {
		return b.set(s, lhs, rhs)
	}
	if b.intVar(id); b.ptrVar(id) {
		return nil
	}
	x := b.wholeExpr(rhs[0])
	v := b.declare(id, x)
	if v == nil || x == nil {
		return nil
	}
	return one(&ir.Declare{StmtInfo: b.simpleInfo(s), Var: v, Init: x})
}

// set translates plain =.
func (b *body) set(s ast.Node, lhs, rhs []ast.Expr) []ir.Stmt {
	if len(lhs) != len(rhs) {
		return b.multi(s, lhs, rhs[0])
	}
	if len(lhs) > 1 {
		return b.parallel(s, lhs, rhs)
	}
	if isBlank(lhs[0]) {
		x := b.wholeExpr(rhs[0])
		if x == nil {
			return nil
		}
		if c, ok := x.(*ir.Call); ok && c.HasByRef() {
			return one(&ir.CallStmt{StmtInfo: b.simpleInfo(s), Call: c})
		}
		b.refuse(lhs[0].Pos(), ruleBlank, "remove it", "value assigned to _")
		return nil
	}
	dst := b.place(lhs[0])
	src := b.wholeExpr(rhs[0])
	if dst == nil || src == nil || b.mustBe(src, dst.Type()) == nil {
		return nil
	}
	if c, ok := src.(*ir.Call); ok && b.indexMoves(dst, c) {
		b.refuse(lhs[0].Pos(), ruleOrder, "assign the index to a variable first", "the call changes what the index on the left is made of")
		return nil
	}
	return one(&ir.Assign{StmtInfo: b.simpleInfo(s), Dst: dst, Src: src})
}

func isBlank(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "_"
}

// indexMoves reports whether an index in the place dst reads a variable that
// the call may change: Go does not say which comes first.
func (b *body) indexMoves(dst ir.Expr, c *ir.Call) bool {
	return slices.ContainsFunc(c.Args, func(a ir.Arg) bool { return a.ByRef && indexReads(dst, ir.BaseVar(a.X)) })
}

// indexReads reports whether an index in the place e mentions v.
func indexReads(e ir.Expr, v *ir.Var) bool {
	switch e := e.(type) {
	case *ir.FieldRef:
		return indexReads(e.X, v)
	case *ir.Index:
		return indexReads(e.X, v) || mentions(e.I, v)
	}
	return false
}

// mentions reports whether the expression reads the variable v.
func mentions(e ir.Expr, v *ir.Var) bool {
	found := false
	ir.WalkSubexprs(e, func(x ir.Expr) {
		r, ok := x.(*ir.VarRef)
		found = found || ok && r.Var == v
	})
	return found
}

// target is one left-hand side of an assignment of several values.
type target struct {
	node  ast.Expr
	blank bool
	fresh *ast.Ident // a name that := declares
	place ir.Expr    // otherwise
}

func (b *body) targets(lhs []ast.Expr) ([]target, bool) {
	ok := true
	var ts []target
	for _, e := range lhs {
		t := target{node: e, blank: isBlank(e)}
		if id, isID := e.(*ast.Ident); isID && !t.blank && b.p.info.Defs[id] != nil {
			t.fresh = id
		}
		if !t.blank && t.fresh == nil {
			t.place = b.place(e)
			ok = ok && t.place != nil
		}
		ts = append(ts, t)
	}
	return ts, ok
}

// parallel translates a, b = x, y. All values are computed before any is assigned; temporaries are made only where
// needed.
func (b *body) parallel(s ast.Node, lhs, rhs []ast.Expr) []ir.Stmt {
	ts, ok := b.targets(lhs)
	var vals []ir.Expr
	for i, e := range rhs {
		if ts[i].blank {
			b.refuse(lhs[i].Pos(), ruleBlank, "remove it", "value assigned to _")
			ok = false
			continue
		}
		x := b.expr(e)
		vals = append(vals, x)
		ok = ok && x != nil
	}
	if !ok {
		for i, t := range ts { // so that uses of the names are not refused again
			if t.fresh != nil && len(vals) == len(ts) {
				b.declare(t.fresh, vals[i])
			}
		}
		return nil
	}
	direct := true
	for i, t := range ts {
		if t.place == nil {
			continue
		}
		v := ir.BaseVar(t.place)
		for j := i + 1; j < len(ts); j++ {
			direct = direct && !mentions(vals[j], v)
			if ts[j].place != nil && indexReads(ts[j].place, v) {
				b.refuse(lhs[j].Pos(), ruleOrder, "write one assignment a line", "index on the left depends on what is assigned")
				return nil
			}
		}
	}
	var out, after []ir.Stmt
	for i, t := range ts {
		x := vals[i]
		_, isConst := x.(*ir.Const)
		if !direct && !isConst && t.place != nil {
			v := b.temp(x.Type(), rhs[i].Pos())
			out = append(out, &ir.Declare{StmtInfo: b.si(s), Var: v, Init: x})
			x = &ir.VarRef{ExprInfo: b.at(x.Type(), rhs[i]), Var: v}
		}
		if t.fresh != nil {
			// A new name does not occur on the right: declare it with the values.
			if v := b.declare(t.fresh, x); v != nil {
				out = append(out, &ir.Declare{StmtInfo: b.si(s), Var: v, Init: x})
			}
			continue
		}
		if b.mustBe(x, t.place.Type()) == nil {
			return nil
		}
		after = append(after, &ir.Assign{StmtInfo: b.si(s), Dst: t.place, Src: x})
	}
	out = append(out, after...)
	if len(out) > 0 {
		out[0].Info().LeadComment = b.simpleInfo(s).LeadComment
	}
	return out
}

// multi translates a, b = f().
func (b *body) multi(s ast.Node, lhs []ast.Expr, rhs ast.Expr) []ir.Stmt {
	ts, ok := b.targets(lhs)
	from := b.wholeExpr(rhs)
	if !ok || from == nil {
		return nil
	}
	rts := resultTypes(from)
	if len(rts) != len(ts) {
		return nil
	}
	call, _ := from.(*ir.Call)
	m := &ir.MultiAssign{StmtInfo: b.simpleInfo(s), From: from}
	out := one(m)
	for i, t := range ts {
		var v *ir.Var
		define := false
		switch {
		case t.blank:
		case t.fresh != nil:
			// A stand-in with the type of the result lets declare compare.
			v = b.declare(t.fresh, &ir.VarRef{ExprInfo: b.at(rts[i], t.node)})
			if v == nil {
				return nil
			}
			define = true
		default:
			if b.mustBe(&ir.VarRef{ExprInfo: b.at(t.place.Type(), t.node)}, rts[i]) == nil {
				return nil
			}
			if call != nil && b.indexMoves(t.place, call) || b.indexAssigned(ts, i) {
				b.refuse(t.node.Pos(), ruleOrder, "assign the index to a variable first", "index on the left depends on what is assigned")
				return nil
			}
			if v = plainLocal(t.place, call, m.Dst); v == nil {
				v, define = b.temp(rts[i], t.node.Pos()), true
				out = append(out, &ir.Assign{StmtInfo: b.si(s), Dst: t.place,
					Src: &ir.VarRef{ExprInfo: b.at(rts[i], t.node), Var: v}})
			}
		}
		m.Dst, m.Define = append(m.Dst, v), append(m.Define, define)
	}
	return out
}

// indexAssigned reports whether an index in target i reads a variable that
// another target assigns.
func (b *body) indexAssigned(ts []target, i int) bool {
	for j, t := range ts {
		if j != i && t.place != nil && indexReads(ts[i].place, ir.BaseVar(t.place)) {
			return true
		}
	}
	return false
}

// plainLocal returns the variable in which a MultiAssign may directly store a result, or nil if it needs a temporary.
func plainLocal(place ir.Expr, call *ir.Call, before []*ir.Var) *ir.Var {
	ref, ok := place.(*ir.VarRef)
	if !ok || ref.Var.ByRef {
		return nil
	}
	for _, v := range before {
		if v == ref.Var {
			return nil
		}
	}
	if call != nil {
		for _, a := range call.Args {
			if a.ByRef && ir.BaseVar(a.X) == ref.Var {
				return nil
			}
		}
	}
	return ref.Var
}
