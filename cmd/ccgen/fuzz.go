package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/analysis/laws"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/check/difffuzz"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/reference"
)

func fuzzCommand() cli.Command {
	return cli.Command{
		Name:  "fuzz",
		Args:  packagesArgs + " [VECTORS...]",
		Short: "fuzz the C port against the Go reference with clang's libFuzzer",
		Long: `The C code runs under the address and undefined-behaviour sanitizers on inputs that
libFuzzer makes to reach new code, beginning with the vectors (those that ccgen carries,
if no file is named); Go runs every input too, and all answers and states are compared.
The first difference, or finding of a sanitizer, is shortened and written to --findings
as a file of vectors to be added to the corpus; exit status 1 says so.

--corpus keeps the inputs that reached new code, for a later run to begin with. Two runs
of one seed are much alike but not the same, since libFuzzer also goes by the clock; what
is found is kept as vectors and so shows itself every time.

` + packagesLong + ` C is
then compared with the interpreter, since Go is not linked, and begins with vectors that
ccgen makes.`,
		Examples: `ccgen fuzz --time 2m
			ccgen fuzz --time 8h --seed 7 --corpus fuzz-corpus
			ccgen fuzz ./mycc --time 10s
			ccgen fuzz --only dcqcn --laws --time 1m
			ccgen fuzz --only dolcerc4,dcqcn --runs 100000`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			limit, runs, seed := new(time.Duration), new(int), new(uint32)
			cli.Duration(f, limit, "time", 0, time.Second, 10_000*time.Hour, "how long to fuzz, as in 90s, 2m or 8h (2m if neither this nor --runs is given)")
			cli.Number(f, runs, "runs", 0, cli.Range[int]{Min: 1, Max: math.MaxInt32}, "how many inputs to run")
			cli.Number(f, seed, "seed", 1, cli.Range[uint32]{Min: 1, Max: math.MaxUint32}, "seed of the fuzzer's choices, not 0")
			only := f.StringSlice("only", nil, "packages (fixedpoint), functions (fixedpoint.Log2) and algorithms (dolcerc4) to fuzz; all if empty")
			corpus := f.String("corpus", "", "directory of inputs to begin with and to add to; made if it is not there")
			findings := f.String("findings", ".", "directory for what is found; made if it is not there")
			clang := f.String("clang", "clang", "the compiler, a clang with libFuzzer")
			lawful := f.Bool("laws", false, "also check each step of the reference against the laws of its algorithm, which is slower")
			asJSON := f.Bool("json", false, "print the result as JSON")
			return func(env cli.Env, args []string) error {
				if *limit == 0 && *runs == 0 {
					*limit = 2 * time.Minute
				}
				found, err := atomicfile.NewFolder(*findings)
				if err != nil {
					return fmt.Errorf("fuzz: --findings: %w", err)
				}
				defer found.Abort() // which removes it if nothing was found
				p, paths, err := packagesOf(args)
				if err != nil {
					return err
				}
				catalog := p.Catalog()
				if p.BuiltIn() {
					catalog = reference.Catalog()
				}
				targets, err := difffuzz.Targets(catalog, *only)
				if err != nil {
					return fmt.Errorf("fuzz: %w", err)
				}
				c := difffuzz.Config{Targets: targets, Clang: cc.Compiler{Name: *clang}, Corpus: *corpus, Time: *limit, Runs: *runs, Seed: *seed}
				if !p.BuiltIn() {
					c.Reference = conformance.Interpreter(p.Program)
				}
				if *lawful {
					if c.Reference == nil {
						c.Reference = reference.New()
					}
					c.Reference = laws.Oracle(c.Reference, p.Program)
				}
				ctx, stop := interrupt.Context(context.Background())
				defer stop()
				files, err := vectorsOf(ctx, env, p, paths, false)
				if err != nil {
					return err
				}
				if c.Seeds, err = difffuzz.Seeds(targets, files); err != nil {
					return err
				}
				if c.Port, err = difffuzz.NewPort(p.Program, targets); err != nil {
					return err
				}
				bar := cli.NewProgress(env.Stderr, "fuzzing")
				if *limit > 0 {
					c.Progress = func(passed time.Duration) { bar.Update(int(passed.Seconds()), int(limit.Seconds())) }
				}
				result, err := difffuzz.Run(ctx, c)
				bar.Done()
				if errors.Is(err, context.Canceled) {
					return cli.CheckFailed(errors.New("fuzz: interrupted; nothing was found until then"))
				}
				if err != nil {
					return fmt.Errorf("fuzz: %w", err)
				}
				if *asJSON {
					err = env.JSON(result)
				} else {
					err = writeFuzzed(env.Stdout, result, p.BuiltIn())
				}
				if err != nil || result.Finding == nil {
					return err
				}
				path, err := keepFinding(*findings, result.Finding)
				if err != nil {
					return err
				}
				return cli.CheckFailed(fmt.Errorf("fuzz: %s: %s; written to %s", result.Finding.Target, result.Finding.Reason, path))
			}
		},
	}
}

func writeFuzzed(w io.Writer, r *difffuzz.Result, builtIn bool) error {
	with := "Go"
	if !builtIn {
		with = "the interpreter"
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "inputs\tsteps\t  target\n")
	for _, n := range r.Targets {
		fmt.Fprintf(t, "%d\t%d\t  %s\n", n.Inputs, n.Steps, n.Target)
	}
	fmt.Fprintf(t, "%d\t%d\t  in all\n", r.Inputs, r.Steps)
	if err := t.Flush(); err != nil {
		return err
	}
	if r.Finding == nil {
		_, err := fmt.Fprintf(w, "C and %s agree; %s of the C code reached, %s reached something new\n", with, plural.Of(r.Edges, "edge"), plural.Of(r.CorpusAdded, "input"))
		return err
	}
	if r.Finding.Report == nil {
		return nil
	}
	return r.Finding.Report.Write(w)
}

// keepFinding writes the vectors of a finding, or its input if it has no vectors.
func keepFinding(dir string, f *difffuzz.Finding) (path string, err error) {
	name := fmt.Sprintf("finding-%s-%x", strings.ReplaceAll(f.Target, ".", "-"), sha256.Sum256(f.Input))
	path = filepath.Join(dir, name[:len(name)-56])
	if f.Vectors != nil {
		return path + ".json", f.Vectors.Write(path + ".json")
	}
	return path + ".input", atomicfile.Write(path+".input", func(w io.Writer) error {
		_, err := w.Write(f.Input)
		return err
	})
}
