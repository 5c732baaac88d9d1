package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/base/text/textwidth"
)

func mutateCommand() cli.Command {
	return cli.Command{
		Name:  "mutate",
		Args:  packagesArgs + " [VECTORS...]",
		Short: "plant faults in the firmware and report which of them the vectors find",
		Long: `Every operation of the firmware is replaced by one that a port might have instead: all
these mutants are put to the vectors in the IR's interpreter, and the table has by kind
how many are killed, equal to the original, and open. A mutant is equal if it is listed as
such (equivalent.txt in a folder of your own), or if z3 shows it. Of the killed, one of each
kind and --draw more are then printed as C, compiled, and put to the vectors as a port is:
they have to be found there too.

Without an argument the corpus that ccgen carries is run. Exit status 1 means that a
mutant survives as C, or that the score is below --least. docs/proof.md describes the
kinds and reasons, docs/algorithms-of-your-own.md how to list a mutant of your own.

` + packagesLong + ` Without
VECTORS those are run that ccgen vectors makes of them.`,
		Examples: `ccgen mutate
			ccgen mutate --seed 7 --draw 40
			ccgen mutate --package dcqcn.Rates_Cut --draw 0 --all
			ccgen mutate ./mycc --draw 0
			ccgen mutate --package dcqcn --draw 0 --laws --all
			ccgen mutate --json --draw 0 > mutants.json
			ccgen mutate dcqcn-paper.json --package dcqcn --draw 0`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			c := mutateConfig{}
			cli.Number(f, &c.seed, "seed", 1, cli.Range[uint64]{Max: math.MaxUint64}, "seed of the mutants that are drawn for C, and of calls near the vectors that are tried on open ones")
			cli.Number(f, &c.draw, "draw", 20, cli.Range[int]{Max: math.MaxInt32}, "how many mutants to draw for C beside one of each kind; 0 compiles none at all")
			f.BoolVar(&c.all, "all", false, "list every mutant with its outcome, not only the open ones")
			f.StringVar(&c.name, "package", "", "mutants of this package (dcqcn) or function (dcqcn.Rates_Cut) only")
			f.StringVar(&c.compiler, "compiler", "gcc", "compiler of the C port")
			cli.Number(f, &c.least, "least", 0, cli.Range[float64]{Max: 100, Unit: "%"}, "fail where less of the mutants not shown equal are killed, in percent")
			f.BoolVar(&c.laws, "laws", false, "count by algorithm which killed mutants break a law of it, in steps from the vectors' states; with --all name the law")
			f.BoolVar(&c.json, "json", false, "print the outcome as JSON")
			return func(env cli.Env, args []string) error {
				ctx, stop := interrupt.Context(context.Background())
				defer stop()
				return c.run(ctx, env, args)
			}
		},
	}
}

type mutateConfig struct {
	seed      uint64
	draw      int
	all, json bool
	name      string
	compiler  string
	least     float64
	results   []mutate.Result
	inC       []mutate.CResult // those of each kind first
	laws      bool
	broken    []mutate.Broken // of the killed mutants, if laws
}

func (c *mutateConfig) run(ctx context.Context, env cli.Env, args []string) error {
	compiler := cc.Compiler{Name: c.compiler}
	if c.draw > 0 {
		// Otherwise the error would come only after minutes.
		if _, err := compiler.Find(); err != nil {
			return fmt.Errorf("mutate: %w", err)
		}
	}
	packages, paths, err := packagesOf(args)
	if err != nil {
		return err
	}
	given := packages
	// Mutants are applied to this copy.
	if packages, err = packages.Copy(); err != nil {
		return err
	}
	p := packages.Program
	all := mutate.ListFuncs(p, packages.Functions())
	mutants, err := mutate.Select(all, p, c.name)
	if err != nil {
		return fmt.Errorf("mutate: %w", err)
	}
	files, err := vectorsOf(ctx, env, given, paths, true)
	if err != nil {
		return err
	}
	tool, err := mutateTool(packages, all)
	if err != nil {
		return fmt.Errorf("mutate: %w", err)
	}
	if tool.Corpus, err = mutate.NewCorpus(p, files); err != nil {
		return err
	}
	bar := cli.NewProgress(env.Stderr, "mutants")
	c.results, err = tool.Classify(ctx, mutants, bar.Update)
	bar.Done()
	if err != nil {
		return err
	}
	bar = cli.NewProgress(env.Stderr, "survivors")
	err = tool.Ask(ctx, c.results, c.seed, bar.Update)
	bar.Done()
	if err != nil {
		return err
	}
	if c.laws {
		if err := c.checkLaws(ctx, env, tool.Corpus); err != nil {
			return fmt.Errorf("mutate: %w", err)
		}
	}
	if c.draw > 0 {
		bar := cli.NewProgress(env.Stderr, "compiling mutants")
		hypotheses, drawn := mutate.Draw(c.results, c.draw, c.seed)
		port := &mutate.Port{Program: p, Compiler: compiler, Catalog: packages.Catalog(), Files: files}
		c.inC, err = port.Run(ctx, hypotheses, true, bar.Update)
		var others []mutate.CResult
		if err == nil {
			others, err = port.Run(ctx, drawn, false, bar.Update)
		}
		bar.Done()
		if err != nil {
			return fmt.Errorf("mutate: %w", err)
		}
		c.inC = append(c.inC, others...)
	}
	write := c.writeText
	if c.json {
		write = c.writeJSON
	}
	if err := env.Write(atomicfile.Stdout, write); err != nil {
		return err
	}
	return c.check()
}

// checkLaws puts the killed mutants to the laws of the algorithms that run them.
func (c *mutateConfig) checkLaws(ctx context.Context, env cli.Env, corpus *mutate.Corpus) error {
	killed := collect.Pick(c.results, func(r mutate.Result) (*mutate.Mutant, bool) { return r.Mutant, r.Outcome == mutate.Killed })
	bar := cli.NewProgress(env.Stderr, "laws")
	defer bar.Done()
	var err error
	c.broken, err = corpus.Laws(ctx, killed, bar.Update)
	return err
}

// writeLaws writes how many mutants break a law, and with --all which law each breaks.
func (c *mutateConfig) writeLaws(w io.Writer) error {
	if !c.laws {
		return nil
	}
	fmt.Fprintln(w, "\nkilled mutants that break a law, by algorithm:")
	for _, n := range mutate.LawTable(c.broken) {
		fmt.Fprintf(w, "%s: %d of %d, %.0f %%\n", n.Algorithm, n.Broken, n.Mutants, 100*float64(n.Broken)/float64(n.Mutants))
	}
	for _, x := range c.broken {
		if !c.all {
			break
		}
		law := "breaks no law"
		if x.Law != nil {
			law = "breaks " + x.Law.Name + ": " + x.By.String()
		}
		if _, err := fmt.Fprintf(w, "%s, %s: %s\n", x.Mutant.ID, x.Algorithm, law); err != nil {
			return err
		}
	}
	return nil
}

// mutateTool returns the classifier for the mutants of packages, which must be all of them, with the packages' lists
// of equivalent ones and a solver if one is installed.
func mutateTool(packages *codegen.Packages, all []*mutate.Mutant) (*mutate.Classifier, error) {
	t := &mutate.Classifier{Facts: mutate.NewFacts(packages.Program)}
	var err error
	if packages.BuiltIn() {
		t.Listed, err = mutate.BuiltInEquivalents()
	} else {
		t.Listed, err = mutate.ReadEquivalents(packages.Folders)
	}
	if err == nil {
		err = t.CheckListed(all)
	}
	if err != nil {
		return nil, err
	}
	t.Checker, t.NoChecker = mutate.NewChecker(t.Facts)
	return t, nil
}

// check returns an error if the vectors missed a mutant that they must kill.
func (c *mutateConfig) check() error {
	for _, in := range c.inC {
		if !in.Killed {
			return cli.CheckFailed(fmt.Errorf("mutate: %s survives as C: every vector passes", in.Mutant.ID))
		}
	}
	table := mutate.Table(c.results)
	if total := table[len(table)-1]; 100*total.Score() < c.least {
		return cli.CheckFailed(fmt.Errorf("mutate: the vectors kill %.2f %% of the mutants that are not shown equal, less than %g %%", 100*total.Score(), c.least))
	}
	return nil
}

func (c *mutateConfig) writeText(w io.Writer) error {
	table := mutate.Table(c.results)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "kind\tmutants\tkilled\tequal\topen\tscore\t\n")
	for _, n := range table {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.2f %%\t\n", n.Kind, n.All, n.Killed, n.Equal, n.Open, 100*n.Score())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	total := table[len(table)-1]
	fmt.Fprintf(w, "\nkilled of those not shown equal: %d of %d, %.2f %%; of all: %.2f %%\n", total.Killed, total.All-total.Equal, 100*total.Score(), 100*total.Share())
	why := c.proofs()
	ways := collect.Pick(mutate.Reasons(), func(by mutate.Reason) (string, bool) { return fmt.Sprintf("%d by %s", why[by], by), why[by] > 0 })
	if len(ways) > 0 {
		fmt.Fprintln(w, textwidth.Wrap("shown equal: "+strings.Join(ways, ", "), textwidth.Of(w)))
	}
	for _, r := range c.results {
		if c.all || r.Outcome == mutate.Survived {
			note := string(r.Outcome)
			switch r.Outcome {
			case mutate.Killed:
				note += " by " + r.By.String()
			case mutate.ProvedEqual:
				note += ", " + string(r.Why)
				if r.Proof != "" {
					note += ": " + r.Proof
				}
			case mutate.Survived:
				if r.Note != "" {
					note += ": " + r.Note
				}
			}
			fmt.Fprintf(w, "\n%s: %s\n  %s, %s\n  - %s\n  + %s\n", r.Mutant.Site, r.Mutant.What, r.Mutant.ID, note, r.Mutant.Before, r.Mutant.After)
			if r.Hash != "" {
				fmt.Fprintf(w, "  to list it: %s %s %s WHY\n", r.Mutant.ID, mutate.Reasoned, r.Hash)
			}
		}
	}
	if err := c.writeLaws(w); err != nil || len(c.inC) == 0 {
		return err
	}
	fmt.Fprintf(w, "\nas C, compiled by %s:\n", c.compiler)
	for _, in := range c.inC {
		what := "drawn"
		if in.Hypothesis {
			what = "its kind"
		}
		how := "SURVIVES"
		if in.Killed {
			how = in.How
		}
		if _, err := fmt.Fprintf(w, "%s (%s), %s\n  %s\n", in.Mutant.ID, what, in.Mutant.What, how); err != nil {
			return err
		}
	}
	return nil
}

// proofs counts the mutants that are proved equivalent, by reason.
func (c *mutateConfig) proofs() map[mutate.Reason]int {
	why := map[mutate.Reason]int{}
	for _, r := range c.results {
		if r.Outcome == mutate.ProvedEqual {
			why[r.Why]++
		}
	}
	return why
}

// mutantJSON is a mutant in the JSON report.
type mutantJSON struct {
	ID      string          `json:"id"`
	Kind    string          `json:"kind"`
	Site    string          `json:"site"`
	What    string          `json:"what"`
	Before  string          `json:"before"`
	After   string          `json:"after"`
	Outcome mutate.Outcome  `json:"outcome,omitempty"`
	Why     mutate.Reason   `json:"why,omitempty"`
	Proof   string          `json:"proof,omitempty"`
	Note    string          `json:"note,omitempty"`
	Hash    string          `json:"hash,omitempty"`
	By      *mutate.Witness `json:"by,omitempty"`
	C       string          `json:"c,omitempty"`
}

func mutantOf(m *mutate.Mutant) mutantJSON {
	return mutantJSON{ID: m.ID, Kind: string(m.Kind), Site: m.Site.String(), What: m.What, Before: m.Before, After: m.After}
}

func (c *mutateConfig) writeJSON(w io.Writer) error {
	table := mutate.Table(c.results)
	total := table[len(table)-1]
	report := struct {
		Score   float64               `json:"score"`
		Share   float64               `json:"shareOfAll"`
		Table   []mutate.KindCount    `json:"table"`
		EqualBy map[mutate.Reason]int `json:"equalBy"`
		Mutants []mutantJSON          `json:"mutants"`
		C       []mutantJSON          `json:"asC,omitempty"`
		Laws    []mutate.LawCount     `json:"laws,omitempty"`
	}{Score: total.Score(), Share: total.Share(), Table: table, EqualBy: c.proofs(), Laws: mutate.LawTable(c.broken)}
	for _, r := range c.results {
		m := mutantOf(r.Mutant)
		m.Outcome, m.Why, m.Proof, m.Note, m.Hash = r.Outcome, r.Why, r.Proof, r.Note, r.Hash
		if r.Killed {
			m.By = &r.By
		}
		if c.all || r.Outcome == mutate.Survived {
			report.Mutants = append(report.Mutants, m)
		}
	}
	for _, in := range c.inC {
		m := mutantOf(in.Mutant)
		m.C = in.How
		if !in.Killed {
			m.C = "survives"
		}
		report.C = append(report.C, m)
	}
	return jsontext.Write(w, report)
}
