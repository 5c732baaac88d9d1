package sweep

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/experiment"
)

// changing is tiny with changes one at a time, some of them named lists of a file, and keys of the run itself.
var changing = `sets = "named.toml"
` + strings.NewReplacer(`set = ["nic[0].algorithm=dcqcn"]`, `set = ["@base", "point.fresh_flows=true"]`).Replace(tiny[:strings.Index(tiny, "[[axis]]")]) + `
[[change]]
name = "nothing"
[[change]]
name = "of all"
set = ["@lows", "run.end=1s"]
[[change]]
name = "of one each"
baseline = ["nic[0].cnp_interval=4us", "point.fresh_flows=false"]
rival = ["nic[0].epsilon=0.4"]
` + tiny[strings.Index(tiny, "[[axis]]"):strings.Index(tiny, `[[axis]]
name = "increase"`)]

func writeChanging(t *testing.T, text string) string {
	path := write(t, text)
	put(t, filepath.Dir(path), "named.toml", "base = [\"nic[0].algorithm=dcqcn\"]\nlows = [\"switch.marking[0].pmax=0.2\"]\n")
	return path
}

// TestChanges: each change makes an environment of every scenario and load, with what it changes for all schemes, or for
// one; names of sets mean their lists, and the run's own keys are not the scenario's.
func TestChanges(t *testing.T) {
	path := writeChanging(t, changing)
	s := understood(t, path)
	require.Len(t, s.Environments, 3*3*2)
	var names []string
	for _, e := range s.Environments[:6] {
		names = append(names, e.Name)
	}
	require.Equal(t, []string{
		"canary 0.4, nothing, marking low", "canary 0.4, nothing, marking high", "canary 0.7, nothing, marking low", "canary 0.7, nothing, marking high",
		"canary 0.4, of all, marking low", "canary 0.4, of all, marking high",
	}, names)
	require.Equal(t, map[string]string{"load": "0.4", "change": "of all", "marking": "low"}, s.Environments[4].Values)
	scenario := []string{"workload[0].duration=60us", "workload[1].duration=60us", "workload[0].load=0.4"}
	marking := []string{"switch.marking[0].kmin=7KB", "switch.marking[0].kmax=500KB"}
	for _, c := range []struct {
		scheme, env int
		fresh       bool
		of          string
		after       []string
	}{
		{Baseline, 0, true, "nic[0].algorithm=dcqcn", marking},
		{Rival, 4, false, "nic[0].algorithm=dolcerc", append([]string{"switch.marking[0].pmax=0.2", "run.end=1s"}, marking...)},
		{Baseline, 8, false, "nic[0].algorithm=dcqcn", append(marking[:2:2], "nic[0].cnp_interval=4us")},
		{Rival, 8, false, "nic[0].algorithm=dolcerc", append(marking[:2:2], "nic[0].epsilon=0.4")},
		{2, 8, false, "nic[0].algorithm=none", marking},
	} {
		p := s.Point(c.scheme, c.env, 7)
		require.Equal(t, append(append(scenario[:3:3], c.of), c.after...), p.Set)
		require.Equal(t, c.fresh, p.FreshFlows)
		require.EqualValues(t, 7, p.Seed)
	}
	s.Change("run.end=30ms")
	require.Equal(t, "run.end=30ms", s.Point(Rival, 4, 1).Set[3], "the change comes later, and so counts")
	require.Equal(t, "run.end=1s", s.Point(Rival, 4, 1).Set[6])

	dir := os.DirFS(filepath.Dir(path))
	other, err := ReadFS(dir, "tiny.toml")
	require.NoError(t, err)
	require.Equal(t, understood(t, path).Schemes, other.Schemes)
	_, err = ReadFS(dir, "none.toml")
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestChangesRun: the report has what a change gives to a scheme alone, and the results are of that.
func TestChangesRun(t *testing.T) {
	s := understood(t, writeChanging(t, changing))
	s.Environments = s.Environments[8:9]
	s.HeldOut, s.Seeds = nil, s.Seeds[:1]
	runner := &experiment.Runner{Work: t.TempDir()}
	r, err := s.Run(&Local{Runner: runner})
	require.NoError(t, err)
	require.Equal(t, []string{"nic[0].cnp_interval=4us", "point.fresh_flows=false"}, r.Environments[0].BaselineSet)
	require.Equal(t, []string{"nic[0].epsilon=0.4"}, r.Environments[0].RivalSet)
	res, err := runner.Run([]experiment.Point{s.Point(Rival, 0, 1)})
	require.NoError(t, err)
	require.InDelta(t, float64(res.Of(s.Point(Rival, 0, 1)).All.FCT.Mean)/1e6, r.Environments[0].Rival.Own.Search, 1e-5)
}

// TestChangesRefused: errors name the key.
func TestChangesRefused(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`name = "of all"`, `name = "nothing"`, `tiny.toml:28: change[1]: "nothing" is the name of two changes`},
		{`name = "of all"`, ``, `change[1]: "" is the name of two changes, or not a line`},
		{`"@lows"`, `"@low"`, `change[1].set[0]: there is no set "low" (did you mean lows?)`},
		{`"@base"`, `"@bas"`, `compare.baseline.set[0]: there is no set "bas" (did you mean base?)`},
		{`sets = "named.toml"`, ``, `compare.baseline.set[0]: "@base" is a name of a file of sets; name that, as in sets = "sets.toml"`},
		{`"named.toml"`, `"other.toml"`, `sets: `},
		{`"named.toml"`, `"sizes.txt"`, `sizes.txt: has no key; want a file in TOML`},
		{`"run.end=1s"`, `"point.exchange=random"`, `"point.exchange=random": give point.fresh_flows=true`},
		{`"nic[0].epsilon=0.4"`, `"nic[0].epsilom=0.4"`, `unknown key nic[0].epsilom`},
	} {
		require.Contains(t, changing, c.old)
		_, err := understood2(writeChanging(t, strings.Replace(changing, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want, c.new)
		require.NotContains(t, err.Error(), "\n")
	}
}
