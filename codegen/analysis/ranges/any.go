package ranges

import (
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// Any is what values may be, for any arguments of the functions that others may call, and any contents of memory: no
// declared range is relied on. A caller in C may violate those, and must still get the bits of Go and no undefined
// behaviour.
//
// It is computed quickly. Each function is followed separately, with all iterations of a loop at once: a call is
// known by the ranges of its results, a parameter by those over all calls, a field, an element or an entry of a table
// by its type or table, and no differences of values are known.
type Any struct {
	roots   map[*ir.Func]bool
	results map[*ir.Func][]Interval
	params  map[*ir.Func][]Interval // joined over the calls
	exprs   map[ir.Expr]Interval
}

// ForAny analyses the functions, which others may call, and all that they call.
func ForAny(roots []*ir.Func) *Any {
	a := newAnalysis(nil)
	r := &Any{map[*ir.Func]bool{}, map[*ir.Func][]Interval{}, map[*ir.Func][]Interval{}, a.rec.exprs}
	for _, f := range roots {
		r.roots[f] = true
	}
	a.apart, a.syms.known = r, nil
	funcs := ir.Reachable(roots...)
	a.quiet++
	for _, f := range funcs { // callees first: results for any arguments
		a.followApart(f)
	}
	a.quiet--
	for i := len(funcs) - 1; i >= 0; i-- { // callers first: with the arguments of the calls
		a.followApart(funcs[i])
	}
	return r
}

// Of returns the range of a scalar expression.
func (r *Any) Of(e ir.Expr) Interval {
	if c, ok := e.(*ir.Const); ok {
		return interval.Point(c.Value)
	}
	if i, ok := r.exprs[e]; ok {
		return i
	}
	return interval.Of(e.Type().Kind) // unreachable
}

// Results returns the ranges of the results of a function; those of results other than scalars are meaningless.
func (r *Any) Results(f *ir.Func) []Interval { return r.results[f] }

// followApart finds the results of a function, and the ranges in it, without its callers.
func (a *analysis) followApart(f *ir.Func) {
	a.root = f
	fr := a.begin(f)
	fr.entry.apart = true
	if known := a.apart.params[f]; known != nil && !a.apart.roots[f] {
		for i, p := range f.Params {
			if !p.ByRef && p.Type.Kind.IsScalar() {
				fr.entry.set(fr.entry.mem[fr.base[p]], known[i])
			}
		}
	}
	end := a.run(fr)
	at := fr.start
	a.apart.results[f] = nil
	for _, t := range f.Results {
		r := interval.Of(t.Kind)
		if end != nil && t.Kind.IsScalar() {
			r = end.get(end.mem[at])
		}
		a.apart.results[f] = append(a.apart.results[f], r)
		at += t.Leaves()
	}
}

// callApart records the arguments of a call and returns the scalars of its results.
func (a *analysis) callApart(fr *frame, c *cursor, e *ir.Call) []*sym {
	params := make([]Interval, len(e.Args))
	before := a.apart.params[e.Func]
	for i, x := range e.Args {
		switch {
		case x.ByRef:
			a.places(fr, c, x.X)
		case !x.X.Type().Kind.IsScalar():
			a.leaves(fr, c, x.X)
		default:
			params[i] = c.st.get(a.eval(fr, c, x.X))
			if before != nil {
				params[i] = params[i].Join(before[i])
			}
		}
	}
	if a.quiet == 0 {
		a.apart.params[e.Func] = params
	}
	var vals []*sym
	for i, t := range e.Func.Results {
		for _, l := range ir.Layout(t) {
			v := a.syms.fresh(l.Kind, l.Name)
			if t.Kind.IsScalar() {
				c.st.set(v, a.apart.results[e.Func][i])
			}
			vals = append(vals, v)
		}
	}
	return vals
}

// branch returns the state on the side of a branch where the condition c has the truth value, or nil if that is
// unreachable. When functions are followed separately, code on either side is printed, and so both are reachable.
func (a *analysis) branch(st *state, c *sym, truth bool) *state {
	side := st.fork()
	switch {
	case side.assume(c, truth):
		return side
	case a.apart != nil:
		return st.fork()
	}
	return nil
}

// exact returns the range of the mathematical result of an operation.
func (a *analysis) exact(op ir.Op, x, y Interval) Interval {
	if a.apart != nil {
		return interval.Arith(op, x, y)
	}
	return arith(op, x, y)
}

// wrapped returns the range of a value of i in kind k.
func (a *analysis) wrapped(i Interval, k ir.Kind) Interval {
	switch {
	case a.apart == nil:
		return i.Wrap(k)
	case i.Fits(k):
		return i
	}
	return interval.Of(k)
}

// loaded returns what is known of a value v that was read: when functions are followed separately, only whole
// variables and entries of a table of scalars are known.
func (a *analysis) loaded(e ir.Expr, v *sym) *sym {
	if a.apart == nil {
		return v
	}
	switch e := e.(type) {
	case *ir.VarRef:
		return v
	case *ir.Index:
		if _, ok := e.X.(*ir.TableRef); ok {
			return v
		}
	}
	return a.syms.fresh(e.Type().Kind, "part")
}
