package vectors

import (
	"context"
	"fmt"
	"slices"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/testvectors"
)

// DefaultCalls is a sensible number of calls for Options.Calls: some seconds of CPU for an algorithm of a hundred
// lines, a minute or two for one of a thousand. One that goes through a large table takes no longer, as its calls
// count as several.
const DefaultCalls = 20_000_000

// The search goes in rounds, each starting from the findings of earlier ones, and ends after some that find nothing.
const (
	callsOfRound = 800_000
	leastRounds  = 4
	patience     = 8
)

// search adds calls that show planted faults that no vector shows, and counts the faults.
func (g *generator) search(ctx context.Context, result *Result) error {
	mutants := mutate.ListFuncs(g.p.Program, g.p.Functions())
	if g.o.sample != nil {
		mutants = slices.DeleteFunc(mutants, func(m *mutate.Mutant) bool { return !g.o.sample(m) })
	}
	result.Mutants = len(mutants)
	for _, f := range g.files {
		f.Renumber()
	}
	corpus, err := mutate.NewCorpus(g.p.Program, g.files)
	if err != nil {
		return err
	}
	inputs := corpus.Inputs()
	if len(g.o.Begin) > 0 {
		if corpus, err = mutate.NewCorpus(g.p.Program, g.o.Begin); err != nil {
			return err
		}
		inputs = append(inputs, corpus.Inputs()...)
		clear(g.seen) // these calls are not kept
	}
	verdicts, err := corpus.Run(ctx, mutants, func(done, total int) { g.progress("mutants", done, total) })
	if err != nil {
		return err
	}
	alive := collect.Pick(verdicts, func(v mutate.Verdict) (*mutate.Mutant, bool) { return v.Mutant, !v.Killed })
	hunter := mutate.NewSearcher(g.p.Program, alive, inputs, g.o.Seed)
	rounds := max(leastRounds, g.o.Calls/callsOfRound)
	for i, idle := 0, 0; i < rounds && idle < patience; i++ {
		g.progress("searching", i, rounds)
		found, err := hunter.Round(ctx, g.o.Calls/rounds)
		if err != nil {
			return err
		}
		idle++
		for _, f := range found {
			idle = 0
			if err := g.keep(f); err != nil {
				return err
			}
		}
	}
	result.Open = hunter.Surviving()
	result.Killed = result.Mutants - len(result.Open)
	return nil
}

func (g *generator) progress(what string, done, total int) {
	if g.o.Progress != nil {
		g.o.Progress(what, done, total)
	}
}

// keep adds a found call to the vectors.
func (g *generator) keep(found *mutate.KillingCall) error {
	comment := found.Mutants[0].ID + ": " + found.Mutants[0].What
	if n := len(found.Mutants) - 1; n > 0 {
		comment = fmt.Sprintf("%s, and %s", comment, plural.Of(n, "other"))
	}
	for _, f := range g.files {
		for i := range f.Groups {
			if group := &f.Groups[i]; group.Type == testvectors.FunctionTest && group.Name == found.Func.FullName() {
				return g.call(group, slices.Clone(found.Args), comment, testvectors.FoundBySearch)
			}
		}
	}
	for _, t := range g.p.Program.Transducers {
		if t.Step == found.Func {
			return g.keepStep(t, found.Args, comment)
		}
	}
	return nil
}

// keepStep adds a step of an algorithm from a loaded state, to the group with its parameters
// or a new one.
func (g *generator) keepStep(t *ir.Transducer, args []uint64, comment string) error {
	np, ns := t.Params.Leaves(), t.State.Leaves()
	for _, f := range g.files {
		if len(f.Groups) == 0 || f.Groups[0].Name != t.Name {
			continue
		}
		i := slices.IndexFunc(f.Groups, func(q testvectors.Group) bool { return slices.Equal(q.ParamValues, args[:np]) })
		if i < 0 {
			group := f.Groups[0]
			group.Comment, group.ParamValues, group.Sequences = "parameters found by search", slices.Clone(args[:np]), nil
			i, f.Groups = len(f.Groups), append(f.Groups, group)
		}
		conn, err := g.fw.Open(t.Name, slices.Clone(args[:np]))
		if err != nil {
			return err
		}
		if err := conn.Load(args[np : np+ns]); err != nil {
			return err
		}
		output, after, err := conn.Step(slices.Clone(args[np+ns:]))
		if err != nil {
			return err
		}
		f.Groups[i].Sequences = append(f.Groups[i].Sequences, testvectors.Sequence{
			Test:    testvectors.Test{Comment: title(comment), Flags: []string{testvectors.FoundBySearch}},
			Loaded:  true,
			Initial: slices.Clone(args[np : np+ns]),
			Steps:   [][]uint64{slices.Concat(args[np+ns:], output, after)},
		})
	}
	return nil
}
