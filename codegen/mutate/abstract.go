package mutate

import "slices"

// Problems in which some terms stand for anything. That loses what they are, and so shows
// less, but nothing that is wrong: what holds for any values holds for theirs.
//
// The conditions of a state machine matter little to which bits a result has, and the
// products in it little to which way it takes. A solver looks into both all the same, and
// does not come back.

const (
	// Paths is Site, where the conditions under which a value is one or another, and whether
	// the statement is come to at all, stand for anything.
	Paths Scope = "paths"
	// Guards is Site, asked of the conditions alone under which the changed statement changes
	// anything, and of those only that are short.
	Guards Scope = "guards"
	// Products is Function, where products, divisions and what is looked up in tables stand for
	// anything, but that a product with 0 is 0. Those that are the same terms are one.
	Products Scope = "products"
)

// abstraction rewrites terms.
type abstraction struct {
	*terms
	// paths: conditions stand for anything; otherwise products, divisions and tables do.
	paths bool
	now   map[term]term // what a term has become
	free  map[node]term // what stands for anything, by what it stood for
	facts []fact        // what is known of that all the same
}

func newAbstraction(t *terms, paths bool) *abstraction {
	return &abstraction{terms: t, paths: paths, now: map[term]term{}, free: map[node]term{}}
}

// of returns what a term becomes. Whatever a term is made of comes before it.
func (a *abstraction) of(x term) term {
	needed := a.madeOf(x)
	for i := range needed {
		if _, done := a.now[term(i)]; needed[i] && !done {
			a.now[term(i)] = a.rewrite(a.nodes[i])
		}
	}
	return a.now[x]
}

func (a *abstraction) rewrite(n node) term {
	switch n.op {
	case tConst, tInput:
		return a.add(n)
	case tIte:
		if a.paths {
			// By the condition as it was: that of a mutant is another one.
			return a.ite(a.anything(node{op: tNot, a: n.a}, 0), a.now[n.b], a.now[n.c])
		}
		return a.ite(a.now[n.a], a.now[n.b], a.now[n.c])
	case tNot, tZext, tSext, tExtract, tLookup:
		n.a = a.now[n.a]
	default:
		n.a, n.b = a.now[n.a], a.now[n.b]
	}
	switch n.op {
	case tNot:
		return a.not(n.a)
	case tAnd:
		if n.width == 0 {
			return a.and(n.a, n.b)
		}
	case tEq:
		return a.eq(n.a, n.b)
	case tMul, tUDiv, tSDiv, tURem, tSRem, tLookup:
		if !a.paths {
			return a.heavy(n)
		}
	}
	return a.add(n)
}

// heavy returns what stands for a product, a division or a value of a table.
func (a *abstraction) heavy(n node) term {
	if n.op == tMul && n.b < n.a {
		n.a, n.b = n.b, n.a
	}
	_, met := a.free[n]
	x := a.anything(n, n.width)
	if n.op == tMul && n.width <= 64 && !met {
		zero := a.constant(n.width, 0)
		a.facts = append(a.facts, fact{x, a.or(a.not(a.or(a.eq(n.a, zero), a.eq(n.b, zero))), a.eq(x, zero))})
	}
	return x
}

func (a *abstraction) anything(n node, width uint8) term {
	x, ok := a.free[n]
	if !ok {
		x = a.input(width, "anything")
		a.free[n] = x
	}
	return x
}

// abstract writes a problem in which some terms stand for anything.
func (p *Problem) abstract(goal term, limits []term, facts []fact) {
	t := p.terms
	switch p.Scope {
	case Paths:
		p.ask(newAbstraction(t, true).of(goal), nil, nil)
	case Guards:
		w := weaker{t, map[[2]term]term{}, map[term]bool{}}
		goal = w.truth(goal)
		p.ask(goal, slices.DeleteFunc(limits, func(x term) bool { return !w.short(x) }),
			slices.DeleteFunc(facts, func(f fact) bool { return !w.short(f.holds) }))
	default:
		a := newAbstraction(t, false)
		goal = a.of(goal)
		var given []term
		for _, l := range limits {
			given = append(given, a.of(l))
		}
		var known []fact
		for _, f := range facts {
			known = append(known, fact{a.of(f.x), a.of(f.holds)})
		}
		p.ask(goal, given, append(known, a.facts...))
	}
}

// weaker writes weaker conditions: true wherever the given ones are, and often where they are
// not, as what is long in them counts as true.
type weaker struct {
	*terms
	apart   map[[2]term]term
	isShort map[term]bool
}

// shortTerms is how many terms a condition may be made of.
const shortTerms = 100

func (w *weaker) short(x term) bool {
	is, ok := w.isShort[x]
	if !ok {
		n := 0
		for _, needed := range w.madeOf(x) {
			if needed {
				n++
			}
		}
		is = n <= shortTerms
		w.isShort[x] = is
	}
	return is
}

// truth weakens a condition.
func (w *weaker) truth(x term) term {
	n := w.nodes[x]
	switch {
	case w.short(x):
		return x
	case n.op == tAnd:
		return w.and(w.truth(w.unless(n.a, n.b)), w.truth(w.unless(n.b, n.a)))
	case n.op == tNot:
		switch m := w.nodes[n.a]; m.op {
		case tAnd:
			return w.or(w.truth(w.not(m.a)), w.truth(w.not(m.b)))
		case tEq:
			return w.differ(m.a, m.b)
		}
	}
	return w.terms.truth(true)
}

// unless returns what is left of x, which is asked together with y, without the alternatives
// that y rules out: a fault that the original has too.
func (w *weaker) unless(x, y term) term {
	out := w.alternatives(y)
	rest := w.terms.truth(false)
	for _, a := range w.alternatives(w.not(x)) {
		if !slices.Contains(out, a) {
			rest = w.or(rest, a)
		}
	}
	return rest
}

// alternatives returns the conditions one of which holds where x, the negation of them all,
// does not.
func (w *weaker) alternatives(x term) []term {
	n := w.nodes[x]
	if n.width == 0 && n.op == tAnd {
		return append(w.alternatives(n.a), w.alternatives(n.b)...)
	}
	return []term{w.not(x)}
}

// differ weakens the condition that two values differ: where one is a choice, they do where it
// is made so that they can.
func (w *weaker) differ(x, y term) term {
	if x == y {
		return w.terms.truth(false)
	}
	key := [2]term{x, y}
	if d, ok := w.apart[key]; ok {
		return d
	}
	d := w.terms.truth(true)
	m, n := w.nodes[x], w.nodes[y]
	switch {
	case w.short(x) && w.short(y):
		d = w.not(w.eq(x, y))
	case m.op == tIte && n.op == tIte && m.a == n.a:
		d = w.or(w.and(w.truth(m.a), w.differ(m.b, n.b)), w.and(w.truth(w.not(m.a)), w.differ(m.c, n.c)))
	case m.op == tIte && x > y: // the later one was made of the other
		d = w.or(w.and(w.truth(m.a), w.differ(m.b, y)), w.and(w.truth(w.not(m.a)), w.differ(m.c, y)))
	case n.op == tIte:
		d = w.or(w.and(w.truth(n.a), w.differ(x, n.b)), w.and(w.truth(w.not(n.a)), w.differ(x, n.c)))
	}
	w.apart[key] = d
	return d
}
