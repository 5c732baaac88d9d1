package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/svdpi"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/sys/atomicfile"
	"smartnic-cc/internal/sys/interrupt"
	"smartnic-cc/internal/text/plural"
	"smartnic-cc/testvectors"
)

// dpiFlags are the flags of ccgen sv-dpi.
type dpiFlags struct {
	out                    string
	vectors, check, asJSON bool
}

func (o *dpiFlags) flags(f *pflag.FlagSet) {
	f.StringVarP(&o.out, "output", "o", "", "folder to write the files to")
	f.BoolVar(&o.vectors, "vectors", false, "write the vectors too that the bench plays")
	f.BoolVar(&o.check, "check", false, "build the bench with verilator and run the vectors")
	f.BoolVar(&o.asJSON, "json", false, "with --check: print what was run, and the first difference, as JSON")
}

func dpiCommand() cli.Command {
	return cli.Command{
		Name:  "sv-dpi",
		Args:  packagesArgs + " ALGORITHM [VECTORS...]",
		Short: "write an algorithm for benches in SystemVerilog: the C port behind DPI-C, and a scoreboard",
		Long: `In the folder then are the C port and its glue, a package of packed structs and imported
functions, a scoreboard that steps the model beside a design, and a bench without UVM that
plays vectors to it (docs/vectors.md). ALGORITHM is dcqcn, dolcerc (4 arms) or another
of the firmware's transducers.

` + packagesLong + ` ALGORITHM
is then one of theirs; a single one need not be named.

--check builds the bench with verilator (5 or later) and plays every vector. Without
VECTORS that is the corpus that ccgen carries, or what ccgen vectors makes of packages of
one's own. Exit status 1 means that the model differs from a vector. ccgen check FILE says
whether a file is what its command would make today.`,
		Examples: `ccgen sv-dpi dcqcn -o dpi
			ccgen sv-dpi dcqcn --vectors -o dpi
			ccgen sv-dpi dolcerc --check
			ccgen sv-dpi ./mycc -o dpi`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var o dpiFlags
			o.flags(f)
			return func(env cli.Env, args []string) error { return o.run(env, args) }
		},
	}
}

// model makes the files that the arguments name, and returns the arguments that are vectors.
func (o *dpiFlags) model(args []string) (p *codegen.Packages, m *svdpi.Model, vectors []string, err error) {
	p, words, err := packagesOf(args)
	if err != nil {
		return nil, nil, nil, err
	}
	if p.BuiltIn() && len(words) == 0 {
		return nil, nil, nil, errors.New("sv-dpi: name the algorithm, as in ccgen sv-dpi dcqcn -o dpi")
	}
	name, vectors, err := algorithmOf(p, "sv-dpi", words)
	if err != nil {
		return nil, nil, nil, err
	}
	m, err = svdpi.NewModel(p.Program, svdpi.Options{Algorithm: name, Command: commandLine(p, "sv-dpi", name)})
	if err != nil {
		return nil, nil, nil, fmt.Errorf("sv-dpi: %w", err)
	}
	return p, m, vectors, nil
}

func (o *dpiFlags) run(env cli.Env, args []string) error {
	p, m, paths, err := o.model(args)
	switch {
	case err != nil:
		return err
	case o.out == "" && !o.check:
		return errors.New("sv-dpi: -o is missing; name the folder to write the files to")
	case o.out == atomicfile.Stdout:
		return errors.New("sv-dpi: several files are made; -o has to name a folder")
	case len(paths) > 0 && !o.check && !o.vectors:
		return fmt.Errorf("sv-dpi: unexpected argument %q; vectors are run with --check and written with --vectors", paths[0])
	case o.asJSON && !o.check:
		return errors.New("sv-dpi: --json goes with --check")
	case o.vectors && o.out == "":
		return errors.New("sv-dpi: --vectors goes with -o, the folder to write them to")
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	var files []*testvectors.File
	if o.check || o.vectors {
		if files, err = vectorsOf(ctx, env, p, paths, true); err != nil {
			return err
		}
	}
	if o.check {
		// Checked first: what fails is not written.
		if err := o.verify(ctx, env, m, files); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	return o.write(m, files)
}

// write writes the files into the folder, which is made if it is not there.
func (o *dpiFlags) write(m *svdpi.Model, vectors []*testvectors.File) error {
	var files []output
	for _, f := range m.Files {
		files = append(files, output{f.Name, f.Text})
	}
	if o.vectors {
		var b bytes.Buffer
		if err := m.WriteVectors(&b, vectors); err != nil {
			return fmt.Errorf("sv-dpi: %w", err)
		}
		files = append(files, output{m.VectorsName(), b.Bytes()})
	}
	return writeFolder(o.out, files)
}

// verify runs the vectors on the bench.
func (o *dpiFlags) verify(ctx context.Context, env cli.Env, m *svdpi.Model, files []*testvectors.File) error {
	got, err := m.Check(ctx, files)
	if tool := (*svdpi.ToolError)(nil); errors.As(err, &tool) {
		if said := strings.TrimSpace(tool.Said); said != "" {
			fmt.Fprintln(env.Stderr, said)
		}
		return cli.Failed(fmt.Errorf("sv-dpi: %w", err))
	}
	if err != nil {
		return fmt.Errorf("sv-dpi: %w", err)
	}
	switch {
	case o.asJSON:
		err = env.JSON(dpiResult{m.Name(), got.Simulator, got.Files, got.Tests, got.Steps, got.Report == nil, got.Report})
	case got.Report != nil:
		err = got.Report.Write(env.Stdout)
	default:
		_, err = fmt.Fprintf(env.Stdout, "%s on %s: %s of %s, %s, bit-exact\n", m.Name(), got.Simulator, plural.Of(got.Tests, "test"),
			plural.Of(got.Files, "file"), plural.Of(got.Steps, "step"))
	}
	if err == nil && got.Report != nil {
		err = cli.Failed(fmt.Errorf("sv-dpi: %s differs from the vectors", m.Name()))
	}
	return err
}

// dpiResult is what --json prints.
type dpiResult struct {
	Name      string              `json:"name"`
	Simulator string              `json:"simulator"`
	Files     int                 `json:"files"`
	Tests     int                 `json:"tests"`
	Steps     int                 `json:"steps"`
	Exact     bool                `json:"exact"`
	Report    *testvectors.Report `json:"report,omitempty"`
}
