package ranges

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// layout is where the variables of a function lie in its frame.
type layout struct {
	off  map[*ir.Var]int
	size int
	kind []ir.Kind
}

func (l *layout) add(v *ir.Var) {
	if _, ok := l.off[v]; ok || v.ByRef {
		return
	}
	l.off[v] = l.size
	for _, leaf := range ir.Layout(v.Type) {
		l.kind = append(l.kind, leaf.Kind)
		l.size++
	}
}

func (a *analysis) layoutOf(f *ir.Func) *layout {
	if l := a.layouts[f]; l != nil {
		return l
	}
	l := &layout{off: map[*ir.Var]int{}}
	for _, p := range f.Params {
		l.add(p)
	}
	ir.WalkStmts(f.Body, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Declare:
			l.add(s.Var)
		case *ir.MultiAssign:
			for _, v := range s.Dst {
				if v != nil {
					l.add(v)
				}
			}
		case *ir.For:
			l.add(s.Var)
		}
	})
	a.layouts[f] = l
	return l
}

// enter makes the frame of f on top of st. Pointers are bound by the caller.
func (a *analysis) enter(f *ir.Func, st *state) *frame {
	l := a.layoutOf(f)
	fr := &frame{fn: f, base: map[*ir.Var]int{}, start: len(st.mem), entry: st.fork()}
	for v, off := range l.off {
		fr.base[v] = fr.start + off
	}
	fr.entry.mem = append(fr.entry.mem, make([]*sym, l.size)...)
	for i, k := range l.kind {
		a.kinds[fr.start+i] = k
	}
	if a.quiet == 0 {
		a.rec.visits[f] = true
	}
	return fr
}

// run follows the body and returns the state at its end, with the results from fr.start on; nil if the end is
// unreachable.
func (a *analysis) run(fr *frame) *state {
	states := a.exec(fr, fr.fn.Body, a.partParams(fr, fr.entry))
	for _, st := range states {
		if len(fr.fn.Results) > 0 {
			continue // unreachable: Go requires a return
		}
		c := &cursor{st: st}
		if fr.fn == a.root {
			a.exits(fr, c, fr.fn, nil)
		}
		st.mem = st.mem[:fr.start:fr.start]
		fr.rets = append(fr.rets, st)
	}
	if len(fr.rets) == 0 {
		return nil
	}
	return a.joinStates(fr.entry, fr.rets)
}

// call follows a call and returns the scalars of its results.
func (a *analysis) call(fr *frame, c *cursor, e *ir.Call) []*sym {
	if a.apart != nil {
		return a.callApart(fr, c, e)
	}
	f := e.Func
	var args [][]*sym
	var at []int
	type copyBack struct {
		places []int
		base   int
		size   int
	}
	var back []copyBack
	for _, x := range e.Args {
		if !x.ByRef {
			args, at = append(args, a.leaves(fr, c, x.X)), append(at, -1)
			continue
		}
		p := a.places(fr, c, x.X)
		if len(p) > 1 { // one of several: a copy takes its place
			size := x.X.Type().Leaves()
			base := len(c.st.mem)
			for i, l := range ir.Layout(x.X.Type()) {
				c.st.mem = append(c.st.mem, a.read(c.st, p, i))
				a.kinds[base+i] = l.Kind
			}
			back = append(back, copyBack{p, base, size})
			p = []int{base}
		}
		args, at = append(args, nil), append(at, p[0])
	}
	floor := len(c.st.mem)
	if len(back) > 0 {
		floor = back[0].base
	}
	caller := c.st
	g := a.enter(f, caller)
	for i, p := range f.Params {
		if p.ByRef {
			g.base[p] = at[i]
		} else {
			copy(g.entry.mem[g.base[p]:], args[i])
		}
	}
	a.visitArgs(fr, g, e)
	var vals []*sym
	if f.Contract.Exhaustive && f != a.root {
		vals = a.byContract(g, f, args)
		c.st = caller
		g.entry = nil
	} else {
		key := a.memoKey(g, f, args)
		if known, ok := a.memo[key]; ok && key != "" {
			for i, r := range known {
				v := a.syms.apply(symCallBase+65, f.Results[i].Kind, append([]*sym{a.funcSym(f, i)}, flat(args)...)...)
				caller.set(v, caller.narrowed(v, r))
				vals = append(vals, v)
			}
			c.st = caller
			return vals
		}
		st := a.run(g)
		if st == nil {
			c.dead = true
			for _, t := range f.Results {
				for _, l := range ir.Layout(t) {
					vals = append(vals, a.syms.fresh(l.Kind, l.Name))
				}
			}
			return vals
		}
		vals = append(vals, st.mem[g.start:]...)
		st.mem = st.mem[:g.start]
		c.st = st
		if key != "" {
			rs := collect.Of(vals, st.get)
			a.memo[key] = rs
		}
	}
	for _, b := range back {
		for i := range b.size {
			a.write(c.st, b.places, i, c.st.mem[b.base+i])
		}
	}
	c.st.mem = c.st.mem[:floor:floor]
	return vals
}

func flat(list [][]*sym) []*sym {
	return slices.Concat(list...)
}

func (a *analysis) funcSym(f *ir.Func, result int) *sym {
	k := resultKey{f, result}
	if a.results[k] == nil {
		a.results[k] = a.syms.fresh(ir.Uint8, f.Name)
	}
	return a.results[k]
}

// memoKey identifies a call of a scalar function that is worth memoizing, by the ranges of its arguments; "" for
// others. What was recorded for one such call holds for all.
func (a *analysis) memoKey(g *frame, f *ir.Func, args [][]*sym) string {
	if !a.worth(f) {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%p %p %v", f, a.root, a.quiet > 0)
	for _, l := range args {
		i := g.entry.get(l[0])
		fmt.Fprintf(&b, " %s %s", i.Lo.Text(62), i.Hi.Text(62))
	}
	return b.String()
}

// worth reports whether f takes and returns only scalars and splits its paths.
func (a *analysis) worth(f *ir.Func) bool {
	if w, ok := a.worths[f]; ok {
		return w
	}
	w := len(f.Contract.Splits) > 0
	ir.WalkStmts(f.Body, func(s ir.Stmt) { w = w || len(lengthsIn(s)) > 0 })
	a.worths[f] = w && f.Scalars()
	return a.worths[f]
}

// byContract returns the results of a function that is covered by a run over all arguments.
func (a *analysis) byContract(g *frame, f *ir.Func, args [][]*sym) []*sym {
	var vals []*sym
	for i, t := range f.Results {
		v := a.syms.apply(symCallBase+65, t.Kind, append([]*sym{a.funcSym(f, i)}, flat(args)...)...)
		r := interval.Of(t.Kind)
		if s := a.summaries[f]; s != nil {
			r = s[i]
		}
		if i < len(f.Contract.Results) && f.Contract.Results[i] != nil {
			sc := a.paramScope(g, g.entry)
			if hi := f.Contract.Results[i].Hi; hi.Op == ir.BoundDiv && hi.X.Op == ir.BoundConst && hi.Y.Op == ir.BoundName {
				v.under = &quotient{hi.X.Value, sc.lookup(hi.Y.Name)}
			}
			limit, err := a.outer(g.entry, f.Contract.Results[i], sc)
			if err == nil {
				if m, ok := r.Meet(limit); ok {
					r = m
				}
			}
		}
		st := g.entry.up
		st.set(v, st.narrowed(v, r))
		vals = append(vals, v)
	}
	return vals
}

// visitArgs checks the arguments of parameters with a declared range.
func (a *analysis) visitArgs(fr, g *frame, e *ir.Call) {
	sc := a.paramScope(g, g.entry)
	for i, p := range g.fn.Params {
		r := g.fn.Contract.Params[p.GoName]
		if r == nil || p.ByRef || !p.Type.Kind.IsScalar() {
			continue
		}
		a.visitRange(fr.fn, argKey{e, i}, e.Pos, fmt.Sprintf("argument %s of %s", p.GoName, g.fn.FullName()), g.entry, g.entry.mem[g.base[p]], r, sc)
	}
}

type argKey struct {
	call *ir.Call
	i    int
}

// partParams splits the entry of a function by the values that its split directives name.
func (a *analysis) partParams(fr *frame, st *state) []*state {
	parts := []*state{st}
	if a.apart != nil {
		return parts
	}
	for _, s := range fr.fn.Contract.Splits {
		var next []*state
		for _, p := range parts {
			sc := a.paramScope(fr, p)
			v := sc.lookup(s.Name)
			if v == nil {
				a.problem(s.Pos, fr.fn, "split of "+s.Name+", which is no scalar")
				return []*state{st}
			}
			next = append(next, a.part(p, v, s)...)
		}
		parts = next
	}
	return parts
}

func (a *analysis) part(st *state, v *sym, s *ir.Split) []*state {
	r := st.get(v)
	in := r
	if s.Lo != nil {
		m, ok := in.Meet(interval.New(s.Lo.Value, s.Hi.Value))
		if !ok {
			return []*state{st}
		}
		in = m
	}
	if n := sub(in.Hi, in.Lo); !n.IsInt64() || n.Int64() >= 128 {
		return []*state{st}
	}
	var out []*state
	try := func(i Interval) {
		p := st.fork()
		if i.Lo.Cmp(i.Hi) <= 0 && p.note(v, i) && a.reapply(p) {
			out = append(out, p)
		}
	}
	try(interval.New(r.Lo, sub(in.Lo, one)))
	for x := in.Lo; x.Cmp(in.Hi) <= 0; x = add(x, one) {
		try(interval.Point(x))
	}
	try(interval.New(add(in.Hi, one), r.Hi))
	return out
}
