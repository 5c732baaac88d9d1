package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/pipe"
	"smartnic-cc/testvectors"
)

func verifyCommand() cli.Command {
	return cli.Command{
		Name:  "verify",
		Args:  "[VECTORS...]",
		Short: "run test vectors on a firmware program",
		Long: `Without an argument the corpus that cctrace carries is run. The program speaks the line
protocol of docs/porting.md. The first difference is printed field by field, and ends
the run with exit status 1 unless --keep-going is given.`,
		Examples: `cctrace verify --firmware out/firmware
			cctrace verify vectors/dcqcn-paper.json --firmware ./bench --timeout 30s
			cctrace verify --firmware ./bench --json > report.json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			program := f.String("firmware", "", "firmware program to run")
			programArgs := f.StringArray("firmware-arg", nil, "argument of the firmware program; repeatable")
			timeout := f.Duration("timeout", pipe.DefaultTimeout, "how long the program may take for an answer")
			keepGoing := f.Bool("keep-going", false, "go on after a difference, and count them")
			asJSON := f.Bool("json", false, "print the reports as JSON")
			return func(env cli.Env, args []string) error {
				if *program == "" {
					return fmt.Errorf("verify: --firmware is missing; name the program to run")
				}
				files, err := testvectors.Load(args)
				if err != nil {
					return err
				}
				reports, err := verify(env, files, *program, *programArgs, *timeout, *keepGoing)
				if err != nil {
					return err
				}
				return writeReports(env, reports, *asJSON)
			}
		},
	}
}

func verify(env cli.Env, files []*testvectors.File, program string, args []string, timeout time.Duration, keepGoing bool) (reports []testvectors.Report, err error) {
	p, err := pipe.Run(program, pipe.Options{Args: args, Timeout: timeout})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	total, done := 0, 0
	for _, f := range files {
		total += f.Tests()
	}
	bar := cli.NewProgress(env.Stderr, "verifying")
	defer bar.Done()
	for _, f := range files {
		r, err := testvectors.Verify(p, f, testvectors.Options{Continue: keepGoing, Progress: func(int, int) {
			done++
			bar.Update(done, total)
		}})
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
		if !r.OK() && !keepGoing {
			break
		}
	}
	return reports, nil
}

func writeReports(env cli.Env, reports []testvectors.Report, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(env.Stdout)
		e.SetIndent("", "  ")
		if err := e.Encode(reports); err != nil {
			return err
		}
	}
	var tests, steps, failed int
	for i := range reports {
		t, s, f := reports[i].Total()
		tests, steps, failed = tests+t, steps+s, failed+f
		if asJSON || reports[i].OK() {
			continue
		}
		if err := reports[i].Write(env.Stdout); err != nil {
			return err
		}
	}
	if failed > 0 {
		return cli.Failed(fmt.Errorf("verify: %s differs in %d of the %d vectors that were run", reports[0].Firmware, failed, tests))
	}
	if !asJSON {
		fmt.Fprintf(env.Stdout, "%s: %d vectors, %d steps, all bit-exact\n", reports[0].Firmware, tests, steps)
	}
	return nil
}
