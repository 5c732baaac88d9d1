package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/reproduce"
)

func reproduceCommand() cli.Command {
	return cli.Command{
		Name:     "reproduce",
		Args:     "[NAME...]",
		Short:    "run the paper's evaluation again and write a report",
		MakeLong: reproduceHelp,
		Examples: `cctrace reproduce --setting smoke
			cctrace reproduce table1 --setting fast
			cctrace reproduce rperf avatar drum -o docs/companions.md
			cctrace reproduce --setting full --workers 8 --work out/full -o docs/reproduction.md`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			r := reproduction{}
			cli.OneOf(f, &r.setting, "setting", "fast", "how large: "+strings.Join(reproduce.SettingNames(), ", "), reproduce.SettingNames()...)
			cli.Threads(f, &r.workers, "workers", runtime.NumCPU(), "how many runs at a time (default one a core); no result depends on it")
			f.StringVar(&r.work, "work", "", "folder that keeps the results of runs, so that what is there is not run again (default reproduce under the user's cache folder)")
			f.StringVarP(&r.out, "output", "o", "", "report; figures and CSV go to the folder of its name without ending; - prints the text alone (default docs/reproduction.md, or - with names or --json)")
			f.BoolVar(&r.asJSON, "json", false, "print the report's text, tables and data as JSON; without -o nothing else is written")
			return r.run
		},
	}
}

func reproduceHelp() string {
	text := `Without a name all experiments of the paper run. Results are kept in the work folder:
what was interrupted (Ctrl-C) goes on where it stood, and a change of the model (of
the program, for other papers' systems) makes them again.
Experiments:`
	list := func(all []reproduce.Experiment) {
		for _, e := range all {
			text += fmt.Sprintf("\n  %-7s %s", e.Name, e.Title)
		}
	}
	list(reproduce.All())
	text += "\nSystems of other papers, whose numbers and ours a report compares:"
	list(reproduce.Companions())
	return text
}

type reproduction struct {
	setting, work, out string
	workers            int
	asJSON             bool
}

func (r *reproduction) run(env cli.Env, names []string) error {
	setting, err := reproduce.Named(r.setting)
	if err != nil {
		return fmt.Errorf("reproduce: %w", err)
	}
	list, err := reproduce.Select(names)
	if err != nil {
		return fmt.Errorf("reproduce: %w", err)
	}
	if r.work, err = workFolder("reproduce", r.work); err != nil {
		return err
	}
	if r.out == "" {
		r.out = filepath.Join("docs", "reproduction.md")
		if len(names) > 0 || r.asJSON {
			r.out = atomicfile.Stdout
		}
	}
	stop, release := interrupt.Take()
	defer release()
	bar := cli.NewProgress(env.Stderr, "running")
	defer bar.Done()
	runner := &experiment.Runner{Work: r.work, Workers: r.workers, Progress: bar.Update, Stop: stop}
	report, err := reproduce.Make(list, setting, runner)
	bar.Done()
	if errors.Is(err, experiment.ErrStopped) {
		return interrupted(r.work)
	}
	if err != nil {
		return err
	}
	report.Names, report.Commit = names, commit()
	if r.out != atomicfile.Stdout {
		if err := report.Save(r.out); err != nil {
			return err
		}
	}
	switch {
	case r.asJSON:
		return env.JSON(newReportJSON(report))
	case r.out == atomicfile.Stdout:
		return report.Write(env.Stdout, "")
	}
	return nil
}

// commit names what the program was built from.
func commit() string {
	revision, changed := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = " with changes"
			}
		}
	}
	if revision == "" {
		return "a tree without a commit"
	}
	return "commit `" + revision[:min(12, len(revision))] + "`" + changed
}

// reportJSON is a report as JSON; units are in the headers of its tables, as in its CSV.
type reportJSON struct {
	Setting  string        `json:"setting"`
	Commit   string        `json:"commit"`
	Model    string        `json:"model"`
	Sections []sectionJSON `json:"sections"`
}

type sectionJSON struct {
	Name    string      `json:"name"`
	Title   string      `json:"title"`
	Text    []string    `json:"text"`
	Tables  []tableJSON `json:"tables"`
	Data    []tableJSON `json:"data"`
	Verdict []string    `json:"verdict"`
}

type tableJSON struct {
	Name   string     `json:"name,omitempty"`
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"`
}

func newReportJSON(r *reproduce.Report) reportJSON {
	tables := func(list []reproduce.Table) []tableJSON {
		return collect.Of(list, func(t reproduce.Table) tableJSON { return tableJSON(t) })
	}
	return reportJSON{r.Setting.Name, r.Commit, r.Model, collect.Of(r.Sections, func(s *reproduce.Section) sectionJSON {
		return sectionJSON{s.Name, s.Title, s.Text, tables(s.Tables), tables(s.Data), s.Verdict}
	})}
}
