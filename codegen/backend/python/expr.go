package python

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

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

// low returns an expression with the same low bits as x, one without a mask where x has one of so many
// bits or more.
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

// Unary implements printer.Language.
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

// Arith implements printer.Language.
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
		if !ry.Below(256) { // a number of that many bits is none to compute with
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

// Convert implements printer.Language.
func (f *fn) Convert(e *ir.Convert, x px) px {
	return f.g.wrap(x, e.Typ.Kind, f.Ranges(e.X).Fits(e.Typ.Kind))
}

// Intrinsic implements printer.Language.
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
