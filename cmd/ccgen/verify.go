package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"slices"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/cgen/cc"
	"smartnic-cc/codegen/conformance"
	"smartnic-cc/codegen/port"
	"smartnic-cc/internal/cli"
	"smartnic-cc/testvectors"
)

func verifyCommand() cli.Command {
	return cli.Command{
		Name:  "verify",
		Args:  "[VECTORS...]",
		Short: "compile the C port with each compiler and run every vector on it",
		Long: `Without an argument the corpus that ccgen carries is run. Exit status 1 tells that some
target differs from a vector; the case, the expected and the found state are then
printed field by field.`,
		Examples: `ccgen verify
			ccgen verify --compilers gcc --opt -O2 --sanitize
			ccgen verify --json dcqcn.json > report.json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			compilers := f.StringSlice("compilers", []string{"gcc", "clang"}, "compilers to build with: gcc, clang, g++, clang++ or the path of another that takes their options")
			levels := f.StringSlice("opt", []string{"-O0", "-O2", "-O3"}, "levels of optimisation")
			sanitize := f.Bool("sanitize", false, "build with -fsanitize=undefined,address too")
			prefix := f.String("prefix", "cc_", "prefix of the port's names")
			asJSON := f.Bool("json", false, "print the table as JSON")
			return func(env cli.Env, args []string) error {
				files, err := testvectors.Load(args)
				if err != nil {
					return err
				}
				for _, l := range *levels {
					if !slices.Contains([]string{"-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-Oz"}, l) {
						return fmt.Errorf("verify: %q is no level of optimisation; use -O0 to -O3, -Os, -Og or -Oz", l)
					}
				}
				c := port.Config{Prefix: *prefix, Lines: "none"}
				name, header, err := c.Header()
				if err != nil {
					return err
				}
				program, err := c.Program(name)
				if err != nil {
					return err
				}
				ir, err := codegen.Firmware()
				if err != nil {
					return err
				}
				var all []cc.Compiler
				for _, name := range *compilers {
					all = append(all, cc.Compiler{Name: name})
				}
				ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
				defer stop()
				bar := cli.NewProgress(env.Stderr, "verifying")
				rows, err := conformance.Run(ctx, conformance.Config{
					IR: ir, Header: cc.File{Name: name, Data: header}, Program: program, Files: files,
					Targets: conformance.Targets(all, *levels, *sanitize), Progress: bar.Update,
				})
				bar.Done()
				if err != nil {
					return err
				}
				if *asJSON {
					e := json.NewEncoder(env.Stdout)
					e.SetIndent("", "  ")
					err = e.Encode(rows)
				} else {
					err = conformance.WriteTable(env.Stdout, rows)
				}
				if err != nil {
					return err
				}
				failed := 0
				for i := range rows {
					if !rows[i].OK {
						failed++
					}
				}
				if failed > 0 {
					return cli.Failed(fmt.Errorf("verify: %d of %d targets differ from the vectors", failed, len(rows)))
				}
				return nil
			}
		},
	}
}
