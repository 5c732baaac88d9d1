package mutate

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/ranges"
)

// Prover shows that mutants are the same function as the original.
type Prover struct {
	prog    *ir.Program
	known   map[ir.Expr]ranges.Interval
	written map[*ir.Type]bool
	reached map[*ir.Func]bool // from outside
}

// NewProver analyses the ranges of the program, which its proofs build on.
func NewProver(p *ir.Program) *Prover {
	out := &Prover{prog: p, known: ranges.Analyse(p).Exprs, written: writtenTypes(p), reached: map[*ir.Func]bool{}}
	for _, f := range ir.Reachable(p.Exports()...) {
		out.reached[f] = true
	}
	return out
}

// Problem is the question whether a mutant differs from the original.
type Problem struct {
	Mutant *Mutant
	Scope  Scope
	// In is the function that both were followed in: the mutant's own, or one that calls it.
	In *ir.Func
	// Same: the terms themselves are the same, there is nothing to ask.
	Same bool
	// Text is the problem in SMT-LIB 2: unsat says that they are equal on all arguments in
	// their ranges.
	Text string

	terms  *terms
	calls  *cuts // those that were not followed in a problem with lemmas
	inputs []ir.Leaf
}

// Hash identifies the text of a problem.
func (p *Problem) Hash() string { return hashOf(p.Text) }

// Scope is how much of the program a problem looks at.
type Scope string

// The scopes. What is equal in one is equal in those that follow.
const (
	Expression Scope = "expression" // the changed expression, for any values in the ranges known of its parts
	Statement  Scope = "statement"  // the expression that it is in, up to the statement: a condition, what is assigned
	Site       Scope = "site"       // what the changed statement leaves behind, where the function comes to it
	Function   Scope = "function"   // what the function returns and leaves behind
	Within     Scope = "within"     // what each function that calls it returns and leaves behind
)

// Problems writes the problems of a mutant in a scope, one but for the scope Within.
func (p *Prover) Problems(m *Mutant, scope Scope) ([]*Problem, error) {
	in := []*ir.Func{m.Func}
	if scope == Within {
		if m.Func.Export {
			return nil, errScope
		}
		in = p.callersOf(m.Func)
		scope = Function
	}
	var out []*Problem
	for _, f := range in {
		q, err := p.Problem(m, scope, f)
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, nil
}

// Scopes returns the scopes of problems, in the order in which a proof is tried: the cheap
// ones first.
func Scopes() []Scope {
	return []Scope{Expression, Statement, Call, Outer, Alone, Site, Lemmas, Deep, Cuts, Around, Paths, Guards, Products, Function, Within}
}

// Problem writes the problem of a mutant. in is its function or one that calls it; it plays
// a part in the scopes Site, Cuts, Function and those that are made of them. Not every mutant
// has a problem of every scope.
func (p *Prover) Problem(m *Mutant, scope Scope, in *ir.Func) (*Problem, error) {
	out := &Problem{Mutant: m, Scope: scope, In: in, terms: newTerms()}
	switch scope {
	case Expression:
		return out, p.expression(m, out)
	case Statement:
		whole := *m
		if !whole.edit.widen(m.Stmt) {
			return nil, errScope
		}
		return out, p.expression(&whole, out)
	case Call:
		return out, p.alone(m, m.edit.expr, out)
	case Outer:
		return out, p.alone(m, m.enclosing(), out)
	case Alone:
		return out, p.statement(m, out)
	case Around:
		return out, p.around(m, out)
	case Lemmas, Deep:
		return out, p.withLemmas(m, out)
	}
	var calls *cuts
	if scope == Cuts {
		calls = newCuts(m.Func)
	}
	c, err := p.compare(out, in, calls)
	if err != nil {
		return nil, err
	}
	switch scope {
	case Paths, Guards, Products:
		out.abstract(c.goal, c.limits, c.facts)
	default:
		out.ask(c.goal, c.limits, c.facts)
	}
	return out, nil
}

// comparison is a function followed with a mutant and without.
type comparison struct {
	goal   term // where they differ
	limits []term
	facts  []fact
}

// compare follows a function with the mutant of a problem and without, but for calls that
// are not to be followed.
func (p *Prover) compare(out *Problem, in *ir.Func, calls *cuts) (comparison, error) {
	m, t := out.Mutant, out.terms
	given := map[*ir.Var][]term{}
	var flat []term
	for _, v := range in.Params {
		for _, l := range ir.Layout(v.Type) {
			name := v.Name
			if l.Name != "" {
				name += "." + l.Name
			}
			x := t.input(widthOf(l.Kind), name)
			given[v], flat = append(given[v], x), append(flat, x)
			if calls == nil {
				out.inputs = append(out.inputs, ir.Leaf{Name: name, Kind: l.Kind, Type: l.Type})
			}
		}
	}
	limits := t.within(limitsOf(in, p.written), flat)
	follow := func(s *symbolic) ([]term, error) {
		fr := &frame{fn: in, vars: map[*ir.Var]*cells{}, alive: t.truth(true)}
		for v, l := range given {
			fr.vars[v] = &cells{append([]term(nil), l...)}
		}
		s.terms, s.fault, s.differs, s.calls = t, t.truth(false), t.truth(false), calls
		s.run(fr)
		all := fr.results
		for _, v := range in.Params {
			if v.ByRef {
				all = append(all, fr.vars[v].at...)
			}
		}
		return all, s.err
	}
	right := &symbolic{known: p.known, came: new(bool), compared: new(bool)}
	atSite := slices.Contains([]Scope{Site, Paths, Guards}, out.Scope)
	if atSite {
		right.watch = m
		right.anyPath = out.Scope == Paths
	}
	want, err := follow(right)
	if err != nil {
		return comparison{}, err
	}
	if atSite && *right.came && !*right.compared {
		return comparison{}, errScope
	}
	if atSite {
		return comparison{right.differs, limits, right.facts}, nil
	}
	wrong := &symbolic{swap: map[*ir.Func][]ir.Stmt{m.Func: m.Body()}}
	if calls != nil {
		calls.second = true
		defer func() { calls.second = false }()
	}
	have, err := follow(wrong)
	if err != nil {
		return comparison{}, err
	}
	// That the original has no fault is shown by the analysis of ranges.
	goal := t.and(wrong.fault, t.not(right.fault))
	for i := range want {
		goal = t.or(goal, t.not(t.eq(want[i], have[i])))
	}
	return comparison{goal, limits, right.facts}, nil
}

// errScope says that a mutant has no problem of a scope.
var errScope = errors.New("the change is not of an expression that stands by itself")

// expression writes the problem of a changed expression alone.
func (p *Prover) expression(m *Mutant, out *Problem) error {
	e := m.edit.expr
	if e == nil || e.Type() == nil || !e.Type().Kind.IsScalar() {
		return errScope
	}
	t := out.terms
	s := &symbolic{terms: t, known: p.known, came: new(bool), compared: new(bool), cut: map[string]term{}, fault: t.truth(false), differs: t.truth(false), watch: m}
	fr := &frame{fn: m.Func, vars: map[*ir.Var]*cells{}, alive: t.truth(true)}
	s.scalar(fr, e)
	if !*s.compared {
		return errScope
	}
	for range t.names {
		out.inputs = append(out.inputs, ir.Leaf{Kind: ir.Uint64})
	}
	out.ask(s.differs, nil, s.facts)
	return s.err
}

// ask writes the text. Of the facts only those count that are about what the goal is made
// of.
func (p *Problem) ask(goal term, limits []term, facts []fact) {
	t := p.terms
	if p.Same = t.is(goal, false); p.Same {
		return
	}
	needed := t.madeOf(goal)
	for _, f := range facts {
		if needed[f.x] {
			limits = append(limits, f.holds)
		}
	}
	p.Text = t.script(goal, limits)
}

// Unreached tells that the analysis of ranges finds no path to the changed statement: it
// has evaluated none of what the statement reads. Of a statement that reads nothing but
// constants it cannot tell.
func (p *Prover) Unreached(m *Mutant) bool {
	reads, reached := false, false
	ir.EachExpr(m.Stmt, func(e ir.Expr) {
		if _, isConst := e.(*ir.Const); isConst || e.Type() == nil || !e.Type().Kind.IsInteger() {
			return
		}
		if a, ok := m.Stmt.(*ir.Assign); ok && e == a.Dst {
			return // written, not read
		}
		reads = true
		if _, ok := p.known[e]; ok {
			reached = true
		}
	})
	return reads && !reached
}

// Answer is what a solver says of a problem.
type Answer string

// The answers.
const (
	Equal     Answer = "unsat"   // the mutant is the same function
	Different Answer = "sat"     // it is not, on the arguments of a model
	Open      Answer = "unknown" // not ended with its effort
)

// ErrNoSolver says that there is no solver on this machine.
var ErrNoSolver = errors.New("z3 is not installed; on Debian: apt-get install z3")

// Effort bounds what a solver may do for a problem, in z3's own count of resources, which is
// the same on a busy machine as on a quiet one: a million is some seconds.
type Effort int

// Solve asks z3. Where the answer is Different, model has the
// arguments of In, flattened.
func (p *Problem) Solve(ctx context.Context, effort Effort) (a Answer, model []uint64, err error) {
	if p.Same {
		return Equal, nil, nil
	}
	z3, err := exec.LookPath("z3")
	if err != nil {
		return Open, nil, ErrNoSolver
	}
	args := []string{fmt.Sprintf("rlimit=%d", effort), "-memory:2000", "-in"}
	text := p.Text
	if p.Scope == Lemmas || p.Scope == Deep || p.Scope == Bounds {
		// Of integers it counts finer, up to 32 bits. Without looking for what is relevant it is
		// twice as fast.
		args[0] = fmt.Sprintf("rlimit=%d", min(5000*uint64(effort), 4_000_000_000))
		args = append(args, "smt.relevancy=0")
	} else {
		text = lets(text)
	}
	cmd := exec.CommandContext(ctx, z3, args...)
	var names []string
	for i := range p.inputs {
		names = append(names, fmt.Sprintf("i%d", i))
	}
	// An input that the problem does not mention has no declaration.
	var ask strings.Builder
	for _, n := range names {
		if strings.Contains(p.Text, "(declare-const "+n+" ") {
			fmt.Fprintf(&ask, "(get-value (%s))\n", n)
		}
	}
	cmd.Stdin = strings.NewReader(text + ask.String())
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Open, nil, ctx.Err()
	}
	word, rest, _ := strings.Cut(string(out), "\n")
	switch word {
	case "unsat":
		return Equal, nil, nil
	case "sat":
		model, err = p.values(rest)
		return Different, model, err
	}
	return Open, nil, nil
}

// values reads the answers to get-value; what was not asked is 0.
func (p *Problem) values(text string) ([]uint64, error) {
	out := make([]uint64, len(p.inputs))
	for line := range strings.Lines(text) {
		line = strings.Trim(strings.TrimSpace(line), "()")
		name, value, ok := strings.Cut(line, " ")
		if !ok {
			continue
		}
		var i int
		if n, err := fmt.Sscanf(name, "i%d", &i); n != 1 || err != nil || i < 0 || i >= len(out) {
			return nil, fmt.Errorf("z3 says %.60q", line)
		}
		var v uint64
		var err error
		switch {
		case strings.HasPrefix(value, "#x"):
			_, err = fmt.Sscanf(value, "#x%x", &v)
		case strings.HasPrefix(value, "#b"):
			_, err = fmt.Sscanf(value, "#b%b", &v)
		case value == "true":
			v = 1
		case value != "false":
			err = fmt.Errorf("z3 says %.60q", line)
		}
		if err != nil {
			return nil, err
		}
		out[i] = p.inputs[i].Kind.Norm(v)
	}
	return out, nil
}
