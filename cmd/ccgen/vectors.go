package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/testvectors"
)

// form is a format of vectors.
type form struct {
	name, ext string
	write     func(io.Writer, *testvectors.File) error
}

// forms are all of them.
var forms = []form{
	{"json", ".json", func(w io.Writer, f *testvectors.File) error {
		b, err := f.Encode()
		if err == nil {
			_, err = w.Write(b)
		}
		return err
	}},
	{"text", ".txt", testvectors.WriteText},
	{"c", ".h", testvectors.WriteCTable},
}

func vectorsCommand() cli.Command {
	return cli.Command{
		Name:  "vectors",
		Args:  packagesArgs + " [VECTORS...]",
		Short: "write the golden vectors: JSON, plain text, C tables",
		Long: `Without an argument it is the corpus, with the answers of the Go reference; with another
--seed than the corpus has, vectors of the built-in packages made of their source. With files,
those are converted. The forms are described in docs/vectors.md.

` + packagesLong + ` Their
vectors are made from the declared ranges: ends one at a time, random events with the
timers when they are due, and what a search finds for planted faults that these do not
show. The share of the faults that are shown is printed. With folders and files the search
begins with the vectors of the files and goes for the faults that they do not show; what it
finds is written into NAME-found.json.`,
		Examples: `ccgen vectors -o vectors
			ccgen vectors --form json,text,c -o vectors
			ccgen vectors ./mycc -o vectors
			ccgen vectors ./mycc runs.json -o more
			ccgen vectors --form text -o - dcqcn.json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			out := f.StringP("output", "o", "", "folder to write into; - writes one file to standard output")
			form := f.StringSlice("form", []string{"json"}, "forms to write: json, text, c")
			seed, effort := new(uint64), new(float64)
			cli.Number(f, seed, "seed", vectors.DefaultSeed, cli.Range[uint64]{Max: math.MaxUint64}, "seed of the random cases")
			cli.Number(f, effort, "effort", vectors.DefaultCalls/1e6, cli.Range[float64]{Max: 1e6, Unit: "M"}, "of vectors made of the source: million calls that the search for faults may make; 0 is no search")
			return func(env cli.Env, args []string) error {
				if *out == "" {
					return fmt.Errorf("vectors: -o is missing; name the folder to write into, or - for standard output")
				}
				for _, name := range *form {
					if !slices.Contains(formNames(), name) {
						return fmt.Errorf("vectors: unknown form %q%s; there are json, text and c", name, nearest.Hint(name, formNames()))
					}
				}
				if folders, _ := foldersOf(args); f.Changed("effort") && len(folders) == 0 && (len(args) > 0 || *seed == vectors.DefaultSeed) {
					return errors.New("vectors: --effort is for vectors made of the source; name a folder or another --seed, or leave it out")
				}
				files, summary, err := vectorFiles(env, args, vectors.Options{Seed: *seed, Calls: int(*effort * 1e6)})
				if err != nil {
					return err
				}
				if *out == atomicfile.Stdout {
					if len(files) != 1 || len(*form) != 1 {
						return fmt.Errorf("vectors: -o - takes one file in one form; these are %d files in %d", len(files), len(*form))
					}
					return writeForms(*form, files, func(_ string, write func(io.Writer) error) error { return env.Write(*out, write) })
				}
				folder, err := atomicfile.NewFolder(*out)
				if err != nil {
					return err
				}
				defer folder.Abort()
				if err := writeForms(*form, files, folder.Fill); err != nil {
					return err
				}
				if err := folder.Commit(); err != nil {
					return err
				}
				_, err = io.WriteString(env.Stdout, summary)
				return err
			}
		},
	}
}

// vectorFiles reads the named files; no two may have the same base name, since the outputs are named after it. For
// folders it makes the vectors of their packages, with a summary line. Without names it returns the corpus or, with a
// seed of the user's, vectors of the built-in packages. For folders and files it makes what the files lack.
func vectorFiles(env cli.Env, args []string, o vectors.Options) (files []*testvectors.File, summary string, err error) {
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	folders, paths := foldersOf(args)
	switch {
	case len(args) == 0 && o.Seed == vectors.DefaultSeed:
		if files, err = testvectors.Corpus(); err == nil {
			files, err = vectors.Corpus(ctx, files, o)
		}
		return files, "", err
	case len(args) > 0 && len(folders) == 0:
		files, err = namedFiles(paths)
		return files, "", err
	}
	p, err := codegen.Load(folders)
	if err != nil {
		return nil, "", err
	}
	if len(paths) > 0 {
		if o.Calls == 0 {
			return nil, "", fmt.Errorf("vectors: --effort 0 is no search, and %s and other files are what a search begins with; leave one out", paths[0])
		}
		if o.Begin, err = vectors.Load(ctx, p, paths, o); err != nil {
			return nil, "", err
		}
	}
	bar := cli.NewStages(env.Stderr)
	o.Progress = bar.Update
	r, err := vectors.Generate(ctx, p, o)
	bar.Done()
	if err != nil {
		return nil, "", err
	}
	tests := collect.Sum(r.Files, func(f *testvectors.File) int { return f.Tests() })
	made := fmt.Sprintf("%s in %s", plural.Of(tests, "test"), plural.Of(len(r.Files), "file"))
	if o.Calls == 0 {
		return r.Files, made + "\n", nil
	}
	if len(o.Begin) > 0 {
		made += " and those of " + plural.Of(len(paths), "named file")
	}
	summary = fmt.Sprintf("%s show %d of %s (%.1f %%)\n", made, r.Killed, plural.Of(r.Mutants, "planted fault"), 100*float64(r.Killed)/float64(max(r.Mutants, 1)))
	return r.Files, summary, nil
}

// namedFiles reads files, of which no two may have the same base name.
func namedFiles(paths []string) ([]*testvectors.File, error) {
	have := map[string]string{}
	for _, path := range paths {
		name := baseName(path)
		if other, ok := have[name]; ok {
			return nil, fmt.Errorf("vectors: %s and %s have one name; write them into two folders", other, path)
		}
		have[name] = path
	}
	return testvectors.Load(paths)
}

// baseName returns the name of a file's outputs without the suffix of their format.
func baseName(path string) string {
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".gz"), ".json")
}

func formNames() []string { return collect.Of(forms, func(f form) string { return f.name }) }

// writeForms writes each file in each of the named formats.
func writeForms(names []string, files []*testvectors.File, output func(name string, write func(io.Writer) error) error) error {
	for _, f := range files {
		for _, form := range forms {
			if !slices.Contains(names, form.name) {
				continue
			}
			name := baseName(f.Name) + form.ext
			if err := output(name, func(w io.Writer) error { return form.write(w, f) }); err != nil {
				return err
			}
		}
	}
	return nil
}
