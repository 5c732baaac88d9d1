package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// block translates the statements between two braces, with the comments before, next to and after them.
func (b *body) block(s *ast.BlockStmt) []ir.Stmt {
	out, first := b.stmts(s.List, s.Lbrace, s.Rbrace)
	if len(first.trail) > 0 && len(out) > 0 {
		info := out[0].Info()
		info.LeadComment = append(first.trail, info.LeadComment...)
	} else if len(first.trail) > 0 {
		out = append(out, &ir.Comment{StmtInfo: ir.StmtInfo{Pos: b.pos(s.Lbrace), LeadComment: first.trail}})
	}
	return out
}

// inner is block for the body of a compound statement, which takes the
// comment after its opening brace.
func (b *body) inner(s *ast.BlockStmt, owner *ir.StmtInfo) []ir.Stmt {
	out, first := b.stmts(s.List, s.Lbrace, s.Rbrace)
	owner.LineComment = oneLine(first.trail)
	return out
}

// stmts translates a list of statements between two places. The gap returned is the one before the first.
func (b *body) stmts(list []ast.Stmt, from, to token.Pos) ([]ir.Stmt, gap) {
	b.open()
	defer b.shut()
	var out []ir.Stmt
	var first gap
	prev := from
	last := -1 // index in out of the statement that a trailing comment belongs to
	for i, s := range list {
		g := b.gapBetween(b.f, prev, s.Pos())
		b.trailing(out, last, g, &first, i == 0)
		got := b.stmt(s)
		if len(got) > 0 {
			info := got[0].Info()
			info.LeadComment = append(g.lead, info.LeadComment...)
			info.Blank = g.blank && i > 0
			last = len(out)
		} else if b.dropIfMeant(s); len(g.lead) > 0 {
			out = append(out, &ir.Comment{StmtInfo: ir.StmtInfo{Pos: b.pos(s.Pos()), LeadComment: g.lead}})
		}
		out = append(out, got...)
		prev = s.End()
	}
	g := b.gapBetween(b.f, prev, to)
	b.trailing(out, last, g, &first, len(list) == 0)
	if len(g.lead) > 0 {
		out = append(out, &ir.Comment{StmtInfo: ir.StmtInfo{Pos: b.pos(to), LeadComment: g.lead}})
	}
	return out, first
}

// dropIfMeant records a statement without a translation, unless it needs none.
func (b *body) dropIfMeant(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.EmptyStmt:
		return
	case *ast.LabeledStmt:
		b.dropIfMeant(s.Stmt)
		return
	case *ast.DeclStmt:
		if d := s.Decl.(*ast.GenDecl); d.Tok == token.CONST {
			return // blank constants only
		}
	}
	b.drop(s)
}

func (b *body) trailing(out []ir.Stmt, last int, g gap, first *gap, isFirst bool) {
	switch {
	case len(g.trail) == 0:
	case isFirst:
		first.trail = g.trail
	case last >= 0:
		info := out[last].Info()
		if info.LineComment != "" {
			info.LineComment += " "
		}
		info.LineComment += oneLine(g.trail)
	}
}

func (b *body) si(n ast.Node) ir.StmtInfo { return ir.StmtInfo{Pos: b.pos(n.Pos())} }

// simpleInfo is si with the comments inside a statement of several lines.
func (b *body) simpleInfo(n ast.Node) ir.StmtInfo {
	s := b.si(n)
	s.LeadComment = commentLines(between(b.f, n.Pos(), n.End())...)
	return s
}

func one(s ir.Stmt) []ir.Stmt { return []ir.Stmt{s} }

// stmt translates one statement to none, one or several.
func (b *body) stmt(s ast.Stmt) []ir.Stmt {
	if b.refused[s] {
		return nil
	}
	switch s := s.(type) {
	case *ast.EmptyStmt:
		return nil
	case *ast.BlockStmt:
		blk := &ir.Block{StmtInfo: b.si(s)}
		blk.Body = b.inner(s, &blk.StmtInfo)
		return one(blk)
	case *ast.DeclStmt:
		return b.declStmt(s.Decl.(*ast.GenDecl))
	case *ast.AssignStmt:
		return b.assign(s)
	case *ast.IncDecStmt:
		return b.incDec(s)
	case *ast.ExprStmt:
		return b.exprStmt(s)
	case *ast.IfStmt:
		return b.ifStmt(s)
	case *ast.SwitchStmt:
		return b.switchStmt(s)
	case *ast.ForStmt:
		return b.forStmt(s)
	case *ast.RangeStmt:
		return b.rangeStmt(s)
	case *ast.ReturnStmt:
		return b.returnStmt(s)
	case *ast.BranchStmt:
		return b.branchStmt(s)
	case *ast.LabeledStmt:
		return b.stmt(s.Stmt) // the label is refused; look inside
	}
	b.refuse(s.Pos(), ruleStmt, "see docs/subset.md", "statement outside the subset")
	return nil
}

func (b *body) branchStmt(s *ast.BranchStmt) []ir.Stmt {
	switch s.Tok {
	case token.BREAK:
		if len(b.nest) > 0 && b.nest[len(b.nest)-1] == 's' {
			b.refuse(s.Pos(), ruleSwitch, "use if and else in the case", "break out of a switch")
			return nil
		}
		return one(&ir.Break{StmtInfo: b.si(s)})
	case token.CONTINUE:
		return one(&ir.Continue{StmtInfo: b.si(s)})
	}
	return nil
}

func (b *body) declStmt(d *ast.GenDecl) []ir.Stmt {
	var out []ir.Stmt
	switch d.Tok {
	case token.CONST:
		if list := b.constSpecs(b.p, b.f, d, true); len(list) > 0 {
			out = one(&ir.DeclareConst{StmtInfo: b.si(d), Consts: list})
		}
	case token.VAR:
		for _, s := range d.Specs {
			vs := s.(*ast.ValueSpec)
			if vs.Type != nil && b.refused[vs.Type] {
				continue
			}
			got := b.varSpec(vs)
			if len(got) > 0 && d.Lparen.IsValid() { // else the whole statement has the comments
				info := got[0].Info()
				info.LeadComment = commentLines(vs.Doc)
				info.LineComment = oneLine(commentLines(vs.Comment))
			}
			out = append(out, got...)
		}
	}
	return out
}

// varSpec translates `var a, b T = x, y`.
func (b *body) varSpec(s *ast.ValueSpec) []ir.Stmt {
	lhs := collect.Of(s.Names, func(n *ast.Ident) ast.Expr { return n })
	if len(s.Values) > 0 {
		return b.define(s, lhs, s.Values)
	}
	var out []ir.Stmt
	for _, n := range s.Names {
		if v := b.declare(n, nil); v != nil {
			out = append(out, &ir.Declare{StmtInfo: b.si(s), Var: v})
		}
	}
	return out
}

// declare makes the variable of a defining name. With a value, that has the
// variable's type, so a type that is refused is refused once.
func (b *body) declare(n *ast.Ident, value ir.Expr) *ir.Var {
	o, _ := b.p.info.Defs[n].(*types.Var)
	if o == nil {
		if n.Name == "_" {
			b.refuse(n.Pos(), ruleBlank, "remove it", "value assigned to _")
		}
		return nil
	}
	if b.intVar(n) || b.ptrVar(n) {
		return nil
	}
	t := b.typ(o.Type(), b.env, n.Pos())
	if t == nil || value != nil && b.mustBe(value, t) == nil {
		return nil
	}
	if n.Name == "_" {
		b.refuse(n.Pos(), ruleBlank, "remove it", "value assigned to _")
		return nil
	}
	v := b.newVar(n.Name, t, n.Pos())
	b.vars[o] = v
	return v
}

// intVar refuses a defining name whose variable is an int. Called before the value is translated, it gives the most
// specific message.
func (b *body) intVar(n *ast.Ident) bool {
	o, _ := b.p.info.Defs[n].(*types.Var)
	if o == nil {
		return false
	}
	bt, ok := types.Unalias(o.Type()).(*types.Basic)
	if !ok || bt.Kind() != types.Int {
		return false
	}
	b.refuse(n.Pos(), ruleInt, useFixedWidth+", as in x := uint32(0)", "variable %s has type int", n.Name)
	return true
}

// ptrVar refuses a defining name whose variable is a pointer.
func (b *body) ptrVar(n *ast.Ident) bool {
	o, _ := b.p.info.Defs[n].(*types.Var)
	if o == nil || !isPointer(o.Type()) {
		return false
	}
	b.refuse(n.Pos(), rulePointer, "pointers are parameters or receivers only: write the path, or pass it to a function", "pointer variable %s", n.Name)
	return true
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

func (b *body) incDec(s *ast.IncDecStmt) []ir.Stmt {
	dst := b.place(s.X)
	if dst == nil {
		return nil
	}
	op := ir.Add
	if s.Tok == token.DEC {
		op = ir.Sub
	}
	unit := &ir.Const{ExprInfo: b.at(dst.Type(), s), Value: bigOne, Text: "1", Lit: true}
	return one(&ir.Assign{StmtInfo: b.simpleInfo(s), Op: op, Dst: dst, Src: unit, Inc: true})
}

func (b *body) exprStmt(s *ast.ExprStmt) []ir.Stmt {
	e, ok := ast.Unparen(s.X).(*ast.CallExpr)
	if !ok || b.refused[e] {
		return nil
	}
	x := b.call(e, true)
	if x == nil {
		return nil
	}
	c, ok := x.(*ir.Call)
	if !ok || !c.HasByRef() {
		b.refuse(s.Pos(), ruleUnused, "use its result, or remove it", "call without effect")
		return nil
	}
	return one(&ir.CallStmt{StmtInfo: b.simpleInfo(s), Call: c})
}

func (b *body) ifStmt(s *ast.IfStmt) []ir.Stmt {
	var init []ir.Stmt
	if s.Init != nil {
		init = b.stmt(s.Init)
	}
	n := &ir.If{StmtInfo: b.si(s)}
	n.LeadComment = commentLines(between(b.f, s.Pos(), s.Body.Lbrace)...)
	n.Cond = b.wholeExpr(s.Cond)
	n.Then = b.inner(s.Body, &n.StmtInfo)
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		n.Else = b.block(e)
	case *ast.IfStmt:
		n.Else = b.stmt(e)
	}
	if n.Cond == nil {
		return nil
	}
	return b.withInit(s, init, n)
}

// withInit puts a statement and the init statement before it in a block.
func (b *body) withInit(n ast.Node, init []ir.Stmt, s ir.Stmt) []ir.Stmt {
	if len(init) == 0 {
		return one(s)
	}
	return one(&ir.Block{StmtInfo: b.si(n), Implicit: true, Body: append(init, s)})
}

func (b *body) returnStmt(s *ast.ReturnStmt) []ir.Stmt {
	r := &ir.Return{StmtInfo: b.simpleInfo(s)}
	res := b.fn.Results
	switch {
	case len(s.Results) == len(res):
		for i, e := range s.Results {
			var x ir.Expr
			if len(res) == 1 {
				x = b.whole(e, res[i])
			} else {
				x = b.value(e, res[i])
			}
			if x == nil {
				return nil
			}
			r.Values = append(r.Values, x)
		}
		return one(r)
	case len(s.Results) == 1: // return f()
		from := b.wholeExpr(s.Results[0])
		if from == nil {
			return nil
		}
		m := &ir.MultiAssign{StmtInfo: r.StmtInfo, From: from}
		r.StmtInfo = b.si(s)
		for i, t := range resultTypes(from) {
			if t != res[i] {
				return nil
			}
			v := b.temp(t, s.Pos())
			m.Dst, m.Define = append(m.Dst, v), append(m.Define, true)
			r.Values = append(r.Values, &ir.VarRef{ExprInfo: b.at(t, s), Var: v})
		}
		return []ir.Stmt{m, r}
	}
	return nil // a naked return of named results: refused at the results
}

// resultTypes returns the types of what a call gives.
func resultTypes(e ir.Expr) []*ir.Type {
	switch e := e.(type) {
	case *ir.Call:
		return e.Func.Results
	case *ir.Intrinsic:
		if e.Typ == nil {
			t := e.Args[0].Type()
			return []*ir.Type{t, t}
		}
	}
	if e.Type() == nil {
		return nil
	}
	return []*ir.Type{e.Type()}
}
