package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/smt"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
)

func smtCommand() cli.Command {
	return cli.Command{
		Name:  "smt",
		Args:  packagesArgs + " -o DIR",
		Short: "write what the arithmetic must fulfil as SMT-LIB 2 problems for a solver",
		Long: `One file a problem, in QF_BV: that an operation fits, that an index is in range, that a
contract of a fixed-point function is true. Each asserts the opposite: unsat is the proof,
and a model is a counterexample. docs/proof.md says which ones z3 ends.

` + packagesLong + ` Only functions that take and
give nothing but scalars have problems.`,
		Examples: `ccgen smt -o smt
			ccgen smt ./mycc -o smt
			z3 -T:60 smt/contracts.AddSatU32.smt2`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			dir := f.StringP("output", "o", "", "folder to write to; made if it is not there")
			asJSON := f.Bool("json", false, "print the problems as JSON")
			return func(env cli.Env, args []string) error {
				p, rest, err := packagesOf(args)
				if err != nil {
					return err
				}
				if *dir == "" || len(rest) > 0 {
					return fmt.Errorf("smt: name a folder, as in ccgen smt -o smt, and nothing else")
				}
				problems, err := smtProblems(p)
				if err != nil {
					return err
				}
				var files []output // all of them or none: half of the files would prove only half
				for _, q := range problems {
					files = append(files, output{q.Name + ".smt2", []byte(q.Text)})
				}
				if err := writeFolder(*dir, files); err != nil {
					return fmt.Errorf("smt: %w", err)
				}
				if *asJSON {
					list := collect.Of(problems, func(q smt.Problem) problemJSON {
						return problemJSON{q.Name, filepath.Join(*dir, q.Name+".smt2"), q.What}
					})
					return env.JSON(list)
				}
				fmt.Fprintf(env.Stdout, "%s in %s\n", plural.Of(len(problems), "problem"), *dir)
				return nil
			}
		},
	}
}

// problemJSON is a problem as JSON.
type problemJSON struct {
	Name string `json:"name"`
	File string `json:"file"`
	What string `json:"what"`
}

// smtProblems returns the problems of packages, with the contracts for the built-in ones.
func smtProblems(p *codegen.Packages) ([]smt.Problem, error) {
	if !p.BuiltIn() {
		return smt.ProblemsOf(p.Program, p.Own)
	}
	firmware, err := smt.Program()
	if err != nil {
		return nil, err
	}
	return smt.Problems(firmware)
}
