package frontend

import (
	"go/ast"
	"go/token"

	"smartnic-cc/codegen/ir"
)

// switchStmt translates a switch: on an integer to a Switch, without a tag to
// a chain of If.
func (b *body) switchStmt(s *ast.SwitchStmt) []ir.Stmt {
	var init []ir.Stmt
	if s.Init != nil {
		init = b.stmt(s.Init)
	}
	b.nest = append(b.nest, 's')
	var n ir.Stmt
	if s.Tag == nil {
		n = b.tagless(s)
	} else {
		n = b.tagged(s)
	}
	b.nest = b.nest[:len(b.nest)-1]
	if n == nil {
		return nil
	}
	return b.withInit(s, init, n)
}

func (b *body) clauseBody(s *ast.SwitchStmt, i int) ([]ir.Stmt, gap) {
	c := s.Body.List[i].(*ast.CaseClause)
	end := s.Body.Rbrace
	if i+1 < len(s.Body.List) {
		end = s.Body.List[i+1].Pos()
		// Comments straight above the next clause belong to it.
		if len(c.Body) > 0 {
			for _, g := range between(b.f, c.Body[len(c.Body)-1].End(), end) {
				if b.line(g.Pos()) > b.line(c.Body[len(c.Body)-1].End()) {
					end = g.Pos()
					break
				}
			}
		}
	}
	return b.stmts(c.Body, c.Colon, end)
}

// clauseLead returns the comments above a clause.
func (b *body) clauseLead(s *ast.SwitchStmt, i int) []string {
	from := s.Body.Lbrace
	if i > 0 {
		prev := s.Body.List[i-1].(*ast.CaseClause)
		if len(prev.Body) == 0 {
			return nil // they are the body of the clause before
		}
		from = prev.Body[len(prev.Body)-1].End()
	}
	return b.gapBetween(b.f, from, s.Body.List[i].Pos()).lead
}

func (b *body) tagged(s *ast.SwitchStmt) ir.Stmt {
	n := &ir.Switch{StmtInfo: b.si(s)}
	n.Tag = b.wholeExpr(s.Tag)
	ok := n.Tag != nil
	if ok && !n.Tag.Type().Kind.IsInteger() {
		b.refuse(s.Tag.Pos(), ruleSwitch, "use if", "switch on a value of type %s", n.Tag.Type())
		ok = false
	}
	seen := map[string]bool{}
	for i := range s.Body.List {
		cc := s.Body.List[i].(*ast.CaseClause)
		c := &ir.Case{Pos: b.pos(cc.Pos()), Default: cc.List == nil, LeadComment: b.clauseLead(s, i)}
		for _, e := range cc.List {
			v, good := b.caseValue(e, n, seen)
			ok = ok && good
			c.Values = append(c.Values, v)
		}
		var g gap
		c.Body, g = b.clauseBody(s, i)
		c.LineComment = oneLine(g.trail)
		n.Cases = append(n.Cases, c)
	}
	n.LineComment = oneLine(b.gapBetween(b.f, s.Body.Lbrace, firstPos(s)).trail)
	if !ok {
		return nil
	}
	return n
}

func (b *body) caseValue(e ast.Expr, n *ir.Switch, seen map[string]bool) (*ir.Const, bool) {
	x := b.expr(e)
	if x == nil || n.Tag == nil || b.mustBe(x, n.Tag.Type()) == nil {
		return nil, false
	}
	c, ok := x.(*ir.Const)
	if !ok {
		b.refuse(e.Pos(), ruleSwitch, "use a constant, or a switch without a tag", "case is not a constant")
		return nil, false
	}
	if seen[c.Value.String()] {
		b.refuse(e.Pos(), ruleSwitch, "remove one", "case %s occurs twice", c.Value)
		return nil, false
	}
	seen[c.Value.String()] = true
	return c, true
}

// tagless turns `switch { case a: ... default: ... }` into if and else.
func (b *body) tagless(s *ast.SwitchStmt) ir.Stmt {
	type arm struct {
		n    *ir.If
		body []ir.Stmt
	}
	var arms []arm
	var other []ir.Stmt
	ok := true
	for i := range s.Body.List {
		cc := s.Body.List[i].(*ast.CaseClause)
		var cond ir.Expr
		for j, e := range cc.List {
			var x ir.Expr
			if len(cc.List) == 1 {
				x = b.wholeExpr(e)
			} else {
				x = b.expr(e)
			}
			switch {
			case x == nil:
				ok = false
			case j == 0:
				cond = x
			case cond != nil && b.mustBe(x, cond.Type()) != nil:
				cond = &ir.Binary{ExprInfo: b.at(cond.Type(), e), Op: ir.LOr, X: cond, Y: x}
			}
		}
		lead := b.clauseLead(s, i)
		body, g := b.clauseBody(s, i)
		if cc.List == nil {
			if text := append(lead, g.trail...); len(text) > 0 {
				c := &ir.Comment{StmtInfo: ir.StmtInfo{Pos: b.pos(cc.Pos()), LeadComment: text}}
				body = append([]ir.Stmt{c}, body...)
			}
			other = body
			continue
		}
		n := &ir.If{StmtInfo: b.si(cc), Cond: cond}
		n.LeadComment, n.LineComment = lead, oneLine(g.trail)
		arms = append(arms, arm{n, body})
	}
	if !ok {
		return nil
	}
	if len(arms) == 0 {
		return &ir.Block{StmtInfo: b.si(s), Body: other}
	}
	for i := len(arms) - 1; i >= 0; i-- {
		n := arms[i].n
		n.Then, n.Else = arms[i].body, other
		other = one(n)
	}
	return arms[0].n
}

// firstPos is where the first clause of a switch starts, or its end.
func firstPos(s *ast.SwitchStmt) token.Pos {
	if len(s.Body.List) > 0 {
		return s.Body.List[0].Pos()
	}
	return s.Body.Rbrace
}
