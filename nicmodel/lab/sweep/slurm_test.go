package sweep

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/lab/experiment"
)

// fakeBatch replaces sbatch: it gives the job a number, runs the tasks of the array one
// after another as the script's #SBATCH lines say, and ends with the last failure.
const fakeBatch = `#!/bin/sh
for script; do :; done
echo "$@" >>"$FAKE_SLURM/calls"
[ -e "$FAKE_SLURM/refuse" ] && { echo "sbatch: error: Batch job submission failed: Invalid partition name specified" >&2; exit 1; }
echo '42;one'
[ -e "$FAKE_SLURM/hang" ] && exec sleep 600
n=$(sed -n 's/^#SBATCH --array=1-//p' "$script")
log=$(sed -n 's/^#SBATCH --output="\(.*\)"$/\1/p' "$script")
status=0
for i in $(seq "$n"); do
	SLURM_ARRAY_TASK_ID=$i sh "$script" >"$(echo "$log" | sed "s/task-%a/task-$i/; s/%%/%/g")" 2>&1 || status=$?
done
exit $status
`

// fakeSlurm puts sbatch and scancel before the others and returns their folder.
func fakeSlurm(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "sbatch"), []byte(fakeBatch), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "scancel"), []byte("#!/bin/sh\necho \"cancel $1\" >>\"$FAKE_SLURM/calls\"\n"), 0o755))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("FAKE_SLURM", dir)
	return dir
}

// slurm is an engine whose tasks are this test program.
func slurm(t *testing.T, path, work string, tasks int) *Slurm {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return &Slurm{
		Runner: &experiment.Runner{Work: work}, Command: []string{self, "task", path, "--work", work}, Tasks: tasks,
		Args: []string{"--partition=short"}, Poll: 10 * time.Millisecond, Grace: 50 * time.Millisecond,
	}
}

// TestSlurmIsTheLocalPool: array jobs give the bytes of the local pool; with -long those of a fit too.
func TestSlurmIsTheLocalPool(t *testing.T) {
	// The fit's walk has fewer rounds.
	fit := strings.Replace(tinyFit, `walk = "descent"`, `walk = "random"`, 1)
	for name, text := range map[string]string{"tiny": tiny, "fit": fit} {
		t.Run(name, func(t *testing.T) {
			if name != "tiny" {
				tier.Nightly(t)
			}
			slurmIsTheLocalPool(t, text)
		})
	}
}

func slurmIsTheLocalPool(t *testing.T, text string) {
	path := write(t, text)
	pool := t.TempDir()
	want := saved(t, path, local(pool, 2))
	dir := fakeSlurm(t)
	work := filepath.Join(t.TempDir(), "100%a")
	e := slurm(t, path, work, 3)
	rounds := map[int]bool{}
	e.Progress = func(round, done, total int) {
		rounds[round] = true
		require.LessOrEqual(t, done, total)
	}
	require.Equal(t, want, saved(t, path, e))
	require.Equal(t, results(t, pool), results(t, work))
	calls, err := os.ReadFile(filepath.Join(dir, "calls"))
	require.NoError(t, err)
	require.Equal(t, len(rounds), strings.Count(string(calls), "--parsable --wait --partition=short "))
	// All is there now: nothing is submitted.
	require.Equal(t, want, saved(t, path, e))
	again, err := os.ReadFile(filepath.Join(dir, "calls"))
	require.NoError(t, err)
	require.Equal(t, string(calls), string(again))
}

// TestSlurmFailures: what fails is named with the last line of its log.
func TestSlurmFailures(t *testing.T) {
	path := write(t, tiny)
	dir := fakeSlurm(t)
	work := t.TempDir()
	t.Setenv("FAIL_TASK", "2")
	_, err := understood(t, path).Run(slurm(t, path, work, 4))
	require.ErrorContains(t, err, "round 1: 1 of 4 tasks left points without a result, 9 of 36; task 2: task: made to fail (")
	require.NotContains(t, err.Error(), "\n")
	// The others' results stay.
	require.Len(t, results(t, work), 27)
	t.Setenv("FAIL_TASK", "")

	put(t, dir, "refuse", "")
	_, err = understood(t, path).Run(slurm(t, path, work, 4))
	require.EqualError(t, err, "sbatch: sbatch: error: Batch job submission failed: Invalid partition name specified")
	require.NoError(t, os.Remove(filepath.Join(dir, "refuse")))

	// A job that ends without running its tasks leaves no logs.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "sbatch"), []byte("#!/bin/sh\necho 7\n"), 0o755))
	_, err = understood(t, path).Run(slurm(t, path, work, 4))
	require.ErrorContains(t, err, "task 2: it wrote no log: was it killed")

	t.Setenv("PATH", t.TempDir())
	_, err = understood(t, path).Run(slurm(t, path, work, 4))
	require.ErrorContains(t, err, "sbatch is not there; install Slurm's clients")

	odd := slurm(t, path, "a\nb", 4)
	_, err = understood(t, path).Run(odd)
	require.ErrorContains(t, err, "Slurm takes no such path")
}

// TestSlurmStop: an interrupted sweep takes its job back.
func TestSlurmStop(t *testing.T) {
	path := write(t, tiny)
	dir := fakeSlurm(t)
	put(t, dir, "hang", "")
	stop := make(chan struct{})
	e := slurm(t, path, t.TempDir(), 2)
	e.Runner.Stop = stop
	looks := 0
	e.Progress = func(int, int, int) {
		if looks++; looks == 3 {
			close(stop)
		}
	}
	_, err := understood(t, path).Run(e)
	require.ErrorIs(t, err, experiment.ErrStopped)
	calls, err := os.ReadFile(filepath.Join(dir, "calls"))
	require.NoError(t, err)
	require.Contains(t, string(calls), "cancel 42\n")
	// A stop before the job is there submits nothing.
	_, err = understood(t, path).Run(e)
	require.ErrorIs(t, err, experiment.ErrStopped)
	again, err := os.ReadFile(filepath.Join(dir, "calls"))
	require.NoError(t, err)
	require.Equal(t, string(calls), string(again))
}

// TestSlurmScript: the script runs a shard whatever the paths hold, and a dry run submits
// nothing.
func TestSlurmScript(t *testing.T) {
	path := write(t, tiny)
	dir := fakeSlurm(t)
	var b bytes.Buffer
	e := slurm(t, path, "it's here", 5)
	e.Command = []string{"echo", "it's", "a $HOME `b`"}
	e.DryRun = &b
	_, err := understood(t, path).Run(e)
	require.ErrorIs(t, err, ErrDryRun)
	require.NoFileExists(t, filepath.Join(dir, "calls"))
	require.NoDirExists(t, "it's here")
	script := b.String()
	for _, line := range []string{"#!/bin/sh\n", "#SBATCH --array=1-5\n", "#SBATCH --cpus-per-task=1\n", "# round 1: 36 points in 5 tasks\n"} {
		require.Contains(t, script, line)
	}
	sh := exec.Command("sh")
	sh.Stdin = strings.NewReader(script)
	sh.Env = append(os.Environ(), "SLURM_ARRAY_TASK_ID=4")
	out, err := sh.Output()
	require.NoError(t, err)
	require.Equal(t, "it's a $HOME `b` --workers 1 --round 1 --shard 4/5\n", string(out))
}

// TestShardOrder: a shard told a round does not go on to the next, nor begin before those
// before it are complete.
func TestShardOrder(t *testing.T) {
	path := write(t, tiny)
	s := understood(t, path)
	work := t.TempDir()
	shard := func(part, of, round int) error {
		_, err := s.Run(&Shard{Runner: &experiment.Runner{Work: work, Workers: 2}, Part: part, Of: of, Round: round})
		return err
	}
	var open *Incomplete
	require.ErrorAs(t, shard(1, 2, 2), &open)
	require.Equal(t, 1, open.Round.Number)
	require.EqualError(t, shard(1, 2, 0), "round 1: 18 of 36 points are this shard's and done")
	require.EqualError(t, shard(2, 2, 0), "round 1: 18 of 36 points are this shard's and done")
	require.EqualError(t, shard(2, 2, 1), "round 1: 18 of 36 points are this shard's and done")
	require.ErrorContains(t, shard(1, 1, 0), "round 2: ")
	for {
		if err := shard(1, 1, 0); err == nil {
			break // complete: a shard without a round ends as a merge does
		}
	}
}
