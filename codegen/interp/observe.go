package interp

import (
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Observer sees what a program computes. Each of its functions is called once for each place to which a statement,
// expression or call is compiled; the function that it returns, unless nil, is called whenever the program gets
// there.
type Observer struct {
	// Enter is for statements that are about to run.
	Enter func(s ir.Stmt) func()
	// Value is for scalar expressions other than constants; its function gets their values. An error ends the run as
	// a *Fault at the expression.
	Value func(e ir.Expr) func(v uint64) error
	// Stored is for Declare, Assign, MultiAssign and Return; its function gets the scalars just stored, a struct or
	// array as its leaves, in order. They are valid during the call.
	Stored func(s ir.Stmt) func(v []uint64)
	// Decided is for the condition of an If or the tag of a Switch; its function gets the value.
	Decided func(s ir.Stmt) func(v uint64)
	// Called is for calls: begin gets the scalars that are passed by value, in order.
	Called func(c *ir.Call) (begin func(v []uint64), end func())
}

// NewObserved is New with o observing the program. A program compiled by New pays nothing for that.
func NewObserved(prog *ir.Program, o Observer) *Machine { return newMachine(prog, o) }

// plain reports whether there is no observer, so that only results count.
func (m *Machine) plain() bool {
	o := &m.observer
	return o.Enter == nil && o.Value == nil && o.Stored == nil && o.Decided == nil && o.Called == nil
}

func (b *builder) hook(h hook) {
	if b.dead {
		return
	}
	b.emit(instr{op: opHook, imm: uint64(len(b.c.hooks))})
	b.c.hooks = append(b.c.hooks, h)
}

// valued reports the value of an expression.
func (b *builder) valued(e ir.Expr, x operand) {
	if _, isConst := e.(*ir.Const); isConst || b.m.observer.Value == nil {
		return
	}
	check := b.m.observer.Value(e)
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

// observed compiles a statement by run, and reports that it runs and what it stores.
func (b *builder) observed(s ir.Stmt, run func()) {
	o := &b.m.observer
	if o.Enter != nil {
		if enter := o.Enter(s); enter != nil {
			b.hook(func(*memory) *Fault { enter(); return nil })
		}
	}
	var stored func([]uint64)
	switch s.(type) {
	case *ir.Declare, *ir.Assign, *ir.MultiAssign:
		if o.Stored != nil {
			stored = o.Stored(s)
		}
	}
	if stored == nil {
		run()
		return
	}
	switch s := s.(type) {
	case *ir.Declare:
		run()
		b.show(stored, b.variable(s.Var), s.Var.Type.Leaves())
	case *ir.Assign:
		// The place is evaluated first, since the statement may change an index in it.
		top := b.top
		p, n := b.place(s.Dst), s.Dst.Type().Leaves()
		run()
		b.show(stored, p, n)
		b.top = top
	case *ir.MultiAssign:
		run()
		b.showAll(stored, s.Dst)
	}
}

// show passes scalars to a function of the observer.
func (b *builder) show(see func([]uint64), p place, n int) {
	b.hook(func(r *memory) *Fault {
		at := p.at
		if p.relocated {
			at += int(r[p.off])
		}
		see(r[at : at+n])
		return nil
	})
}

// showAll passes several variables to a function of the observer.
func (b *builder) showAll(see func([]uint64), vars []*ir.Var) {
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
		see(vs)
		return nil
	})
}

// returned reports the results that a Return stored.
func (b *builder) returned(s *ir.Return) {
	if b.m.observer.Stored == nil {
		return
	}
	if see := b.m.observer.Stored(s); see != nil {
		b.show(see, place{at: b.frame.results}, b.frame.fn.ResultLeaves())
	}
}

// decided reports a condition or tag.
func (b *builder) decided(s ir.Stmt, x operand) {
	if b.m.observer.Decided == nil {
		return
	}
	if see := b.m.observer.Decided(s); see != nil {
		at := x.at
		b.hook(func(r *memory) *Fault { see(r[at]); return nil })
	}
}

// condOf jumps by the condition of a statement.
func (b *builder) condOf(s ir.Stmt, e ir.Expr, j *jump) {
	if b.m.plain() {
		b.cond(e, j)
		return
	}
	x := b.scalar(e)
	b.decided(s, x)
	b.bit(x, j)
}

// called reports the beginning of a call whose frame is made, and returns a function that reports its end.
func (b *builder) called(c *ir.Call) (end func()) {
	end = func() {}
	if b.m.observer.Called == nil {
		return end
	}
	begins, ends := b.m.observer.Called(c)
	if begins == nil || ends == nil {
		return end
	}
	values := collect.Where(c.Func.Params, func(p *ir.Var) bool { return !p.ByRef })
	b.showAll(begins, values)
	return func() { b.hook(func(*memory) *Fault { ends(); return nil }) }
}
