package ranges

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// scope finds the values that a declared range names.
type scope struct {
	lookup func(name string) *sym     // nil if not found
	length func(name string) *big.Int // of an array; nil if not found
}

// bound returns the interval of a bound.
func (a *analysis) bound(st *state, b *ir.Bound, sc scope) (Interval, error) {
	switch b.Op {
	case ir.BoundConst:
		return interval.Point(b.Value), nil
	case ir.BoundName:
		if v := sc.lookup(b.Name); v != nil {
			return st.get(v), nil
		}
		return Interval{}, fmt.Errorf("the range names %s, which is not there", b.Name)
	case ir.BoundLen:
		if n := sc.length(b.Name); n != nil {
			return interval.Point(n), nil
		}
		return Interval{}, fmt.Errorf("the range names %s, which is no array there", b.Name)
	}
	x, err := a.bound(st, b.X, sc)
	if err != nil {
		return x, err
	}
	y, err := a.bound(st, b.Y, sc)
	if err != nil {
		return y, err
	}
	switch b.Op {
	case ir.BoundMin, ir.BoundMax:
		return interval.MinMax(b.Op == ir.BoundMax, x, y), nil
	}
	op := map[ir.BoundOp]ir.Op{ir.BoundAdd: ir.Add, ir.BoundSub: ir.Sub, ir.BoundMul: ir.Mul, ir.BoundShl: ir.Shl, ir.BoundShr: ir.Shr, ir.BoundDiv: ir.Div}[b.Op]
	if op == ir.Div {
		if !x.NonNegative() || y.Lo.Sign() <= 0 {
			return Interval{}, fmt.Errorf("the range divides %s by %s, which must be positive", x, y)
		}
		return arith(op, x, interval.Point(y.Lo)).Join(arith(op, x, interval.Point(y.Hi))), nil
	}
	return arith(op, x, y), nil
}

// outer returns a range that contains all values of r.
func (a *analysis) outer(st *state, r *ir.Range, sc scope) (Interval, error) {
	lo, err := a.bound(st, r.Lo, sc)
	if err != nil {
		return lo, err
	}
	hi, err := a.bound(st, r.Hi, sc)
	return interval.New(lo.Lo, hi.Hi), err
}

// inner returns a range that r contains.
func (a *analysis) inner(st *state, r *ir.Range, sc scope) (Interval, error) {
	lo, err := a.bound(st, r.Lo, sc)
	if err != nil {
		return lo, err
	}
	hi, err := a.bound(st, r.Hi, sc)
	return interval.New(lo.Hi, hi.Lo), err
}

// byFacts reports whether differences show that v is in r.
func (a *analysis) byFacts(st *state, v *sym, r *ir.Range, sc scope) bool {
	var side func(b *ir.Bound, upper bool) bool
	side = func(b *ir.Bound, upper bool) bool {
		if upper && b.Op == ir.BoundMin || !upper && b.Op == ir.BoundMax {
			return side(b.X, upper) && side(b.Y, upper)
		}
		if i, err := a.bound(st, b, sc); err == nil {
			if upper && st.get(v).Hi.Cmp(i.Lo) <= 0 || !upper && st.get(v).Lo.Cmp(i.Hi) >= 0 {
				return true
			}
		}
		name, off := nameAndOffset(b)
		w := (*sym)(nil)
		if name != "" {
			w = sc.lookup(name)
		}
		switch {
		case w == nil:
			return false
		case upper:
			return st.maxDiff(v, w, 6).Cmp(off) <= 0
		}
		return st.maxDiff(w, v, 6).Cmp(neg(off)) <= 0
	}
	return side(r.Lo, false) && side(r.Hi, true)
}

// nameAndOffset splits NAME, NAME + c and NAME - c.
func nameAndOffset(b *ir.Bound) (string, *big.Int) {
	switch {
	case b.Op == ir.BoundName:
		return b.Name, zero
	case (b.Op == ir.BoundAdd || b.Op == ir.BoundSub) && b.X.Op == ir.BoundName && b.Y.Op == ir.BoundConst:
		if b.Op == ir.BoundSub {
			return b.X.Name, neg(b.Y.Value)
		}
		return b.X.Name, b.Y.Value
	}
	return "", nil
}

// paramScope finds parameters of a frame, and their fields after a dot.
func (a *analysis) paramScope(fr *frame, st *state) scope {
	find := func(name string) (int, *ir.Type) {
		first, rest, dotted := strings.Cut(name, ".")
		for _, p := range fr.fn.Params {
			if p.GoName != first {
				continue
			}
			if !dotted {
				return fr.base[p], p.Type
			}
			off, t := ir.FieldAt(p.Type, rest)
			if t != nil {
				return fr.base[p] + off, t
			}
		}
		return 0, nil
	}
	return scopeOf(st, find)
}

func scopeOf(st *state, find func(string) (int, *ir.Type)) scope {
	return scope{
		lookup: func(name string) *sym {
			if at, t := find(name); t != nil && t.Kind.IsScalar() {
				return st.mem[at]
			}
			return nil
		},
		length: func(name string) *big.Int {
			if _, t := find(name); t != nil && t.Kind == ir.Array {
				return big.NewInt(int64(t.Len))
			}
			return nil
		},
	}
}

// declared is a scalar of a parameter with the ranges that its field and type
// declare.
type declared struct {
	cell  int
	name  string
	param *ir.Var
	r     *ir.Range
	at    int      // start of the struct that declares the range
	in    *ir.Type // that struct; nil for the range of a type
}

// declaredIn collects the declared ranges of the value of type t at a cell.
func declaredIn(p *ir.Var, name string, t *ir.Type, cell int, own []declared) []declared {
	var out []declared
	switch t.Kind {
	case ir.Struct:
		off := 0
		for _, f := range t.Fields {
			var ds []declared
			if f.Range != nil {
				ds = []declared{{param: p, r: f.Range, at: cell, in: t}}
			}
			out = append(out, declaredIn(p, name+"."+f.Name, f.Type, cell+off, ds)...)
			off += f.Type.Leaves()
		}
		return out
	case ir.Array:
		for i := range t.Len {
			out = append(out, declaredIn(p, fmt.Sprintf("%s[%d]", name, i), t.Elem, cell+i*t.Elem.Leaves(), own)...)
		}
		return out
	}
	if t.Decl != nil && t.Decl.Range != nil {
		out = append(out, declared{cell: cell, name: name, param: p, r: t.Decl.Range})
	}
	for _, d := range own {
		d.cell, d.name = cell, name
		out = append(out, d)
	}
	return out
}

// fieldScope finds what the range of a field names: fields of the same struct, and fields of the one value of a type
// of the same package.
func (a *analysis) fieldScope(fr *frame, st *state, d declared) scope {
	return scopeOf(st, findField(fr.fn, fr.base, d))
}

// findField finds such a field in the values of f's parameters, which start at the
// cells of base.
func findField(f *ir.Func, base map[*ir.Var]int, d declared) func(string) (int, *ir.Type) {
	return func(name string) (int, *ir.Type) {
		if d.in == nil {
			return 0, nil
		}
		if off, t := ir.FieldAt(d.in, name); t != nil {
			return d.at + off, t
		}
		tn, rest, dotted := strings.Cut(name, ".")
		if !dotted {
			return 0, nil
		}
		for _, p := range f.Params {
			if at, t := ir.StructIn(p.Type, tn, d.r.Pos.File); t != nil {
				off, ft := ir.FieldAt(t, rest)
				return base[p] + at + off, ft
			}
		}
		return 0, nil
	}
}
