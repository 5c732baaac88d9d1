package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/sys/interrupt"
	"smartnic-cc/internal/text/plural"
)

// p4Flags are the flags of ccgen p4.
type p4Flags struct {
	profileFlags
	out, params, target, lines, check, frame string
	connections                              int
}

func p4Command() cli.Command {
	return cli.Command{
		Name:  "p4",
		Args:  packagesArgs + " ALGORITHM [VECTORS...]",
		Short: "write an algorithm as a P4_16 program for v1model, one packet an event",
		Long: `ALGORITHM is dcqcn, dolcerc (4 arms), dolcercplus (4 arms) or another of the firmware's
transducers. docs/ports.md has the packets. Parameters are registers that a packet sets, or
constants of a profile (--profile).

` + packagesLong + ` ALGORITHM
is then one of theirs; a single one need not be named.

--check compiles the program with p4c and sends the packets of every vector sequence
through simple_switch, where they are installed; --check=builtin reads the text back with
ccgen's own reader. Without VECTORS the corpus that ccgen carries is run, or
what ccgen vectors makes of packages of your own. All that p4c
says is shown. Exit status 1 means that the program differs from a vector, that p4c or
simple_switch fails on it, or that the target lacks an operation: each place of the source
is then listed.

--frame makes a whole pipeline: FILE is a P4 program for v1model as a template, written by hand, in which
the packages' algorithms stand as kernels; docs/ports.md says how. Its parser, tables and registers are the
template's, and --check=builtin reads the program, but has no vectors for it.`,
		Examples: `ccgen p4 dcqcn -o dcqcn.p4
			ccgen p4 dolcerc --profile connectx --line-rate 200G -o dolcerc.p4
			ccgen p4 dcqcn --profile ./nic.toml --set ai_rate=50 -o dcqcn.p4
			ccgen p4 dolcercplus --check=builtin
			ccgen p4 ./mycc -o mycc.p4
			ccgen p4 dcqcn --target no-mul -o -
			ccgen p4 --frame switch.p4.tmpl ./mark ./pace -o switch.p4`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var o p4Flags
			f.StringVarP(&o.out, "output", "o", "", "file to write the program to; - is standard output")
			cli.OneOf(f, &o.params, "params", "", "where the parameters are: register or constant (register, or constant with --profile)", "register", "constant")
			o.flags(f, "profile whose parameters are constants of the program: paper, and for dcqcn and dolcerc those of ccgen c and files")
			cli.Number(f, &o.connections, "connections", p4.DefaultConnections, cli.Range[int]{Least: 1, Most: 65536}, "connections that the registers hold, 1 to 65536")
			cli.OneOf(f, &o.target, "target", "v1model", "v1model, or no-mul: a pipeline that cannot multiply by a variable", "v1model", "no-mul")
			cli.OneOf(f, &o.lines, "lines", "none", "source lines behind statements: none or comments", "none", "comments")
			cli.OneOf(f, &o.check, "check", "", "run the vectors: with p4c and simple_switch (bmv2), or with ccgen's own reader (builtin)", "bmv2", "builtin")
			f.Lookup("check").NoOptDefVal = "bmv2"
			f.StringVar(&o.frame, "frame", "", "template of a pipeline that the packages' algorithms are kernels of")
			return func(env cli.Env, args []string) error { return o.run(env, f, args) }
		},
	}
}

// options checks the flags and returns what the generator wants.
func (o *p4Flags) options(p *codegen.Packages, algorithm string) (p4.Options, error) {
	opt := p4.Options{Algorithm: algorithm, Connections: o.connections, NoMul: o.target == "no-mul", Lines: o.lines == "comments"}
	switch {
	case o.out == "" && o.check == "":
		return opt, errors.New("p4: -o is missing; name the file to write, or - for standard output")
	case o.params == "constant" && o.profile == "":
		return opt, errors.New("p4: --params constant wants --profile, which says what the constants are")
	case o.params == "register" && o.profile != "":
		return opt, errors.New("p4: --profile makes constants; leave it out with --params register")
	}
	changes := o.change.Words()
	if len(changes) > 0 && o.profile == "" {
		return opt, fmt.Errorf("p4: %s changes a profile; name that with --profile", changes[0])
	}
	words := []string{"p4", algorithm}
	if o.profile != "" {
		var err error
		if opt.Values, opt.Profile, err = o.values(algorithm, o.profile); err != nil {
			return opt, err
		}
		words = append(words, o.words()...)
	}
	if o.connections != p4.DefaultConnections {
		words = append(words, "--connections", fmt.Sprint(o.connections))
	}
	if opt.NoMul {
		words = append(words, "--target", o.target)
	}
	if opt.Lines {
		words = append(words, "--lines", o.lines)
	}
	opt.Command = commandLine(p, words...)
	return opt, nil
}

func (o *p4Flags) run(env cli.Env, f *pflag.FlagSet, args []string) error {
	p, words, err := packagesOf(args)
	if err != nil {
		return err
	}
	if o.frame != "" {
		return o.pipeline(env, f, p, words)
	}
	algorithm, vectors, err := algorithmOf(p, "p4", words)
	if err != nil {
		return err
	}
	if len(vectors) > 0 && o.check == "" {
		return fmt.Errorf("p4: unexpected argument %q; vectors are run with --check", vectors[0])
	}
	if err := builtInOnly(p, "p4", f, append(profileNames(), "profile")...); err != nil {
		return err
	}
	opt, err := o.options(p, algorithm)
	if err != nil {
		return err
	}
	prog := p.Program
	text, err := p4.Generate(prog, opt)
	var lacks *p4.Unsupported
	if errors.As(err, &lacks) {
		fmt.Fprint(env.Stdout, lacks.Grouped())
		return cli.Failed(fmt.Errorf("p4: %s: %w", algorithm, err))
	}
	if err != nil {
		return err
	}
	if o.check != "" {
		// Checked first: what fails is not written.
		t := &p4.Text{Program: text, Def: prog.Transducer(algorithm), Values: opt.Values, Connections: opt.Connections}
		if err := o.verify(env, p, t, vectors); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	return write(env, o.out, text)
}

// verify runs the vectors on the program.
func (o *p4Flags) verify(env cli.Env, p *codegen.Packages, t *p4.Text, paths []string) error {
	report := env.Stdout
	if o.out == "-" {
		report = env.Stderr // the program goes to standard output
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	files, err := vectorsOf(ctx, env, p, paths, true)
	if err != nil {
		return err
	}
	var got p4.Outcome
	by := "the built-in reader"
	if o.check == "builtin" {
		got, err = t.CheckBuiltin(files)
	} else {
		b, missing := p4.FindBMv2()
		if missing != nil {
			return fmt.Errorf("p4: %w", missing)
		}
		by = "simple_switch"
		bar := cli.NewStages(env.Stderr)
		b.Progress = bar.Update
		got, err = t.CheckBMv2(ctx, b, files)
		bar.Done()
	}
	if got.Warnings != "" {
		fmt.Fprintf(env.Stderr, "the compiler warns:\n%s\n", got.Warnings)
	}
	if tool := (*p4.ToolError)(nil); errors.As(err, &tool) {
		if said := strings.TrimSpace(tool.Said); said != "" {
			fmt.Fprintf(env.Stderr, "%s says:\n%s\n", tool.Tool, said)
		}
		return cli.Failed(fmt.Errorf("p4: %w", err))
	}
	if err != nil {
		return fmt.Errorf("p4: %w", err)
	}
	if got.Report != nil {
		if err := got.Report.Write(report); err != nil {
			return err
		}
		return cli.Failed(fmt.Errorf("p4: %s on %s differs from the vectors", t.Def.Name, by))
	}
	if got.Skipped != "" {
		fmt.Fprintln(report, got.Skipped)
		return nil
	}
	fmt.Fprintf(report, "%s on %s: %s of %s, %s, bit-exact\n", t.Def.Name, by, plural.Of(got.Sequences, "sequence"), plural.Of(got.Files, "file"), plural.Of(got.Events, "event"))
	return nil
}
