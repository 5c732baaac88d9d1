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
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/ranges"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/nearest"
)

// folders are the folders of flags as packagesOf takes them: there is no need to begin
// them with ./.
func folders(dirs []string) []string {
	var list []string
	for _, d := range dirs {
		if !isFolder(d) {
			d = "." + string(filepath.Separator) + d
		}
		list = append(list, d)
	}
	return list
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
func listingOf(env cli.Env, p *codegen.Packages, cache bool) (*listing, error) {
	var depends []string
	for _, q := range p.Program.Packages {
		depends = append(depends, q.Path)
		for _, f := range q.Files {
			depends = append(depends, f.Name, f.SHA256)
		}
	}
	return kept(cache, "ranges", depends, func() (*listing, error) {
		bar := cli.NewProgress(env.Stderr, "analysing")
		defer bar.Done()
		return list(ranges.Watch(p.Program, bar.Update), p)
	})
}

// list lists the functions of packages whose source is not the binary's, and all failures.
func list(all *ranges.Report, p *codegen.Packages) (*listing, error) {
	r := all.Of(p.Own)
	l := &listing{Functions: map[string]string{}}
	var table, wide strings.Builder
	if err := r.WriteTable(&table); err != nil {
		return nil, err
	}
	for _, w := range r.Wide() {
		fmt.Fprintf(&wide, "%s: in %s: %s\n", w.Pos, w.Func.FullName(), w.Text)
	}
	l.Table, l.Wide = table.String(), wide.String()
	for _, q := range p.Program.Packages {
		for _, d := range q.Decls {
			if f, ok := d.(*ir.Func); ok {
				var b strings.Builder
				if err := all.Explain(&b, p.Source, f); err != nil {
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
	failures := all.Err()
	for _, f := range r.Runs {
		if !strings.HasPrefix(f.Pkg.Path, smartnic.Module+"/") {
			failures = errors.Join(failures, fmt.Errorf("%s: in %s: //ccgen:exhaustive is for the built-in packages, whose run is compiled with them; "+
				"declare ranges that intervals can show, or //ccgen:split", f.Pos, f.FullName()))
		}
	}
	if failures != nil {
		l.Failures = failures.Error()
	}
	return l, nil
}

func explainCommand() cli.Command {
	return cli.Command{
		Name:  "explain",
		Args:  packagesArgs + " FUNC...",
		Short: "print a function with the ranges known at each line and what shows that its arithmetic fits",
		Long: `FUNC is package.Function as ccgen ranges lists it, or the name of a generic function for
all its instances. docs/ranges.md describes the directives and what the words mean.

` + packagesLong + `

` + cacheLong,
		Examples: `ccgen explain fixedpoint.Log2
			ccgen explain bandit.learn
			ccgen explain ./mycc mycc.Step`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			dirs := f.StringArray("dir", nil, "analyse the packages in this folder, as a folder among the arguments (repeatable)")
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
Exit status 1 if any is not covered. Folders are packages to take instead of the built-in
ones; what they import from ccgen is analysed with them but not listed.

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
				p, err := codegen.Load(args)
				if err != nil {
					return err
				}
				l, err := listingOf(env, p, !*noCache)
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
