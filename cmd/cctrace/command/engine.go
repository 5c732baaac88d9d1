package command

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/sweep"
)

// engineFlags choose what runs the points of a sweep or a comparison, and where results are kept.
type engineFlags struct {
	name                  string // of the command
	flags                 *pflag.FlagSet
	work, shard, engine   string
	workers, round, tasks int
	part, of              int // of shard
	merge, dry            bool
	sbatch                []string
}

// declare declares them for a command, which also names its folder of results.
func (s *engineFlags) declare(f *pflag.FlagSet, name string) {
	s.name, s.flags = name, f
	f.StringVar(&s.work, "work", "", "folder that keeps the results of runs (default "+name+" under the user's cache folder)")
	cli.Threads(f, &s.workers, "workers", runtime.NumCPU(), "how many runs at a time (default one a core); no result depends on it")
	cli.Text(f, &s.shard, "shard", "", fmt.Sprintf("I/N with I of 1 to N, and N up to %d, as in 2/8", maxShards), "run part I of N, as in 2/8, of the first round that is not complete", func(text string) bool {
		s.part, s.of = part(text)
		return s.of > 0
	})
	cli.Number(f, &s.round, "round", 0, cli.Range[int]{Min: 1, Max: math.MaxInt32}, "with --shard: the round to run; those before it have to be complete")
	f.BoolVar(&s.merge, "merge", false, "run nothing; write the report of the results that are there")
	cli.OneOf(f, &s.engine, "engine", "local", "local, or slurm: an array job a round", "local", "slurm")
	cli.Number(f, &s.tasks, "tasks", 16, cli.Range[int]{Min: 1, Max: math.MaxInt32}, "with --engine slurm: tasks of an array, at most")
	f.StringArrayVar(&s.sbatch, "sbatch-arg", nil, "with --engine slurm: argument of sbatch, such as --time=10:00; repeatable")
	f.BoolVar(&s.dry, "dry-run", false, "with --engine slurm: print the script of the next round and submit nothing")
}

// usage refuses flags that do not go together.
func (s *engineFlags) usage() error {
	slurm := s.engine == "slurm"
	for _, c := range []struct {
		bad  bool
		text string
	}{
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

// on runs something on an engine; a signal ends it early. again returns the arguments for a task of Slurm to run the
// same, without the folder of results. on reports whether there is a result to write: not after a shard or a dry run,
// which print their own.
func (s *engineFlags) on(env cli.Env, again func() ([]string, error), run func(sweep.Engine) error) (done bool, err error) {
	if s.work, err = workFolder(s.name, s.work); err != nil {
		return false, err
	}
	stop, release := interrupt.Take()
	defer release()
	bars := &rounds{w: env.Stderr}
	defer bars.done()
	runner := &experiment.Runner{Work: s.work, Workers: s.workers, Stop: stop}
	engine, err := s.engineOf(env, runner, bars.update, again)
	if err != nil {
		return false, err
	}
	err = run(engine)
	bars.done()
	var shard *sweep.ShardDone
	var incomplete *sweep.Incomplete
	switch {
	case errors.As(err, &shard):
		_, err := fmt.Fprintln(env.Stdout, shard)
		return false, err
	case errors.Is(err, sweep.ErrDryRun):
		return false, nil
	case errors.Is(err, experiment.ErrStopped):
		return false, interrupted(s.work)
	case errors.As(err, &incomplete), err != nil && s.engine == "slurm":
		return false, cli.CheckFailed(err)
	case err != nil:
		return false, err
	case s.dry:
		_, err := fmt.Fprintln(env.Stdout, "# every round is complete: there is nothing to submit")
		return false, err
	}
	return true, nil
}

// workFolder returns the folder of results of a command: the one that was named, or that under the user's cache folder.
func workFolder(name, work string) (string, error) {
	if work != "" {
		return work, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%s: there is no cache folder (%v); name one with --work", name, err)
	}
	return filepath.Join(cache, "smartnic-cc", name), nil
}

// interrupted is the error of an interrupted command whose results are kept.
func interrupted(work string) error {
	return cli.CheckFailed(fmt.Errorf("interrupted: what is complete stays in %s; run the same command again to go on", work))
}

// engineOf makes the engine that the flags ask for.
func (s *engineFlags) engineOf(env cli.Env, runner *experiment.Runner, tell sweep.Progress, again func() ([]string, error)) (sweep.Engine, error) {
	switch {
	case s.merge:
		return &sweep.Merge{Runner: runner}, nil
	case s.shard != "":
		return &sweep.Shard{Runner: runner, Progress: tell, Part: s.part, Of: s.of, Round: s.round}, nil
	case s.engine == "local":
		return &sweep.Local{Runner: runner, Progress: tell}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("%s: cannot tell where this program is: %v", s.name, err)
	}
	if s.work, err = filepath.Abs(s.work); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	args, err := again()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	command := append([]string{self, s.name}, args...)
	e := &sweep.Slurm{Runner: runner, Progress: tell, Command: append(command, "--work", s.work), Tasks: s.tasks, Args: s.sbatch}
	if s.dry {
		e.DryRun = env.Stdout
	}
	return e, nil
}

// maxShards bounds the parts of a round.
const maxShards = 1_000_000

// part parses "2/8"; of is 0 for any other form.
func part(text string) (part, of int) {
	a, b, _ := strings.Cut(text, "/")
	part, errPart := strconv.Atoi(a)
	of, errOf := strconv.Atoi(b)
	if errPart != nil || errOf != nil || part < 1 || part > of || of > maxShards {
		return 0, 0
	}
	return part, of
}

// rounds shows a progress bar for each round.
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
