package interp

import "smartnic-cc/codegen/ir"

// Observer sees what a program computes, for those who explain a result. Each of its
// functions is asked once for every place of the program; what it returns, unless nil,
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

// NewObserved compiles the program such that o sees what it computes. A program that is
// compiled by New pays nothing for that.
func NewObserved(prog *ir.Program, o Observer) *Machine { return compile(prog, nil, &o) }

// observed is the statement, told to the observer of the machine.
func (b *builder) observed(s ir.Stmt, run stmt) stmt {
	o := b.m.observer
	if o == nil {
		return run
	}
	if o.Stored != nil {
		if tell := o.Stored(s); tell != nil {
			run = b.storing(s, run, tell)
		}
	}
	if o.Enter != nil {
		if tell := o.Enter(s); tell != nil {
			inner := run
			run = func(m *Machine) next { tell(); return inner(m) }
		}
	}
	return run
}

// storing is the statement, followed by a look at what it stored.
func (b *builder) storing(s ir.Stmt, run stmt, tell func([]uint64)) stmt {
	switch s := s.(type) {
	case *ir.Declare:
		slot, n := b.code.slot(s.Var), s.Var.Type.Leaves()
		return func(m *Machine) next {
			r := run(m)
			tell(m.mem[m.fp+slot : m.fp+slot+n])
			return r
		}
	case *ir.Assign:
		dst, n := b.addr(s.Dst), s.Dst.Type().Leaves()
		return func(m *Machine) next {
			at := dst(m) // before it runs, since it may change an index of the place
			r := run(m)
			tell(m.mem[at : at+n])
			return r
		}
	case *ir.MultiAssign:
		return b.storingAll(s, run, tell)
	case *ir.Return:
		ret, n := b.code.ret, b.code.results
		return func(m *Machine) next {
			r := run(m)
			tell(m.mem[m.fp+ret : m.fp+ret+n])
			return r
		}
	}
	return run
}

func (b *builder) storingAll(s *ir.MultiAssign, run stmt, tell func([]uint64)) stmt {
	type part struct{ slot, n int }
	var parts []part
	for _, v := range s.Dst {
		if v != nil {
			parts = append(parts, part{b.code.slot(v), v.Type.Leaves()})
		}
	}
	return func(m *Machine) next {
		r := run(m)
		var vs []uint64
		for _, p := range parts {
			vs = append(vs, m.mem[m.fp+p.slot:m.fp+p.slot+p.n]...)
		}
		tell(vs)
		return r
	}
}

// decided is a condition or tag, told to the observer of the machine.
func (b *builder) decided(s ir.Stmt, x scalar) scalar {
	if b.m.observer == nil || b.m.observer.Decided == nil {
		return x
	}
	tell := b.m.observer.Decided(s)
	if tell == nil {
		return x
	}
	return func(m *Machine) uint64 {
		v := x(m)
		tell(v)
		return v
	}
}

// called returns what runs the body of a function whose frame is made and tells the
// observer of the machine; nil if nobody looks.
func (b *builder) called(c *ir.Call, callee *code) func(m *Machine) {
	if b.m.observer == nil || b.m.observer.Called == nil {
		return nil
	}
	begin, end := b.m.observer.Called(c)
	if begin == nil || end == nil {
		return nil
	}
	return func(m *Machine) {
		var vs []uint64
		for i, p := range callee.fn.Params {
			if at := m.fp + callee.params[i]; !p.ByRef {
				vs = append(vs, m.mem[at:at+p.Type.Leaves()]...)
			}
		}
		begin(vs)
		run(m, callee.body)
		end()
	}
}
