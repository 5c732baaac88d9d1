package dcqcn_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
)

// TestNames: every kind and mode has a name; other values show their number.
func TestNames(t *testing.T) {
	for want, v := range map[string]fmt.Stringer{
		"none": dcqcn.EventNone, "alpha-timer": dcqcn.EventAlphaTimer, "cut-timer": dcqcn.EventCutTimer,
		"increase-timer": dcqcn.EventIncreaseTimer, "sent": dcqcn.EventSent, "cnp": dcqcn.EventCNP, "event 6": dcqcn.EventCNP + 1,
		"at once": dcqcn.CutAtOnce, "spaced": dcqcn.CutSpaced, "free running": dcqcn.CutFreeRunning, "3": dcqcn.CutFreeRunning + 1,
		"on CNP": dcqcn.AlphaOnCNP, "periodic": dcqcn.AlphaPeriodic, "down": dcqcn.RoundDown, "half up": dcqcn.RoundHalfUp,
		"sum": dcqcn.HalveSum, "each": dcqcn.HalveEach, "flat": dcqcn.HyperFlat, "staged": dcqcn.HyperStaged,
		"cuts": dcqcn.FirstCuts, "arms": dcqcn.FirstArms, "255": dcqcn.FirstCNPMode(255),
		"cut+change": dcqcn.DidCut | dcqcn.DidChange, "increase+alpha+learn+bit 5": dcqcn.DidIncrease | dcqcn.DidAlpha | dcqcn.DidLearn | 32,
	} {
		require.Equal(t, want, v.String())
	}
	require.Equal(t, "none", dcqcn.Did(0).String())
	require.Equal(t, "free running", dcqcn.AlphaFreeRunning.String())
}
