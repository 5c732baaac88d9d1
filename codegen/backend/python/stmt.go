package python

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/printer"
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
	printer.Body
}

// function prints a definition.
func (g *gen) function(f *ir.Func) string {
	w := &fn{g: g, f: f, vars: map[*ir.Var]string{}, locals: map[*ir.ConstDecl]string{}, taken: maps.Clone(g.names.taken)}
	w.Body = printer.Body{Language: w, Lines: g.o.Lines, Syntax: printer.Syntax{
		Mark: "#", Trail: "  # ", If: "if %s:", ElseIf: "elif %s:", Else: "else:", Empty: "pass"}}
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
	w.Line("def %s(%s) -> %s:", g.names.funcs[f], strings.Join(params, ", "), result)
	doc := append(slices.Clone(trim(f.Doc)), "")
	if len(doc) == 1 {
		doc = nil
	}
	w.Out.WriteString(docstring(append(doc, fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line)), indents(1)))
	w.Block(f.Body)
	return w.Out.String()
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

// Condition implements printer.Language.
func (f *fn) Condition(e ir.Expr) string { return f.expr(e).S }

// Call implements printer.Language.
func (f *fn) Call(c *ir.Call) string { return f.call(c) }

// Fail implements printer.Language.
func (f *fn) Fail(pos ir.Pos, format string, args ...any) { f.g.fail(pos, format, args...) }

// Declare implements printer.Language.
func (f *fn) Declare(s *ir.Declare) {
	x := atom(f.g.zero(s.Var.Type, false))
	if s.Init != nil {
		x = f.value(s.Init)
	}
	f.Line("%s = %s", f.declare(s.Var), x.S)
}

// DeclareConst implements printer.Language.
func (f *fn) DeclareConst(c *ir.ConstDecl) {
	name := c.Name
	if f.g.names.taken[name] || reserved[name] {
		name = unique(f.taken, name)
	}
	x := atom(boolean(c.Value))
	if !c.Bool && (c.Type == nil || c.Type.Kind != ir.Bool) {
		x = f.g.spelled(f.f.Pkg, c.Value, c.Text)
	}
	f.locals[c] = name
	f.Line("%s = %s", name, x.S)
}

// Assign implements printer.Language.
func (f *fn) Assign(s *ir.Assign) {
	dst, t := f.expr(s.Dst), s.Dst.Type()
	v, whole := s.Dst.(*ir.VarRef)
	switch {
	case s.Op != ir.NoOp:
		f.opAssign(s, dst)
	case whole && v.Var.ByRef && t.Kind == ir.Struct:
		f.Line("%s.assign(%s)", dst.S, f.expr(s.Src).S)
	case whole && v.Var.ByRef && t.Kind == ir.Array:
		f.Line("%s[:] = %s", dst.S, f.value(s.Src).S)
	default:
		f.Line("%s = %s", dst.S, f.value(s.Src).S)
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
			y = unary("~" + y.In(printer.PrecUnary))
		}
		f.Line("%s %s= %s", dst.S, signs.Sign(s.Op), y.S)
		return
	}
	f.Line("%s = %s", dst.S, f.arith(s.Op, dst, y, rx, ry, k).S)
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

// Multi implements printer.Language.
func (f *fn) Multi(s *ir.MultiAssign) {
	if in, ok := s.From.(*ir.Intrinsic); ok {
		f.multiIntrinsic(s, in)
		return
	}
	call := f.call(s.From.(*ir.Call)) // before names are declared that it may not see
	names := make([]string, len(s.Dst))
	for i := range s.Dst {
		names[i] = f.target(s, i)
	}
	f.Line("%s = %s", strings.Join(names, ", "), call)
}

// multiIntrinsic prints bits.Mul, Add and Sub: the exact number, of which the two words are taken.
func (f *fn) multiIntrinsic(s *ir.MultiAssign, in *ir.Intrinsic) {
	x := make([]px, len(in.Args))
	for i, a := range in.Args {
		x[i] = f.expr(a)
	}
	k := map[int]ir.Kind{8: ir.Uint8, 16: ir.Uint16, 32: ir.Uint32, 64: ir.Uint64}[in.Bits]
	op := map[ir.IntrinsicOp]ir.Op{ir.MulWide: ir.Mul, ir.AddCarry: ir.Add, ir.SubBorrow: ir.Sub}[in.Op]
	exact := signs.Infix(op, x[0], x[1])
	if op != ir.Mul {
		exact = signs.Infix(op, exact, x[2])
	}
	low, high := 0, 1
	if in.Op == ir.MulWide {
		low, high = 1, 0
	}
	word := "exact"
	for f.g.names.taken[word] || reserved[word] || f.named(word) {
		word += "_"
	}
	upper := px{S: fmt.Sprintf("%s >> %d", word, in.Bits), Prec: printer.PrecShift}
	if in.Op == ir.SubBorrow {
		upper = px{S: fmt.Sprintf("(%s >> %d) & 1", word, in.Bits), Prec: printer.PrecBitAnd}
	}
	f.Line("%s = %s", word, exact.S)
	if s.Dst[high] != nil {
		f.Line("%s = %s", f.target(s, high), upper.S)
	}
	if s.Dst[low] != nil {
		f.Line("%s = %s & %s", f.target(s, low), word, mask(k))
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

// For implements printer.Language.
func (f *fn) For(s *ir.For) {
	lo, hi := f.constant(s.Lo), f.constant(s.Hi)
	end, step := hi.S, ""
	switch {
	case s.Down && s.Inclusive:
		end, step = hi.In(printer.PrecAdd)+" - 1", ", -1"
	case s.Down:
		step = ", -1"
	case s.Inclusive:
		end = hi.In(printer.PrecAdd) + " + 1"
	}
	from := lo.S + ", "
	if s.Lo.Value.Sign() == 0 && step == "" {
		from = ""
	}
	f.Line("for %s in range(%s%s%s):", f.declare(s.Var), from, end, step)
	f.Block(s.Body)
}

// Switch implements printer.Language: a chain of comparisons, the default last.
func (f *fn) Switch(e ir.Expr, cases []*ir.Case, def *ir.Case) {
	tag := f.expr(e)
	switch e.(type) {
	case *ir.VarRef, *ir.FieldRef:
		f.TrailAbove()
	default: // computed once
		name := "tag"
		for f.g.names.taken[name] || reserved[name] || f.named(name) {
			name += "_"
		}
		f.vars[&ir.Var{Name: name}] = name
		f.Line("%s = %s", name, tag.S)
		tag = atom(name)
	}
	word := "if"
	for _, c := range cases {
		parts := make([]string, len(c.Values))
		for i, v := range c.Values {
			parts[i] = f.constant(v).In(printer.PrecBitOr)
		}
		test := " == " + parts[0]
		if len(parts) > 1 {
			test = " in (" + strings.Join(parts, ", ") + ")"
		}
		f.Clause(c, word+" "+tag.In(printer.PrecBitOr)+test+":")
		word = "elif"
	}
	switch {
	case def == nil:
	case word == "if":
		f.Stmts(def.Body)
	default:
		f.Clause(def, "else:")
	}
}

// Return implements printer.Language. A variable of the function needs no copy, which is its last use.
func (f *fn) Return(s *ir.Return) {
	parts := make([]string, len(s.Values))
	returned := map[*ir.Var]bool{}
	for i, e := range s.Values {
		v, ok := e.(*ir.VarRef)
		if ok && !v.Var.ByRef && !returned[v.Var] {
			returned[v.Var] = true
			parts[i] = f.expr(e).S
		} else {
			parts[i] = f.value(e).S
		}
	}
	f.Line("%s", strings.TrimSpace("return "+strings.Join(parts, ", ")))
}
