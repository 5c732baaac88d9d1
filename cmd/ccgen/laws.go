package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/laws"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/plural"
)

func lawsCommand() cli.Command {
	return cli.Command{
		Name:  "laws",
		Args:  packagesArgs + " [ALGORITHM]",
		Short: "prove what the source says must hold, or show where it does not",
		Long: `The laws of an algorithm, //ccgen:law, //ccgen:invariant and //ccgen:progress (docs/subset.md),
are proven for all parameters, states and events in their declared ranges, by induction over the
steps: by the ranges of values, else by z3. Of a law that does not hold the parameters,
states, event and outputs are shown, as the interpreter computes them, with the shortest trace
from init that was found; without one the invariants may be too weak.

` + packagesLong + `

A proof of a built-in algorithm is taken from the list in the binary if the problems are the
same; --solve asks z3 all the same. --effort counts z3's resources, some millions a second, not
time. A law that mentions timely assumes that the driver is (docs/algorithms.md).`,
		Examples: `ccgen laws
			ccgen laws dcqcn --law cnp-never-raises --solve
			ccgen laws ./mycc`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			only := f.StringSlice("law", nil, "only these laws, by name")
			solve := f.Bool("solve", false, "ask z3 also where a proof is recorded")
			var effort int
			cli.Number(f, &effort, "effort", laws.DefaultEffort().Question, cli.Range[int]{Min: 1, Max: math.MaxInt32}, "most that z3 may use for one law")
			asJSON := f.Bool("json", false, "print the laws as JSON")
			return func(env cli.Env, args []string) error {
				p, rest, err := packagesOf(args)
				if err != nil {
					return err
				}
				questions, err := questionsOf(p, rest, *only)
				if err != nil {
					return err
				}
				return proveLaws(env, p, questions, *solve, effort, *asJSON)
			}
		},
	}
}

// questionsOf returns the questions of the named algorithm, or of all in the packages.
func questionsOf(p *codegen.Packages, words, only []string) ([]*laws.Question, error) {
	names := p.Algorithms()
	if len(words) > 0 {
		name, rest, err := algorithmOf(p, "laws", words)
		if err != nil {
			return nil, err
		}
		if err := cli.NoArgs(rest); err != nil {
			return nil, err
		}
		names = []string{name}
	}
	var out []*laws.Question
	var known []string
	for _, name := range names {
		for _, q := range laws.Questions(p.Program.Transducer(name)) {
			known = append(known, q.Law.Name)
			if len(only) == 0 || slices.Contains(only, q.Law.Name) {
				out = append(out, q)
			}
		}
	}
	for _, name := range only {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("laws: no law %s%s; ccgen laws lists them", name, nearest.Hint(name, known))
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("laws: %s has no law; write //ccgen:law NAME EXPR above its step function (docs/subset.md)", strings.Join(names, ", "))
	}
	return out, nil
}

// lawJSON is the answer to a question as JSON.
type lawJSON struct {
	Algorithm string `json:"algorithm"`
	Law       string `json:"law"`
	Pos       string `json:"pos"`
	Text      string `json:"text"`
	Answer    string `json:"answer"` // ranges, z3, cases, open or false
	Problems  int    `json:"problems"`
	Effort    int    `json:"effort"`
	Recorded  bool   `json:"recorded"`
	// Within is how many events of a progress law suffice under each profile.
	Within    []withinJSON `json:"within,omitempty"`
	Against   string       `json:"against,omitempty"`
	Reachable bool         `json:"reachable,omitempty"`
}

// proveLaws answers the questions and prints the answers.
func proveLaws(env cli.Env, p *codegen.Packages, questions []*laws.Question, solve bool, effort int, asJSON bool) error {
	recorded, err := laws.Recorded()
	if err != nil {
		return fmt.Errorf("laws: %w", err)
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	prover := &laws.Prover{Machine: interp.New(p.Program), Effort: laws.Effort{Problem: min(laws.DefaultEffort().Problem, effort), Question: effort}}
	bar := cli.NewProgress(env.Stderr, "proving")
	defer bar.Done()
	list := []lawJSON{}
	bad := 0
	for i, q := range questions {
		bar.Update(i, len(questions))
		var o *laws.Proof
		if p.BuiltIn() && !solve {
			o = recorded.Of(q)
		}
		was := o != nil
		if o == nil {
			if o, err = prover.Prove(ctx, q); err != nil {
				return fmt.Errorf("laws: %w", err)
			}
		}
		pos := p.Place(q.Law.Pos)
		l := lawJSON{Algorithm: q.Tr.Name, Law: q.Name(), Pos: pos.String(), Text: q.Law.Text, Answer: string(o.How), Problems: o.Problems, Effort: o.Effort, Recorded: was}
		if !asJSON {
			fmt.Fprintf(env.Stdout, "%s %s\n", q.Tr.Name, o)
		}
		if o.How == laws.Open || o.How == laws.False {
			bad++
		} else if q.Law.Kind == ir.Progress && p.BuiltIn() {
			if l.Within, err = within(prover.Machine, q); err != nil {
				return fmt.Errorf("laws: %w", err)
			}
			for _, w := range l.Within {
				if !asJSON {
					fmt.Fprintf(env.Stdout, "  %s: %s\n", w.Profile, events(w.Events))
				}
			}
		}
		switch o.How {
		case laws.Open:
			if !asJSON {
				fmt.Fprintf(env.Stdout, "  %s: %s\n  raise --effort, or state an invariant that says why it holds\n", pos, q.Law.Text)
			}
		case laws.False:
			x, err := prover.Reach(q, o.Against)
			if err != nil {
				return fmt.Errorf("laws: %w", err)
			}
			if l.Against, err = prover.Describe(q, x); err != nil {
				return fmt.Errorf("laws: %w", err)
			}
			l.Reachable = x.Trace != nil
			if !asJSON {
				fmt.Fprintf(env.Stdout, "  %s: %s\n%s", pos, q.Law.Text, l.Against)
			}
		}
		list = append(list, l)
	}
	bar.Done()
	if asJSON {
		if err := env.JSON(list); err != nil {
			return err
		}
	}
	if bad > 0 {
		return cli.CheckFailed(fmt.Errorf("laws: %s of %s not proven", plural.Of(bad, "law"), algorithmsOf(questions)))
	}
	return nil
}

// algorithmsOf names the algorithms of questions.
func algorithmsOf(questions []*laws.Question) string {
	names := collect.Of(questions, func(q *laws.Question) string { return q.Tr.Name })
	return strings.Join(collect.Union(nil, names...), ", ")
}

// withinJSON is how many events of a progress law suffice under a profile at 100 Gb/s; 0 if no number does.
type withinJSON struct {
	Profile string `json:"profile"`
	Events  uint64 `json:"events"`
}

func events(n uint64) string {
	if n == 0 {
		return "no number of events suffices"
	}
	return "at most " + plural.Of(int(n), "event")
}

// within returns the numbers of a progress law: its bound by what an event lowers, rounded up.
func within(m *interp.Machine, q *laws.Question) ([]withinJSON, error) {
	var out []withinJSON
	family, err := algorithms.Of(q.Tr.Name)
	if err != nil || family == nil {
		return nil, err
	}
	m.Add(q.Law.Most, q.Law.By)
	for _, name := range family.Names() {
		params, _, err := family.Params(q.Tr.Name, profile.Choice{Profile: name, Line: "100G"})
		if err != nil {
			return nil, err
		}
		most, err := m.CallFunc(q.Law.Most, slices.Clone(params))
		if err != nil {
			return nil, err
		}
		n := most[0]
		by, err := m.CallFunc(q.Law.By, slices.Clone(params))
		if err != nil {
			return nil, err
		}
		w := withinJSON{Profile: name}
		if by[0] > 0 {
			w.Events = (n + by[0] - 1) / by[0]
		}
		out = append(out, w)
	}
	return out, nil
}
