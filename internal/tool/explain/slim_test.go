package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// slim is a log as CSV of which steps hold only those fields of output and state.
func slim(a *transducer.Algorithm, rs []logtest.Record, fields ...string) string {
	lines := strings.Split(strings.TrimSuffix(logtest.CSV(a, nil, rs), "\n"), "\n")
	names := strings.Split(lines[0], ",")
	for i, line := range lines {
		cells := strings.Split(line, ",")
		cells = slices.Clone(cells)
		for j := len(names) - 1; j >= 0; j-- {
			part, _, _ := strings.Cut(names[j], ".")
			if (part == "output" || part == "state") && !slices.Contains(fields, names[j]) {
				cells = slices.Delete(cells, j, j+1)
			}
		}
		lines[i] = strings.Join(cells, ",")
	}
	return strings.Join(lines, "\n") + "\n"
}

// compareText compares a log in CSV and returns its first difference, nil for none.
func compareText(t *testing.T, a *transducer.Algorithm, params []uint64, text string) *firmwarelog.Difference {
	t.Helper()
	r, err := firmwarelog.NewReader(strings.NewReader(text), "log", nil)
	require.NoError(t, err)
	require.NoError(t, r.Bind(logged(t, a)))
	var got *firmwarelog.Difference
	_, err = firmwarelog.Compare(r, firmwarelog.Options{Params: params, Differs: func(d *firmwarelog.Difference) error {
		got = d
		return nil
	}})
	require.NoError(t, err)
	return got
}

// fresh keeps the sequences that begin with a new connection, so that a log of them needs no
// whole state to begin with.
func fresh(g *testvectors.Group) {
	g.Sequences = slices.DeleteFunc(g.Sequences, func(s testvectors.Sequence) bool { return s.Loaded })
}

// begins turns the records that load a state into such that begin a connection.
func begins(rs []logtest.Record) []logtest.Record {
	for i := range rs {
		if rs[i].Kind == "load" {
			rs[i].Kind = "init"
		}
	}
	return rs
}

// TestRatesAloneTell: in a log that holds the rate only, many hypotheses give the first rate
// that differs. Those that come next part them: each is run on from its own state.
func TestRatesAloneTell(t *testing.T) {
	for _, c := range []struct {
		file, function string
		kind           mutate.Kind
		before         string // of the mutant
	}{
		{"dcqcn-paper.json", "dcqcn.Rates_Cut", mutate.ShiftCount, "shift"},
		{"dcqcn-paper.json", "dcqcn.Rates_increase", mutate.Saturation, "min((r.RT + step), p.TargetCap)"},
		{"dcqcn-connectx.json", "dcqcn.Rates_increase", mutate.Rounding, "(((r.RT + r.RC) + 1) / 2)"},
	} {
		g := &corpus(t, c.file).Groups[0]
		fresh(g)
		x, a := explainer(t, g)
		shown := 0
		for _, m := range x.mutants {
			if m.Func.FullName() != c.function || m.Kind != c.kind || pointed.ReplaceAllString(m.Before, "$1") != c.before {
				continue
			}
			restore := x.machine.Replace(m.Func, m.Body())
			rs := begins(faultyLog(t, g, x.plain))
			restore()
			d := compareText(t, a, g.ParamValues, slim(a, rs, "output.Rate"))
			if d == nil {
				continue
			}
			require.NotEmpty(t, d.Following)
			require.Empty(t, d.Later)
			e, err := x.Explain(d)
			require.NoError(t, err)
			i := slices.IndexFunc(e.Hypotheses, func(h Hypothesis) bool { return h.ID == m.ID })
			require.GreaterOrEqual(t, i, 0, "%s is not among %v", m.ID, ids(e))
			require.Zero(t, e.Hypotheses[i].Missed, "%s gives all that comes next", m.ID)
			require.Zero(t, e.Hypotheses[0].Missed)
			require.Equal(t, len(d.Following), e.Later)
			wrong := slices.IndexFunc(e.Hypotheses, func(h Hypothesis) bool { return h.Missed > 0 })
			require.True(t, wrong < 0 || wrong > i, "one that what comes next contradicts stands before it")
			shown++
		}
		require.NotZero(t, shown, "%s", c.function)
	}
}

// TestInitialState: what the init function sets differs; that is explained as a step is.
func TestInitialState(t *testing.T) {
	g := &corpus(t, "dcqcn-connectx.json").Groups[0]
	fresh(g)
	require.Equal(t, "parameter AlphaInit read shifted right by 1", initially(t, g, 511))
	require.Equal(t, "parameter AlphaInit read as 0", initially(t, g, 0))
	require.Equal(t, "state Alpha written 1 more", initially(t, g, 1024))
	require.Empty(t, initially(t, g, 300))
}

// initially is what is said first of an initial alpha, "" if nothing explains it.
func initially(t *testing.T, g *testvectors.Group, alpha uint64) string {
	t.Helper()
	x, a := explainer(t, g)
	state, err := x.step.Init(g.ParamValues)
	require.NoError(t, err)
	state[slices.IndexFunc(a.State, func(l transducer.Leaf) bool { return l.Name == "Alpha" })] = alpha
	d := compareText(t, a, g.ParamValues, logtest.CSV(a, nil, []logtest.Record{{Kind: "init", Conn: "a", State: state}}))
	require.NotNil(t, d)
	require.Zero(t, d.Step)
	e, err := x.Explain(d)
	require.NoError(t, err)
	require.NotEmpty(t, e.Chain)
	require.Contains(t, e.Chain[0].Text, "min(p.AlphaInit, p.AlphaMax)")
	var b strings.Builder
	require.NoError(t, e.Write(&b, TextOptions{}))
	if len(e.Hypotheses) == 0 {
		require.Contains(t, b.String(), "None of")
		return ""
	}
	require.Contains(t, b.String(), e.Hypotheses[0].What)
	return e.Hypotheses[0].What
}

// TestKeptBeside: a port that computes the cut from a copy of alpha, updated only at the end of the alpha timer, is
// distinguished from one whose alpha itself is stale.
func TestKeptBeside(t *testing.T) {
	g := &corpus(t, "dcqcn-paper.json").Groups[0]
	fresh(g)
	x, a := explainer(t, g)
	index := func(name string) int {
		return slices.IndexFunc(a.State, func(l transducer.Leaf) bool { return l.Name == name })
	}
	rc, rt, alpha := index("Rates.RC"), index("Rates.RT"), index("Alpha")
	found := 0
	for _, s := range g.Sequences {
		one := *g
		one.Sequences = []testvectors.Sequence{s}
		var kept uint64
		seen := false
		rs := begins(faultyLog(t, &one, func(in *stepInput) ([]uint64, []uint64, bool) {
			output, state, ok := x.plain(in)
			switch in.event[5] {
			case 1:
				kept, seen = state[alpha], true
			case 5:
				if !seen || in.event[3] > 1 {
					break
				}
				old := slices.Clone(in.before)
				old[alpha] = kept
				_, cut, _ := x.plain(&stepInput{params: in.params, before: old, event: in.event})
				output[0], state[rc], state[rt] = cut[rc], cut[rc], cut[rt]
			}
			return output, state, ok
		}))
		d := compareText(t, a, g.ParamValues, logtest.CSV(a, nil, rs))
		if d == nil {
			continue
		}
		e, err := x.Explain(d)
		require.NoError(t, err)
		if i := slices.IndexFunc(e.Hypotheses, func(h Hypothesis) bool { return h.ID == "state-before/Alpha/since/1/beside" }); i >= 0 {
			require.Zero(t, e.Hypotheses[i].Contradicted)
			require.Equal(t, e.Hypotheses[0].Missed, e.Hypotheses[i].Missed, "%v", ids(e))
			found++
		}
	}
	require.NotZero(t, found)
}
