package mutate

import (
	"errors"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// The scopes of problems that do not follow all calls, or not from the function's begin.
const (
	// Call is Expression with the calls in it followed.
	Call Scope = "call"
	// Outer is Statement with the calls in it followed.
	Outer Scope = "outer"
	// Alone is the changed statement by itself, for any values in their ranges of all variables.
	Alone Scope = "alone"
	// Cuts is Function with other calls standing for anything.
	Cuts Scope = "cuts"
	// Around are all functions that call the one with the change, with other calls standing
	// for anything.
	Around Scope = "around"
	// Lemmas is Function with other calls standing for anything that lemmas allow, in
	// integers.
	Lemmas Scope = "lemmas"
	// Deep is Lemmas with the functions of the same package followed though they multiply, and
	// with more lemmas.
	Deep Scope = "deep"
)

// enclosing returns the whole expression that the change is in.
func (m *Mutant) enclosing() ir.Expr {
	var whole []ir.Expr
	switch s := m.Stmt.(type) {
	case *ir.Declare:
		whole = []ir.Expr{s.Init}
	case *ir.Assign:
		whole = []ir.Expr{s.Src}
	case *ir.If:
		whole = []ir.Expr{s.Cond}
	case *ir.Return:
		whole = s.Values
	case *ir.CallStmt:
		for _, a := range s.Call.Args {
			if !a.ByRef {
				whole = append(whole, a.X)
			}
		}
	}
	for _, e := range whole {
		if m.edit.in(e) != e {
			return e
		}
	}
	return nil
}

// alone writes the problem of an expression that holds the change, for any values of the
// variables in it.
func (p *Prover) alone(m *Mutant, e ir.Expr, out *Problem) error {
	if e == nil || e.Type() == nil || !e.Type().Kind.IsScalar() {
		return errScope
	}
	t := out.terms
	s := &symbolic{terms: t, known: p.known, fault: t.truth(false), differs: t.truth(false)}
	fr := s.anything(m.Func)
	x := s.scalar(fr, e)
	fault := s.fault
	s.known, s.fault = nil, t.truth(false)
	y := s.scalar(fr, m.edit.in(e))
	out.ask(t.or(t.and(s.fault, t.not(fault)), t.not(t.eq(x, y))), nil, s.facts)
	return s.err
}

// statement writes the problem of the changed statement, for any values of all variables.
func (p *Prover) statement(m *Mutant, out *Problem) error {
	if len(m.edit.swapped) > 0 {
		return errScope
	}
	t := out.terms
	s := &symbolic{terms: t, known: p.known, fault: t.truth(false), differs: t.truth(false), calls: newCuts(m.Func), watch: m}
	fr := s.anything(m.Func)
	fr.breaks, fr.next = []term{t.truth(false)}, []term{t.truth(false)}
	for _, r := range m.Func.Results {
		fr.results = append(fr.results, s.zero(r)...)
	}
	s.compareFrom(fr, []ir.Stmt{m.Stmt})
	out.ask(s.differs, nil, s.facts)
	return s.err
}

// anything returns a frame of a function in which all variables are inputs.
func (s *symbolic) anything(f *ir.Func) *frame {
	fr := &frame{fn: f, vars: map[*ir.Var]*cells{}, alive: s.truth(true)}
	declare := func(v *ir.Var) {
		if v == nil || fr.vars[v] != nil {
			return
		}
		c := &cells{}
		for _, l := range ir.Layout(v.Type) {
			c.at = append(c.at, s.input(widthOf(l.Kind), strings.TrimSuffix(v.Name+"."+l.Name, ".")))
		}
		fr.vars[v] = c
	}
	for _, v := range f.Params {
		declare(v)
	}
	ir.EachStmt(f.Body, func(st ir.Stmt) {
		switch st := st.(type) {
		case *ir.Declare:
			declare(st.Var)
		case *ir.MultiAssign:
			for _, v := range st.Dst {
				declare(v)
			}
		case *ir.For:
			declare(st.Var)
		}
	})
	return fr
}

// around writes the problem of all functions that call the one with the change.
func (p *Prover) around(m *Mutant, out *Problem) error {
	if m.Func.Export {
		return errScope
	}
	goal := out.terms.truth(false)
	var limits []term
	var facts []fact
	calls := newCuts(m.Func)
	for _, f := range ir.Reachable(p.prog.Exports()...) {
		if !slices.Contains(f.Calls, m.Func) {
			continue
		}
		c, err := p.compare(out, f, calls)
		if err != nil {
			return err
		}
		goal = out.terms.or(goal, c.goal)
		limits = append(limits, c.limits...)
		facts = append(facts, c.facts...)
	}
	out.ask(goal, limits, facts)
	return nil
}

// withLemmas writes the problem of a function with lemmas.
func (p *Prover) withLemmas(m *Mutant, out *Problem) error {
	calls := newCuts(m.Func)
	calls.deep = out.Scope == Deep
	out.calls = calls
	c, err := p.compare(out, m.Func, calls)
	if err != nil {
		return err
	}
	t := out.terms
	if out.Same = t.is(c.goal, false); out.Same {
		return nil
	}
	if len(calls.list) == 0 {
		return errNoCuts
	}
	s := &symbolic{terms: t, calls: calls}
	lemmas, err := s.lemmas(nil)
	if err != nil {
		return err
	}
	out.askLinear(c, lemmas)
	return nil
}

// askLinear writes the text of a problem with lemmas.
func (p *Problem) askLinear(c comparison, lemmas []term) {
	t := p.terms
	all := append(c.limits, lemmas...)
	needed := t.madeOf(append(all, c.goal)...)
	for _, f := range c.facts {
		if needed[f.x] {
			all = append(all, f.holds)
		}
	}
	p.Text = t.linear(c.goal, all, p.calls.deep)
}

var errNoCuts = errors.New("the function calls nothing that a lemma could be about")
