package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/backend/python"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/sys/interrupt"
	"smartnic-cc/internal/text/nearest"
	"smartnic-cc/internal/text/plural"
	"smartnic-cc/testvectors"
)

// pythonFlags are the flags of ccgen python.
type pythonFlags struct {
	out, lines    string
	check, asJSON bool
}

func (o *pythonFlags) flags(f *pflag.FlagSet) {
	f.StringVarP(&o.out, "output", "o", "", "file to write the module to; - is standard output")
	cli.OneOf(f, &o.lines, "lines", "none", "source lines behind statements: none or comments", "none", "comments")
	f.BoolVar(&o.check, "check", false, "run the vectors on the module")
	f.BoolVar(&o.asJSON, "json", false, "with --check: print what was run, and the first difference, as JSON")
}

func pythonCommand() cli.Command {
	return cli.Command{
		Name:  "python",
		Args:  packagesArgs + " ALGORITHM [VECTORS...]",
		Short: "write an algorithm as a module of pure Python, the golden model of a bench",
		Long: `ALGORITHM is dcqcn, dolcerc (4 arms), another of the firmware's transducers, or a package
(fixedpoint) for all that it exports. The module needs Python 3.10 and nothing else
(docs/vectors.md); it answers the line protocol too, as a port does.

` + packagesLong + ` ALGORITHM
is then one of theirs; a single one need not be named.

--check runs every vector on the module with python3 and compares outputs and whole states.
Without VECTORS the corpus that ccgen carries is run, or what ccgen vectors makes of
packages of your own. Exit status 1 means that the module differs from a vector. ccgen
check FILE says whether a module is what its command would make today.`,
		Examples: `ccgen python dcqcn -o dcqcn.py
			ccgen python dolcerc --check
			ccgen python dolcercplus --lines comments -o dolcercplus.py
			ccgen python dcqcn --check dcqcn-paper.json
			ccgen python ./mycc -o mycc.py
			ccgen python fixedpoint -o - | less`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var o pythonFlags
			o.flags(f)
			return func(env cli.Env, args []string) error { return o.run(env, args) }
		},
	}
}

// module makes the module that the flags and arguments name, and returns the arguments that are vectors.
func (o *pythonFlags) module(args []string) (p *codegen.Packages, m *python.Module, vectors []string, err error) {
	p, words, err := packagesOf(args)
	if err != nil {
		return nil, nil, nil, err
	}
	name, vectors, err := modelOf(p, "python", words)
	if err != nil {
		return nil, nil, nil, err
	}
	command := []string{"python", name}
	if o.lines != "none" {
		command = append(command, "--lines", o.lines)
	}
	m, err = python.NewModule(p.Program, python.Options{Name: name, Command: commandLine(p, command...), Lines: o.lines == "comments"})
	if err != nil {
		return nil, nil, nil, fmt.Errorf("python: %w", err)
	}
	return p, m, vectors, nil
}

// modelOf returns the algorithm or package that the first of words names, and the other words.
func modelOf(p *codegen.Packages, command string, words []string) (name string, rest []string, err error) {
	if len(words) > 0 {
		if p.BuiltIn() {
			if name, err := p4.Resolve(p.Program, words[0]); err == nil {
				return name, words[1:], nil
			}
		}
		all := printer.Names(p.Program)
		if slices.Contains(all, words[0]) {
			return words[0], words[1:], nil
		}
		if p.BuiltIn() {
			return "", nil, fmt.Errorf("%s: unknown algorithm %.40q%s; one of %s", command, words[0], nearest.Hint(words[0], all), strings.Join(all, ", "))
		}
	}
	return algorithmOf(p, command, words)
}

func (o *pythonFlags) run(env cli.Env, args []string) error {
	p, m, vectors, err := o.module(args)
	switch {
	case err != nil:
		return err
	case o.out == "" && !o.check:
		return errors.New("python: -o is missing; name the file to write, or - for standard output")
	case len(vectors) > 0 && !o.check:
		return fmt.Errorf("python: unexpected argument %q; vectors are run with --check", vectors[0])
	case o.asJSON && !o.check:
		return errors.New("python: --json goes with --check")
	case o.asJSON && o.out == "-":
		return errors.New("python: --json and -o - both want standard output; write the module to a file")
	}
	if o.check {
		// Checked first: what fails is not written.
		if err := o.verify(env, p, m, vectors); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	return write(env, o.out, m.Text)
}

// verify runs the vectors on the module.
func (o *pythonFlags) verify(env cli.Env, p *codegen.Packages, m *python.Module, paths []string) error {
	report := env.Stdout
	if o.out == "-" {
		report = env.Stderr // the module goes to standard output
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	files, err := vectorsOf(ctx, env, p, paths, true)
	if err != nil {
		return err
	}
	got, err := m.Check(ctx, files)
	if err != nil {
		return fmt.Errorf("python: %w", err)
	}
	switch {
	case o.asJSON:
		err = env.JSON(pythonResult{m.Name, got.Python, got.Files, got.Tests, got.Steps, got.CPU.Seconds(), got.Report == nil, got.Report})
	case got.Report != nil:
		err = got.Report.Write(report)
	default:
		_, err = fmt.Fprintf(report, "%s on %s: %s of %s, %s, bit-exact; %d steps a CPU second\n", m.Name, got.Python,
			plural.Of(got.Tests, "test"), plural.Of(got.Files, "file"), plural.Of(got.Steps, "step"), got.Rate())
	}
	if err == nil && got.Report != nil {
		err = cli.Failed(fmt.Errorf("python: %s differs from the vectors", m.Name))
	}
	return err
}

// pythonResult is what --json prints.
type pythonResult struct {
	Name   string              `json:"name"`
	Python string              `json:"python"`
	Files  int                 `json:"files"`
	Tests  int                 `json:"tests"`
	Steps  int                 `json:"steps"`
	CPU    float64             `json:"cpuSeconds"`
	Exact  bool                `json:"exact"`
	Report *testvectors.Report `json:"report,omitempty"`
}
