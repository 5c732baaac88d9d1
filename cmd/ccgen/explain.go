package main

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/spf13/pflag"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/ranges"
	"smartnic-cc/internal/cli"
)

// firmwareRanges analyses the embedded firmware once.
var firmwareRanges = sync.OnceValues(func() (*ranges.Report, error) {
	p, err := codegen.Firmware()
	if err != nil {
		return nil, err
	}
	return ranges.Analyse(p), nil
})

// rangesOf analyses the packages in folders, the embedded ones if none are named.
func rangesOf(dirs []string) (*ranges.Report, fs.FS, error) {
	if len(dirs) == 0 {
		r, err := firmwareRanges()
		return r, smartnic.Source, err
	}
	fsys, module, rel, err := locate(dirs)
	if err != nil {
		return nil, nil, err
	}
	var p *ir.Program
	if p, err = frontend.Load(fsys, module, rel, frontend.Options{Limit: 1}); err != nil {
		return nil, nil, err
	}
	return ranges.Analyse(p), fsys, nil
}

func explainCommand() cli.Command {
	return cli.Command{
		Name:  "explain",
		Args:  "FUNC...",
		Short: "print a function with the ranges known at each line and what shows that its arithmetic fits",
		Long: `FUNC is package.Function as ccgen ranges lists it, or the name of a generic function for
all its instances. docs/ranges.md describes the directives and what the words mean.`,
		Examples: `ccgen explain fixedpoint.Log2
			ccgen explain bandit.learn`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			dirs := f.StringArray("dir", nil, "analyse the packages in this folder instead of the embedded ones (repeatable)")
			return func(env cli.Env, args []string) error {
				if len(args) == 0 {
					return fmt.Errorf("explain: name a function, as in ccgen explain fixedpoint.Log2; ccgen ranges lists them")
				}
				r, source, err := rangesOf(*dirs)
				if err != nil {
					return err
				}
				for _, name := range args {
					found := r.Find(name)
					if len(found) == 0 {
						return fmt.Errorf("explain: no function %.60q; ccgen ranges lists them", name)
					}
					for _, fn := range found {
						if err := r.Explain(env.Stdout, source, fn); err != nil {
							return err
						}
					}
				}
				return failures(r)
			}
		},
	}
}

// failures tells what the analysis could not show.
func failures(r *ranges.Report) error {
	if err := r.Err(); err != nil {
		return cli.Failed(err)
	}
	return nil
}

func rangesCommand() cli.Command {
	return cli.Command{
		Name:  "ranges",
		Args:  "[DIR...]",
		Short: "show that the arithmetic of the firmware fits, and by what",
		Long: `Prints for each function how many additions, multiplications, shifts, conversions,
indices and declared ranges it has and what covers each: the ranges, a run over all
arguments (go run ./codegen/ranges/exhaustive), or a line that is written as wrapping.
Exit status 1 if any is not covered.`,
		Examples: `ccgen ranges
			ccgen ranges --wide
			ccgen ranges ./mycc`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			wide := f.Bool("wide", false, "list the 64-bit operations for which 32 bits would do")
			asJSON := f.Bool("json", false, "print the counts as JSON")
			return func(env cli.Env, args []string) error {
				if *wide && *asJSON {
					return fmt.Errorf("ranges: --json does not go with --wide")
				}
				r, _, err := rangesOf(args)
				if err != nil {
					return err
				}
				if *wide {
					for _, w := range r.Wide() {
						fmt.Fprintf(env.Stdout, "%s: in %s: %s\n", w.Pos, w.Func.FullName(), w.Text)
					}
					return failures(r)
				}
				if *asJSON {
					list := []countJSON{}
					for _, c := range r.Counts() {
						list = append(list, countJSON{c.Func.FullName(), c.Sites, c.Interval, c.Exhaustive, c.Wrapping, c.Unproven, c.Wide})
					}
					if err := env.JSON(list); err != nil {
						return err
					}
					return failures(r)
				}
				if err := r.WriteTable(env.Stdout); err != nil {
					return err
				}
				return failures(r)
			}
		},
	}
}

// countJSON is a line of the table of ranges as JSON.
type countJSON struct {
	Func       string `json:"func"`
	Sites      int    `json:"sites"`
	Interval   int    `json:"interval"`
	Exhaustive int    `json:"exhaustive"`
	Wrapping   int    `json:"wrapping"`
	Unproven   int    `json:"unproven"`
	Wide       int    `json:"wide"`
}
