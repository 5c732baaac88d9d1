package python

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// The precedence of Python's operators. Bits and shifts bind tighter than comparisons there, other
// than in C, and comparisons chain, so that none stands bare in another.
const (
	precNone = iota
	precOr
	precAnd
	precNot
	precCompare
	precBitOr
	precBitXor
	precBitAnd
	precShift
	precAdd
	precMul
	precUnary
	precPostfix
)

// px is a Python expression.
type px struct {
	s    string
	prec int
	// exact, if not nil, is what the expression is the low bits of, of which there are so many.
	exact *px
	bits  int
}

func atom(s string) px { return px{s: s, prec: precPostfix} }

func unary(s string) px { return px{s: s, prec: precUnary} }

// low returns an expression with the same low bits as x, one without a mask where x has one of so many
// bits or more.
func (x px) low(bits int) px {
	if x.exact != nil && x.bits >= bits {
		return x.exact.low(bits)
	}
	return x
}

// in returns the text for a place that needs at least the precedence p.
func (x px) in(p int) string {
	if x.prec < p {
		return "(" + x.s + ")"
	}
	return x.s
}

var operators = map[ir.Op]struct {
	s    string
	prec int
}{
	ir.Add: {"+", precAdd}, ir.Sub: {"-", precAdd}, ir.Mul: {"*", precMul},
	ir.And: {"&", precBitAnd}, ir.Or: {"|", precBitOr}, ir.Xor: {"^", precBitXor}, ir.AndNot: {"&", precBitAnd},
	ir.Shl: {"<<", precShift}, ir.Shr: {">>", precShift},
	ir.Eq: {"==", precCompare}, ir.Ne: {"!=", precCompare}, ir.Lt: {"<", precCompare}, ir.Le: {"<=", precCompare},
	ir.Gt: {">", precCompare}, ir.Ge: {">=", precCompare}, ir.LAnd: {"and", precAnd}, ir.LOr: {"or", precOr},
}

// infix joins two operands. Operands of bits and shifts that have operators themselves stand in
// parentheses even where Python needs none, but for a chain of one operator.
func infix(op ir.Op, x, y px) px {
	o := operators[op]
	left, right := o.prec, o.prec+1
	switch op {
	case ir.And, ir.Or, ir.Xor, ir.AndNot, ir.Shl, ir.Shr:
		right = precUnary
		if left = precUnary; x.prec == o.prec && op != ir.Shl && op != ir.Shr {
			left = o.prec
		}
	case ir.LAnd, ir.LOr:
		right = o.prec
		if op == ir.LOr { // "and" in "or" is easier read apart
			right, left = precNot, max(left, precNot)
			if x.prec == precOr {
				left = precOr
			}
		}
	default:
		if op.IsCompare() {
			left = o.prec + 1
		}
	}
	if op == ir.AndNot {
		y = unary("~" + y.in(precUnary))
	}
	return px{s: x.in(left) + " " + o.s + " " + y.in(right), prec: o.prec}
}

// wrap reduces a number to the kind k, unless fits says that it is one.
func (g *gen) wrap(x px, k ir.Kind, fits bool) px {
	switch {
	case fits || k == ir.Bool:
		return x
	case k.IsSigned():
		exact := x.low(k.Bits())
		s := fmt.Sprintf("%s(%s)", g.helper(fmt.Sprintf("_int%d", k.Bits())), exact.s)
		return px{s: s, prec: precPostfix, exact: &exact, bits: k.Bits()}
	}
	exact := x.low(k.Bits())
	return px{s: exact.in(precUnary) + " & " + mask(k), prec: precBitAnd, exact: &exact, bits: k.Bits()}
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
		return atom(f.expr(e.X).in(precPostfix) + "." + f.g.names.fields[e.Field])
	case *ir.Index:
		return atom(f.expr(e.X).in(precPostfix) + "[" + f.subscript(e) + "]")
	case *ir.Unary:
		return f.unary(e)
	case *ir.Binary:
		if e.Op.IsCompare() || e.Op == ir.LAnd || e.Op == ir.LOr {
			return infix(e.Op, f.expr(e.X), f.expr(e.Y))
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
	x, r, n := f.expr(e.I).s, f.g.ranges(e.I), e.X.Type().Len
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
		return px{s: "not " + x.in(precNot), prec: precNot}
	case e.Op == ir.Compl && k.IsSigned():
		return unary("~" + x.in(precUnary))
	case e.Op == ir.Compl:
		return px{s: x.in(precUnary) + " ^ " + mask(k), prec: precBitXor}
	}
	r := interval.Arith(ir.Sub, interval.Point(new(big.Int)), f.g.ranges(e.X))
	return f.g.wrap(unary("-"+x.in(precUnary)), k, r.Fits(k))
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
			return px{s: x.in(precMul) + " " + sign + " " + y.in(precUnary), prec: precMul}
		}
		exact = atom(fmt.Sprintf("%s(%s, %s)", f.g.helper(name), x.s, y.s))
	case ir.Shl:
		if !ry.Below(256) { // a number of that many bits is none to compute with
			y = atom(fmt.Sprintf("min(%s, %d)", y.s, k.Bits()))
		}
		exact = infix(op, x.low(n), y)
	case ir.Shr, ir.And, ir.Or, ir.Xor, ir.AndNot:
		return infix(op, x, y) // never leaves the type
	default:
		exact = infix(op, x.low(n), y.low(n))
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
		parts[i] = f.expr(e).s
	}
	return strings.Join(parts, ", ")
}

func (f *fn) intrinsic(e *ir.Intrinsic) px {
	x := f.expr(e.Args[0])
	switch e.Op {
	case ir.Len:
		return atom(x.in(precPostfix) + ".bit_length()")
	case ir.LeadingZeros:
		return px{s: fmt.Sprintf("%d - %s.bit_length()", e.Bits, x.in(precPostfix)), prec: precAdd}
	case ir.OnesCount:
		return atom(x.in(precPostfix) + ".bit_count()")
	case ir.TrailingZeros:
		return atom(fmt.Sprintf("%s(%s, %d)", f.g.helper("_trailing_zeros"), x.s, e.Bits))
	case ir.RotateLeft:
		return atom(fmt.Sprintf("%s(%s, %s, %d)", f.g.helper("_rotate_left"), x.s, f.expr(e.Args[1]).s, e.Bits))
	}
	f.g.fail(e.Pos, "unexpected %s in an expression", e.Op)
	return atom("0")
}

// call prints a call. Structs and arrays that go by value are copied.
func (f *fn) call(c *ir.Call) string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		if a.ByRef {
			args[i] = f.expr(a.X).s
		} else {
			args[i] = f.value(a.X).s
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
		return atom(x.in(precPostfix) + ".copy()")
	case t.Kind == ir.Array && t.Elem.Kind.IsScalar():
		return atom(x.in(precPostfix) + "[:]")
	case t.Kind == ir.Array:
		return atom("[" + g.copied(atom("x"), t.Elem).s + " for x in " + x.s + "]")
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
			parts = append(parts, f.g.names.fields[c.Typ.Fields[i]]+"="+f.value(e).s)
		case e == nil:
			parts = append(parts, f.g.zero(t, false))
		default:
			parts = append(parts, f.value(e).s)
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
	return px{s: f.g.zero(c.Typ, false), prec: precMul}
}
