package mutate

import (
	"cmp"
	"math"
	"strings"

	"smartnic-cc/codegen/ir"
)

// limit is a declared range of one of the scalars that a function is given, flattened.
type limit struct {
	leaf int
	kind ir.Kind
	r    *ir.Range
	// find returns the scalar that the range names, its kind, and the length of an array.
	find func(name string) (leaf int, k ir.Kind, n int)
}

// limitsOf returns the declared ranges of what a function is given. Those of a state's fields hold where a step
// begins and ends, and so only for a function that is called from outside; those of a struct that nothing in the
// program writes hold everywhere.
func limitsOf(f *ir.Func, written map[*ir.Type]bool) []limit {
	l := &limits{f: f, written: written, base: map[*ir.Var]int{}}
	n := 0
	for _, p := range f.Params {
		l.base[p] = n
		n += p.Type.Leaves()
	}
	for _, p := range f.Params {
		if r := f.Contract.Params[p.GoName]; r != nil && p.Type.Kind.IsScalar() {
			l.all = append(l.all, limit{l.base[p], p.Type.Kind, r, l.param})
			continue
		}
		l.walk(p.Type, l.base[p], nil, nil, 0)
	}
	return l.all
}

type limits struct {
	f       *ir.Func
	written map[*ir.Type]bool
	base    map[*ir.Var]int
	all     []limit
}

// walk visits the scalars of a value at an offset. own is the range of the field that contains it, in the struct in
// at base.
func (l *limits) walk(t *ir.Type, off int, own *ir.Range, in *ir.Type, base int) {
	switch t.Kind {
	case ir.Struct:
		at := off
		for _, f := range t.Fields {
			r := f.Range
			if l.written[t] && !l.f.Export {
				r = nil
			}
			l.walk(f.Type, at, r, t, off)
			at += f.Type.Leaves()
		}
		return
	case ir.Array:
		for i := range t.Len {
			l.walk(t.Elem, off+i*t.Elem.Leaves(), own, in, base)
		}
		return
	}
	if t.Decl != nil && t.Decl.Range != nil {
		l.all = append(l.all, limit{off, t.Kind, t.Decl.Range, func(string) (int, ir.Kind, int) { return 0, ir.Invalid, 0 }})
	}
	if own != nil {
		l.all = append(l.all, limit{off, t.Kind, own, func(name string) (int, ir.Kind, int) {
			return l.field(in, base, name, own.Pos.File)
		}})
	}
}

// param finds a parameter, or a field of one after a dot.
func (l *limits) param(name string) (int, ir.Kind, int) {
	first, rest, dotted := strings.Cut(name, ".")
	for _, p := range l.f.Params {
		if p.GoName == first {
			if !dotted {
				return l.base[p], p.Type.Kind, p.Type.Len
			}
			if off, t := ir.FieldAt(p.Type, rest); t != nil {
				return l.base[p] + off, t.Kind, t.Len
			}
		}
	}
	return 0, ir.Invalid, 0
}

// field finds a field of the same struct, or of the one struct of a type of the same package that the function is
// given.
func (l *limits) field(in *ir.Type, base int, name, file string) (int, ir.Kind, int) {
	if off, t := ir.FieldAt(in, name); t != nil {
		return base + off, t.Kind, t.Len
	}
	if first, rest, dotted := strings.Cut(name, "."); dotted {
		for _, p := range l.f.Params {
			if at, t := ir.StructIn(p.Type, first, file); t != nil {
				if off, ft := ir.FieldAt(t, rest); ft != nil {
					return l.base[p] + at + off, ft.Kind, ft.Len
				}
			}
		}
	}
	return 0, ir.Invalid, 0
}

// boundValue returns an end of a range for the given scalars. Numbers beyond an int64 are clamped to it.
func boundValue(b *ir.Bound, l *limit, given []uint64) (int64, bool) {
	switch b.Op {
	case ir.BoundConst:
		switch {
		case b.Value.IsInt64():
			return b.Value.Int64(), true
		case b.Value.Sign() > 0:
			return math.MaxInt64, true
		}
		return math.MinInt64, true
	case ir.BoundName, ir.BoundLen:
		i, k, n := l.find(b.Name)
		switch {
		case k == ir.Array && b.Op == ir.BoundLen:
			return int64(n), true
		case k == ir.Uint64 && b.Op == ir.BoundName:
			return int64(min(given[i], math.MaxInt64)), true
		case k.IsInteger() && b.Op == ir.BoundName:
			return int64(given[i]), true
		}
		return 0, false
	}
	x, ok := boundValue(b.X, l, given)
	y, also := boundValue(b.Y, l, given)
	if !ok || !also {
		return 0, false
	}
	switch b.Op {
	case ir.BoundAdd:
		return x + y, true
	case ir.BoundSub:
		return x - y, true
	case ir.BoundMul:
		return x * y, true
	case ir.BoundShl:
		return x << min(uint64(y), 62), true
	case ir.BoundShr:
		return x >> min(uint64(y), 62), true
	case ir.BoundMin:
		return min(x, y), true
	case ir.BoundMax:
		return max(x, y), true
	}
	if y <= 0 {
		return 0, false
	}
	return x / y, true
}

// ends returns the range of a scalar, given the others.
func (l *limit) ends(given []uint64) (r Interval, ok bool) {
	r.Unsigned = l.kind == ir.Uint64
	lo, ok := l.end(l.r.Lo, given)
	hi, also := l.end(l.r.Hi, given)
	r.Lo, r.Hi = lo, hi
	if r.Unsigned && hi < 0 && l.r.Hi.Op != ir.BoundConst {
		return Interval{1, 0, true}, ok && also // computed, and negative: empty
	}
	return r, ok && also
}

// end returns an end of a range as a word of the scalar's kind. An end beyond an int64 must be a constant.
func (l *limit) end(b *ir.Bound, given []uint64) (int64, bool) {
	if l.kind != ir.Uint64 {
		return boundValue(b, l, given)
	}
	if b.Op == ir.BoundConst && b.Value.IsUint64() {
		return int64(b.Value.Uint64()), true
	}
	v, ok := boundValue(b, l, given)
	if b == l.r.Lo {
		v = max(v, 0)
	}
	return v, ok
}

// Interval is the range of one scalar. For a uint64 the ends are Unsigned: the words of numbers that may be beyond an
// int64.
type Interval struct {
	Lo, Hi   int64
	Unsigned bool
}

// cmp compares two words in the order of the interval.
func (r Interval) cmp(a, b uint64) int {
	if r.Unsigned {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(int64(a), int64(b))
}

// Empty reports whether the interval is empty.
func (r Interval) Empty() bool { return r.cmp(uint64(r.Lo), uint64(r.Hi)) > 0 }

// Has reports whether a scalar is in the interval.
func (r Interval) Has(v uint64) bool {
	return r.cmp(v, uint64(r.Lo)) >= 0 && r.cmp(v, uint64(r.Hi)) <= 0
}

// Nearest returns the value of a non-empty interval nearest to a scalar.
func (r Interval) Nearest(v uint64) uint64 {
	if r.cmp(v, uint64(r.Lo)) < 0 {
		return uint64(r.Lo)
	}
	if r.cmp(v, uint64(r.Hi)) > 0 {
		return uint64(r.Hi)
	}
	return v
}

// meet returns the intersection of two intervals of one scalar.
func (r Interval) meet(o Interval) Interval {
	if r.cmp(uint64(o.Lo), uint64(r.Lo)) > 0 {
		r.Lo = o.Lo
	}
	if r.cmp(uint64(o.Hi), uint64(r.Hi)) < 0 {
		r.Hi = o.Hi
	}
	return r
}

// Ranges are the declared ranges of what a function is given, flattened.
type Ranges struct {
	leaves []ir.Leaf
	limits []limit
	of     [][]int // the limits of each scalar, by their index
}

// RangesOf returns the ranges of a function of the program.
func RangesOf(p *ir.Program, f *ir.Func) *Ranges {
	r := &Ranges{leaves: leavesOf(f), limits: limitsOf(f, writtenTypes(p))}
	r.of = make([][]int, len(r.leaves))
	for i := range r.limits {
		leaf := r.limits[i].leaf
		r.of[leaf] = append(r.of[leaf], i)
	}
	return r
}

// At returns the range of one scalar, given the values of all, as others may bound it. Without a declared range it is
// that of its type.
func (r *Ranges) At(given []uint64, i int) (out Interval) {
	switch k := r.leaves[i].Kind; {
	case k == ir.Bool:
		out.Hi = 1
	case k.IsSigned():
		out.Lo, out.Hi = -1<<(k.Bits()-1), 1<<(k.Bits()-1)-1
	case k.Bits() < 64:
		out.Hi = 1<<k.Bits() - 1
	default:
		out = Interval{0, -1, true}
	}
	for _, l := range r.of[i] {
		if x, ok := r.limits[l].ends(given); ok {
			out = out.meet(x)
		}
	}
	return out
}

// Hold reports whether all scalars that the function is given are in their ranges.
func (r *Ranges) Hold(given []uint64) bool { return inRange(r.limits, given) }

// inRange reports whether the scalars are in their ranges.
func inRange(all []limit, given []uint64) bool {
	for i := range all {
		if r, ok := all[i].ends(given); ok && !r.Has(given[all[i].leaf]) {
			return false
		}
	}
	return true
}

// writtenTypes returns the structs that some function of the program writes, in whole or in part.
func writtenTypes(p *ir.Program) map[*ir.Type]bool {
	m := map[*ir.Type]bool{}
	for _, q := range p.Packages {
		for _, d := range q.Decls {
			f, ok := d.(*ir.Func)
			if !ok {
				continue
			}
			ir.WalkStmts(f.Body, func(s ir.Stmt) {
				a, ok := s.(*ir.Assign)
				for ok {
					switch e := a.Dst.(type) {
					case *ir.FieldRef:
						m[e.X.Type()] = true
						a = &ir.Assign{Dst: e.X}
						continue
					case *ir.Index:
						a = &ir.Assign{Dst: e.X}
						continue
					}
					markStructs(m, a.Dst.Type())
					break
				}
			})
		}
	}
	return m
}

func markStructs(m map[*ir.Type]bool, t *ir.Type) {
	switch t.Kind {
	case ir.Struct:
		m[t] = true
		for _, f := range t.Fields {
			markStructs(m, f.Type)
		}
	case ir.Array:
		markStructs(m, t.Elem)
	}
}
