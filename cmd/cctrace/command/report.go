package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/reports/htmlreport"
	"smartnic-cc/internal/reports/runreport"
	"smartnic-cc/internal/reports/views"
	"smartnic-cc/internal/version"
	"smartnic-cc/nicmodel/event"
)

func reportCommand(o *Options) cli.Command {
	return cli.Command{
		Name:  "report",
		Args:  "DIR...",
		Short: "write one HTML page with zoomable figures, tables, parameters and commands",
		Long: `DIR is a folder that cctrace sim or cctrace replay -o DIR/ wrote, a folder with several of
them or with rate logs (each becomes a run, and runs are compared), or a single log. Beside a log
x.csv its summary is taken from x.json (cctrace replay --json) and what was printed from
x.txt. The page is one file: it needs no network and no other file. Curves that are too
long are thinned; no extreme is lost.`,
		Examples: `cctrace report incast.out
			cctrace report dcqcn.out dolcerc.out -o compare.html
			cctrace report out --title "Replays of Monday" --points 1000000 -o monday.html
			cctrace report rates.csv --algo ./mycc -o mine.html
			cctrace report incast.out --from 0s --to 2ms -o - > start.html`,
		Setup: setup(func() runner { return &reportRun{window: window{linked: o}} }),
	}
}

type reportRun struct {
	window
	out, title string
	commands   []string
	points     int
	asJSON     bool
}

// maxPoints bounds a page at some 160 MB.
const maxPoints = 10_000_000

func (r *reportRun) flags(f *pflag.FlagSet) {
	f.StringVarP(&r.out, "output", "o", "", "file to write the page to; - is standard output (default report.html in the folder, if one is named)")
	f.StringVar(&r.title, "title", "", "title of the page (default that of the scenario)")
	r.window.flags(f)
	f.StringArrayVar(&r.commands, "command", nil, "a command to show beside those that the report knows, as the one that made a log; repeatable")
	cli.Number(f, &r.points, "points", htmlreport.DefaultPoints, cli.Range[int]{Min: 1000, Max: maxPoints}, "points of curves that the page carries at most, 5 to 11 bytes each")
	f.BoolVar(&r.asJSON, "json", false, "print as JSON what the page holds")
}

// reportOutput is the command's JSON output.
type reportOutput struct {
	Output string `json:"output"`
	Bytes  int    `json:"bytes"`
	Runs   int    `json:"runs"`
	htmlreport.Stats
}

func (r *reportRun) run(env cli.Env, args []string) error {
	if len(args) == 0 {
		return errors.New("report: name the folder of a run, or several")
	}
	bins, err := r.parse()
	if err != nil {
		return err
	}
	out := r.out
	if out == "" {
		info, err := os.Stat(args[0])
		if len(args) > 1 || err == nil && !info.IsDir() {
			return errors.New("report: -o is missing; name the file to write the page to")
		}
		out = filepath.Join(args[0], "report.html")
	}
	if err := cli.CheckDistinct(out, args...); err != nil {
		return err
	}
	bar := r.reading(env, args)
	defer bar.Done()
	list, err := runreport.Find(args, r.labels, &r.Options)
	if err != nil {
		return err
	}
	bar.Done()
	page, err := runreport.Page(list, &runreport.Options{
		Title: r.title, Commands: append(r.commands, r.rerun(args, out)), Generator: "cctrace " + version.String(), Points: r.points,
		Draw: views.Draw{Bins: bins, From: float64(r.From) / float64(event.Millisecond), To: float64(r.To) / float64(event.Millisecond)},
	})
	if err != nil {
		return err
	}
	var html bytes.Buffer
	stats, err := page.Write(&html)
	if err != nil {
		return err
	}
	t := reportOutput{Output: out, Bytes: html.Len(), Runs: len(list), Stats: stats}
	if err := env.Write(out, func(w io.Writer) error { _, err := html.WriteTo(w); return err }); err != nil {
		return err
	}
	w, name := env.Stdout, out
	if out == atomicfile.Stdout {
		w, name = env.Stderr, "standard output"
	}
	if r.asJSON {
		return jsontext.Write(w, &t)
	}
	_, err = fmt.Fprintf(w, "%s\n%s, %s, %s; %d of %s; %s\n", name, plural.Of(t.Runs, "run"), plural.Of(t.Figures, "figure"), plural.Of(t.Tables, "table"),
		t.Kept, plural.Of(t.Points, "point"), bytesize.Text(uint64(t.Bytes)))
	return err
}

// rerun is the command that makes the report.
func (r *reportRun) rerun(args []string, out string) string {
	words := append([]string{"cctrace", "report"}, args...)
	for _, f := range []struct{ name, value, def string }{{"--from", r.from, ""}, {"--to", r.to, ""}, {"--bins", r.bins, "1-2-5"}, {"--title", r.title, ""}} {
		if f.value != f.def {
			words = append(words, f.name, f.value)
		}
	}
	for _, l := range r.labels {
		words = append(words, "--label", l)
	}
	for _, a := range r.algos {
		words = append(words, "--algo", a)
	}
	for _, c := range r.Conns {
		words = append(words, "--conn", c)
	}
	return runreport.Line(append(words, "-o", out)...)
}
