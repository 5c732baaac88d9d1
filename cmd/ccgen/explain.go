package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// folders returns flags' folders in the form that packagesOf takes: here they need not begin with ./.
func folders(dirs []string) []string {
	return collect.Of(dirs, func(d string) string {
		if !isFolder(d) {
			d = "." + string(filepath.Separator) + d
		}
		return d
	})
}

// listing is the result of an analysis. Its places are those of the program.
type listing struct {
	Table string
	Wide  []wide
	// Counts are the numbers of the table.
	Counts []countJSON
	// Functions are explained by their full names.
	Functions map[string]*ranges.Explanation
	// Failures are what could not be proven.
	Failures []ranges.Problem
}

// wide is a 64-bit operation for which 32 bits suffice.
type wide struct {
	Func string
	Pos  ir.Pos
	Text string
}

// err returns the failures as one error, nil if nothing failed.
func (l *listing) err(p *codegen.Packages) error {
	var lines []string
	for _, f := range l.Failures {
		f.Pos = p.Place(f.Pos)
		lines = append(lines, f.Error())
	}
	if len(lines) == 0 {
		return nil
	}
	return cli.CheckFailed(errors.New(strings.Join(lines, "\n")))
}

// listingOf analyses a program, unless the cache has the result.
func listingOf(env cli.Env, p *codegen.Packages, cache bool) (*listing, error) {
	var depends []string
	for _, q := range p.Program.Packages {
		depends = append(depends, q.Path)
		for _, f := range q.Files {
			depends = append(depends, f.Name, f.SHA256)
		}
	}
	return cached(cache, "ranges", depends, func() (*listing, error) {
		bar := cli.NewProgress(env.Stderr, "analysing")
		defer bar.Done()
		return list(ranges.AnalyseWithProgress(p.Program, bar.Update), p)
	})
}

// list lists the functions of packages whose source is not the binary's, and all failures.
func list(all *ranges.Report, p *codegen.Packages) (*listing, error) {
	r := all.Of(p.Own)
	l := &listing{Functions: map[string]*ranges.Explanation{}, Failures: all.Failures()}
	var table strings.Builder
	if err := r.WriteTable(&table); err != nil {
		return nil, err
	}
	l.Table = table.String()
	l.Wide = collect.Of(r.Wide(), func(w ranges.Wide) wide { return wide{w.Func.FullName(), w.Pos, w.Text} })
	for _, q := range p.Program.Packages {
		for _, d := range q.Decls {
			if f, ok := d.(*ir.Func); ok {
				e, err := all.Explain(p.Source, f)
				if err != nil {
					return nil, err
				}
				l.Functions[f.FullName()] = e
			}
		}
	}
	l.Counts = collect.Of(r.Counts(), func(c ranges.Count) countJSON {
		return countJSON{c.Func.FullName(), c.Sites, c.Interval, c.Exhaustive, c.Wrapping, c.Unproven, c.Wide}
	})
	for _, f := range r.Runs {
		if !strings.HasPrefix(f.Pkg.Path, smartnic.Module+"/") {
			l.Failures = append(l.Failures, ranges.Problem{Pos: f.Pos, Msg: fmt.Sprintf("in %s: //ccgen:exhaustive is for the built-in packages, whose run is compiled with them; "+
				"declare ranges that intervals can show, or //ccgen:split", f.FullName())})
		}
	}
	return l, nil
}

func explainCommand() cli.Command {
	return cli.Command{
		Name:  "explain",
		Args:  packagesArgs + " FUNC...",
		Short: "print a function with the ranges known at each line and what shows that its arithmetic fits",
		Long: `FUNC is package.Function as ccgen ranges lists it, or the name of a generic function for
all its instances. docs/proof.md describes the directives and what the words mean.

` + packagesLong + `

` + cacheLong,
		Examples: `ccgen explain fixedpoint.Log2
			ccgen explain bandit.learn
			ccgen explain ./mycc mycc.Step`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			dirs := f.StringArray("dir", nil, "analyse the packages in this folder, as a folder among the arguments (repeatable)")
			asJSON := f.Bool("json", false, "print the lines and what is known there as JSON")
			noCache := cacheFlag(f)
			return func(env cli.Env, args []string) error {
				p, names, err := packagesOf(append(folders(*dirs), args...))
				if err != nil {
					return err
				}
				if len(names) == 0 {
					return fmt.Errorf("explain: name a function, as in ccgen explain fixedpoint.Log2; ccgen ranges lists them")
				}
				var chosen []*ir.Func
				for _, name := range names {
					found := ranges.Find(p.Program, name)
					if len(found) == 0 {
						return fmt.Errorf("explain: no function %.60q%s; ccgen ranges lists them", name, nearest.Hint(name, ranges.Names(p.Program)))
					}
					chosen = append(chosen, found...)
				}
				l, err := listingOf(env, p, !*noCache)
				if err != nil {
					return err
				}
				var explained []explainedJSON
				for _, fn := range chosen {
					e := l.Functions[fn.FullName()]
					e.Pos = p.Place(fn.Pos)
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
				return l.err(p)
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
arguments (docs/proof.md), or a line that is written as wrapping.
Exit status 1 if any is not covered. Folders are packages to take instead of the built-in
ones; what they import from ccgen is analysed with them but not listed.

` + cacheLong,
		Examples: `ccgen ranges
			ccgen ranges --wide
			ccgen ranges ./mycc`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			onlyWide := f.Bool("wide", false, "list the 64-bit operations for which 32 bits would do")
			asJSON := f.Bool("json", false, "print the counts, or with --wide the operations, as JSON")
			noCache := cacheFlag(f)
			return func(env cli.Env, args []string) error {
				p, err := codegen.Load(args)
				if err != nil {
					return err
				}
				l, err := listingOf(env, p, !*noCache)
				if err != nil {
					return err
				}
				switch {
				case *onlyWide:
					err = writeWide(env, p, l.Wide, *asJSON)
				case *asJSON:
					err = env.JSON(l.Counts)
				default:
					_, err = io.WriteString(env.Stdout, l.Table)
				}
				if err != nil {
					return err
				}
				return l.err(p)
			}
		},
	}
}

// writeWide prints the operations for which 32 bits suffice.
func writeWide(env cli.Env, p *codegen.Packages, list []wide, asJSON bool) error {
	var text strings.Builder
	places := []wideJSON{}
	for _, w := range list {
		pos := p.Place(w.Pos).String()
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
