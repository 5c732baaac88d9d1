package explain

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/mutate"
)

// TestFieldsReadWrongly plants mistakes in a single read of a field, which no line of the source computes: a
// threshold that is one off where it is compared, and the period of another timer.
func TestFieldsReadWrongly(t *testing.T) {
	for _, c := range []struct {
		file, function, what string
		first                bool // or others explain as much, and take less for granted
	}{
		{"dcqcn-paper.json", "dcqcn.Rates_increase", "Threshold is read as 1 less", false},
		{"dcqcn-hpcc.json", "dcqcn.Rates_Notice", "AlphaPeriod is read for CutPeriod", true},
		{"bandit4.json", "bandit.Update_4Arm", "AgeRest is read as 1 more", false},
	} {
		g := &corpus(t, c.file).Groups[0]
		x, a := explainer(t, g)
		i := slices.IndexFunc(x.mutants, func(m *mutate.Mutant) bool {
			return m.Kind == mutate.FieldRead && m.Func.FullName() == c.function && m.What == c.what
		})
		require.GreaterOrEqual(t, i, 0, c.what)
		m := x.mutants[i]
		e := plantedMutant(t, x, a, g, m)
		require.NotNil(t, e, c.what)
		at := slices.IndexFunc(e.Hypotheses, func(h Hypothesis) bool { return h.ID == m.ID })
		require.GreaterOrEqual(t, at, 0, c.what)
		h := e.Hypotheses[at]
		require.True(t, h.All)
		require.Zero(t, h.Contradicted, c.what)
		require.Zero(t, h.Missed, c.what)
		if c.first {
			require.Zero(t, at, "%s: first is %s", c.what, e.Hypotheses[0].What)
		}
	}
}
