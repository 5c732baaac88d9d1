package interp

import (
	"cmp"
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
)

// block compiles statements and then frees what they declared.
func (b *builder) block(list []ir.Stmt) {
	top := b.top
	b.list(list)
	b.top = top
}

func (b *builder) list(list []ir.Stmt) {
	for _, s := range list {
		if b.dead {
			return
		}
		b.observed(s, func() { b.stmt(s) })
	}
}

func (b *builder) stmt(s ir.Stmt) {
	top := b.top
	defer func() { b.top = top }()
	switch s := s.(type) {
	case *ir.Declare:
		at := b.declare(s.Var)
		top = b.top
		if s.Init == nil {
			b.clear(at, s.Var.Type.Leaves())
			return
		}
		b.into(at, s.Init)
	case *ir.Assign:
		b.assign(s)
	case *ir.MultiAssign:
		top = b.multi(s)
	case *ir.If:
		b.choose(s)
	case *ir.For:
		b.loop(s)
	case *ir.Switch:
		b.switched(s)
	case *ir.Return:
		b.ret(s)
	case *ir.Break:
		b.goTo(b.frame.onBreak, instr{op: opJump})
	case *ir.Continue:
		b.goTo(b.frame.onNext, instr{op: opJump})
	case *ir.Block:
		b.block(s.Body)
	case *ir.CallStmt:
		b.call(s.Call, -1, nil)
	case *ir.DeclareConst, *ir.Comment:
	default:
		panic(fmt.Sprintf("interp: statement %T", s))
	}
}

// declare gives a variable its address.
func (b *builder) declare(v *ir.Var) int {
	at := b.alloc(v.Type.Leaves())
	b.frame.vars[v] = place{at: at}
	return at
}

func (b *builder) assign(s *ir.Assign) {
	t := s.Dst.Type()
	if s.Op == ir.NoOp && !t.Kind.IsScalar() {
		b.assignAll(s, t.Leaves())
		return
	}
	if s.Op == ir.NoOp {
		if v, ok := s.Dst.(*ir.VarRef); ok && !v.Var.ByRef {
			b.into(b.variable(v.Var).at, s.Src)
			return
		}
		x := b.scalar(s.Src)
		b.store(b.place(s.Dst), x)
		return
	}
	y := b.scalar(s.Src)
	p := b.place(s.Dst)
	x := b.read(p, t.Kind)
	if s.Op == ir.Shl || s.Op == ir.Shr {
		b.store(p, b.shift(s.Op, t.Kind, x, y))
	} else {
		b.store(p, b.arith(s.Op, t.Kind, x, y))
	}
}

// assignAll assigns a struct or array. If the new value contains parts of the old one, it is built in a temporary
// first.
func (b *builder) assignAll(s *ir.Assign, n int) {
	if p, ok := b.whole(s.Src); ok {
		b.copy(b.place(s.Dst), p, n)
		return
	}
	side := b.alloc(n)
	b.into(side, s.Src)
	b.copy(b.place(s.Dst), place{at: side}, n)
}

// multi compiles s and returns the end of the variables that it declares.
func (b *builder) multi(s *ir.MultiAssign) (top int) {
	at := make([]int, len(s.Dst))
	c, isCall := s.From.(*ir.Call)
	old := func(v *ir.Var) bool { return v != nil && !s.Define[slices.Index(s.Dst, v)] }
	if isCall && !slices.ContainsFunc(s.Dst, old) {
		// The results are the variables.
		to := b.alloc(c.Func.ResultLeaves())
		from := to
		for i, v := range s.Dst {
			if v != nil {
				b.frame.vars[v] = place{at: from}
			}
			from += c.Func.Results[i].Leaves()
		}
		b.call(c, to, nil)
		return from
	}
	for i, v := range s.Dst {
		switch {
		case v == nil:
			at[i] = -1
		case s.Define[i]:
			at[i] = b.declare(v)
		default:
			at[i] = b.variable(v).at
		}
	}
	top = b.top
	if !isCall {
		b.pair(s.From.(*ir.Intrinsic), at[0], at[1])
		return top
	}
	from := b.alloc(c.Func.ResultLeaves())
	b.call(c, from, nil)
	for i, r := range c.Func.Results {
		n := r.Leaves()
		if at[i] >= 0 {
			b.copy(place{at: at[i]}, place{at: from}, n)
		}
		from += n
	}
	return top
}

func (b *builder) choose(s *ir.If) {
	other, end := newLabel(), newLabel()
	b.condOf(s, s.Cond, &jump{other, false})
	b.block(s.Then)
	if len(s.Else) == 0 {
		b.bind(other)
		return
	}
	b.goTo(end, instr{op: opJump})
	b.bind(other)
	b.block(s.Else)
	b.bind(end)
}

// Limits of unrolling a loop: its iterations, and the expressions in all of them.
const (
	fewTurns = 8
	unrolled = 400
)

func (b *builder) loop(s *ir.For) {
	if s.Iterations == 0 {
		return
	}
	step := uint64(1)
	if s.Down {
		step = ^uint64(0)
	}
	fr := b.frame
	onBreak, onNext := fr.onBreak, fr.onNext
	defer func() { fr.onBreak, fr.onNext = onBreak, onNext }()
	fr.onBreak = newLabel()
	if s.Iterations <= fewTurns && b.m.plain() && !b.full() && uint64(b.m.weight(s.Body))*s.Iterations <= unrolled {
		for i := range s.Iterations {
			fr.vars[s.Var] = place{con: true, val: s.Var.Type.Kind.Norm(s.Lo.Word() + i*step)}
			fr.onNext = newLabel()
			b.block(s.Body)
			b.bind(fr.onNext)
		}
		b.bind(fr.onBreak)
		return
	}
	at := b.declare(s.Var)
	b.move(at, b.constant(s.Lo.Word(), s.Var.Type.Kind))
	again := newLabel()
	fr.onNext = newLabel()
	b.bind(again)
	b.block(s.Body)
	b.bind(fr.onNext)
	in := instr{op: opUp, d: uint16(at), a: b.konst(s.Lo.Word() + (s.Iterations-1)*step)}
	if s.Down {
		in.op = opDown
	}
	b.goTo(again, in)
	b.bind(fr.onBreak)
}

func (b *builder) switched(s *ir.Switch) {
	tag := b.scalar(s.Tag)
	b.decided(s, tag)
	end, other := newLabel(), newLabel()
	bodies := make([]*label, len(s.Cases))
	targets := map[uint64]*label{}
	var values []uint64
	for i, c := range s.Cases {
		bodies[i] = newLabel()
		if c.Default {
			bodies[i] = other
		}
		for _, v := range c.Values {
			targets[v.Word()] = bodies[i]
			values = append(values, v.Word())
		}
	}
	if tag.con {
		to := cmp.Or(targets[tag.val], other)
		b.goTo(to, instr{op: opJump})
	} else {
		b.dispatch(tag, values, targets, other)
	}
	hasDefault := false
	for i, c := range s.Cases {
		hasDefault = hasDefault || c.Default
		b.bind(bodies[i])
		b.block(c.Body)
		b.goTo(end, instr{op: opJump})
	}
	b.bind(end)
	if !hasDefault {
		b.bind(other)
	}
}

// dispatch jumps to the target of a value: by a table if that is small, else by comparisons.
func (b *builder) dispatch(tag operand, values []uint64, targets map[uint64]*label, other *label) {
	if len(values) > 3 {
		lo, span := values[0], uint64(0)
		for _, v := range values {
			if int64(v) < int64(lo) {
				lo = v
			}
		}
		for _, v := range values {
			span = max(span, v-lo)
		}
		if span < uint64(4*len(values)) {
			b.table(tag, lo, span, targets, other)
			return
		}
	}
	for _, v := range values {
		b.goTo(targets[v], instr{op: opIfEq, a: tag.at, b: b.konst(v)})
	}
	b.goTo(other, instr{op: opJump})
}

func (b *builder) table(tag operand, lo, span uint64, targets map[uint64]*label, other *label) {
	if b.dead {
		return
	}
	i := len(b.c.switches)
	b.c.switches = append(b.c.switches, choice{lo: lo, targets: make([]int, span+1)})
	b.emit(instr{op: opSwitch, a: tag.at, imm: uint64(i)})
	for j := range span + 1 {
		to := cmp.Or(targets[lo+j], other)
		to.more = append(to.more, func(pc int) { b.c.switches[i].targets[j] = pc })
	}
	other.more = append(other.more, func(pc int) { b.c.switches[i].other = pc })
}

func (b *builder) ret(s *ir.Return) {
	fr := b.frame
	if fr.jump != nil {
		b.cond(s.Values[0], fr.jump)
		b.goTo(fr.end, instr{op: opJump})
		return
	}
	at := fr.results
	for _, e := range s.Values {
		if at < 0 {
			// The results are dropped, but an index in them may be out of range.
			b.into(b.alloc(e.Type().Leaves()), e)
			continue
		}
		b.into(at, e)
		at += e.Type().Leaves()
	}
	b.returned(s)
	b.goTo(fr.end, instr{op: opJump})
}
