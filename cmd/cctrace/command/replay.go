package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
	"smartnic-cc/internal/reference"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/internal/reports/views"
	"smartnic-cc/testvectors/transducer"
)

func replayCommand(o *Options) cli.Command {
	return cli.Command{
		Name:  "replay",
		Args:  "CAPTURE",
		Short: "drive a reaction point a connection with the CNPs and data packets of a capture",
		Long: `CAPTURE is a pcap or pcapng file, CSV or JSON lines of events, a .tr of an HPCC
simulator, CSV or JSON of counters (gzip too), or a directory of them, as docs/traces.md
has them; - is standard input. Events that are reconstructed from counters are marked
so in log, summary and plot. The rate log is CSV, or JSON lines if its name ends in
.jsonl. A folder (one that is there, or a name that ends in /) gets rates.csv,
summary.json, and run.json with parameters and command, for cctrace report. With
--firmware a program (docs/vectors.md) runs all connections, and the first difference
from the reference ends the replay with exit status 1; with --compare=false it runs them
alone.

Dolce-RC counts marks as the trace's CNPs allow: marked packets if at least half of the
CNPs report them, else time slots. --estimate chooses. The summary says which, and why.

--algo FOLDER replays an algorithm of your own, in the firmware subset of Go, which is
interpreted (docs/algorithms-of-your-own.md).`,
		Examples: `cctrace replay docs/sample/incast.pcapng --algo dcqcn --profile paper --line-rate 10G
			cctrace replay cap.pcapng --algo dolcerc -o rates.csv --plot rates.svg
			cctrace replay cap.pcapng --algo dolcerc -o dolcerc.out/ && cctrace report dolcerc.out
			cctrace replay cap.pcapng --algo dcqcn --profile connectx --set time_reset=55 -o -
			cctrace replay cap.pcapng --algo dolcerc --firmware out/firmware
			cctrace replay cap.pcapng --algo ./mycc --profile fast --set Period=55us -o rates.csv
			cctrace replay cap.pcapng --algo ./mycc --firmware ./myport --plot rates.svg
			cctrace replay counters/ --reconstruct burst --plot rates.svg
			cctrace replay mix.tr --node 3 --line-rate 100G
			zcat huge.pcap.gz | cctrace replay - --json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			r := replayRun{linked: o}
			r.flags(f)
			return func(env cli.Env, args []string) error {
				r.words = wordsOf(f)
				return r.run(env, f, args)
			}
		},
	}
}

type replayRun struct {
	choiceFlags
	linked *Options
	in     traceFlags
	open   trace.Options
	firmwareFlags
	out, plot, log         string
	state, asJSON, compare bool
	capture                string
	words                  []string // flags that were given, for run.json
	reader                 *trace.Reader
	setup                  reaction.Setup    // of a built-in algorithm
	own                    *folder.Algorithm // nil of a built-in one
	port                   uint64            // kb/s
}

func (r *replayRun) flags(f *pflag.FlagSet) {
	r.choiceFlags.declare(f, "what the trace's CNPs can give")
	f.StringVarP(&r.out, "output", "o", "", "file to write the rate log to, or folder for it with summary and parameters; - is standard output")
	cli.OneOf(f, &r.log, "log", "changes", "events that the rate log holds: changes (of the rate, cuts, CNPs, decisions) or all", "changes", "all")
	f.BoolVar(&r.state, "state", true, "put the whole state, flattened, into the rate log; --state=false leaves it out")
	f.StringVar(&r.plot, "plot", "", "file to draw rates, and what the algorithm shows, over time into, .svg, .pdf or .png")
	r.firmwareFlags.declare(f, "firmware program to run all connections")
	f.BoolVar(&r.compare, "compare", true, "compare the firmware program with the reference, and end at the first difference; --compare=false lets it run alone")
	f.BoolVar(&r.asJSON, "json", false, "print the summary as JSON")
	r.in.declare(f)
	f.Lookup("algo").Usage += ", or the folder of your own, as in ./mycc or ./mycc:NAME"
	f.Lookup("profile").Usage += "; of an algorithm of your own a table of profiles.toml, by default its first"
	f.Lookup("set").Usage += "; of your own a field, as in Learn.Rate=40Mb/s"
}

func (r *replayRun) run(env cli.Env, f *pflag.FlagSet, args []string) (err error) {
	if len(args) != 1 {
		return fmt.Errorf("replay: name one capture, or - for standard input")
	}
	if err := r.check(f); err != nil {
		return err
	}
	if err := r.algorithm(env, f); err != nil {
		return err
	}
	for _, out := range []string{r.out, r.plot} {
		if err := cli.CheckDistinct(out, args[0]); err != nil {
			return err
		}
	}
	r.capture = args[0]
	if r.reader, err = openTrace(env, args[0], r.open); err != nil {
		return err
	}
	defer r.reader.Close()
	warn(env.Stderr, args[0], r.reader)
	if err := r.in.whole(args[0], r.reader); err != nil {
		return err
	}
	estimate, err := r.estimate(env)
	if err != nil {
		return err
	}
	setup, err := r.driver(env)
	if err != nil {
		return err
	}
	if r.program != "" {
		p, err := r.firmware(&setup)
		if err != nil {
			return err
		}
		defer p.Close()
	}
	sum, err := r.replay(env, setup, estimate)
	var d *transducer.Difference
	if errors.As(err, &d) {
		return r.differs(env, d)
	}
	if err != nil {
		return err
	}
	return r.summary(env, sum)
}

// check parses the flags that are text, so that a wrong one is found before any work.
func (r *replayRun) check(f *pflag.FlagSet) (err error) {
	r.open = r.in.options()
	if _, err := plot.FormatOf(r.out); err == nil && r.out != atomicfile.Stdout {
		return fmt.Errorf("output: %s has the name of a figure, and -o writes the rate log, .csv or .jsonl; --plot draws", r.out)
	}
	if r.plot != "" {
		if _, err := plot.FormatOf(r.plot); err != nil {
			return err
		}
	}
	if r.program == "" && f.Changed("compare") {
		return fmt.Errorf("replay: --compare goes with --firmware")
	}
	return nil
}

// algorithm reads the flags of the algorithm, and loads one of a folder.
func (r *replayRun) algorithm(env cli.Env, f *pflag.FlagSet) error {
	r.choice.Algo = r.linked.own(r.choice.Algo)
	if isOwn(r.choice.Algo) {
		return r.ownAlgorithm(env, f)
	}
	return r.builtIn()
}

// builtIn reads the flags of the built-in algorithms.
func (r *replayRun) builtIn() (err error) {
	if r.setup, err = r.choiceFlags.setup(); err != nil {
		return err
	}
	r.port = uint64(r.choice.Line)
	if r.program == "" {
		return nil
	}
	// A port has instances for certain numbers of arms only.
	_, err = reference.Catalog().Algorithm(r.setup.Algorithm)
	return err
}

// estimate counts marks in the way that the trace's CNPs allow, unless a flag says otherwise; it warns if they do not
// allow that. It is nil for an algorithm that does not learn.
func (r *replayRun) estimate(env cli.Env) (*reaction.Estimate, error) {
	if r.own != nil || r.setup.Arms == 0 {
		return nil, nil
	}
	m := reaction.Marks{Reconstructed: r.reader.Stats().Reconstruction != trace.Observed}
	for _, c := range r.reader.Conns() {
		m.Add(c.CNPs, c.Counting)
	}
	e := reaction.EstimateOf(m, r.choice.Estimate)
	if text := e.Warning(); text != "" {
		fmt.Fprintf(env.Stderr, "cctrace: warning: %s: %s\n", calledAs(r.capture), text)
	}
	r.choice.Estimate = e.Used
	var err error
	r.setup, err = r.choice.Setup()
	return e, err
}

// driver returns the algorithm, ready to run.
func (r *replayRun) driver(env cli.Env) (driver.Setup, error) {
	if r.own != nil {
		r.warnMarks(env)
		return r.own.Setup, nil
	}
	return r.setup.Driver()
}

// replay runs the trace and writes log and plot; if anything fails, neither stays.
func (r *replayRun) replay(env cli.Env, setup driver.Setup, estimate *reaction.Estimate) (*replay.Summary, error) {
	var rows []func(*ratelog.Row) error
	bar := cli.NewProgress(env.Stderr, "replaying")
	defer bar.Done()
	events := int(r.reader.Stats().Duration)
	rows = append(rows, func(row *ratelog.Row) error {
		bar.Update(int(row.Time), events)
		return nil
	})
	layout := ratelog.NewLayout(setup.Algorithm, setup.Params)
	conns := trace.Names(r.reader.Conns())
	var drawn *views.Replayed
	if r.plot != "" {
		drawn = views.NewReplayed(r.title(), conns, layout)
		rows = append(rows, drawn.Row)
	}
	o := replay.Options{Setup: setup, Port: r.port, WantState: r.state, Slot: r.setup.Slot}
	var sum *replay.Summary
	run := func() (err error) {
		o.Row = func(row *ratelog.Row) error {
			for _, f := range rows {
				if err := f(row); err != nil {
					return err
				}
			}
			return nil
		}
		if sum, err = replay.Run(r.reader, o); err != nil {
			return r.named(err)
		}
		sum.Estimate = estimate
		return nil
	}
	draw := func() error {
		if drawn == nil {
			return nil
		}
		return drawn.Save(r.plot, sum.Duration, sum.AssumedBytes)
	}
	log := func(w io.Writer, name string) error {
		o := ratelog.Options{Format: ratelog.FormatOf(name), Layout: layout, Conns: conns, State: r.state, All: r.log == "all"}
		if how := r.reader.Stats().Reconstruction; how != trace.Observed {
			o.Reconstructed, o.Headline = how.String(), how.Headline()
		}
		l, err := ratelog.New(w, o)
		if err != nil {
			return err
		}
		rows = append(rows, l.Row)
		if err := run(); err != nil {
			return err
		}
		if err := l.Flush(); err != nil {
			return err
		}
		return draw()
	}
	var err error
	switch {
	case r.out == "":
		if err = run(); err == nil {
			err = draw()
		}
	case isFolder(r.out):
		err = r.folder(log, func() *replay.Summary { return sum })
	default:
		err = env.Write(r.out, func(w io.Writer) error { return log(w, r.out) })
	}
	return sum, err
}

// title is that of the figure.
func (r *replayRun) title() string {
	name := r.choice.Algo
	if r.own != nil {
		name = r.own.Transducer.Name
	}
	title := fmt.Sprintf("%s, profile %s, line rate %s", name, r.profile(), linerate.Text(r.choice.Line))
	if how := r.reader.Stats().Reconstruction; how != trace.Observed {
		title += fmt.Sprintf(", CNPs reconstructed (%v)", how)
	}
	return title
}

// summary goes to standard output, or to standard error if the log is there.
func (r *replayRun) summary(env cli.Env, sum *replay.Summary) error {
	w := env.Stdout
	if r.out == atomicfile.Stdout {
		w = env.Stderr
	}
	if r.asJSON {
		return sum.WriteJSON(w)
	}
	if err := sum.Write(w); err != nil {
		return err
	}
	if r.program != "" {
		text := "%s agrees with the reference in all %s\n"
		if !r.compare {
			text = "%s took all %s, and was not compared\n"
		}
		_, err := fmt.Fprintf(w, text, r.program, plural.Of(sum.Steps, "event"))
		return err
	}
	return nil
}
