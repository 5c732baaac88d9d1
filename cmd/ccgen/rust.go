package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/backend/rust"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
)

func rustBackEnd() backEnd {
	return backEnd{
		name:  "rust",
		short: "write an algorithm as a crate in Rust: no_std, without unsafe code and dependencies",
		long: `ALGORITHM is dcqcn, dolcerc (4 arms), another of the firmware's transducers, or a package
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
		examples: `ccgen rust dcqcn -o crate/
			ccgen rust dolcerc --profile connectx --line-rate 200G -o crate/
			ccgen rust ./mycc -o crate/
			ccgen rust --check
			ccgen rust dolcerc --check --json`,
		file:  "folder to write the crate to; it is made if it is not there",
		many:  true,
		check: "build the crate with overflow checks and run the vectors on it",
		all:   true,
		names: printer.Names,
		flags: func(f *pflag.FlagSet) generator {
			o := &rustFlags{}
			o.flags(f, "the one profile that the crate has (all of the algorithm)")
			return o
		},
	}
}

// rustFlags are the flags of ccgen rust.
type rustFlags struct{ profileFlags }

func (o *rustFlags) print(r *request) (*printed, error) {
	if err := builtInOnly(r.p, r.flags, profileNames()...); err != nil {
		return nil, err
	}
	opt := rust.Options{Name: r.algorithm, Command: commandLine(r.p, append([]string{"rust", r.algorithm}, o.words()...)...)}
	if !r.p.BuiltIn() { // the built-in packages are fully proven
		open := collect.Map(ranges.Analyse(r.p.Program).Unproven(), func(s *ranges.Site) (ir.Pos, bool) { return s.Pos, true })
		opt.Unproven = func(pos ir.Pos) bool { return open[pos] }
	}
	for _, t := range transducersOf(r.p, r.algorithm) {
		list, err := o.profiles(r.p, t)
		if err != nil {
			return nil, err
		}
		opt.Profiles = append(opt.Profiles, list...)
	}
	c, err := rust.New(r.p.Program, opt)
	if err != nil {
		return nil, err
	}
	filesFrom := func(n int) []output {
		return collect.Of(c.Files[n:], func(f printer.File) output { return output{f.Name, f.Text} })
	}
	return &printed{
		files: filesFrom(0),
		run: func(ctx context.Context, files []*testvectors.File, progress progress) ([]testvectors.Outcome, error) {
			got, err := c.Check(ctx, files, some(progress, "running vectors"))
			return []testvectors.Outcome{got}, err
		},
		more: func(_ context.Context, files []*testvectors.File) ([]output, error) {
			printed := len(c.Files)
			err := c.AddVectors(files)
			return filesFrom(printed), err
		},
		vectors: r.out != "",
	}, nil
}

// transducersOf returns the named transducer, or those of the named package.
func transducersOf(p *codegen.Packages, name string) (names []string) {
	for _, t := range p.Program.Transducers {
		if t.Name == name || t.Pkg.Name == name && p.Program.Transducer(name) == nil {
			names = append(names, t.Name)
		}
	}
	return names
}

// profiles returns the profiles of an algorithm: all of them, or the one that the flags name.
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
			} // else it has another number of arms
		}
		return list, err
	}
	if len(p.Folders) > 1 {
		return nil, nil // with several folders it is not clear whose profile it is
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
		names = collect.Of(sets, func(s folder.Profile) string { return s.Name })
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
