package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/num/bytesize"
	"smartnic-cc/internal/render/htmlreport"
	"smartnic-cc/internal/render/runreport"
	"smartnic-cc/internal/render/views"
	"smartnic-cc/internal/sys/atomicfile"
	"smartnic-cc/internal/text/plural"
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
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			r := reportRun{window: window{linked: o}}
			r.flags(f)
			return r.run
		},
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
	f.IntVar(&r.points, "points", htmlreport.DefaultPoints, "points of curves that the page carries at most, 16 bytes each")
	f.BoolVar(&r.asJSON, "json", false, "tell as JSON what the page holds")
}

// told is what the command reports.
type told struct {
	Output string `json:"output"`
	Bytes  int    `json:"bytes"`
	Runs   int    `json:"runs"`
	htmlreport.Stats
}

func (r *reportRun) run(env cli.Env, args []string) error {
	if len(args) == 0 {
		return errors.New("report: name the folder of a run, or several")
	}
	if r.points < 1000 || r.points > maxPoints {
		return fmt.Errorf("points: %d; use 1000 to %d", r.points, maxPoints)
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
	if err := cli.Apart(out, args...); err != nil {
		return err
	}
	bar := cli.NewProgress(env.Stderr, "reading")
	defer bar.Done()
	total, read := size(args), 0
	r.Progress = func(n int) {
		read += n
		bar.Update(read, max(total, read))
	}
	list, err := runreport.Find(args, r.labels, &r.Options)
	if err != nil {
		return err
	}
	bar.Done()
	page, err := runreport.Page(list, &runreport.Options{
		Title: r.title, Commands: append(r.commands, r.again(args, out)), Generator: "cctrace " + version.String(), Points: r.points,
		Draw: views.Draw{Bins: bins, From: float64(r.From) / float64(event.Millisecond), To: float64(r.To) / float64(event.Millisecond)},
	})
	if err != nil {
		return err
	}
	t := told{Output: out, Runs: len(list)}
	err = env.Write(out, func(w io.Writer) (err error) {
		t.Stats, err = page.Write(&measured{w, &t.Bytes})
		return err
	})
	if err != nil {
		return err
	}
	w, name := env.Stdout, out
	if out == atomicfile.Stdout {
		w, name = env.Stderr, "standard output"
	}
	if r.asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(&t)
	}
	_, err = fmt.Fprintf(w, "%s\n%s, %s, %s; %d of %s; %s\n", name, plural.Of(t.Runs, "run"), plural.Of(t.Figures, "figure"), plural.Of(t.Tables, "table"),
		t.Kept, plural.Of(t.Points, "point"), bytesize.Text(uint64(t.Bytes)))
	return err
}

// again is the command that makes the report.
func (r *reportRun) again(args []string, out string) string {
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

// size sums up the files below the arguments, for the progress bar.
func size(args []string) int {
	total := 0
	for _, a := range args {
		_ = filepath.WalkDir(a, func(_ string, d os.DirEntry, err error) error { // the reader tells what is wrong
			if err == nil && d.Type().IsRegular() {
				if info, err := d.Info(); err == nil && filepath.Ext(d.Name()) == ".csv" {
					total += int(info.Size())
				}
			}
			return nil
		})
	}
	return total
}

// measured counts what is written.
type measured struct {
	w io.Writer
	n *int
}

func (m *measured) Write(b []byte) (int, error) {
	n, err := m.w.Write(b)
	*m.n += n
	return n, err
}
