package cost

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// flow is how a statement ends: some way falls through to the next one, or none.
type flow uint8

const (
	falls flow = iota
	leaves
	breaks
	continues
)

func (m *machine) block(list []ir.Stmt) flow {
	for _, s := range list {
		if f := m.stmt(s); f != falls {
			return f
		}
	}
	return falls
}

func (m *machine) stmt(s ir.Stmt) flow {
	switch s := s.(type) {
	case *ir.Declare:
		o := m.newObject(s.Var.Type, local)
		if s.Init != nil {
			vs := m.values(s.Init)
			copy(m.leaves(o), vs)
		} else {
			for i := range o.kinds {
				m.mem[o.at+i] = m.constant(0)
			}
		}
		m.vars[s.Var] = place{o: o}
	case *ir.Assign:
		m.assign(s)
	case *ir.MultiAssign:
		m.multi(s)
	case *ir.If:
		return m.branch(s)
	case *ir.For:
		return m.loop(s)
	case *ir.Switch:
		return m.choose(s)
	case *ir.Return:
		out := collect.Lists(s.Values, m.values)
		m.f.ret = out
		if m.worst {
			m.f.exits = m.join(m.f.exits, out)
		}
		return leaves
	case *ir.Break:
		if m.worst {
			l := m.loops[len(m.loops)-1]
			l.brk = m.join(l.brk, nil)
		}
		return breaks
	case *ir.Continue:
		if m.worst {
			l := m.loops[len(m.loops)-1]
			l.cont = m.join(l.cont, nil)
		}
		return continues
	case *ir.Block:
		return m.block(s.Body)
	case *ir.CallStmt:
		m.call(s.Call)
	case *ir.DeclareConst, *ir.Comment:
	default:
		panic(fmt.Sprintf("cost: statement %T", s))
	}
	return falls
}

func (m *machine) assign(s *ir.Assign) {
	t := s.Dst.Type()
	if !t.Kind.IsScalar() {
		vs := m.values(s.Src)
		p := m.place(s.Dst)
		for i, v := range vs {
			m.store(p, i, v, false)
		}
		if p.o.root != local {
			// Whole structs are written in pieces of up to 16 bytes.
			m.n.N[Store] += uint64(t.Size()+15) / 16
			if p.o.root == state {
				m.n.StateWritten += uint64(t.Size())
			}
		}
		return
	}
	if s.Op == ir.NoOp {
		v := m.scalar(s.Src)
		m.store(m.place(s.Dst), 0, v, true)
		return
	}
	y := m.scalar(s.Src)
	p := m.place(s.Dst)
	x := m.load(p, 0)
	var v val
	if s.Op == ir.Shl || s.Op == ir.Shr {
		v = m.shift(s.Op, t.Kind, x, y)
	} else {
		v = m.arith(s.Op, t.Kind, x, y)
	}
	m.store(p, 0, v, true)
}

func (m *machine) multi(s *ir.MultiAssign) {
	var out []val
	if in, ok := s.From.(*ir.Intrinsic); ok {
		a, b := m.pair(in, s.Dst[0] != nil, s.Dst[1] != nil)
		out = []val{a, b}
	} else {
		out = m.call(s.From.(*ir.Call))
	}
	for i, v := range s.Dst {
		if v == nil {
			// A result that has several leaves does not occur with others here.
			out = out[min(len(out), 1):]
			continue
		}
		n := v.Type.Leaves()
		if s.Define[i] {
			m.vars[v] = place{o: m.newObject(v.Type, local)}
		}
		p := m.vars[v]
		for j := range n {
			m.store(p, j, out[j], false)
		}
		out = out[n:]
	}
}

// test evaluates a condition as a jump: it returns the outcome, and whether it is
// known to the compiler.
func (m *machine) test(e ir.Expr) (taken, known bool, depth int32) {
	switch e := e.(type) {
	case *ir.Binary:
		if e.Op == ir.LAnd || e.Op == ir.LOr {
			return m.testBoth(e)
		}
		if e.Op.IsCompare() {
			x, y := m.scalar(e.X), m.scalar(e.Y)
			k := e.X.Type().Kind
			v := m.result(sized(Compare32, k), uint16(e.Op), k, e.Op.Apply(k, x.bits, y.bits), x, y)
			if !v.known {
				m.n.N[Branch]++
			}
			return v.bits != 0, v.known, v.depth
		}
	case *ir.Unary:
		if e.Op == ir.Not {
			t, k, d := m.test(e.X)
			return !t, k, d
		}
	}
	v := m.scalar(e)
	if !v.known {
		m.n.N[Compare32]++
		m.n.N[Branch]++
	}
	return v.bits != 0, v.known, v.depth
}

func (m *machine) testBoth(e *ir.Binary) (taken, known bool, depth int32) {
	stop := e.Op == ir.LOr
	x, kx, dx := m.test(e.X)
	if kx && x == stop {
		return x, true, dx
	}
	if !m.worst && x == stop {
		return x, false, dx
	}
	mark := len(m.trail)
	y, ky, dy := m.test(e.Y)
	if !kx {
		m.forget(mark)
	}
	if ky && y == stop {
		return y, true, max(dx, dy)
	}
	return y, kx && ky, max(dx, dy)
}

func (m *machine) branch(s *ir.If) flow {
	taken, known, depth := m.test(s.Cond)
	body := s.Else
	if taken {
		body = s.Then
	}
	if known {
		return m.block(body)
	}
	if m.worst {
		return m.fork(depth, [][]ir.Stmt{s.Then, s.Else})
	}
	mark := len(m.trail)
	f := m.block(body)
	m.forget(mark)
	return f
}

func (m *machine) choose(s *ir.Switch) flow {
	tag := m.scalar(s.Tag)
	var bodies [][]ir.Stmt
	other, pick := []ir.Stmt(nil), -1
	for i, c := range s.Cases {
		bodies = append(bodies, c.Body)
		if c.Default {
			other = c.Body
		}
		for _, v := range c.Values {
			if v.Word() == tag.bits {
				pick = i
			}
		}
	}
	if !tag.known {
		m.n.N[Switch]++
		if m.worst {
			return m.fork(tag.depth+1, append(bodies, other))
		}
	}
	body := other
	if pick >= 0 {
		body = bodies[pick]
	}
	mark := len(m.trail)
	f := m.block(body)
	if !tag.known {
		m.forget(mark)
	}
	return f
}

func (m *machine) loop(s *ir.For) flow {
	v := s.Lo.Word()
	step := uint64(1)
	if s.Down {
		step = ^uint64(0)
	}
	k := s.Var.Type.Kind
	l := &loop{}
	m.loops = append(m.loops, l)
	defer func() { m.loops = m.loops[:len(m.loops)-1] }()
	reached := true // some way reaches the end of the loop
	for range s.Iterations {
		o := m.newObject(s.Var.Type, local)
		m.mem[o.at] = val{bits: v, id: m.fresh(), width: uint8(widthOf(k)), wide: true}
		m.vars[s.Var] = place{o: o}
		m.n.N[Loop]++
		f := m.block(s.Body)
		v = k.Norm(v + step)
		if !m.worst {
			if f == leaves {
				return leaves
			}
			if f == breaks {
				return falls
			}
			continue
		}
		if l.cont != nil {
			if f == falls {
				l.cont = m.join(l.cont, nil)
			}
			m.resume(l.cont)
			l.cont, f = nil, falls
		}
		if f != falls {
			reached = false
			break
		}
	}
	if l.brk == nil {
		if !reached {
			return leaves
		}
		return falls
	}
	if reached {
		l.brk = m.join(l.brk, nil)
	}
	m.resume(l.brk)
	return falls
}

// call evaluates a call: in place where the compiler would inline it.
func (m *machine) call(c *ir.Call) []val {
	top := len(m.mem)
	defer func() { m.mem = m.mem[:top] }()
	var ps []place
	for i, a := range c.Args {
		v := c.Func.Params[i]
		if a.ByRef {
			ps = append(ps, m.place(a.X))
			continue
		}
		o := m.newObject(v.Type, local)
		vs := m.values(a.X)
		copy(m.leaves(o), vs)
		ps = append(ps, place{o: o})
	}
	if m.inline[c.Func] {
		return m.run(c.Func, ps)
	}
	m.n.N[Call]++
	// Values computed before are not reused in the callee, nor its values afterwards; what it writes through pointers
	// is loaded again.
	cse, trail := m.cse, m.trail
	m.cse, m.trail = map[key]val{}, nil
	for _, p := range ps {
		if p.o.root == local && !pointer(c.Func) {
			for i, v := range m.leaves(p.o) {
				v.known, v.id = false, m.fresh()
				m.mem[p.o.at+i] = v
			}
		}
	}
	m.drop(c.Func)
	out := m.run(c.Func, ps)
	m.cse, m.trail = cse, trail
	m.drop(c.Func)
	for i := range out {
		out[i].known, out[i].id, out[i].wide = false, m.fresh(), true
	}
	return out
}

func pointer(f *ir.Func) bool {
	return slices.ContainsFunc(f.Params, func(p *ir.Var) bool { return p.ByRef })
}

// drop forgets what registers hold of memory, across a call that could change it.
func (m *machine) drop(f *ir.Func) {
	if !pointer(f) {
		return
	}
	for _, o := range m.objects {
		for i := range o.kinds {
			m.mem[o.at+i].held = false
		}
	}
}

// run evaluates the body of a function.
func (m *machine) run(fn *ir.Func, args []place) []val {
	outer := m.f
	m.f = &frame{}
	for i, p := range fn.Params {
		m.vars[p] = args[i]
	}
	f := m.block(fn.Body)
	out := m.f.ret
	if m.worst && m.f.exits != nil {
		x := m.f.exits
		if f == falls && len(fn.Results) == 0 {
			x = m.join(x, nil)
		}
		m.resume(x)
		out = x.ret
	}
	m.f = outer
	return append([]val{}, out...)
}
