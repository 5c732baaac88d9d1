package rust

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
)

// fn prints one function.
type fn struct {
	g      *gen
	f      *ir.Func
	pkg    *ir.Package
	vars   map[*ir.Var]string
	goName map[string]string // of the names of variables
	locals map[*ir.ConstDecl]string
	read   map[*ir.Var]bool
	out    strings.Builder
	indent int
	trail  string // comment for the end of the next line
	fresh  bool   // a block begins: no blank line
}

// function prints a definition.
func (g *gen) function(f *ir.Func) string {
	w := &fn{g: g, f: f, pkg: f.Pkg, vars: map[*ir.Var]string{}, goName: map[string]string{}, locals: map[*ir.ConstDecl]string{}, read: map[*ir.Var]bool{}}
	ir.EachStmt(f.Body, func(s ir.Stmt) {
		ir.EachExpr(s, func(e ir.Expr) {
			v, ok := e.(*ir.VarRef)
			if a, is := s.(*ir.Assign); ok && !(is && a.Op == ir.NoOp && a.Dst == e && !v.Var.ByRef) {
				w.read[v.Var] = true
			}
		})
	})
	var params, results []string
	for _, v := range f.Params {
		t := g.typeName(f.Pkg, v.Type)
		switch {
		case v.ByRef && g.mutable[v]:
			t = "&mut " + t
		case v.ByRef:
			t = "&" + t
		}
		params = append(params, w.declare(v, !v.ByRef)+": "+t)
	}
	for _, t := range f.Results {
		results = append(results, g.typeName(f.Pkg, t))
	}
	result := ""
	if len(results) > 0 {
		result = " -> " + tuple(results)
	}
	w.line("%sfn %s(%s)%s {", visibility(f.Export || exported(f.Name)), g.names.of[f], strings.Join(params, ", "), result)
	w.block(f.Body, true)
	w.line("}")
	return g.docs(f.Pkg, f.Doc, f.Name, g.names.of[f], fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line), "") + w.out.String()
}

func visibility(public bool) string {
	if public {
		return "pub "
	}
	return "pub(crate) "
}

func tuple(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// declare names a variable for its declaration: not as another that may be seen there, nor as anything of the module.
func (f *fn) declare(v *ir.Var, mut bool) string {
	name := snake(v.Name)
	if !f.read[v] {
		name = "_" + name
	}
	base := name
	for i := 2; f.g.names.taken[f.pkg][name] || f.goName[name] != "" && f.goName[name] != v.Name; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	f.goName[name], f.vars[v] = v.Name, name
	if mut && f.g.mutable[v] {
		return "mut " + name
	}
	return name
}

func indents(n int) string { return strings.Repeat("    ", n) }

func (f *fn) line(format string, args ...any) {
	s := indents(f.indent) + fmt.Sprintf(format, args...)
	if f.trail != "" {
		s += " // " + f.trail
	}
	f.out.WriteString(s + "\n")
	f.trail, f.fresh = "", false
}

// block prints the statements of a block. tail says that its end is that of the function.
func (f *fn) block(list []ir.Stmt, tail bool) {
	f.indent++
	f.fresh = true
	f.stmts(list, tail)
	f.indent--
}

// stmts prints a list; what stands after a statement that leaves it is not printed.
func (f *fn) stmts(list []ir.Stmt, tail bool) {
	for i, s := range list {
		last := !slices.ContainsFunc(list[i+1:], func(s ir.Stmt) bool { _, is := s.(*ir.Comment); return !is })
		f.stmt(s, tail && last)
		switch s.(type) {
		case *ir.Return, *ir.Break, *ir.Continue:
			return
		}
	}
}

// lead prints what stands before a statement.
func (f *fn) lead(blank bool, lead []string, trail string) {
	if blank && !f.fresh {
		f.out.WriteString("\n")
	}
	if len(lead) > 0 {
		f.out.WriteString(comment(f.g.prose(f.pkg, lead, "", ""), indents(f.indent)+"//"))
		f.fresh = false
	}
	if f.trail = ""; trail != "" {
		f.trail = clean(f.g.inRust(f.pkg, trail))
	}
}

// trailAbove prints a comment at the end of a line that Rust has not.
func (f *fn) trailAbove() {
	if f.trail != "" {
		f.out.WriteString(comment([]string{f.trail}, indents(f.indent)+"//"))
	}
	f.trail = ""
}

func (f *fn) stmt(s ir.Stmt, tail bool) {
	info := s.Info()
	f.lead(info.Blank, info.Lead, info.Trail)
	switch s := s.(type) {
	case *ir.Declare:
		x, t := f.g.zero(f.pkg, s.Var.Type), ": "+f.g.typeName(f.pkg, s.Var.Type)
		if s.Init != nil {
			x = f.expr(s.Init).s
			switch s.Init.(type) {
			case *ir.Const, *ir.Composite:
			default:
				t = ""
			}
		}
		f.line("let %s%s = %s;", f.declare(s.Var, true), t, x)
	case *ir.DeclareConst:
		f.declareConst(s)
	case *ir.Assign:
		f.assign(s)
	case *ir.MultiAssign:
		f.multi(s)
	case *ir.CallStmt:
		f.line("%s;", f.call(s.Call))
	case *ir.If:
		f.ifStmt(s, tail)
	case *ir.For:
		f.forStmt(s)
	case *ir.Switch:
		f.switchStmt(s, tail)
	case *ir.Block:
		f.trailAbove()
		f.stmts(s.Body, tail)
	case *ir.Return:
		f.ret(s, tail)
	case *ir.Break:
		f.line("break;")
	case *ir.Continue:
		f.line("continue;")
	case *ir.Comment:
	default:
		f.g.fail(info.Pos, "unexpected statement %T", s)
	}
	f.trail = ""
}

func (f *fn) declareConst(s *ir.DeclareConst) {
	for _, c := range s.Consts {
		k := f.g.constKind(c, ir.Invalid)
		if c.Name == "_" || k == ir.Invalid {
			continue
		}
		f.locals[c] = strings.ToUpper(snake(c.Name))
		if f.g.used[c] { // as the pass before found
			f.lead(false, c.Doc, c.Trail)
			f.line("const %s: %s = %s;", f.locals[c], scalar(k), f.g.number(f.pkg, c.Value, c.Text, k).s)
		}
	}
}

func (f *fn) assign(s *ir.Assign) {
	dst, k := f.expr(s.Dst), s.Dst.Type().Kind
	if s.Op == ir.NoOp {
		f.line("%s = %s;", dst.s, f.expr(s.Src).s)
		return
	}
	full := f.arith(s.Op, s.Pos, dst, s.Dst, s.Src, k).s
	operator := map[bool]string{true: sign(s.Op)}[precs[s.Op] > 0]
	y := f.expr(s.Src)
	if s.Op == ir.AndNot {
		y = rx{s: "!" + y.in(precUnary), prec: precUnary}
	}
	if full == infix(s.Op, dst, f.expr(s.Src)).s { // no wrapping method
		f.line("%s %s= %s;", dst.s, operator, y.s)
		return
	}
	f.line("%s = %s;", dst.s, full)
}

// multi prints an assignment of several results.
func (f *fn) multi(s *ir.MultiAssign) {
	from := ""
	if call, ok := s.From.(*ir.Call); ok {
		from = f.call(call)
	} else {
		from = f.wideIntrinsic(s.From.(*ir.Intrinsic))
	}
	assigns := false
	for i, v := range s.Dst {
		assigns = assigns || v != nil && !s.Define[i]
	}
	names := make([]string, len(s.Dst))
	for i, v := range s.Dst {
		switch {
		case v == nil:
			names[i] = "_"
		case !s.Define[i]:
			names[i] = f.vars[v]
		case assigns: // one pattern either declares or assigns
			f.line("let %s: %s;", f.declare(v, true), f.g.typeName(f.pkg, v.Type))
			names[i] = f.vars[v]
		default:
			names[i] = f.declare(v, true)
		}
	}
	let := map[bool]string{false: "let "}[assigns]
	f.line("%s%s = %s;", let, tuple(names), from)
}

// wideIntrinsic prints bits.Mul, Add and Sub: the exact number, of which the two words are taken.
func (f *fn) wideIntrinsic(e *ir.Intrinsic) string {
	word := "u" + strconv.Itoa(e.Bits)
	wide := "u" + strconv.Itoa(2*e.Bits)
	x := make([]string, len(e.Args))
	for i, a := range e.Args {
		x[i] = f.expr(a).typed().in(precCast) + " as " + wide
	}
	high, low := fmt.Sprintf("(wide >> %d) as %s", e.Bits, word), "wide as "+word
	switch e.Op {
	case ir.MulWide:
		return fmt.Sprintf("{ let wide = (%s) * (%s); (%s, %s) }", x[0], x[1], high, low)
	case ir.AddCarry:
		return fmt.Sprintf("{ let wide = (%s) + (%s) + (%s); (%s, %s) }", x[0], x[1], x[2], low, high)
	}
	return fmt.Sprintf("{ let wide = (%s).wrapping_sub(%s).wrapping_sub(%s); (%s, (wide >> %d) as %s & 1) }", x[0], x[1], x[2], low, e.Bits, word)
}

// ifStmt prints a conditional. A condition that an instance of a generic made constant leaves only its branch.
func (f *fn) ifStmt(s *ir.If, tail bool) {
	if c, ok := s.Cond.(*ir.Const); ok {
		f.trailAbove()
		f.stmts(map[bool][]ir.Stmt{true: s.Then, false: s.Else}[c.Value.Sign() != 0], tail)
		return
	}
	f.line("if %s {", f.expr(s.Cond).s)
	for {
		f.block(s.Then, tail)
		if len(s.Else) == 0 {
			break
		}
		if next, ok := s.Else[0].(*ir.If); ok && len(s.Else) == 1 && len(next.Lead) == 0 {
			if _, known := next.Cond.(*ir.Const); !known {
				f.lead(false, nil, next.Trail)
				f.line("} else if %s {", f.expr(next.Cond).s)
				s = next
				continue
			}
		}
		f.line("} else {")
		f.block(s.Else, tail)
		break
	}
	f.line("}")
}

func (f *fn) forStmt(s *ir.For) {
	if s.Iterations == 0 {
		return
	}
	lo, hi, dots, end := f.constant(s.Lo), f.constant(s.Hi), "..", ""
	if s.Inclusive {
		dots = "..="
	}
	if s.Down {
		if !s.Inclusive {
			hi = f.g.number(f.pkg, new(big.Int).Add(s.Hi.Value, big.NewInt(1)), "", s.Hi.Typ.Kind)
		}
		lo, hi, dots, end = hi, lo, "..=", ").rev()"
	}
	if lo.full != "" {
		hi = hi.typed()
	}
	text := lo.in(precAdd) + dots + hi.in(precAdd) + end
	if end != "" {
		text = "(" + text
	}
	name := f.declare(s.Var, false)
	if !f.read[s.Var] {
		name = "_"
	}
	f.line("for %s in %s {", name, text)
	f.block(s.Body, false)
	f.line("}")
}

// switchStmt prints a match, the default last; one of a single case is an if. On a constant, which an instance of a generic
// may make, it prints the one clause.
func (f *fn) switchStmt(s *ir.Switch, tail bool) {
	var def *ir.Case
	var cases []*ir.Case
	for _, c := range s.Cases {
		k, known := s.Tag.(*ir.Const)
		switch {
		case c.Default:
			def = c
		case !known || slices.ContainsFunc(c.Values, func(v *ir.Const) bool { return v.Value.Cmp(k.Value) == 0 }):
			cases = append(cases, c)
		}
	}
	if _, known := s.Tag.(*ir.Const); known || len(cases) == 0 {
		if f.trailAbove(); len(cases) > 0 {
			def = cases[0]
		}
		if def != nil {
			f.stmts(def.Body, tail)
		}
		return
	}
	clause := func(c *ir.Case, head string) {
		f.lead(false, c.Lead, c.Trail)
		f.line("%s", head)
		f.block(c.Body, tail)
	}
	if len(cases) == 1 && len(cases[0].Values) == 1 {
		f.trailAbove()
		clause(cases[0], "if "+infix(ir.Eq, f.expr(s.Tag), f.constant(cases[0].Values[0])).s+" {")
		if def != nil {
			clause(def, "} else {")
		}
		f.line("}")
		return
	}
	f.line("match %s {", f.expr(s.Tag).s)
	f.indent++
	for _, c := range cases {
		patterns := make([]string, len(c.Values))
		for i, v := range c.Values {
			if patterns[i] = f.constant(v).s; strings.ContainsAny(patterns[i], " (") { // no path and no literal
				patterns[i] = v.Value.String()
			}
		}
		clause(c, strings.Join(patterns, " | ")+" => {")
		f.line("}")
	}
	if def == nil {
		f.line("_ => {}")
	} else {
		clause(def, "_ => {")
		f.line("}")
	}
	f.indent--
	f.line("}")
}

func (f *fn) ret(s *ir.Return, tail bool) {
	values := make([]string, len(s.Values))
	for i, e := range s.Values {
		values[i] = f.expr(e).s
	}
	switch {
	case tail && len(values) > 0:
		f.line("%s", tuple(values))
	case tail:
		f.trailAbove()
	case len(values) == 0:
		f.line("return;")
	default:
		f.line("return %s;", tuple(values))
	}
}
