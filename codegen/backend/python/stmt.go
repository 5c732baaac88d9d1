package python

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// fn prints one function.
type fn struct {
	g      *gen
	f      *ir.Func
	vars   map[*ir.Var]string
	locals map[*ir.ConstDecl]string
	taken  map[string]bool // names of the function and of the module
	out    strings.Builder
	indent int
	trail  string // comments for the end of the next line
	fresh  bool   // a block begins: no blank line
}

// function prints a definition.
func (g *gen) function(f *ir.Func) string {
	w := &fn{g: g, f: f, vars: map[*ir.Var]string{}, locals: map[*ir.ConstDecl]string{}, taken: maps.Clone(g.names.taken)}
	var params []string
	for _, v := range f.Params {
		params = append(params, w.declare(v)+": "+g.annotation(v.Type))
	}
	result := "None"
	switch {
	case len(f.Results) == 1:
		result = g.annotation(f.Results[0])
	case len(f.Results) > 1:
		parts := make([]string, len(f.Results))
		for i, t := range f.Results {
			parts[i] = g.annotation(t)
		}
		result = "tuple[" + strings.Join(parts, ", ") + "]"
	}
	w.line("def %s(%s) -> %s:", g.names.funcs[f], strings.Join(params, ", "), result)
	w.indent++
	doc := append(slices.Clone(trim(f.Doc)), "")
	if len(doc) == 1 {
		doc = nil
	}
	w.out.WriteString(docstring(append(doc, fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line)), indents(1)))
	w.fresh = true
	w.body(f.Body)
	return w.out.String()
}

// annotation is how a type stands in a signature.
func (g *gen) annotation(t *ir.Type) string {
	switch t.Kind {
	case ir.Struct:
		return g.typeName(t)
	case ir.Array:
		return "list[" + g.annotation(t.Elem) + "]"
	}
	return t.Kind.String()
}

// declare names a variable. One that has the name of another in a block that is over may share it; one
// that has the name of something in the module may not, which would hide that in the whole function.
func (f *fn) declare(v *ir.Var) string {
	name := v.Name
	if f.g.names.taken[name] || reserved[name] {
		name = unique(f.taken, name)
	}
	f.vars[v] = name
	return name
}

func indents(n int) string { return strings.Repeat("    ", n) }

func (f *fn) line(format string, args ...any) {
	s := indents(f.indent) + fmt.Sprintf(format, args...)
	if f.trail != "" {
		s += "  # " + f.trail
	}
	f.out.WriteString(s + "\n")
	f.trail, f.fresh = "", false
}

// body prints the statements of a block, of which there has to be one.
func (f *fn) body(list []ir.Stmt) {
	before := f.out.Len()
	f.fresh = true
	f.stmts(list)
	text := f.out.String()[before:]
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
			return
		}
	}
	f.line("pass")
}

// stmts prints a list; what stands after a statement that leaves it is not printed.
func (f *fn) stmts(list []ir.Stmt) {
	for _, s := range list {
		f.stmt(s)
		switch s.(type) {
		case *ir.Return, *ir.Break, *ir.Continue:
			return
		}
	}
}

// lead prints what stands before a statement.
func (f *fn) lead(s *ir.StmtInfo) {
	if s.Blank && !f.fresh {
		f.out.WriteString("\n")
	}
	if len(s.Lead) > 0 {
		f.out.WriteString(comment(s.Lead, indents(f.indent)))
		f.fresh = false
	}
	f.trail = clean(s.Trail)
	if f.g.o.Lines && s.Pos.Line > 0 {
		f.trail = strings.TrimSuffix(fmt.Sprintf("%s:%d: %s", s.Pos.File, s.Pos.Line, f.trail), ": ")
	}
}

func (f *fn) stmt(s ir.Stmt) {
	f.lead(s.Info())
	switch s := s.(type) {
	case *ir.Declare:
		x := atom(f.g.zero(s.Var.Type, false))
		if s.Init != nil {
			x = f.value(s.Init)
		}
		f.line("%s = %s", f.declare(s.Var), x.s)
	case *ir.DeclareConst:
		f.declareConst(s)
	case *ir.Assign:
		f.assign(s)
	case *ir.MultiAssign:
		f.multi(s)
	case *ir.CallStmt:
		f.line("%s", f.call(s.Call))
	case *ir.If:
		f.ifStmt(s)
	case *ir.For:
		f.forStmt(s)
	case *ir.Switch:
		f.switchStmt(s)
	case *ir.Block:
		f.trailAbove()
		f.stmts(s.Body)
	case *ir.Return:
		f.ret(s)
	case *ir.Break:
		f.line("break")
	case *ir.Continue:
		f.line("continue")
	case *ir.Comment:
		f.trail = ""
	default:
		f.g.fail(s.Info().Pos, "unexpected statement %T", s)
	}
}

// trailAbove prints a comment at the end of a line that Python has not.
func (f *fn) trailAbove() {
	if f.trail != "" && !f.g.o.Lines {
		f.out.WriteString(comment([]string{f.trail}, indents(f.indent)))
	}
	f.trail = ""
}

func (f *fn) declareConst(s *ir.DeclareConst) {
	for _, c := range s.Consts {
		if c.Name == "_" {
			continue
		}
		if len(c.Doc) > 0 {
			f.out.WriteString(comment(c.Doc, indents(f.indent)))
		}
		name := c.Name
		if f.g.names.taken[name] || reserved[name] {
			name = unique(f.taken, name)
		}
		x := atom(boolean(c.Value))
		if !c.Bool && (c.Type == nil || c.Type.Kind != ir.Bool) {
			x = f.g.spelled(f.f.Pkg, c.Value, c.Text)
		}
		f.locals[c] = name
		if c.Trail != "" {
			f.trail = clean(c.Trail)
		}
		f.line("%s = %s", name, x.s)
	}
	f.trail = ""
}

func (f *fn) assign(s *ir.Assign) {
	dst, t := f.expr(s.Dst), s.Dst.Type()
	v, whole := s.Dst.(*ir.VarRef)
	switch {
	case s.Op != ir.NoOp:
		f.opAssign(s, dst)
	case whole && v.Var.ByRef && t.Kind == ir.Struct:
		f.line("%s.assign(%s)", dst.s, f.expr(s.Src).s)
	case whole && v.Var.ByRef && t.Kind == ir.Array:
		f.line("%s[:] = %s", dst.s, f.value(s.Src).s)
	default:
		f.line("%s = %s", dst.s, f.value(s.Src).s)
	}
}

// opAssign prints x op= y, as such where nothing is wrapped.
func (f *fn) opAssign(s *ir.Assign, dst px) {
	k := s.Dst.Type().Kind
	rx, ry := f.g.ranges(s.Dst), f.g.ranges(s.Src)
	y := f.expr(s.Src)
	never := s.Op == ir.And || s.Op == ir.Or || s.Op == ir.Xor || s.Op == ir.AndNot || s.Op == ir.Shr
	exact := s.Op != ir.Div && s.Op != ir.Rem && (s.Op != ir.Shl || ry.Below(256)) && interval.Arith(s.Op, rx, ry).Fits(k)
	if never || exact {
		if s.Op == ir.AndNot {
			y = unary("~" + y.in(precUnary))
		}
		f.line("%s %s= %s", dst.s, operators[s.Op].s, y.s)
		return
	}
	f.line("%s = %s", dst.s, f.arith(s.Op, dst, y, rx, ry, k).s)
}

// target is the name on the left of several results.
func (f *fn) target(s *ir.MultiAssign, i int) string {
	v := s.Dst[i]
	switch {
	case v == nil:
		return "_"
	case s.Define[i]:
		return f.declare(v)
	}
	return f.vars[v]
}

func (f *fn) multi(s *ir.MultiAssign) {
	if in, ok := s.From.(*ir.Intrinsic); ok {
		f.multiIntrinsic(s, in)
		return
	}
	call := f.call(s.From.(*ir.Call)) // before names are declared that it may not see
	names := make([]string, len(s.Dst))
	for i := range s.Dst {
		names[i] = f.target(s, i)
	}
	f.line("%s = %s", strings.Join(names, ", "), call)
}

// multiIntrinsic prints bits.Mul, Add and Sub: the exact number, of which the two words are taken.
func (f *fn) multiIntrinsic(s *ir.MultiAssign, in *ir.Intrinsic) {
	x := make([]px, len(in.Args))
	for i, a := range in.Args {
		x[i] = f.expr(a)
	}
	k := map[int]ir.Kind{8: ir.Uint8, 16: ir.Uint16, 32: ir.Uint32, 64: ir.Uint64}[in.Bits]
	op := map[ir.IntrinsicOp]ir.Op{ir.MulWide: ir.Mul, ir.AddCarry: ir.Add, ir.SubBorrow: ir.Sub}[in.Op]
	exact := infix(op, x[0], x[1])
	if op != ir.Mul {
		exact = infix(op, exact, x[2])
	}
	low, high := 0, 1
	if in.Op == ir.MulWide {
		low, high = 1, 0
	}
	word := "exact"
	for f.g.names.taken[word] || reserved[word] || f.named(word) {
		word += "_"
	}
	upper := px{s: fmt.Sprintf("%s >> %d", word, in.Bits), prec: precShift}
	if in.Op == ir.SubBorrow {
		upper = px{s: fmt.Sprintf("(%s >> %d) & 1", word, in.Bits), prec: precBitAnd}
	}
	f.line("%s = %s", word, exact.s)
	if s.Dst[high] != nil {
		f.line("%s = %s", f.target(s, high), upper.s)
	}
	if s.Dst[low] != nil {
		f.line("%s = %s & %s", f.target(s, low), word, mask(k))
	}
}

// named reports whether some variable of the function has the name.
func (f *fn) named(name string) bool {
	for v := range f.vars {
		if f.vars[v] == name {
			return true
		}
	}
	return false
}

// ifStmt prints a conditional. A condition that an instance of a generic made constant leaves only its
// branch.
func (f *fn) ifStmt(s *ir.If) {
	if c, ok := s.Cond.(*ir.Const); ok {
		f.trailAbove()
		if c.Value.Sign() != 0 {
			f.stmts(s.Then)
		} else {
			f.stmts(s.Else)
		}
		return
	}
	f.line("if %s:", f.expr(s.Cond).s)
	for {
		f.nested(s.Then)
		if len(s.Else) == 0 {
			return
		}
		next, ok := s.Else[0].(*ir.If)
		if ok && len(s.Else) == 1 && len(next.Lead) == 0 {
			if _, known := next.Cond.(*ir.Const); !known {
				f.lead(&ir.StmtInfo{Pos: next.Pos, Trail: next.Trail})
				f.line("elif %s:", f.expr(next.Cond).s)
				s = next
				continue
			}
		}
		f.line("else:")
		f.nested(s.Else)
		return
	}
}

func (f *fn) nested(list []ir.Stmt) {
	f.indent++
	f.body(list)
	f.indent--
}

func (f *fn) forStmt(s *ir.For) {
	if s.Iterations == 0 {
		f.trail = ""
		return
	}
	lo, hi := f.constant(s.Lo), f.constant(s.Hi)
	end, step := hi.s, ""
	switch {
	case s.Down && s.Inclusive:
		end, step = hi.in(precAdd)+" - 1", ", -1"
	case s.Down:
		step = ", -1"
	case s.Inclusive:
		end = hi.in(precAdd) + " + 1"
	}
	from := lo.s + ", "
	if s.Lo.Value.Sign() == 0 && step == "" {
		from = ""
	}
	f.line("for %s in range(%s%s%s):", f.declare(s.Var), from, end, step)
	f.nested(s.Body)
}

// switchStmt prints a switch as a chain of comparisons, the default last. On a constant, which an
// instance of a generic may make, it prints the one clause.
func (f *fn) switchStmt(s *ir.Switch) {
	var def *ir.Case
	for _, c := range s.Cases {
		if c.Default {
			def = c
		}
	}
	if k, ok := s.Tag.(*ir.Const); ok {
		f.trailAbove()
		for _, c := range s.Cases {
			for _, v := range c.Values {
				if v.Value.Cmp(k.Value) == 0 {
					f.stmts(c.Body)
					return
				}
			}
		}
		if def != nil {
			f.stmts(def.Body)
		}
		return
	}
	tag := f.expr(s.Tag)
	switch s.Tag.(type) {
	case *ir.VarRef, *ir.FieldRef:
		f.trailAbove()
	default: // computed once
		name := "tag"
		for f.g.names.taken[name] || reserved[name] || f.named(name) {
			name += "_"
		}
		f.vars[&ir.Var{Name: name}] = name
		f.line("%s = %s", name, tag.s)
		tag = atom(name)
	}
	word := "if"
	for _, c := range s.Cases {
		if c.Default {
			continue
		}
		parts := make([]string, len(c.Values))
		for i, v := range c.Values {
			parts[i] = f.constant(v).in(precBitOr)
		}
		test := " == " + parts[0]
		if len(parts) > 1 {
			test = " in (" + strings.Join(parts, ", ") + ")"
		}
		f.clause(c, word+" "+tag.in(precBitOr)+test+":")
		word = "elif"
	}
	switch {
	case def == nil:
	case word == "if":
		f.stmts(def.Body)
	default:
		f.clause(def, "else:")
	}
}

func (f *fn) clause(c *ir.Case, head string) {
	if len(c.Lead) > 0 {
		f.out.WriteString(comment(c.Lead, indents(f.indent)))
	}
	f.trail = clean(c.Trail)
	f.line("%s", head)
	f.nested(c.Body)
}

// ret prints a return. A variable of the function needs no copy, which is its last use.
func (f *fn) ret(s *ir.Return) {
	parts := make([]string, len(s.Values))
	returned := map[*ir.Var]bool{}
	for i, e := range s.Values {
		v, ok := e.(*ir.VarRef)
		if ok && !v.Var.ByRef && !returned[v.Var] {
			returned[v.Var] = true
			parts[i] = f.expr(e).s
		} else {
			parts[i] = f.value(e).s
		}
	}
	f.line("%s", strings.TrimSpace("return "+strings.Join(parts, ", ")))
}
