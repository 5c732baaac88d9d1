package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/backend/rust"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/sys/atomicfile"
	"smartnic-cc/internal/sys/interrupt"
	"smartnic-cc/internal/text/plural"
	"smartnic-cc/testvectors"
)

// rustFlags are the flags of ccgen rust.
type rustFlags struct {
	profileFlags
	out           string
	check, asJSON bool
}

func (o *rustFlags) flags(f *pflag.FlagSet) {
	f.StringVarP(&o.out, "output", "o", "", "folder to write the crate to; it is made if it is not there")
	o.profileFlags.flags(f, "the one profile that the crate has (all of the algorithm)")
	f.BoolVar(&o.check, "check", false, "build the crate with overflow checks and run the vectors on it")
	f.BoolVar(&o.asJSON, "json", false, "with --check: print what was run, and the first difference, as JSON")
}

func rustCommand() cli.Command {
	return cli.Command{
		Name:  "rust",
		Args:  packagesArgs + " [ALGORITHM] [VECTORS...]",
		Short: "write an algorithm as a crate in Rust: no_std, without unsafe code and dependencies",
		Long: `ALGORITHM is dcqcn, dolcerc (4 arms), another of the firmware's transducers, or a package
(fixedpoint) for all that it exports. The folder -o then holds Cargo.toml, a module for each
package of the source, the parameters of profiles as constants, the vectors as tests, and the
line protocol as the example "firmware" (docs/ports.md). rustc 1.63 or later builds it.

` + packagesLong + ` ALGORITHM
is then one of theirs; a single one need not be named.

--check builds the crate with rustc, with overflow checks, a warning being an error, and runs
every vector on the example, of all algorithms and packages if none is named. Without VECTORS
that is the corpus that ccgen carries, or what ccgen vectors makes of packages of your own.
Exit status 1 means that the crate differs from a vector. ccgen check FILE says whether a file
of a crate is what its command would make today.`,
		Examples: `ccgen rust dcqcn -o crate/
			ccgen rust dolcerc --profile connectx --line-rate 200G -o crate/
			ccgen rust ./mycc -o crate/
			ccgen rust --check
			ccgen rust dolcerc --check --json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var o rustFlags
			o.flags(f)
			return func(env cli.Env, args []string) error { return o.run(env, f, args) }
		},
	}
}

// crates makes the crates that the arguments name, and returns the arguments that are vectors.
func (o *rustFlags) crates(f *pflag.FlagSet, args []string) (p *codegen.Packages, crates []*rust.Crate, vectors []string, err error) {
	p, words, err := packagesOf(args)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := builtInOnly(p, "rust", f, profileNames()...); err != nil {
		return nil, nil, nil, err
	}
	var names []string
	if o.check && p.BuiltIn() && (len(words) == 0 || strings.ContainsAny(words[0], "./")) {
		names, vectors = p.Algorithms(), words
		for _, f := range p.Program.Exports() {
			if len(transducersOf(p, f.Pkg.Name)) == 0 && !slices.Contains(names, f.Pkg.Name) {
				names = append(names, f.Pkg.Name)
			}
		}
	} else if p.BuiltIn() && len(words) == 0 {
		return nil, nil, nil, errors.New("rust: name the algorithm, as in ccgen rust dcqcn -o crate/")
	} else {
		name, rest, err := modelOf(p, "rust", words)
		if err != nil {
			return nil, nil, nil, err
		}
		names, vectors = []string{name}, rest
	}
	var unproven func(ir.Pos) bool
	if !p.BuiltIn() { // of the built-in packages all is proven
		open := map[ir.Pos]bool{}
		for _, s := range ranges.Analyse(p.Program).Unproven() {
			open[s.Pos] = true
		}
		unproven = func(pos ir.Pos) bool { return open[pos] }
	}
	for _, name := range names {
		opt := rust.Options{Name: name, Command: commandLine(p, append([]string{"rust", name}, o.words()...)...), Unproven: unproven}
		for _, t := range transducersOf(p, name) {
			list, err := o.profiles(p, t)
			if err != nil {
				return nil, nil, nil, fmt.Errorf("rust: %w", err)
			}
			opt.Profiles = append(opt.Profiles, list...)
		}
		c, err := rust.New(p.Program, opt)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("rust: %w", err)
		}
		crates = append(crates, c)
	}
	return p, crates, vectors, nil
}

// transducersOf returns the names of the transducer of a name, or of those of a package.
func transducersOf(p *codegen.Packages, name string) (names []string) {
	for _, t := range p.Program.Transducers {
		if t.Name == name || t.Pkg.Name == name && p.Program.Transducer(name) == nil {
			names = append(names, t.Name)
		}
	}
	return names
}

// profiles returns the profiles of an algorithm: all that it has, or the one that the flags name.
func (o *rustFlags) profiles(p *codegen.Packages, algorithm string) (list []rust.Profile, err error) {
	names := []string{o.profile}
	add := func(name, title string, values []uint64) {
		list = append(list, rust.Profile{Name: name, Title: title, Transducer: algorithm, Values: values})
	}
	if p.BuiltIn() {
		family, err := algorithms.Of(algorithm)
		if o.profile == "" && err == nil && family != nil {
			names = family.Names()
		}
		for _, name := range names {
			values, title, err := o.values(algorithm, name)
			if err == nil {
				add(strings.TrimSuffix(filepath.Base(name), ".toml"), title, values)
			} else if o.profile != "" {
				return nil, err
			} // else it is of another number of arms
		}
		return list, err
	}
	if len(p.Folders) > 1 {
		return nil, nil // of several folders none says whose profile it is
	}
	a, err := folder.Load(p.Folders[0] + ":" + algorithm)
	if err != nil {
		return nil, err
	}
	if o.profile == "" {
		sets, err := a.Profiles()
		if err != nil {
			return nil, err
		}
		names = nil
		for _, s := range sets {
			names = append(names, s.Name)
		}
	}
	for _, name := range names {
		set, err := a.Choose(name, nil)
		if err != nil {
			return nil, err
		}
		add(set.Name, "Profile "+set.Name+".", set.Values)
	}
	return list, nil
}

func (o *rustFlags) run(env cli.Env, f *pflag.FlagSet, args []string) error {
	p, crates, paths, err := o.crates(f, args)
	switch {
	case err != nil:
		return err
	case o.out == "" && !o.check:
		return errors.New("rust: -o is missing; name the folder to write the crate to, or check with --check")
	case o.out == atomicfile.Stdout:
		return errors.New("rust: several files are made; -o has to name a folder")
	case o.out != "" && len(crates) > 1:
		return errors.New("rust: name the algorithm, as in ccgen rust dcqcn -o crate/")
	case o.asJSON && !o.check:
		return errors.New("rust: --json goes with --check")
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	files, err := vectorsOf(ctx, env, p, paths, true)
	if err != nil {
		return err
	}
	if o.check {
		// Checked first: what fails is not written.
		if err := o.verify(ctx, env, crates, files, len(paths) > 0 && len(crates) > 1); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	if err := crates[0].AddVectors(files); err != nil {
		return fmt.Errorf("rust: %w", err)
	}
	return writeFolder(o.out, filesOf(crates[0]))
}

// filesOf returns the files of a crate.
func filesOf(c *rust.Crate) (out []output) {
	for _, f := range c.Files {
		out = append(out, output{f.Name, f.Text})
	}
	return out
}

// verify runs the vectors on the crates; some says that those may be left out that no file is of.
func (o *rustFlags) verify(ctx context.Context, env cli.Env, crates []*rust.Crate, files []*testvectors.File, some bool) error {
	var results []rustResult
	var differ []string
	for _, c := range crates {
		got, err := c.Check(ctx, files)
		if none := (*rust.NoVectors)(nil); some && errors.As(err, &none) {
			continue
		}
		if err != nil {
			return fmt.Errorf("rust: %w", err)
		}
		results = append(results, rustResult{c.Name, got.Compiler, got.Files, got.Tests, got.Steps, got.Report == nil, got.Report})
		switch {
		case got.Report != nil:
			differ = append(differ, c.Name)
			if !o.asJSON {
				err = got.Report.Write(env.Stdout)
			}
		case !o.asJSON:
			_, err = fmt.Fprintf(env.Stdout, "%s by %s: %s of %s, %s, bit-exact\n", c.Name, got.Compiler, plural.Of(got.Tests, "test"),
				plural.Of(got.Files, "file"), plural.Of(got.Steps, "step"))
		}
		if err != nil {
			return err
		}
	}
	if o.asJSON {
		if err := env.JSON(results); err != nil {
			return err
		}
	}
	if len(differ) > 0 {
		return cli.Failed(fmt.Errorf("rust: %s: not as the vectors have it", strings.Join(differ, ", ")))
	}
	return nil
}

// rustResult is what --json prints of a crate.
type rustResult struct {
	Name     string              `json:"name"`
	Compiler string              `json:"compiler"`
	Files    int                 `json:"files"`
	Tests    int                 `json:"tests"`
	Steps    int                 `json:"steps"`
	Exact    bool                `json:"exact"`
	Report   *testvectors.Report `json:"report,omitempty"`
}
