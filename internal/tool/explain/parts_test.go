package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// TestFormatsAreOfSomething: every entry of the tables is a field or variable of the
// firmware, so that a new name does not lose its format unseen.
func TestFormatsAreOfSomething(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	known := map[string]bool{}
	for _, q := range p.Packages {
		for _, d := range q.Decls {
			switch d := d.(type) {
			case *ir.TypeDecl:
				for _, f := range d.Type.Fields {
					known[owner(d.Type)+"."+f.Name] = true
				}
			case *ir.Func:
				name, _, _ := strings.Cut(d.FullName(), "_4Arm")
				known[name+".return"] = true
				for _, v := range d.Params {
					known[name+"."+v.Name] = true
				}
				ir.WalkStmts(d.Body, func(s ir.Stmt) {
					if v, ok := s.(*ir.Declare); ok {
						known[name+"."+v.Var.Name] = true
					}
				})
			}
		}
	}
	for _, table := range []map[string]format{fieldFormats, varFormats} {
		for key := range table {
			require.True(t, known[key], "%s is no field or variable", key)
		}
	}
}

// TestReals shows a value of each format as people read it.
func TestReals(t *testing.T) {
	of := func(algorithm, part, field string) format {
		f, err := testvectors.Read("../../../testvectors/corpus/" + map[string]string{"dcqcn": "dcqcn-paper", "dolcerc4": "dolcerc4-tx-slots"}[algorithm] + ".json.gz")
		require.NoError(t, err)
		x, a := explainer(t, &f.Groups[0])
		leaves := map[string][]transducer.Leaf{"params": a.Params, "event": a.Event, "output": a.Output, "state": a.State}[part]
		i := slices.IndexFunc(leaves, func(l transducer.Leaf) bool { return l.Name == field })
		require.GreaterOrEqual(t, i, 0, field)
		return map[string][]format{"params": x.reals.params, "event": x.reals.event, "output": x.reals.output, "state": x.reals.state}[part][i]
	}
	for _, c := range []struct {
		f    format
		v    uint64
		want string
	}{
		{format{}, 5, ""},
		{format{kind: fixed, frac: 24}, 1 << 23, "0.5"},
		{format{kind: fixed, frac: 24}, 16007461, "0.954119026661"},
		{format{kind: fixed, frac: 16, sign: true}, ^uint64(0) - 0xFFFF, "-1"},
		{format{kind: fixed, frac: 32}, 1<<32 - 1, "0.999999999767"},
		{format{kind: rate}, 50_000_000, "50 Gb/s"}, {format{kind: rate}, 1500, "1.5 Mb/s"}, {format{kind: rate}, 7, "7 kb/s"}, {format{kind: rate}, 0, "0 kb/s"},
		{format{kind: nanos}, 1_055_000, "1.055 ms"}, {format{kind: nanos}, 999, "999 ns"}, {format{kind: nanos}, 4_000_000_000, "4 s"},
		{format{kind: bytes}, 10_000_000, "10 MB"},
		{format{kind: micros}, 1500, "1.5 ms"}, {format{kind: fixed, frac: 4, unit: "ns"}, 24, "1.5 ns"},
		{format{kind: flags, bits: []bitName{{1, "a"}, {2, "b"}}}, 0, "none"}, {format{kind: flags, bits: []bitName{{1, "a"}, {2, "b"}}}, 7, "a+b+bit 2"},
		{of("dolcerc4", "state", "React.Flags"), 0xBF, "increase+cut+pending+seen+arm 3+slot-seen"}, {of("dolcerc4", "state", "React.Flags"), 0, "arm 0"},
		{of("dcqcn", "state", "Rates.Flags"), 9, "increase+seen"}, {of("dcqcn", "state", "Rates.Own"), 0, "none"},
		{of("dcqcn", "event", "Kind"), 5, "cnp"}, {of("dcqcn", "event", "Kind"), 99, ""},
		{of("dcqcn", "output", "Did"), 0, "none"}, {of("dcqcn", "output", "Did"), 0x29, "cut+change+bit 5"},
		{of("dcqcn", "state", "Alpha"), 1 << 23, "0.5"}, {of("dcqcn", "state", "AlphaAt"), 5000, "5 us"},
		{of("dcqcn", "params", "AlphaInit"), 1 << 24, "1"}, {of("dcqcn", "params", "OldWeight"), 1 << 15, "0.5"},
		{of("dcqcn", "params", "ByteReset"), 10_000_000, "10 MB"}, {of("dcqcn", "params", "AlphaPeriod"), 55_000, "55 us"},
		{format{kind: pending}, 3<<24 | 2<<16 | 1<<12 | 7, "iteration 7, 4 of 6 marked"},
	} {
		require.Equal(t, c.want, c.f.text(c.v), "kind %d, %d", c.f.kind, c.v)
	}
}

// TestHiddenCause: the log shows rates only; alpha goes wrong at the alpha timer, and the
// rate at the CNP after it. The cause is found all the same.
func TestHiddenCause(t *testing.T) {
	g := &corpus(t, "dcqcn-paper.json").Groups[0]
	fresh(g)
	x, a := explainer(t, g)
	var m *mutate.Mutant
	for _, c := range x.mutants {
		if c.Func.FullName() == "dcqcn.alphaTimer" && c.Kind == mutate.Deletion && strings.HasPrefix(c.Before, "(*s).Alpha =") {
			m = c
		}
	}
	require.NotNil(t, m, "the deletion of alpha's decay")
	restore := x.machine.Replace(m.Func, m.Body())
	rs := faultyLog(t, g, x.plain)
	restore()
	d := compareText(t, a, g.ParamValues, slim(a, begins(rs), "output.Rate", "output.Did", "state.Rates.RT"))
	require.NotNil(t, d)
	require.Equal(t, "output.Rate", d.Differing()[0].Name(a))
	e, err := x.Explain(d)
	require.NoError(t, err)
	i := slices.IndexFunc(e.Hypotheses, func(h Hypothesis) bool { return h.ID == m.ID })
	require.GreaterOrEqual(t, i, 0, "%v", ids(e))
	require.Contains(t, e.Hypotheses[i].What, "steps before")
	require.True(t, e.Hypotheses[i].All)
	var b strings.Builder
	require.NoError(t, e.Write(&b, TextOptions{Chain: 4, Others: 50}))
	require.Contains(t, b.String(), "(not in the log)")
}

// TestTwoMistakes: where no single one explains all, each is named with the fields that it
// explains; where none explains any, that is said.
func TestTwoMistakes(t *testing.T) {
	g := &corpus(t, "dcqcn-paper.json").Groups[0]
	x, a := explainer(t, g)
	two := func(in *stepInput) ([]uint64, []uint64, bool) {
		output, state, ok := x.plain(in)
		if in.event[5] == 5 {
			state[9]--                     // alpha
			state[1] = (state[1] + 1) << 1 // RT
		}
		return output, state, ok
	}
	d := firstDifference(t, a, g, faultyLog(t, g, two))
	require.NotNil(t, d)
	e, err := x.Explain(d)
	require.NoError(t, err)
	require.NotEmpty(t, e.Hypotheses)
	for _, h := range e.Hypotheses {
		require.False(t, h.All)
		require.Equal(t, []string{"state.Alpha"}, h.Explains, h.ID)
	}
	var b strings.Builder
	require.NoError(t, e.Write(&b, TextOptions{}))
	require.Contains(t, b.String(), "explains part of it\n")

	d.State.V[9] = 4242
	e, err = x.Explain(d)
	require.NoError(t, err)
	require.Empty(t, e.Hypotheses)
	b.Reset()
	require.NoError(t, e.Write(&b, TextOptions{Chain: 3}))
	require.Contains(t, strings.Join(strings.Fields(b.String()), " "), "explains it: more than one thing differs, or one that they do not have, or the log lacks steps before it")
	for _, line := range strings.Split(b.String(), "\n") {
		require.LessOrEqual(t, len(line), 80)
	}
}

// TestChainIsTheReference: the last link of a chain is what the step puts out, and links
// of conditions, calls and results name what they hold.
func TestChainIsTheReference(t *testing.T) {
	g := &corpus(t, "dcqcn-paper.json").Groups[0]
	x, _ := explainer(t, g)
	row := g.Sequences[0].Steps[0]
	event, output, _ := g.Split(row)
	_, err := x.chain.run(&stepInput{params: g.ParamValues, before: g.Sequences[0].Initial, event: event})
	require.NoError(t, err)
	links := slices.Clone(x.chain.links)
	for i := range links {
		x.reals.link(&links[i])
		require.Len(t, links[i].Values, len(links[i].raw), "%s %s", links[i].Place, links[i].Text)
		require.NotEmpty(t, links[i].Text)
	}
	last := links[len(links)-1]
	require.Equal(t, output, last.raw)
	require.Equal(t, "Rate 50000000 (50 Gb/s), Did 13 (cut+alpha+change)", last.Result())
	require.True(t, slices.ContainsFunc(links, func(l Link) bool {
		return strings.HasPrefix(l.Text, "product +=") && l.Depth == 4 && l.Function == "dcqcn.Params_roundAlpha"
	}))
	require.Empty(t, x.chain.stack[1:], "every call has ended")
}

func TestUnknownAlgorithm(t *testing.T) {
	p, err := codegen.Load(nil)
	require.NoError(t, err)
	_, err = New(p, "dolcerc3", nil, nil)
	require.ErrorContains(t, err, "dolcerc3 has no instance in the compiler")
}

// TestLongCountsFit: however many hypotheses and steps there were, the text fits a terminal.
func TestLongCountsFit(t *testing.T) {
	for _, all := range []bool{true, false} {
		e := Explanation{Tried: 104171, Kinds: 28, Earlier: 1024, Later: 256, LaterDiffer: 1, Hypotheses: []Hypothesis{{
			What: "Learn.Arm[0].Mean: computed in 16 bits", Place: "fixedpoint/hash.go:21", Kind: "width", Before: "((h ^ (h >> 15)) * 0x15B3C1B9)",
			After: "uint32(uint16(((h ^ (h >> 15)) * 0x15B3C1B9)))", Explains: []string{"state.Learn.Arm[0].Mean", "state.Learn.Arm[0].Count", "state.Learn.Rest"},
			All: all, Contradicted: 1023, Missed: 255, Link: -1,
		}}}
		var b strings.Builder
		require.NoError(t, e.Write(&b, TextOptions{}))
		for _, line := range strings.Split(b.String(), "\n") {
			require.LessOrEqual(t, len(line), 80, line)
		}
		require.Contains(t, b.String(), map[bool]string{true: "104171 hypotheses", false: "So it differs alone"}[all])
	}
}

// TestInferred: what local variables and results measure is worked out from the fields that they
// are computed of, through calls too; where two sources disagree, or one is not known, nothing is.
func TestInferred(t *testing.T) {
	variables := func(x *Explainer) map[string]quantity {
		got := map[string]quantity{}
		for v, q := range x.reals.inferred.vars {
			for _, f := range ir.Reachable(x.def.Step, x.def.Init) {
				of := slices.Contains(f.Params, v)
				ir.WalkStmts(f.Body, func(s ir.Stmt) {
					d, ok := s.(*ir.Declare)
					of = of || ok && d.Var == v
				})
				if of {
					got[f.FullName()+"."+v.Name] = q
				}
			}
		}
		for f, q := range x.reals.inferred.results {
			got[f.FullName()] = q
		}
		return got
	}
	x, _ := explainer(t, &corpus(t, "dcqcn-paper.json").Groups[0])
	got := variables(x)
	for name, want := range map[string]quantity{
		"dcqcn.State_raiseAlpha.gain": {frac: 40}, "dcqcn.State_raiseAlpha.alpha": {frac: 24}, "dcqcn.Params_roundAlpha.product": {frac: 40},
		"dcqcn.Params_roundAlpha": {frac: 24}, "dcqcn.alphaTimer.old": {frac: 24},
	} {
		q, ok := got[name]
		require.True(t, ok, name)
		require.Equal(t, want, q, name)
	}
	require.NotContains(t, got, "dcqcn.Rates_increase.step", "a rate or a number of them")

	p, err := codegen.Load([]string{"../../../docs/examples/timely"})
	require.NoError(t, err)
	params := firstProfile(t, p, "../../../docs/examples/timely", "timely")
	x, err = New(p, "timely", params, nil)
	require.NoError(t, err)
	got = variables(x)
	require.Equal(t, quantity{unit: "B"}, got["timely.Step.acked"])
	require.Equal(t, quantity{unit: "ns"}, got["timely.sample.rtt"])
	require.NotContains(t, got, "timely.cut.share", "of several sorts of share")
	require.NotContains(t, got, "fixedpoint.MulShiftDown.a", "a rate here, a share there")
	require.NotContains(t, got, "timely.add.times")
	require.Equal(t, quantity{4, "ns", true}, got["timely.mean.sample"], "a factor of 1 << GradientBits")
}
