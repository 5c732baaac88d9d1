package cgen

import (
	"strings"

	"smartnic-cc/codegen/ir"
)

// ifStmt prints a conditional. If the condition is constant in an instance of a generic, only its branch is printed,
// without braces.
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
	f.push()
	v := f.declareVar(s.Var)
	f.open("for (%s = %s; %s %s %s; %s%s)", f.g.decl(s.Var.Type, v), as(lo, s.Var.Type.Kind).s, v, test, hi.in(precAdd), v, step)
	f.stmts(s.Body)
	f.close("")
	f.pop()
}

// switchStmt prints a switch. If the tag is constant, as it may be in an instance of a generic, only the matching
// clause is printed.
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
	f.line("switch (%s) {", f.expr(s.Tag).s)
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
			// A const variable is not a constant expression in C.
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
