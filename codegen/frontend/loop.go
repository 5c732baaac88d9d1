package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"math/big"

	"smartnic-cc/codegen/ir"
)

const loopForm = "write for i := lo; i < hi; i++ with constant lo and hi (also <=, and > or >= with i--), or for i := range uint32(N)"

// forStmt translates a loop of the one form whose iterations can be counted.
func (b *body) forStmt(s *ast.ForStmt) []ir.Stmt {
	b.open()
	defer b.shut()
	return b.turns(b.forHead(s), s.Body)
}

// turns translates the body of a loop. If the head has been refused, the body is only checked for further refusals.
func (b *body) turns(n *ir.For, block *ast.BlockStmt) []ir.Stmt {
	info := &ir.StmtInfo{}
	if n != nil {
		info = &n.StmtInfo
		b.loops[n.Var] = true
	}
	b.nest = append(b.nest, 'f')
	body := b.inner(block, info)
	b.nest = b.nest[:len(b.nest)-1]
	if n == nil {
		return nil
	}
	n.Body = body
	return one(n)
}

func (b *body) forHead(s *ast.ForStmt) *ir.For {
	init, _ := s.Init.(*ast.AssignStmt)
	cond, _ := s.Cond.(*ast.BinaryExpr)
	post, _ := s.Post.(*ast.IncDecStmt)
	if init == nil || init.Tok != token.DEFINE || len(init.Lhs) != 1 || len(init.Rhs) != 1 || cond == nil || post == nil {
		b.refuse(s.Pos(), ruleLoop, loopForm, "loop that is not provably bounded")
		if init != nil {
			b.stmt(init) // declares what the body uses
		}
		return nil
	}
	id := init.Lhs[0].(*ast.Ident)
	b.intVar(id)
	lo := b.expr(init.Rhs[0])
	v := b.declare(id, lo)
	if v == nil {
		return nil
	}
	o := b.p.info.Defs[id]
	down := cond.Op == token.GTR || cond.Op == token.GEQ
	up := cond.Op == token.LSS || cond.Op == token.LEQ
	if !b.isVar(cond.X, o) || !b.isVar(post.X, o) || !up && !down || down != (post.Tok == token.DEC) {
		b.refuse(s.Pos(), ruleLoop, loopForm, "loop that is not provably bounded")
		return nil
	}
	hi := b.value(cond.Y, v.Type)
	n := &ir.For{StmtInfo: b.si(s), Var: v, Down: down, Inclusive: cond.Op == token.LEQ || cond.Op == token.GEQ}
	n.LeadComment = commentLines(between(b.f, s.Pos(), s.Body.Lbrace)...)
	if lo == nil || hi == nil {
		return nil
	}
	var ok bool
	if n.Lo, ok = lo.(*ir.Const); !ok {
		b.refuse(init.Rhs[0].Pos(), ruleLoop, "loop to the largest bound, and test inside", "loop bound is not a constant")
		return nil
	}
	if n.Hi, ok = hi.(*ir.Const); !ok {
		b.refuse(cond.Y.Pos(), ruleLoop, "loop to the largest bound, and test inside", "loop bound is not a constant")
		return nil
	}
	return b.countTurns(s, n)
}

// countTurns sets Iterations, and refuses a loop whose variable would wrap.
func (b *body) countTurns(s ast.Node, n *ir.For) *ir.For {
	k := n.Var.Type.Kind
	end := k.Max()
	count := new(big.Int).Sub(n.Hi.Value, n.Lo.Value)
	if n.Down {
		end = k.Min()
		count.Neg(count)
	}
	if n.Inclusive {
		if n.Hi.Value.Cmp(end) == 0 {
			b.refuse(s.Pos(), ruleLoop, "use a wider type for the loop variable", "loop without end: %s always holds for a %s",
				map[bool]string{false: n.Var.GoName + " <= " + end.String(), true: n.Var.GoName + " >= " + end.String()}[n.Down], k)
			return nil
		}
		count.Add(count, bigOne)
	}
	if count.Sign() > 0 {
		n.Iterations = count.Uint64()
	}
	return n
}

func (b *body) isVar(e ast.Expr, o types.Object) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && b.p.info.Uses[id] == o
}

// rangeStmt translates `for i := range N` with a constant N.
func (b *body) rangeStmt(s *ast.RangeStmt) []ir.Stmt {
	b.open()
	defer b.shut()
	return b.turns(b.rangeHead(s), s.Body)
}

func (b *body) rangeHead(s *ast.RangeStmt) *ir.For {
	gt := b.p.info.Types[s.X].Type
	if gt == nil || b.refused[ast.Unparen(s.X)] {
		return nil
	}
	if bt, ok := gt.Underlying().(*types.Basic); !ok || bt.Info()&types.IsInteger == 0 {
		if _, param := types.Unalias(gt).(*types.TypeParam); !param {
			b.refuse(s.X.Pos(), ruleLoop, "count: for i := uint32(0); i < uint32(len(a)); i++, and index", "range over a value of type %s", gt)
			return nil
		}
	}
	id, _ := s.Key.(*ast.Ident)
	if id != nil && id.Name == "_" {
		id = nil
	}
	if s.Key != nil && id == nil && !isBlank(s.Key) || id != nil && s.Tok != token.DEFINE {
		b.refuse(s.Pos(), ruleLoop, loopForm, "range that assigns to a variable declared elsewhere")
		return nil
	}
	var hi ir.Expr
	if bt, ok := gt.(*types.Basic); ok && (bt.Kind() == types.Int || bt.Kind() == types.UntypedInt) && id == nil {
		hi = b.count64(s.X, ruleLoop, "range") // nobody sees the type
	} else {
		hi = b.expr(s.X)
	}
	var v *ir.Var
	if id != nil {
		v = b.declare(id, nil)
	}
	if hi == nil || id != nil && v == nil {
		return nil
	}
	c, ok := hi.(*ir.Const)
	if !ok {
		b.refuse(s.X.Pos(), ruleLoop, "loop to the largest bound, and test inside", "loop bound is not a constant")
		return nil
	}
	if v == nil {
		v = b.temp(c.Typ, s.Pos())
	}
	if b.mustBe(c, v.Type) == nil {
		return nil
	}
	n := &ir.For{StmtInfo: b.si(s), Var: v, Hi: c}
	n.Lo = &ir.Const{ExprInfo: ir.ExprInfo{Typ: v.Type, Pos: c.Pos}, Value: new(big.Int), Text: "0", Lit: true}
	return b.countTurns(s, n)
}
