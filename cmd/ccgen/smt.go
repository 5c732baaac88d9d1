package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/smt"
	"smartnic-cc/internal/atomicfile"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/plural"
	"smartnic-cc/internal/readfile"
)

func smtCommand() cli.Command {
	return cli.Command{
		Name:  "smt",
		Args:  "-o DIR",
		Short: "write what the arithmetic must fulfil as SMT-LIB 2 problems for a solver",
		Long: `One file a problem, in QF_BV: that an operation fits, that an index is in range, that a
contract of a fixed-point function is true. Each asserts the opposite: unsat is the proof,
and a model is a counterexample. docs/ranges.md tells which ones z3 ends.`,
		Examples: `ccgen smt -o smt
			z3 -T:60 smt/contracts.AddSatU32.smt2`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			dir := f.StringP("output", "o", "", "folder to write to; made if it is not there")
			return func(env cli.Env, args []string) error {
				if *dir == "" || len(args) > 0 {
					return fmt.Errorf("smt: name a folder, as in ccgen smt -o smt, and nothing else")
				}
				p, err := smt.Program()
				if err != nil {
					return err
				}
				problems, err := smt.Problems(p)
				if err != nil {
					return err
				}
				if err := os.MkdirAll(*dir, 0o755); err != nil {
					return fmt.Errorf("smt: %s: %w; name a folder that can be written", *dir, readfile.Reason(err))
				}
				for _, q := range problems {
					write := func(w io.Writer) error {
						_, err := io.WriteString(w, q.Text)
						return err
					}
					if err := atomicfile.Write(filepath.Join(*dir, q.Name+".smt2"), write); err != nil {
						return err
					}
				}
				fmt.Fprintf(env.Stdout, "%s in %s\n", plural.Of(len(problems), "problem"), *dir)
				return nil
			}
		},
	}
}
