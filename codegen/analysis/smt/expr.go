package smt

import (
	"fmt"
	"math/big"

	"smartnic-cc/codegen/ir"
)

func (w *writer) expr(fr *frame, e ir.Expr) string {
	switch e := e.(type) {
	case *ir.Const:
		return constant(e.Value, e.Typ.Kind)
	case *ir.VarRef:
		return fr.vars[e.Var]
	case *ir.Index:
		return w.index(fr, e)
	case *ir.Unary:
		x, k := w.expr(fr, e.X), e.Typ.Kind
		switch e.Op {
		case ir.Not:
			return fmt.Sprintf("(not %s)", x)
		case ir.Compl:
			return w.name(k, fmt.Sprintf("(bvnot %s)", x))
		}
		return w.op(fr, e.Pos, ir.Sub, k, constant(new(big.Int), k), x, k)
	case *ir.Binary:
		return w.binary(fr, e)
	case *ir.Shift:
		return w.op(fr, e.Pos, e.Op, e.Typ.Kind, w.expr(fr, e.X), w.expr(fr, e.Count), e.Count.Type().Kind)
	case *ir.Convert:
		return w.convert(fr, e)
	case *ir.MinMax:
		op := ir.Le
		if e.Max {
			op = ir.Ge
		}
		x := w.expr(fr, e.Args[0])
		for _, a := range e.Args[1:] {
			y := w.name(e.Typ.Kind, w.expr(fr, a))
			x = w.name(e.Typ.Kind, fmt.Sprintf("(ite %s %s %s)", compare(op, e.Typ.Kind, x, y), x, y))
		}
		return x
	case *ir.Intrinsic:
		return w.intrinsic(fr, e)
	case *ir.Call:
		return w.call(fr, e)[0]
	}
	return w.fail(e.At(), "%T", e)
}

func (w *writer) binary(fr *frame, e *ir.Binary) string {
	x := w.expr(fr, e.X)
	if e.Op == ir.LAnd || e.Op == ir.LOr {
		x = w.name(ir.Bool, x)
		was := fr.alive
		need, op := x, "and"
		if e.Op == ir.LOr {
			need, op = "(not "+x+")", "or"
		}
		fr.alive = w.name(ir.Bool, fmt.Sprintf("(and %s %s)", was, need))
		y := w.expr(fr, e.Y)
		fr.alive = was
		return w.name(ir.Bool, fmt.Sprintf("(%s %s %s)", op, x, y))
	}
	y := w.expr(fr, e.Y)
	if e.Op.IsCompare() {
		return w.name(ir.Bool, compare(e.Op, e.X.Type().Kind, x, y))
	}
	return w.op(fr, e.Pos, e.Op, e.Typ.Kind, x, y, e.Typ.Kind)
}

// op writes an operation on values of kind k and the goal that it fits; count is the
// kind of y for shifts.
func (w *writer) op(fr *frame, pos ir.Pos, op ir.Op, k ir.Kind, x, y string, count ir.Kind) string {
	n := k.Bits()
	what := k.String() + " " + op.String()
	switch op {
	case ir.Shl, ir.Shr:
		return w.shift(fr, pos, op, k, x, y, count)
	case ir.AndNot:
		return w.name(k, fmt.Sprintf("(bvand %s (bvnot %s))", x, y))
	case ir.Div, ir.Rem:
		if op == ir.Div && k.IsSigned() {
			w.goal(fr, pos, what, fmt.Sprintf("(and (= %s %s) (= %s %s))", x, number(k.Min(), n), y, number(big.NewInt(-1), n)), true)
		}
		return w.name(k, fmt.Sprintf("(%s %s %s)", quotientOp(op, k), x, y))
	case ir.Mul:
		// The product is computed in twice the bits; it fits if the upper half only extends the lower one.
		x, y = w.name(k, x), w.name(k, y)
		wide := w.named(fmt.Sprintf("(_ BitVec %d)", 2*n), fmt.Sprintf("(bvmul %s %s)", widen(x, k, 2*n), widen(y, k, 2*n)))
		low := w.name(k, fmt.Sprintf("((_ extract %d 0) %s)", n-1, wide))
		w.goal(fr, pos, what, fmt.Sprintf("(not (= %s %s))", wide, widen(low, k, 2*n)), true)
		return low
	case ir.Add, ir.Sub:
		m := n + 2
		x, y = w.name(k, x), w.name(k, y)
		wide := fmt.Sprintf("(%s %s %s)", bvOps[op], widen(x, k, m), widen(y, k, m))
		w.goal(fr, pos, what, outside(wide, m, k), true)
	}
	return w.name(k, fmt.Sprintf("(%s %s %s)", bvOps[op], x, y))
}

// shift writes a shift, by the width or more too: a wider word holds count and value.
func (w *writer) shift(fr *frame, pos ir.Pos, op ir.Op, k ir.Kind, x, y string, count ir.Kind) string {
	n := k.Bits()
	m := max(n, count.Bits())
	name := map[ir.Op]string{ir.Shl: "bvshl", ir.Shr: "bvlshr"}[op]
	if op == ir.Shr && k.IsSigned() {
		name = "bvashr"
	}
	x = w.name(k, x)
	// A count has no sign: a signed constant is not negative.
	c := y
	if d := m - count.Bits(); d > 0 {
		c = fmt.Sprintf("((_ zero_extend %d) %s)", d, y)
	}
	c = w.named(fmt.Sprintf("(_ BitVec %d)", m), c)
	full := fmt.Sprintf("(%s %s %s)", name, widen(x, k, m), c)
	r := full
	if m > n {
		r = fmt.Sprintf("((_ extract %d 0) %s)", n-1, full)
	}
	r = w.name(k, r)
	if op == ir.Shl {
		back := "bvlshr"
		if k.IsSigned() {
			back = "bvashr"
		}
		w.goal(fr, pos, k.String()+" <<", fmt.Sprintf("(not (= (%s %s %s) %s))", back, widen(r, k, m), c, widen(x, k, m)), true)
	}
	return r
}

func (w *writer) convert(fr *frame, e *ir.Convert) string {
	from, to := e.X.Type().Kind, e.Typ.Kind
	x := w.expr(fr, e.X)
	if from == ir.Bool || from == to {
		return x
	}
	x = w.name(from, x)
	if from.Min().Cmp(to.Min()) < 0 || from.Max().Cmp(to.Max()) > 0 {
		w.goal(fr, e.Pos, from.String()+" to "+to.String(), outside(widen(x, from, 66), 66, to), true)
	}
	return w.name(to, resize(x, from, to))
}

func (w *writer) index(fr *frame, e *ir.Index) string {
	t, ok := e.X.(*ir.TableRef)
	if !ok || !e.Typ.Kind.IsScalar() {
		return w.fail(e.Pos, "index of a variable")
	}
	i := w.expr(fr, e.I)
	k := e.I.Type().Kind
	i = w.name(k, i)
	wide := widen(i, k, 66)
	n := e.X.Type().Len
	if _, isConst := e.I.(*ir.Const); !isConst {
		w.goal(fr, e.Pos, "index", fmt.Sprintf("(or (bvslt %s (_ bv0 66)) (bvsge %s (_ bv%d 66)))", wide, wide, n), false)
	}
	name := w.table(t.Table)
	if k.Bits() >= 16 {
		return w.name(e.Typ.Kind, fmt.Sprintf("(%s ((_ extract 15 0) %s))", name, i))
	}
	return w.name(e.Typ.Kind, fmt.Sprintf("(%s %s)", name, widen(i, k, 16)))
}

// table defines a table once, and returns the name of the function.
func (w *writer) table(t *ir.Table) string {
	if n := w.tables[t]; n != "" {
		return n
	}
	name, definition := tableOf(t)
	w.tables[t] = name
	w.line("%s", definition)
	return name
}

func (w *writer) intrinsic(fr *frame, e *ir.Intrinsic) string {
	n := e.Bits
	x := w.named(fmt.Sprintf("(_ BitVec %d)", n), w.expr(fr, e.Args[0]))
	k := e.Typ.Kind
	low := func(t string) string {
		if k.Bits() == 64 {
			return t
		}
		return fmt.Sprintf("((_ extract %d 0) %s)", k.Bits()-1, t)
	}
	switch e.Op {
	case ir.Len:
		return w.name(k, low(lengthTerm(x, n)))
	case ir.LeadingZeros:
		return w.name(k, low(fmt.Sprintf("(bvsub (_ bv%d 64) %s)", n, lengthTerm(x, n))))
	case ir.RotateLeft:
		c := e.Args[1].(*ir.Const)
		return w.name(k, fmt.Sprintf("((_ rotate_left %s) %s)", c.Value, x))
	}
	return w.fail(e.Pos, "bits.%s", e.Op)
}
