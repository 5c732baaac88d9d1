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

// signs are Python's operators.
var signs = printer.Signs{And: "and", Or: "or", Compl: "~"}

var atom, unary = printer.Atom, printer.Unary

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
		s := fmt.Sprintf("%s(%s)", g.helper(fmt.Sprintf("_int%d", k.Bits())), exact.S)
		return px{S: s, Prec: printer.PrecPostfix, Exact: &exact, Bits: k.Bits()}
	}
	exact := low(x, k.Bits())
	return px{S: exact.In(printer.PrecUnary) + " & " + mask(k), Prec: printer.PrecBitAnd, Exact: &exact, Bits: k.Bits()}
}

func mask(k ir.Kind) string { return "0x" + strings.Repeat("F", k.Bits()/4) }

// expr prints a scalar expression, or a struct or array that is not copied.
func (f *fn) expr(e ir.Expr) px {
	switch e := e.(type) {
	case *ir.Const:
		return f.constant(e)
	case *ir.VarRef:
		return atom(f.vars[e.Var])
	case *ir.TableRef:
		return atom(f.g.names.tables[e.Table])
	case *ir.FieldRef:
		return atom(f.expr(e.X).In(printer.PrecPostfix) + "." + f.g.names.fields[e.Field])
	case *ir.Index:
		return atom(f.expr(e.X).In(printer.PrecPostfix) + "[" + f.subscript(e) + "]")
	case *ir.Unary:
		return f.unary(e)
	case *ir.Binary:
		if e.Op.IsCompare() || e.Op == ir.LAnd || e.Op == ir.LOr {
			return signs.Infix(e.Op, f.expr(e.X), f.expr(e.Y))
		}
		return f.arith(e.Op, f.expr(e.X), f.expr(e.Y), f.g.ranges(e.X), f.g.ranges(e.Y), e.Typ.Kind)
	case *ir.Shift:
		return f.arith(e.Op, f.expr(e.X), f.expr(e.Count), f.g.ranges(e.X), f.g.ranges(e.Count), e.Typ.Kind)
	case *ir.Convert:
		return f.g.wrap(f.expr(e.X), e.Typ.Kind, f.g.ranges(e.X).Fits(e.Typ.Kind))
	case *ir.MinMax:
		return f.minMax(e)
	case *ir.Intrinsic:
		return f.intrinsic(e)
	case *ir.Call:
		return atom(f.call(e))
	case *ir.Composite:
		return f.composite(e)
	}
	f.g.fail(e.At(), "unexpected expression %T", e)
	return atom("0")
}

// subscript prints an index. A negative one, which Python would count from the end, and one beyond the
// end are an IndexError, where Go panics.
func (f *fn) subscript(e *ir.Index) string {
	x, r, n := f.expr(e.I).S, f.g.ranges(e.I), e.X.Type().Len
	f.g.faults = f.g.faults || !r.NonNegative() || !r.Below(int64(n))
	if r.NonNegative() {
		return x
	}
	return fmt.Sprintf("%s(%s, %d)", f.g.helper("_index"), x, n)
}

func (f *fn) unary(e *ir.Unary) px {
	x, k := f.expr(e.X), e.Typ.Kind
	switch {
	case e.Op == ir.Not:
		return px{S: "not " + x.In(printer.PrecNot), Prec: printer.PrecNot}
	case e.Op == ir.Compl && k.IsSigned():
		return unary("~" + x.In(printer.PrecUnary))
	case e.Op == ir.Compl:
		return px{S: x.In(printer.PrecUnary) + " ^ " + mask(k), Prec: printer.PrecBitXor}
	}
	r := interval.Arith(ir.Sub, interval.Point(new(big.Int)), f.g.ranges(e.X))
	return f.g.wrap(unary("-"+x.In(printer.PrecUnary)), k, r.Fits(k))
}

// arith prints x op y of the kind k, of operands in the ranges rx and ry.
func (f *fn) arith(op ir.Op, x, y px, rx, ry interval.Interval, k ir.Kind) px {
	r := interval.Arith(op, rx, ry)
	n := k.Bits()
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
		exact = atom(fmt.Sprintf("%s(%s, %s)", f.g.helper(name), x.S, y.S))
	case ir.Shl:
		if !ry.Below(256) { // a number of that many bits is none to compute with
			y = atom(fmt.Sprintf("min(%s, %d)", y.S, k.Bits()))
		}
		exact = signs.Infix(op, low(x, n), y)
	case ir.Shr, ir.And, ir.Or, ir.Xor, ir.AndNot:
		return signs.Infix(op, x, y) // never leaves the type
	default:
		exact = signs.Infix(op, low(x, n), low(y, n))
	}
	return f.g.wrap(exact, k, r.Fits(k))
}

func (f *fn) minMax(e *ir.MinMax) px {
	if len(e.Args) == 1 {
		return f.expr(e.Args[0])
	}
	name := "min"
	if e.Max {
		name = "max"
	}
	return atom(name + "(" + f.list(e.Args) + ")")
}

func (f *fn) list(exprs []ir.Expr) string {
	parts := make([]string, len(exprs))
	for i, e := range exprs {
		parts[i] = f.expr(e).S
	}
	return strings.Join(parts, ", ")
}

func (f *fn) intrinsic(e *ir.Intrinsic) px {
	x := f.expr(e.Args[0])
	switch e.Op {
	case ir.Len:
		return atom(x.In(printer.PrecPostfix) + ".bit_length()")
	case ir.LeadingZeros:
		return px{S: fmt.Sprintf("%d - %s.bit_length()", e.Bits, x.In(printer.PrecPostfix)), Prec: printer.PrecAdd}
	case ir.OnesCount:
		return atom(x.In(printer.PrecPostfix) + ".bit_count()")
	case ir.TrailingZeros:
		return atom(fmt.Sprintf("%s(%s, %d)", f.g.helper("_trailing_zeros"), x.S, e.Bits))
	case ir.RotateLeft:
		return atom(fmt.Sprintf("%s(%s, %s, %d)", f.g.helper("_rotate_left"), x.S, f.expr(e.Args[1]).S, e.Bits))
	}
	f.g.fail(e.Pos, "unexpected %s in an expression", e.Op)
	return atom("0")
}

// call prints a call. Structs and arrays that go by value are copied.
func (f *fn) call(c *ir.Call) string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		if a.ByRef {
			args[i] = f.expr(a.X).S
		} else {
			args[i] = f.value(a.X).S
		}
	}
	return f.g.names.funcs[c.Func] + "(" + strings.Join(args, ", ") + ")"
}

// value prints an expression for a place of its own: a struct or array of another place is copied.
func (f *fn) value(e ir.Expr) px {
	x := f.expr(e)
	switch e.(type) {
	case *ir.VarRef, *ir.FieldRef, *ir.Index:
		return f.g.copied(x, e.Type())
	}
	return x
}

// copied prints a copy of a value.
func (g *gen) copied(x px, t *ir.Type) px {
	switch {
	case t.Kind == ir.Struct:
		return atom(x.In(printer.PrecPostfix) + ".copy()")
	case t.Kind == ir.Array && t.Elem.Kind.IsScalar():
		return atom(x.In(printer.PrecPostfix) + "[:]")
	case t.Kind == ir.Array:
		return atom("[" + g.copied(atom("x"), t.Elem).S + " for x in " + x.S + "]")
	}
	return x
}

// zero prints a new zero value. outer says that it stands in the method of a class, where a field may
// hide the name of a class.
func (g *gen) zero(t *ir.Type, outer bool) string {
	switch t.Kind {
	case ir.Bool:
		return "False"
	case ir.Struct:
		if outer {
			return "_" + g.typeName(t) + "()"
		}
		return g.typeName(t) + "()"
	case ir.Array:
		if t.Elem.Kind.IsScalar() {
			return fmt.Sprintf("[%s] * %d", g.zero(t.Elem, outer), t.Len)
		}
		return fmt.Sprintf("[%s for _ in range(%d)]", g.zero(t.Elem, outer), t.Len)
	}
	return "0"
}

func (g *gen) typeName(t *ir.Type) string {
	if g.names.types[t] == "" {
		pos := ir.Pos{}
		if len(t.Fields) > 0 {
			pos = t.Fields[0].Pos
		}
		g.fail(pos, "a struct without a name; declare a type for it")
	}
	return g.names.types[t]
}

// composite prints a struct or array value, with the fields by name.
func (f *fn) composite(c *ir.Composite) px {
	var parts []string
	for i, e := range c.Elems {
		t := c.Typ.Part(i)
		switch {
		case c.Typ.Kind == ir.Struct && e == nil:
		case c.Typ.Kind == ir.Struct:
			parts = append(parts, f.g.names.fields[c.Typ.Fields[i]]+"="+f.value(e).S)
		case e == nil:
			parts = append(parts, f.g.zero(t, false))
		default:
			parts = append(parts, f.value(e).S)
		}
	}
	if c.Typ.Kind == ir.Struct {
		return atom(f.g.typeName(c.Typ) + "(" + strings.Join(parts, ", ") + ")")
	}
	for _, e := range c.Elems {
		if e != nil {
			return atom("[" + strings.Join(parts, ", ") + "]")
		}
	}
	return px{S: f.g.zero(c.Typ, false), Prec: printer.PrecMul}
}
