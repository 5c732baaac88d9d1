package reproduce

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/experiment"
)

// files reads a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	all := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		all[e.Name()] = string(b)
	}
	return all
}

// TestScenariosAreWhole: every point of every setting names keys that exist.
func TestScenariosAreWhole(t *testing.T) {
	for _, name := range SettingNames() {
		s, err := Named(name)
		require.NoError(t, err)
		for _, e := range All() {
			points := e.Points(s)
			for _, p := range points {
				_, err := p.Parse()
				require.NoError(t, err, p.String())
			}
		}
	}
	_, err := Named("huge")
	require.ErrorContains(t, err, "use smoke, fast, full")
}

func TestSelect(t *testing.T) {
	list, err := Select([]string{"fig8", "table1", "fig8"})
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, "table1", list[0].Name)
	_, err = Select([]string{"table1", "table9"})
	require.ErrorContains(t, err, `"table9" is not known`)
	list, err = Select(nil)
	require.NoError(t, err)
	require.Len(t, list, len(experiments()))
}

// tiny is a setting for tests.
func tiny() *Setting {
	return &Setting{
		Name: "tiny", Seeds: 2, FatTree: "fattree64", Flows: 40, Bin: 50 * event.Microsecond,
		Others: true, Ranks: []int{2}, Sizes: []uint64{1 << 10, fig5KeySize}, Traffic: 10_000_000, Iterations: 2, AllToAllSeeds: 1,
		RegretSteps: 500, RegretSeeds: 2, Phases: 2,
	}
}

// TestReport holds the report of a tiny setting to a golden file, and its files to be there.
func TestReport(t *testing.T) {
	list, err := Select([]string{"fig3", "fig5", "table1", "table2", "regret"})
	require.NoError(t, err)
	rep, err := Make(list, tiny(), &experiment.Runner{Work: t.TempDir(), Workers: 2})
	require.NoError(t, err)
	rep.Commit, rep.Model = "a commit", "a model"
	path := filepath.Join(t.TempDir(), "report.md")
	require.NoError(t, rep.Save(path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	golden.Check(t, "testdata/report.golden", text)
	all := files(t, strings.TrimSuffix(path, ".md"))
	for _, sec := range rep.Sections {
		require.NotEmpty(t, sec.Verdict, sec.Name)
		for _, d := range sec.Data {
			require.Equal(t, len(d.Rows)+1, strings.Count(all[d.Name+".csv"], "\n"), d.Name)
		}
		for _, f := range sec.Figures {
			require.Contains(t, all[f.Name+".svg"], "</svg>", f.Name)
			require.Contains(t, string(text), "report/"+f.Name+".svg")
		}
	}
	for _, row := range strings.Split(string(text), "\n") {
		require.NotContains(t, row, "NaN")
		require.NotContains(t, row, "Inf")
	}
	var plain bytes.Buffer
	require.NoError(t, rep.Write(&plain, ""))
	require.NotContains(t, plain.String(), ".svg")
}
