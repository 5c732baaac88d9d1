package interp

import (
	"slices"

	"smartnic-cc/codegen/ir"
)

// tail reports whether a call is of a function whose only return is its last statement, so that its result needs no
// separate place.
func (b *builder) tail(c *ir.Call) bool {
	return b.m.plain() && !b.full() && b.m.facts(c.Func).tail
}

// scalarCall compiles a call for its one result, a scalar.
func (b *builder) scalarCall(c *ir.Call) operand {
	if !b.tail(c) {
		x := b.temp(c.Type().Kind)
		b.call(c, int(x.at), nil)
		x.temp = false
		return x
	}
	caller := b.frame
	b.frame = b.enter(c)
	body := b.m.body(c.Func)
	n := len(body) - 1
	b.list(body[:n])
	x := b.scalar(body[n].(*ir.Return).Values[0])
	b.frame = caller
	return x
}

// call compiles a call that stores its results at an address, or drops them if that is below 0. With j it jumps by
// the result.
func (b *builder) call(c *ir.Call, to int, j *jump) {
	if b.full() {
		b.callSub(c, to, j)
		return
	}
	if !b.m.plain() && to < 0 {
		to = b.alloc(c.Func.ResultLeaves()) // for an observer
	}
	caller := b.frame
	fr := b.enter(c)
	fr.results, fr.jump = to, j
	b.frame = fr
	end := b.called(c)
	b.body()
	end()
	b.frame = caller
}

// enter makes the frame of a call and compiles its arguments. An argument passed by value is not copied if neither
// side changes it.
func (b *builder) enter(c *ir.Call) *frame {
	fr := b.newFrame(c.Func)
	var changed []span // that the call may change
	for i, a := range c.Args {
		v := c.Func.Params[i]
		switch {
		case a.ByRef:
			p := b.place(a.X)
			changed = append(changed, p.span(v.Type.Leaves()))
			fr.vars[v] = p
		case v.Type.Kind.IsScalar():
			x := b.scalar(a.X)
			fr.vars[v] = place{at: int(x.at), con: x.con, val: x.val, temp: x.temp}
		default:
			fr.vars[v] = b.wholeOrNew(a.X)
		}
	}
	for i, a := range c.Args {
		v := c.Func.Params[i]
		p := fr.vars[v]
		n := v.Type.Leaves()
		if a.ByRef || p.temp && b.m.plain() || b.m.plain() && !fr.assigned[v] && p.stays(n, changed) {
			p.temp = false
			fr.vars[v] = p
			continue
		}
		own := place{at: b.alloc(n)}
		b.copy(own, p, n)
		fr.vars[v] = own
	}
	return fr
}

// wholeOrNew returns the place of a struct or array, storing it first if it has none.
func (b *builder) wholeOrNew(e ir.Expr) place {
	if p, ok := b.whole(e); ok {
		return p
	}
	p := place{at: b.alloc(e.Type().Leaves()), temp: true}
	b.into(p.at, e)
	return p
}

// stays reports whether a value in the place is outside all words that change.
func (p place) stays(n int, changed []span) bool {
	if p.con || p.table {
		return true
	}
	own := p.span(n)
	return !slices.ContainsFunc(changed, func(s span) bool { return own.at < s.at+s.n && s.at < own.at+own.n })
}

// roomy is how many instructions a function may have before its callees are called instead of inlined.
const roomy = 20_000

func (b *builder) full() bool { return len(b.c.instrs) > b.m.roomy }

// sub is a called function. As no function calls itself, its variables have fixed addresses. Arguments by address are
// reached through an offset.
type sub struct {
	frame *frame
	entry *label
	back  uint16 // where the caller's place is stored
}

// callSub compiles a call of a sub.
func (b *builder) callSub(c *ir.Call, to int, j *jump) {
	args := b.enter(c)
	s := b.subs[c.Func]
	if s == nil {
		s = b.newSub(c.Func)
		b.subs[c.Func] = s
		b.calls = append(b.calls, s)
	}
	for _, p := range c.Func.Params {
		from, own := args.vars[p], s.frame.vars[p]
		switch {
		case p.ByRef && from.relocated:
			b.emit(instr{op: opAdd, d: own.off, a: from.off, b: b.konst(uint64(from.at)), imm: all})
		case p.ByRef:
			b.emit(instr{op: opMove, d: own.off, a: b.konst(uint64(from.at))})
		default:
			b.copy(own, from, p.Type.Leaves())
		}
	}
	caller := b.frame
	b.frame = s.frame
	end := b.called(c)
	b.frame = caller
	b.goTo(s.entry, instr{op: opCall, d: s.back})
	end()
	if to >= 0 {
		b.copy(place{at: to}, place{at: s.frame.results}, c.Func.ResultLeaves())
	}
	if j != nil {
		b.bit(operand{at: uint16(s.frame.results)}, j)
	}
}

// newSub reserves a sub's places for arguments and results.
func (b *builder) newSub(f *ir.Func) *sub {
	s := &sub{frame: b.newFrame(f), entry: newLabel(), back: b.keep(0)}
	for _, p := range f.Params {
		if p.ByRef {
			s.frame.vars[p] = place{relocated: true, off: b.keep(0), array: span{0, words}}
		} else {
			s.frame.vars[p] = place{at: b.keepAll(p.Type.Leaves())}
		}
	}
	s.frame.results = b.keepAll(f.ResultLeaves())
	return s
}

func (b *builder) keepAll(n int) int {
	for range n {
		b.keep(0)
	}
	return words - len(b.upper)
}

// compileSub compiles a sub, with variables at addresses that no other code uses.
func (b *builder) compileSub(s *sub) {
	b.top = b.most
	b.frame = s.frame
	b.bind(s.entry)
	b.body()
	b.emit(instr{op: opReturn, a: s.back})
}
