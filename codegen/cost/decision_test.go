package cost_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/cost"
)

// TestDecisionOnX86: at most twice the instructions of float64 with libm.
func TestDecisionOnX86(t *testing.T) {
	d, err := cost.CountX86(context.Background())
	require.NoError(t, err)
	t.Logf("%d decisions: %.1f instructions, in float64 %.1f: %.3f times", d.Calls, d.Integer, d.Twin, d.Integer/d.Twin)
	require.LessOrEqual(t, d.Integer, 2*d.Twin)
}

// TestDecisionOnRISCV: at most a tenth of the instructions of soft floating point.
func TestDecisionOnRISCV(t *testing.T) {
	d, err := cost.CountRISCV(context.Background(), cost.RISCVSteps)
	require.NoError(t, err)
	t.Logf("%d decisions: %.1f instructions, in soft floating point %.1f: %.2f times", d.Calls, d.Integer, d.Twin, d.Twin/d.Integer)
	require.LessOrEqual(t, 10*d.Integer, d.Twin)
}
