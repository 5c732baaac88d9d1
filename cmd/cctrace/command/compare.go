package command

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/internal/version"
	"smartnic-cc/nicmodel/lab/compare"
	"smartnic-cc/nicmodel/lab/sweep"
)

func compareCommand(o *Options) cli.Command {
	return cli.Command{
		Name:  "compare",
		Args:  "SCENARIO ALGO ALGO...",
		Short: "run one scenario under several algorithms, and put the results side by side",
		Long: `SCENARIO is a TOML file (docs/nicmodel.md). ALGO is dcqcn, dolcerc, dolcercplus or none, or the
folder of an algorithm of your own, each with the name of a set of its parameters behind a colon
if it is not to be the first: dolcerc:dolcerc-recommended, ./mycc:fast. One that the scenario has
itself runs as the scenario has it. All have the same arrivals and the same coins. The table has
completion times and slow-downs, goodput, Jain's index, queues, PFC pauses, and what the algorithm
costs a NIC: means over the seeds with their confidence.

Warnings say where a comparison is not fair: a profile that is another algorithm's, marks or
telemetry that the scenario does not give, messages that did not end (docs/comparison.md).

Results of runs are kept in the work folder: what was interrupted (Ctrl-C) goes on where it stood.
Everything printed is the same bytes for any number of workers or shards and either engine.`,
		Examples: `cctrace compare docs/sample/incast.toml dcqcn dolcerc:dolcerc-recommended
			cctrace compare docs/sample/websearch.toml dcqcn:paper dcqcn:connectx ./docs/examples/timely --seeds 5 -o websearch.html
			cctrace compare docs/sample/incast.toml dcqcn ./mycc:slow ./mycc:fast --figure incast.svg
			cctrace compare my.toml dcqcn dolcerc none --set workload[0].load=0.7 --json
			cctrace compare my.toml dcqcn none --markdown
			cctrace compare my.toml dcqcn ./mycc --check
			cctrace compare my.toml dcqcn ./mycc --work shared --engine slurm --tasks 100`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			c := compareRun{linked: o}
			f.StringVarP(&c.out, "output", "o", "", "file for one HTML page with table, figures and what ran")
			f.StringVar(&c.figure, "figure", "", "file for the figure sheet: "+strings.Join(plot.Formats(), ", ")+" by its ending")
			f.BoolVar(&c.asJSON, "json", false, "print the report as JSON")
			f.BoolVar(&c.markdown, "markdown", false, "print a table of Markdown with a line an algorithm, for a page")
			cli.Number(f, &c.seeds, "seeds", 3, cli.Range[int]{Min: 1, Max: compare.MaxSeeds}, "how many seeds, from the scenario's run.seed on")
			f.StringArrayVar(&c.set, "set", nil, "change a key of the scenario for all, as in workload[0].load=0.7; repeatable")
			f.BoolVar(&c.check, "check", false, "read and check all that is named, print the warnings, and run nothing")
			c.declare(f, "compare")
			return c.run
		},
	}
}

type compareRun struct {
	engineFlags
	linked        *Options
	out, figure   string
	set           []string
	seeds         int
	asJSON, check bool
	markdown      bool
}

func (c *compareRun) run(env cli.Env, args []string) error {
	if len(args) == 0 {
		return errors.New("compare: name a scenario, and two or more algorithms")
	}
	if err := c.files(args); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	all, err := compare.New(args[0], args[1:], compare.Options{Seeds: c.seeds, Set: c.set, Native: c.linked.Native})
	if err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	for _, one := range all.Contenders {
		switch {
		case one.Stale:
			fmt.Fprintf(env.Stderr, "cctrace: warning: %s: has changed since it was linked in, and is interpreted; ccgen build links it in again\n", one.Name)
		case one.Interpreted && !c.merge:
			fmt.Fprintf(env.Stderr, "cctrace: %s: is interpreted, which is slow; ccgen build links it in\n", one.Name)
		}
	}
	if c.check {
		return env.Write(atomicfile.Stdout, all.WriteCheck)
	}
	var report *compare.Report
	done, err := c.on(env, func() ([]string, error) { return c.rerun(args) }, func(e sweep.Engine) (err error) {
		report, err = all.Run(e)
		return err
	})
	if err != nil || !done {
		return err
	}
	return c.write(env, report, args)
}

// files refuses impossible names and flags before anything runs.
func (c *compareRun) files(args []string) error {
	if c.out == atomicfile.Stdout || c.figure == atomicfile.Stdout {
		return errors.New("-o and --figure need names of files: the table goes to standard output")
	}
	if c.out != "" && !strings.EqualFold(filepath.Ext(c.out), ".html") {
		return fmt.Errorf("-o %s: is no name of a page; let it end in .html, or use --figure for a figure", c.out)
	}
	if c.figure != "" {
		if _, err := plot.FormatOf(c.figure); err != nil {
			return err
		}
	}
	for _, out := range []string{c.out, c.figure} {
		if out != "" {
			if err := cli.CheckDistinct(out, args[0]); err != nil {
				return err
			}
		}
	}
	if c.asJSON && c.markdown {
		return errors.New("--json and --markdown are two forms of one report; choose one")
	}
	return c.usage()
}

// rerun returns the arguments that repeat the run in a task of an array, which has its own working folder.
func (c *compareRun) rerun(args []string) ([]string, error) {
	path, err := filepath.Abs(args[0])
	if err != nil {
		return nil, err
	}
	list := []string{path}
	for _, name := range args[1:] {
		if name, err = absolute(name); err != nil {
			return nil, err
		}
		list = append(list, name)
	}
	list = append(list, "--seeds", fmt.Sprint(c.seeds))
	for _, set := range c.set {
		list = append(list, "--set", set)
	}
	return list, nil
}

// absolute returns a contender's name that holds in any current folder.
func absolute(name string) (string, error) {
	algo, set, named := strings.Cut(name, ":")
	var err error
	if isOwn(algo) && !folder.BuiltIn(algo) {
		if algo, err = filepath.Abs(algo); err != nil {
			return "", err
		}
	}
	if profile.IsPath(set) {
		if set, err = filepath.Abs(set); err != nil {
			return "", err
		}
	}
	if named {
		algo += ":" + set
	}
	return algo, nil
}

func (c *compareRun) write(env cli.Env, r *compare.Report, args []string) error {
	if c.figure != "" {
		format, err := plot.FormatOf(c.figure)
		if err != nil {
			return err
		}
		if err := env.Write(c.figure, func(w io.Writer) error { return r.WriteFigures(w, format) }); err != nil {
			return err
		}
	}
	if c.out != "" {
		if err := env.Write(c.out, func(w io.Writer) error { return r.WritePage(w, "cctrace "+version.String(), c.command(args)) }); err != nil {
			return err
		}
	}
	return env.Write(atomicfile.Stdout, func(w io.Writer) error {
		switch {
		case c.asJSON:
			return r.WriteJSON(w)
		case c.markdown:
			return r.WriteMarkdown(w)
		}
		return r.Write(w)
	})
}

// command returns the command that made the report.
func (c *compareRun) command(args []string) string {
	words := append([]string{"cctrace", "compare"}, args...)
	words = append(words, "--seeds", fmt.Sprint(c.seeds))
	for _, set := range c.set {
		words = append(words, "--set", set)
	}
	return strings.Join(words, " ")
}
