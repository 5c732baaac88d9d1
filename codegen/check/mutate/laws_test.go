package mutate

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// TestLawsSeeFaults: of the planted faults that the vectors kill, at least half break a law of dcqcn and of dolcerc4,
// without a look at any expected value. A sample of them; with -long all.
func TestLawsSeeFaults(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	var mutants []*Mutant
	for i, m := range List(c.prog) {
		if name := m.Func.Pkg.Name; (name == "dcqcn" || name == "dolcerc") && (tier.Long() || i%12 == 0) {
			mutants = append(mutants, m)
		}
	}
	verdicts, err := c.Run(t.Context(), mutants, nil)
	require.NoError(t, err)
	var killed []*Mutant
	for _, v := range verdicts {
		if v.Killed {
			killed = append(killed, v.Mutant)
		}
	}
	found, err := c.Laws(t.Context(), killed, nil)
	require.NoError(t, err)
	for _, x := range found {
		if x.Law == nil {
			t.Logf("%s: no law of %s sees %s -> %s", x.Mutant.ID, x.Algorithm, x.Mutant.Before, x.Mutant.After)
		}
	}
	share := map[string]float64{}
	for _, n := range LawTable(found) {
		t.Logf("%s: %d of %d", n.Algorithm, n.Broken, n.Mutants)
		require.Positive(t, n.Mutants)
		share[n.Algorithm] = float64(n.Broken) / float64(n.Mutants)
	}
	require.GreaterOrEqual(t, share["dcqcn"], 0.5)
	require.GreaterOrEqual(t, share["dolcerc4"], 0.5)
}

// TestLawsHold: the firmware itself breaks no law at any step of the vectors.
func TestLawsHold(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	m := interp.New(c.prog)
	var b buffer
	steps := 0
	for i := range c.points {
		p := &c.points[i]
		at := slices.IndexFunc(c.prog.Transducers, func(tr *ir.Transducer) bool { return tr.Step == p.fn && tr.Check != nil })
		if at < 0 {
			continue
		}
		tr := c.prog.Transducers[at]
		m.Add(tr.Check)
		law := c.breaks(m, m, tr, p, &b)
		require.Zero(t, law, "%s: law %d of %s", c.witness(int32(i)), law, tr.Name)
		steps++
	}
	require.Greater(t, steps, 1000)
}
