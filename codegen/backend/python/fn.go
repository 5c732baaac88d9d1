package python

import (
	"fmt"
	"maps"
	"math/big"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/ident"
)

// fn prints one function, or expressions outside of functions.
type fn struct {
	g     *gen
	taken map[string]bool // names of the function and of the module
	printer.Body
}

// at returns a place in a package; nil is one without names of constants.
func (g *gen) at(pkg *ir.Package) *fn {
	f := &fn{g: g, taken: maps.Clone(g.taken)}
	f.Body = printer.NewBody(g.Module, &dialect, f, pkg)
	f.Lines = g.Options.Lines
	return f
}

// function prints a definition.
func (g *gen) function(of *ir.Func) string {
	f := g.at(of.Pkg)
	params := collect.Of(of.Params, func(v *ir.Var) string { return f.declare(v) + ": " + f.TypeName(v.Type) })
	result, results := "None", f.TypeNames(of.Results)
	switch {
	case len(results) == 1:
		result = results[0]
	case len(results) > 1:
		result = "tuple[" + f.List(results) + "]"
	}
	f.Line("def %s(%s) -> %s:", g.Names[of], strings.Join(params, ", "), result)
	f.Out.WriteString(documented(of.DeclInfo))
	f.Block(of.Body)
	return f.Out.String()
}

// free returns a free name in the function. A name from a block that has ended may be reused; a name from the module
// may not, since it would be hidden in the whole function.
func (f *fn) free(name string) string {
	if f.g.taken[name] || reserved[name] {
		name = ident.Unique(f.taken, reserved, name)
	}
	return name
}

func (f *fn) declare(v *ir.Var) string {
	f.Vars[v] = f.free(v.Name)
	return f.Vars[v]
}

func (f *fn) Local(c *ir.ConstDecl) string { return f.free(c.Name) }

// own returns a name for something that the source does not name.
func (f *fn) own(name string) string {
	for f.g.taken[name] || reserved[name] || f.named(name) {
		name += "_"
	}
	return name
}

func (f *fn) Declare(v *ir.Var, _ ir.Expr, x string) {
	f.TypeName(v.Type)
	f.Line("%s = %s", f.declare(v), x)
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
	return f.Vars[v]
}

func (f *fn) Multi(s *ir.MultiAssign) {
	if in, ok := s.From.(*ir.Intrinsic); ok {
		f.multiIntrinsic(s, in)
		return
	}
	call := f.Call(s.From.(*ir.Call)) // before names are declared that it may not see
	names := make([]string, len(s.Dst))
	for i := range s.Dst {
		names[i] = f.target(s, i)
	}
	f.Line("%s = %s", f.List(names), call)
}

// multiIntrinsic prints bits.Mul, Add and Sub: the exact number, from which the two words are taken.
func (f *fn) multiIntrinsic(s *ir.MultiAssign, in *ir.Intrinsic) {
	exact := f.Expr(in.Args[0])
	for _, a := range in.Args[1:] {
		exact = f.Infix(map[ir.IntrinsicOp]ir.Op{ir.MulWide: ir.Mul, ir.AddCarry: ir.Add, ir.SubBorrow: ir.Sub}[in.Op], exact, f.Expr(a))
	}
	low, high := 0, 1
	if in.Op == ir.MulWide {
		low, high = 1, 0
	}
	word := f.own("exact")
	upper := fmt.Sprintf("%s >> %d", word, in.Bits)
	if in.Op == ir.SubBorrow {
		upper = "(" + upper + ") & 1"
	}
	f.Line("%s = %s", word, exact.S)
	if s.Dst[high] != nil {
		f.Line("%s = %s", f.target(s, high), upper)
	}
	if s.Dst[low] != nil {
		f.Line("%s = %s & 0x%s", f.target(s, low), word, strings.Repeat("F", in.Bits/4))
	}
}

// named reports whether some variable of the function has the name.
func (f *fn) named(name string) bool {
	for v := range f.Vars {
		if f.Vars[v] == name {
			return true
		}
	}
	return false
}

func (f *fn) For(s *ir.For) {
	lo, hi := f.Const(s.Lo), f.Const(s.Hi)
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
	tag := f.Expr(e)
	switch e.(type) {
	case *ir.VarRef, *ir.FieldRef:
		f.TrailAbove()
	default: // computed once
		name := f.own("tag")
		f.Vars[&ir.Var{Name: name}] = name
		f.Line("%s = %s", name, tag.S)
		tag = atom(name)
	}
	word := "if"
	for _, c := range cases {
		parts := collect.Of(c.Values, func(v *ir.Const) string { return f.Const(v).In(printer.PrecBitOr) })
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

// px is a Python expression.
type px = printer.Text

var atom, unary = printer.Atom, printer.Unary

var dialect = printer.Dialect{Signs: printer.Signs{And: "and", Or: "or", Compl: "~"}, Mark: "#", Trail: "  # ",
	If: "if %s:", ElseIf: "elif %s:", Else: "else:", Empty: "pass", False: "False", True: "True",
	Field: "=", Results: "%s", LocalConst: "%[1]s = %[3]s", Struct: "%s.assign(%s)", Array: "%s[:] = %s",
	Copies: true, ArrayType: "list[%[1]s]", Made: atom("%s(%s)"), Zeroed: "%s()", ZeroArray: zeroArray}

func zeroArray(elem string, t *ir.Type) px {
	if t.Elem.Kind.IsScalar() {
		return px{S: fmt.Sprintf("[%s] * %d", elem, t.Len), Prec: printer.PrecMul}
	}
	return px{S: fmt.Sprintf("[%s for _ in range(%d)]", elem, t.Len), Prec: printer.PrecMul}
}

// low returns an expression with the same low bits as x, without x's mask if that is at least bits wide.
func low(x px, bits int) px {
	if x.Exact != nil && x.Bits >= bits {
		return low(*x.Exact, bits)
	}
	return x
}

// wrap reduces a number to the kind k, unless fits says that it is one.
func (g *gen) wrap(x px, k ir.Kind, fits bool) px {
	switch {
	case fits || k == ir.Bool:
		return x
	case k.IsSigned():
		exact := low(x, k.Bits())
		x = g.helper(fmt.Sprintf("_int%d", k.Bits()), exact.S)
		x.Exact, x.Bits = &exact, k.Bits()
		return x
	}
	exact := low(x, k.Bits())
	return px{S: exact.In(printer.PrecUnary) + " & " + mask(k), Prec: printer.PrecBitAnd, Exact: &exact, Bits: k.Bits()}
}

func mask(k ir.Kind) string { return "0x" + strings.Repeat("F", k.Bits()/4) }

// helper prints a call of a function of helpers.py.
func (g *gen) helper(name string, args ...any) px {
	g.helpers[name] = true
	return atom(fmt.Sprintf(name+"("+strings.Repeat(", %v", len(args))[2:]+")", args...))
}

// Subscript prints an index. A negative one, which Python would count from the end, and one beyond the
// end are an IndexError, where Go panics.
func (f *fn) Subscript(e *ir.Index) string {
	x, r, n := f.Expr(e.I), f.Ranges(e.I), e.X.Type().Len
	f.g.Faults = f.g.Faults || !r.NonNegative() || !r.Below(int64(n))
	if !r.NonNegative() {
		x = f.g.helper("_index", x.S, n)
	}
	return x.S
}

func (f *fn) Unary(e *ir.Unary, x px) px {
	k := e.Typ.Kind
	switch {
	case e.Op == ir.Not:
		return px{S: "not " + x.In(printer.PrecNot), Prec: printer.PrecNot}
	case e.Op == ir.Compl && k.IsSigned():
		return unary("~" + x.In(printer.PrecUnary))
	case e.Op == ir.Compl:
		return px{S: x.In(printer.PrecUnary) + " ^ " + mask(k), Prec: printer.PrecBitXor}
	}
	r := interval.Arith(ir.Sub, interval.Point(new(big.Int)), f.Ranges(e.X))
	return f.g.wrap(unary("-"+x.In(printer.PrecUnary)), k, r.Fits(k))
}

func (f *fn) Arith(op ir.Op, _ ir.Pos, ex, ey ir.Expr) px {
	x, y, rx, ry, k := f.Expr(ex), f.Expr(ey), f.Ranges(ex), f.Ranges(ey), ex.Type().Kind
	r, n := interval.Arith(op, rx, ry), k.Bits()
	if r.Fits(k) { // nothing is masked, and no operand may lose its mask
		n = 1 << 16
	}
	var exact px
	switch op {
	case ir.Div, ir.Rem:
		name, sign := "_quo", "//"
		if op == ir.Rem {
			name, sign = "_rem", "%"
		}
		if rx.NonNegative() && ry.NonNegative() {
			return px{S: x.In(printer.PrecMul) + " " + sign + " " + y.In(printer.PrecUnary), Prec: printer.PrecMul}
		}
		exact = f.g.helper(name, x.S, y.S)
	case ir.Shl:
		if !ry.Below(256) { // a larger count would make a huge number
			y = atom(fmt.Sprintf("min(%s, %d)", y.S, k.Bits()))
		}
		exact = f.Infix(op, low(x, n), y)
	case ir.Shr, ir.And, ir.Or, ir.Xor, ir.AndNot:
		return f.Infix(op, x, y) // never leaves the type
	default:
		exact = f.Infix(op, low(x, n), low(y, n))
	}
	return f.g.wrap(exact, k, r.Fits(k))
}

func (f *fn) Convert(e *ir.Convert, x px) px {
	return f.g.wrap(x, e.Typ.Kind, f.Ranges(e.X).Fits(e.Typ.Kind))
}

func (f *fn) Intrinsic(e *ir.Intrinsic, args []px) px {
	length := printer.Method(args[0], "bit_length")
	switch e.Op {
	case ir.Len:
		return length
	case ir.LeadingZeros:
		return px{S: fmt.Sprintf("%d - %s", e.Bits, length.S), Prec: printer.PrecAdd}
	case ir.OnesCount:
		return printer.Method(args[0], "bit_count")
	case ir.TrailingZeros:
		return f.g.helper("_trailing_zeros", args[0].S, e.Bits)
	case ir.RotateLeft:
		return f.g.helper("_rotate_left", args[0].S, args[1].S, e.Bits)
	}
	f.Fail(e.Pos, "unexpected %s in an expression", e.Op)
	return atom("0")
}

// Call prints a call. Structs and arrays that go by value are copied.
func (f *fn) Call(c *ir.Call) string {
	args := make([]px, len(c.Args))
	for i, a := range c.Args {
		if args[i] = f.Value(a.X); a.ByRef {
			args[i] = f.Expr(a.X)
		}
	}
	return printer.Call(f.Name(c.Func), args...).S
}
