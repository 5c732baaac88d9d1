package mutate

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/ranges"
)

// symbolic follows a function on all arguments at once: what a variable holds is a term,
// and each statement changes it where alive says that it is reached.
type symbolic struct {
	*terms
	// swap has the body of a function that is not to be followed as it is.
	swap map[*ir.Func][]ir.Stmt
	// known are the ranges of the expressions of the program, which become facts where they
	// are followed; nil for a mutant, of which nothing is known.
	known map[ir.Expr]ranges.Interval
	facts []fact
	fault term // an index is out of range
	err   error
	// cut, if not nil, has what places and calls are worth: an input for each that reads the
	// same, so that an expression is looked at apart from the rest.
	cut map[string]term
	// watch is a mutant whose change is held against the original wherever that is followed:
	// differs says where they part.
	watch   *Mutant
	differs term
	// anyPath: also where the change is not come to.
	anyPath bool
	// came: to the watched statement; compared: what is changed in it. Not all is that is
	// changed: what is passed by address is not, nor are structs.
	came, compared *bool
	// calls, if not nil, are those that are not followed.
	calls *cuts
}

// fact is something known of x.
type fact struct{ x, holds term }

// frame is a function that is being followed.
type frame struct {
	fn      *ir.Func
	vars    map[*ir.Var]*cells
	alive   term
	results []term
	breaks  []term // of the loops around, where they are left
	next    []term // of the loops around, where their turn ends
}

// cells are the scalars of a variable.
type cells struct{ at []term }

// spot is a place: n scalars of a variable, at each of several offsets under a condition
// where an index is not known.
type spot struct {
	in   *cells
	n    int
	alts []alt
}

type alt struct {
	off  int
	cond term
}

func (s *symbolic) fail(pos ir.Pos, format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("%s: %s", pos, fmt.Sprintf(format, args...))
	}
}

func widthOf(k ir.Kind) uint8 {
	if k == ir.Bool {
		return 0
	}
	return uint8(k.Bits())
}

func (s *symbolic) zero(t *ir.Type) []term {
	var out []term
	for _, l := range ir.Layout(t) {
		out = append(out, s.constant(widthOf(l.Kind), 0))
	}
	return out
}

// run follows the body of a function whose parameters are in the frame.
func (s *symbolic) run(fr *frame) {
	for _, t := range fr.fn.Results {
		fr.results = append(fr.results, s.zero(t)...)
	}
	body, ok := s.swap[fr.fn]
	if !ok {
		body = fr.fn.Body
	}
	s.block(fr, body)
}

func (s *symbolic) block(fr *frame, list []ir.Stmt) {
	for i, st := range list {
		if s.is(fr.alive, false) || s.err != nil {
			return
		}
		if s.watch != nil && s.watch.edit.begins(st) {
			s.compareFrom(fr, list[i:])
			*s.compared = true
		}
		if s.watch != nil && st == s.watch.Stmt {
			*s.came = true
		}
		s.stmt(fr, st)
	}
}

// compareFrom follows the list with the watched change of its first statements and
// without, up to where the change ends, and notes where what they leave behind differs.
func (s *symbolic) compareFrom(fr *frame, list []ir.Stmt) {
	n := 1
	if e := &s.watch.edit; e.swapped != nil {
		for list[n-1] != e.swapped[1] {
			n++
		}
	}
	m := s.watch
	right, wrong := fr.fork(), fr.fork()
	side := *s
	side.watch, side.fault = nil, s.truth(false)
	side.block(right, list[:n])
	rightFault := side.fault
	facts := side.facts
	side.known, side.fault = nil, s.truth(false)
	side.block(wrong, m.edit.list(list[:n:n]))
	s.facts, s.err = facts, side.err
	d := s.and(side.fault, s.not(rightFault))
	pairs := func(x, y []term) {
		for i := range x {
			d = s.or(d, s.not(s.eq(x[i], y[i])))
		}
	}
	// Where the function is left, what is in its own variables plays no part.
	within := s.truth(true)
	if right.alive != fr.alive || wrong.alive != fr.alive {
		within = s.or(right.alive, wrong.alive)
		for i := range right.breaks {
			within = s.or(within, s.or(s.or(right.breaks[i], wrong.breaks[i]), s.or(right.next[i], wrong.next[i])))
		}
	}
	vars := slices.SortedFunc(maps.Keys(right.vars), func(v, w *ir.Var) int { return v.Index - w.Index })
	inner := innerVars(list[:n])
	for _, v := range vars {
		if inner[v] {
			continue
		}
		w := wrong.vars[v]
		switch {
		case w == nil:
			d = s.truth(true)
		case v.ByRef:
			pairs(right.vars[v].at, w.at)
		default:
			for i, x := range right.vars[v].at {
				d = s.or(d, s.and(within, s.not(s.eq(x, w.at[i]))))
			}
		}
	}
	pairs(right.results, wrong.results)
	pairs(right.breaks, wrong.breaks)
	pairs(right.next, wrong.next)
	d = s.or(d, s.not(s.eq(right.alive, wrong.alive)))
	s.differ(fr, d)
}

// innerVars are the variables that are gone after the statements: of loops, and what is
// declared further inside.
func innerVars(list []ir.Stmt) map[*ir.Var]bool {
	inner := map[*ir.Var]bool{}
	ir.EachStmt(list, func(st ir.Stmt) {
		outer := slices.Contains(list, st)
		switch st := st.(type) {
		case *ir.For:
			inner[st.Var] = true
		case *ir.Declare:
			if !outer {
				inner[st.Var] = true
			}
		case *ir.MultiAssign:
			for i, v := range st.Dst {
				if v != nil && st.Define[i] && !outer {
					inner[v] = true
				}
			}
		}
	})
	return inner
}

// differ notes where the watched change and the original part, once they are come to.
func (s *symbolic) differ(fr *frame, d term) {
	if !s.anyPath {
		d = s.and(fr.alive, d)
	}
	s.differs = s.or(s.differs, d)
}

// fork copies a frame.
func (fr *frame) fork() *frame {
	g := *fr
	g.vars = map[*ir.Var]*cells{}
	for v, c := range fr.vars {
		g.vars[v] = &cells{append([]term(nil), c.at...)}
	}
	g.results = append([]term(nil), fr.results...)
	g.breaks = append([]term(nil), fr.breaks...)
	g.next = append([]term(nil), fr.next...)
	return &g
}

func (s *symbolic) stmt(fr *frame, st ir.Stmt) {
	switch st := st.(type) {
	case *ir.Declare:
		vals := s.zero(st.Var.Type)
		if st.Init != nil {
			vals = s.leaves(fr, st.Init)
		}
		fr.vars[st.Var] = &cells{append([]term(nil), vals...)}
	case *ir.Assign:
		src := s.leaves(fr, st.Src)
		dst := s.place(fr, st.Dst)
		if st.Op != ir.NoOp {
			src = []term{s.arith(st.Op, st.Dst.Type().Kind, s.read(dst)[0], src[0], st.Src.Type().Kind)}
		}
		s.write(fr.alive, dst, src)
	case *ir.MultiAssign:
		s.multi(fr, st)
	case *ir.If:
		c := s.scalar(fr, st.Cond)
		was := fr.alive
		yes, no := s.and(was, c), s.and(was, s.not(c))
		fr.alive = yes
		s.block(fr, st.Then)
		then := fr.alive
		fr.alive = no
		s.block(fr, st.Else)
		switch {
		case then == yes && fr.alive == no:
			fr.alive = was
		default:
			fr.alive = s.or(then, fr.alive)
		}
	case *ir.For:
		s.loop(fr, st)
	case *ir.Switch:
		s.choice(fr, st)
	case *ir.Block:
		s.block(fr, st.Body)
	case *ir.Return:
		at := 0
		for _, e := range st.Values {
			for _, x := range s.leaves(fr, e) {
				fr.results[at] = s.ite(fr.alive, x, fr.results[at])
				at++
			}
		}
		fr.alive = s.truth(false)
	case *ir.Break:
		i := len(fr.breaks) - 1
		fr.breaks[i] = s.or(fr.breaks[i], fr.alive)
		fr.alive = s.truth(false)
	case *ir.Continue:
		i := len(fr.next) - 1
		fr.next[i] = s.or(fr.next[i], fr.alive)
		fr.alive = s.truth(false)
	case *ir.CallStmt:
		s.call(fr, st.Call)
	case *ir.Comment, *ir.DeclareConst:
	default:
		s.fail(st.Info().Pos, "statement %T", st)
	}
}

func (s *symbolic) multi(fr *frame, st *ir.MultiAssign) {
	var vals []term
	switch e := st.From.(type) {
	case *ir.Call:
		vals = s.call(fr, e)
	case *ir.Intrinsic:
		if e.Op != ir.MulWide {
			s.fail(st.Pos, "bits.%s", e.Op)
			return
		}
		n := uint8(e.Bits)
		x, y := s.scalar(fr, e.Args[0]), s.scalar(fr, e.Args[1])
		p := s.op(tMul, s.extend(x, false, 2*n), s.extend(y, false, 2*n))
		vals = []term{s.extract(p, n, n), s.extract(p, 0, n)}
	}
	at := 0
	for i, v := range st.Dst {
		var n int
		if c, ok := st.From.(*ir.Call); ok {
			n = c.Func.Results[i].Leaves()
		} else {
			n = 1
		}
		part := vals[at : at+n]
		at += n
		if v == nil {
			continue
		}
		if st.Define[i] {
			fr.vars[v] = &cells{append([]term(nil), part...)}
			continue
		}
		s.write(fr.alive, spot{fr.vars[v], n, []alt{{0, s.truth(true)}}}, part)
	}
}

func (s *symbolic) loop(fr *frame, st *ir.For) {
	if st.Trips > 256 {
		s.fail(st.Pos, "loop of %d turns", st.Trips)
		return
	}
	no := s.truth(false)
	fr.breaks, fr.next = append(fr.breaks, no), append(fr.next, no)
	i := len(fr.next) - 1
	v, step := st.Lo.Word(), uint64(1)
	if st.Down {
		step = ^uint64(0)
	}
	was := fr.alive
	for range st.Trips {
		fr.vars[st.Var] = &cells{[]term{s.constant(widthOf(st.Var.Type.Kind), v)}}
		fr.next[i] = no
		s.block(fr, st.Body)
		fr.alive = s.or(fr.alive, fr.next[i])
		v += step
	}
	if fr.alive = s.or(fr.alive, fr.breaks[i]); !ir.Returns(st.Body) {
		fr.alive = was // each turn ends in the loop's end
	}
	fr.breaks, fr.next = fr.breaks[:i], fr.next[:i]
}

func (s *symbolic) choice(fr *frame, st *ir.Switch) {
	tag := s.scalar(fr, st.Tag)
	was := fr.alive
	rest := was
	after := s.truth(false)
	same := true
	var other *ir.Case
	one := func(alive term, body []ir.Stmt) {
		fr.alive = alive
		s.block(fr, body)
		same = same && fr.alive == alive
		after = s.or(after, fr.alive)
	}
	for _, c := range st.Cases {
		if c.Default {
			other = c
			continue
		}
		hit := s.truth(false)
		for _, v := range c.Values {
			hit = s.or(hit, s.eq(tag, s.constant(s.width(tag), v.Word())))
		}
		one(s.and(rest, hit), c.Body)
		rest = s.and(rest, s.not(hit))
	}
	if other != nil {
		one(rest, other.Body)
	} else {
		one(rest, nil)
	}
	if fr.alive = after; same {
		fr.alive = was
	}
}

// call follows a call; what it passes by address it gets back.
func (s *symbolic) call(fr *frame, e *ir.Call) []term {
	if s.calls.cuts(e.Func) {
		return s.standIn(fr, e)
	}
	in := &frame{fn: e.Func, vars: map[*ir.Var]*cells{}, alive: fr.alive}
	spots := make([]spot, len(e.Args))
	for i, a := range e.Args {
		p := e.Func.Params[i]
		if a.ByRef {
			spots[i] = s.place(fr, a.X)
			in.vars[p] = &cells{s.read(spots[i])}
			continue
		}
		in.vars[p] = &cells{append([]term(nil), s.leaves(fr, a.X)...)}
	}
	if s.err != nil {
		return s.zeros(e.Func)
	}
	s.run(in)
	for i, a := range e.Args {
		if a.ByRef {
			// What is not alive has not changed.
			s.write(s.truth(true), spots[i], in.vars[e.Func.Params[i]].at)
		}
	}
	return in.results
}

func (s *symbolic) zeros(f *ir.Func) []term {
	var out []term
	for _, t := range f.Results {
		out = append(out, s.zero(t)...)
	}
	return out
}

// place follows what is assigned to or read from.
func (s *symbolic) place(fr *frame, e ir.Expr) spot {
	switch e := e.(type) {
	case *ir.VarRef:
		c := fr.vars[e.Var]
		if c == nil {
			s.fail(e.Pos, "%s before its declaration", e.Var.Name)
			c = &cells{s.zero(e.Var.Type)}
		}
		return spot{c, len(c.at), []alt{{0, s.truth(true)}}}
	case *ir.FieldRef:
		p := s.place(fr, e.X)
		off := 0
		for _, f := range e.X.Type().Fields[:e.Field.Index] {
			off += f.Type.Leaves()
		}
		return p.moved(off, e.Typ.Leaves())
	case *ir.Index:
		p := s.place(fr, e.X)
		n := e.Typ.Leaves()
		if k, ok := e.I.(*ir.Const); ok {
			return p.moved(int(k.Word())*n, n)
		}
		i := s.scalar(fr, e.I)
		s.bounds(fr, i, e.I.Type().Kind, e.X.Type().Len)
		q := spot{p.in, n, nil}
		for _, a := range p.alts {
			for j := range e.X.Type().Len {
				c := s.and(a.cond, s.eq(i, s.constant(s.width(i), uint64(j))))
				if !s.is(c, false) {
					q.alts = append(q.alts, alt{a.off + j*n, c})
				}
			}
		}
		if len(q.alts) == 0 { // surely out of range
			q.alts = []alt{{p.alts[0].off, s.truth(true)}}
		}
		return q
	}
	s.fail(e.At(), "%T as a place", e)
	return spot{&cells{s.zero(e.Type())}, e.Type().Leaves(), []alt{{0, s.truth(true)}}}
}

// bounds notes the fault of an index that is out of range.
func (s *symbolic) bounds(fr *frame, i term, k ir.Kind, n int) {
	w := s.extend(i, k.IsSigned(), 66)
	wrong := s.not(s.compare(tUlt, w, s.extend(s.constant(64, uint64(n)), false, 66)))
	if s.calls != nil && s.most(w).Cmp(big.NewInt(int64(n))) < 0 {
		return
	}
	if c := s.nodes[i]; c.op == tConst {
		wrong = s.truth(c.val >= uint64(n))
	}
	s.fault = s.or(s.fault, s.and(fr.alive, wrong))
}

func (p spot) moved(off, n int) spot {
	q := spot{p.in, n, append([]alt(nil), p.alts...)}
	for i := range q.alts {
		q.alts[i].off += off
	}
	return q
}

func (s *symbolic) read(p spot) []term {
	out := make([]term, p.n)
	for j := range out {
		last := p.alts[len(p.alts)-1]
		v := p.in.at[last.off+j]
		for i := len(p.alts) - 2; i >= 0; i-- {
			v = s.ite(p.alts[i].cond, p.in.at[p.alts[i].off+j], v)
		}
		out[j] = v
	}
	return out
}

func (s *symbolic) write(alive term, p spot, vals []term) {
	for _, a := range p.alts {
		c := s.and(alive, a.cond)
		for j, v := range vals {
			p.in.at[a.off+j] = s.ite(c, v, p.in.at[a.off+j])
		}
	}
}
