package ranges

import (
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// places returns the cells at which a place may start: several if an index is not known.
func (a *analysis) places(fr *frame, c *cursor, e ir.Expr) []int {
	switch e := e.(type) {
	case *ir.VarRef:
		return []int{fr.base[e.Var]}
	case *ir.FieldRef:
		at := a.places(fr, c, e.X)
		return collect.Of(at, func(p int) int { return p + e.Offset() })
	case *ir.Index:
		at := a.places(fr, c, e.X)
		lo, hi := a.indices(fr, c, e, a.eval(fr, c, e.I))
		size := e.Typ.Leaves()
		var out []int
		for _, p := range at {
			for i := lo; i <= hi; i++ {
				out = append(out, p+i*size)
			}
		}
		return out
	case *ir.Convert:
		return a.places(fr, c, e.X)
	}
	return nil
}

// read returns the value of cell offset off of the places.
func (a *analysis) read(st *state, at []int, off int) *sym {
	first := st.mem[at[0]+off]
	same := true
	for _, p := range at[1:] {
		same = same && st.mem[p+off] == first
	}
	if same {
		return first
	}
	var args []*sym
	r := st.get(first)
	for _, p := range at {
		args = append(args, st.mem[p+off])
		r = r.Join(st.get(st.mem[p+off]))
	}
	v := a.syms.phi(args...)
	st.set(v, r)
	return v
}

// write stores v to cell offset off of the places: certainly if there is one, else possibly.
func (a *analysis) write(st *state, at []int, off int, v *sym) {
	if len(at) == 1 {
		st.mem[at[0]+off] = v
		return
	}
	for _, p := range at {
		old := st.mem[p+off]
		if old == v {
			continue
		}
		w := a.syms.phi(old, v)
		st.set(w, st.get(old).Join(st.get(v)))
		st.mem[p+off] = w
	}
}

// leaves returns the scalars of a value of any type.
func (a *analysis) leaves(fr *frame, c *cursor, e ir.Expr) []*sym {
	t := e.Type()
	if t != nil && t.Kind.IsScalar() {
		return []*sym{a.eval(fr, c, e)}
	}
	switch e := e.(type) {
	case *ir.VarRef, *ir.FieldRef, *ir.Index:
		if t, ok := ir.Base(e).(*ir.TableRef); ok {
			a.elements(fr, c, e, &[]*sym{a.tableSym(t.Table)}) // its indices
			break
		}
		at := a.places(fr, c, e)
		out := make([]*sym, t.Leaves())
		for i := range out {
			out[i] = a.read(c.st, at, i)
		}
		return out
	case *ir.Call:
		return a.call(fr, c, e)
	case *ir.Composite:
		var out []*sym
		for i, x := range e.Elems {
			if x != nil {
				out = append(out, a.leaves(fr, c, x)...)
				continue
			}
			for range t.Component(i).Leaves() {
				out = append(out, a.syms.constant(zero))
			}
		}
		return out
	case *ir.Convert:
		return a.leaves(fr, c, e.X)
	}
	var out []*sym // an aggregate out of a table
	for _, l := range ir.Layout(t) {
		out = append(out, a.syms.fresh(l.Kind, l.Name))
	}
	return out
}
