package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/interrupt"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/generate"
	"smartnic-cc/testvectors/transducer"
)

// searched is how many calls the search for faults that no vector shows tries, as in ccgen.
const searched = 1_000_000

// vectors reads the vectors that are named. If none are it is the corpus of the built-in packages,
// and for a folder what ccgen vectors makes of it.
func (v *verified) vectors(env cli.Env, paths []string) ([]*testvectors.File, error) {
	if len(paths) > 0 || v.packages.BuiltIn() {
		return testvectors.Load(paths)
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	var bar *cli.Progress
	stage := ""
	end := func() {
		if bar != nil {
			bar.Done()
		}
	}
	r, err := vectors.Generate(ctx, v.packages, vectors.Options{Seed: generate.Seed, Calls: searched, Progress: func(what string, done, total int) {
		if what != stage {
			end()
			stage, bar = what, cli.NewProgress(env.Stderr, what)
		}
		bar.Update(done, total)
	}})
	end()
	if err != nil {
		return nil, err
	}
	return r.Files, nil
}

// check refuses vectors of what the packages do not have, or have with other fields: those of an
// older source.
func (v *verified) check(files []*testvectors.File) error {
	catalog := v.packages.Catalog()
	whose, remedy := "the built-in packages do not have; name its folder, as in --algo ./mycc", "take the corpus of this version"
	if !v.packages.BuiltIn() {
		folder := strings.Join(v.packages.Folders, ", ")
		whose, remedy = folder+" does not have; name the folder of its algorithm, or take its vectors", "make them again with ccgen vectors "+folder
	}
	for _, f := range files {
		for i := range f.Groups {
			g := &f.Groups[i]
			same := true
			var err error
			if g.Type == testvectors.SequenceTest {
				var a *transducer.Algorithm
				if a, err = catalog.Algorithm(g.Name); err == nil {
					same = slices.Equal(a.Params, g.Params) && slices.Equal(a.Event, g.Event) && slices.Equal(a.Output, g.Output) && slices.Equal(a.State, g.State)
				}
			} else {
				var fn *transducer.Func
				if fn, err = catalog.Func(g.Name); err == nil {
					same = slices.EqualFunc(fn.Args, g.Args, sameType) && slices.EqualFunc(fn.Results, g.Results, sameType)
				}
			}
			switch {
			case err != nil:
				return fmt.Errorf("%s: vectors of %.60s, which %s", f.Name, g.Name, whose)
			case !same:
				return fmt.Errorf("%s: the vectors of %.60s have other fields than its source; %s", f.Name, g.Name, remedy)
			}
		}
	}
	return nil
}

// sameType compares two values of calls; the names of results differ with who lists them.
func sameType(a, b transducer.Leaf) bool {
	a.Name, b.Name = "", ""
	return a == b
}
