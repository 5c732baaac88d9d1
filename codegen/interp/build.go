package interp

import (
	"fmt"

	"smartnic-cc/codegen/ir"
)

// code is a function compiled to closures. Its frame holds the parameters, the
// results, then the locals; a parameter by reference is one word, an address.
type code struct {
	fn      *ir.Func
	params  []int // slot of each parameter
	ret     int   // slot of the first result
	results int   // words of all results
	frame   int   // words of the frame
	slots   map[*ir.Var]int
	leaves  []ir.Leaf // of the parameters, each with the parameter's name before its own
	body    []stmt
}

func newCode(f *ir.Func) *code {
	c := &code{fn: f, slots: map[*ir.Var]int{}}
	for _, v := range f.Params {
		c.params = append(c.params, c.frame)
		c.slot(v)
		for _, l := range ir.Layout(v.Type) {
			name := v.Name
			if l.Name != "" && l.Name[0] != '[' {
				name += "."
			}
			l.Name = name + l.Name
			c.leaves = append(c.leaves, l)
		}
	}
	c.ret = c.frame
	for _, r := range f.Results {
		c.results += r.Leaves()
	}
	c.frame += c.results
	return c
}

// slot gives a variable its place in the frame.
func (c *code) slot(v *ir.Var) int {
	s, ok := c.slots[v]
	if !ok {
		s = c.frame
		c.slots[v] = s
		if v.ByRef {
			c.frame++
		} else {
			c.frame += v.Type.Leaves()
		}
	}
	return s
}

// clearResults makes the results zero, for a body that ends without a return: one put
// in the place of a function's own may.
func (c *code) clearResults(m *Machine, frame int) {
	clear(m.mem[frame+c.ret : frame+c.ret+c.results])
}

// The closures. A scalar gives its value; an addr gives the index in memory of
// a place; a value writes all words of an aggregate to dst, which does not
// overlap what it reads. Memory may move (not its indices) while a closure
// runs, so nobody keeps a slice of it across one.
type (
	scalar func(m *Machine) uint64
	addr   func(m *Machine) int
	value  func(m *Machine, dst int)
	stmt   func(m *Machine) next
)

// next tells what follows a statement.
type next uint8

const (
	goOn next = iota
	breakLoop
	nextTurn
	leave
)

func run(m *Machine, body []stmt) next {
	for _, s := range body {
		if n := s(m); n != goOn {
			return n
		}
	}
	return goOn
}

type builder struct {
	m    *Machine
	code *code
}

func (b *builder) block(list []ir.Stmt) []stmt {
	var out []stmt
	for _, s := range list {
		if c := b.stmt(s); c != nil {
			out = append(out, b.observed(s, c))
		}
	}
	return out
}

func (b *builder) stmt(s ir.Stmt) stmt {
	switch s := s.(type) {
	case *ir.Declare:
		return b.declare(s)
	case *ir.Assign:
		return b.assign(s)
	case *ir.MultiAssign:
		return b.multi(s)
	case *ir.If:
		cond, then, other := b.decided(s, b.scalar(s.Cond)), b.block(s.Then), b.block(s.Else)
		return func(m *Machine) next {
			if cond(m) != 0 {
				return run(m, then)
			}
			return run(m, other)
		}
	case *ir.For:
		return b.loop(s)
	case *ir.Switch:
		return b.choose(s)
	case *ir.Return:
		return b.ret(s)
	case *ir.Break:
		return func(*Machine) next { return breakLoop }
	case *ir.Continue:
		return func(*Machine) next { return nextTurn }
	case *ir.Block:
		body := b.block(s.Body)
		return func(m *Machine) next { return run(m, body) }
	case *ir.CallStmt:
		call := b.call(s.Call)
		return func(m *Machine) next { call(m); return goOn }
	case *ir.DeclareConst, *ir.Comment:
		return nil
	}
	panic(fmt.Sprintf("interp: statement %T", s))
}

func (b *builder) declare(s *ir.Declare) stmt {
	slot, n := b.code.slot(s.Var), s.Var.Type.Leaves()
	switch {
	case s.Init == nil:
		return func(m *Machine) next { clear(m.mem[m.fp+slot : m.fp+slot+n]); return goOn }
	case s.Var.Type.Kind.IsScalar():
		x := b.scalar(s.Init)
		return func(m *Machine) next { v := x(m); m.mem[m.fp+slot] = v; return goOn }
	}
	x := b.value(s.Init)
	return func(m *Machine) next { x(m, m.fp+slot); return goOn }
}

func (b *builder) assign(s *ir.Assign) stmt {
	dst := b.addr(s.Dst)
	t := s.Dst.Type()
	switch {
	case s.Op != ir.NoOp:
		x := b.scalar(s.Src)
		op := binaryOp(s.Op, t.Kind)
		return func(m *Machine) next {
			v, a := x(m), dst(m)
			m.mem[a] = op(m.mem[a], v)
			return goOn
		}
	case t.Kind.IsScalar():
		x := b.scalar(s.Src)
		return func(m *Machine) next { v, a := x(m), dst(m); m.mem[a] = v; return goOn }
	}
	// An aggregate may be made of parts of what it replaces: build it aside.
	x, n := b.value(s.Src), t.Leaves()
	return func(m *Machine) next {
		side := m.sp
		m.reserve(n)
		x(m, side)
		a := dst(m)
		copy(m.mem[a:a+n], m.mem[side:side+n])
		m.sp = side
		return goOn
	}
}

func (b *builder) multi(s *ir.MultiAssign) stmt {
	var slots, sizes []int
	for _, v := range s.Dst {
		if v == nil {
			slots = append(slots, -1)
			continue
		}
		slots = append(slots, b.code.slot(v))
	}
	if in, ok := s.From.(*ir.Intrinsic); ok {
		pair := b.pair(in)
		return func(m *Machine) next {
			hi, lo := pair(m)
			if slots[0] >= 0 {
				m.mem[m.fp+slots[0]] = hi
			}
			if slots[1] >= 0 {
				m.mem[m.fp+slots[1]] = lo
			}
			return goOn
		}
	}
	c := s.From.(*ir.Call)
	for _, r := range c.Func.Results {
		sizes = append(sizes, r.Leaves())
	}
	call := b.call(c)
	return func(m *Machine) next {
		at := call(m)
		for i, n := range sizes {
			if slots[i] >= 0 {
				copy(m.mem[m.fp+slots[i]:m.fp+slots[i]+n], m.mem[at:at+n])
			}
			at += n
		}
		return goOn
	}
}

func (b *builder) loop(s *ir.For) stmt {
	slot, body := b.code.slot(s.Var), b.block(s.Body)
	lo, step := s.Lo.Word(), uint64(1)
	if s.Down {
		step = ^uint64(0)
	}
	kind, trips := s.Var.Type.Kind, s.Trips
	return func(m *Machine) next {
		v := lo
		for range trips {
			m.mem[m.fp+slot] = v
			switch n := run(m, body); n {
			case breakLoop:
				return goOn
			case leave:
				return leave
			}
			v = kind.Norm(v + step)
		}
		return goOn
	}
}

func (b *builder) choose(s *ir.Switch) stmt {
	tag := b.decided(s, b.scalar(s.Tag))
	targets := map[uint64]int{}
	other := -1
	var bodies [][]stmt
	for i, c := range s.Cases {
		for _, v := range c.Values {
			targets[v.Word()] = i
		}
		if c.Default {
			other = i
		}
		bodies = append(bodies, b.block(c.Body))
	}
	return func(m *Machine) next {
		i, ok := targets[tag(m)]
		if !ok {
			i = other
		}
		if i < 0 {
			return goOn
		}
		return run(m, bodies[i])
	}
}

func (b *builder) ret(s *ir.Return) stmt {
	var parts []value
	var at []int
	slot := b.code.ret
	for _, e := range s.Values {
		parts = append(parts, b.value(e))
		at = append(at, slot)
		slot += e.Type().Leaves()
	}
	if len(parts) == 1 && s.Values[0].Type().Kind.IsScalar() {
		x := b.scalar(s.Values[0])
		ret := b.code.ret
		return func(m *Machine) next { v := x(m); m.mem[m.fp+ret] = v; return leave }
	}
	return func(m *Machine) next {
		for i, p := range parts {
			p(m, m.fp+at[i])
		}
		return leave
	}
}

// call runs a function and returns where its results are. They stay there
// until the next call.
func (b *builder) call(c *ir.Call) addr {
	callee := b.m.funcs[c.Func]
	var args []value
	for _, a := range c.Args {
		if a.ByRef {
			p := b.addr(a.X)
			args = append(args, func(m *Machine, dst int) { v := p(m); m.mem[dst] = uint64(v) })
		} else {
			args = append(args, b.value(a.X))
		}
	}
	observed := b.called(c, callee)
	return func(m *Machine) int {
		// The frame is reserved first: calls among the arguments use what is above.
		frame, caller := m.sp, m.fp
		m.reserve(callee.frame)
		callee.clearResults(m, frame)
		for i, a := range args {
			a(m, frame+callee.params[i])
		}
		m.fp = frame
		if observed != nil {
			observed(m)
		} else {
			run(m, callee.body)
		}
		m.fp, m.sp = caller, frame
		return frame + callee.ret
	}
}
