package flat

import "smartnic-cc/codegen/ir"

// call inlines a call and returns its results by leaf.
func (f *frame) call(c *ir.Call) []*Value {
	g := newFrame(f.builder, c.Func)
	g.path = f.path
	if writes(c.Func) {
		g.facts = f.facts
	} // else the call is the same at other places, and is made once
	places := make([]place, len(c.Args))
	for i, a := range c.Args {
		v := c.Func.Params[i]
		if !a.ByRef {
			g.declare(v, f.leaves(a.X), sourceName(v))
			continue
		}
		p := f.place(a.X)
		places[i] = p
		base := p.cell.base
		if len(p.dyn) == 0 && p.n < len(p.cell.vals) {
			base = partName(p)
		}
		g.declare(v, f.read(p), base)
		g.vars[v.Index].of = p
	}
	// Translating the callee changes the position.
	pos, stmt := f.builder.pos, f.builder.stmt
	g.block(c.Func.Body)
	f.builder.pos, f.builder.stmt, f.builder.fn = pos, stmt, f.fn
	for i, a := range c.Args {
		if !a.ByRef {
			continue
		}
		after := g.vars[c.Func.Params[i].Index].vals
		f.write(places[i], after, nil)
	}
	return g.results
}

// partName is the name of a part of a variable: the common prefix of its leaves' names.
func partName(p place) string {
	first := p.cell.leaf[p.off].Name
	if p.n == 1 {
		return leafName(p.cell.base, first)
	}
	last := p.cell.leaf[p.off+p.n-1].Name
	n := 0
	for n < len(first) && n < len(last) && first[n] == last[n] {
		n++
	}
	for n > 0 && first[n-1] != '.' && first[n-1] != '[' {
		n--
	}
	if n > 0 {
		n--
	}
	return leafName(p.cell.base, first[:n])
}

// intrinsic is a function of math/bits with one result.
func (f *frame) intrinsic(e *ir.Intrinsic) *Value {
	k := e.Typ.Kind
	x := f.scalar(e.Args[0])
	switch e.Op {
	case ir.LeadingZeros:
		return f.op(Leading, k, x)
	case ir.TrailingZeros:
		return f.op(Trailing, k, x)
	case ir.Len:
		return f.op(Len, k, x)
	case ir.OnesCount:
		return f.op(Convert, k, f.onesCount(x))
	}
	// RotateLeft by a constant.
	n := e.Args[1].(*ir.Const).Word()
	w := uint64(k.Bits())
	return f.op(Or, k, f.op(Shl, k, x, f.constant(ir.Uint8, n)), f.op(Shr, k, x, f.constant(ir.Uint8, (w-n)%w)))
}

// onesCount adds adjacent groups of bits until one is left.
func (f *frame) onesCount(x *Value) *Value {
	k := x.Kind
	for g := 1; g < k.Bits(); g *= 2 {
		mask := ones(k) / (1<<g + 1) // groups of g bits, every other one
		m := f.constant(k, mask)
		x = f.op(Add, k, f.op(And, k, x, m), f.op(And, k, f.op(Shr, k, x, f.constant(ir.Uint8, uint64(g))), m))
	}
	return x
}

// pair is a function of math/bits with two results.
func (f *frame) pair(e *ir.Intrinsic) []*Value {
	x, y := f.scalar(e.Args[0]), f.scalar(e.Args[1])
	k := x.Kind
	f.builder.pos = e.Pos
	top := f.constant(ir.Uint8, uint64(k.Bits()-1))
	switch e.Op {
	case ir.MulWide:
		return []*Value{f.op(MulHi, k, x, y), f.op(Mul, k, x, y)}
	case ir.AddCarry:
		s := f.op(Add, k, f.op(Add, k, x, y), f.scalar(e.Args[2]))
		// The top bit carries if it is set in both, or in one but not in the sum.
		out := f.op(Or, k, f.op(And, k, x, y), f.op(And, k, f.op(Or, k, x, y), f.op(Compl, k, s)))
		return []*Value{s, f.op(Shr, k, out, top)}
	}
	d := f.op(Sub, k, f.op(Sub, k, x, y), f.scalar(e.Args[2]))
	out := f.op(Or, k, f.op(And, k, f.op(Compl, k, x), y),
		f.op(And, k, f.op(Compl, k, f.op(Xor, k, x, y)), d))
	return []*Value{d, f.op(Shr, k, out, top)}
}

// writes reports whether a function changes what a parameter points to.
func writes(f *ir.Func) bool {
	found := false
	pointed := func(e ir.Expr) bool {
		v := ir.BaseVar(e)
		return v != nil && v.ByRef
	}
	ir.WalkStmts(f.Body, func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok && pointed(a.Dst) {
			found = true
		}
		ir.WalkExprs(s, func(e ir.Expr) {
			c, ok := e.(*ir.Call)
			if !ok || found {
				return
			}
			for _, a := range c.Args {
				if a.ByRef && pointed(a.X) && writes(c.Func) {
					found = true
				}
			}
		})
	})
	return found
}
