package verilog_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

func simulator(t testing.TB, name string) verilog.Simulator {
	t.Helper()
	tier.Require(t, name)
	s, err := verilog.FindSimulator(name)
	require.NoError(t, err)
	return s
}

func firmware(t testing.TB) *ir.Program {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	return p
}

func corpus(t testing.TB) []*testvectors.File {
	t.Helper()
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	return files
}

// agrees runs vectors on a design's core and on its wrapper.
func agrees(t testing.TB, d *verilog.Design, r verilog.Run, files []*testvectors.File) (core, wrapper testvectors.Outcome) {
	t.Helper()
	r.Stalls = true
	var got [2]testvectors.Outcome
	for i := range got {
		r.Wrapper = i == 1
		var err error
		got[i], err = d.Check(t.Context(), r, files)
		require.NoError(t, err)
		if got[i].Report != nil {
			t.Fatal(got[i].Report.First.Summary())
		}
	}
	return got[0], got[1]
}

// TestSmall runs all vectors of the smallest algorithm, in one stage and in three.
func TestSmall(t *testing.T) {
	sim := simulator(t, "iverilog")
	files := corpus(t)
	for _, stages := range []int{1, 3} {
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp", Stages: stages})
		require.NoError(t, err)
		require.Equal(t, stages, d.Latency)
		_, wrapper := agrees(t, d, verilog.Run{Sim: sim}, files)
		require.Greater(t, wrapper.Steps, 2000)
		require.NotZero(t, wrapper.Facts.Int("held"), "connections repeat, so that events are held")
	}
}

// TestShortestPeriod: a number of stages has the shortest period that it can: a thousandth less takes one more.
func TestShortestPeriod(t *testing.T) {
	for _, of := range []verilog.Options{{Algorithm: "dcqcnnp", Stages: 2}, {Algorithm: "dcqcn", Stages: 3}} {
		d, err := verilog.Generate(firmware(t), of)
		require.NoError(t, err)
		for more, period := range []float64{d.Period * 1.001, d.Period * 0.999} {
			d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: of.Algorithm, Period: period})
			require.NoError(t, err)
			require.Equal(t, of.Stages+more, d.Latency, "%s at %v ns", of.Algorithm, period)
		}
	}
}

// TestBuiltIn runs every vector of every built-in algorithm through verilator, with parameters as
// inputs and the pipeline cut.
func TestBuiltIn(t *testing.T) {
	tier.Nightly(t)
	sim := simulator(t, "verilator")
	p, files := firmware(t), corpus(t)
	for i, tr := range p.Transducers {
		d, err := verilog.Generate(p, verilog.Options{Algorithm: tr.Name, Stages: 1 + 5*(i%3)})
		require.NoError(t, err)
		core, wrapper := agrees(t, d, verilog.Run{Sim: sim}, files)
		t.Logf("%s: %d steps, held %d of %d clocks", tr.Name, core.Steps, wrapper.Facts.Int("held"), wrapper.Facts.Int("clocks"))
	}
}

// TestLive: many connections at once, on each of which the vectors of some parameters run.
func TestLive(t *testing.T) {
	sim := simulator(t, "iverilog")
	for _, n := range []int{1, 100} {
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp", Connections: 100})
		require.NoError(t, err)
		got, err := d.Check(t.Context(), verilog.Run{Sim: sim, Wrapper: true, Stalls: true, Live: n}, corpus(t))
		require.NoError(t, err)
		require.Nil(t, got.Report)
		require.Equal(t, n, got.Facts.Int("live"))
		require.GreaterOrEqual(t, got.Tests, n)
	}
}

// TestFullMemory: 4,096 connections at once, a memory that is full, through verilator.
func TestFullMemory(t *testing.T) {
	tier.Nightly(t)
	sim := simulator(t, "verilator")
	for _, name := range []string{"dcqcn", "dolcerc4"} {
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: name, Stages: 2, Connections: 4096})
		require.NoError(t, err)
		got, err := d.Check(t.Context(), verilog.Run{Sim: sim, Wrapper: true, Stalls: true, Live: 4096}, corpus(t))
		require.NoError(t, err)
		if got.Report != nil {
			t.Fatal(got.Report.First.Summary())
		}
		require.Equal(t, 4096, got.Facts.Int("live"))
		t.Logf("%s: %d sequences, %d events, held %d of %d clocks, %d bits of state a connection", name, got.Tests, got.Steps, got.Facts.Int("held"), got.Facts.Int("clocks"), d.StateBits)
	}
}

// TestConstant runs the vectors of a profile on a core made for it.
func TestConstant(t *testing.T) {
	tier.Nightly(t)
	sim := simulator(t, "iverilog")
	values, _, err := algorithms.Params("dcqcn", profile.Choice{Profile: "connectx", Line: "100G"})
	require.NoError(t, err)
	a, err := verilog.ParseAssumption("e.CNPs=0..1")
	require.NoError(t, err)
	for _, assume := range [][]verilog.Assumption{nil, {a}} {
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcn", Values: values, Assume: assume, Stages: 4})
		require.NoError(t, err)
		_, wrapper := agrees(t, d, verilog.Run{Sim: sim}, corpus(t))
		require.Equal(t, assume != nil, wrapper.Facts.Int("left") > 0)
		require.Contains(t, string(d.Text), map[bool]string{false: "[15:0] e_CNPs, // uint16 0..65535", true: " e_CNPs, // uint16 0..1"}[assume != nil])
	}
}

// TestRandomPrograms runs drawn programs, which have what the firmware has not: signed numbers of
// all widths, every count of bits, arrays that are indexed by variables.
//
//	Go source ──frontend──► ir ──interpreter──► output, state
//	                        └──flat──► Verilog ──iverilog──► the same
func TestRandomPrograms(t *testing.T) {
	sim := simulator(t, "iverilog")
	programs := uint64(3)
	if tier.Long() {
		programs = 400
	}
	for seed := range programs {
		p, src, err := flattest.Program(700 + seed)
		require.NoError(t, err)
		d, err := verilog.Generate(p, verilog.Options{Algorithm: "rand", Stages: 1 + int(seed%4), Declared: seed%5 == 4})
		require.NoError(t, err)
		core, err := d.Check(t.Context(), verilog.Run{Sim: sim, Stalls: true}, []*testvectors.File{drawn(t, p, 700+seed)})
		require.NoError(t, err, "seed %d", seed)
		if core.Report != nil {
			t.Fatalf("seed %d: %s\n%s", seed, core.Report.First.Summary(), src)
		}
	}
}

// drawn makes vectors of a program by the interpreter, from inputs that are drawn.
func drawn(t testing.TB, p *ir.Program, seed uint64) *testvectors.File {
	tr, r := p.Transducers[0], rand.New(rand.NewPCG(seed, 8))
	f := &testvectors.File{Name: "drawn.json"}
	fw := conformance.Interpreter(p)
	for range 4 {
		g := testvectors.Group{Type: testvectors.SequenceTest, Name: tr.Name, ParamValues: flattest.Draw(r, ir.Layout(tr.Params)),
			Params: leaves(tr.Params), Event: leaves(tr.Event), Output: leaves(tr.Output), State: leaves(tr.State)}
		for n := range 6 {
			c, err := fw.Open(tr.Name, g.ParamValues)
			require.NoError(t, err)
			q := testvectors.Sequence{Loaded: n > 0}
			if q.Loaded {
				require.NoError(t, c.Load(flattest.Draw(r, ir.Layout(tr.State))))
			}
			s, err := c.State()
			require.NoError(t, err)
			q.Initial = append(q.Initial, s...)
			for range 4 {
				e := flattest.Draw(r, ir.Layout(tr.Event))
				out, st, err := c.Step(e)
				require.NoError(t, err)
				q.Steps = append(q.Steps, append(append(append([]uint64(nil), e...), out...), st...))
			}
			g.Sequences = append(g.Sequences, q)
		}
		f.Groups = append(f.Groups, g)
	}
	f.Renumber()
	return f
}

func leaves(t *ir.Type) []transducer.Leaf {
	var out []transducer.Leaf
	for _, l := range ir.Layout(t) {
		out = append(out, transducer.Leaf{Name: l.Name, Bits: max(8, l.Kind.Bits()), Signed: l.Kind.IsSigned(), Bool: l.Kind == ir.Bool})
	}
	return out
}

// TestMistakesShow: a wrong operator in the core and a scoreboard that holds nothing are seen.
func TestMistakesShow(t *testing.T) {
	sim := simulator(t, "iverilog")
	for _, c := range []struct {
		from, to string
		wrapper  bool
	}{
		{" - ", " + ", false},
		{"move & ~held", "move", true},
	} {
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp"})
		require.NoError(t, err)
		// The head has words of people.
		head, body, _ := strings.Cut(string(d.Text), "`default_nettype none")
		require.Contains(t, body, c.from)
		d.Replace([]byte(head + "`default_nettype none" + strings.Replace(body, c.from, c.to, 1)))
		got, err := d.Check(t.Context(), verilog.Run{Sim: sim, Wrapper: c.wrapper}, corpus(t))
		require.NoError(t, err)
		require.NotNil(t, got.Report, c.to)
	}
	// A tool that refuses the text is not a difference.
	d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp"})
	require.NoError(t, err)
	d.Replace(bytes.Replace(d.Text, []byte("module dcqcnnp_core"), []byte("module other"), 1))
	_, err = d.Check(t.Context(), verilog.Run{Sim: sim}, corpus(t))
	require.ErrorContains(t, err, "iverilog fails (exit status")
}

// TestAssumptionsAreAsserted: an input that breaks an assumption ends the bench, of the core and of
// the wrapper.
func TestAssumptionsAreAsserted(t *testing.T) {
	sim := simulator(t, "iverilog")
	a, err := verilog.ParseAssumption("e.Marked=0..130")
	require.NoError(t, err)
	for _, wrapper := range []bool{false, true} {
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp", Assume: []verilog.Assumption{a}})
		require.NoError(t, err)
		got, err := d.Check(t.Context(), verilog.Run{Sim: sim, Wrapper: wrapper}, corpus(t))
		require.NoError(t, err)
		require.Nil(t, got.Report)
		require.NotZero(t, got.Facts.Int("left"))
		d.Unfiltered()
		_, err = d.Check(t.Context(), verilog.Run{Sim: sim, Wrapper: wrapper}, corpus(t))
		require.EqualError(t, err, "iverilog gave an answer that makes no sense: an input breaks the assumption e.Marked=0..130")
	}
}

// TestThroughput: without stalls, events of different connections go one a clock.
func TestThroughput(t *testing.T) {
	sim := simulator(t, "iverilog")
	d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp", Stages: 2})
	require.NoError(t, err)
	f := &testvectors.File{Name: "one-each.json"}
	for _, g := range corpus(t) {
		for _, g := range g.Groups {
			if g.Name != "dcqcnnp" || len(f.Groups) > 0 {
				continue
			}
			for i := range g.Sequences {
				g.Sequences[i].Steps = g.Sequences[i].Steps[:1]
			}
			f.Groups = append(f.Groups, g)
		}
	}
	got, err := d.Check(t.Context(), verilog.Run{Sim: sim, Wrapper: true, Wave: filepath.Join(t.TempDir(), "w.vcd")}, []*testvectors.File{f})
	require.NoError(t, err)
	require.Nil(t, got.Report)
	require.Zero(t, got.Facts.Int("held"))
}

// TestOneText: the text is the same each time, and says the command.
func TestOneText(t *testing.T) {
	for _, tr := range firmware(t).Transducers {
		o := verilog.Options{Algorithm: tr.Name, Lines: true, Stages: 4, Command: "ccgen verilog " + tr.Name}
		a, err := verilog.Generate(firmware(t), o)
		require.NoError(t, err)
		b, err := verilog.Generate(firmware(t), o)
		require.NoError(t, err)
		require.True(t, bytes.Equal(a.Text, b.Text))
		require.Contains(t, string(a.Text), "//   ccgen verilog "+tr.Name+"\n")
		require.Regexp(t, ` // \w+/\w+\.go:\d+\n`, string(a.Text))
		require.LessOrEqual(t, a.Latency, 4)
	}
}

// TestRefuses: one line each.
func TestRefuses(t *testing.T) {
	assume := func(text string) []verilog.Assumption {
		a, err := verilog.ParseAssumption(text)
		require.NoError(t, err)
		return []verilog.Assumption{a}
	}
	for want, o := range map[string]verilog.Options{
		`unknown algorithm "dcq"`: {Algorithm: "dcq"},
		"dcqcn.Step has 966 operations when its loops are unrolled, more than 100: shorten its loops, or allow more with --limit 966": {Algorithm: "dcqcn", Limit: 100},
		"no cut reaches a period of 5 ns: mul":                                     {Algorithm: "dcqcn", Period: 5},
		"connections: 65537 is out of range 1..65536":                              {Algorithm: "dcqcn", Connections: 65537},
		"stages: 65 is out of range 1..64":                                         {Algorithm: "dcqcn", Stages: 65},
		"dcqcn has 27 parameters, not 1":                                           {Algorithm: "dcqcn", Values: []uint64{1}},
		`assumption e.CNP=0..1: dcqcn has no input "e.CNP" (did you mean e.CNPs?)`: {Algorithm: "dcqcn", Assume: assume("e.CNP=0..1")},
		"assumption e.Kind=0..256: e.Kind is uint8; write a range within 0..255":   {Algorithm: "dcqcn", Assume: assume("e.Kind=0..256")},
		"assumption s.Rates.TimeStage=64..70: the source allows 0..63":             {Algorithm: "dcqcn", Assume: assume("s.Rates.TimeStage=64..70")},
	} {
		_, err := verilog.Generate(firmware(t), o)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "\n")
	}
	for _, text := range []string{"e.CNPs", "e.CNPs=", "e.CNPs=2..1", "e.CNPs=a..b"} {
		_, err := verilog.ParseAssumption(text)
		require.ErrorContains(t, err, fmt.Sprintf("assumption %q: write NAME=LO..HI", text))
	}
	t.Setenv("PATH", t.TempDir())
	_, err := verilog.FindSimulator("iverilog")
	require.EqualError(t, err, "iverilog is not installed; on Debian: apt-get install iverilog")
}

// TestWave: waves are written on request, in the format of the file's name.
func TestWave(t *testing.T) {
	sims := []string{"iverilog"}
	if tier.Long() {
		sims = verilog.Simulators()
	}
	for _, name := range sims {
		sim := simulator(t, name)
		d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp"})
		require.NoError(t, err)
		for _, file := range []string{"np.vcd", "np.fst"} {
			wave := filepath.Join(t.TempDir(), file)
			_, err = d.Check(t.Context(), verilog.Run{Sim: sim, Wrapper: true, MaxTests: 50, Wave: wave}, corpus(t))
			require.NoError(t, err)
			text, err := os.ReadFile(wave)
			require.NoError(t, err)
			if file == "np.vcd" {
				require.Contains(t, string(text), "in_ready")
				continue
			}
			// An FST file begins with its head: kind 0, 329 bytes, big-endian. What it holds is packed.
			require.Equal(t, []byte{0, 0, 0, 0, 0, 0, 0, 1, 73}, text[:9])
		}
	}
}

// TestAssumptionShortens: what an assumption rules out is in no path of the model of delays and in no
// text: of the cuts that one event's CNPs may cause, with the parameters as inputs, one is left.
func TestAssumptionShortens(t *testing.T) {
	a, err := verilog.ParseAssumption("e.CNPs=0..1")
	require.NoError(t, err)
	var designs [2]*verilog.Design
	for i, assume := range [][]verilog.Assumption{nil, {a}} {
		designs[i], err = verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcn", Assume: assume})
		require.NoError(t, err)
		require.Equal(t, i == 0, regexp.MustCompile(`= 1'd[01] \?`).Match(designs[i].Text))
	}
	eight, one := designs[0], designs[1]
	require.Less(t, one.Period, 0.6*eight.Period)
	require.Less(t, one.Operations, eight.Operations-200)
}
