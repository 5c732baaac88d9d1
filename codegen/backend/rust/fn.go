package rust

import (
	"fmt"
	"go/token"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// fn prints one function, or expressions of a module.
type fn struct {
	g      *gen
	of     *ir.Func
	goName map[string]string // of the names of variables
	printer.Body
}

// at returns a place in a package; nil is outside of all.
func (g *gen) at(pkg *ir.Package) *fn {
	f := &fn{g: g, goName: map[string]string{}}
	f.Body = printer.NewBody(g.Module, &dialect, f, pkg)
	f.Prose = func(text string) string { return g.prose(pkg, text) }
	return f
}

// function prints a definition.
func (g *gen) function(of *ir.Func) string {
	f := g.at(of.Pkg)
	f.of = of
	params := collect.Of(of.Params, func(v *ir.Var) string { return f.declare(v) + ": " + g.Ref(v) + f.TypeName(v.Type) })
	result := ""
	if len(of.Results) > 0 {
		result = " -> " + f.List(f.TypeNames(of.Results))
	}
	f.Line("%s fn %s(%s)%s {", visibility(of.Export || token.IsExported(of.Name)), g.Names[of], strings.Join(params, ", "), result)
	f.Block(of.Body)
	f.Close()
	return g.docs(of.Pkg, of.Doc, of.Name, g.Names[of], fmt.Sprintf("%s:%d", of.Pos.File, of.Pos.Line), "") + f.Out.String()
}

// declare names a variable for its declaration: not as another that may be seen there, nor as anything of the module.
func (f *fn) declare(v *ir.Var) string {
	name := snake(v.Name)
	for i := 2; f.g.taken[f.Pkg][name] || f.goName[name] != "" && f.goName[name] != v.Name; i++ {
		name = snake(v.Name) + "_" + strconv.Itoa(i)
	}
	f.goName[name], f.Vars[v] = v.Name, name
	if f.g.mutable[v] && !v.ByRef {
		return "mut " + name
	}
	return name
}

func (f *fn) Local(c *ir.ConstDecl) string { return screaming(c.Name) }

func (f *fn) Declare(v *ir.Var, init ir.Expr, x string) {
	t := ": " + f.TypeName(v.Type)
	_, number := init.(*ir.Const)
	if _, made := init.(*ir.Composite); init != nil && !number && !made {
		t = ""
	}
	f.Line("let %s%s = %s;", f.declare(v), t, x)
}

func (f *fn) Multi(s *ir.MultiAssign) {
	from := ""
	if e, ok := s.From.(*ir.Intrinsic); ok {
		from = f.wide(e)
	} else {
		from = f.Call(s.From.(*ir.Call))
	}
	names, let := make([]string, len(s.Dst)), "let "
	for i, v := range s.Dst {
		if names[i] = "_"; v != nil && !s.Define[i] {
			names[i], let = f.Vars[v], ""
		}
	}
	for i, v := range s.Dst {
		if v != nil && s.Define[i] {
			if names[i] = f.declare(v); let == "" { // one pattern either declares or assigns
				f.Line("let %s: %s;", names[i], f.TypeName(v.Type))
				names[i] = f.Vars[v]
			}
		}
	}
	f.Line("%s%s = %s;", let, f.List(names), from)
}

// wide prints bits.Mul, Add and Sub: the exact number, from which the two words are taken.
func (f *fn) wide(e *ir.Intrinsic) string {
	args := collect.Of(e.Args, func(a ir.Expr) any {
		return f.Expr(a).WithType().In(printer.PrecCast) + " as u" + strconv.Itoa(2*e.Bits)
	})
	text := map[ir.IntrinsicOp]string{ir.MulWide: "{ let wide = (%s) * (%s); (HIGH, LOW) }", ir.AddCarry: "{ let wide = (%s) + (%s) + (%s); (LOW, HIGH) }",
		ir.SubBorrow: "{ let wide = (%s).wrapping_sub(%s).wrapping_sub(%s); (LOW, HIGH & 1) }"}[e.Op]
	word := "u" + strconv.Itoa(e.Bits)
	return fmt.Sprintf(strings.NewReplacer("LOW", "wide as "+word, "HIGH", "(wide >> "+strconv.Itoa(e.Bits)+") as "+word).Replace(text), args...)
}

func (f *fn) For(s *ir.For) {
	first, last, format := f.Const(s.Lo), f.Const(s.Hi), "for %s in %s..%s {"
	if s.Down {
		first, last, format = last, first, "for %s in (%s..=%s).rev() {"
	} else if s.Inclusive {
		format = "for %s in %s..=%s {"
	}
	if s.Down && !s.Inclusive {
		first = f.Number(new(big.Int).Add(s.Hi.Value, big.NewInt(1)), "", s.Hi.Typ.Kind)
	}
	f.Line(format, f.declare(s.Var), first.In(printer.PrecAdd), last.WithType().In(printer.PrecAdd))
	f.Block(s.Body)
	f.Close()
}

// Switch implements printer.Language: a match, the default last.
func (f *fn) Switch(tag ir.Expr, cases []*ir.Case, def *ir.Case) {
	f.Line("match %s {", f.Expr(tag).S)
	f.Indent++
	if def == nil {
		def = &ir.Case{}
	}
	for _, c := range append(cases, def) {
		var patterns []string
		for _, v := range c.Values {
			p := f.Const(v).S
			if strings.ContainsAny(p, " (") { // no path and no literal
				p = v.Value.String()
			}
			patterns = append(patterns, p)
		}
		if c == def {
			patterns = []string{"_"}
		}
		f.Clause(c, strings.Join(patterns, " | ")+" => {")
		f.Close()
	}
	f.Indent--
	f.Close()
}

var dialect = printer.Dialect{Signs: printer.Signs{And: "&&", Or: "||", Compl: "!"}, Mark: "//", Trail: " // ",
	If: "if %s {", ElseIf: "} else if %s {", Else: "} else {", End: "}", Semicolon: ";", False: "false", True: "true",
	Deref: "*", Field: ": ", Results: "(%s)", LocalConst: "const %s: %s = %s;", Scalar: scalar, Methods: true,
	ArrayType: "[%s; %d]", Made: printer.Text{S: "%s { %s }"}, Rest: "..", Zeroed: "%s::ZERO",
	ZeroArray: func(elem string, t *ir.Type) printer.Text { return printer.Atom(fmt.Sprintf("[%s; %d]", elem, t.Len)) }}

func cast(x printer.Text, k ir.Kind) printer.Text {
	return printer.Text{S: x.WithType().In(printer.PrecCast) + " as " + scalar(k), Prec: printer.PrecCast}
}

// Subscript prints an index. One that is out of range panics, as in Go; a number that no usize holds, too.
func (f *fn) Subscript(e *ir.Index) string {
	if c, ok := e.I.(*ir.Const); ok && c.Ref == nil {
		return c.Value.String()
	}
	if r := f.Ranges(e.I); e.I.Type().Kind.Bits() == 64 && !(r.NonNegative() && r.Below(int64(e.X.Type().Len))) {
		return "usize::try_from(" + f.Expr(e.I).S + ").unwrap_or(usize::MAX)"
	}
	return f.Expr(e.I).In(printer.PrecCast) + " as usize"
}

func (f *fn) Unary(e *ir.Unary, x printer.Text) printer.Text {
	switch {
	case e.Op != ir.Neg:
		return printer.Unary("!" + x.In(printer.PrecUnary))
	case e.Typ.Kind.IsSigned() && f.plain(e.Pos, interval.Arith(ir.Sub, interval.Point(new(big.Int)), f.Ranges(e.X)), e.Typ.Kind):
		return printer.Unary("-" + x.In(printer.PrecUnary))
	}
	return printer.Method(x, "wrapping_neg")
}

// plain reports whether an operation with this exact result is printed as an operator: no argument makes it overflow, or
// the source does not say that it wraps, and it is proven for arguments in their ranges.
func (f *fn) plain(pos ir.Pos, result interval.Interval, k ir.Kind) bool {
	_, wraps := f.g.wraps[pos.File][pos.Line]
	return result.Fits(k) || !wraps && !f.of.Contract.Wrap && (f.g.Unproven == nil || !f.g.Unproven(pos))
}

// Arith prints an operation. Shifts, and divisions of the least number by -1, are as in Go for any argument: Rust panics
// at the latter in every build, and without overflow checks forgets the high bits of a count.
func (f *fn) Arith(op ir.Op, pos ir.Pos, ex, ey ir.Expr) printer.Text {
	x, y, k, ry := f.Expr(ex), f.Expr(ey), ex.Type().Kind, f.Ranges(ey)
	name := map[ir.Op]string{ir.Add: "add", ir.Sub: "sub", ir.Mul: "mul", ir.Div: "div", ir.Rem: "rem"}[op]
	exact := interval.Arith(op, f.Ranges(ex), ry)
	switch op {
	case ir.Shl, ir.Shr:
		x = x.WithType()
		switch {
		case ry.Below(int64(k.Bits())):
			return f.Infix(op, x, y)
		case op == ir.Shr && k.IsSigned(): // the sign remains
			return f.Infix(op, x, printer.Method(y, "min", strconv.Itoa(k.Bits()-1)))
		case !ry.Fits(ir.Uint32):
			y = printer.Method(y, "min", "255")
		}
		if ey.Type().Kind != ir.Uint32 {
			y = cast(y, ir.Uint32)
		}
		return printer.Method(printer.Method(x, map[ir.Op]string{ir.Shl: "checked_shl", ir.Shr: "checked_shr"}[op], y.S), "unwrap_or", "0")
	case ir.Rem:
		exact = interval.Arith(ir.Div, f.Ranges(ex), ry)
	}
	if exact.Fits(k) || name == "" || op != ir.Div && op != ir.Rem && f.plain(pos, exact, k) {
		return f.Infix(op, x, y)
	}
	return printer.Method(x, "wrapping_"+name, y.S)
}

func (f *fn) Convert(e *ir.Convert, x printer.Text) printer.Text {
	if e.Typ.Kind == ir.Struct && e.Typ != e.X.Type() {
		f.Fail(e.Pos, "a struct is converted to another, which Rust cannot; assign its fields")
	}
	if e.Typ.Kind == e.X.Type().Kind {
		return x
	}
	return cast(x, e.Typ.Kind)
}

var counts = map[ir.IntrinsicOp]string{ir.LeadingZeros: "leading_zeros", ir.Len: "leading_zeros", ir.TrailingZeros: "trailing_zeros", ir.OnesCount: "count_ones"}

func (f *fn) Intrinsic(e *ir.Intrinsic, args []printer.Text) printer.Text {
	if e.Op == ir.RotateLeft {
		return printer.Method(args[0], "rotate_left", args[1].S)
	}
	x := printer.Method(args[0], counts[e.Op])
	if e.Op == ir.Len {
		x = f.Infix(ir.Sub, printer.Atom(strconv.Itoa(e.Bits)), x)
	}
	if e.Typ.Kind == ir.Uint32 {
		return x
	}
	return cast(x, e.Typ.Kind)
}

// Call prints a call. An argument that another argument borrows mutably, or that is an element of the same array, is
// passed as a copy.
func (f *fn) Call(c *ir.Call) string {
	args, lent := make([]string, len(c.Args)), map[string]bool{} // places, and whether they are written
	before, after := "", ""
	for i, a := range c.Args {
		writes := a.ByRef && f.g.mutable[c.Func.Params[i]]
		text, ref := f.Expr(a.X).S, f.g.Ref(c.Func.Params[i])
		if v, whole := a.X.(*ir.VarRef); a.ByRef && whole && v.Var.ByRef {
			text, ref = f.Vars[v.Var], ""
		}
		clash := false
		for place, written := range lent {
			clash = clash || (written || writes) && overlap(text, place)
		}
		switch place, _, _ := strings.Cut(text, "["); {
		case clash:
			value := fmt.Sprintf("value%d", i)
			before += "let mut "[:map[bool]int{true: 8, false: 4}[writes]] + value + " = " + text + "; "
			if writes {
				after += text + " = " + value + "; "
			}
			text = value
		case a.ByRef:
			lent[place] = lent[place] || writes
		}
		args[i] = ref + text
	}
	text := f.Name(c.Func) + "(" + strings.Join(args, ", ") + ")"
	switch {
	case after != "":
		return "{ " + before + "let result = " + text + "; " + after + "result }"
	case before != "":
		return "{ " + before + text + " }"
	}
	return text
}

// overlap reports whether an expression reads a place, something in it, or all that it is in.
func overlap(text, place string) bool {
	pattern := `(^|[^\w.])(` + regexp.QuoteMeta(place) + `(\W|$)`
	for i, r := range place {
		if r == '.' {
			pattern += `|` + regexp.QuoteMeta(place[:i]) + `([^\w.[]|$)`
		}
	}
	return regexp.MustCompile(pattern + `)`).MatchString(text)
}
