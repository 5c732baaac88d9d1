package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/pflag"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/ranges"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/nearest"
)

// loadProgram loads the packages in folders, the embedded ones if none are named, and where
// their source is.
func loadProgram(dirs []string) (*ir.Program, fs.FS, error) {
	if len(dirs) == 0 {
		p, err := codegen.Firmware()
		return p, smartnic.Source, err
	}
	fsys, module, rel, err := locate(dirs)
	if err != nil {
		return nil, nil, err
	}
	p, err := frontend.Load(fsys, module, rel, frontend.Options{Limit: 1})
	return p, fsys, err
}

// listing is what an analysis has to say.
type listing struct {
	Table string
	Wide  string
	// Counts are the numbers of the table.
	Counts []countJSON
	// Functions are the explained functions by their full names.
	Functions map[string]string
	// Failures is what it could not show, "" for nothing.
	Failures string
}

func (l *listing) err() error {
	if l.Failures != "" {
		return cli.Failed(errors.New(l.Failures))
	}
	return nil
}

// listingOf analyses a program, unless the cache has that.
func listingOf(env cli.Env, p *ir.Program, source fs.FS, cache bool) (*listing, error) {
	var depends []string
	for _, q := range p.Packages {
		for _, f := range q.Files {
			depends = append(depends, f.Name, f.SHA256)
		}
	}
	return kept(cache, "ranges", depends, func() (*listing, error) {
		bar := cli.NewProgress(env.Stderr, "analysing")
		defer bar.Done()
		return list(ranges.Watch(p, bar.Update), source)
	})
}

func list(r *ranges.Report, source fs.FS) (*listing, error) {
	l := &listing{Functions: map[string]string{}}
	var table, wide strings.Builder
	if err := r.WriteTable(&table); err != nil {
		return nil, err
	}
	for _, w := range r.Wide() {
		fmt.Fprintf(&wide, "%s: in %s: %s\n", w.Pos, w.Func.FullName(), w.Text)
	}
	l.Table, l.Wide = table.String(), wide.String()
	for _, q := range r.Program.Packages {
		for _, d := range q.Decls {
			if f, ok := d.(*ir.Func); ok {
				var b strings.Builder
				if err := r.Explain(&b, source, f); err != nil {
					return nil, err
				}
				l.Functions[f.FullName()] = b.String()
			}
		}
	}
	l.Counts = []countJSON{}
	for _, c := range r.Counts() {
		l.Counts = append(l.Counts, countJSON{c.Func.FullName(), c.Sites, c.Interval, c.Exhaustive, c.Wrapping, c.Unproven, c.Wide})
	}
	if err := r.Err(); err != nil {
		l.Failures = err.Error()
	}
	return l, nil
}

func explainCommand() cli.Command {
	return cli.Command{
		Name:  "explain",
		Args:  "FUNC...",
		Short: "print a function with the ranges known at each line and what shows that its arithmetic fits",
		Long: `FUNC is package.Function as ccgen ranges lists it, or the name of a generic function for
all its instances. docs/ranges.md describes the directives and what the words mean.

` + cacheLong,
		Examples: `ccgen explain fixedpoint.Log2
			ccgen explain bandit.learn`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			dirs := f.StringArray("dir", nil, "analyse the packages in this folder instead of the embedded ones (repeatable)")
			noCache := cacheFlag(f)
			return func(env cli.Env, args []string) error {
				if len(args) == 0 {
					return fmt.Errorf("explain: name a function, as in ccgen explain fixedpoint.Log2; ccgen ranges lists them")
				}
				p, source, err := loadProgram(*dirs)
				if err != nil {
					return err
				}
				var chosen []*ir.Func
				for _, name := range args {
					found := ranges.Find(p, name)
					if len(found) == 0 {
						return fmt.Errorf("explain: no function %.60q%s; ccgen ranges lists them", name, nearest.Hint(name, ranges.Names(p)))
					}
					chosen = append(chosen, found...)
				}
				l, err := listingOf(env, p, source, !*noCache)
				if err != nil {
					return err
				}
				for _, fn := range chosen {
					if _, err := io.WriteString(env.Stdout, l.Functions[fn.FullName()]); err != nil {
						return err
					}
				}
				return l.err()
			}
		},
	}
}

func rangesCommand() cli.Command {
	return cli.Command{
		Name:  "ranges",
		Args:  "[DIR...]",
		Short: "show that the arithmetic of the firmware fits, and by what",
		Long: `Prints for each function how many additions, multiplications, shifts, conversions,
indices and declared ranges it has and what covers each: the ranges, a run over all
arguments (go run ./codegen/ranges/exhaustive), or a line that is written as wrapping.
Exit status 1 if any is not covered.

` + cacheLong,
		Examples: `ccgen ranges
			ccgen ranges --wide
			ccgen ranges ./mycc`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			wide := f.Bool("wide", false, "list the 64-bit operations for which 32 bits would do")
			asJSON := f.Bool("json", false, "print the counts as JSON")
			noCache := cacheFlag(f)
			return func(env cli.Env, args []string) error {
				if *wide && *asJSON {
					return fmt.Errorf("ranges: --json does not go with --wide")
				}
				p, source, err := loadProgram(args)
				if err != nil {
					return err
				}
				l, err := listingOf(env, p, source, !*noCache)
				if err != nil {
					return err
				}
				if *asJSON {
					if err := env.JSON(l.Counts); err != nil {
						return err
					}
					return l.err()
				}
				text := l.Table
				if *wide {
					text = l.Wide
				}
				if _, err := io.WriteString(env.Stdout, text); err != nil {
					return err
				}
				return l.err()
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
