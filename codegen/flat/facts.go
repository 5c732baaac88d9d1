package flat

import (
	"maps"
	"math"

	"smartnic-cc/codegen/ir"
)

// facts are values that are constant on one side of a branch. A nil pointer holds none.
type facts struct {
	known map[*Value]uint64
	least int // the first id of a value in known; earlier values do not depend on any
	memo  map[*Value]*Value
}

// assume returns facts with the condition c being true, or false.
func assume(f *facts, c *Value, is bool) *facts {
	g := &facts{known: map[*Value]uint64{}, least: math.MaxInt, memo: map[*Value]*Value{}}
	if f != nil {
		g.known, g.least = maps.Clone(f.known), f.least
	}
	g.add(c, truth(is))
	return g
}

// under is assume without other facts, with its result cached.
func (b *builder) under(c *Value, is bool) *facts {
	i := truth(is)
	f := b.alone[i][c]
	if f == nil {
		f = assume(nil, c, is)
		b.alone[i][c] = f
	}
	return f
}

func (f *facts) add(v *Value, bits uint64) {
	if _, ok := f.known[v]; ok || v.Op == Const {
		return
	}
	f.known[v] = bits
	f.least = min(f.least, v.id)
	if v.Kind != ir.Bool {
		return
	}
	switch v.Op {
	case Not:
		f.add(v.Args[0], bits^1)
	case And, Or:
		x, y := v.Args[0], v.Args[1]
		decided := truth(v.Op == And)
		switch {
		case bits == decided:
			f.add(x, bits)
			f.add(y, bits)
		case f.is(x, decided): // so the other one decides it
			f.add(y, bits)
		case f.is(y, decided):
			f.add(x, bits)
		}
	case Eq:
		if y := v.Args[1]; bits == 1 && y.Op == Const {
			f.add(v.Args[0], y.Bits)
		} else if x := v.Args[0]; bits == 1 && x.Op == Const {
			f.add(y, x.Bits)
		}
	case Lt:
		x, y := v.Args[0], v.Args[1]
		switch {
		case x.Kind.IsSigned() || y.Kind.IsSigned():
		case bits == 0 && isConst(x, 0):
			f.add(y, 0)
		case bits == 1 && isConst(y, 1):
			f.add(x, 0)
		}
	}
}

// holds reports whether the value of v is a fact.
func (f *facts) holds(v *Value) bool {
	if f == nil {
		return false
	}
	_, ok := f.known[v]
	return ok
}

func (f *facts) is(v *Value, bits uint64) bool {
	w, ok := f.known[v]
	return ok && w == bits
}

// resolve returns what v equals under the facts: a constant, or a value that v is made of. It makes no operation.
func (b *builder) resolve(f *facts, v *Value) *Value {
	if f == nil {
		return v
	}
	if r := b.resolveDeep(f, v, 3); r.Kind == v.Kind {
		return r
	}
	return v
}

// resolveDeep also resolves inside Selects and conditions, and inside depth levels of other operations.
func (b *builder) resolveDeep(f *facts, v *Value, depth int) *Value {
	if v.Op == Const || v.id < f.least {
		return v
	}
	if bits, ok := f.known[v]; ok {
		return b.constant(v.Kind, v.Kind.Norm(bits))
	}
	if v.Op == Input || v.Op == Lookup {
		return v
	}
	if r, ok := f.memo[v]; ok {
		return r
	}
	if v.Op != Select && v.Kind != ir.Bool {
		if depth == 0 {
			return v
		}
		depth--
	}
	r := b.resolveArgs(f, v, depth)
	f.memo[v] = r
	return r
}

func (b *builder) resolveArgs(f *facts, v *Value, depth int) *Value {
	args := make([]*Value, len(v.Args))
	changed := false
	for i, a := range v.Args {
		if v.Op == Select && i > 0 && args[0].Op == Const && i != 2-int(args[0].Bits) {
			args[i] = a // the side that is not taken
			continue
		}
		args[i] = b.resolveDeep(f, a, depth)
		changed = changed || args[i] != a
	}
	if v.Kind == ir.Bool && v.Op == Lt {
		// A difference has one sign.
		if w := b.seen[b.keyOf(Lt, ir.Bool, []*Value{v.Args[1], v.Args[0]}, nil)]; w != nil && f.is(w, 1) {
			return b.flag(false)
		}
		if w := b.seen[b.keyOf(Eq, ir.Bool, v.Args, nil)]; w != nil && f.is(w, 1) {
			return b.flag(false)
		}
	}
	if !changed {
		return v
	}
	if r := b.number(v.Op, v.Kind, args); r != nil {
		return r
	}
	return v
}
