package flat

import (
	"slices"

	"smartnic-cc/codegen/ir"
)

// balance shortens the longest paths, round after round, as long as one gets shorter.
func (b *builder) balance(outputs []Output) {
	now := slices.Clone(outputs)
	best := newGraph(now).depth()
	for stuck := 0; stuck < 4; stuck++ {
		r := newRound(b, newGraph(now))
		p := &pass{builder: b, uses: countUses(now), made: map[*Value]*Value{}}
		p.outputs(now, func(v *Value, args []*Value) *Value { return r.rule(p, v, args) })
		if depth := newGraph(now).depth(); depth < best {
			best, stuck = depth, -1
			copy(outputs, now)
		}
	}
}

// round holds the lengths of paths in one round.
type round struct {
	b     *builder
	tight map[*Value]bool // on a path that is as long as the longest
	when  map[*Value]int  // operations on the longest path to a value
}

func newRound(b *builder, g *graph) *round {
	r := &round{b: b, tight: map[*Value]bool{}, when: map[*Value]int{}}
	after := make([]int, len(g.vals))
	for i := len(g.vals) - 1; i >= 0; i-- {
		for _, a := range g.vals[i].Args {
			after[g.at[a]] = max(after[g.at[a]], after[i]+1)
		}
	}
	depth := g.depth()
	for i, v := range g.vals {
		r.tight[v] = r.time(v)+after[i] >= depth
	}
	return r
}

func (r *round) time(v *Value) int {
	if len(v.Args) == 0 {
		return 0
	}
	if t, ok := r.when[v]; ok {
		return t
	}
	t := 0
	for _, a := range v.Args {
		t = max(t, r.time(a))
	}
	r.when[v] = t + 1
	return t + 1
}

// rule returns v, computed from args with a shorter path from the arguments that are ready last.
func (r *round) rule(p *pass, v *Value, args []*Value) *Value {
	if w := r.addend(p, v, args); w != nil {
		return w
	}
	if !r.tight[v] {
		return nil
	}
	before := 0
	for _, a := range args {
		before = max(before, r.time(a)+1)
	}
	alone := func(i int) bool { return p.uses[v.Args[i]] == 1 }
	for _, w := range []*Value{r.compare(p, v, args), r.chain(p, v, args), r.selects(p, v, args, alone), r.logic(p, v, args, alone), r.clamp(p, v, args)} {
		if w != nil && r.time(w) < before {
			return w
		}
	}
	return nil
}

// addend selects the addend instead of the sum, if the condition is ready before.
func (r *round) addend(p *pass, v *Value, args []*Value) *Value {
	if v.Op != Select || v.Kind == ir.Bool {
		return nil
	}
	for i := 1; i <= 2; i++ {
		s, x := args[i], args[3-i]
		if s.Op != Add || p.uses[v.Args[i]] != 1 || s.Kind.Bits() < v.Kind.Bits() {
			continue
		}
		for j, y := range s.Args {
			e := s.Args[1-j]
			if y != x || max(r.time(args[0]), r.time(e)) >= r.time(x) {
				continue
			}
			sides := []*Value{args[0], e, p.constant(e.Kind, 0)}
			if i == 2 {
				sides[1], sides[2] = sides[2], sides[1]
			}
			return p.op(Add, v.Kind, x, p.op(Select, e.Kind, sides...))
		}
	}
	return nil
}

// compare compares before a right shift instead of after it.
func (r *round) compare(p *pass, v *Value, args []*Value) *Value {
	if v.Op != Lt {
		return nil
	}
	for i, s := range args {
		c := args[1-i]
		if s.Op != Shr || c.Op != Const || s.Args[1].Op != Const || s.Args[0].Kind.IsSigned() || s.Kind.IsSigned() || c.Kind.IsSigned() {
			continue
		}
		x, n := s.Args[0], s.Args[1].Bits
		if n >= 32 || c.Bits >= 1<<31 || x.Max>>n > ones(s.Kind) {
			continue // the constant would not fit, or the shift's result wraps
		}
		if i == 0 { // x >> n < c
			return p.op(Lt, ir.Bool, x, p.constant(ir.Uint64, c.Bits<<n))
		}
		return p.op(Lt, ir.Bool, p.constant(ir.Uint64, (c.Bits+1)<<n-1), x)
	}
	return nil
}

// chain adds, or combines by a logical operator, in the order in which the arguments are ready.
func (r *round) chain(p *pass, v *Value, args []*Value) *Value {
	switch v.Op {
	case Add, And, Or, Xor:
	default:
		return nil
	}
	var leaves []*Value
	for i, old := range v.Args {
		if x := args[i]; p.uses[old] == 1 && x.Op == v.Op && x.Kind.Bits() >= v.Kind.Bits() && (x.Kind == ir.Bool) == (v.Kind == ir.Bool) {
			leaves = append(leaves, x.Args...)
		} else {
			leaves = append(leaves, x)
		}
	}
	if len(leaves) == 2 {
		return nil
	}
	for len(leaves) > 1 {
		slices.SortStableFunc(leaves, func(x, y *Value) int { return r.time(x) - r.time(y) })
		leaves = append(leaves[2:len(leaves):len(leaves)], p.op(v.Op, v.Kind, leaves[0], leaves[1]))
	}
	return leaves[0]
}

// selects moves the value that is ready last behind one Select instead of two.
func (r *round) selects(p *pass, v *Value, args []*Value, alone func(i int) bool) *Value {
	if v.Op != Select {
		return nil
	}
	k, c := v.Kind, args[0]
	for i := 1; i <= 2; i++ {
		s, x := args[i], args[3-i]
		if s.Op != Select || s.Kind != k || !alone(i) {
			continue
		}
		d, z, w := s.Args[0], s.Args[1], s.Args[2]
		e := c // true where x is taken
		if i == 1 {
			e = p.not(c)
		}
		// e ? x : d ? z : w.
		late := max(r.time(d), r.time(z), r.time(w))
		switch {
		case r.time(w) == late && r.time(d) < late && r.time(z) < late:
			return p.op(Select, k, p.or(e, d), p.op(Select, k, e, x, z), w)
		case r.time(z) == late && r.time(d) < late && r.time(w) < late:
			return p.op(Select, k, p.or(e, p.not(d)), p.op(Select, k, e, x, w), z)
		case r.time(d) == late && r.time(z) < late && r.time(w) < late:
			return p.op(Select, k, d, p.op(Select, k, e, x, z), p.op(Select, k, e, x, w))
		}
	}
	return nil
}

// logic moves the value that is ready last behind two conditions instead of three: a || b && (c || u) is (a || b &&
// c) || b && u.
func (r *round) logic(p *pass, v *Value, args []*Value, alone func(i int) bool) *Value {
	if v.Kind != ir.Bool || v.Op != And && v.Op != Or {
		return nil
	}
	dual := And
	if v.Op == And {
		dual = Or
	}
	for i, q := range args {
		if q.Op != dual || !alone(i) {
			continue
		}
		for j, s := range q.Args {
			if s.Op != v.Op || s.Kind != ir.Bool {
				continue
			}
			u, c := s.Args[0], s.Args[1]
			if r.time(u) < r.time(c) {
				u, c = c, u
			}
			rest := q.Args[1-j]
			return p.op(v.Op, ir.Bool, p.op(v.Op, ir.Bool, args[1-i], p.op(dual, ir.Bool, rest, c)), p.op(dual, ir.Bool, rest, u))
		}
	}
	return nil
}

// clamp compares a value with both of its bounds in parallel: max(min(x, hi), lo) is hi < x ? max(hi, lo) : max(x,
// lo), and the other way round.
func (r *round) clamp(p *pass, v *Value, args []*Value) *Value {
	if v.Op != Select || args[0].Op != Lt {
		return nil
	}
	c := args[0]
	for i, t := range c.Args {
		m := c.Args[1-i]
		if t.Op != Select || t.Kind != v.Kind || t.Args[0].Op != Lt || !(args[1] == t && same(args[2], m) || args[2] == t && same(args[1], m)) {
			continue
		}
		of := func(x *Value) *Value {
			pair := []*Value{x, m}
			if i == 1 {
				pair[0], pair[1] = m, x
			}
			less := r.compare(p, v.Args[0], pair)
			if less == nil {
				less = p.op(Lt, ir.Bool, pair...)
			}
			if args[1] == t {
				return p.op(Select, v.Kind, less, x, m)
			}
			return p.op(Select, v.Kind, less, m, x)
		}
		for _, x := range t.Args[1:] {
			if x.Kind.IsSigned() != t.Kind.IsSigned() || !keepsNumber(t.Kind, x) {
				return nil // the Select wraps it
			}
		}
		return p.op(Select, v.Kind, t.Args[0], of(t.Args[1]), of(t.Args[2]))
	}
	return nil
}
