package interp

import (
	"fmt"
	"math"
	"slices"

	"smartnic-cc/codegen/ir"
)

// builder compiles one function with all that it calls. Calls are inlined, so variables have fixed addresses, even
// those behind pointers, except for array elements selected at run time.
type builder struct {
	m      *Machine
	c      *code
	tables map[*ir.Table]int
	consts map[uint64]uint16
	upper  []uint64 // memory's contents from the top down: constants, and arguments of subs
	top    int      // end of the variables in use
	most   int      // the largest top so far
	// fixed is the last place that a label refers to: instructions before it are not changed by what follows.
	fixed int
	dead  bool // the next place is unreachable
	frame *frame
	subs  map[*ir.Func]*sub
	calls []*sub // not compiled yet
}

// frame is the state of the function that is being compiled.
type frame struct {
	fn       *ir.Func
	vars     map[*ir.Var]place
	assigned map[*ir.Var]bool
	results  int // address
	end      *label
	// jump is nil, or where a condition continues that the function returns.
	jump *jump
	// onBreak and onNext are of the innermost loop.
	onBreak, onNext *label
}

// jump goes to a label if a condition is as given.
type jump struct {
	to *label
	is bool
}

// label is a place in the instructions.
type label struct {
	pc    int         // -1 before it is set
	jumps []int       // instructions to patch when it is set
	more  []func(int) // other patches
}

func newLabel() *label { return &label{pc: -1} }

// tooLarge aborts the compilation of a function that does not fit the memory.
type tooLarge struct{ what string }

// compile compiles a function. An error is recorded in the code.
func compile(m *Machine, f *ir.Func) (c *code) {
	c = &code{fn: f, leaves: leavesOf(f), faults: map[int]index{}, calls: map[*ir.Func]bool{}}
	for _, l := range c.leaves {
		c.limits = append(c.limits, limitOf(l.Kind))
	}
	b := &builder{m: m, c: c, tables: map[*ir.Table]int{}, consts: map[uint64]uint16{}, subs: map[*ir.Func]*sub{}}
	defer func() {
		if r := recover(); r != nil {
			large, ok := r.(tooLarge)
			if !ok {
				panic(r)
			}
			c.err = fmt.Errorf("%s: the %s of %s and what it calls are more than the %d that the interpreter has room for: use smaller arrays", f.Pos, large.what, f.FullName(), words)
		}
	}()
	b.frame = b.newFrame(f)
	for _, p := range f.Params {
		n := p.Type.Leaves()
		at := b.alloc(n)
		b.frame.vars[p] = place{at: at}
		if p.ByRef {
			c.back = append(c.back, span{at, n})
		}
	}
	c.result = span{b.top, f.ResultLeaves()}
	b.frame.results = b.alloc(c.result.n)
	b.body()
	b.emit(instr{op: opEnd})
	for len(b.calls) > 0 {
		s := b.calls[0]
		b.calls = b.calls[1:]
		b.compileSub(s)
	}
	c.shorten()
	c.upper = b.upper
	slices.Reverse(c.upper)
	return c
}

func leavesOf(f *ir.Func) (leaves []ir.Leaf) {
	for _, v := range f.Params {
		for _, l := range ir.Layout(v.Type) {
			name := v.Name
			if l.Name != "" && l.Name[0] != '[' {
				name += "."
			}
			l.Name = name + l.Name
			leaves = append(leaves, l)
		}
	}
	return leaves
}

func (b *builder) newFrame(f *ir.Func) *frame {
	b.c.calls[f] = true
	return &frame{fn: f, vars: map[*ir.Var]place{}, assigned: b.m.facts(f).assigned, end: newLabel()}
}

// body compiles the body of the frame's function. Results are zero if it ends without a return, as a replaced body
// may.
func (b *builder) body() {
	fr := b.frame
	b.block(b.m.body(fr.fn))
	switch {
	case b.dead:
	case fr.jump == nil && fr.results >= 0:
		b.clear(fr.results, fr.fn.ResultLeaves())
	case fr.jump != nil && !fr.jump.is:
		b.goTo(fr.jump.to, instr{op: opJump})
	}
	b.bind(fr.end)
}

// alloc reserves n words until the end of the statement or block.
func (b *builder) alloc(n int) int {
	at := b.top
	b.top += n
	b.most = max(b.most, b.top)
	if b.most+len(b.upper) > words {
		panic(tooLarge{"variables"})
	}
	return at
}

// keep reserves a word permanently.
func (b *builder) keep(v uint64) uint16 {
	b.upper = append(b.upper, v)
	b.alloc(0)
	return uint16(words - len(b.upper))
}

// konst returns the address of a constant.
func (b *builder) konst(v uint64) uint16 {
	at, ok := b.consts[v]
	if !ok {
		at = b.keep(v)
		b.consts[v] = at
	}
	return at
}

func (b *builder) emit(in instr) {
	if b.dead {
		return
	}
	if n := len(b.c.instrs); in.op == opMove && n > b.fixed && b.c.instrs[n-1].op == opMove {
		b.c.instrs[n-1].op, b.c.instrs[n-1].imm = opMoves, uint64(in.d)|uint64(in.a)<<16
		return
	}
	b.c.instrs = append(b.c.instrs, in)
	switch in.op {
	case opJump, opReturn, opEnd, opFault, opSwitch:
		b.dead = true
	}
	if len(b.c.instrs) >= math.MaxInt32 {
		panic(tooLarge{"instructions"})
	}
}

// last returns the last instruction if it computes x, and nothing else writes or reads x.
func (b *builder) last(x operand) *instr {
	n := len(b.c.instrs)
	if b.dead || !x.temp || n <= b.fixed || b.c.instrs[n-1].d != x.at {
		return nil
	}
	return &b.c.instrs[n-1]
}

// goTo emits an instruction that may jump to a label.
func (b *builder) goTo(l *label, in instr) {
	if b.dead {
		return
	}
	if l.pc >= 0 {
		in.imm = uint64(l.pc)
	} else {
		l.jumps = append(l.jumps, len(b.c.instrs))
	}
	b.emit(in)
}

// bind sets the label to the next place.
func (b *builder) bind(l *label) {
	n := len(b.c.instrs)
	if k := len(l.jumps); k > 0 && l.jumps[k-1] == n-1 && b.c.instrs[n-1].op == opJump && b.fixed < n {
		// A jump to the next place.
		n--
		b.c.instrs, l.jumps, b.dead = b.c.instrs[:n], l.jumps[:k-1], false
	}
	l.pc = n
	for _, at := range l.jumps {
		b.c.instrs[at].imm = uint64(n)
	}
	for _, set := range l.more {
		set(n)
	}
	if len(l.jumps)+len(l.more) > 0 {
		b.dead = false
	}
	if !b.dead {
		b.fixed = n
	}
}

// shorten replaces jumps to an exit, or to another jump, by their final target.
func (c *code) shorten() {
	for i := range c.instrs {
		for in := &c.instrs[i]; in.op == opJump; {
			to := c.instrs[in.imm]
			if to.op != opJump && to.op != opEnd && to.op != opReturn {
				break
			}
			*in = to
		}
	}
}
