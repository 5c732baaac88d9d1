package sweep

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/lab/experiment"
)

// TestWorkersAndShardsChangeNothing: report, CSV and results are the same bytes for any number of workers, and for
// shards in separate folders that are merged.
func TestWorkersAndShardsChangeNothing(t *testing.T) {
	for name, text := range map[string]string{"tiny": tiny, "fit": tinyFit} {
		t.Run(name, func(t *testing.T) { workersAndShards(t, text, "testdata/"+name+".txt.golden") })
	}
}

func workersAndShards(t *testing.T, text, report string) {
	path := write(t, text)
	work := t.TempDir()
	want := saved(t, path, local(work, 1))
	require.Len(t, want, 4)
	kept := results(t, work)
	model, err := experiment.Fingerprint()
	require.NoError(t, err)
	golden.Check(t, report, []byte(strings.Replace(want["sweep.txt"], model, "(model's name)..", 1)))
	workers := []int{5}
	if tier.Long() {
		workers = []int{2, 5}
	}
	for _, workers := range workers {
		other := t.TempDir()
		require.Equal(t, want, saved(t, path, local(other, workers)))
		require.Equal(t, kept, results(t, other))
	}
	for _, of := range []int{3} {
		all := t.TempDir()
		s := understood(t, path)
		rounds := 0
		for {
			_, err := s.Run(&Merge{&experiment.Runner{Work: all}})
			if err == nil {
				break
			}
			var open *Incomplete
			require.ErrorAs(t, err, &open)
			require.NotZero(t, open.Missing)
			require.Contains(t, err.Error(), all)
			rounds++
			points, made := 0, map[int]map[string]string{}
			for part := of; part > 0; part-- { // in another order
				// Each has what the rounds before gave, and nothing of its fellows.
				own := t.TempDir()
				for name, text := range results(t, all) {
					put(t, own, name, text)
				}
				_, err := s.Run(&Shard{Runner: &experiment.Runner{Work: own, Workers: 2}, Part: part, Of: of, Round: open.Round.Number})
				var done *ShardDone
				require.ErrorAs(t, err, &done)
				require.Equal(t, open.Round.Number, done.Round.Number)
				points += done.Points
				if part == 1 {
					require.Equal(t, len(open.Round.Points), points, "each point is one shard's")
				}
				made[part] = results(t, own)
			}
			for _, files := range made {
				for name, text := range files {
					put(t, all, name, text)
				}
			}
		}
		require.Greater(t, rounds, 3, "a descent has several rounds")
		require.Equal(t, want, saved(t, path, &Merge{&experiment.Runner{Work: all}}))
		require.Equal(t, kept, results(t, all))
	}
}

// TestReportHoldsTogether holds the report to the runs in points.csv, computed again.
func TestReportHoldsTogether(t *testing.T) {
	path := write(t, tiny)
	out := saved(t, path, local(t.TempDir(), 2))
	rows, err := csv.NewReader(strings.NewReader(out["points.csv"])).ReadAll()
	require.NoError(t, err)
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	type cell struct{ scheme, setting, env, held string }
	sum, runs := map[cell]float64{}, map[cell]int{}
	for _, row := range rows[1:] {
		setting := strings.Join(row[1:at["environment"]], "|")
		c := cell{row[0], setting, row[at["environment"]], row[at["held_out"]]}
		ps := 0.0
		require.NoError(t, json.Unmarshal([]byte(row[at["fct_mean_ps"]]), &ps))
		sum[c] += ps / 1e6
		runs[c]++
		require.Equal(t, row[at["messages"]], row[at["completed"]])
	}
	for c, n := range runs {
		require.Equal(t, 2, n, c) // seeds
	}
	var r Report
	require.NoError(t, json.Unmarshal([]byte(out["sweep.json"]), &r))
	require.Len(t, r.Environments, 6) // two loads and a file, two kinds of marking
	require.Equal(t, "canary 0.4, marking high", r.Environments[1].Name)
	tried := map[string]map[string]bool{}
	least := map[[2]string]float64{}
	most := 0.0
	for c := range sum {
		if c.held == "true" {
			continue
		}
		if tried[c.scheme] == nil {
			tried[c.scheme] = map[string]bool{}
		}
		tried[c.scheme][c.setting] = true
		k := [2]string{c.scheme, c.env}
		if v := sum[c] / 2; least[k] == 0 || v < least[k] {
			least[k] = v
		}
	}
	shown := 0
	for i, name := range []string{"DCQCN", "Dolce-RC"} {
		for _, a := range r.Schemes[i].Around {
			for _, o := range a.Others {
				shown++
				// The best setting is the best of all that were tried.
				require.GreaterOrEqual(t, o.Over, 1-1e-6, "%s %s", a.Axis, o.Value)
				require.NotEqual(t, a.Value, o.Value)
			}
		}
		require.Equal(t, 7, r.Schemes[i].Tried)
		require.Len(t, tried[name], 7)
	}
	for _, e := range r.Environments {
		require.InDelta(t, least[[2]string{"DCQCN", e.Name}], e.Baseline.Here.Search, 1e-5)
		require.InDelta(t, least[[2]string{"Dolce-RC", e.Name}], e.Rival.Here.Search, 1e-5)
		require.InDelta(t, e.Baseline.Here.Search/e.Rival.Here.Search, e.Here.Search, 1e-5)
		require.InDelta(t, e.Baseline.Own.HeldOut/e.Rival.Best.HeldOut, e.BestOwn.HeldOut, 1e-5)
		require.GreaterOrEqual(t, e.Rival.Own.Search, e.Rival.Here.Search)
		require.GreaterOrEqual(t, e.Worst.Search, e.Rival.Best.Search)
		most = max(most, e.Baseline.Here.Search/e.Rival.Here.Search)
		require.Len(t, e.Others, 1)
	}
	require.Greater(t, shown, 4)
	require.InDelta(t, most, r.Best[0].Tuned.Search, 1e-5)
	require.Greater(t, r.Best[4].Tuned.Search, r.Worst[4].Tuned.Search)
	require.Less(t, r.Worst[0].Tuned.Search, r.Worst[1].Tuned.Search)
	for line := range strings.Lines(out["sweep.txt"]) {
		require.LessOrEqual(t, len(strings.TrimRight(line, "\n")), textwidth.Columns, line)
		require.NotContains(t, line, "NaN")
	}
	settings, err := csv.NewReader(strings.NewReader(out["settings.csv"])).ReadAll()
	require.NoError(t, err)
	require.Len(t, settings, 1+7+7)
	require.Equal(t, "1.0000", settings[1][len(settings[0])-8])
}

// TestResume: an interrupted sweep goes on where it stood, and the report is the same.
func TestResume(t *testing.T) {
	path := write(t, tiny)
	want := saved(t, path, local(t.TempDir(), 2))
	work := t.TempDir()
	stop := make(chan struct{})
	e := local(work, 1)
	e.Runner.Stop = stop
	e.Progress = func(round, done, _ int) {
		if round == 2 && done == 3 {
			close(stop)
		}
	}
	_, err := understood(t, path).Run(e)
	require.ErrorIs(t, err, experiment.ErrStopped)
	kept := results(t, work)
	require.NotEmpty(t, kept)
	again := local(work, 2)
	first := map[int]int{}
	again.Progress = func(round, done, total int) {
		if _, ok := first[round]; !ok {
			first[round] = total - done
		}
	}
	require.Equal(t, want, saved(t, path, again))
	require.Zero(t, first[1], "what was kept is not run again")
	for name, text := range kept {
		b, err := os.ReadFile(filepath.Join(work, name))
		require.NoError(t, err)
		require.Equal(t, text, string(b))
	}
}

// TestWhatInvalidates: results are of the scenario's text and of the files that it names,
// and the sweep file itself counts only as far as it makes points.
func TestWhatInvalidates(t *testing.T) {
	path := write(t, tiny)
	dir := filepath.Dir(path)
	work := t.TempDir()
	saved(t, path, local(work, 2))
	needed := func() int {
		n := 0
		e := local(work, 2)
		e.Progress = func(_, done, total int) {
			if n == 0 {
				n = total - done
			}
		}
		saved(t, path, e)
		return n
	}
	require.Zero(t, needed())
	put(t, dir, "tiny.toml", "# another comment\n"+strings.Replace(tiny, "A sweep for tests", "Another title", 1))
	require.Zero(t, needed(), "the sweep file's words make no points")
	put(t, dir, "sizes.txt", "1000 0\n30000 50\n200000 100\n")
	require.Equal(t, 3*2*2, needed(), "three schemes, two kinds of marking, two seeds of the first round")
	put(t, dir, "star.toml", star+"# as before\n")
	require.Equal(t, 3*2*2, needed(), "the text of the scenario")
	require.NoError(t, os.Remove(filepath.Join(dir, "sizes.txt")))
	_, err := understood2(path)
	require.ErrorContains(t, err, "sizes.txt: no such file")
	require.ErrorContains(t, err, "DCQCN, own parameters: ", "from the model: a check hashes no file")
}

// understood2 is understood for sweeps that are not.
func understood2(path string) (*Sweep, error) {
	s, err := Read(path)
	if err == nil {
		err = s.Check()
	}
	return s, err
}

// TestIncompleteRunsCountAsWorst: a setting with incomplete messages never wins, however short the completion times
// of the others, and the report marks it.
func TestIncompleteRunsCountAsWorst(t *testing.T) {
	path := write(t, strings.NewReplacer(
		`walk = "descent"`, `walk = "grid"`, "budget = 7", "", `loads = [0.4, "0.7"]`, "", `name = "marking"`, `name = "end"`,
		`keys = ["switch.marking[0].kmin", "switch.marking[0].kmax"]`, `keys = ["run.threads"]`, `names = ["low", "high"]`, "",
		`[["7KB", "500KB"], ["100KB", "200KB"]]`, "[1]", `keys = ["nic[0].epsilon"]`, `keys = ["run.end"]`, `["0.1", "0.4"]`, `["310us", "1s"]`).Replace(tiny))
	out := saved(t, path, local(t.TempDir(), 2))
	var r Report
	require.NoError(t, json.Unmarshal([]byte(out["sweep.json"]), &r))
	require.NotContains(t, r.Schemes[Rival].Best.Setting, "310us")
	require.Contains(t, out["sweep.txt"], "*")
	require.Contains(t, out["sweep.txt"], "not all complete")
	found := false
	for _, e := range r.Environments {
		require.NotContains(t, e.Rival.Here.Setting, "epsilon 310us")
		found = found || strings.Contains(e.Worst.Setting, "epsilon 310us") && e.Worst.Incomplete > 0
	}
	require.True(t, found)
}

// TestSaveIsWhole: nothing is left behind where the folder cannot be made.
func TestSaveIsWhole(t *testing.T) {
	path := write(t, tiny)
	r, err := understood(t, path).Run(local(t.TempDir(), 2))
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	require.ErrorContains(t, r.Save(filepath.Join(file, "below")), "is a file; name a folder")
	for _, write := range []func(*Report) error{
		func(r *Report) error { return r.Write(full{}) }, func(r *Report) error { return r.WriteJSON(full{}) },
		func(r *Report) error { return r.writePoints(full{}) }, func(r *Report) error { return r.writeSettings(full{}) },
	} {
		require.ErrorIs(t, write(r), errFull)
	}
	var b bytes.Buffer
	require.NoError(t, r.Write(&b))
	require.Contains(t, b.String(), "A sweep for tests")

	// Without a limit no line is broken and no name cut.
	r.Environments[0].Name = strings.Repeat("long ", 12)
	in := func(width int) string {
		var b bytes.Buffer
		require.NoError(t, r.Write(textwidth.Wide{Writer: &b, Width: width}))
		return b.String()
	}
	wide := in(textwidth.Unlimited)
	require.Contains(t, wide, strings.TrimSpace(r.Environments[0].Name))
	require.Contains(t, wide, "best: the setting with the least geometric mean over all environments; here, worst: the settings that do best and worst in that environment\n")
	require.Greater(t, strings.Count(in(80), "\n"), strings.Count(wide, "\n"))
	require.NotContains(t, in(80), strings.TrimSpace(r.Environments[0].Name))
	for line := range strings.Lines(in(120)) {
		require.LessOrEqual(t, len(line), 120+1)
	}
}

var errFull = errors.New("no space left")

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
