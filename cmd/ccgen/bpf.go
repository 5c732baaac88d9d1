package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
)

func bpfBackEnd() backEnd {
	return backEnd{
		name:  "bpf",
		short: "write an algorithm as C for the Linux kernel's BPF machine, and run vectors on it in the kernel",
		long: `The folder -o then holds the algorithm's header, maps and functions to call from an XDP or
tc program of your own, an example of each, and one XDP program that takes events as packets,
with its object; of a notification point's algorithm also two tc programs that make one of a
link. docs/bpf.md has the packets, those of ccgen p4. Parameters are read-only data: those of
a profile (--profile), which a loader may change before it loads the program.

--check loads the program into this kernel and sends the packets of every vector sequence
through it, of all algorithms if none is named; it needs clang, and root. The table says what
the kernel's verifier followed, the stack, the size of the code and the nanoseconds of a
step, beside those of the C port on this machine. Exit status 1 means that the verifier
refuses the program, or that it differs from a vector.

` + packagesLong + ` ALGORITHM
is then one of theirs; a single one need not be named.`,
		examples: `ccgen bpf dcqcn -o bpf/
			ccgen bpf dolcerc --profile connectx --line-rate 200G -o bpf/
			ccgen bpf ./mycc -o bpf/ --connections 64
			sudo ccgen bpf --check
			sudo ccgen bpf --check dcqcn --json
			sudo ccgen bpf --check ./mycc vectors/mycc.json --rounds 0`,
		file:  "folder to write the files to; it is made if it is not there",
		many:  true,
		check: "load the program into this kernel and run the vectors",
		all:   true,
		flags: func(f *pflag.FlagSet) generator {
			o := &bpfFlags{}
			o.flags(f, "profile whose parameters the program begins with (paper for the built-in algorithms, for others the first of profiles.toml, or all 0)")
			cli.Number(f, &o.connections, "connections", printer.DefaultConnections, cli.Range[int]{Min: 1, Max: 65536}, "connections that the map holds, 1 to 65536")
			f.BoolVar(&o.laws, "laws", false, "check the algorithm's laws at each step; a variable has the number of the first that broke")
			f.BoolVar(&o.source, "source-only", false, "write no object, which needs clang")
			cli.Number(f, &o.rounds, "rounds", 20000, cli.Range[int]{Max: 10_000_000}, "with --check: how often each event is run to take its time; 0 takes none")
			return o
		},
	}
}

// bpfFlags are the flags of ccgen bpf.
type bpfFlags struct {
	profileFlags
	connections, rounds int
	source, laws        bool
}

// options checks the flags and returns the generator's options.
func (o *bpfFlags) options(r *request) (opt bpf.Options, err error) {
	opt = bpf.Options{Algorithm: r.algorithm, Connections: o.connections, Laws: o.laws}
	if r.check == "" && r.flags.Changed("rounds") {
		return opt, errors.New("--rounds goes with --check")
	}
	if err := builtInOnly(r.p, r.flags, profileNames()...); err != nil {
		return opt, err
	}
	if r.p.BuiltIn() {
		opt.Values, opt.Profile, err = o.values(r.algorithm, cmp.Or(o.profile, profile.PaperName))
	} else {
		opt.Values, opt.Profile, err = ownParams(r.p, r.algorithm, o.profile)
	}
	opt.Command = commandLine(r.p, slices.Concat([]string{"bpf", r.algorithm}, o.words(), r.words("connections", "laws"))...)
	return opt, err
}

func (o *bpfFlags) print(r *request) (*printed, error) {
	opt, err := o.options(r)
	if err != nil {
		return nil, err
	}
	g, err := bpf.Generate(r.p.Program, opt)
	if err != nil {
		return nil, err
	}
	made := &printed{
		files: collect.Of(g.Files(), func(f bpf.File) output { return output{f.Name, f.Data} }),
		run: func(ctx context.Context, files []*testvectors.File, progress progress) ([]testvectors.Outcome, error) {
			got, err := o.verify(ctx, g, files, progress)
			return []testvectors.Outcome{got}, err
		},
		more: func(ctx context.Context, _ []*testvectors.File) ([]output, error) {
			if o.source {
				return nil, nil
			}
			object, err := g.Compile(ctx, g.Packets)
			if err != nil {
				return nil, fmt.Errorf("%w; --source-only writes the C alone", err)
			}
			return []output{{g.ObjectName(), object}}, nil
		},
	}
	return made, nil
}

// ownParams returns the parameters of a folder's algorithm, and a description of them: the profile of that name in
// its profiles.toml, or the first one if name is "". It returns no values without that file, or if the program has
// several folders.
func ownParams(p *codegen.Packages, algorithm, name string) (values []uint64, what string, err error) {
	if len(p.Folders) > 1 {
		if name != "" {
			return nil, "", fmt.Errorf("--profile %s: of several folders none says whose it is; name one folder", name)
		}
		return nil, "", nil
	}
	a, err := folder.Load(p.Folders[0] + ":" + algorithm)
	if err != nil {
		return nil, "", err
	}
	if name == "" {
		if list, err := a.Profiles(); err != nil || len(list) == 0 {
			return nil, "", err
		}
	}
	set, err := a.Choose(name, nil)
	return set.Values, "profile " + set.Name, err
}

// verify runs the vectors in the kernel, and times a step unless that is turned off.
func (o *bpfFlags) verify(ctx context.Context, g *bpf.Program, files []*testvectors.File, progress progress) (testvectors.Outcome, error) {
	name := g.Def.Name
	if err := bpf.Available(); err != nil {
		return testvectors.Outcome{Target: name}, err
	}
	progress(name+": compiling", 0, -1)
	object, err := g.Compile(ctx, g.Packets)
	if err != nil {
		return testvectors.Outcome{Target: name}, err
	}
	got, err := g.Check(ctx, object, files, some(progress, name+": running vectors"))
	if err != nil || !got.OK || o.rounds == 0 {
		return got, err
	}
	progress(name+": timing", 0, -1)
	times, err := g.Time(ctx, files, o.rounds)
	if err == nil {
		got.Facts.Add("step ns", times.Step)
		got.Facts.Add("native ns", times.Native)
		got.Facts.Add("call ns", times.Call)
	}
	return got, err
}
