package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/testvectors"
)

func p4BackEnd() backEnd {
	return backEnd{
		name:  "p4",
		short: "write an algorithm as a P4_16 program for a switch or a NIC, one packet an event",
		long: `ALGORITHM is dcqcn, dolcerc (4 arms), dolcercplus (4 arms) or another of the firmware's
transducers. docs/ports.md has the packets. Parameters are registers that a packet sets, or
constants of a profile (--profile). --arch is the architecture: v1model, of a switch, or pna, the
Portable NIC Architecture. With --state packet a packet carries the state: pna_nic has no
registers, so --check on it needs that.

` + packagesLong + ` ALGORITHM
is then one of theirs; a single one need not be named.

--check compiles the program with p4c and sends the packets of every vector sequence
through simple_switch or pna_nic, where they are installed; --check=builtin reads the text back with
ccgen's own reader. Without VECTORS the corpus that ccgen carries is run, or
what ccgen vectors makes of packages of your own. All that p4c
says is shown. Exit status 1 means that the program differs from a vector, that p4c or
the device fails on it, or that the target lacks an operation: each place of the source
is then listed.

--frame makes a whole pipeline: FILE is a P4 program for --arch as a template, written by hand, in which
the packages' algorithms stand as kernels; docs/ports.md says how. Its parser, tables and registers are the
template's, and --check=builtin reads the program, but has no vectors for it.`,
		examples: `ccgen p4 dcqcn -o dcqcn.p4
			ccgen p4 dolcerc --profile connectx --line-rate 200G -o dolcerc.p4
			ccgen p4 dcqcn --profile ./nic.toml --set ai_rate=50 -o dcqcn.p4
			ccgen p4 dolcercplus --check=builtin
			ccgen p4 ./mycc -o mycc.p4
			ccgen p4 dcqcn --arch pna --state packet --check
			ccgen p4 dcqcn --target no-mul -o -
			ccgen p4 --frame switch.p4.tmpl ./mark ./pace -o switch.p4`,
		file:   "file to write the program to; - is standard output",
		check:  "run the vectors: with p4c and bmv2's device, or with ccgen's own reader (builtin)",
		checks: []string{"bmv2", "builtin"},
		flags: func(f *pflag.FlagSet) generator {
			o := &p4Flags{}
			cli.OneOf(f, &o.params, "params", "", "where the parameters are: register or constant (register, or constant with --profile)", "register", "constant")
			o.flags(f, "profile whose parameters are constants of the program: paper, and for dcqcn and dolcerc those of ccgen c and files")
			cli.Number(f, &o.connections, "connections", printer.DefaultConnections, cli.Range[int]{Min: 1, Max: 65536}, "connections that the registers hold, 1 to 65536")
			cli.OneOf(f, &o.state, "state", "register", "where the state is, and parameters that are not constants: in registers, or in each packet", "register", "packet")
			cli.OneOf(f, &o.arch, "arch", p4.V1Model, "architecture: v1model, or pna, that of a NIC", p4.Archs()...)
			cli.OneOf(f, &o.target, "target", "v1model", "v1model, or no-mul: a pipeline that cannot multiply by a variable", "v1model", "no-mul")
			cli.OneOf(f, &o.lines, "lines", "none", "source lines behind statements: none or comments", "none", "comments")
			f.BoolVar(&o.laws, "laws", false, "assert the algorithm's laws after each step")
			f.StringVar(&o.frame, "frame", "", "template of a pipeline that the packages' algorithms are kernels of")
			return o
		},
	}
}

// p4Flags are the flags of ccgen p4.
type p4Flags struct {
	profileFlags
	params, state, arch, target, lines, frame string
	connections                               int
	laws                                      bool
}

// options checks the flags and returns the generator's options.
func (o *p4Flags) options(r *request) (p4.Options, error) {
	opt := p4.Options{Algorithm: r.algorithm, Arch: o.arch, Carried: o.state == "packet", Connections: o.connections, NoMul: o.target == "no-mul", Lines: o.lines == "comments", Laws: o.laws}
	switch {
	case o.params == "constant" && o.profile == "":
		return opt, errors.New("--params constant needs --profile, which says what the constants are")
	case o.params == "register" && o.profile != "":
		return opt, errors.New("--profile makes constants; leave it out with --params register")
	case opt.Carried && o.connections != printer.DefaultConnections:
		return opt, errors.New("--connections has no meaning with --state packet: the program holds none")
	}
	var err error
	if opt.Values, opt.Profile, err = o.constants(r); err != nil {
		return opt, err
	}
	opt.Command = commandLine(r.p, slices.Concat([]string{"p4", r.algorithm}, o.words(), r.words("connections", "arch", "state", "target", "laws", "lines"))...)
	return opt, nil
}

func (o *p4Flags) print(r *request) (*printed, error) {
	opt, err := o.options(r)
	if err != nil {
		return nil, err
	}
	text, err := p4.Generate(r.p.Program, opt)
	if err != nil {
		return nil, lacking(r, r.algorithm, err)
	}
	t := &p4.Text{Program: text, Def: r.p.Program.Transducer(r.algorithm), Values: opt.Values, Carried: opt.Carried, Connections: opt.Connections}
	return &printed{
		files: []output{{r.algorithm + ".p4", text}},
		run: func(ctx context.Context, files []*testvectors.File, progress progress) ([]testvectors.Outcome, error) {
			if r.check == "builtin" {
				got, err := t.CheckBuiltin(ctx, files)
				return []testvectors.Outcome{got}, err
			}
			b, err := p4.FindBMv2(o.arch, opt.Carried)
			if err != nil {
				return nil, err
			}
			b.Progress = progress
			got, err := t.CheckBMv2(ctx, b, files)
			return []testvectors.Outcome{got}, err
		},
	}, nil
}

// lacking shows the places in the source that need an operation which the target lacks, if that is the error.
func lacking(r *request, of string, err error) error {
	var lacks *p4.UnsupportedError
	if !errors.As(err, &lacks) {
		return err
	}
	fmt.Fprint(r.env.Stdout, lacks.Grouped())
	return cli.CheckFailed(fmt.Errorf("%s: %w", of, err))
}
