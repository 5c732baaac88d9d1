package sweep

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tree"
)

// TestUnderstood: what the tables become.
func TestUnderstood(t *testing.T) {
	s := understood(t, write(t, tiny))
	require.Equal(t, "tiny", s.Name)
	require.Equal(t, []uint64{1, 2}, s.Seeds)
	require.Equal(t, []uint64{11, 12}, s.HeldOut)
	require.Len(t, s.Environments, 6)
	e := s.Environments[1]
	require.Equal(t, "canary 0.4, marking high", e.Name)
	require.Contains(t, e.point.Set, "workload[0].load=0.4")
	require.Equal(t, []string{"switch.marking[0].kmin=100KB", "switch.marking[0].kmax=200KB"}, e.both)
	require.Equal(t, "star, marking low", s.Environments[4].Name)
	arms := s.Schemes[Rival].Axes[0]
	require.Equal(t, Value{"deep", []string{`nic[0].arms=["1:0.7", "0.9:0.8"]`}}, arms.Values[0])
	require.Equal(t, Value{"10", []string{"nic[0].set+=ai_rate=10"}}, s.Schemes[Baseline].Axes[0].Values[0])
	q := newSearch(s)
	p, err := q.runOf(&trial{scheme: Rival, env: 1, setting: setting{0, -1, 1}, seed: 9})
	require.NoError(t, err)
	require.Equal(t, []string{
		"workload[0].duration=60us", "workload[1].duration=60us", "workload[0].load=0.4", "nic[0].algorithm=dolcerc", "switch.marking[0].kmin=100KB", "switch.marking[0].kmax=200KB",
		`nic[0].arms=["1:0.7", "0.9:0.8"]`, "nic[0].epsilon=0.4",
	}, p.Set)
	require.Equal(t, uint64(9), p.Seed)
	require.Equal(t, Size{Environments: 6, Settings: [2]int{7, 7}, Runs: 15 * 12, HeldOut: (3+4+1)*6*2 + 2*5*2}, s.Size())
}

const sampleDir = "../../../docs/sample/"

// samples are the sweeps and fits that ship.
func samples(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, kind := range []string{"sweep-*.toml", "fit-*.toml"} {
		names, err := fs.Glob(tree.Of(t, sampleDir), kind)
		require.NoError(t, err)
		require.NotEmpty(t, names, kind)
		for _, name := range names {
			all = append(all, sampleDir+name)
		}
	}
	return all
}

// TestSamples: the sweeps that ship can be run.
func TestSamples(t *testing.T) {
	for _, name := range samples(t) {
		understood(t, name)
	}
}

// TestRefusals: errors are one line that names file, line and key.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"budget = 7", "budgett = 7", `tiny.toml:4:1: unknown key search.budgett (did you mean budget?); here go metric, walk, budget, seed, seeds, held_out`},
		{"budget = 7", "budget = 0", `tiny.toml:4: search.budget: 0 settings a scheme; use 1 to 100000`},
		{"budget = 7", `budget = "7"`, `tiny.toml:4:10: `},
		{`walk = "descent"`, "", `tiny.toml:4: search.budget: goes with walk = random or descent only`},
		{`walk = "descent"`, `walk = "drunk"`, `tiny.toml:3: search.walk: unknown word "drunk"; one of grid, random, descent`},
		{`seeds = "1-2"`, `seeds = "1-x"`, `tiny.toml:6: search.seeds: "1-x" is no list of seeds`},
		{`seeds = "1-2"`, `seeds = "1-2,2"`, `search.seeds: seed 2 is named twice`},
		{`seeds = "1-2"`, `seeds = "1-5000"`, `more than 1000 seeds`},
		{`seeds = "1-2"`, `seeds = "1-9223372036854775807"`, `more than 1000 seeds`},
		{`held_out = "11-12"`, `held_out = "2"`, `tiny.toml:7: search.held_out: seed 2 is one of the search's`},
		{`seeds = "1-2"`, `metric = "speed"`, `search.metric: unknown metric "speed"; one of fct-mean,`},
		{`name = "DCQCN"`, "", `tiny.toml:8: compare.baseline: name is missing`},
		{`name = "Dolce-RC"`, `name = "DCQCN"`, `compare.rival.name: "DCQCN" is the name of two schemes`},
		{`set = ["nic[0].algorithm=none"]`, "", `tiny.toml:14: compare.other[0]: set is missing`},
		{`builtin = "canary"`, "", `tiny.toml:17: scenario[0]: give one of file and builtin`},
		{`builtin = "canary"`, `builtin = "nowhere"`, `scenario "nowhere" is not known`},
		{`file = "star.toml"`, `file = "moon.toml"`, `scenario[1].file: `},
		{`title = "A sweep for tests"`, `title = "a\u001b[31m"`, `tiny.toml:1: title: is not a line of at most 200 bytes`},
		{`loads = [0.4, "0.7"]`, `loads = [0.4, "0.4"]`, `tiny.toml:17: scenario[0]: "canary 0.4, marking low" is the name of two environments`},
		{`name = "star"`, `name = "canary 0.4"`, `tiny.toml:21: scenario[1]: "canary 0.4, marking low" is the name of two environments`},
		{`name = "star"`, `name = "canary"`, `scenario[1]: "canary" is the name of two scenarios`},
		{`loads = [0.4, "0.7"]`, `loads = [0.4, {a = 1}]`, `scenario[0].loads[1]: "" is no load`},
		{`loads = [0.4, "0.7"]`, `loads = [7]`, `workload[0].load, as set: "7" is not a part of 1`},
		{`for = "both"`, `for = "all"`, `axis[0].for: unknown word "all"; one of rival, baseline, both`},
		{`name = "marking"`, "", `axis[0]: name is missing`},
		{`name = "marking"`, `name = "increase"`, `axis[1].name: "increase" is the name of two axes`},
		{`values = ["0.1", "0.4"]`, "values = []", `axis[5]: 0 values; give 1 to 1000`},
		{`values = ["0.1", "0.4"]`, `values = ["0.1", 0.1]`, `axis[5].values[1]: "0.1" is no name of its own`},
		{`values = ["0.1", "0.4"]`, `values = ["0.1", "4"]`, `Dolce-RC, epsilon 4: canary.toml:`},
		{`keys = ["nic[0].epsilon"]`, "", `axis[5]: keys is missing`},
		{`keys = ["nic[0].epsilon"]`, `keys = ["nic[0].epsilom"]`, `set: unknown key nic[0].epsilom (did you mean epsilon?); here go hosts, algorithm,`},
		{`keys = ["nic[0].epsilon"]`, `keys = ["nic[0].epsilon", "nic[0].gamma"]`, `axis[5].values[0]: is no list of 2 values, one a key`},
		{`["100KB", "200KB"]]`, `["100KB"]]`, `axis[0].values[1]: is no list of 2 values, one a key`},
		{`names = ["low", "high"]`, `names = ["low", "a\tb"]`, `axis[0].values[1]: "a\tb" is no name of its own`},
		{`names = ["low", "high"]`, `names = ["low", "` + strings.Repeat("x", 201) + `"]`, `one line of at most 200 bytes`},
		{`loads = [0.4, "0.7"]`, `loads = [` + strings.Repeat("0.4,", 1001) + `]`, `tiny.toml:20: scenario[0].loads: 1001 loads; use at most 1000`},
		{`names = ["low", "high"]`, `names = ["low"]`, `axis[0].names: 1 names of 2 values`},
		{`keys = ["nic[0].epsilon"]`, `keys = ["run.seed+"]`, `set: run.seed is no list; += adds to lists`},
	} {
		require.Contains(t, tiny, c.old)
		_, err := understood2(write(t, strings.Replace(tiny, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want, c.new)
		require.NotContains(t, err.Error(), "\n")
	}
	_, err := Read(filepath.Join(t.TempDir(), "none.toml"))
	require.ErrorContains(t, err, "none.toml: no such file or directory")
	_, err = Read(t.TempDir())
	require.ErrorContains(t, err, "is a directory")
	_, err = Read(write(t, strings.Repeat("# far too long\n", 1<<17)))
	require.ErrorContains(t, err, "more than 1048576 bytes")
	var axes strings.Builder
	for i := range 33 {
		axes.WriteString("[[axis]]\nname = \"a" + strconv.Itoa(i) + "\"\nkeys = [\"x\"]\nvalues = [1]\n")
	}
	_, err = Read(write(t, tiny+axes.String()))
	require.ErrorContains(t, err, "39 tables; use at most 32")
	grid := strings.NewReplacer(`walk = "descent"`, "", "budget = 7", "").Replace(tiny)
	many := "[[axis]]\nname = \"N\"\nkeys = [\"nic[0].xi\"]\nvalues = [" + strings.Repeat("1,", 3) + "]\n"
	_, err = Read(write(t, grid+many))
	require.ErrorContains(t, err, "no name of its own")
	for _, n := range []string{"N", "O", "P", "Q", "R", "S", "T"} {
		grid += strings.NewReplacer(`"N"`, `"`+n+`"`, "1,1,1,", "1,2,3,4,5,6,7,8,9,10").Replace(many)
	}
	_, err = Read(write(t, grid))
	require.ErrorContains(t, err, "Dolce-RC has over 1000000 points; name fewer values")
}

// FuzzParse: whatever a file holds, it is understood or refused in one line, and what is
// understood has as many environments and settings as it may.
func FuzzParse(f *testing.F) {
	f.Add([]byte(tiny))
	f.Add([]byte(strings.Replace(tiny, "star.toml", "./testdata/none", 1)))
	f.Add([]byte(strings.Replace(tinyFit, `file = "star.toml"`, `builtin = "dumbbell"`, 1)))
	f.Add([]byte("[search]\nseeds = \"1-18446744073709551615\""))
	f.Add([]byte("[[axis]]\nvalues = [[[[1]]]]\nkeys=[\"a\"]\nname=\"x\""))
	for _, name := range []string{"sweep-small.toml", "fit-small.toml"} {
		b, err := os.ReadFile(sampleDir + name)
		require.NoError(f, err)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		// Files that a text names are not read: fuzzing is not to open what it likes.
		if strings.Contains(string(text), "file") {
			return
		}
		s, err := Parse(text, "fuzz.toml")
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.NotEmpty(t, s.Environments)
		require.LessOrEqual(t, len(s.Environments), maxEnvironments)
		require.LessOrEqual(t, s.Size().Runs, 3*maxPoints+len(s.Others)*maxEnvironments*maxSeeds)
	})
}
