package cgen

import (
	"maps"
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// held returns the range of a value of kind k whose mathematical result is in i.
func held(i interval.Interval, k ir.Kind) interval.Interval {
	if k.IsScalar() && i.Fits(k) {
		return i
	}
	return interval.Of(k)
}

// peek evaluates without recording.
func (w *walker) peek(x ir.Expr, e env) interval.Interval {
	was := w.r.record
	w.r.record = false
	defer func() { w.r.record = was }()
	return w.eval(x, e)
}

// eval returns the range of x in e and records it for x and its parts.
func (w *walker) eval(x ir.Expr, e env) interval.Interval {
	i := w.eval1(x, e)
	if w.r.record {
		if _, isConst := x.(*ir.Const); !isConst {
			if old, ok := w.r.expr[x]; ok {
				i = i.Join(old)
			}
			w.r.expr[x] = i
		}
	}
	return i
}

func (w *walker) eval1(x ir.Expr, e env) interval.Interval {
	k := ir.Invalid
	if x.Type() != nil {
		k = x.Type().Kind
	}
	switch x := x.(type) {
	case *ir.Const:
		return interval.Point(x.Value)
	case *ir.VarRef:
		if i, ok := e[x.Var]; ok && scalar(x.Var) {
			return i
		}
	case *ir.FieldRef:
		w.eval(x.X, e)
	case *ir.Index:
		w.eval(x.I, e)
		if t, ok := x.X.(*ir.TableRef); ok {
			if i, ok := elements(t.Table.Value); ok && k.IsScalar() {
				return i
			}
			break
		}
		w.eval(x.X, e)
	case *ir.Unary:
		a := w.eval(x.X, e)
		if x.Op == ir.Neg {
			return held(interval.Arith(ir.Sub, interval.Point(new(big.Int)), a), k)
		}
		if x.Op == ir.Compl && k.IsSigned() { // ^a is -1 - a
			return held(interval.Arith(ir.Sub, interval.Span(-1, -1), a), k)
		}
	case *ir.Binary:
		return w.binary(x, k, e)
	case *ir.Shift:
		a, c := w.eval(x.X, e), w.eval(x.Count, e)
		return held(interval.Arith(x.Op, a, c), k)
	case *ir.Convert:
		return held(w.eval(x.X, e), k)
	case *ir.MinMax:
		return w.minMax(x, e)
	case *ir.Intrinsic:
		return w.intrinsic(x, e)
	case *ir.Call:
		return w.call(x, k, e)
	case *ir.Composite:
		for _, el := range x.Elems {
			if el != nil {
				w.eval(el, e)
			}
		}
	}
	return interval.Of(k)
}

// elements returns the range of the scalars of a table.
func elements(v ir.Expr) (interval.Interval, bool) {
	c, ok := v.(*ir.Composite)
	if !ok {
		return interval.Interval{}, false
	}
	var r interval.Interval
	for i, el := range c.Elems {
		x := interval.Point(new(big.Int))
		if el != nil {
			k, ok := el.(*ir.Const)
			if !ok {
				return interval.Interval{}, false
			}
			x = interval.Point(k.Value)
		}
		if i == 0 {
			r = x
		} else {
			r = r.Join(x)
		}
	}
	return r, len(c.Elems) > 0
}

func (w *walker) binary(x *ir.Binary, k ir.Kind, e env) interval.Interval {
	a := w.eval(x.X, e)
	if x.Op == ir.LAnd || x.Op == ir.LOr {
		w.eval(x.Y, w.refine(maps.Clone(e), x.X, x.Op == ir.LAnd))
		return interval.Of(k)
	}
	b := w.eval(x.Y, e)
	if x.Op.IsCompare() {
		return interval.Of(k)
	}
	return held(interval.Arith(x.Op, a, b), k)
}

func (w *walker) minMax(x *ir.MinMax, e env) interval.Interval {
	r := w.eval(x.Args[0], e)
	for _, a := range x.Args[1:] {
		r = interval.Extreme(x.Max, r, w.eval(a, e))
	}
	return r
}

func (w *walker) intrinsic(x *ir.Intrinsic, e env) interval.Interval {
	var args []interval.Interval
	for _, a := range x.Args {
		args = append(args, w.eval(a, e))
	}
	n := int64(x.Bits)
	least, most := int64(args[0].Lo.BitLen()), int64(args[0].Hi.BitLen())
	switch x.Op {
	case ir.LeadingZeros:
		return interval.Span(n-most, n-least)
	case ir.Len:
		return interval.Span(least, most)
	case ir.TrailingZeros, ir.OnesCount:
		return interval.Span(0, n)
	}
	if x.Typ == nil {
		return interval.Of(ir.Invalid)
	}
	return interval.Of(x.Typ.Kind)
}

func (w *walker) call(x *ir.Call, k ir.Kind, e env) interval.Interval {
	args := make([]interval.Interval, len(x.Args))
	for i, a := range x.Args {
		args[i] = w.eval(a.X, e)
	}
	if w.r.record {
		if have := w.r.params[x.Func]; have != nil {
			for i := range args {
				args[i] = args[i].Join(have[i])
			}
		}
		w.r.params[x.Func] = args
	}
	if res := w.r.results[x.Func]; len(res) == 1 && k.IsScalar() {
		return res[0]
	}
	return interval.Of(k)
}
