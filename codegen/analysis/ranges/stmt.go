package ranges

import (
	"fmt"
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Limits of following paths separately.
const (
	maxPaths  = 400 // paths in parallel; more are joined
	maxUnroll = 64  // iterations of a loop; longer ones are joined iteration by iteration
)

// exec follows statements on every path and returns those that reach their end.
func (a *analysis) exec(fr *frame, list []ir.Stmt, states []*state) []*state {
	for _, s := range list {
		var next []*state
		for _, st := range states {
			for _, part := range a.splitLengths(fr, s, st) {
				next = append(next, a.stmt(fr, s, part)...)
			}
		}
		if states = next; len(states) > maxPaths {
			states = []*state{a.joinStates(fr.entry, states)}
		}
	}
	return states
}

func alive(c *cursor) []*state {
	if c.dead {
		return nil
	}
	return []*state{c.st}
}

// stmt follows one statement; st may be changed.
func (a *analysis) stmt(fr *frame, s ir.Stmt, st *state) []*state {
	c := &cursor{st: st}
	switch s := s.(type) {
	case *ir.Declare:
		n := s.Var.Type.Leaves()
		vals := make([]*sym, n)
		if s.Init != nil {
			vals = a.leaves(fr, c, s.Init)
		} else {
			for i := range vals {
				vals[i] = a.syms.constant(zero)
			}
		}
		copy(c.st.mem[fr.base[s.Var]:], vals)
	case *ir.Assign:
		a.assign(fr, c, s)
	case *ir.MultiAssign:
		a.multi(fr, c, s)
	case *ir.CallStmt:
		a.call(fr, c, s.Call)
	case *ir.If:
		return a.ifStmt(fr, c, s)
	case *ir.For:
		return a.forStmt(fr, c, s)
	case *ir.Switch:
		return a.switchStmt(fr, c, s)
	case *ir.Block:
		return a.exec(fr, s.Body, []*state{st})
	case *ir.Return:
		a.ret(fr, c, s)
		return nil
	case *ir.Break:
		l := fr.loops[len(fr.loops)-1]
		l.breaks = append(l.breaks, st)
		return nil
	case *ir.Continue:
		l := fr.loops[len(fr.loops)-1]
		l.continues = append(l.continues, st)
		return nil
	}
	return alive(c)
}

func (a *analysis) assign(fr *frame, c *cursor, s *ir.Assign) {
	if s.Op != ir.NoOp {
		y := a.eval(fr, c, s.Src)
		at := a.places(fr, c, s.Dst)
		x := a.read(c.st, at, 0)
		if a.apart != nil {
			a.record(c, s.Dst, x)
		}
		k := s.Dst.Type().Kind
		v := a.arithAt(fr, c, s, s.Pos, s.Op, k, x, y)
		a.ofType(fr, c, s.Dst, s.Dst.Type(), v)
		a.write(c.st, at, 0, v)
		return
	}
	vals := a.leaves(fr, c, s.Src)
	at := a.places(fr, c, s.Dst)
	for i, v := range vals {
		a.write(c.st, at, i, v)
	}
}

func (a *analysis) multi(fr *frame, c *cursor, s *ir.MultiAssign) {
	var vals []*sym
	if in, ok := s.From.(*ir.Intrinsic); ok {
		p := a.pair(fr, c, in)
		vals = p[:]
	} else {
		vals = a.call(fr, c, s.From.(*ir.Call))
	}
	off := 0
	for i, v := range s.Dst {
		n := 1
		if call, ok := s.From.(*ir.Call); ok {
			n = call.Func.Results[i].Leaves()
		}
		if v != nil {
			copy(c.st.mem[fr.base[v]:], vals[off:off+n])
		}
		off += n
	}
}

func (a *analysis) ifStmt(fr *frame, c *cursor, s *ir.If) []*state {
	cond := a.eval(fr, c, s.Cond)
	if c.dead {
		return nil
	}
	base := c.st
	var out []*state
	for _, b := range []struct {
		truth bool
		body  []ir.Stmt
	}{{true, s.Then}, {false, s.Else}} {
		if st := a.branch(base, cond, b.truth); st != nil {
			out = append(out, a.exec(fr, b.body, []*state{st})...)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return []*state{a.joinStates(base, out)}
}

func (a *analysis) switchStmt(fr *frame, c *cursor, s *ir.Switch) []*state {
	tag := a.eval(fr, c, s.Tag)
	if c.dead {
		return nil
	}
	base := c.st
	rest := base.fork()
	restOK := true
	var out []*state
	var def []ir.Stmt
	for _, k := range s.Cases {
		if k.Default {
			def = k.Body
			continue
		}
		for _, v := range k.Values {
			st := base.fork()
			if st.note(tag, interval.Point(v.Value)) || a.apart != nil {
				out = append(out, a.exec(fr, k.Body, []*state{st})...)
			}
			restOK = restOK && rest.differ(tag, a.syms.constant(v.Value))
		}
	}
	if restOK || a.apart != nil {
		out = append(out, a.exec(fr, def, []*state{rest})...)
	}
	if len(out) == 0 {
		return nil
	}
	return []*state{a.joinStates(base, out)}
}

func (a *analysis) forStmt(fr *frame, c *cursor, s *ir.For) []*state {
	if s.Iterations > maxUnroll || a.apart != nil {
		return a.longLoop(fr, c, s)
	}
	base := c.st
	l := &loop{}
	fr.loops = append(fr.loops, l)
	states := []*state{base.fork()}
	v := s.Lo.Value
	for range s.Iterations {
		if len(states) == 0 {
			break
		}
		st := a.joinStates(base, states).fork()
		st.mem[fr.base[s.Var]] = a.syms.constant(v)
		l.continues = nil
		states = append(a.exec(fr, s.Body, []*state{st}), l.continues...)
		if s.Down {
			v = sub(v, one)
		} else {
			v = add(v, one)
		}
	}
	fr.loops = fr.loops[:len(fr.loops)-1]
	if states = append(states, l.breaks...); len(states) == 0 {
		return nil
	}
	return []*state{a.joinStates(base, states)}
}

// longLoop follows one iteration for all: what an iteration changes has any value of its type at its start.
func (a *analysis) longLoop(fr *frame, c *cursor, s *ir.For) []*state {
	base := c.st
	changed := map[int]bool{}
	turn := func() (*state, *loop, []*state) {
		st := base.fork()
		last := s.Hi.Value
		if !s.Inclusive && s.Down {
			last = add(last, one)
		} else if !s.Inclusive {
			last = sub(last, one)
		}
		v := a.syms.fresh(s.Var.Type.Kind, s.Var.Name)
		st.set(v, interval.Hull(s.Lo.Value, last))
		for i := range changed {
			w := a.syms.fresh(a.cellKind(st, i), "loop")
			st.mem[i] = w
		}
		st.mem[fr.base[s.Var]] = v
		start := st.fork()
		l := &loop{}
		fr.loops = append(fr.loops, l)
		out := append(a.exec(fr, s.Body, []*state{start}), l.continues...)
		fr.loops = fr.loops[:len(fr.loops)-1]
		return st, l, out
	}
	for grown := true; grown; {
		a.quiet++
		st, l, out := turn()
		a.quiet--
		grown = false
		for _, o := range append(out, l.breaks...) {
			for i := range o.mem {
				if o.mem[i] != st.mem[i] && !changed[i] {
					changed[i], grown = true, true
				}
			}
		}
	}
	delete(changed, fr.base[s.Var])
	st, l, out := turn()
	return []*state{a.joinStates(base, append(append(out, l.breaks...), st))}
}

// cellKind returns a kind that holds every value of a cell.
func (a *analysis) cellKind(st *state, i int) ir.Kind {
	if k, ok := a.kinds[i]; ok {
		return k
	}
	return ir.Int64
}

// ret follows a return: the results lie where the frame began.
func (a *analysis) ret(fr *frame, c *cursor, s *ir.Return) {
	var vals []*sym
	for i, e := range s.Values {
		ls := a.leaves(fr, c, e)
		if i < len(fr.fn.Contract.Results) && fr.fn.Contract.Results[i] != nil && len(ls) == 1 {
			a.result(fr, c, s, i, ls[0])
		}
		vals = append(vals, ls...)
	}
	if c.dead {
		return
	}
	if fr.fn == a.root {
		a.exits(fr, c, s, vals)
	}
	c.st.mem = append(c.st.mem[:fr.start:fr.start], vals...)
	fr.rets = append(fr.rets, c.st)
}

// result checks a result with a declared range.
func (a *analysis) result(fr *frame, c *cursor, s *ir.Return, i int, v *sym) {
	if a.apart != nil {
		return
	}
	r := fr.fn.Contract.Results[i]
	sc := a.paramScope(fr, c.st)
	a.visitRange(fr.fn, s, s.Pos, fmt.Sprintf("declared range of result %d", i), c.st, v, r, sc)
	// If a run covers the function, callers may rely on the range for all arguments.
	if limit, err := a.outer(c.st, r, sc); err == nil {
		c.st.note(v, limit)
	}
}

// splitLengths splits a path by the bit length of the operands of bits.Len or LeadingZeros in the statement itself: a
// normalising shift can be analysed only for one length at a time.
func (a *analysis) splitLengths(fr *frame, s ir.Stmt, st *state) []*state {
	parts := []*state{st}
	if a.apart != nil {
		return parts
	}
	for _, in := range lengthsIn(s) {
		next := collect.Lists(parts, func(p *state) []*state { return a.splitLength(fr, in, p) })
		parts = next
	}
	return parts
}

func (a *analysis) splitLength(fr *frame, in *ir.Intrinsic, st *state) []*state {
	a.quiet++
	c := &cursor{st: st.fork()}
	v := a.eval(fr, c, in.Args[0])
	a.quiet--
	r := c.st.get(v)
	if c.dead || r.Lo.BitLen() == r.Hi.BitLen() {
		return []*state{st}
	}
	var out []*state
	for n := r.Lo.BitLen(); n <= r.Hi.BitLen(); n++ {
		p := c.st.fork()
		if p.note(v, ofLength(big.NewInt(int64(n)), big.NewInt(int64(n)))) {
			a.reapply(p)
			out = append(out, p)
		}
	}
	return out
}

// lengthsIn returns the calls of bits.Len and LeadingZeros in the expressions of
// a statement, not those in its body.
func lengthsIn(s ir.Stmt) []*ir.Intrinsic {
	var out []*ir.Intrinsic
	pure := true
	ir.WalkExprs(s, func(e ir.Expr) {
		switch e := e.(type) {
		case *ir.Intrinsic:
			if e.Op == ir.LeadingZeros || e.Op == ir.Len {
				out = append(out, e)
			}
		case *ir.Call:
			pure = pure && !e.HasByRef()
		}
	})
	if !pure {
		return nil
	}
	return out
}
