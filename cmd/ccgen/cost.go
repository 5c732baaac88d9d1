package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/cost"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

func costCommand() cli.Command {
	return cli.Command{
		Name:  "cost",
		Args:  packagesArgs + " [HANDLER...]",
		Short: "show what each handler costs: operations, state, and cycles on a target",
		Long: `A handler is the step of an algorithm for one kind of event ("dolcerc4 cnp"), its init
("dolcerc4 init") or a function ("fixedpoint.Log2"). Means are over the vectors. With
handlers named, everything that is known of them is printed. docs/ports.md describes
the rules, the profiles and their limits.

` + packagesLong + ` Means
are then over random events of vectors that ccgen makes, or over --vectors.

` + cacheLong,
		Examples: `ccgen cost
			ccgen cost "dolcerc4 cnp learns"
			ccgen cost ./mycc "mycc ack"
			ccgen cost --profile dpa,mycore.json --json
			ccgen cost --table nicmodel/cost/table.json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			profiles := f.StringSlice("profile", cost.Profiles(), "target profiles: names of built-in ones, or files")
			vectors := f.StringSlice("vectors", nil, "files of vectors; the corpus if none (without dolcerc4-recommended.json)")
			asJSON := f.Bool("json", false, "print JSON")
			table := f.String("table", "", "write the table that the NIC model reads to this file; - is standard output")
			noCache := cacheFlag(f)
			return func(env cli.Env, args []string) error {
				p, handlerNames, err := packagesOf(args)
				if err != nil {
					return err
				}
				if err := builtInOnly(p, f, "table"); err != nil {
					return fmt.Errorf("cost: %w", err)
				}
				var ps []*cost.Profile
				for _, name := range *profiles {
					p, err := cost.LoadProfile(name)
					if err != nil {
						return err
					}
					ps = append(ps, p)
				}
				host, err := cost.LoadProfile("x86-64")
				if err != nil {
					return err
				}
				set, err := vectorSet(env, p, *vectors)
				if err != nil {
					return err
				}
				if err := knownHandlers(set, handlerNames); err != nil {
					return err
				}
				names := handlerNames
				if *table != "" {
					names = nil
				}
				results, err := measure(env, set, names, host, !*noCache)
				if err != nil {
					return err
				}
				t := cost.NewTable(cost.Command, results, ps)
				if *table != "" {
					return env.Write(*table, func(w io.Writer) error { return cost.WriteJSON(w, t) })
				}
				if len(handlerNames) > 0 {
					chosen := t.Handlers[:0:0]
					for _, name := range handlerNames {
						if _, err := t.Of(name, ps[0].Name); err != nil {
							return err
						}
						for i := range t.Handlers {
							if t.Handlers[i].Name == name {
								chosen = append(chosen, t.Handlers[i])
							}
						}
					}
					t.Handlers = chosen
				}
				if *asJSON {
					return cost.WriteJSON(env.Stdout, t)
				}
				if len(handlerNames) == 0 {
					return cost.WriteText(env.Stdout, t, ps)
				}
				for i := range t.Handlers {
					if i > 0 {
						fmt.Fprintln(env.Stdout)
					}
					if err := cost.WriteDetail(env.Stdout, &t.Handlers[i], ps); err != nil {
						return err
					}
				}
				return nil
			}
		},
	}
}

// vectorSet finds the handlers that the vectors exercise.
func vectorSet(env cli.Env, p *codegen.Packages, paths []string) (*cost.HandlerSet, error) {
	if p.BuiltIn() {
		files, err := cost.Vectors(paths)
		if err != nil {
			return nil, err
		}
		return cost.NewHandlerSet(p.Program, files)
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	files, err := vectorsOf(ctx, env, p, paths, false)
	if err != nil {
		return nil, err
	}
	return cost.NewHandlerSet(p.Program, files)
}

// knownHandlers refuses a name that no handler of the set has.
func knownHandlers(set *cost.HandlerSet, names []string) error {
	for _, name := range names {
		if set.Handler(name) == nil {
			known := collect.Of(set.Handlers, func(h *cost.Handler) string { return h.Name })
			return fmt.Errorf("cost: no handler %.60q%s; ccgen cost lists them", name, nearest.Hint(name, known))
		}
	}
	return nil
}

// measure evaluates the named handlers, or all of them if no names are given, unless the cache has the results.
func measure(env cli.Env, set *cost.HandlerSet, names []string, host *cost.Profile, cache bool) ([]cost.Result, error) {
	vectors := sha256.New()
	for _, q := range set.Program.Packages {
		for _, f := range q.Files {
			fmt.Fprintln(vectors, f.Name, f.SHA256)
		}
	}
	for _, f := range set.Files {
		if err := json.NewEncoder(vectors).Encode(f); err != nil {
			return nil, err
		}
	}
	return cached(cache, "cost", append([]string{string(vectors.Sum(nil))}, names...), func() ([]cost.Result, error) {
		bar := cli.NewProgress(env.Stderr, "evaluating")
		defer bar.Done()
		return cost.NewModel(set).Measure(host, names, bar.Update)
	})
}
