package verilog

import (
	"math/big"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// form is how a value is held: in Bits wires, in two's complement if it may be negative. If fewer bits are used than
// the value has, these are the low ones.
type form struct {
	bits   int
	signed bool
}

// formOf returns the narrowest form of a range.
func formOf(r interval.Interval) form {
	if r.NonNegative() {
		return form{max(1, r.Hi.BitLen()), false}
	}
	low := new(big.Int).Not(r.Lo)
	return form{max(low.BitLen(), r.Hi.BitLen()) + 1, true}
}

// widths holds the ranges and the forms of the values of a function.
type widths struct {
	declared bool
	ranges   map[*flat.Value]interval.Interval
	used     map[*flat.Value]int // low bits that are used; 0 for a value that is not
}

// newWidths finds the forms. in returns the range of an input, want how many bits of an output are used, 0 for none.
func newWidths(f *flat.Function, declared bool, in func(i int) interval.Interval, want func(i int) int) *widths {
	w := &widths{declared: declared, ranges: map[*flat.Value]interval.Interval{}, used: map[*flat.Value]int{}}
	for i, v := range f.Inputs {
		if v.Op == flat.Input {
			w.ranges[v] = in(i)
		}
	}
	for _, v := range f.Body {
		w.ranges[v] = w.value(v)
	}
	for i, o := range f.Outputs {
		w.use(o.Value, want(i))
	}
	for i := len(f.Body) - 1; i >= 0; i-- {
		if v := f.Body[i]; w.used[v] > 0 && !w.of(v).IsPoint() {
			w.demand(v)
		}
	}
	return w
}

// of returns the range of a value.
func (w *widths) of(v *flat.Value) interval.Interval {
	if v.Op == flat.Const {
		return interval.Point(v.Kind.Big(v.Bits))
	}
	return w.ranges[v]
}

// form returns how a value is held.
func (w *widths) form(v *flat.Value) form {
	f := w.whole(v)
	if n := w.used[v]; n > 0 && n < f.bits {
		f.bits = n
	}
	return f
}

// whole returns the form of the whole value.
func (w *widths) whole(v *flat.Value) form {
	if w.declared && v.Kind != ir.Bool && v.Op != flat.Const {
		return form{v.Kind.Bits(), v.Kind.IsSigned()}
	}
	return formOf(w.of(v))
}

func (w *widths) use(v *flat.Value, bits int) {
	bits = min(bits, w.whole(v).bits)
	if w.declared && bits > 0 {
		bits = w.whole(v).bits
	}
	w.used[v] = max(w.used[v], bits)
}

// demand records how many bits of v's arguments are used.
func (w *widths) demand(v *flat.Value) {
	bits := w.form(v).bits
	all := func(i int) int { return w.whole(v.Args[i]).bits }
	switch v.Op {
	case flat.Add, flat.Sub, flat.Mul, flat.And, flat.Or, flat.Xor, flat.Neg, flat.Compl, flat.Convert, flat.Not:
		for _, a := range v.Args {
			w.use(a, bits)
		}
	case flat.Select:
		w.use(v.Args[0], 1)
		w.use(v.Args[1], bits)
		w.use(v.Args[2], bits)
	case flat.Shl:
		w.use(v.Args[0], bits)
		w.use(v.Args[1], all(1))
	case flat.Shr:
		n := all(0)
		if c := v.Args[1]; c.Op == flat.Const && c.Bits < 128 {
			n = bits + int(c.Bits)
		}
		w.use(v.Args[0], n)
		w.use(v.Args[1], all(1))
	default:
		for i, a := range v.Args {
			w.use(a, all(i))
		}
	}
}

// value returns the range of an operation. If a Select chooses by a comparison, each side is evaluated under what the
// comparison implies.
func (w *widths) value(v *flat.Value) interval.Interval {
	r := w.apply(v, w.of)
	if v.Op != flat.Select {
		return r
	}
	c := w.of(v.Args[0])
	var sides []interval.Interval
	for i, truth := range []bool{true, false} {
		if c.IsPoint() && (c.Lo.Sign() != 0) != truth {
			continue
		}
		if e := w.assuming(v.Args[0], truth); e != nil {
			sides = append(sides, e.eval(v.Args[1+i], lookInto).Wrap(v.Kind))
		}
	}
	if len(sides) == 0 {
		return r // of a side that is never taken
	}
	s := sides[0]
	for _, x := range sides[1:] {
		s = s.Join(x)
	}
	if cut, ok := s.Meet(r); ok {
		return cut
	}
	return r
}

// apply returns the range of an operation on arguments of the ranges that arg returns.
func (w *widths) apply(v *flat.Value, arg func(*flat.Value) interval.Interval) interval.Interval {
	a := arg(v.Args[0])
	b := a
	if len(v.Args) > 1 {
		b = arg(v.Args[1])
	}
	var r interval.Interval
	switch v.Op {
	case flat.Add, flat.Sub, flat.Mul, flat.Div, flat.Rem, flat.And, flat.Or, flat.Xor, flat.Shl, flat.Shr:
		r = interval.Arith(v.Op.Operator(), a, b)
	case flat.MulHi:
		r = interval.Arith(ir.Shr, interval.Arith(ir.Mul, a, b), interval.Span(int64(v.Kind.Bits()), int64(v.Kind.Bits())))
	case flat.Eq, flat.Ne, flat.Lt, flat.Le:
		truth, known := interval.Compare(v.Op.Operator(), a, b)
		switch {
		case v.Args[0] == v.Args[1]:
			truth, known = v.Op == flat.Eq || v.Op == flat.Le, true
		case !known && a.IsPoint() && b.IsPoint():
			truth, known = (a.Lo.Cmp(b.Lo) == 0) == (v.Op == flat.Eq), true
		}
		switch {
		case !known:
			r = interval.Span(0, 1)
		case truth:
			r = interval.Span(1, 1)
		default:
			r = interval.Span(0, 0)
		}
	case flat.Neg:
		r = interval.New(new(big.Int).Neg(a.Hi), new(big.Int).Neg(a.Lo))
	case flat.Compl:
		r = interval.New(new(big.Int).Not(a.Hi), new(big.Int).Not(a.Lo))
	case flat.Not:
		r = interval.New(new(big.Int).Sub(big.NewInt(1), a.Hi), new(big.Int).Sub(big.NewInt(1), a.Lo))
	case flat.Select:
		r = arg(v.Args[1]).Join(arg(v.Args[2]))
	case flat.Convert:
		r = a
	case flat.Leading, flat.Trailing, flat.Len:
		r = countRange(v, a)
	case flat.Lookup:
		r = tableRange(v.Table, a)
	default:
		r = interval.Of(v.Kind)
	}
	r = r.Wrap(v.Kind)
	if !v.Kind.IsSigned() {
		if cut, ok := r.Meet(interval.New(new(big.Int), new(big.Int).SetUint64(v.Max))); ok {
			r = cut
		}
	}
	return r
}

// countRange returns the range of a count of zero bits, or of bits.
func countRange(v *flat.Value, a interval.Interval) interval.Interval {
	k := int64(v.Args[0].Kind.Bits())
	lo, hi := int64(a.Lo.BitLen()), int64(a.Hi.BitLen())
	switch {
	case v.Op == flat.Len:
		return interval.Span(lo, hi)
	case v.Op == flat.Leading:
		return interval.Span(k-hi, k-lo)
	case a.Lo.Sign() > 0:
		return interval.Span(0, hi-1)
	}
	return interval.Span(0, k)
}

// tableRange returns the range of the entries that an index reaches; an index out of range gives 0.
func tableRange(t *flat.Table, index interval.Interval) interval.Interval {
	r := interval.Span(0, 0)
	first := index.Below(int64(len(t.Values))) && index.NonNegative()
	for i, v := range t.Values {
		if n := big.NewInt(int64(i)); n.Cmp(index.Lo) < 0 || n.Cmp(index.Hi) > 0 {
			continue
		}
		p := interval.Point(t.Kind.Big(v))
		if first {
			r, first = p, false
		} else {
			r = r.Join(p)
		}
	}
	return r
}
