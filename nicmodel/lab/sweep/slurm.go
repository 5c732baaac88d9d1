package sweep

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel/lab/experiment"
)

// Slurm runs each round as an array job. A task of the array is a Shard in its own process; it leaves its results in
// the folder, which all nodes must see at the same path. Slurm waits for those files and for sbatch --wait, and uses
// neither squeue nor accounting.
type Slurm struct {
	Runner   *experiment.Runner // of it the folder and Stop count
	Progress Progress
	// Command runs the same sweep with the same folder of results, as a program and its
	// arguments. --round, --shard and --workers are added to it.
	Command []string
	// Tasks is the size of the array; a round with fewer points has as many tasks as points.
	Tasks int
	// Args are further arguments of sbatch, such as --partition=short.
	Args []string
	// DryRun, if not nil, takes the script of the first round that is not complete, and
	// nothing is submitted: the sweep ends with ErrDryRun.
	DryRun io.Writer
	// Poll is the time between two looks at the files; 0 is a second. Grace is how long
	// results may take to show on this machine when the job is over; 0 is 10 seconds.
	Poll, Grace time.Duration
}

// ErrDryRun ends a sweep whose script was asked for.
var ErrDryRun = errors.New("dry run")

// Run submits the round and waits for its results.
func (s *Slurm) Run(round *Round) (*experiment.Results, error) {
	res, missing, err := s.Runner.Stored(round.Points)
	if err != nil || len(missing) == 0 {
		return res, err
	}
	j, err := s.job(round)
	if err != nil {
		return nil, err
	}
	if s.DryRun != nil {
		if _, err := s.DryRun.Write([]byte(j.script)); err != nil {
			return nil, err
		}
		return nil, ErrDryRun
	}
	select {
	case <-s.Runner.Stop:
		return nil, experiment.ErrStopped
	default:
	}
	if err := j.submit(missing); err != nil {
		return nil, err
	}
	// The results are read only now: a task whose result is broken is an error here.
	res, missing, err = s.Runner.Stored(round.Points)
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		return nil, j.failures(missing)
	}
	return res, nil
}

// array is the job of a round.
type array struct {
	*Slurm
	round  *Round
	tasks  int
	dir    string // of the script and the logs
	script string
}

// job writes the script of a round. Its folder is named after the points, so that sweeps
// with one folder of results do not get into each other's way.
func (s *Slurm) job(round *Round) (*array, error) {
	work, err := filepath.Abs(s.Runner.Work)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Runner.Work, err)
	}
	h := sha256.New()
	for _, p := range round.Points {
		key, err := p.Key("")
		if err != nil {
			return nil, err
		}
		h.Write([]byte(key))
	}
	j := &array{Slurm: s, round: round, tasks: max(min(s.Tasks, len(round.Points)), 1)}
	j.dir = filepath.Join(work, "slurm-"+hex.EncodeToString(h.Sum(nil)[:8]))
	if strings.ContainsAny(j.dir, "\n\r\\\"") {
		// A line of #SBATCH cannot express them.
		return nil, fmt.Errorf("%q: Slurm takes no such path for logs; name another folder", s.Runner.Work)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "#!/bin/sh\n# %s: %s in %s\n", round, plural.Of(len(round.Points), "point"), plural.Of(j.tasks, "task"))
	fmt.Fprintf(&b, "#SBATCH --job-name=cctrace-sweep\n#SBATCH --array=1-%d\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n", j.tasks)
	// Slurm replaces %a by the task's number, and %% by %.
	fmt.Fprintf(&b, "#SBATCH --output=\"%s/%s\"\n", strings.ReplaceAll(j.dir, "%", "%%"), logName("%a"))
	b.WriteString("exec")
	for _, arg := range s.Command {
		b.WriteString(" " + quote(arg))
	}
	fmt.Fprintf(&b, " --workers 1 --round %d --shard \"$SLURM_ARRAY_TASK_ID/%d\"\n", round.Number, j.tasks)
	j.script = b.String()
	return j, nil
}

// log is the log of a task.
func (j *array) log(task int) string { return filepath.Join(j.dir, logName(strconv.Itoa(task))) }

func logName(task string) string { return "task-" + task + ".log" }

// quote writes an argument for the shell.
func quote(arg string) string { return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'" }

// submit submits the script and waits until all results are there or the job is over.
func (j *array) submit(missing []experiment.Missing) error {
	// What is said of tasks that fail is not to come from logs of an earlier job.
	for i := range j.tasks {
		if err := os.Remove(j.log(i + 1)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return readfile.WithName(j.log(i+1), err)
		}
	}
	path := filepath.Join(j.dir, "job.sh")
	err := atomicfile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, j.script)
		return err
	})
	if err != nil {
		return err
	}
	return j.batch(append(append([]string{"--parsable", "--wait"}, j.Args...), path), missing)
}

// batch runs sbatch and waits for the results. A failed job is not an error here: only the results count.
func (j *array) batch(args []string, missing []experiment.Missing) error {
	program, err := exec.LookPath("sbatch")
	if err != nil {
		return errors.New("sbatch is not there; install Slurm's clients (Debian: slurm-client) and start it where they are set up, or leave --engine slurm out")
	}
	cmd := exec.Command(program, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("sbatch: %w", err)
	}
	first, _ := bufio.NewReader(out).ReadString('\n') // the number of the job and, it may be, the cluster's name
	id, _, _ := strings.Cut(strings.TrimSpace(first), ";")
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	defer func() {
		_ = cmd.Process.Kill() // it may have ended
		<-ended
	}()
	if id == "" {
		<-ended
		return fmt.Errorf("sbatch: %s", lastLine(stderr.String(), "it gave no number of a job"))
	}
	return j.wait(id, ended, missing)
}

// wait waits until all results are there or the job is over.
func (j *array) wait(id string, ended <-chan struct{}, missing []experiment.Missing) error {
	tick := time.NewTicker(cmp.Or(j.Poll, time.Second))
	defer tick.Stop()
	var late <-chan time.Time
	for {
		missing = slices.DeleteFunc(missing, func(m experiment.Missing) bool {
			_, err := os.Stat(m.Path)
			return err == nil
		})
		if j.Progress != nil {
			j.Progress(j.round.Number, len(j.round.Points)-len(missing), len(j.round.Points))
		}
		if len(missing) == 0 {
			return nil
		}
		select {
		case <-j.Runner.Stop:
			// If it fails there is nothing more to do about it than the user can.
			_ = exec.Command("scancel", id).Run()
			return experiment.ErrStopped
		case <-ended:
			// A network file system may show the last results a little later.
			late, ended = time.After(cmp.Or(j.Grace, 10*time.Second)), nil
		case <-late:
			return nil
		case <-tick.C:
		}
	}
}

// lastLine is the last line of a text that is not empty.
func lastLine(text, none string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return last
	}
	return none
}

// failures names the tasks without whose results the round is not complete, with what the
// first of them wrote last.
func (j *array) failures(missing []experiment.Missing) error {
	lacks := collect.Map(missing, func(m experiment.Missing) (string, bool) { return m.Path, true })
	failed := map[int]bool{}
	var list []int
	for i, p := range j.round.Points {
		path, err := j.Runner.Path(p)
		if err != nil {
			return err
		}
		if task := i%j.tasks + 1; lacks[path] && !failed[task] {
			failed[task] = true
			list = append(list, task)
		}
	}
	first := j.log(list[0])
	why := "it wrote no log: was it killed, and do all nodes see the folder?"
	if text, err := os.ReadFile(first); err == nil {
		why = lastLine(string(text), why)
	}
	return fmt.Errorf("%s: %d of %d tasks left points without a result, %d of %d; task %d: %s (%s)",
		j.round, len(list), j.tasks, len(missing), len(j.round.Points), list[0], why, first)
}
