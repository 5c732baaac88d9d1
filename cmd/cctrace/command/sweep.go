package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/sys/atomicfile"
	"smartnic-cc/internal/sys/interrupt"
	"smartnic-cc/internal/text/nearest"
	"smartnic-cc/internal/text/plural"
	"smartnic-cc/internal/text/textwidth"
	"smartnic-cc/nicmodel/experiment"
	"smartnic-cc/nicmodel/sweep"
)

func sweepCommand() cli.Command {
	return cli.Command{
		Name:  "sweep",
		Args:  "FILE",
		Short: "search the parameters of a scheme for where it does best and worst against another",
		Long: `FILE is a TOML file (docs/sweep.md): scenarios and loads, a baseline and its rival with
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
			f.StringVar(&s.work, "work", "", "folder that keeps the results of runs (default sweep under the user's cache folder)")
			cli.Threads(f, &s.workers, "workers", runtime.NumCPU(), "how many runs at a time (default one a core); no result depends on it")
			f.StringVar(&s.shard, "shard", "", "run part I of N, as in 2/8, of the first round that is not complete")
			f.IntVar(&s.round, "round", 0, "with --shard: the round to run; those before it have to be complete")
			f.BoolVar(&s.merge, "merge", false, "run nothing; write the report of the results that are there")
			f.StringVar(&s.engine, "engine", "local", "local, or slurm: an array job a round")
			cli.Values(f, "engine", "local", "slurm")
			f.IntVar(&s.tasks, "tasks", 16, "with --engine slurm: tasks of an array, at most")
			f.StringArrayVar(&s.sbatch, "sbatch-arg", nil, "with --engine slurm: argument of sbatch, such as --time=10:00; repeatable")
			f.BoolVar(&s.dry, "dry-run", false, "with --engine slurm: print the script of the next round and submit nothing")
			s.flags = f
			return s.run
		},
	}
}

type sweepRun struct {
	flags                    *pflag.FlagSet
	out, work, shard, engine string
	metric                   string
	workers, round, tasks    int
	asJSON, check, schema    bool
	merge, dry               bool
	sbatch                   []string
}

func (s *sweepRun) run(env cli.Env, args []string) error {
	if s.schema {
		if err := cli.NoArgs(args); err != nil {
			return err
		}
		_, err := env.Stdout.Write(sweep.Schema())
		return err
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
			return writeJSON(env.Stdout, z)
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
	if s.work == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return fmt.Errorf("sweep: there is no cache folder (%v); name one with --work", err)
		}
		s.work = filepath.Join(cache, "smartnic-cc", "sweep")
	}
	return s.search(env, w, args[0])
}

// usage refuses flags that do not go together.
func (s *sweepRun) usage() error {
	slurm := s.engine == "slurm"
	for _, c := range []struct {
		bad  bool
		text string
	}{
		{s.engine != "local" && !slurm, fmt.Sprintf("engine %.40q is not known%s; use local or slurm", s.engine, nearest.Hint(s.engine, []string{"local", "slurm"}))},
		{s.tasks < 1, fmt.Sprintf("--tasks %d; use 1 or more", s.tasks)},
		{s.round < 0, fmt.Sprintf("--round %d; use 1 or more", s.round)},
		{s.round > 0 && s.shard == "", "--round goes with --shard"},
		{s.merge && s.shard != "", "--merge and --shard do not go together: a shard runs a part, and --merge takes all"},
		{slurm && (s.merge || s.shard != ""), "--engine slurm makes the shards and merges them itself; leave --shard and --merge out"},
		{!slurm && (s.dry || len(s.sbatch) > 0 || s.flags.Changed("tasks")), "--tasks, --sbatch-arg and --dry-run go with --engine slurm"},
	} {
		if c.bad {
			return errors.New(c.text)
		}
	}
	return nil
}

// search runs the sweep; a signal ends it early.
func (s *sweepRun) search(env cli.Env, w *sweep.Sweep, path string) error {
	stop, release := interrupt.Take()
	defer release()
	bars := &rounds{w: env.Stderr}
	defer bars.done()
	runner := &experiment.Runner{Work: s.work, Workers: s.workers, Stop: stop}
	engine, err := s.engineOf(env, runner, bars.update, path)
	if err != nil {
		return err
	}
	report, err := w.Run(engine)
	bars.done()
	var shard *sweep.ShardDone
	var incomplete *sweep.Incomplete
	switch {
	case errors.As(err, &shard):
		_, err := fmt.Fprintln(env.Stdout, shard)
		return err
	case errors.Is(err, sweep.ErrDryRun):
		return nil
	case errors.Is(err, experiment.ErrStopped):
		return cli.Failed(fmt.Errorf("interrupted: what is complete stays in %s; run the same command again to go on", s.work))
	case errors.As(err, &incomplete), err != nil && s.engine == "slurm":
		return cli.Failed(err)
	case err != nil:
		return err
	case s.dry:
		_, err := fmt.Fprintln(env.Stdout, "# every round is complete: there is nothing to submit")
		return err
	}
	return s.write(env, w, report)
}

// engineOf makes the engine that the flags ask for.
func (s *sweepRun) engineOf(env cli.Env, runner *experiment.Runner, tell sweep.Progress, path string) (sweep.Engine, error) {
	switch {
	case s.merge:
		return &sweep.Merge{Runner: runner}, nil
	case s.shard != "":
		part, of, err := parseShard(s.shard)
		return &sweep.Shard{Runner: runner, Progress: tell, Part: part, Of: of, Round: s.round}, err
	case s.engine == "local":
		return &sweep.Local{Runner: runner, Progress: tell}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("sweep: cannot tell where this program is: %v", err)
	}
	// The tasks of the array have a folder of their own to be in.
	for _, name := range []*string{&path, &s.work} {
		if *name, err = filepath.Abs(*name); err != nil {
			return nil, fmt.Errorf("sweep: %w", err)
		}
	}
	command := []string{self, "sweep", path, "--work", s.work}
	if s.metric != "" {
		command = append(command, "--metric", s.metric)
	}
	e := &sweep.Slurm{Runner: runner, Progress: tell, Command: command, Tasks: s.tasks, Args: s.sbatch}
	if s.dry {
		e.DryRun = env.Stdout
	}
	return e, nil
}

// maxShards bounds the parts of a round.
const maxShards = 1_000_000

// parseShard reads "2/8".
func parseShard(text string) (part, of int, err error) {
	a, b, ok := strings.Cut(text, "/")
	part, errPart := strconv.Atoi(a)
	of, errOf := strconv.Atoi(b)
	if !ok || errPart != nil || errOf != nil || part < 1 || part > of || of > maxShards {
		return 0, 0, fmt.Errorf("sweep: --shard %.40q is not I/N with I from 1 to N, as in 2/8", text)
	}
	return part, of, nil
}

func (s *sweepRun) write(env cli.Env, w *sweep.Sweep, report *sweep.Report) error {
	if s.out == "" {
		s.out = w.Name + ".out"
	}
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

// rounds shows a bar a round.
type rounds struct {
	w     io.Writer
	round int
	bar   *cli.Progress
}

func (r *rounds) update(round, done, total int) {
	if r.bar == nil || r.round != round {
		r.done()
		r.round, r.bar = round, cli.NewProgress(r.w, fmt.Sprintf("round %d", round))
	}
	r.bar.Update(done, total)
}

func (r *rounds) done() {
	if r.bar != nil {
		r.bar.Done()
	}
}
