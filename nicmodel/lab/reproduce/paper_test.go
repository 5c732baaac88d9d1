package reproduce

import (
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/sweep"
	"smartnic-cc/nicmodel/systems/companion"
)

// TestPaper: what paper.toml says in words is what runs, and each of its sections is made.
func TestPaper(t *testing.T) {
	said := func(what string) string {
		i := slices.IndexFunc(paper().Choice, func(c choice) bool { return c.What == what })
		require.GreaterOrEqual(t, i, 0, what)
		return paper().Choice[i].Simulations
	}
	full, err := Named("full")
	require.NoError(t, err)
	require.Equal(t, strconv.Itoa(full.Flows), said("flows a run of tables I and II"))
	require.Equal(t, full.Flows*64/1024, flowsAt64)
	for i, name := range SettingNames() {
		require.Equal(t, name, companion.Size(i).String())
		s, err := Named(name)
		require.NoError(t, err)
		require.EqualValues(t, i, s.size())
	}
	schemes := open("table1", 1).Schemes
	require.Contains(t, schemes[sweep.Baseline].Set, "nic[0].cnp_interval="+strings.Replace(said("CNPs at least"), " us apart", "us", 1))
	arms := said("arms of Dolce-RC")
	require.Contains(t, schemes[sweep.Rival].Set, `nic[0].arms=["`+strings.ReplaceAll(strings.TrimPrefix(arms, "alpha:beta "), ", ", `", "`)+`"]`)
	for _, e := range All() {
		require.NotNil(t, e.Report, e.Name)
	}
	require.Len(t, All(), 12)
	for _, f := range paper().Flows {
		table := open(f.name, 1)
		require.Len(t, f.Row, len(table.Environments), f.name)
		require.Equal(t, "no congestion control", table.All()[noControl].Name)
	}
	for _, list := range paper().Measures {
		for _, m := range list {
			require.NotPanics(t, func() { m.of(made(open("fig8", 1).one(0, 0))) }, m.What)
		}
	}
	require.Panics(t, func() { (&measure{Of: "mean"}).of(nil) })
}

// TestBadPaper: a fault of the table, or a sweep that is not there, stops the program.
func TestBadPaper(t *testing.T) {
	require.Panics(t, func() { readPaper([]byte("[[choice]]\nwhom = 1")) })
	require.Panics(t, func() { open("table3", 1) })
}

// TestSweeps: the sweeps of this folder are such as cctrace sweep runs, each of them is an experiment's, each set is used,
// and what a setting leaves of them is theirs.
func TestSweeps(t *testing.T) {
	names, err := fs.Glob(sweeps, "*.toml")
	require.NoError(t, err)
	used, all := map[string]bool{"exchange": true}, ""
	for _, e := range All() {
		used[e.Name] = true
	}
	for _, path := range names {
		text, err := fs.ReadFile(sweeps, path)
		require.NoError(t, err)
		all += string(text)
		name := strings.TrimSuffix(path, ".toml")
		if name == "sets" || name == "paper" {
			continue
		}
		require.True(t, used[name], name)
		w, err := sweep.Read(path)
		require.NoError(t, err)
		embedded, err := sweep.ReadFS(sweeps, path)
		require.NoError(t, err)
		require.Equal(t, w.Environments, embedded.Environments)
		for _, e := range All() {
			if e.Name == name {
				require.Equal(t, e.Title, w.Title)
			}
		}
		if name == "fig8" || name == "vasp" { // TestReport and TestCausesDiffer have the others' configurations
			require.NoError(t, w.Check(), name)
		}
	}
	sets, err := fs.ReadFile(sweeps, "sets.toml")
	require.NoError(t, err)
	for line := range strings.Lines(string(sets)) {
		if name, _, is := strings.Cut(line, " = "); is && !strings.HasPrefix(name, "#") && !strings.HasPrefix(name, " ") {
			require.Contains(t, all, `"@`+name+`"`, name)
		}
	}
	// A sweep as it stands is setting full.
	full, err := Named("full")
	require.NoError(t, err)
	table := open("table1", full.Seeds)
	require.Len(t, table.Seeds, full.Seeds)
	require.Equal(t, full.FatTree, changed(table.one(0, 0), "topology.preset"))
	require.Equal(t, strconv.Itoa(full.Flows), changed(table.one(0, 0), "workload[0].count"))
	require.Len(t, open("fig5", 1).Environments, len(full.Sizes))
	require.Equal(t, strconv.Itoa(full.Phases), changed(open("vasp", 1).one(0, 0), "workload[0].iterations"))
}
