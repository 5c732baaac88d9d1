package sweep

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/experiment"
)

// files reads a folder with all below it.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[name] = string(b)
		return err
	}))
	return all
}

// results are the files of a folder of results alone.
func results(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := files(t, dir)
	for name := range all {
		if strings.Contains(name, string(filepath.Separator)) {
			delete(all, name)
		}
	}
	return all
}

// tiny is a sweep that takes no time: the experiments' small runs.
const tiny = `title = "A sweep for tests"
[search]
walk = "descent"
budget = 7
seed = 5
seeds = "1-2"
held_out = "11-12"
[compare.baseline]
name = "DCQCN"
set = ["nic[0].algorithm=dcqcn"]
[compare.rival]
name = "Dolce-RC"
set = ["nic[0].algorithm=dolcerc"]
[[compare.other]]
name = "no control"
set = ["nic[0].algorithm=none"]
[[scenario]]
builtin = "canary"
set = ["workload[0].duration=60us", "workload[1].duration=60us"]
loads = [0.4, "0.7"]
[[scenario]]
name = "star"
file = "star.toml"
[[axis]]
name = "marking"
for = "both"
keys = ["switch.marking[0].kmin", "switch.marking[0].kmax"]
names = ["low", "high"]
values = [["7KB", "500KB"], ["100KB", "200KB"]]
[[axis]]
name = "increase"
for = "baseline"
keys = ["nic[0].set+=ai_rate"]
values = [10, 400, 2000]
[[axis]]
name = "interval"
for = "baseline"
keys = ["nic[0].cnp_interval"]
values = ["4us", "50us"]
[[axis]]
name = "arms"
keys = ["nic[0].arms"]
names = ["deep", "gentle"]
values = [["1:0.7", "0.9:0.8"], ["0.1:1", "0.3:1.1", "0.5:1.2"]]
[[axis]]
name = "interval"
keys = ["nic[0].cnp_interval"]
values = ["4us", "50us"]
[[axis]]
name = "epsilon"
keys = ["nic[0].epsilon"]
values = ["0.1", "0.4"]
`

// star is a scenario in a file, which names another file.
const star = `[run]
end = "20ms"
[topology]
kind = "star"
hosts = 5
rate = "100Gbps"
delay = "1us"
[[switch.marking]]
kmin = "7KB"
kmax = "500KB"
pmax = 0.1
[[nic]]
[[workload]]
kind = "poisson"
distribution_file = "sizes.txt"
load = 0.5
duration = "100us"
`

// write puts the sweep and what it names into a folder and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, "tiny.toml", text)
	put(t, dir, "star.toml", star)
	put(t, dir, "sizes.txt", "1000 0\n20000 50\n200000 100\n")
	return filepath.Join(dir, "tiny.toml")
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
}

// understood reads a sweep and checks it.
func understood(t *testing.T, path string) *Sweep {
	t.Helper()
	s, err := Read(path)
	require.NoError(t, err)
	require.NoError(t, s.Check())
	return s
}

// saved runs a sweep and returns what it writes.
func saved(t *testing.T, path string, e Engine) map[string]string {
	t.Helper()
	r, err := understood(t, path).Run(e)
	require.NoError(t, err)
	out := filepath.Join(t.TempDir(), "made", "out")
	require.NoError(t, r.Save(out))
	return files(t, out)
}

func local(work string, workers int) *Local {
	return &Local{Runner: &experiment.Runner{Work: work, Workers: workers}}
}

// TestMain lets the test program be a task of Slurm: PROGRAM task FILE --work W --workers 1
// --round R --shard I/N.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "task" {
		if err := task(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "preparing\ntask:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func task(args []string) error {
	shard := &Shard{Runner: &experiment.Runner{}}
	var workers int
	if _, err := fmt.Sscanf(strings.Join(args[1:], " "), "--work %s --workers %d --round %d --shard %d/%d", &shard.Runner.Work, &workers, &shard.Round, &shard.Part, &shard.Of); err != nil {
		return err
	}
	if os.Getenv("FAIL_TASK") == fmt.Sprint(shard.Part) {
		return fmt.Errorf("made to fail")
	}
	s, err := Read(args[0])
	if err != nil {
		return err
	}
	if _, err = s.Run(shard); err != nil {
		if _, ok := err.(*ShardDone); ok {
			return nil
		}
	}
	return err
}
