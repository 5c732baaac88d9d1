package interp

import "smartnic-cc/codegen/ir"

// Watch is asked for every scalar expression of what is compiled that is not a constant, once for
// each place that it is compiled to. What it returns, unless nil, is called with each value that the expression has; an error
// ends the run as a *Fault at the expression.
type Watch func(e ir.Expr) func(v uint64) error

// Enter is asked for every statement of what is compiled, once for each place that it is compiled
// to. What it returns, unless nil, is called whenever the statement is about to run.
type Enter func(s ir.Stmt) func()

// Observer sees what a program computes, for those who explain a result. Each of its
// functions is asked for the places of what is compiled, as Enter is; what it returns, unless nil,
// is called whenever the program comes there.
type Observer struct {
	// Enter is told of statements that are about to run.
	Enter Enter
	// Stored is given the scalars that a Declare, Assign, MultiAssign or Return has just
	// stored; a struct or array as its leaves, in order. They are valid during the call.
	Stored func(s ir.Stmt) func(v []uint64)
	// Decided is given the condition of an If or the tag of a Switch.
	Decided func(s ir.Stmt) func(v uint64)
	// Called is told of the begin of calls, with the scalars that are passed by value, in
	// order, and of their end.
	Called func(c *ir.Call) (begin func(v []uint64), end func())
}

// NewWatched compiles the program such that watch sees all values, for checks that
// cost time. A nil watch is none.
func NewWatched(prog *ir.Program, watch Watch) *Machine { return newMachine(prog, watch, Observer{}) }

// NewTraced compiles the program such that enter sees which statements run. A nil enter
// is none.
func NewTraced(prog *ir.Program, enter Enter) *Machine {
	return newMachine(prog, nil, Observer{Enter: enter})
}

// NewObserved compiles the program such that o sees what it computes. A program that is
// compiled by New pays nothing for that.
func NewObserved(prog *ir.Program, o Observer) *Machine { return newMachine(prog, nil, o) }

// plain reports whether nobody looks, so that only results count.
func (m *Machine) plain() bool {
	o := &m.observer
	return m.watch == nil && o.Enter == nil && o.Stored == nil && o.Decided == nil && o.Called == nil
}

func (b *builder) hook(h hook) {
	if b.dead {
		return
	}
	b.emit(instr{op: opHook, imm: uint64(len(b.c.hooks))})
	b.c.hooks = append(b.c.hooks, h)
}

// watched has the watch of the machine look at the value of an expression.
func (b *builder) watched(e ir.Expr, x operand) {
	if _, isConst := e.(*ir.Const); isConst || b.m.watch == nil {
		return
	}
	check := b.m.watch(e)
	if check == nil {
		return
	}
	at, pos := x.at, e.At()
	b.hook(func(r *memory) *Fault {
		if err := check(r[at]); err != nil {
			return &Fault{pos, err.Error()}
		}
		return nil
	})
}

// observed compiles a statement by run, and tells the observer of the machine.
func (b *builder) observed(s ir.Stmt, run func()) {
	o := &b.m.observer
	if o.Enter != nil {
		if tell := o.Enter(s); tell != nil {
			b.hook(func(*memory) *Fault { tell(); return nil })
		}
	}
	a, ok := s.(*ir.Assign)
	if !ok || o.Stored == nil {
		run()
		b.stored(s)
		return
	}
	// Its place is found before it runs, since it may change an index of the place.
	top := b.top
	tell := o.Stored(s)
	if tell == nil {
		run()
		return
	}
	p, n := b.place(a.Dst), a.Dst.Type().Leaves()
	run()
	b.tell(tell, p, n)
	b.top = top
}

// tell has the observer look at some scalars.
func (b *builder) tell(tell func([]uint64), p place, n int) {
	b.hook(func(r *memory) *Fault {
		at := p.at
		if p.moved {
			at += int(r[p.off])
		}
		tell(r[at : at+n])
		return nil
	})
}

// stored has the observer look at what a statement stored.
func (b *builder) stored(s ir.Stmt) {
	o := &b.m.observer
	if o.Stored == nil {
		return
	}
	switch s := s.(type) {
	case *ir.Declare:
		if tell := o.Stored(s); tell != nil {
			b.tell(tell, b.variable(s.Var), s.Var.Type.Leaves())
		}
	case *ir.MultiAssign:
		if tell := o.Stored(s); tell != nil {
			b.tellAll(tell, s.Dst)
		}
	}
}

// tellAll has the observer look at several variables.
func (b *builder) tellAll(tell func([]uint64), vars []*ir.Var) {
	var parts []span
	for _, v := range vars {
		if v != nil {
			parts = append(parts, span{b.variable(v).at, v.Type.Leaves()})
		}
	}
	b.hook(func(r *memory) *Fault {
		var vs []uint64
		for _, p := range parts {
			vs = append(vs, r[p.at:p.at+p.n]...)
		}
		tell(vs)
		return nil
	})
}

// told has the observer look at the results that a Return stored.
func (b *builder) told(s *ir.Return) {
	if b.m.observer.Stored == nil {
		return
	}
	if tell := b.m.observer.Stored(s); tell != nil {
		b.tell(tell, place{at: b.frame.results}, resultWords(b.frame.fn))
	}
}

// decided has the observer look at a condition or tag.
func (b *builder) decided(s ir.Stmt, x operand) {
	if b.m.observer.Decided == nil {
		return
	}
	if tell := b.m.observer.Decided(s); tell != nil {
		at := x.at
		b.hook(func(r *memory) *Fault { tell(r[at]); return nil })
	}
}

// condOf goes on as j says of the condition of a statement.
func (b *builder) condOf(s ir.Stmt, e ir.Expr, j *jump) {
	if b.m.plain() {
		b.cond(e, j)
		return
	}
	x := b.scalar(e)
	b.decided(s, x)
	b.bit(x, j)
}

// called tells the observer of the begin of a call whose frame is made, and returns what tells
// it of the end.
func (b *builder) called(c *ir.Call) (end func()) {
	end = func() {}
	if b.m.observer.Called == nil {
		return end
	}
	begins, ends := b.m.observer.Called(c)
	if begins == nil || ends == nil {
		return end
	}
	var values []*ir.Var
	for _, p := range c.Func.Params {
		if !p.ByRef {
			values = append(values, p)
		}
	}
	b.tellAll(begins, values)
	return func() { b.hook(func(*memory) *Fault { ends(); return nil }) }
}
