package flat

import "smartnic-cc/codegen/ir"

// cell is a variable: its value by leaf, and the name for its values.
type cell struct {
	vals []*Value
	base string
	leaf []ir.Leaf
	typ  *ir.Type
	of   place // of a parameter by address: where the caller keeps it
}

// with returns the variable with other values.
func (c *cell) with(vals []*Value) *cell {
	d := *c
	d.vals = vals
	return &d
}

// frame is a function being inlined: the values of its variables, and the conditions under which it has been left by
// a return, or the innermost loop's iteration by a break or continue. Statements are translated only in a frame in
// which none of the three is set; where one may be, the rest is translated in a copy and selected.
type frame struct {
	*builder
	fn      *ir.Func
	vars    []*cell // by Var.Index; nil where not declared
	results []*Value
	facts   *facts // of the branches that the frame is in
	path    *Value // of Source: the condition under which the frame is reached

	returned, broken, continued *Value
}

func newFrame(b *builder, f *ir.Func) *frame {
	no := b.flag(false)
	return &frame{builder: b, fn: f, returned: no, broken: no, continued: no}
}

func (f *frame) declare(v *ir.Var, vals []*Value, base string) {
	for len(f.vars) <= v.Index {
		f.vars = append(f.vars, nil)
	}
	c := &cell{vals: vals, base: base, leaf: ir.Layout(v.Type), typ: v.Type}
	f.vars[v.Index] = c
	for i := range vals {
		c.name(i)
	}
}

// name gives the value of a leaf the name of the variable, if it has none.
func (c *cell) name(i int) {
	if v := c.vals[i]; v.Name == "" && v.Op != Const {
		v.Name = leafName(c.base, c.leaf[i].Name)
	}
}

// live is the condition under which the next statement runs.
func (f *frame) live() *Value {
	return f.resolve(f.facts, f.not(f.or(f.returned, f.or(f.broken, f.continued))))
}

// fork copies the frame for the side of a branch on which c has the truth value is. On that side nothing has been
// left.
func (f *frame) fork(c *Value, is bool) *frame {
	g := newFrame(f.builder, f.fn)
	if g.path = f.on(c, is); g.path == nil {
		g.facts = assume(f.facts, c, is)
	}
	g.results = f.results
	g.vars = make([]*cell, len(f.vars))
	for i, c := range f.vars {
		if c != nil {
			g.vars[i] = c.with(append([]*Value(nil), c.vals...))
		}
	}
	return g
}

// merge sets f to x if cond holds, and to y otherwise. f may be x or y.
func (f *frame) merge(cond *Value, x, y *frame) {
	f.returned = f.sel(cond, x.returned, y.returned)
	f.broken = f.sel(cond, x.broken, y.broken)
	f.continued = f.sel(cond, x.continued, y.continued)
	n := min(len(x.vars), len(y.vars))
	vars := make([]*cell, n)
	for i := range n {
		a, b := x.vars[i], y.vars[i]
		if a == nil || b == nil {
			continue // declared on one side only, so out of scope now
		}
		c := a.with(make([]*Value, len(a.vals)))
		for j := range a.vals {
			c.vals[j] = a.vals[j]
			if b.vals[j] != a.vals[j] {
				c.vals[j] = f.sel(cond, x.held(a.vals[j]), y.held(b.vals[j]))
				c.name(j)
			}
		}
		vars[i] = c
	}
	f.vars = vars
	switch { // the results of a side that did not return are not used
	case x.results == nil:
		f.results = y.results
	case y.results == nil:
		f.results = x.results
	default:
		r := make([]*Value, len(x.results))
		for i := range r {
			r[i] = f.sel(cond, x.results[i], y.results[i])
		}
		f.results = r
	}
}

// place is where a value is kept: n leaves of a cell from an offset on, and for each variable index its stride.
type place struct {
	cell *cell
	off  int
	n    int
	dyn  []dynamic
}

type dynamic struct {
	index  *Value
	stride int
	len    int
}

// held returns a variable's value under the frame's facts.
func (f *frame) held(v *Value) *Value {
	r := f.resolve(f.facts, v)
	if r.Op == Const && v.Kind != ir.Bool && (v.Op != Select || f.facts.holds(v)) {
		return v // or each branch would compute common values in its own way
	}
	return r
}

// read returns the leaves of a place.
func (f *frame) read(p place) []*Value {
	if len(p.dyn) == 0 {
		out := make([]*Value, p.n)
		for i := range out {
			out[i] = f.held(p.cell.vals[p.off+i])
		}
		return out
	}
	d := p.dyn[0]
	var out []*Value
	for i := d.len - 1; i >= 0; i-- {
		q := place{p.cell, p.off + i*d.stride, p.n, p.dyn[1:]}
		vs := f.read(q)
		if out == nil { // the last element also serves indexes out of range
			out = vs
			continue
		}
		is := f.resolve(f.facts, f.op(Eq, ir.Bool, d.index, f.constant(d.index.Kind, uint64(i))))
		for j := range out {
			out[j] = f.sel(is, vs[j], out[j])
		}
	}
	return out
}

// readOnly is read for a place that is not written next: a tree of Selects, shallower than a chain.
func (f *frame) readOnly(p place) []*Value {
	if len(p.dyn) == 0 {
		return f.read(p)
	}
	d := p.dyn[0]
	var between func(lo, hi int) []*Value
	between = func(lo, hi int) []*Value {
		if hi-lo == 1 {
			return f.readOnly(place{p.cell, p.off + lo*d.stride, p.n, p.dyn[1:]})
		}
		mid := lo + 1
		for mid-lo < hi-mid {
			mid += mid - lo
		}
		low, high := between(lo, mid), between(mid, hi)
		below := f.resolve(f.facts, f.op(Lt, ir.Bool, d.index, f.constant(d.index.Kind, uint64(mid))))
		for j := range low {
			low[j] = f.sel(below, low[j], high[j])
		}
		return low
	}
	return between(0, d.len)
}

// write sets the leaves of a place, if cond holds (nil: always).
func (f *frame) write(p place, vals []*Value, cond *Value) {
	if len(p.dyn) > 0 {
		d := p.dyn[0]
		for i := range d.len {
			is := f.resolve(f.facts, f.op(Eq, ir.Bool, d.index, f.constant(d.index.Kind, uint64(i))))
			if cond != nil {
				is = f.and(cond, is)
			}
			f.write(place{p.cell, p.off + i*d.stride, p.n, p.dyn[1:]}, vals, is)
		}
		return
	}
	for i, v := range vals {
		if cond != nil {
			v = f.sel(cond, v, p.cell.vals[p.off+i])
		}
		p.cell.vals[p.off+i] = v
		p.cell.name(p.off + i)
	}
}
