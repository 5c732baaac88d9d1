package command

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/nicmodel/lab/sweep"
)

func sweepCommand() cli.Command {
	return cli.Command{
		Name:  "sweep",
		Args:  "FILE",
		Short: "search the parameters of a scheme for where it does best and worst against another",
		Long: `FILE is a TOML file (docs/comparison.md): scenarios and loads, a baseline and its rival with
axes of parameters for each, seeds, a metric, and how to walk (grid, random, descent).
The report and CSV go to a folder, by default the file's name with .out; they are the same
bytes for any number of workers or shards and either engine. Results of runs are kept in
the work folder: what was interrupted (Ctrl-C) goes on where it stood, and a change of a
scenario or of the model makes its points again.

With targets, numbers that were published, all axes are searched together for the setting
that comes nearest to them.

--shard I/N runs one part of the first round that is not complete; with --merge the results
of all shards become the report. --engine slurm does the same by array jobs of Slurm.`,
		Examples: `cctrace sweep docs/sample/sweep-small.toml
			cctrace sweep docs/sample/fit-small.toml -o -
			cctrace sweep my.toml -o - --workers 4
			cctrace sweep my.toml --check
			cctrace sweep my.toml --metric slowdown-p99 -o out/by-slowdown
			cctrace sweep my.toml --work shared --shard 2/8
			cctrace sweep my.toml --work shared --merge
			cctrace sweep my.toml --work shared --engine slurm --tasks 100 --sbatch-arg=--partition=short
			cctrace sweep my.toml --work shared --engine slurm --dry-run`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			s := sweepRun{}
			f.StringVarP(&s.out, "output", "o", "", "folder for the report and CSV, made if it is not there; - writes none (default FILE's name with .out)")
			f.BoolVar(&s.asJSON, "json", false, "print the report, or what --check tells, as JSON")
			f.BoolVar(&s.check, "check", false, "read and check the file with all that it names, tell how many runs it asks for, and run nothing")
			f.BoolVar(&s.schema, "schema", false, "print the JSON schema of sweep files")
			f.StringVar(&s.metric, "metric", "", "what is to be small, in place of FILE's search.metric: fct-mean, fct-p99, slowdown-mean and so on")
			s.declare(f, "sweep")
			return s.run
		},
	}
}

type sweepRun struct {
	engineFlags
	out, metric           string
	asJSON, check, schema bool
}

func (s *sweepRun) run(env cli.Env, args []string) error {
	if s.schema {
		return printSchema(env, args, sweep.Schema())
	}
	if len(args) != 1 {
		return fmt.Errorf("sweep: name one sweep file")
	}
	if err := s.usage(); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	w, err := sweep.Read(args[0])
	if err != nil {
		return err
	}
	if s.metric != "" {
		if len(w.Targets) > 0 {
			return fmt.Errorf("sweep: --metric does not go with %s, which has targets, each with a metric; leave it out", args[0])
		}
		if w.Metric, err = sweep.ParseMetric(s.metric); err != nil {
			return fmt.Errorf("sweep: --metric: %w", err)
		}
	}
	if err := w.Check(); err != nil {
		return err
	}
	if s.check {
		z := w.Size()
		if s.asJSON {
			return env.JSON(z)
		}
		text := fmt.Sprintf("%s: %s, at most %s of %s and %d of %s: at most %s, and %d with held-out seeds\n",
			args[0], plural.Of(z.Environments, "environment"), plural.Of(z.Settings[sweep.Baseline], "setting"), w.Schemes[sweep.Baseline].Name,
			z.Settings[sweep.Rival], w.Schemes[sweep.Rival].Name, plural.Of(z.Runs, "run"), z.HeldOut)
		if len(w.Targets) > 0 {
			text = fmt.Sprintf("%s: a fit of %s and %d held out, in %s, at most %s of all axes: at most %s, and %d for the best settings\n",
				args[0], plural.Of(z.Fitted, "target"), z.Held, plural.Of(z.Environments, "environment"), plural.Of(z.Joint, "setting"), plural.Of(z.Runs, "run"), z.HeldOut)
		}
		_, err := io.WriteString(env.Stdout, textwidth.Wrap(text, textwidth.Of(env.Stdout)))
		return err
	}
	return s.search(env, w, args[0])
}

// search runs the sweep; a signal ends it early.
func (s *sweepRun) search(env cli.Env, w *sweep.Sweep, path string) error {
	var report *sweep.Report
	done, err := s.on(env, func() ([]string, error) {
		// Each task of the array runs in its own folder.
		path, err := filepath.Abs(path)
		command := []string{path}
		if s.metric != "" {
			command = append(command, "--metric", s.metric)
		}
		return command, err
	}, func(e sweep.Engine) (err error) {
		report, err = w.Run(e)
		return err
	})
	if err != nil || !done {
		return err
	}
	return s.write(env, w, report)
}

func (s *sweepRun) write(env cli.Env, w *sweep.Sweep, report *sweep.Report) error {
	s.out = cmp.Or(s.out, w.Name+".out")
	if s.out != atomicfile.Stdout {
		if err := report.Save(s.out); err != nil {
			return err
		}
	}
	return env.Write(atomicfile.Stdout, func(out io.Writer) error {
		if s.asJSON {
			return report.WriteJSON(out)
		}
		return report.Write(out)
	})
}
