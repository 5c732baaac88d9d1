package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/internal/reports/views"
	"smartnic-cc/nicmodel/event"
)

func plotCommand(o *Options) cli.Command {
	return cli.Command{
		Name:  "plot",
		Args:  "LOG...",
		Short: "draw logs over time and distributions, several side by side",
		Long: `LOG is a rate log of cctrace replay, an output of cctrace sim (rates.csv, throughput.csv,
queues.csv, pauses.csv, completions.csv, pending.csv), completions of the HPCC family (.fct),
or a folder that cctrace sim wrote. Files are told apart by their content; gzip is read too, and - is
standard input. Outputs of one folder are one run; several runs stand in columns under
one time axis, or over each other with --layout overlay; distributions have a curve a
run. Columns whose values are far apart have y axes of their own; --one-axis draws them on one.
What can be drawn: ` + strings.Join(views.DrawNames()[:5], ", ") + `,
` + strings.Join(views.DrawNames()[5:], ", ") + `,
and the names of what an algorithm of your own shows.`,
		Examples: `cctrace plot incast.out -o incast.svg
			cctrace plot dcqcn.csv dolcerc.csv --what rate,alpha,arm -o both.png
			cctrace plot a.out b.out --label DCQCN --label Dolce-RC --what fct,slowdown -o fct.svg
			cctrace plot rates.csv --algo ./mycc --what rate,rtt -o mine.svg
			cctrace plot rates.csv --conn 0x110 --from 2ms --to 2.5ms -o - > cut.svg
			cctrace plot fct_topology_flow.fct --bins 20 --table`,
		Setup: setup(func() runner { return &plotRun{window: window{linked: o}} }),
	}
}

// window has the flags of a time window and selection that plot and report share.
type window struct {
	from, to, bins string
	labels, algos  []string
	linked         *Options
	views.Options
}

func (w *window) flags(f *pflag.FlagSet) {
	f.StringArrayVar(&w.labels, "label", nil, "what a log is called, in the order of the logs; repeatable. Logs of one label are one run")
	f.StringArrayVar(&w.algos, "algo", nil, "folder of an algorithm of your own whose logs are among them, for the names and units of what it shows, as in ./mycc or ./mycc:NAME; repeatable")
	moment(f, &w.from, "from", "look at the time from here on, as in 1.5ms; of completions, at messages posted then")
	moment(f, &w.to, "to", "look at the time up to here")
	f.StringArrayVar(&w.Conns, "conn", nil, "keep connections whose name contains this; repeatable")
	cli.Text(f, &w.bins, "bins", "1-2-5", fmt.Sprintf("1-2-5, or a number of groups of 1 to %d", views.MaxBins), "group messages by size in steps of 1-2-5, or into that number of groups of equal size", func(text string) bool { _, err := views.ParseBins(text); return err == nil && text != "" })
}

// moment declares a flag of a time in a run, "" by default.
func moment(f *pflag.FlagSet, s *string, name, usage string) {
	cli.Text(f, s, name, "", "a time with its unit, as in 1.5ms or 200us", usage, func(text string) bool {
		_, err := event.ParseTime(text)
		return err == nil
	})
}

// parse reads the flags that are text.
func (w *window) parse() (bins views.Bins, err error) {
	for _, t := range []struct {
		name, text string
		to         *int64
	}{{"from", w.from, &w.From}, {"to", w.to, &w.To}} {
		if t.text == "" {
			continue
		}
		v, err := event.ParseTime(t.text)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", t.name, err)
		}
		*t.to = int64(v)
	}
	if w.to != "" && w.To == 0 {
		return 0, errors.New("to: the time looked at is empty")
	}
	if bins, err = views.ParseBins(w.bins); err != nil {
		return 0, err
	}
	if w.Axes, err = w.linked.axes(w.algos); err != nil {
		return 0, err
	}
	return bins, w.Check()
}

type plotRun struct {
	window
	out, format, layout, title string
	what                       []string
	width, height              float64
	oneAxis, table, asJSON     bool
}

func (p *plotRun) flags(f *pflag.FlagSet) {
	f.StringVarP(&p.out, "output", "o", "", "file to draw into, .svg, .pdf or .png; - is standard output")
	cli.OneOf(f, &p.format, "format", "", "svg, pdf or png, if the file's name does not tell (default of -: svg)", plot.Formats()...)
	f.StringSliceVar(&p.what, "what", nil, "what to draw, with commas between (default all that there is)")
	f.StringVar(&p.layout, "layout", string(views.Columns), "several runs over time: columns or overlay")
	f.BoolVar(&p.oneAxis, "one-axis", false, "runs side by side have one y axis, also where one fills less than half of it")
	p.window.flags(f)
	f.StringArrayVar(&p.Queues, "queue", nil, "keep this queue, as switch:port or switch:port:class; repeatable")
	f.StringVar(&p.title, "title", "", "title of the page")
	cli.Number(f, &p.width, "width", 0, cli.Range[float64]{Min: plot.MinSide, Max: plot.MaxSide, Also: []float64{0}, Unit: "pt"}, "width of the page in points, 1/72 inch (default by what is on it)")
	cli.Number(f, &p.height, "height", 0, cli.Range[float64]{Min: plot.MinSide, Max: plot.MaxSide, Also: []float64{0}, Unit: "pt"}, "height of each figure in points (default by what is in it)")
	f.BoolVar(&p.table, "table", false, "print the numbers behind the figures as text")
	f.BoolVar(&p.asJSON, "json", false, "print the numbers behind the figures as JSON")
}

func (p *plotRun) run(env cli.Env, args []string) error {
	if len(args) == 0 {
		return errors.New("plot: name the logs to draw")
	}
	if p.out == "" && !p.table && !p.asJSON {
		return errors.New("plot: -o is missing; name the file to draw into, or ask for numbers with --table")
	}
	if err := cli.CheckDistinct(p.out, args...); err != nil {
		return err
	}
	bins, err := p.parse()
	if err != nil {
		return err
	}
	format, err := p.formatOf()
	if err != nil {
		return err
	}
	d := views.Draw{
		What: p.what, Layout: views.Layout(p.layout), Title: p.title, Bins: bins, Width: p.width, OneAxis: p.oneAxis,
		From: float64(p.From) / float64(event.Millisecond), To: float64(p.To) / float64(event.Millisecond),
	}
	bar := p.reading(env, args)
	defer bar.Done()
	runs, err := views.Collect(args, p.labels, &p.Options)
	if err != nil {
		return err
	}
	bar.Done()
	if err := d.Check(runs); err != nil {
		return err
	}
	for _, r := range runs {
		if r.Empty() {
			fmt.Fprintf(env.Stderr, "cctrace: warning: %.80q: nothing to draw; the files have no row, or the flags leave none\n", r.Label)
		}
	}
	if p.out != "" {
		figures, err := d.Figures(runs)
		if err != nil {
			return err
		}
		for i := range figures {
			if p.height != 0 {
				figures[i].Height = p.height
			}
		}
		if err := env.Write(p.out, func(w io.Writer) error { return plot.Write(w, format, figures...) }); err != nil {
			return err
		}
	}
	return p.numbers(env, runs, bins)
}

// formatOf returns the format of the drawing.
func (p *plotRun) formatOf() (string, error) {
	switch {
	case p.format != "":
		return p.format, nil
	case p.out == "" || p.out == atomicfile.Stdout:
		return "svg", nil
	}
	return plot.FormatOf(p.out)
}

// numbers prints the numbers, to standard error if the drawing goes to standard output.
func (p *plotRun) numbers(env cli.Env, runs []*views.Run, bins views.Bins) error {
	if !p.table && !p.asJSON {
		return nil
	}
	w := env.Stdout
	if p.out == atomicfile.Stdout {
		w = env.Stderr
	}
	list := views.NumbersOf(runs, bins)
	if p.asJSON {
		return jsontext.Write(w, list)
	}
	return views.WriteText(w, list)
}

// reading shows a progress bar of the bytes read of the arguments.
func (w *window) reading(env cli.Env, args []string) *cli.Progress {
	bar := cli.NewProgress(env.Stderr, "reading")
	total, read := 0, 0
	for _, a := range args {
		_ = filepath.WalkDir(a, func(path string, d os.DirEntry, err error) error { // the reader says what is wrong
			if err == nil && d.Type().IsRegular() && (path == a || filepath.Ext(path) == ".csv") {
				if info, err := d.Info(); err == nil {
					total += int(info.Size())
				}
			}
			return nil
		})
	}
	w.Progress = func(n int) {
		read += n
		bar.Update(read, max(total, read))
	}
	return bar
}
