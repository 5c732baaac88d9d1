package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/nicmodel/lab/sweep"
)

// sweepFile writes a sweep that takes no time.
func sweepFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mine.toml")
	require.NoError(t, os.WriteFile(path, []byte(`[search]
held_out = "5"
[compare]
baseline = { name = "DCQCN", set = ["nic[0].algorithm=dcqcn"] }
rival = { name = "Dolce-RC", set = ["nic[0].algorithm=dolcerc"] }
[[scenario]]
builtin = "canary"
[[axis]]
name = "epsilon"
keys = ["nic[0].epsilon"]
values = ["0.1", "0.4"]
`), 0o666))
	return path
}

func TestSweepOutputs(t *testing.T) {
	path, work := sweepFile(t), t.TempDir()
	t.Chdir(t.TempDir())
	status, stdout, stderr := run("sweep", path, "--check")
	require.Zero(t, status, stderr)
	require.Equal(t, path+": 1 environment, at most 1 setting of DCQCN and 3 of Dolce-RC: at most 4 runs, and 10 with held-out seeds", strings.Join(strings.Fields(stdout), " "))
	for line := range strings.Lines(stdout) {
		require.True(t, len(line) <= 81 || strings.HasPrefix(line, path), "%d columns", len(line))
	}
	status, stdout, stderr = run("sweep", path, "--check", "--json")
	require.Zero(t, status, stderr)
	var size sweep.Size
	require.NoError(t, json.Unmarshal([]byte(stdout), &size))
	require.Equal(t, sweep.Size{Environments: 1, Settings: [2]int{1, 3}, Runs: 4, HeldOut: 10}, size)
	status, stdout, stderr = run("sweep", path, "--work", work)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "Dolce-RC, the rival: 3 settings tried of 2 and its own parameters")
	text, err := os.ReadFile("mine.out/sweep.txt")
	require.NoError(t, err)
	require.Equal(t, stdout, string(text))
	for _, name := range []string{"sweep.json", "points.csv", "settings.csv"} {
		require.FileExists(t, filepath.Join("mine.out", name))
	}
	status, stdout, stderr = run("sweep", path, "--work", work, "-o", "-", "--json")
	require.Zero(t, status, stderr)
	var r sweep.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.Equal(t, "mine", r.Sweep)
	status, stdout2, stderr := run("sweep", path, "--work", work, "-o", "-", "--metric", "slowdown-p99")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout2, "\n99th percentile of slow-down; search seeds 1, held-out 5;")
	again, err := os.ReadFile("mine.out/sweep.json")
	require.NoError(t, err)
	require.Equal(t, stdout, string(again))
}

// TestSweepFit: --check prints a fit in its own words, and a fit adds no metric.
func TestSweepFit(t *testing.T) {
	path, work := sweepFile(t), t.TempDir()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(text, "[[target]]\nscheme = \"DCQCN\"\nenvironment = \"canary\"\nvalue = 20\n"+
		"[[target]]\nscheme = \"Dolce-RC\"\nenvironment = \"canary\"\nvalue = 20\nheld_out = true\n"...), 0o666))
	status, stdout, stderr := run("sweep", path, "--check")
	require.Zero(t, status, stderr)
	require.Equal(t, path+": a fit of 1 target and 1 held out, in 1 environment, at most 3 settings of all axes: at most 1 run, and 7 for the best settings",
		strings.Join(strings.Fields(stdout), " "))
	status, stdout, stderr = run("sweep", path, "--work", work, "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "a fit of 1 published number, 1 more held out; search seeds 1, held-out 5;")
	status, stdout, stderr = run("sweep", path, "--work", work, "-o", "-", "--json")
	require.Zero(t, status, stderr)
	var r sweep.Fit
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.Equal(t, 3, r.Tried)
	refused(t, cli.ExitUsage, []string{"sweep", path, "--metric", "last"}, "sweep: --metric does not go with "+path+", which has targets")
}

func TestSweepShards(t *testing.T) {
	path, work := sweepFile(t), t.TempDir()
	refused(t, cli.ExitCheck, []string{"sweep", path, "--work", work, "--merge", "-o", "-"}, "round 1: 4 of 4 points have no result in "+work)
	for _, c := range []struct{ shard, want string }{
		{"2/3", "round 1: 1 of 4 points are this shard's and done\n"}, {"1/3", "round 1: 2 of 4"}, {"3/3", "round 1: 1 of 4"}, {"1/1", "round 2 (held-out seeds): 2 of 2"},
	} {
		status, stdout, stderr := run("sweep", path, "--work", work, "--shard", c.shard)
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, c.want)
	}
	status, merged, stderr := run("sweep", path, "--work", work, "--merge", "-o", "-")
	require.Zero(t, status, stderr)
	status, whole, stderr := run("sweep", path, "--work", t.TempDir(), "-o", "-", "--workers", "2")
	require.Zero(t, status, stderr)
	require.Equal(t, whole, merged)
	status, stdout, stderr := run("sweep", path, "--work", work, "--engine", "slurm", "--dry-run", "-o", "-")
	require.Zero(t, status, stderr)
	require.Equal(t, "# every round is complete: there is nothing to submit\n", stdout)
}

func TestSweepSlurmScript(t *testing.T) {
	path, work := sweepFile(t), t.TempDir()
	status, stdout, stderr := run("sweep", path, "--work", work, "--engine", "slurm", "--tasks", "3", "--dry-run", "--metric", "last")
	require.Zero(t, status, stderr)
	require.True(t, strings.HasPrefix(stdout, "#!/bin/sh\n# round 1: 4 points in 3 tasks\n"), stdout)
	require.Contains(t, stdout, "'sweep' '"+path+"' '--metric' 'last' '--work' '"+work+"' --workers 1 --round 1 --shard \"$SLURM_ARRAY_TASK_ID/3\"\n")
	t.Setenv("PATH", t.TempDir())
	refused(t, cli.ExitCheck, []string{"sweep", path, "--work", work, "--engine", "slurm", "-o", "-"}, "sbatch is not there; install Slurm's clients")
}

func TestSweepRefusals(t *testing.T) {
	path := sweepFile(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "sweep: name one sweep file"},
		{[]string{"none.toml"}, "none.toml: no such file or directory"},
		{[]string{path, "--engine", "cloud"}, `--engine takes local or slurm`},
		{[]string{path, "--metric", "speed"}, `sweep: --metric: unknown metric "speed"; one of fct-mean,`},
		{[]string{path, "--workers", "-1"}, `--workers takes a whole number of 1 to 256, or 0: one a core, not "-1"; see cctrace sweep --help`},
		{[]string{path, "--engine", "slurm", "--tasks", "0"}, "--tasks takes a whole number of 1 to 2147483647, not "},
		{[]string{path, "--tasks", "4"}, "go with --engine slurm"},
		{[]string{path, "--dry-run"}, "go with --engine slurm"},
		{[]string{path, "--round", "1"}, "--round goes with --shard"},
		{[]string{path, "--shard", "1/2", "--round", "-1"}, "--round takes a whole number of 1 to "},
		{[]string{path, "--shard", "1/2", "--merge"}, "--merge and --shard do not go together"},
		{[]string{path, "--engine", "slurm", "--merge"}, "leave --shard and --merge out"},
		{[]string{path, "--shard", "3/2"}, `--shard takes I/N with I of 1 to N, and N up to 1000000, as in 2/8, not "3/2"`},
		{[]string{path, "--shard", "1"}, `--shard takes I/N with I of 1 to N, and N up to 1000000, as in 2/8, not "1"`},
		{[]string{path, "--work", filepath.Join(path, "below")}, "is a file; name a folder for the outputs"},
		{[]string{path, "--work", t.TempDir(), "-o", path}, "mine.toml"},
	} {
		refused(t, cli.ExitUsage, append([]string{"sweep"}, c.args...), c.want)
	}
	require.NoError(t, os.WriteFile(path, []byte("[serch]\n"), 0o666))
	refused(t, cli.ExitUsage, []string{"sweep", path}, "mine.toml:1:2: unknown key serch (did you mean search?); here go title, sets, search,")
}

// TestByteOrderMark: each reader of TOML says that it is the mark.
func TestByteOrderMark(t *testing.T) {
	for name, args := range map[string][]string{
		"../../../docs/sample/incast.toml":                     {"sim"},
		"../../../docs/sample/sweep-small.toml":                {"sweep", "--check"},
		"../../../internal/nicconf/testdata/golden/lines.toml": {"profile", "diff", "paper"},
	} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), "marked.toml")
		require.NoError(t, os.WriteFile(path, append([]byte("\ufeff"), text...), 0o666))
		refused(t, cli.ExitUsage, append(args, path), path+": begins with a byte order mark")
		require.NoError(t, os.WriteFile(path, append([]byte("\xff\xfe"), text...), 0o666))
		refused(t, cli.ExitUsage, append(args, path), path+": is UTF-16")
	}
}
