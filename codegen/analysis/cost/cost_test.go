package cost_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/cost"
	"smartnic-cc/codegen/analysis/cost/bench"
	"smartnic-cc/internal/dev/tier"
	nic "smartnic-cc/nicmodel/cost"
	"smartnic-cc/testvectors"
)

var update = flag.Bool("update", false, "rewrite the cost table of the NIC model")

const tableFile = "../../../nicmodel/cost/table.json"

type measured struct {
	set      *bench.Set
	handlers []cost.Handler
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
	set, err := bench.NewSet(p, files)
	if err != nil {
		return measured{}, err
	}
	host, err := cost.LoadProfile("x86-64")
	if err != nil {
		return measured{}, err
	}
	handlers, err := cost.NewModel(set).Measure(host)
	return measured{set, handlers}, err
})

func all(t *testing.T) measured {
	t.Helper()
	m, err := corpus()
	require.NoError(t, err)
	return m
}

func handler(t *testing.T, name string) *cost.Handler {
	t.Helper()
	m := all(t)
	for i := range m.handlers {
		if m.handlers[i].Name == name {
			return &m.handlers[i]
		}
	}
	t.Fatalf("no handler %s", name)
	return nil
}

// TestModelAgreesWithCallgrind is the claim of the model: the profile x86-64 is within
// a quarter of the instructions that are counted, for every handler.
func TestModelAgreesWithCallgrind(t *testing.T) {
	tier.Needs(t, "gcc", "valgrind")
	m := all(t)
	rows, err := cost.Measured(context.Background(), m.set, m.handlers)
	require.NoError(t, err)
	host, err := cost.LoadProfile("x86-64")
	require.NoError(t, err)
	checked := cost.Check(rows, host)
	require.Greater(t, len(checked), 80)
	var out bytes.Buffer
	beyond, err := cost.WriteCheck(&out, checked)
	require.NoError(t, err)
	t.Logf("\n%s", out.String())
	require.Zero(t, beyond)

	// The fit finds weights at least as good.
	_, worst := cost.Fit(rows)
	largest := 0.0
	for _, c := range checked {
		largest = math.Max(largest, math.Abs(c.Error()))
	}
	require.LessOrEqual(t, worst, largest+0.01)
}

// TestTableIsCurrent holds the table that the NIC model reads against the firmware.
func TestTableIsCurrent(t *testing.T) {
	m := all(t)
	var profiles []*cost.Profile
	for _, name := range cost.Profiles() {
		p, err := cost.LoadProfile(name)
		require.NoError(t, err)
		profiles = append(profiles, p)
	}
	var now bytes.Buffer
	require.NoError(t, cost.WriteJSON(&now, cost.NewTable(cost.Command, m.handlers, profiles)))
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
	require.Equal(t, map[string]uint64{"entry": 1, "add32": 1}, ops(&handler(t, "fixedpoint.Time_Add").Worst))
	// h + c; twice h ^ h>>n and a product; h ^ h>>16.
	require.Equal(t, map[string]uint64{"entry": 1, "add32": 1, "logic32": 3, "shift32": 3, "mul32": 2}, ops(&handler(t, "fixedpoint.Hash32").Worst))
	// The limits of the type fold away: a sum, and the comparisons of the two ways.
	sat := ops(&handler(t, "fixedpoint.AddSatU32").Worst)
	require.EqualValues(t, 1, sat["add32"])
	require.Zero(t, sat["logic32"]+sat["mulwide"]+sat["shift32"])
	// 20 bytes of state, all written.
	require.EqualValues(t, 20, handler(t, "bandit4 init").Worst.StateWritten)
	require.Zero(t, handler(t, "bandit4 init").Worst.StateRead)
	// The mean of a straight line is its worst path.
	h := handler(t, "fixedpoint.Hash32")
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
	for i := range m.handlers {
		mean, worst := host.Of(&m.handlers[i])
		require.GreaterOrEqual(t, worst, mean-1e-9, m.handlers[i].Name)
		require.NotZero(t, m.handlers[i].Calls)
	}
}

// TestDivisionFree: what the firmware promises to NIC cores, of every handler.
func TestDivisionFree(t *testing.T) {
	for _, h := range all(t).handlers {
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
	h := handler(t, "fixedpoint.Hash32")
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

// TestFitFindsWeights: from rows made of known weights, Fit finds them again.
func TestFitFindsWeights(t *testing.T) {
	var rows []cost.Row
	for i := range 40 {
		var r cost.Row
		a, l, s := float64(i%7), float64(i%5), float64(1+i%3)
		r.Mean[cost.Add32], r.Mean[cost.Load], r.Mean[cost.Store] = a, l, s
		r.Measured = 0.75*a + 2*l + 3*s
		rows = append(rows, r)
	}
	w, worst := cost.Fit(rows)
	require.Less(t, worst, 0.001)
	require.InDelta(t, 0.75, w[cost.Add32], 0.01)
	require.InDelta(t, 2, w[cost.Load], 0.01)
	require.InDelta(t, 3, w[cost.Store], 0.01)
}

func ExampleProfile_Of() {
	program, _ := codegen.Firmware()
	files, _ := testvectors.Load([]string{"../../../testvectors/corpus/dcqcnnp.json"})
	set, _ := bench.NewSet(program, files)
	dpa, _ := cost.LoadProfile("dpa")
	handlers, _ := cost.NewModel(set).Measure(dpa)
	for i := range handlers {
		_, worst := dpa.Of(&handlers[i])
		fmt.Printf("%s: at most %.0f cycles\n", handlers[i].Name, worst)
	}
	// Output:
	// dcqcnnp init: at most 8 cycles
	// dcqcnnp step: at most 41 cycles
}

// TestMeasureOnly: some handlers cost the same alone as among all, in the order of the set.
func TestMeasureOnly(t *testing.T) {
	m := all(t)
	host, err := cost.LoadProfile("x86-64")
	require.NoError(t, err)
	names := []string{"dcqcnnp packet", "dolcerc4 init", "dolcerc4 cnp learns", "fixedpoint.Log2"}
	names = slices.DeleteFunc(names, func(n string) bool { return m.set.Handler(n) == nil })
	require.GreaterOrEqual(t, len(names), 3)
	var want []cost.Handler
	for _, h := range m.handlers {
		if slices.Contains(names, h.Name) {
			want = append(want, h)
		}
	}
	var mu sync.Mutex
	most, of := 0, 0
	some, err := cost.NewModel(m.set).MeasureOnly(host, names, func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		most, of = max(most, done), total
	})
	require.NoError(t, err)
	require.Equal(t, want, some)
	require.Equal(t, of, most)
	require.Positive(t, of)
}
