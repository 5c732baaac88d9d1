package flat

import (
	"slices"

	"smartnic-cc/codegen/ir"
)

// Literal is a condition of a function with a truth value.
type Literal struct {
	Cond  *Value
	Holds bool
}

// Guard is a condition for a part of a function to matter: the literal Main, and each of the Cases.
type Guard struct {
	Main  Literal
	Cases []Case
	// Part holds the values that matter only where the guard holds.
	Part map[*Value]bool
}

// Case restricts an input that is compared with the numbers All: it is one of Is or, with Other, also none of All.
type Case struct {
	Input *Value
	Is    []uint64
	Other bool
	All   []uint64
}

// mostWeight is how much of the greatest weight, in quarters, a narrower condition must have to be preferred to the
// widest.
const mostWeight = 3

// Guard finds the condition on which most of the weight depends: of the conditions that are not computed from a value
// with weight and have nearly the most weight depending on them, the one with the fewest dependent values. For each
// input that is compared with numbers it also finds the cases in which that weight matters. It returns nil if no
// value with a weight depends on a condition.
func (f *Function) Guard(weight func(*Value) int) *Guard {
	s := newSplitter(f)
	type candidate struct {
		Literal
		only          []bool
		weight, count int
	}
	weights := make([]int, len(f.Body))
	heavy := map[*Value]bool{} // has a weight, or an argument with one
	for i, v := range f.Body {
		weights[i] = weight(v)
		heavy[v] = weights[i] > 0
		for _, a := range v.Args {
			heavy[v] = heavy[v] || heavy[a]
		}
	}
	var all []candidate
	most := 0
	for _, c := range f.Body {
		if c.Kind != ir.Bool || heavy[c] {
			continue
		}
		for _, holds := range []bool{true, false} {
			x := candidate{Literal: Literal{c, holds}}
			x.only = s.only(x.Literal)
			for i, is := range x.only {
				if is {
					x.count++
					x.weight += weights[i]
				}
			}
			if x.weight > 0 {
				all = append(all, x)
				most = max(most, x.weight)
			}
		}
	}
	var best *candidate
	for i := range all {
		if x := &all[i]; 4*x.weight >= mostWeight*most && (best == nil || x.count < best.count) {
			best = x
		}
	}
	if best == nil {
		return nil
	}
	g := &Guard{Main: best.Literal, Part: map[*Value]bool{}}
	part := best.only
	for _, x := range s.cases() {
		matters := make([][]bool, len(x.All)+1)
		for i := range matters {
			matters[i] = s.matters(x, i)
		}
		c := Case{Input: x.Input, All: x.All}
		rest := make([]bool, len(part))
		copy(rest, part)
		for i := range matters {
			in := false
			for j, is := range part {
				in = in || is && weights[j] > 0 && matters[i][j]
			}
			switch {
			case !in:
				for j := range rest {
					rest[j] = rest[j] && !matters[i][j]
				}
			case i == len(x.All):
				c.Other = true
			default:
				c.Is = append(c.Is, x.All[i])
			}
		}
		if len(c.Is) < len(x.All) || !c.Other {
			g.Cases = append(g.Cases, c)
			part = rest
		}
	}
	for i, v := range f.Body {
		if part[i] {
			g.Part[v] = true
		}
	}
	return g
}

// cases returns the inputs that are compared with numbers, and those numbers, in the order of the source.
func (s *splitter) cases() []Case {
	var out []Case
	for _, in := range s.f.Inputs {
		if in.Op != Input {
			continue
		}
		c := Case{Input: in}
		for _, v := range s.f.Body {
			if n, ok := comparedWith(v, in); ok && !slices.Contains(c.All, n) {
				c.All = append(c.All, n)
			}
		}
		if len(c.All) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// comparedWith returns the number with which a comparison for equality compares an input.
func comparedWith(v, in *Value) (uint64, bool) {
	if v.Op != Eq && v.Op != Ne {
		return 0, false
	}
	for i, a := range v.Args {
		if b := v.Args[1-i]; a == in && b.Op == Const {
			return b.Bits, true
		}
	}
	return 0, false
}

// matters reports for each value of the body whether an output may depend on it if the input is number i of c.All, or
// none of them.
func (s *splitter) matters(c Case, i int) []bool {
	known := map[*Value]uint64{}
	for _, v := range s.f.Body {
		if bits, ok := inCase(v, c, i, known); ok {
			known[v] = bits
		}
	}
	out := make([]bool, len(s.f.Body))
	for j := len(s.f.Body) - 1; j >= 0; j-- {
		out[j] = s.out[j]
		for _, u := range s.uses[j] {
			if !out[u.by] || out[j] {
				continue
			}
			v := s.f.Body[u.by]
			out[j] = true
			switch {
			case v.Op == Select && u.arg > 0:
				if bits, ok := known[v.Args[0]]; ok && int(bits) == u.arg-1 {
					out[j] = false
				}
			case v.Kind == ir.Bool && (v.Op == And || v.Op == Or):
				if bits, ok := known[v.Args[1-u.arg]]; ok && bits == truth(v.Op == Or) {
					out[j] = false
				}
			}
		}
	}
	return out
}

// inCase returns the value of a condition if a case of an input decides it.
func inCase(v *Value, c Case, i int, known map[*Value]uint64) (uint64, bool) {
	if v.Kind != ir.Bool {
		return 0, false
	}
	if n, ok := comparedWith(v, c.Input); ok {
		equal := i < len(c.All) && c.All[i] == n
		return truth(equal == (v.Op == Eq)), true
	}
	arg := func(k int) (uint64, bool) {
		if v.Args[k].Op == Const {
			return v.Args[k].Bits, true
		}
		bits, ok := known[v.Args[k]]
		return bits, ok
	}
	switch v.Op {
	case Not:
		bits, ok := arg(0)
		return bits ^ 1, ok
	case And, Or:
		x, okX := arg(0)
		y, okY := arg(1)
		decides := truth(v.Op == Or)
		switch {
		case okX && x == decides || okY && y == decides:
			return decides, true
		case okX && okY:
			return 1 - decides, true
		}
	}
	return 0, false
}

// splitter knows where the values of a function are used.
type splitter struct {
	f    *Function
	at   map[*Value]int
	uses [][]use
	out  []bool
	memo map[[2]Literal]bool
}

func newSplitter(f *Function) *splitter {
	s := &splitter{f: f, at: map[*Value]int{}, uses: make([][]use, len(f.Body)), out: make([]bool, len(f.Body)), memo: map[[2]Literal]bool{}}
	for i, v := range f.Body {
		s.at[v] = i
		for n, a := range v.Args {
			if j, ok := s.at[a]; ok {
				s.uses[j] = append(s.uses[j], use{i, n})
			}
		}
	}
	for _, o := range f.Outputs {
		if i, ok := s.at[o.Value]; ok {
			s.out[i] = true
		}
	}
	return s
}

// only reports for each value of the body whether no output depends on it if the literal is false. The condition
// itself and its inverse always matter, as they decide the literal.
func (s *splitter) only(l Literal) []bool {
	only := make([]bool, len(s.f.Body))
	for i := len(s.f.Body) - 1; i >= 0; i-- {
		v := s.f.Body[i]
		if s.out[i] || s.decides(v, l) {
			continue
		}
		only[i] = true
		for _, u := range s.uses[i] {
			if !only[u.by] && !s.gated(u, l) {
				only[i] = false
				break
			}
		}
	}
	return only
}

// decides reports whether a value is the condition of a literal, or its inverse.
func (s *splitter) decides(v *Value, l Literal) bool {
	return v == l.Cond || v.Op == Not && v.Args[0] == l.Cond || inverse(v, l.Cond)
}

// gated reports whether a use is irrelevant if the literal is false.
func (s *splitter) gated(u use, l Literal) bool {
	v := s.f.Body[u.by]
	switch {
	case v.Op == Select && u.arg > 0:
		return s.implies(Literal{v.Args[0], u.arg == 1}, l)
	case v.Kind == ir.Bool && (v.Op == And || v.Op == Or):
		gate := v.Args[1-u.arg]
		return s.decides(gate, l) && s.implies(Literal{gate, v.Op == And}, l)
	}
	return false
}

// inverse reports whether two comparisons are the inverse of each other.
func inverse(x, y *Value) bool {
	if len(x.Args) != 2 || len(y.Args) != 2 {
		return false
	}
	same := x.Args[0] == y.Args[0] && x.Args[1] == y.Args[1]
	across := x.Args[0] == y.Args[1] && x.Args[1] == y.Args[0]
	switch x.Op {
	case Eq:
		return y.Op == Ne && (same || across)
	case Ne:
		return y.Op == Eq && (same || across)
	case Lt:
		return y.Op == Le && across
	case Le:
		return y.Op == Lt && across
	}
	return false
}

// implies reports whether y follows from x by propositional logic.
func (s *splitter) implies(x, y Literal) bool {
	v := x.Cond
	switch {
	case v == y.Cond:
		return x.Holds == y.Holds
	case v.Op == Const:
		return (v.Bits != 0) != x.Holds // a contradiction implies everything
	case inverse(v, y.Cond):
		return x.Holds != y.Holds
	}
	if y.Cond.Op == Not {
		return s.implies(x, Literal{y.Cond.Args[0], !y.Holds})
	}
	key := [2]Literal{x, y}
	if r, ok := s.memo[key]; ok {
		return r
	}
	arg := func(i int, holds bool) bool { return s.implies(Literal{v.Args[i], holds}, y) }
	r := false
	switch {
	case v.Op == Not:
		r = arg(0, !x.Holds)
	case v.Kind == ir.Bool && (v.Op == And || v.Op == Or):
		if (v.Op == And) == x.Holds { // both arguments have the value
			r = arg(0, x.Holds) || arg(1, x.Holds)
		} else { // one of them has
			r = arg(0, x.Holds) && arg(1, x.Holds)
		}
	case v.Op == Select && v.Kind == ir.Bool:
		r = (arg(0, true) || arg(1, x.Holds)) && (arg(0, false) || arg(2, x.Holds))
	}
	s.memo[key] = r
	return r
}

// rewriteWith makes a function of the same inputs, some values of which are known, with the outputs that build
// returns.
func (f *Function) rewriteWith(known map[*Value]uint64, build func(r *pass) []Output) *Function {
	r := &pass{builder: newBuilder(), made: map[*Value]*Value{}, finished: true}
	g := &Function{Func: f.Func, Leaves: f.Leaves, Params: f.Params}
	for i, v := range f.Inputs {
		w := v
		if v.Op == Input {
			w = r.make(key{op: Input, isInput: i + 1}, &Value{Op: Input, Kind: v.Kind, Name: v.Name, Source: true})
			r.made[v] = w
		}
		g.Inputs = append(g.Inputs, w)
	}
	for _, list := range [][]*Value{f.Inputs, f.Body} {
		for _, v := range list {
			if bits, ok := known[v]; ok {
				r.made[v] = r.constant(v.Kind, v.Kind.Norm(bits))
			}
		}
	}
	g.Outputs = build(r)
	r.order = 0
	r.shrink(g.Outputs)
	g.finish(r.comments)
	return g
}

// copied returns the outputs of f in the new function.
func (p *pass) copied(f *Function) []Output {
	out := slices.Clone(f.Outputs)
	p.outputs(out, nil)
	return out
}

// Specialize returns the function under a guard; if the guard does not hold, its results are unspecified.
func (f *Function) Specialize(g *Guard) *Function {
	facts := &facts{known: map[*Value]uint64{}}
	facts.add(g.Main.Cond, truth(g.Main.Holds))
	for _, c := range g.Cases {
		for _, v := range f.Body {
			if n, ok := comparedWith(v, c.Input); ok && !c.Has(n) {
				facts.add(v, truth(v.Op == Ne))
			}
		}
		if len(c.Is) == 1 && !c.Other {
			facts.add(c.Input, c.Is[0])
		}
	}
	return f.rewriteWith(facts.known, func(r *pass) []Output { return r.copied(f) })
}

// Has reports whether the case allows a number that the input is compared with.
func (c *Case) Has(n uint64) bool { return slices.Contains(c.Is, n) }

// Exclude returns the function without the guard's part; if the guard holds, its results are unspecified.
func (f *Function) Exclude(g *Guard) *Function {
	return f.rewriteWith(nil, func(r *pass) []Output {
		r.instead = func(v *Value) *Value {
			if g.Part[v] || len(v.Args) < 2 {
				return nil
			}
			last := len(v.Args) - 1
			x, y := g.Part[v.Args[last-1]], g.Part[v.Args[last]]
			switch {
			case x == y:
			case v.Op == Select:
				side := v.Args[1]
				if x {
					side = v.Args[2]
				}
				w := r.rewritten(side, nil)
				r.at(v)
				return r.op(Convert, v.Kind, w)
			case v.Kind == ir.Bool && (v.Op == And || v.Op == Or):
				return r.flag(v.Op == Or)
			}
			return nil
		}
		return r.copied(f)
	})
}

// Condition returns a function of the same inputs whose result, a leaf of that name, is whether a guard holds.
func (f *Function) Condition(g *Guard, name string) *Function {
	return f.rewriteWith(nil, func(r *pass) []Output {
		all := r.rewritten(g.Main.Cond, nil)
		r.at(g.Main.Cond)
		if !g.Main.Holds {
			all = r.not(all)
		}
		for _, c := range g.Cases {
			list := c.Is
			if c.Other { // the input is not one of All outside Is
				list = slices.DeleteFunc(slices.Clone(c.All), c.Has)
			}
			any := r.flag(false)
			for _, n := range list {
				any = r.or(any, r.op(Eq, ir.Bool, r.rewritten(c.Input, nil), r.constant(c.Input.Kind, n)))
			}
			if c.Other {
				any = r.not(any)
			}
			all = r.and(all, any)
		}
		return []Output{{Leaf: ir.Leaf{Name: name, Kind: ir.Bool}, Value: all}}
	})
}
