package vectors

import (
	"context"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/mutate"
	"smartnic-cc/testvectors"
)

const (
	// rounds is how often the search begins again with what it found before.
	rounds = 3
	// mostCalls is how many calls the search tries for one fault in a round.
	mostCalls = 20_000
)

// search adds calls that show planted faults which no vector shows, and counts the faults.
func (g *generator) search(ctx context.Context, result *Result) error {
	mutants := mutate.ListFuncs(g.p.Program, g.p.Functions())
	result.Mutants = len(mutants)
	alive := mutants
	for range rounds {
		for _, f := range g.files {
			f.Renumber()
		}
		corpus, err := mutate.NewCorpus(g.p.Program, g.files)
		if err != nil {
			return err
		}
		verdicts, err := corpus.Run(ctx, alive, func(done, total int) { g.progress("mutants", done, total) })
		if err != nil {
			return err
		}
		alive = nil
		for _, v := range verdicts {
			if !v.Killed {
				alive = append(alive, v.Mutant)
			}
		}
		hunter := mutate.NewHunter(corpus, g.o.Seed)
		var found []*mutate.Found
		left := alive[:0:0]
		calls := min(g.o.Calls/rounds/max(len(alive), 1), mostCalls)
		for i, m := range alive {
			g.progress("searching", i, len(alive))
			f := hunter.Tells(m, found)
			if f == nil {
				f = hunter.Hunt(ctx, m, calls)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if f == nil {
				left = append(left, m)
				continue
			}
			found = append(found, f)
		}
		alive = left
		for _, f := range found {
			if err := g.keep(f); err != nil {
				return err
			}
		}
		if len(found) == 0 {
			break
		}
	}
	result.Killed = result.Mutants - len(alive)
	return nil
}

func (g *generator) progress(what string, done, total int) {
	if g.o.Progress != nil {
		g.o.Progress(what, done, total)
	}
}

// keep adds a call that was found to the vectors.
func (g *generator) keep(found *mutate.Found) error {
	comment := found.Mutant.ID + ": " + found.Mutant.What
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
