package flat

import (
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// merging is a plan to replace the same code on both sides of a condition by one copy, on arguments selected by the
// condition.
type merging struct {
	g          *graph
	cond       *Value
	yes, no    []bool
	pair, back map[*Value]*Value // of yes to no, and the other way
	gain       int
}

// copies reports whether two values are the same operation on different sides, and not paired yet.
func (m *merging) copies(x, y *Value) bool {
	return x != y && len(x.Args) > 0 && len(y.Args) > 0 && x.Op == y.Op && x.Kind == y.Kind && x.Table == y.Table &&
		m.yes[m.g.at[x]] && m.no[m.g.at[y]] && m.pair[x] == nil && m.back[y] == nil &&
		m.pair[y] == nil && m.back[x] == nil
}

// match pairs two values and, recursively, their arguments.
func (m *merging) match(x, y *Value) {
	if !m.copies(x, y) {
		return
	}
	for i := range x.Args {
		if _, ok := common(x.Args[i], y.Args[i]); !ok {
			return
		}
	}
	m.pair[x], m.back[y] = y, x
	for i := range x.Args {
		m.match(x.Args[i], y.Args[i])
	}
}

// common returns the kind of a Select of two values.
func common(x, y *Value) (ir.Kind, bool) {
	switch {
	case x.Kind == y.Kind:
		return x.Kind, true
	case x.Op == Const:
		return y.Kind, y.Kind.Norm(x.Bits) == x.Bits
	case y.Op == Const:
		return x.Kind, x.Kind.Norm(y.Bits) == y.Bits
	case x.Kind.IsSigned() != y.Kind.IsSigned():
		return 0, false
	case x.Kind.Bits() > y.Kind.Bits():
		return x.Kind, true
	}
	return y.Kind, true
}

// count counts how many operations the merging saves. Pairs whose arguments all differ are dropped first: selecting
// their results instead costs the same.
func (m *merging) count() {
	for changed := true; changed; {
		changed = false
		for x, y := range m.pair {
			differ := 0
			for i, a := range x.Args {
				if b := y.Args[i]; !same(a, b) && m.pair[a] != b {
					differ++
				}
			}
			if differ >= 2 {
				delete(m.pair, x)
				delete(m.back, y)
				changed = true
			}
		}
	}
	type two struct{ x, y *Value }
	selects := map[two]bool{}
	for x, y := range m.pair {
		m.gain++
		for i, a := range x.Args {
			if b := y.Args[i]; !same(a, b) && m.pair[a] != b {
				selects[two{a, b}] = true
			}
		}
	}
	m.gain -= len(selects)
	for _, v := range m.g.vals {
		if v.Op == Select && v.Args[0] == m.cond && m.pair[v.Args[1]] == v.Args[2] && v.Args[2] != nil {
			m.gain++
		}
	}
}

// sides returns the values that a tree of Selects selects from.
func sides(v *Value, to []*Value) []*Value {
	if v.Op == Select && len(to) < 24 {
		return sides(v.Args[2], sides(v.Args[1], to))
	}
	return append(to, v)
}

// plan returns the best merging under a condition that roots select by, or nil without roots. It pairs the values
// that the roots select and, if everywhere is set, all values of the two sides from the same place of the source.
func (g *graph) plan(c *Value, roots []*Value, everywhere bool) *merging {
	if len(roots) == 0 {
		return nil
	}
	yes, no := g.only(c, roots, 1), g.only(c, roots, 2)
	var best *merging
	places := map[code][]*Value{}
	for i, v := range g.vals {
		if everywhere && no[i] {
			places[placeOf(v)] = append(places[placeOf(v)], v)
		}
	}
	try := func(choose func(n int) int) {
		m := &merging{g: g, cond: c, yes: yes, no: no, pair: map[*Value]*Value{}, back: map[*Value]*Value{}}
		for i := len(g.vals) - 1; i >= 0 && everywhere; i-- {
			if x := g.vals[i]; yes[i] && m.pair[x] == nil && m.back[x] == nil {
				of := collect.Where(places[placeOf(x)], func(y *Value) bool { return m.copies(x, y) })
				if len(of) > 0 {
					m.match(x, of[choose(len(of))])
				}
			}
		}
		for _, s := range roots {
			x, y := s.Args[1], s.Args[2]
			m.match(x, y)
			xs, ys := sides(x, nil), sides(y, nil)
			for _, x := range xs {
				of := collect.Where(ys, func(y *Value) bool { return m.copies(x, y) })
				if len(of) > 0 {
					m.match(x, of[choose(len(of))])
				}
			}
		}
		m.count()
		if best == nil || m.gain > best.gain {
			best = m
		}
	}
	first, last := func(int) int { return 0 }, func(n int) int { return n - 1 }
	try(first)
	try(last)
	return best
}

// code is what copies of the same code have in common.
type code struct {
	pos  ir.Pos
	op   Op
	kind ir.Kind
}

func placeOf(v *Value) code { return code{v.Pos, v.Op, v.Kind} }

// mergeCopies merges copies of code under one condition after another, if that saves operations and does not lengthen
// the longest path.
func (b *builder) mergeCopies(outputs []Output, everywhere bool) {
	for range 2 {
		g := newGraph(outputs)
		plans := g.plans(everywhere)
		changed := false
		var moves []map[*Value]*Value // what each merging replaced values by
		for _, m := range plans {
			if changed { // the plan was made for an earlier graph
				c := m.cond
				for _, made := range moves {
					if w := made[c]; w != nil {
						c = w
					}
				}
				if m = g.plan(c, g.roots(c), everywhere); m == nil || m.gain < leastGain {
					continue
				}
			}
			next := slices.Clone(outputs)
			made := b.merge(m, next)
			if made == nil {
				continue
			}
			h := newGraph(next)
			if h.operations() >= g.operations() || h.depth() > g.depth()+1 {
				continue
			}
			copy(outputs, next)
			g, changed = h, true
			moves = append(moves, made)
		}
		if !changed {
			return
		}
	}
}

// leastGain is how many operations a merging must be expected to save to be tried.
const leastGain = 2

// roots returns the Selects by a condition.
func (g *graph) roots(c *Value) []*Value {
	at, ok := g.at[c]
	if !ok {
		return nil
	}
	var roots []*Value
	for _, u := range g.uses[at] {
		if v := g.vals[u.by]; v.Op == Select && u.arg == 0 {
			roots = append(roots, v)
		}
	}
	return roots
}

// plans returns the mergings that are expected to pay, the best first.
func (g *graph) plans(everywhere bool) []*merging {
	var plans []*merging
	for _, c := range g.vals {
		if c.Kind != ir.Bool {
			continue
		}
		if m := g.plan(c, g.roots(c), everywhere); m != nil && m.gain >= leastGain {
			plans = append(plans, m)
		}
	}
	slices.SortStableFunc(plans, func(x, y *merging) int { return y.gain - x.gain })
	return plans
}

// merge carries out a plan and returns what replaced each value, or nil if a value would depend on itself.
func (b *builder) merge(m *merging, outputs []Output) map[*Value]*Value {
	made := map[*Value]*Value{}
	open := map[*Value]bool{}
	p := &pass{builder: b}
	defer func() { p.order = 0 }()
	var get func(v *Value) *Value
	get = func(v *Value) *Value {
		if len(v.Args) == 0 {
			return v
		}
		if x := m.back[v]; x != nil {
			v = x // one for both
		}
		if w, ok := made[v]; ok {
			return w
		}
		if open[v] {
			return nil
		}
		open[v] = true
		args := make([]*Value, len(v.Args))
		for i, a := range v.Args {
			if args[i] = get(a); args[i] == nil {
				return nil
			}
		}
		if y := m.pair[v]; y != nil {
			c := get(m.cond)
			if c == nil {
				return nil
			}
			for i, a := range y.Args {
				if m.pair[v.Args[i]] == a {
					continue
				}
				w := get(a)
				if w == nil {
					return nil
				}
				k, _ := common(args[i], w)
				p.at(v)
				args[i] = p.op(Select, k, c, args[i], w)
			}
		}
		p.at(v)
		w := p.remake(v, args)
		made[v] = w
		return w
	}
	for i := range outputs {
		v := get(outputs[i].Value)
		if v == nil {
			return nil
		}
		outputs[i].Value = v
	}
	return made
}
