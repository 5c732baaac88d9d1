package explain

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// steps are those of a sequence of vectors, as the reference makes them.
func steps(g *testvectors.Group, s *testvectors.Sequence) []firmwarelog.HistoryStep {
	var list []firmwarelog.HistoryStep
	before := s.Initial
	for _, row := range s.Steps {
		event, output, state := g.Split(row)
		list = append(list, firmwarelog.HistoryStep{Before: before, Event: event, Output: transducer.Known(output), State: transducer.Known(state)})
		before = state
	}
	return list
}

// faults counts the steps that a mutant, run in the interpreter, makes otherwise.
func faults(x *Explainer, m *mutate.Mutant, params []uint64, list []firmwarelog.HistoryStep) (n int) {
	defer x.machine.Replace(m.Func, m.Body())()
	for i := range list {
		p := &list[i]
		output, state, ok := x.plain(&stepInput{params: params, before: p.Before, event: p.Event})
		if !ok || !slices.Equal(output, p.Output.V) || !slices.Equal(state, p.State.V) {
			n++
		}
	}
	return n
}

// TestRefute plants mutants. Of the hypotheses that the sequence with the difference leaves,
// Refute refutes those that fail one of the sequences that the firmware passes, by as many steps as
// fail in the latest such sequence; never the planted one. The refuted come last. One mutant in 62
// is planted, with -long one in 31.
func TestRefute(t *testing.T) {
	g := &corpus(t, "dcqcn-paper.json").Groups[0]
	x, a := explainer(t, g)
	planted, refuted, moved, every := 0, 0, 0, 62
	if tier.Long() {
		every = 31
	}
	for i, m := range x.mutants {
		if i%every != 0 {
			continue
		}
		var passed []PassingSteps
		for k := range g.Sequences {
			if list := steps(g, &g.Sequences[k]); faults(x, m, g.ParamValues, list) == 0 {
				passed = append(passed, PassingSteps{g.ParamValues, list})
			}
		}
		e := plantedMutant(t, x, a, g, m)
		if e == nil || len(passed) == 0 {
			continue
		}
		planted++
		first := e.Hypotheses[0].ID
		x.Refute(e, passed)
		if e.Hypotheses[0].ID != first {
			moved++
		}
		for _, h := range e.Hypotheses {
			require.False(t, h.ID == m.ID && h.refuted(), "%s is what the firmware does", m.ID)
			k := slices.IndexFunc(x.mutants, func(m *mutate.Mutant) bool { return m.ID == h.ID })
			if k < 0 || h.Contradicted > 0 {
				continue
			}
			want := 0
			for j := len(passed) - 1; j >= 0 && want == 0; j-- {
				want = faults(x, x.mutants[k], g.ParamValues, passed[j].Steps)
			}
			require.Equal(t, want, h.Elsewhere, "%s, with %s planted", h.ID, m.ID)
			if want > 0 {
				refuted++
			}
		}
		require.True(t, slices.IsSortedFunc(e.Hypotheses, func(a, b Hypothesis) int {
			return cmp.Compare(min(a.Contradicted+a.Elsewhere, 1), min(b.Contradicted+b.Elsewhere, 1))
		}), m.ID)
	}
	t.Logf("%d mutants planted, %d hypotheses refuted, %d times another is first", planted, refuted, moved)
	require.Greater(t, planted, 3)
	require.Greater(t, refuted, 3)
}

// TestRefuteEnds: a hypothesis is run on at most the bounded number of steps, the latest first.
func TestRefuteEnds(t *testing.T) {
	g := &corpus(t, "dcqcn-paper.json").Groups[0]
	x, _ := explainer(t, g)
	list := steps(g, &g.Sequences[0])
	ran := 0
	h := Hypothesis{trial: &trial{run: func(in *stepInput) ([]uint64, []uint64, bool) { ran++; return x.plain(in) }}}
	many := slices.Repeat([]PassingSteps{{g.ParamValues, list}}, 2*mostRefuting/len(list)+1)
	x.Refute(&Explanation{Hypotheses: []Hypothesis{h}}, many)
	require.Equal(t, mostRefuting, ran)

	// One that the latest refutes is run on that alone, and one of a single event on none.
	ran = 0
	h.trial.run = func(*stepInput) ([]uint64, []uint64, bool) { ran++; return nil, nil, false }
	e := &Explanation{Hypotheses: []Hypothesis{h}}
	x.Refute(e, many)
	require.Equal(t, len(list), ran)
	require.Equal(t, len(list), e.Hypotheses[0].Elsewhere)
	h.trial.sporadic = true
	x.Refute(&Explanation{Hypotheses: []Hypothesis{h}}, many)
	require.Equal(t, len(list), ran)
}
