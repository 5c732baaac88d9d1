package mutate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Outcome is the verdict on a mutant.
type Outcome string

// The outcomes.
const (
	Killed      Outcome = "killed" // some vector gives another result
	ProvedEqual Outcome = "equal"  // it is the same function: shown
	Survived    Outcome = "open"   // no vector kills it, and nothing shows it equal
)

// Result is a mutant with its outcome.
type Result struct {
	Verdict
	Outcome Outcome
	// Why is the kind of argument for its equivalence, and Proof the argument itself, if it is one in words.
	Why   Reason
	Proof string
	// Note is what is known of an open mutant. Hash is the hash for its entry in a list of equivalent mutants, if it
	// may be one.
	Note, Hash string
}

// Classifier decides on mutants.
type Classifier struct {
	Corpus *Corpus
	Facts  *Facts
	// Listed are the mutants that were shown to be equivalent. An entry is ignored if its code has changed since, or
	// if a vector kills its mutant.
	Listed Equivalents
	// Checker is asked about mutants that no vector kills and no entry lists as equivalent. If it is nil, none is
	// asked, and NoChecker gives the reason.
	Checker   *Checker
	NoChecker error
}

// CheckListed returns an error for the first entry whose mutant is not among the given ones, which must be all.
func (t *Classifier) CheckListed(mutants []*Mutant) error {
	all := collect.Map(mutants, func(m *Mutant) (string, bool) { return m.ID, true })
	var gone []string
	for id, e := range t.Listed {
		if !all[id] {
			gone = append(gone, e.Place+": there is no mutant "+id+"; delete the line, or write the name that it has now")
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return errors.New(slices.Min(gone))
}

// listed returns the valid entry of a mutant. stale says what to do about an invalid one.
func (t *Classifier) listed(m *Mutant) (e Equivalent, ok bool, stale string) {
	e, ok = t.Listed[m.ID]
	if !ok {
		return e, false, ""
	}
	if hash := t.Facts.Hash(m, e.Reason); hash != e.Hash {
		return e, false, fmt.Sprintf("%s is stale: %s has changed; review the argument (%s), and then write the hash %s",
			e.Place, reasonOf(e.Reason).reach.text(m.Func), cmp.Or(e.Why, e.Reason.Text()), hash)
	}
	return e, true, ""
}

// Classify runs the vectors on mutants, except those of unreachable statements, and returns the outcome of each, in
// their order, without asking a solver. progress is as for Corpus.Run.
func (t *Classifier) Classify(ctx context.Context, mutants []*Mutant, progress func(done, total int)) ([]Result, error) {
	out := make([]Result, len(mutants))
	var rest []*Mutant
	var at []int
	for i, m := range mutants {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out[i] = Result{Verdict: Verdict{Mutant: m}, Outcome: ProvedEqual, Why: Unreached}
		if t.Facts.Unreached(m) {
			continue
		}
		e, ok, stale := t.listed(m)
		if ok {
			out[i].Why, out[i].Proof = e.Reason, e.Why
		} else {
			out[i].Outcome, out[i].Why, out[i].Note = Survived, "", stale
		}
		rest, at = append(rest, m), append(at, i)
	}
	verdicts, err := t.Corpus.Run(ctx, rest, progress)
	if err != nil {
		return nil, err
	}
	for j, v := range verdicts {
		r := &out[at[j]]
		r.Verdict = v
		if v.Killed {
			*r = Result{Verdict: v, Outcome: Killed}
		}
	}
	return out, nil
}

// askTries is how many calls are tried for each open mutant before a solver is asked.
const askTries = 500

// Ask finds out more about the open mutants among results: that no vector runs the changed statement, a call that
// shows the fault, or the solver's answer. Those that it proves equivalent are no longer open. seed is that of the
// calls; progress is as for Checker.Check.
func (t *Classifier) Ask(ctx context.Context, results []Result, seed uint64, progress func(done, total int)) error {
	var reached []*Mutant
	for i := range results {
		if r := &results[i]; r.Outcome == Survived && r.Reached > 0 {
			reached = append(reached, r.Mutant)
		}
	}
	calls, err := shown(ctx, t.Corpus, reached, seed, askTries)
	if err != nil {
		return err
	}
	var open []*Result
	var mutants []*Mutant
	for i := range results {
		switch r := &results[i]; {
		case r.Outcome != Survived:
		case r.Reached == 0:
			r.Note = cmp.Or(r.Note, "no vector runs the statement")
		case calls[r.Mutant] != "":
			r.Note = "a call shows it that no vector has: " + calls[r.Mutant]
		default:
			open, mutants = append(open, r), append(mutants, r.Mutant)
		}
	}
	answers := make([]Answer, len(open))
	if t.Checker != nil {
		if answers, err = t.Checker.Check(ctx, mutants, progress); err != nil {
			return err
		}
	}
	for i, r := range open {
		if answers[i] == Equal {
			r.Outcome, r.Why, r.Note = ProvedEqual, Solved, ""
			continue
		}
		r.Hash = t.Facts.Hash(r.Mutant, Reasoned)
		switch {
		case r.Note != "": // stale
		case answers[i] == Different:
			r.Note = "z3 finds arguments in the declared ranges on which it differs"
		case answers[i] == Undecided:
			r.Note = "z3 does not decide whether it differs"
		case t.NoChecker != nil:
			r.Note = t.NoChecker.Error()
		}
	}
	return nil
}

// KindCount is a line of the table.
type KindCount struct {
	Kind   string `json:"kind"`
	All    int    `json:"mutants"`
	Killed int    `json:"killed"`
	Equal  int    `json:"equal"`
	Open   int    `json:"open"`
}

// add counts a result.
func (c *KindCount) add(r *Result) {
	c.All++
	switch r.Outcome {
	case Killed:
		c.Killed++
	case ProvedEqual:
		c.Equal++
	case Survived:
		c.Open++
	}
}

// Score is the share of killed mutants among those that are not shown equivalent.
func (c KindCount) Score() float64 {
	if c.All == c.Equal {
		return 1
	}
	return float64(c.Killed) / float64(c.All-c.Equal)
}

// Share is the share of killed mutants among all.
func (c KindCount) Share() float64 {
	if c.All == 0 {
		return 1
	}
	return float64(c.Killed) / float64(c.All)
}

// Table counts results by kind, and all of them in the last line.
func Table(results []Result) []KindCount {
	by := map[Kind]*KindCount{}
	total := KindCount{Kind: "all"}
	for i := range results {
		r := &results[i]
		k := r.Mutant.Kind
		if by[k] == nil {
			by[k] = &KindCount{Kind: string(k)}
		}
		by[k].add(r)
		total.add(r)
	}
	var out []KindCount
	for _, k := range Kinds() {
		if by[k] != nil {
			out = append(out, *by[k])
		}
	}
	return append(out, total)
}

// Select returns the mutants of functions of a package, or of one function.
func Select(mutants []*Mutant, p *ir.Program, name string) ([]*Mutant, error) {
	if name == "" {
		return mutants, nil
	}
	out := collect.Where(mutants, func(m *Mutant) bool { return m.Func.Pkg.Name == name || m.Func.FullName() == name })
	if len(out) == 0 {
		names := collect.Of(p.Packages, func(q *ir.Package) string { return q.Name })
		known := append(slices.Clone(names), collect.Of(mutants, func(m *Mutant) string { return m.Func.FullName() })...)
		return nil, fmt.Errorf("package %.60q has no mutants%s; there are %s, or a function, as dcqcn.Rates_Cut", name, nearest.Hint(name, slices.Compact(known)), strings.Join(names, ", "))
	}
	return out, nil
}
