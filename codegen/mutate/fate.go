package mutate

import (
	"bufio"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/nearest"
)

// Fate is what became of a mutant.
type Fate string

// The fates.
const (
	Killed Fate = "killed" // some vector tells it from the original
	Same   Fate = "equal"  // it is the same function: shown
	Alive  Fate = "open"   // no vector tells it, and nothing shows it equal
)

// Result is a mutant with its fate.
type Result struct {
	Verdict
	Fate Fate
	// Why says how it was shown equal: Unreachable, or the scope of the proof.
	Why string
}

// Unreachable is why a mutant is equal whose statement nothing comes to.
const Unreachable = "unreached"

// Ways are the ways in which mutants are shown equal: what Result.Why may say.
func Ways() []string {
	ways := []string{Unreachable}
	for _, s := range append(Scopes(), Inputs, Callers, Bounds, Reasoned) {
		ways = append(ways, string(s))
	}
	return ways
}

// Proof is an entry of the list of mutants that are shown equal.
type Proof struct {
	ID    string
	Scope Scope
	Hash  string // of the problem's or trial's text
}

//go:embed testdata/equal.txt
var equalText string

// Proofs are the entries of the list that this build carries, by the mutant's name.
func Proofs() (map[string]Proof, error) {
	m := map[string]Proof{}
	lines := bufio.NewScanner(strings.NewReader(equalText))
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") || lines.Text() == "" {
			continue
		}
		var p Proof
		if n, err := fmt.Sscan(lines.Text(), &p.ID, &p.Scope, &p.Hash); err != nil {
			return nil, fmt.Errorf("codegen/mutate/testdata/equal.txt: %q has %d of 3 words: MUTANT SCOPE HASH", lines.Text(), n)
		}
		m[p.ID] = p
	}
	return m, lines.Err()
}

// Tool decides on mutants.
type Tool struct {
	Corpus *Corpus
	Prover *Prover
	Proofs map[string]Proof
}

// Equal tells whether a mutant is the same function, and why: its statement is not reached,
// it is the same in the solver's terms, or a listed proof is of this very problem.
func (t *Tool) Equal(m *Mutant) (why string, ok bool) {
	if t.Prover.Unreached(m) {
		return Unreachable, true
	}
	p, listed := t.Proofs[m.ID]
	if !listed {
		return "", false
	}
	hash, err := t.Prover.hash(m, p.Scope)
	if err != nil || hash != p.Hash {
		return "", false
	}
	return string(p.Scope), true
}

// hash identifies what shows a mutant equal in a scope: a problem, or a trial.
func (p *Prover) hash(m *Mutant, scope Scope) (string, error) {
	switch scope {
	case Inputs, Callers, Reasoned:
		t, err := p.Trial(m, scope)
		if err != nil {
			return "", err
		}
		return t.Hash(), nil
	case Bounds:
		b, err := p.Bounded(m)
		if err != nil {
			return "", err
		}
		return b.Hash(), nil
	}
	list, err := p.Problems(m, scope)
	if err != nil {
		return "", err
	}
	text := ""
	for _, q := range list {
		text += q.Text
	}
	return hashOf(text), nil
}

// Decide returns the fate of each mutant, in their order: those that are not shown equal
// are put to the vectors.
func (t *Tool) Decide(ctx context.Context, mutants []*Mutant, progress func(done, total int)) ([]Result, error) {
	out := make([]Result, len(mutants))
	var rest []*Mutant
	var at []int
	for i, m := range mutants {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if why, ok := t.Equal(m); ok {
			out[i] = Result{Verdict: Verdict{Mutant: m}, Fate: Same, Why: why}
			continue
		}
		rest, at = append(rest, m), append(at, i)
	}
	verdicts, err := t.Corpus.Run(ctx, rest, progress)
	if err != nil {
		return nil, err
	}
	for j, v := range verdicts {
		fate := Alive
		if v.Killed {
			fate = Killed
		}
		out[at[j]] = Result{Verdict: v, Fate: fate}
	}
	return out, nil
}

// Count is a line of the table.
type Count struct {
	Kind   string `json:"kind"`
	All    int    `json:"mutants"`
	Killed int    `json:"killed"`
	Equal  int    `json:"equal"`
	Open   int    `json:"open"`
}

// add counts a result.
func (c *Count) add(r *Result) {
	c.All++
	switch r.Fate {
	case Killed:
		c.Killed++
	case Same:
		c.Equal++
	case Alive:
		c.Open++
	}
}

// Score is the share of the mutants that are not shown equal that the vectors kill.
func (c Count) Score() float64 {
	if c.All == c.Equal {
		return 1
	}
	return float64(c.Killed) / float64(c.All-c.Equal)
}

// Share is the share of all mutants that the vectors kill.
func (c Count) Share() float64 {
	if c.All == 0 {
		return 1
	}
	return float64(c.Killed) / float64(c.All)
}

// Table counts results by kind, and all of them in the last line.
func Table(results []Result) []Count {
	by := map[Kind]*Count{}
	total := Count{Kind: "all"}
	for i := range results {
		r := &results[i]
		k := r.Mutant.Kind
		if by[k] == nil {
			by[k] = &Count{Kind: string(k)}
		}
		by[k].add(r)
		total.add(r)
	}
	var out []Count
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
	var out []*Mutant
	for _, m := range mutants {
		if m.Func.Pkg.Name == name || m.Func.FullName() == name {
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		var names []string
		for _, q := range p.Packages {
			names = append(names, q.Name)
		}
		known := slices.Clone(names)
		for _, m := range mutants {
			known = append(known, m.Func.FullName())
		}
		return nil, fmt.Errorf("package %.60q has no mutants%s; there are %s, or a function, as dcqcn.Rates_Cut", name, nearest.Hint(name, slices.Compact(known)), strings.Join(names, ", "))
	}
	return out, nil
}
