package saba

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// twenty fits the twenty synthetic applications.
func twenty(t testing.TB, degree int) []Sensitivity {
	t.Helper()
	list, err := Fit(TwentySynthetic(), degree)
	require.NoError(t, err)
	return list
}

// TestQueueCount is the acceptance of the number of queues: the predicted sum does not rise from 2 queues to
// 4, 8 and one for each application, and 8 queues keep 70 % or more of the gain.
func TestQueueCount(t *testing.T) {
	for degree := 1; degree <= 3; degree++ {
		before := 0.0
		for _, queues := range []int{2, 4, 8, 16} {
			p, err := PredictPorts(twenty(t, degree), 16, queues, false, 20, 1)
			require.NoError(t, err)
			t.Logf("degree %d, %d queues: mean slow-down %.3f, equal shares %.3f, a queue each %.3f: %.0f %% of the gain", degree, queues,
				p.Queued/float64(p.Slowdowns), p.Equal/float64(p.Slowdowns), p.Unlimited/float64(p.Slowdowns), 100*p.Gain())
			require.LessOrEqual(t, p.Unlimited, p.Equal)
			require.LessOrEqual(t, p.Unlimited, p.Queued+1e-9)
			if before != 0 {
				require.LessOrEqual(t, p.Queued, before)
			}
			if queues >= 8 {
				require.GreaterOrEqual(t, p.Gain(), 0.7)
			}
			before = p.Queued
		}
	}
}

// TestScaled pins what the page says of scaled coefficients: of the ten workloads they keep more of the gain where
// three queues are too few.
func TestScaled(t *testing.T) {
	table, err := Fit(Workloads(), 3)
	require.NoError(t, err)
	var kept [2]float64
	for i, scaled := range []bool{false, true} {
		p, err := PredictPorts(table, 8, 3, scaled, 20, 1)
		require.NoError(t, err)
		kept[i] = p.Gain()
	}
	t.Logf("three queues keep %.0f %% of the gain, with scaled coefficients %.0f %%", 100*kept[0], 100*kept[1])
	require.Less(t, kept[0], 0.7)
	require.Greater(t, kept[1], 0.9)
}

// TestDistributed is the acceptance of controllers that share the ports: their predicted gain is at most a central
// one's.
func TestDistributed(t *testing.T) {
	var central, shared Predictions
	for seed := range uint64(10) {
		a, b, err := Compare(twenty(t, 3), LeafSpine{8, 4, 4}, 10, 8, 8, 8, seed)
		require.NoError(t, err)
		require.InDelta(t, a.Equal, b.Equal, 1e-9)
		require.InDelta(t, a.Unlimited, b.Unlimited, 1e-9)
		central.Add(a)
		shared.Add(b)
	}
	t.Logf("central keeps %.1f %% of the gain, shared %.1f %%", 100*central.Gain(), 100*shared.Gain())
	require.Less(t, shared.Gain(), central.Gain())
	require.Greater(t, shared.Gain(), 0.5)
}

// TestCost is the acceptance of the controller's cost: with four times the applications it computes 3 to 6 times
// as much, and a higher degree costs no less.
func TestCost(t *testing.T) {
	before := uint64(0)
	for degree := 1; degree <= 3; degree++ {
		table := twenty(t, degree)
		start := time.Now()
		few, at, err := Cost(table, LeafSpine{14, 18, 17}, 250, 1)
		require.NoError(t, err)
		half := time.Now()
		many, of, err := Cost(table, LeafSpine{14, 18, 17}, 1000, 1)
		require.NoError(t, err)
		t.Logf("degree %d: %d with %.1f applications at a port, %d with %.1f: %.2f times; %v and %v", degree, few, at, many, of,
			float64(many)/float64(few), half.Sub(start).Round(time.Millisecond), time.Since(half).Round(time.Millisecond))
		require.GreaterOrEqual(t, few, before)
		require.GreaterOrEqual(t, float64(many), 3*float64(few))
		require.LessOrEqual(t, float64(many), 6*float64(few))
		before = few
	}
}
