package cost_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/cost"
	"smartnic-cc/internal/dev/tier"
	nic "smartnic-cc/nicmodel/cost"
	"smartnic-cc/testvectors"
)

var (
	update     = flag.Bool("update", false, "rewrite the cost table of the NIC model, and docs/ports/decision.csv")
	fitWeights = flag.Bool("fit", false, "print the weights of a profile that fit callgrind's counts best")
)

const tableFile = "../../../nicmodel/cost/table.json"

type measured struct {
	set     *cost.HandlerSet
	results []cost.Result
}

// corpus evaluates the vectors that costs are measured over, once for all tests.
var corpus = sync.OnceValues(func() (measured, error) {
	p, err := codegen.Firmware()
	if err != nil {
		return measured{}, err
	}
	files, err := cost.Vectors(nil)
	if err != nil {
		return measured{}, err
	}
	set, err := cost.NewHandlerSet(p, files)
	if err != nil {
		return measured{}, err
	}
	host, err := cost.LoadProfile("x86-64")
	if err != nil {
		return measured{}, err
	}
	results, err := cost.NewModel(set).Measure(host, nil, nil)
	return measured{set, results}, err
})

func all(t *testing.T) measured {
	t.Helper()
	m, err := corpus()
	require.NoError(t, err)
	return m
}

func result(t *testing.T, name string) *cost.Result {
	t.Helper()
	m := all(t)
	for i := range m.results {
		if m.results[i].Name == name {
			return &m.results[i]
		}
	}
	t.Fatalf("no handler %s", name)
	return nil
}

// margin is how far the model's mean may be from what is counted on x86-64.
const margin = 0.25

// TestModelAgreesWithCallgrind is the claim of the model: the profile x86-64 is within
// a quarter of the instructions that are counted, for every handler.
func TestModelAgreesWithCallgrind(t *testing.T) {
	tier.Require(t, "gcc", "valgrind")
	m := all(t)
	host, err := cost.LoadProfile("x86-64")
	require.NoError(t, err)
	files, err := benchFiles(m.set)
	require.NoError(t, err)
	counts, err := countX86(t.Context(), files, "-O2")
	require.NoError(t, err)
	require.Greater(t, len(m.set.Handlers), 80)
	var rows []row
	worst := 0.0
	for i, h := range m.set.Handlers {
		c, r := counts[ident(h)], &m.results[i]
		require.Equal(t, r.Calls, c.calls, h.Name)
		model, _ := host.Of(r)
		off := model/c.mean() - 1
		worst = max(worst, math.Abs(off))
		t.Logf("%-40s %7d calls  model %7.1f  callgrind %7.1f  %+5.1f %%", h.Name, r.Calls, model, c.mean(), 100*off)
		assert.LessOrEqual(t, math.Abs(off), margin, h.Name)
		next := row{measured: c.mean()}
		for o, n := range r.Mean.N {
			next.mean[o] = float64(n) / float64(r.Calls)
		}
		rows = append(rows, next)
	}
	weights, best := fit(rows)
	t.Logf("largest error %.1f %%; with the weights that fit best %.1f %%", 100*worst, 100*best)
	require.LessOrEqual(t, best, worst+0.01)
	if *fitWeights {
		for o, w := range weights {
			fmt.Printf("%q: %.3f,\n", cost.Op(o), w)
		}
	}
}

// TestTableIsCurrent checks the table that the NIC model reads against the firmware.
func TestTableIsCurrent(t *testing.T) {
	m := all(t)
	var profiles []*cost.Profile
	for _, name := range cost.Profiles() {
		p, err := cost.LoadProfile(name)
		require.NoError(t, err)
		profiles = append(profiles, p)
	}
	var now bytes.Buffer
	require.NoError(t, cost.WriteJSON(&now, cost.NewTable(cost.Command, m.results, profiles)))
	if *update {
		require.NoError(t, os.WriteFile(tableFile, now.Bytes(), 0o644))
	}
	kept, err := os.ReadFile(tableFile)
	require.NoError(t, err)
	if !bytes.Equal(kept, now.Bytes()) {
		old, err := nic.Parse(kept)
		require.NoError(t, err)
		fresh, err := nic.Parse(now.Bytes())
		require.NoError(t, err)
		for i := range fresh.Handlers {
			if i < len(old.Handlers) {
				require.Equal(t, old.Handlers[i], fresh.Handlers[i])
			}
		}
		t.Fatalf("%s is not current; write it with: %s", tableFile, cost.Command)
	}
}

// TestCountsByHand: handlers so short that one can count.
func TestCountsByHand(t *testing.T) {
	ops := func(c *cost.Counts) map[string]uint64 {
		r := map[string]uint64{}
		for o, n := range c.N {
			if n != 0 {
				r[cost.Op(o).String()] = n
			}
		}
		return r
	}
	require.Equal(t, map[string]uint64{"entry": 1, "add32": 1}, ops(&result(t, "fixedpoint.Time_Add").Worst))
	// h + c; twice h ^ h>>n and a product; h ^ h>>16.
	require.Equal(t, map[string]uint64{"entry": 1, "add32": 1, "logic32": 3, "shift32": 3, "mul32": 2}, ops(&result(t, "fixedpoint.Hash32").Worst))
	// The limits of the type fold away: a sum, and the comparisons of the two ways.
	sat := ops(&result(t, "fixedpoint.AddSatU32").Worst)
	require.EqualValues(t, 1, sat["add32"])
	require.Zero(t, sat["logic32"]+sat["mulwide"]+sat["shift32"])
	// 20 bytes of state, all written.
	require.EqualValues(t, 20, result(t, "bandit4 init").Worst.StateWritten)
	require.Zero(t, result(t, "bandit4 init").Worst.StateRead)
	// The mean of a straight line is its worst path.
	h := result(t, "fixedpoint.Hash32")
	for o, n := range h.Worst.N {
		require.Equal(t, n*h.Calls, h.Mean.N[o])
	}
}

// TestWorstIsNoBetterThanTheMean on any profile but that which chose the worst path
// is not promised; on that one it is.
func TestWorstIsNoBetterThanTheMean(t *testing.T) {
	host, err := cost.LoadProfile("x86-64")
	require.NoError(t, err)
	m := all(t)
	for i := range m.results {
		mean, worst := host.Of(&m.results[i])
		require.GreaterOrEqual(t, worst, mean-1e-9, m.results[i].Name)
		require.NotZero(t, m.results[i].Calls)
	}
}

// TestDivisionFree: what the firmware promises to NIC cores, of every handler.
func TestDivisionFree(t *testing.T) {
	for _, h := range all(t).results {
		require.Zero(t, h.Worst.N[cost.DivConst], h.Name)
	}
}

func TestProfileInherits(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	h := result(t, "fixedpoint.Hash32")
	base, err := cost.LoadProfile("generic32")
	require.NoError(t, err)
	slow := write("slow.json", `{"name":"slow","inherits":"generic32","description":"","unit":"cycles","weights":{"mul32":33}}`)
	slower := write("slower.json", `{"name":"slower","inherits":"slow.json","description":"","unit":"cycles","weights":{"mul32":65}}`)
	for i, path := range []string{slow, slower} {
		p, err := cost.LoadProfile(path)
		require.NoError(t, err)
		was, _ := base.Of(h)
		is, _ := p.Of(h)
		require.InDelta(t, was+2*32*float64(i+1), is, 1e-9)
	}
	for _, c := range []struct{ file, text, want string }{
		{"a.json", `{"name":"a","inherits":"a.json","unit":"cycles"}`, "inherits from itself"},
		{"b.json", `{"name":"b","unit":"cycles","weights":{"add32":1}}`, "no weight for add64"},
		{"c.json", `{"name":"c","inherits":"dpa","unit":"cycles","weights":{"add33":1}}`, `operation "add33" is unknown`},
		{"d.json", `{"name":"d","inherits":"dpa","unit":"cycles","weights":{"add32":-1}}`, "outside 0..1e6"},
		{"e.json", `{"name":"e","inherits":"dpa","unit":"furlongs"}`, `unit is "furlongs"`},
		{"f.json", `{"name":"f","inherits":"p4","unit":"cycles"}`, "the units have to be one"},
		{"g.json", `{"name":"g","unit":"stages","weights":{"add32":1}}`, "leave them out"},
		{"h.json", `{"name":"h","weighs":{}}`, "offset"},
		{"i.json", `{"name":`, "offset"},
	} {
		_, err := cost.LoadProfile(write(c.file, c.text))
		require.ErrorContains(t, err, c.want)
	}
	_, err = cost.LoadProfile("generic33")
	require.ErrorContains(t, err, "generic32, nic64, p4, x86-64")
}

// TestFitFindsWeights: from rows made of known weights, fit finds them again.
func TestFitFindsWeights(t *testing.T) {
	var rows []row
	for i := range 40 {
		var r row
		a, l, s := float64(i%7), float64(i%5), float64(1+i%3)
		r.mean[cost.Add32], r.mean[cost.Load], r.mean[cost.Store] = a, l, s
		r.measured = 0.75*a + 2*l + 3*s
		rows = append(rows, r)
	}
	w, worst := fit(rows)
	require.Less(t, worst, 0.001)
	require.InDelta(t, 0.75, w[cost.Add32], 0.01)
	require.InDelta(t, 2, w[cost.Load], 0.01)
	require.InDelta(t, 3, w[cost.Store], 0.01)
}

func ExampleProfile_Of() {
	program, _ := codegen.Firmware()
	files, _ := testvectors.Load([]string{"../../../testvectors/corpus/dcqcnnp.json.gz"})
	set, _ := cost.NewHandlerSet(program, files)
	dpa, _ := cost.LoadProfile("dpa")
	handlers, _ := cost.NewModel(set).Measure(dpa, nil, nil)
	for i := range handlers {
		_, worst := dpa.Of(&handlers[i])
		fmt.Printf("%s: at most %.0f cycles\n", handlers[i].Name, worst)
	}
	// Output:
	// dcqcnnp init: at most 8 cycles
	// dcqcnnp step: at most 41 cycles
}

// TestMeasureSome: some handlers cost the same alone as among all, in the order of the set.
func TestMeasureSome(t *testing.T) {
	m := all(t)
	host, err := cost.LoadProfile("x86-64")
	require.NoError(t, err)
	names := []string{"dcqcnnp packet", "dolcerc4 init", "dolcerc4 cnp learns", "fixedpoint.Log2"}
	names = slices.DeleteFunc(names, func(n string) bool { return m.set.Handler(n) == nil })
	require.GreaterOrEqual(t, len(names), 3)
	var want []cost.Result
	for _, h := range m.results {
		if slices.Contains(names, h.Name) {
			want = append(want, h)
		}
	}
	var mu sync.Mutex
	most, of := 0, 0
	some, err := cost.NewModel(m.set).Measure(host, names, func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		most, of = max(most, done), total
	})
	require.NoError(t, err)
	require.Equal(t, want, some)
	require.Equal(t, of, most)
	require.Positive(t, of)
}
