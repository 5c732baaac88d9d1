package verilog_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

// TestSharedSmall runs the smallest algorithm, and one with products of an example, on one
// multiplier, in steps of several lengths.
func TestSharedSmall(t *testing.T) {
	sim := simulator(t, "iverilog")
	files := corpus(t)
	latency := 0
	for _, period := range []float64{0, 1000} {
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp", Shared: 32, Period: period})
		require.NoError(t, err)
		core, wrapper := agrees(t, d, verilog.Run{Sim: sim, MaxTests: 500}, files)
		require.Greater(t, core.Steps, 100)
		require.NotZero(t, wrapper.Facts.Int("held"))
		require.NotEqual(t, latency, d.Latency)
		latency = d.Latency
	}
	require.Equal(t, 1, latency, "all of it fits a long step")
}

// TestSharedPrograms runs drawn programs on multipliers of several widths: products wider than the
// multiplier go through it in pieces.
func TestSharedPrograms(t *testing.T) {
	sim := simulator(t, "iverilog")
	programs := uint64(3)
	if tier.Long() {
		programs = 200
	}
	splits := 0
	for seed := range programs {
		p, src, err := flattest.Program(900 + seed)
		require.NoError(t, err)
		d, err := verilog.Generate(p, verilog.Options{Algorithm: "rand", Shared: []int{32, 9, 18, 64}[seed%4], Queue: []int{2, 0, 7}[seed%3], Declared: seed%5 == 4})
		require.NoError(t, err)
		core, err := d.Check(t.Context(), verilog.Run{Sim: sim, Stalls: true}, []*testvectors.File{drawn(t, p, 900+seed)})
		require.NoError(t, err, "seed %d", seed)
		if core.Report != nil {
			t.Fatalf("seed %d: %s\n%s", seed, core.Report.First.Summary(), src)
		}
		if d.Slow > 0 {
			splits++
		}
	}
	require.NotZero(t, splits, "none parts ways")
}

// TestSharedBuiltIn runs every vector of every built-in algorithm on one multiplier.
func TestSharedBuiltIn(t *testing.T) {
	tier.Nightly(t)
	sim := simulator(t, "verilator")
	p, files := firmware(t), corpus(t)
	for i, tr := range p.Transducers {
		d, err := verilog.Generate(p, verilog.Options{Algorithm: tr.Name, Shared: []int{32, 18, 64}[i%3], Period: []float64{0, 60}[i%2], Whole: i%4 == 3, Queue: []int{2, 0, 5, 4}[i%4]})
		require.NoError(t, err)
		core, wrapper := agrees(t, d, verilog.Run{Sim: sim}, files)
		t.Logf("%s: %s; %d events, held %d of %d clocks, overtaken %d", tr.Name, d.Shared(), core.Steps, wrapper.Facts.Int("held"), wrapper.Facts.Int("clocks"), wrapper.Facts.Int("overtaken"))
	}
}

// beginnings are the first steps of all sequences. The corpus, which other tests have too, stays.
func beginnings(files []*testvectors.File, steps int) []*testvectors.File {
	var out []*testvectors.File
	for _, f := range files {
		short := *f
		short.Groups = slices.Clone(f.Groups)
		for i := range short.Groups {
			g := &short.Groups[i]
			g.Sequences = slices.Clone(g.Sequences)
			for j := range g.Sequences {
				g.Sequences[j].Steps = g.Sequences[j].Steps[:min(steps, len(g.Sequences[j].Steps))]
			}
		}
		out = append(out, &short)
	}
	return out
}

// TestOthersPass: while the unit works for a connection, events of others go through the pipeline,
// and where events for the unit wait aside more do; of a connection the order stays. The pipeline
// alone keeps the order of all. A scoreboard that does not know of the unit, or of what waits for it,
// lets a connection overtake itself.
func TestOthersPass(t *testing.T) {
	sim := simulator(t, "iverilog")
	p, files := firmware(t), beginnings(corpus(t), 12)
	run := verilog.Run{Sim: sim, Wrapper: true, Stalls: true, MaxTests: 100, Live: 48}
	last := -1
	for _, o := range []verilog.Options{{}, {Shared: 32}, {Shared: 32, Queue: 3}} {
		o.Algorithm = "dcqcn"
		d, err := verilog.Generate(p, o)
		require.NoError(t, err)
		got, err := d.Check(t.Context(), run, files)
		require.NoError(t, err)
		if got.Report != nil {
			t.Fatal(got.Report.First.Summary())
		}
		require.Greater(t, got.Facts.Int("overtaken"), last)
		last = got.Facts.Int("overtaken")
		if o.Shared == 0 {
			require.Zero(t, got.Facts.Int("overtaken"))
			continue
		}
		require.Equal(t, 1, d.Latency)
		require.Greater(t, d.Slow, 20)
		hit := "(unit_busy & (unit_conn == look_conn))"
		if o.Queue > 0 {
			hit = "(waits[0] & (waiting_conn_0 == look_conn))"
		}
		require.Contains(t, string(d.Text), hit)
		d.Replace(bytes.Replace(d.Text, []byte(hit), []byte("1'b0"), 1))
		got, err = d.Check(t.Context(), run, files)
		require.NoError(t, err)
		require.NotNil(t, got.Report, hit)
	}
}

// TestSplit: where the events of Dolce-RC part ways is found, and said.
func TestSplit(t *testing.T) {
	d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dolcerc4", Shared: 32, Queue: verilog.DefaultQueue, Period: 60})
	require.NoError(t, err)
	require.Regexp(t, `^\d+ products through one multiplier of 32 by 32 bits in \d+ pieces, \d+ clocks an event for which the condition at dolcerc/step.go:78 holds and e_Kind is 5, of which up to 4 wait aside; others take \d+ clocks, one a clock, with \d+ products of their own$`, d.Shared())
	require.Contains(t, string(d.Text), "// Shared: "+d.Shared()+".\n")
}

var remark = regexp.MustCompile(`//.*`)

// TestOneMultiplier: the step of each algorithm has one multiplication in its text, the same text
// each time, and no path longer than the period that was asked for.
func TestOneMultiplier(t *testing.T) {
	p := firmware(t)
	for _, tr := range p.Transducers {
		o := verilog.Options{Algorithm: tr.Name, Shared: 18, Period: 30, Whole: true}
		a, err := verilog.Generate(p, o)
		require.NoError(t, err)
		b, err := verilog.Generate(p, o)
		require.NoError(t, err)
		require.True(t, bytes.Equal(a.Text, b.Text))
		require.LessOrEqual(t, a.Period, 30.0)
		unit := module(t, a.Text, tr.Name+"_unit")
		want := 1
		if tr.Name == "dcqcnnp" {
			want = 0
		}
		require.Equal(t, want, strings.Count(remark.ReplaceAllString(unit, ""), " * "), tr.Name)
		long, err := verilog.Generate(p, verilog.Options{Algorithm: tr.Name, Shared: 18, Period: 60, Whole: true})
		require.NoError(t, err)
		require.LessOrEqual(t, long.Latency, a.Latency, "longer steps are fewer")
	}
}

// module returns the text of a module.
func module(t testing.TB, text []byte, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(string(text), "\nmodule "+name+" (")
	require.True(t, ok, name)
	body, _, ok := strings.Cut(rest, "\nendmodule")
	require.True(t, ok)
	return body
}

// TestSharedMistakesShow: a factor taken a step late and a connection that is not looked for are
// seen.
func TestSharedMistakesShow(t *testing.T) {
	sim := simulator(t, "iverilog")
	for _, c := range []struct {
		name, from, to string
		wrapper        bool
	}{
		{"dcqcnnp", "held = look_hit |", "held =", true},
		{"dcqcnnp", "if (step[1])", "if (step[2])", false},
	} {
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: c.name, Shared: 32})
		require.NoError(t, err)
		require.Contains(t, string(d.Text), c.from)
		d.Replace([]byte(strings.Replace(string(d.Text), c.from, c.to, 1)))
		got, err := d.Check(t.Context(), verilog.Run{Sim: sim, Wrapper: c.wrapper, MaxTests: 500}, corpus(t))
		require.NoError(t, err)
		require.NotNil(t, got.Report, c.to)
	}
}

// TestSharedRefuses: one line each.
func TestSharedRefuses(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	for want, o := range map[string]verilog.Options{
		"shared: a multiplier of 65 bits is out of range 8..64":      {Algorithm: "dcqcn", Shared: 65},
		"shared: all events go through the unit with the multiplier": {Algorithm: "dcqcn", Shared: 32, Whole: true, Stages: 2},
		"queue: 1 is out of range 2..64, or 0 for none":              {Algorithm: "dcqcn", Shared: 32, Queue: 1},
		"no step is as short as 5 ns: the multiplier takes 19.5":     {Algorithm: "dcqcn", Shared: 32, Whole: true, Period: 5},
	} {
		_, err := verilog.Generate(p, o)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "\n")
	}
}
