package cgen

import (
	"strings"

	"smartnic-cc/codegen/ir"
)

// ifStmt prints a conditional. A condition that an instance of a generic made
// constant leaves only its branch, without braces.
func (f *fn) ifStmt(s *ir.If) bool {
	if c, ok := s.Cond.(*ir.Const); ok {
		f.trail = ""
		if c.Value.Sign() != 0 {
			return f.stmts(s.Then)
		}
		return f.stmts(s.Else)
	}
	f.open("if (%s)", f.cond(s.Cond))
	then := f.stmts(s.Then)
	if len(s.Else) == 0 {
		f.close("")
		return false
	}
	return f.elseBranch(s.Else) && then
}

func (f *fn) cond(e ir.Expr) string { return f.expr(e).s }

// elseBranch closes the block before it and prints the else branch.
func (f *fn) elseBranch(list []ir.Stmt) bool {
	if s, ok := list[0].(*ir.If); ok && len(list) == 1 && len(s.LeadComment) == 0 {
		if _, isConst := s.Cond.(*ir.Const); !isConst {
			f.indent--
			f.pop()
			if s.LineComment != "" {
				f.trail = f.remark(s.LineComment)
			}
			f.open("} else if (%s)", f.cond(s.Cond))
			then := f.stmts(s.Then)
			if len(s.Else) == 0 {
				f.close("")
				return false
			}
			return f.elseBranch(s.Else) && then
		}
	}
	f.indent--
	f.pop()
	f.open("} else")
	end := f.stmts(list)
	f.close("")
	return end
}

func (f *fn) forStmt(s *ir.For) {
	if s.Iterations == 0 {
		f.trail = ""
		return
	}
	test, step := "<", "++"
	if s.Down {
		test, step = ">", "--"
	}
	if s.Inclusive {
		test += "="
	}
	lo, hi := f.constant(s.Lo), f.constant(s.Hi)
	first := f.leaves(s)
	if first != nil {
		f.open("if (%s)", f.unless(first))
	}
	f.push()
	t := s.Var.Type
	if (t.Kind == ir.Uint8 || t.Kind == ir.Uint16) && !f.g.opt.Verified && onlyCompared(s) {
		t = &ir.Type{Kind: ir.Uint32}
		lo = number(t.Kind, s.Lo.Value, "", false)
	}
	v := f.declareVar(s.Var)
	f.open("for (%s = %s; %s %s %s; %s%s)", f.g.decl(t, v), as(lo, t.Kind).s, v, test, hi.in(precAdd), v, step)
	f.stmts(s.Body)
	f.close("")
	f.pop()
	if first != nil {
		f.close("")
	}
}

// leaves returns the condition on which a loop is left before anything is done, if it begins with one
// that needs no variable of the loop: tested before the loop as well, it keeps what the loop
// needs out of the way of events that do not enter it.
func (f *fn) leaves(s *ir.For) ir.Expr {
	if len(s.Body) == 0 {
		return nil
	}
	c, ok := s.Body[0].(*ir.If)
	if !ok || len(c.Then) != 1 || len(c.Else) > 0 || f.g.opt.Verified || f.g.faults(c.Cond) {
		return nil
	}
	if _, ok := c.Then[0].(*ir.Break); !ok || mentions(c.Cond, s.Var) {
		return nil
	}
	return c.Cond
}

func mentions(e ir.Expr, v *ir.Var) (found bool) {
	ir.WalkSubexprs(e, func(e ir.Expr) {
		if r, ok := e.(*ir.VarRef); ok && r.Var == v {
			found = true
		}
		if _, ok := e.(*ir.Call); ok {
			found = true
		}
	})
	return found
}

// unless prints what a condition is not.
func (f *fn) unless(e ir.Expr) string {
	if b, ok := e.(*ir.Binary); ok && b.Op.IsCompare() {
		not := *b
		not.Op = map[ir.Op]ir.Op{ir.Eq: ir.Ne, ir.Ne: ir.Eq, ir.Lt: ir.Ge, ir.Ge: ir.Lt, ir.Gt: ir.Le, ir.Le: ir.Gt}[b.Op]
		return f.expr(&not).s
	}
	return "!" + f.expr(e).in(precUnary)
}

// onlyCompared reports whether the variable of a loop is a number of turns that is compared and
// nothing else: in a whole register it need not be cut at each turn.
func onlyCompared(s *ir.For) bool {
	uses, compared := 0, 0
	is := func(e ir.Expr) bool {
		r, ok := e.(*ir.VarRef)
		return ok && r.Var == s.Var
	}
	ir.WalkStmts(s.Body, func(t ir.Stmt) {
		ir.WalkExprs(t, func(e ir.Expr) {
			if is(e) {
				uses++
			}
			if b, ok := e.(*ir.Binary); ok && b.Op.IsCompare() && (is(b.X) != is(b.Y)) {
				compared++
			}
		})
	})
	return uses == compared
}

// switchStmt prints a switch. On a constant, which an instance of a generic may
// make, it prints the one clause.
func (f *fn) switchStmt(s *ir.Switch) bool {
	if c, ok := s.Tag.(*ir.Const); ok {
		f.trail = ""
		if k := chosen(s, c); k != nil {
			return f.stmts(k.Body)
		}
		return false
	}
	if len(s.Cases) == 0 {
		f.line("(void)%s;", f.expr(s.Tag).in(precUnary))
		return false
	}
	tag := f.kind
	if f.g.events[f.f].Switch != s {
		tag = f.expr(s.Tag).s
	}
	f.line("switch (%s) {", tag)
	all, hasDefault := true, false
	for _, k := range s.Cases {
		hasDefault = hasDefault || k.Default
		all = f.clause(k) && all
	}
	f.line("}")
	return all && hasDefault
}

func chosen(s *ir.Switch, c *ir.Const) *ir.Case {
	var def *ir.Case
	for _, k := range s.Cases {
		if k.Default {
			def = k
		}
		for _, v := range k.Values {
			if v.Value.Cmp(c.Value) == 0 {
				return k
			}
		}
	}
	return def
}

func (f *fn) clause(k *ir.Case) bool {
	if len(k.LeadComment) > 0 {
		f.out.WriteString(comment(f.prose(k.LeadComment), strings.Repeat("\t", f.indent)))
	}
	var labels []string
	for _, v := range k.Values {
		if v.Ref != nil && v.Ref.Local {
			// A const variable is no constant expression in C.
			labels = append(labels, "case "+number(v.Typ.Kind, v.Value, "", false).s+":")
			continue
		}
		labels = append(labels, "case "+f.constant(v).s+":")
	}
	if k.Default {
		labels = append(labels, "default:")
	}
	for _, l := range labels[:len(labels)-1] {
		f.line("%s", l)
	}
	if k.LineComment != "" {
		f.trail = f.remark(k.LineComment)
	}
	f.line("%s", labels[len(labels)-1])
	outer := f.out
	f.out = &strings.Builder{}
	f.indent++
	f.push()
	f.fresh = true
	end := f.stmts(k.Body)
	if !end {
		f.line("break;")
	}
	declares := len(f.scopes[len(f.scopes)-1]) > 0
	f.pop()
	f.indent--
	body := f.out.String()
	f.out = outer
	if !declares {
		f.out.WriteString(body)
		return end
	}
	f.line("{")
	f.out.WriteString(body)
	f.line("}")
	return end
}
