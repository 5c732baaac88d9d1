package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/sys/atomicfile"
	"smartnic-cc/internal/sys/interrupt"
	"smartnic-cc/testvectors"
)

// bpfFlags are the flags of ccgen bpf.
type bpfFlags struct {
	profileFlags
	out                   string
	connections, rounds   int
	check, source, asJSON bool
}

func bpfCommand() cli.Command {
	return cli.Command{
		Name:  "bpf",
		Args:  packagesArgs + " [ALGORITHM] [VECTORS...]",
		Short: "write an algorithm as C for the Linux kernel's BPF machine, and run vectors on it in the kernel",
		Long: `The folder -o then holds the algorithm's header, maps and functions to call from an XDP or
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
		Examples: `ccgen bpf dcqcn -o bpf/
			ccgen bpf dolcerc --profile connectx --line-rate 200G -o bpf/
			ccgen bpf ./mycc -o bpf/ --connections 64
			sudo ccgen bpf --check
			sudo ccgen bpf --check dcqcn --json
			sudo ccgen bpf --check ./mycc vectors/mycc.json --rounds 0`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var o bpfFlags
			f.StringVarP(&o.out, "output", "o", "", "folder to write the files to; it is made if it is not there")
			o.flags(f, "profile whose parameters the program begins with (paper for the built-in algorithms, for others the first of profiles.toml, or all 0)")
			cli.Number(f, &o.connections, "connections", bpf.DefaultConnections, cli.Range[int]{Least: 1, Most: 65536}, "connections that the map holds, 1 to 65536")
			f.BoolVar(&o.source, "source-only", false, "write no object, which needs clang")
			f.BoolVar(&o.check, "check", false, "load the program into this kernel and run the vectors")
			cli.Number(f, &o.rounds, "rounds", 20000, cli.Range[int]{Most: 10_000_000}, "with --check: how often each event is run to take its time; 0 takes none")
			f.BoolVar(&o.asJSON, "json", false, "with --check: print the table as JSON")
			return func(env cli.Env, args []string) error { return o.run(env, f, args) }
		},
	}
}

func (o *bpfFlags) run(env cli.Env, f *pflag.FlagSet, args []string) error {
	p, words, err := packagesOf(args)
	if err != nil {
		return err
	}
	switch {
	case o.out == "" && !o.check:
		return errors.New("bpf: -o is missing; name the folder to write to, or check with --check")
	case o.out == atomicfile.Stdout:
		return errors.New("bpf: there are several files; -o has to name a folder")
	case !o.check && (o.asJSON || f.Changed("rounds")):
		return errors.New("bpf: --json and --rounds go with --check")
	}
	if err := builtInOnly(p, "bpf", f, profileNames()...); err != nil {
		return err
	}
	names, vectors, err := o.names(p, words)
	if err != nil {
		return err
	}
	if len(vectors) > 0 && !o.check {
		return fmt.Errorf("bpf: unexpected argument %q; vectors are run with --check", vectors[0])
	}
	programs := make([]*bpf.Program, len(names))
	for i, name := range names {
		opt, err := o.options(p, name)
		if err != nil {
			return err
		}
		if programs[i], err = bpf.Generate(p.Program, opt); err != nil {
			return fmt.Errorf("bpf: %w", err)
		}
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	if o.check {
		// Checked first: what fails is not written.
		if err := o.verify(ctx, env, p, programs, vectors); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	return o.write(ctx, programs)
}

// names returns the algorithms that the words mean, and what stands behind them. Only a check runs
// several.
func (o *bpfFlags) names(p *codegen.Packages, words []string) (names, rest []string, err error) {
	file := len(words) > 0 && strings.ContainsAny(words[0], "./")
	if o.check && (len(words) == 0 || file) {
		if names = p.Algorithms(); len(names) > 0 {
			return names, words, nil
		}
	}
	name, rest, err := algorithmOf(p, "bpf", words)
	return []string{name}, rest, err
}

// options are what the generator wants for an algorithm.
func (o *bpfFlags) options(p *codegen.Packages, algorithm string) (bpf.Options, error) {
	opt := bpf.Options{Algorithm: algorithm, Connections: o.connections}
	words := append([]string{"bpf", algorithm}, o.words()...)
	var err error
	if p.BuiltIn() {
		opt.Values, opt.Profile, err = o.values(algorithm, cmp.Or(o.profile, profile.PaperName))
	} else {
		opt.Values, opt.Profile, err = ownParams(p, algorithm, o.profile)
	}
	if err != nil {
		return opt, fmt.Errorf("bpf: %w", err)
	}
	if o.connections != bpf.DefaultConnections {
		words = append(words, "--connections", fmt.Sprint(o.connections))
	}
	opt.Command = commandLine(p, words...)
	return opt, nil
}

// ownParams returns the parameters of an algorithm of a folder and what they are: those of a set of its profiles.toml, the
// first if the name is "". Without the file, or of an algorithm of several folders, they are none.
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

// verify runs the vectors in the kernel.
func (o *bpfFlags) verify(ctx context.Context, env cli.Env, p *codegen.Packages, programs []*bpf.Program, paths []string) error {
	if err := bpf.Available(); err != nil {
		return fmt.Errorf("bpf: %w", err)
	}
	if _, err := bpf.Clang().Find(); err != nil {
		return fmt.Errorf("bpf: %w", err)
	}
	files, err := vectorsOf(ctx, env, p, paths, true)
	if err != nil {
		return err
	}
	bar := cli.NewStages(env.Stderr)
	defer bar.Done()
	var rows []bpf.Row
	failed := 0
	for _, g := range programs {
		name := g.Def.Name
		if len(paths) > 0 && len(programs) > 1 && !g.Has(files) {
			continue // of several algorithms those that the files are of
		}
		row, err := o.one(ctx, g, files, func(what string, done, total int) { bar.Update(name+": "+what, done, total) })
		var refused *bpf.Refused
		if errors.As(err, &refused) {
			bar.Done()
			fmt.Fprintf(env.Stderr, "the verifier says:\n%s\n", refused.Log)
			return cli.Failed(fmt.Errorf("bpf: %s: %w", name, err))
		}
		if err != nil {
			return fmt.Errorf("bpf: %w", err)
		}
		if !row.OK {
			failed++
		}
		rows = append(rows, row)
	}
	bar.Done()
	if o.asJSON {
		err = env.JSON(rows)
	} else {
		err = bpf.WriteTable(env.Stdout, rows)
	}
	if err == nil && failed > 0 {
		err = cli.Failed(fmt.Errorf("bpf: %d of %d algorithms differ from the vectors", failed, len(rows)))
	}
	return err
}

// one checks and times an algorithm.
func (o *bpfFlags) one(ctx context.Context, g *bpf.Program, files []*testvectors.File, progress func(what string, done, total int)) (bpf.Row, error) {
	progress("compiling", 0, -1)
	object, err := g.Compile(ctx, g.Packets)
	if err != nil {
		return bpf.Row{}, err
	}
	row, err := g.Check(ctx, object, files, func(done, total int) { progress("running vectors", done, total) })
	if err != nil || !row.OK || o.rounds == 0 {
		return row, err
	}
	progress("timing", 0, -1)
	row.Times, err = g.Time(ctx, files, o.rounds)
	return row, err
}

// write writes the files of the programs, with the objects unless that is not wanted, into the
// folder.
func (o *bpfFlags) write(ctx context.Context, programs []*bpf.Program) error {
	var files []output
	for _, g := range programs {
		for _, f := range g.Files() {
			files = append(files, output{f.Name, f.Data})
		}
		if o.source {
			continue
		}
		object, err := g.Compile(ctx, g.Packets)
		if err != nil {
			return fmt.Errorf("bpf: %w; --source-only writes the C alone", err)
		}
		files = append(files, output{g.ObjectName(), object})
	}
	return writeFolder(o.out, files)
}
