package cgen

import (
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// stmts prints a list and reports whether its end is out of reach; what stands
// after a return is not printed.
func (f *fn) stmts(list []ir.Stmt) bool {
	return slices.ContainsFunc(list, f.stmt)
}

func (f *fn) stmt(s ir.Stmt) bool {
	if b, ok := s.(*ir.Block); ok && b.Implicit {
		return f.implicit(b)
	}
	f.lead(s.Info())
	switch s := s.(type) {
	case *ir.Declare:
		f.declare(s)
	case *ir.DeclareConst:
		f.declareConst(s)
	case *ir.Assign:
		f.assign(s)
	case *ir.MultiAssign:
		f.multi(s.Dst, s.Define, s.From)
	case *ir.CallStmt:
		f.callStmt(s.Call)
	case *ir.If:
		return f.ifStmt(s)
	case *ir.For:
		f.forStmt(s)
	case *ir.Switch:
		return f.switchStmt(s)
	case *ir.Block:
		f.open("")
		end := f.stmts(s.Body)
		f.close("")
		return end
	case *ir.Return:
		f.ret(s)
		return true
	case *ir.Break:
		f.line("break;")
		return true
	case *ir.Continue:
		f.line("continue;")
		return true
	case *ir.Comment:
	default:
		f.fail(s.Info().Pos, "unexpected statement %T", s)
	}
	f.trail = ""
	return false
}

// implicit prints a block that the source has no braces for. It needs none here:
// names in scope are distinct.
func (f *fn) implicit(b *ir.Block) bool {
	info := b.StmtInfo
	info.Pos, info.LineComment = ir.Pos{}, ""
	f.lead(&info)
	if b.LineComment != "" {
		f.trail = f.remark(b.LineComment)
	}
	f.fresh = f.fresh || b.Blank // one blank line is enough
	return f.stmts(b.Body)
}

func (f *fn) assign(s *ir.Assign) {
	k := s.Dst.Type().Kind
	switch {
	case s.Op == ir.NoOp && f.clears(s):
		f.clear(s.Dst)
	case s.Op == ir.NoOp && k == ir.Array:
		src := f.assignSource(s)
		dst, _ := f.place(s.Dst)
		f.copyArray(dst, src, s.Dst.Type())
	case s.Op == ir.NoOp && k == ir.Struct:
		src := f.structSource(s.Src)
		dst, _ := f.place(s.Dst)
		f.line("%s = %s;", dst, src)
	case s.Op == ir.NoOp:
		dst := f.target(s.Dst)
		f.line("%s = %s;", dst, f.value(s.Src).s)
	default:
		f.opAssign(s, k)
	}
}

// target prints the left side of an assignment, which is not a use of a
// variable for compilers that look for unused ones.
func (f *fn) target(e ir.Expr) string {
	mark := len(f.read)
	dst, _ := f.place(e)
	if v, ok := e.(*ir.VarRef); ok && !v.Var.ByRef {
		f.read = f.read[:mark]
	}
	return dst
}

func (f *fn) assignSource(s *ir.Assign) string {
	if c, ok := s.Src.(*ir.Composite); ok {
		return f.compositeVar(c)
	}
	return f.arraySource(s.Src)
}

// compositeVar puts a composite into a new variable.
func (f *fn) compositeVar(c *ir.Composite) string {
	b, ok := f.braces(c)
	name := f.local("value")
	if !ok {
		f.line("%s = %s;", f.g.decl(c.Typ, name), f.g.useZero())
		f.fill(name, c)
		return name
	}
	f.line("%s = %s;", f.g.decl(c.Typ, name), b)
	return name
}

func (f *fn) structSource(e ir.Expr) string {
	if c, ok := e.(*ir.Composite); ok && !zeroComposite(c) {
		return f.compositeVar(c)
	}
	return f.aggregate(e)
}

// opAssign prints x op= y, as such where C means the same by it.
func (f *fn) opAssign(s *ir.Assign, k ir.Kind) {
	rx, ry := f.g.r.Of(s.Dst), f.g.r.Of(s.Src)
	dst, prec := f.place(s.Dst)
	x := cx{s: dst, prec: prec, k: k}
	var full cx
	if s.Op == ir.Shl || s.Op == ir.Shr {
		full = f.shift(s.Op, x, rx, s.Src, k)
	} else {
		full = f.arith(s.Op, x, f.expr(s.Src), rx, ry, k)
	}
	plain := cx{s: dst, prec: prec}.in(precMul) + " " + cOps[s.Op].s + " "
	simple := wide(k) && strings.HasPrefix(full.s, plain) && full.prec == cOps[s.Op].prec
	switch {
	case s.Inc && (simple || !k.IsSigned()):
		f.line("%s%s;", cx{s: dst, prec: prec}.in(precPostfix), s.Op.String()+s.Op.String())
	case simple:
		rest := strings.TrimPrefix(full.s, plain)
		if n := len(rest); rest[0] == '(' && matching(rest) == n-1 {
			rest = rest[1 : n-1]
		}
		f.line("%s %s= %s;", dst, cOps[s.Op].s, rest)
	default:
		f.line("%s = %s;", dst, as(full, k).s)
	}
}

// matching returns the index of the parenthesis that closes the first one.
func matching(s string) int {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func (f *fn) ret(s *ir.Return) {
	for i := 1; i < len(s.Values); i++ {
		name := f.g.outNames(f.f)[i]
		t := f.f.Results[i]
		if t.Kind == ir.Array {
			f.storeArrayResult(name, s.Values[i])
			continue
		}
		f.line("*%s = %s;", name, f.resultValue(s.Values[i]))
	}
	if len(s.Values) == 0 {
		f.line("return;")
		return
	}
	f.line("return %s;", f.resultValue(s.Values[0]))
}

// storeArrayResult copies an array result out.
func (f *fn) storeArrayResult(name string, e ir.Expr) {
	src := ""
	if c, ok := e.(*ir.Composite); ok {
		src = f.compositeVar(c)
	} else {
		src = f.arraySource(e)
	}
	f.copyArray(name, src, e.Type())
}

// resultValue prints a result, with a variable for a composite.
func (f *fn) resultValue(e ir.Expr) string {
	if c, ok := e.(*ir.Composite); ok && c.Typ.Kind == ir.Struct && !zeroComposite(c) {
		f.reload(c)
		return f.compositeVar(c)
	}
	return f.byValue(e)
}
