package rust

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

var signs = printer.Signs{And: "&&", Or: "||", Compl: "!"}

// method prints a call of a method.
func method(x printer.Text, name string, args ...string) printer.Text {
	return printer.Atom(x.WithType().In(printer.PrecPostfix) + "." + name + "(" + strings.Join(args, ", ") + ")")
}

func cast(x printer.Text, k ir.Kind) printer.Text {
	return printer.Text{S: x.WithType().In(printer.PrecCast) + " as " + scalar(k), Prec: printer.PrecCast}
}

// expr prints an expression; a struct or array is copied where it is used.
func (f *fn) expr(e ir.Expr) printer.Text {
	switch e := e.(type) {
	case *ir.Const:
		return f.constant(e)
	case *ir.VarRef:
		if e.Var.ByRef {
			return printer.Unary("*" + f.vars[e.Var])
		}
		return printer.Atom(f.vars[e.Var])
	case *ir.TableRef:
		f.g.use(e.Table)
		return printer.Atom(f.g.path(f.pkg, e.Table.Pkg, e.Table))
	case *ir.FieldRef:
		return printer.Atom(f.place(e.X) + "." + f.g.names[e.Field])
	case *ir.Index:
		return printer.Atom(f.place(e.X) + "[" + f.subscript(e) + "]")
	case *ir.Unary:
		return f.unary(e)
	case *ir.Binary:
		if e.Op.IsCompare() || e.Op == ir.LAnd || e.Op == ir.LOr {
			return signs.Infix(e.Op, f.expr(e.X), f.expr(e.Y))
		}
		return f.arith(e.Op, e.Pos, e.X, e.Y)
	case *ir.Shift:
		return f.arith(e.Op, e.Pos, e.X, e.Count)
	case *ir.Convert:
		if e.Typ.Kind == ir.Struct && e.Typ != e.X.Type() {
			f.g.fail(e.Pos, "a struct is converted to another, which Rust cannot; assign its fields")
		}
		if e.Typ.Kind == e.X.Type().Kind {
			return f.expr(e.X)
		}
		return cast(f.expr(e.X), e.Typ.Kind)
	case *ir.MinMax:
		x := f.expr(e.Args[0])
		for _, a := range e.Args[1:] {
			x = method(x, map[bool]string{true: "max", false: "min"}[e.Max], f.expr(a).S)
		}
		return x
	case *ir.Intrinsic:
		return f.intrinsic(e)
	case *ir.Call:
		return printer.Atom(f.Call(e))
	case *ir.Composite:
		return f.composite(e)
	}
	f.g.fail(e.At(), "unexpected expression %T", e)
	return printer.Atom("0")
}

// place prints what a field or an element is taken of: a reference is followed without a star.
func (f *fn) place(e ir.Expr) string {
	if v, ok := e.(*ir.VarRef); ok {
		return f.vars[v.Var]
	}
	return f.expr(e).In(printer.PrecPostfix)
}

// subscript prints an index. One that is out of range panics, as in Go; a number that no usize holds, too.
func (f *fn) subscript(e *ir.Index) string {
	if c, ok := e.I.(*ir.Const); ok && c.Ref == nil {
		return c.Value.String()
	}
	if r := f.g.ranges(e.I); e.I.Type().Kind.Bits() == 64 && !(r.NonNegative() && r.Below(int64(e.X.Type().Len))) {
		return "usize::try_from(" + f.expr(e.I).S + ").unwrap_or(usize::MAX)"
	}
	return f.expr(e.I).In(printer.PrecCast) + " as usize"
}

func (f *fn) unary(e *ir.Unary) printer.Text {
	x := f.expr(e.X)
	switch {
	case e.Op != ir.Neg:
		return printer.Unary("!" + x.In(printer.PrecUnary))
	case e.Typ.Kind.IsSigned() && f.plain(e.Pos, interval.Arith(ir.Sub, interval.Point(new(big.Int)), f.g.ranges(e.X)), e.Typ.Kind):
		return printer.Unary("-" + x.In(printer.PrecUnary))
	}
	return method(x, "wrapping_neg")
}

// plain reports whether an operation with this exact result is printed as an operator: no argument makes it overflow, or
// the source does not say that it wraps, and it is proven for arguments in their ranges.
func (f *fn) plain(pos ir.Pos, result interval.Interval, k ir.Kind) bool {
	_, wraps := f.g.wraps[pos.File][pos.Line]
	return result.Fits(k) || !wraps && !f.f.Contract.Wrap && (f.g.o.Unproven == nil || !f.g.o.Unproven(pos))
}

// arith prints an operation. Shifts, and divisions of the least number by -1, are as in Go for any argument: Rust panics
// at the latter in every build, and without overflow checks forgets the high bits of a count.
func (f *fn) arith(op ir.Op, pos ir.Pos, ex, ey ir.Expr) printer.Text {
	x, y, k, ry := f.expr(ex), f.expr(ey), ex.Type().Kind, f.g.ranges(ey)
	name := map[ir.Op]string{ir.Add: "add", ir.Sub: "sub", ir.Mul: "mul", ir.Div: "div", ir.Rem: "rem"}[op]
	exact := interval.Arith(op, f.g.ranges(ex), ry)
	switch op {
	case ir.Shl, ir.Shr:
		x = x.WithType()
		switch {
		case ry.Below(int64(k.Bits())):
			return signs.Infix(op, x, y)
		case op == ir.Shr && k.IsSigned(): // the sign is what is left
			return signs.Infix(op, x, method(y, "min", strconv.Itoa(k.Bits()-1)))
		case !ry.Fits(ir.Uint32):
			y = method(y, "min", "255")
		}
		if ey.Type().Kind != ir.Uint32 {
			y = cast(y, ir.Uint32)
		}
		return method(method(x, map[ir.Op]string{ir.Shl: "checked_shl", ir.Shr: "checked_shr"}[op], y.S), "unwrap_or", "0")
	case ir.Div, ir.Rem:
		exact = interval.Arith(ir.Div, f.g.ranges(ex), ry)
		if !exact.Fits(k) {
			return method(x, "wrapping_"+name, y.S)
		}
	case ir.Add, ir.Sub, ir.Mul:
		if !f.plain(pos, exact, k) {
			return method(x, "wrapping_"+name, y.S)
		}
	}
	return signs.Infix(op, x, y)
}

var counts = map[ir.IntrinsicOp]string{ir.LeadingZeros: "leading_zeros", ir.Len: "leading_zeros", ir.TrailingZeros: "trailing_zeros", ir.OnesCount: "count_ones"}

func (f *fn) intrinsic(e *ir.Intrinsic) printer.Text {
	x := f.expr(e.Args[0])
	if e.Op == ir.RotateLeft {
		return method(x, "rotate_left", f.expr(e.Args[1]).S)
	}
	x = method(x, counts[e.Op])
	if e.Op == ir.Len {
		x = signs.Infix(ir.Sub, printer.Atom(strconv.Itoa(e.Bits)), x)
	}
	if e.Typ.Kind == ir.Uint32 {
		return x
	}
	return cast(x, e.Typ.Kind)
}

// Call prints a call. What another argument lends for writing, and what is an element of the same array, goes by a copy.
func (f *fn) Call(c *ir.Call) string {
	args, lent := make([]string, len(c.Args)), map[string]bool{} // places, and whether they are written
	before, after := "", ""
	for i, a := range c.Args {
		writes := a.ByRef && f.g.mutable[c.Func.Params[i]]
		ref := map[bool]string{true: "&mut ", false: "&"}[writes]
		text := f.expr(a.X).S
		if v, whole := a.X.(*ir.VarRef); a.ByRef && whole && v.Var.ByRef {
			text, ref = f.vars[v.Var], ""
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
		if args[i] = text; a.ByRef {
			args[i] = ref + text
		}
	}
	text := f.g.path(f.pkg, c.Func.Pkg, c.Func) + "(" + strings.Join(args, ", ") + ")"
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

// zero prints a zero value.
func (g *gen) zero(in *ir.Package, t *ir.Type) string {
	switch t.Kind {
	case ir.Bool:
		return "false"
	case ir.Struct:
		return g.typeName(in, t) + "::ZERO"
	case ir.Array:
		return fmt.Sprintf("[%s; %d]", g.zero(in, t.Elem), t.Len)
	}
	return "0"
}

// composite prints a struct or array, with the fields by name.
func (f *fn) composite(c *ir.Composite) printer.Text {
	var parts []string
	given := false
	for i, e := range c.Elems {
		given = given || e != nil
		switch {
		case e == nil && c.Typ.Kind == ir.Array:
			parts = append(parts, f.g.zero(f.pkg, c.Typ.Elem))
		case e != nil && c.Typ.Kind == ir.Array:
			parts = append(parts, f.expr(e).S)
		case e != nil:
			parts = append(parts, f.g.names[c.Typ.Fields[i]]+": "+f.expr(e).S)
		}
	}
	switch {
	case !given:
		return printer.Atom(f.g.zero(f.pkg, c.Typ))
	case c.Typ.Kind == ir.Array:
		return printer.Atom("[" + strings.Join(parts, ", ") + "]")
	case len(parts) < len(c.Elems):
		parts = append(parts, ".."+f.g.zero(f.pkg, c.Typ))
	}
	return printer.Text{S: f.g.typeName(f.pkg, c.Typ) + " { " + strings.Join(parts, ", ") + " }"}
}

// constant prints a constant as the source has it, where Rust reads that alike.
func (f *fn) constant(c *ir.Const) printer.Text {
	if c.Ref == nil || f.g.constKind(c.Ref, c.Typ.Kind) != c.Typ.Kind || c.Ref.Local && f.locals[c.Ref] == "" {
		return f.g.number(f.pkg, c.Value, c.Text, c.Typ.Kind)
	}
	f.g.use(c.Ref)
	if c.Ref.Local {
		return printer.Atom(f.locals[c.Ref])
	}
	return printer.Atom(f.g.path(f.pkg, c.Ref.Pkg, c.Ref))
}

// constKind returns the type of a constant: that of its declaration, or if that has none, of its first use, which is k if
// there was none. Other uses are of its value.
func (g *gen) constKind(d *ir.ConstDecl, k ir.Kind) ir.Kind {
	switch {
	case d.Bool:
		return ir.Bool
	case d.Type != nil:
		return d.Type.Kind
	case g.kinds[d] == ir.Invalid && k != ir.Invalid && interval.Point(d.Value).Fits(k):
		g.kinds[d], g.changed = k, true
	}
	return g.kinds[d]
}

// number prints a value of type k, by its text if that is an expression of literals and constants that Rust computes alike.
func (g *gen) number(pkg *ir.Package, v *big.Int, text string, k ir.Kind) printer.Text {
	if k == ir.Bool {
		return printer.Atom(strconv.FormatBool(v.Sign() != 0))
	}
	spelling := printer.Spelling{Program: g.p, Package: pkg, Signs: signs, Suffix: "_" + scalar(k),
		Fits: func(v *big.Int) bool { return interval.Point(v).Fits(k) },
		Name: func(d *ir.ConstDecl) string {
			if g.constKind(d, k) != k {
				return ""
			}
			g.use(d)
			return g.path(pkg, d.Pkg, d)
		}}
	if x, ok := spelling.Constant(text, v); ok {
		return x
	}
	x := printer.Text{S: v.String(), Prec: printer.PrecPostfix}
	if v.BitLen() > 16 && v.Sign() > 0 && text != "" {
		x.S = fmt.Sprintf("0x%X", v)
	}
	if v.Sign() < 0 {
		x.Prec = printer.PrecUnary
	}
	x.Typed = x.S + "_" + scalar(k)
	return x
}
