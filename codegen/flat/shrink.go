package flat

import (
	"slices"

	"smartnic-cc/codegen/ir"
)

// shrink applies the simplifications that depend on how often a value is used.
func (b *builder) shrink(outputs []Output) {
	join := func() {
		for range 3 {
			p := &pass{builder: b, uses: countUses(outputs), made: map[*Value]*Value{}}
			p.outputs(outputs, p.joinSelects)
		}
	}
	join()
	b.narrow(outputs)
	b.mergeCopies(outputs, false)
	b.mergeCopies(outputs, true)
	b.narrow(outputs)
	join()
	b.balance(outputs)
	p := &pass{builder: b, uses: countUses(outputs), made: map[*Value]*Value{}}
	p.outputs(outputs, p.invertComparisons)
}

// joinSelects replaces two Selects with two equal sides by one, and computes in the smaller kind what is then
// converted to it.
func (p *pass) joinSelects(v *Value, args []*Value) *Value {
	switch v.Op {
	case Select:
		c, x, y := args[0], args[1], args[2]
		if p.alone(v.Args[2], y, v.Kind) {
			switch d, z, w := y.Args[0], y.Args[1], y.Args[2]; {
			case same(x, z):
				return p.op(Select, v.Kind, p.or(c, d), x, w)
			case same(x, w):
				return p.op(Select, v.Kind, p.or(c, p.not(d)), x, z)
			}
		}
		if p.alone(v.Args[1], x, v.Kind) {
			switch d, z, w := x.Args[0], x.Args[1], x.Args[2]; {
			case same(y, w):
				return p.op(Select, v.Kind, p.and(c, d), z, y)
			case same(y, z):
				return p.op(Select, v.Kind, p.and(c, p.not(d)), w, y)
			}
		}
	case Not:
		// !(a && b) is !a || !b if that costs no operation.
		if x := args[0]; p.uses[v.Args[0]] == 1 && (x.Op == And || x.Op == Or) && p.inverts(v.Args[0].Args) && p.inverts(x.Args) {
			dual := And
			if x.Op == And {
				dual = Or
			}
			return p.op(dual, ir.Bool, p.not(x.Args[0]), p.not(x.Args[1]))
		}
	case Convert:
		x := args[0]
		if p.uses[v.Args[0]] != 1 || x.Kind == ir.Bool || x.Kind.Bits() < v.Kind.Bits() {
			return nil
		}
		switch {
		case x.Op == Shr, x.Op == Select, x.Op != Convert && modular(x.Op), x.Op == Shl:
			return p.op(x.Op, v.Kind, append([]*Value(nil), x.Args...)...)
		}
	}
	return nil
}

// inverts reports whether conditions are used only here, or have an inverse already, so that inverting them costs no
// operation.
func (p *pass) inverts(conds []*Value) bool {
	return !slices.ContainsFunc(conds, func(c *Value) bool { return c.Op != Not && (c.Op != Eq && c.Op != Lt || p.uses[c] > 1) })
}

// alone reports whether a side of a Select of kind k, old before and now y, is a
// Select that nothing else uses.
func (p *pass) alone(old, y *Value, k ir.Kind) bool {
	return y.Op == Select && y.Kind == k && p.uses[old] == 1
}

// invertComparisons replaces inverted comparisons by Le and Ne.
func (p *pass) invertComparisons(v *Value, args []*Value) *Value {
	if v.Op != Not {
		return nil
	}
	x := args[0]
	switch x.Op {
	case Eq:
		return p.plain(Ne, ir.Bool, x.Args, nil)
	case Lt:
		return p.plain(Le, ir.Bool, []*Value{x.Args[1], x.Args[0]}, nil)
	}
	return nil
}

// narrow computes in a smaller kind the values that are used only in a smaller kind.
func (b *builder) narrow(outputs []Output) {
	g := newGraph(outputs)
	need := map[*Value]int{}
	for i := len(g.vals) - 1; i >= 0; i-- {
		v := g.vals[i]
		bits := 0
		if g.out[i] {
			bits = v.Kind.Bits()
		}
		for _, u := range g.uses[i] {
			by := g.vals[u.by]
			switch {
			case modular(by.Op), by.Op == Select && u.arg > 0, by.Op == Shl && u.arg == 0:
				bits = max(bits, min(by.Kind.Bits(), need[by]))
			default:
				bits = 64
			}
		}
		need[v] = bits
	}
	p := &pass{builder: b, made: map[*Value]*Value{}}
	p.outputs(outputs, func(v *Value, args []*Value) *Value {
		bits := need[v]
		if v.Kind == ir.Bool || v.Kind.IsSigned() || bits >= v.Kind.Bits() {
			return nil
		}
		if !modular(v.Op) && v.Op != Select && v.Op != Shl && v.Op != Shr {
			return nil
		}
		for _, k := range []ir.Kind{ir.Uint8, ir.Uint16, ir.Uint32} {
			if bits <= k.Bits() && k.Bits() < v.Kind.Bits() {
				return p.op(v.Op, k, args...)
			}
		}
		return nil
	})
}
