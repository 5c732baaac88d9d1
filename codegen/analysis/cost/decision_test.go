package cost_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/analysis/cost"
	"smartnic-cc/internal/dev/tier"
)

// TestDecisionOnX86: Dolce-RC's decision takes at most twice the instructions of float64 with
// libm, the bandit's step at most three times, in the port that is made without a flag.
func TestDecisionOnX86(t *testing.T) {
	tier.Needs(t, "gcc", "valgrind")
	ds, err := cost.CountX86(context.Background())
	require.NoError(t, err)
	bounded(t, ds, []cost.Bound{{Handler: "dolcerc4 cnp learns", X86: 2, RISCV: 0.1}, {Handler: "bandit4 step", X86: 3, RISCV: 0.1}},
		func(b cost.Bound) float64 { return b.X86 })
}

// TestDecisionOnRISCV: at most a tenth of the instructions of soft floating point.
func TestDecisionOnRISCV(t *testing.T) {
	tier.Nightly(t)
	tier.Needs(t, "riscv64-unknown-elf-gcc", "qemu-riscv64")
	ds, err := cost.CountRISCV(context.Background())
	require.NoError(t, err)
	bounded(t, ds, cost.Decisions, func(b cost.Bound) float64 { return b.RISCV })
}

// bounded holds the means, and the call that took the most against that of the twin.
func bounded(t *testing.T, ds []cost.Decision, want []cost.Bound, bound func(cost.Bound) float64) {
	t.Helper()
	require.Len(t, ds, len(want))
	for i, d := range ds {
		require.Equal(t, want[i], d.Bound)
		t.Logf("%s: %d calls, %.1f instructions, in float64 %.1f: %.3f of it; most %d and %d", d.Handler, d.Calls, d.Integer, d.Twin, d.Integer/d.Twin, d.IntegerMost, d.TwinMost)
		require.LessOrEqual(t, d.Integer, bound(d.Bound)*d.Twin, d.Handler)
		require.Greater(t, float64(d.IntegerMost), d.Integer)
		require.Greater(t, float64(d.TwinMost), d.Twin)
	}
}
