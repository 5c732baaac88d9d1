package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/tool/explain"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/junit"
)

func verifyCommand(o *Options) cli.Command {
	return cli.Command{
		Name:  "verify",
		Args:  "LOG | --firmware PROGRAM [VECTORS...]",
		Short: "check a firmware's log, or a firmware program, against the reference",
		Long: `LOG is what a firmware wrote about its steps: CSV, JSON lines, or records of bytes that a
TOML file describes (docs/vectors.md). Each step is computed again from the state before
it. The first difference is explained: event, state before, what was expected and found,
the intermediate values of the reference, and which single mistake leads to what was
found. The log names its algorithm and parameters, or the flags do.

With --laws a log is held against the laws of its algorithm alone (docs/laws.md), as that of a NIC whose
arithmetic is not known: the first breach is shown, with time, connection and the law's words.

With --firmware a program that speaks the line protocol of docs/vectors.md runs the test
vectors; without an argument those that cctrace carries.

--algo ./mycc takes the algorithm of a folder (docs/algorithms-of-your-own.md), of a log and
of vectors alike; without an argument its vectors are those that ccgen vectors makes.

Exit status 0 if all is the same, 1 if something differs.`,
		Examples: `cctrace verify firmware.csv --algo dcqcn --profile connectx --line-rate 200G
			cctrace verify trace.bin --layout record.toml --resync --max 5
			cctrace verify firmware.jsonl --json > explanation.json
			cctrace verify rates.csv --laws --algo dcqcn --profile connectx
			cctrace verify --firmware out/firmware --junit verify.xml
			cctrace verify firmware.csv --algo ./mycc --profile fast
			cctrace verify --firmware out/mycc --algo ./mycc
			cctrace verify vectors/dcqcn-paper.json --firmware ./bench --timeout 30s`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var v vectorRun
			var l logRun
			v.flags(f)
			l.flags(f)
			asJSON := f.Bool("json", false, "print reports and explanations as JSON")
			cli.OutputFile(f, &v.junit, "junit", "write the outcome to this file too, as the XML of JUnit: a suite for the program or the log's algorithm, a case for each file")
			return func(env cli.Env, args []string) error {
				if err := cli.CheckDistinct(v.junit, args...); err != nil {
					return err
				}
				v.asJSON, l.asJSON = *asJSON, *asJSON
				l.junit = v.junit
				l.choice.Algo = o.own(l.choice.Algo)
				if v.program == "" && len(args) == 0 {
					return fmt.Errorf("verify: --firmware is missing; name the program to run, or a log to compare")
				}
				if v.program != "" {
					for _, name := range l.ofLog(f) {
						if name != "chain" && name != "others" && (name != "algo" || !isOwn(l.choice.Algo)) {
							return fmt.Errorf("verify: --%s goes with a log, --firmware with vectors; use one of them", name)
						}
					}
					v.algo = l.choice.Algo
					v.text = explain.TextOptions{Chain: l.chain, Others: l.others, NoTable: true}
					return v.run(env, args)
				}
				if name := firstGiven(f, vectorFlags); name != "" {
					return fmt.Errorf("verify: --%s goes with --firmware and vectors, not with a log; leave it out", name)
				}
				return l.run(env, args, f)
			}
		},
	}
}

// vectorRun runs vectors on a firmware program.
type vectorRun struct {
	firmwareFlags
	keepGoing bool
	asJSON    bool
	only      []string
	junit     string // the file for the XML of JUnit
	algo      string // the folder of the algorithm, if it is one
	text      explain.TextOptions
}

func (v *vectorRun) flags(f *pflag.FlagSet) {
	v.declare(f, "firmware program to run the vectors on")
	f.StringSliceVar(&v.only, "only", nil, "algorithms (dolcerc4), packages (dcqcn) and functions (fixedpoint.Log2) whose vectors are run; all if empty")
	f.BoolVar(&v.keepGoing, "keep-going", false, "go on after a vector that differs, and count them")
}

// vectorFlags are the flags of a run of vectors, besides the program.
var vectorFlags = []string{"firmware-arg", "timeout", "keep-going", "only"}

// firstGiven returns the first of the flags that was given, "" if none was.
func firstGiven(f *pflag.FlagSet, names []string) string {
	return collect.First(names, f.Changed)
}

// source returns what the firmware is compared with.
func (v *vectorRun) source() (*verified, error) {
	if !isOwn(v.algo) {
		return builtIn()
	}
	a, err := folder.Load(v.algo)
	if err != nil {
		return nil, err
	}
	return ofFolder(a)
}

func (v *vectorRun) run(env cli.Env, args []string) error {
	with, err := v.source()
	if err != nil {
		return err
	}
	files, err := with.vectors(env, args)
	if err != nil {
		return err
	}
	if files, err = onlyOf(with, files, v.only); err != nil {
		return err
	}
	reports, err := v.verify(env, with, files)
	if err != nil {
		return errors.Join(err, v.writeJUnit(files, reports, err, nil))
	}
	return v.write(env, with, reports, files)
}

// writeJUnit writes the outcome as --junit asks. err is the error that ended the run.
func (v *vectorRun) writeJUnit(files []*testvectors.File, reports []testvectors.Report, err error, e *explained) error {
	if v.junit == "" {
		return nil
	}
	suite := junit.Of(&testvectors.Outcome{Target: filepath.Base(v.program), Given: files, Reports: reports, Err: err})
	if e != nil {
		var text strings.Builder
		if err := e.Write(&text, v.text); err != nil {
			return err
		}
		suite.Cases[e.report].Failure.Text += "\n" + text.String()
	}
	return junit.WriteFile(v.junit, []junit.Suite{suite})
}

func (v *vectorRun) verify(env cli.Env, with *verified, files []*testvectors.File) (reports []testvectors.Report, err error) {
	p, err := v.start(with.packages.Catalog())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	total, done := collect.Sum(files, func(f *testvectors.File) int { return f.Tests() }), 0
	bar := cli.NewProgress(env.Stderr, "verifying")
	defer bar.Done()
	for _, f := range files {
		r, err := testvectors.Verify(p, f, testvectors.Options{Continue: v.keepGoing, Progress: func(int, int) {
			done++
			bar.Update(done, total)
		}})
		if err != nil {
			return reports, withOnly(err)
		}
		reports = append(reports, r)
		if !r.OK() && !v.keepGoing {
			break
		}
	}
	return reports, nil
}

func (v *vectorRun) write(env cli.Env, with *verified, reports []testvectors.Report, files []*testvectors.File) error {
	explained, err := firstExplained(with, reports, files)
	if err != nil {
		return err
	}
	if err := v.writeJUnit(files, reports, nil, explained); err != nil {
		return err
	}
	if v.asJSON {
		out := make([]explainedReport, len(reports))
		for i := range reports {
			out[i] = explainedReport{Report: &reports[i]}
			if explained != nil && i == explained.report {
				out[i].Explanation = explained.Explanation
			}
		}
		if err := env.JSON(out); err != nil {
			return err
		}
	}
	var tests, steps, failed int
	for i := range reports {
		t, s, f := reports[i].Total()
		tests, steps, failed = tests+t, steps+s, failed+f
		if v.asJSON || reports[i].OK() {
			continue
		}
		if err := reports[i].Write(env.Stdout); err != nil {
			return err
		}
		if explained != nil && i == explained.report {
			if err := explained.write(env, v.text); err != nil {
				return err
			}
		}
	}
	if failed > 0 {
		return cli.CheckFailed(fmt.Errorf("verify: %s differs in %d of %s run", reports[0].Firmware, failed, plural.Of(tests, "vector")))
	}
	if !v.asJSON {
		fmt.Fprintf(env.Stdout, "%s: %s, %s, all bit-exact\n", reports[0].Firmware, plural.Of(tests, "vector"), plural.Of(steps, "step"))
	}
	return nil
}
