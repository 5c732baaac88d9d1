package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/tool/explain"
	"smartnic-cc/testvectors/junit"
)

// logRun compares a log.
type logRun struct {
	choiceFlags
	layout, params       string
	chosen               string // a flag that chooses algorithm or parameters, if one does
	estimate             string // that of the profile, if no flag chooses one
	junit                string // the file for the XML of JUnit
	resync, join, asJSON bool
	laws                 bool
	max, chain, others   int
}

// logFlags are the flags of a log, besides those that select steps.
var logFlags = []string{"layout", "params", "resync", "join", "laws", "max", "chain", "others"}

func (l *logRun) flags(f *pflag.FlagSet) {
	f.StringVar(&l.layout, "layout", "", "TOML file that describes the records of a binary log")
	f.StringVar(&l.params, "params", "", `JSON file with algorithm and parameters: {"algorithm": "dcqcnnp", "params": {"Interval": 50000}}`)
	f.BoolVar(&l.resync, "resync", false, "go on after a difference, from the firmware's own state, and count")
	f.BoolVar(&l.join, "join", false, "the log begins in mid-life: take the state in each connection's first step for right")
	f.BoolVar(&l.laws, "laws", false, "hold the log against the laws of the algorithm alone, none of its arithmetic: those that speak of what the log has")
	cli.Number(f, &l.max, "max", 10, cli.Range[int]{Max: math.MaxInt32}, "with --resync: how many differences are shown; all are counted")
	cli.Number(f, &l.chain, "chain", 16, cli.Range[int]{Min: -1, Max: math.MaxInt32}, "how many of the reference's intermediate values are shown; -1 for all")
	cli.Number(f, &l.others, "others", 3, cli.Range[int]{Max: math.MaxInt32}, "how many other hypotheses are named")
	l.declare(f, "the profile's")
}

// ofLog returns the flags of a log that were given.
func (l *logRun) ofLog(f *pflag.FlagSet) []string {
	names := slices.DeleteFunc(slices.Clone(logFlags), func(name string) bool { return !f.Changed(name) })
	return append(names, l.given(f)...)
}

func (l *logRun) run(env cli.Env, args []string, f *pflag.FlagSet) error {
	if len(args) != 1 {
		return fmt.Errorf("verify: name one log, or --firmware and vectors")
	}
	if given := l.given(f); len(given) > 0 {
		l.chosen = given[0]
	}
	own := isOwn(l.choice.Algo)
	if own {
		if err := l.onlyOwn(f); err != nil {
			return err
		}
	}
	var layout *firmwarelog.Layout
	if l.layout != "" {
		var err error
		if layout, err = firmwarelog.LoadLayout(l.layout); err != nil {
			return err
		}
	}
	r, err := firmwarelog.Open(args[0], layout)
	if err != nil {
		return err
	}
	defer r.Close()
	if own {
		v, name, params, err := l.own(f, r)
		if err != nil {
			return err
		}
		return l.compare(env, r, v, name, params)
	}
	v, err := builtIn()
	if err != nil {
		return err
	}
	name, params, err := l.algorithm(v, r)
	if err != nil {
		return err
	}
	return l.compare(env, r, v, name, params)
}

// algorithm returns which of the built-in algorithms wrote the log, and its parameters: as the
// flags say, else as the log says.
func (l *logRun) algorithm(v *verified, r *firmwarelog.Reader) (name string, params []uint64, err error) {
	h := r.Header()
	if l.params != "" {
		if l.chosen != "" {
			return "", nil, fmt.Errorf("verify: --params and --%s both choose parameters; use one of them", l.chosen)
		}
		if h, err = loadParams(l.params); err != nil {
			return "", nil, err
		}
	}
	if l.chosen != "" || l.params == "" && h.Algorithm == "" && h.Params == nil {
		if l.chosen == "" {
			return "", nil, fmt.Errorf("%s: does not say which algorithm wrote it; give --algo and --profile, or --params", r.Name())
		}
		return l.choose(r, h)
	}
	if h.Algorithm == "" || h.Params == nil {
		return "", nil, fmt.Errorf("%s: names %s but not %s; add it, or choose with --algo and --profile", r.Name(),
			map[bool]string{true: "parameters", false: "algorithm " + h.Algorithm}[h.Algorithm == ""],
			map[bool]string{true: "the algorithm", false: "its parameters"}[h.Algorithm == ""])
	}
	params, err = v.valuesOf(r.Name(), h)
	return h.Algorithm, params, err
}

// choose derives the parameters from the flags.
func (l *logRun) choose(r *firmwarelog.Reader, h firmwarelog.Header) (name string, params []uint64, err error) {
	s, err := l.setup()
	if err == nil && l.choice.Learns() && l.choice.Estimate == "" {
		// As in the headers of ccgen c.
		_, file, _ := l.choice.Resolve() // setup has done it
		l.choice = l.choice.OfProfile(file)
		l.estimate = l.choice.Estimate
		s, err = l.choice.Setup()
	}
	if err != nil {
		return "", nil, err
	}
	if h.Algorithm != "" && h.Algorithm != s.Algorithm {
		return "", nil, fmt.Errorf("%s: is of %s, and the flags choose %s; leave them out or change them", r.Name(), h.Algorithm, s.Algorithm)
	}
	return s.Algorithm, s.Params, nil
}

// loadParams reads a file of parameters: the header of a log in JSON lines.
func loadParams(path string) (firmwarelog.Header, error) {
	f, err := os.Open(path)
	if err != nil {
		return firmwarelog.Header{}, err
	}
	defer f.Close()
	return firmwarelog.ReadHeader(f, path)
}

// verifyReport is the JSON of a comparison.
type verifyReport struct {
	Log      string               `json:"log"`
	Summary  *firmwarelog.Summary `json:"summary"`
	Warnings []string             `json:"warnings,omitempty"`
	// Estimate is Dolce-RC's, where the profile has decided it.
	Estimate string `json:"estimate,omitempty"`
	// Cut: the log ends within a record.
	Cut         bool               `json:"cut,omitempty"`
	Differences []verifyDifference `json:"differences"`
	// Hypotheses tell how many of the explained differences each explains.
	Hypotheses []explain.HypothesisCount `json:"hypotheses,omitempty"`
	// Explained is the number of differences that hypotheses were tried on.
	Explained int `json:"explained"`
}

type verifyDifference struct {
	Connection string `json:"connection"`
	Line       int    `json:"line,omitempty"`
	Record     int    `json:"record"`
	Offset     int64  `json:"offset"`
	Step       uint64 `json:"step"`
	Message    string `json:"message"`
	*explain.Explanation
}

// explainedAtMost is how many differences hypotheses are tried on, if not more are shown.
const explainedAtMost = 100

// logReport collects what a comparison finds.
type logReport struct {
	l       *logRun
	env     cli.Env
	v       *verified
	x       *explain.Explainer
	out     verifyReport
	tallies explain.HypothesisCounts
	shown   int
	first   *junit.Result // the first difference
}

// compare compares the log with an algorithm under parameters, and writes the outcome as --junit asks.
func (l *logRun) compare(env cli.Env, r *firmwarelog.Reader, v *verified, name string, params []uint64) error {
	rep := &logReport{l: l, env: env, v: v, out: verifyReport{Log: r.Name(), Estimate: l.estimate, Differences: []verifyDifference{}}}
	err := l.compared(env, r, rep, name, params)
	if l.junit == "" {
		return err
	}
	c := junit.Case{Name: r.Name(), Failure: rep.first}
	if err != nil && rep.first == nil {
		c.Error = junit.Errored(err)
	}
	return errors.Join(err, junit.WriteFile(l.junit, []junit.Suite{{Name: name, Cases: []junit.Case{c}}}))
}

func (l *logRun) compared(env cli.Env, r *firmwarelog.Reader, rep *logReport, name string, params []uint64) error {
	v := rep.v
	a, err := v.algorithm(name)
	if err != nil {
		return err
	}
	if err := r.Bind(a); err != nil {
		return err
	}
	if l.laws {
		return l.againstLaws(env, r, rep, name, params)
	}
	bar := cli.NewProgress(env.Stderr, "comparing")
	sum, err := firmwarelog.Compare(r, firmwarelog.Options{
		Firmware: v.firmware, Params: params, Resync: l.resync, Join: l.join, Most: max(l.max, explainedAtMost),
		Differs: func(d *firmwarelog.Difference) error { return rep.difference(name, d) },
		Progress: func(done, total int64) {
			if total > 0 {
				bar.Update(int(done), int(total))
			}
		},
	})
	bar.Done()
	rep.out.Summary, rep.out.Warnings, rep.out.Cut = sum, r.Warnings(), r.Truncated()
	for _, w := range rep.out.Warnings {
		fmt.Fprintf(env.Stderr, "cctrace: warning: %s: %s\n", r.Name(), w)
	}
	if err != nil {
		return v.named(err)
	}
	if sum.Compared == 0 {
		return fmt.Errorf("%s: holds no value to compare; a step needs fields of output or state (docs/vectors.md)", r.Name())
	}
	if err := rep.finish(); err != nil {
		return err
	}
	if sum.Differences > 0 {
		of := fmt.Sprintf("%d of %s read", sum.Differences, plural.Of(sum.Steps, "step"))
		if sum.Steps == 0 {
			of = "an initial state"
		}
		return cli.CheckFailed(fmt.Errorf("verify: %s differs from the reference in %s", r.Name(), of))
	}
	if r.Truncated() {
		return cli.CheckFailed(fmt.Errorf("verify: %s ends within a record: what is before it is bit-exact, what was to come is not known; give the whole log, or take the record off its end", r.Name()))
	}
	return nil
}

// difference explains and shows a difference.
func (r *logReport) difference(algorithm string, d *firmwarelog.Difference) error {
	if r.x == nil {
		var err error
		if r.x, err = r.v.explainer(algorithm, d.Params); err != nil {
			return err
		}
	}
	e, err := r.x.Explain(d)
	if err != nil {
		return err
	}
	var text strings.Builder
	explain.Paragraph(&text, "", r.out.Log+": "+d.Error())
	text.WriteString("\n")
	if err := e.Write(&text, explain.TextOptions{Chain: r.l.chain, Others: r.l.others}); err != nil {
		return err
	}
	if r.first == nil {
		r.first = junit.Failed(d.Error(), text.String())
	}
	r.out.Explained++
	r.tallies.Add(e)
	if r.l.resync && r.shown >= r.l.max {
		return nil
	}
	r.shown++
	if r.l.asJSON {
		r.out.Differences = append(r.out.Differences, verifyDifference{
			Connection: d.Conn, Line: d.Place.Line, Record: d.Place.Record, Offset: d.Place.Offset, Step: d.Step, Message: d.Error(), Explanation: e,
		})
		return nil
	}
	_, err = io.WriteString(r.env.Stdout, text.String())
	return err
}

func (r *logReport) finish() error {
	r.out.Hypotheses = r.tallies.List()
	if r.l.asJSON {
		return r.env.JSON(&r.out)
	}
	return r.text(r.env.Stdout)
}

func (r *logReport) text(w io.Writer) error {
	var b strings.Builder
	s := r.out.Summary
	verdict := "all bit-exact"
	switch {
	case s.Differences > 0:
		verdict = "differs"
	case r.out.Cut:
		verdict = "bit-exact up to where it is cut"
	}
	explain.Paragraph(&b, "", fmt.Sprintf("%s: %s, %s", r.out.Log, s.Algorithm, verdict))
	if r.out.Estimate != "" {
		explain.Paragraph(&b, "", fmt.Sprintf("estimate %s: that of the profile %s; --estimate chooses another", r.out.Estimate, r.l.choice.Profile))
	}
	fmt.Fprintf(&b, "connections: %d; steps: %d; values: %d; differing steps: %d\n", s.Connections, s.Steps, s.Compared, s.Differences)
	if t := s.Timers; t.Off > 0 {
		by := ""
		if t.Most > 0 {
			by = fmt.Sprintf(", by up to %d ns", t.Most)
		}
		explain.Paragraph(&b, "", fmt.Sprintf("timers: %d of %s not when the reference's is%s; the first: %s", t.Off, plural.Of(t.Ends, "end"), by, t.First))
	}
	if len(s.Resumed) > 0 {
		explain.Paragraph(&b, "", "steps before were lost, so the state in the first step was taken for right: "+strings.Join(s.Resumed, ", "))
	}
	if len(s.Zero) > 0 {
		explain.Paragraph(&b, "", "not in the log, so taken as 0: "+strings.Join(s.Zero, ", "))
	}
	if len(s.NotInLog) > 0 {
		explain.Paragraph(&b, "", "not in the log, so not compared: "+strings.Join(s.NotInLog, ", "))
	}
	if r.l.resync && s.Differences > 0 {
		counts(&b, "by field", s.Fields)
		counts(&b, "by event", s.Kinds)
		counts(&b, "by connection", s.Conns)
		if len(r.out.Hypotheses) > 0 {
			fmt.Fprintf(&b, "hypotheses by the differences that they explain, of %d tried on\n", r.out.Explained)
			explain.WriteHypothesisCounts(&b, r.out.Hypotheses, listed)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// listed is how many lines a table of counts has at most.
const listed = 10

func counts(b *strings.Builder, title string, cs []firmwarelog.NamedCount) {
	fmt.Fprintf(b, "differences %s\n", title)
	for _, c := range cs[:min(len(cs), listed)] {
		name := cmp.Or(c.Name, "(the log names none)")
		fmt.Fprintf(b, "%8d  %s\n", c.N, name)
	}
	if n := len(cs) - listed; n > 0 {
		fmt.Fprintf(b, "          and %d more\n", n)
	}
}
