package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
)

func verifyCommand() cli.Command {
	return cli.Command{
		Name:  "verify",
		Args:  packagesArgs + " [VECTORS...]",
		Short: "compile the C port with each compiler and run every vector on it",
		Long: `Without an argument the corpus that ccgen carries is run. Exit status 1 says that some
target differs from a vector; the case, the expected and the found state are then
printed field by field.

With --matrix the port is compiled for machines of other word sizes and byte orders, and
for cores without operating system, and run under qemu's user emulation. For such a core
the header alone is linked first, without libgcc.

` + packagesLong + ` Without
VECTORS those are run that ccgen vectors makes of them.`,
		Examples: `ccgen verify
			ccgen verify --matrix
			ccgen verify --matrix --list
			ccgen verify --matrix --platforms s390x,rv64imac --compilers gcc --opt -O2
			ccgen verify --compilers gcc --opt -O2 --sanitize
			ccgen verify ./mycc
			ccgen verify --json dcqcn.json > report.json
			ccgen verify --junit verify.xml`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			compilers := f.StringSlice("compilers", []string{"gcc", "clang"}, "compilers to build with: gcc, clang, g++, clang++ or the path of another that takes their options")
			levels := f.StringSlice("opt", []string{"-O0", "-O2", "-O3"}, "levels of optimisation (with --matrix -O0,-O2, and -Os,-O2 for cores without operating system)")
			sanitize := f.Bool("sanitize", false, "build with -fsanitize=undefined,address too")
			prefix := f.String("prefix", "cc_", "prefix of the port's names")
			var report reportFlags
			report.flags(f, "")
			matrix := f.Bool("matrix", false, "run on foreign machines: cross compilers and qemu")
			platforms := f.StringSlice("platforms", nil, "with --matrix: these machines only")
			list := f.Bool("list", false, "with --matrix: print the machines, what each needs and what is not installed")
			return func(env cli.Env, args []string) error {
				if !*matrix && (*list || len(*platforms) > 0) {
					return errors.New("verify: --list and --platforms go with --matrix")
				}
				if *matrix && *sanitize {
					return errors.New("verify: --sanitize does not go with --matrix; the sanitizers run on this machine")
				}
				machines, err := conformance.SelectPlatforms(*platforms)
				if err != nil {
					return fmt.Errorf("verify: %w", err)
				}
				if *list && report.asJSON {
					return env.JSON(conformance.ListPlatforms(machines))
				}
				if *list {
					return conformance.WritePlatforms(env.Stdout, machines)
				}
				if *matrix && !f.Changed("opt") {
					*levels = nil
				}
				ctx, stop := interrupt.Context(context.Background())
				defer stop()
				p, paths, err := packagesOf(args)
				if err != nil {
					return err
				}
				for _, l := range *levels {
					if !slices.Contains([]string{"-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-Oz"}, l) {
						return fmt.Errorf("verify: %q is no level of optimisation; use -O0 to -O3, -Os, -Og or -Oz", l)
					}
				}
				var targets []conformance.Target
				if *matrix {
					if targets, err = conformance.MatrixTargets(machines, *compilers, *levels); err == nil {
						err = conformance.Missing(targets)
					}
					if err != nil {
						return fmt.Errorf("verify: %w", err)
					}
				} else {
					all := collect.Of(*compilers, func(name string) cc.Compiler { return cc.Compiler{Name: name} })
					targets = conformance.Targets(all, *levels, *sanitize)
				}
				if err := cli.CheckDistinct(report.junit, paths...); err != nil {
					return err
				}
				files, err := vectorsOf(ctx, env, p, paths, true)
				if err != nil {
					return err
				}
				c := port.Config{Prefix: *prefix, Lines: "none", Folders: p.Folders}
				name, header, err := c.Header()
				if err != nil {
					return err
				}
				program, err := c.Program(name)
				if err != nil {
					return err
				}
				bar := cli.NewProgress(env.Stderr, "verifying")
				rows, err := conformance.Run(ctx, conformance.Config{
					IR: p.Program, Catalog: p.Catalog(), Header: cc.File{Name: name, Data: header}, Prefix: *prefix, Program: program, Files: files,
					Targets: targets, Progress: bar.Update,
				})
				bar.Done()
				return report.report(env, env.Stdout, "verify", rows, err)
			}
		},
	}
}
