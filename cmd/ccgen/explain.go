package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/ranges"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/nearest"
)

// listing is what an analysis has to say. Its places are those of the program.
type listing struct {
	Table string
	Wide  []wide
	// Counts are the numbers of the table.
	Counts []countJSON
	// Functions are explained by their full names.
	Functions map[string]*ranges.Explanation
	// Failures are what it could not show.
	Failures []ranges.Problem
}

// wide is a 64-bit operation for which 32 bits would do.
type wide struct {
	Func string
	Pos  ir.Pos
	Text string
}

// err is the failures as the outcome of the check, nil if there are none.
func (l *listing) err(from *loaded) error {
	var lines []string
	for _, f := range l.Failures {
		f.Pos = from.named(f.Pos)
		lines = append(lines, f.Error())
	}
	if len(lines) == 0 {
		return nil
	}
	return cli.Failed(errors.New(strings.Join(lines, "\n")))
}

// listingOf analyses a program, unless the cache has that.
func listingOf(env cli.Env, from *loaded, cache bool) (*listing, error) {
	var depends []string
	for _, q := range from.program.Packages {
		for _, f := range q.Files {
			depends = append(depends, f.Name, f.SHA256)
		}
	}
	return kept(cache, "ranges", depends, func() (*listing, error) {
		bar := cli.NewProgress(env.Stderr, "analysing")
		defer bar.Done()
		return list(ranges.Watch(from.program, bar.Update), from.source)
	})
}

func list(r *ranges.Report, source fs.FS) (*listing, error) {
	l := &listing{Counts: []countJSON{}, Functions: map[string]*ranges.Explanation{}, Failures: r.Failures()}
	var table strings.Builder
	if err := r.WriteTable(&table); err != nil {
		return nil, err
	}
	l.Table = table.String()
	for _, w := range r.Wide() {
		l.Wide = append(l.Wide, wide{w.Func.FullName(), w.Pos, w.Text})
	}
	for _, q := range r.Program.Packages {
		for _, d := range q.Decls {
			if f, ok := d.(*ir.Func); ok {
				e, err := r.Explain(source, f)
				if err != nil {
					return nil, err
				}
				l.Functions[f.FullName()] = e
			}
		}
	}
	for _, c := range r.Counts() {
		l.Counts = append(l.Counts, countJSON{c.Func.FullName(), c.Sites, c.Interval, c.Exhaustive, c.Wrapping, c.Unproven, c.Wide})
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
			asJSON := f.Bool("json", false, "print the lines and what is known there as JSON")
			noCache := cacheFlag(f)
			return func(env cli.Env, args []string) error {
				if len(args) == 0 {
					return fmt.Errorf("explain: name a function, as in ccgen explain fixedpoint.Log2; ccgen ranges lists them")
				}
				from, err := loadProgram(*dirs)
				if err != nil {
					return err
				}
				var chosen []*ir.Func
				for _, name := range args {
					found := ranges.Find(from.program, name)
					if len(found) == 0 {
						return fmt.Errorf("explain: no function %.60q%s; ccgen ranges lists them", name, nearest.Hint(name, ranges.Names(from.program)))
					}
					chosen = append(chosen, found...)
				}
				l, err := listingOf(env, from, !*noCache)
				if err != nil {
					return err
				}
				var explained []explainedJSON
				for _, fn := range chosen {
					e := l.Functions[fn.FullName()]
					e.Pos = from.named(fn.Pos)
					if *asJSON {
						explained = append(explained, explainedJSON{e.Func, e.Pos.String(), e.Lines})
					} else if err := e.Write(env.Stdout); err != nil {
						return err
					}
				}
				if *asJSON {
					if err := env.JSON(explained); err != nil {
						return err
					}
				}
				return l.err(from)
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
			onlyWide := f.Bool("wide", false, "list the 64-bit operations for which 32 bits would do")
			asJSON := f.Bool("json", false, "print the counts, or with --wide the operations, as JSON")
			noCache := cacheFlag(f)
			return func(env cli.Env, args []string) error {
				from, err := loadProgram(args)
				if err != nil {
					return err
				}
				l, err := listingOf(env, from, !*noCache)
				if err != nil {
					return err
				}
				switch {
				case *onlyWide:
					err = writeWide(env, from, l.Wide, *asJSON)
				case *asJSON:
					err = env.JSON(l.Counts)
				default:
					_, err = io.WriteString(env.Stdout, l.Table)
				}
				if err != nil {
					return err
				}
				return l.err(from)
			}
		},
	}
}

// writeWide prints the operations for which 32 bits would do.
func writeWide(env cli.Env, from *loaded, list []wide, asJSON bool) error {
	var text strings.Builder
	places := []wideJSON{}
	for _, w := range list {
		pos := from.named(w.Pos).String()
		places = append(places, wideJSON{pos, w.Func, w.Text})
		fmt.Fprintf(&text, "%s: in %s: %s\n", pos, w.Func, w.Text)
	}
	if asJSON {
		return env.JSON(places)
	}
	_, err := io.WriteString(env.Stdout, text.String())
	return err
}

// explainedJSON is an explained function as JSON.
type explainedJSON struct {
	Func  string        `json:"func"`
	Pos   string        `json:"pos"`
	Lines []ranges.Line `json:"lines"`
}

// wideJSON is a wide operation as JSON.
type wideJSON struct {
	Pos  string `json:"pos"`
	Func string `json:"func"`
	Text string `json:"text"`
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
