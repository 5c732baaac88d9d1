package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/event"
)

// studied runs the study and logs its numbers.
func studied(t *testing.T, alone event.Time, schemes []Scheme, seeds int) []Speedups {
	t.Helper()
	all, err := Study(alone, schemes, seeds, 1)
	require.NoError(t, err)
	for i, s := range all {
		for _, of := range []struct {
			name string
			list []float64
		}{{"all, geometric", s.Geometric(All)}, {"all, arithmetic", s.Arithmetic(All)}, {"sensitive", s.Geometric(Sensitive)}, {"insensitive", s.Geometric(Insensitive)}} {
			mean, half := Interval(of.list)
			t.Logf("%s: %s %.3f ± %.3f", schemes[i].Name, of.name, mean, half)
		}
	}
	return all
}

// TestNetworkRun: on the network Saba makes the sensitive group faster than the insensitive one, and with
// models of the first degree at a cost that is far higher. A sample of TestStudy.
func TestNetworkRun(t *testing.T) {
	all := studied(t, 10*ms, []Scheme{Schemes[3], Schemes[4]}, 2)
	for i := range all {
		gain, _ := Interval(all[i].Geometric(Sensitive))
		lose, _ := Interval(all[i].Geometric(Insensitive))
		require.Greater(t, gain, 1.05, Schemes[3+i].Name)
		require.Greater(t, gain, lose, Schemes[3+i].Name)
	}
}

// TestStudy: eight placements, workloads of 40 ms. With PFC alone the sensitive group gains 15 % and more over
// the baseline, with DCQCN 5 % and more; the insensitive one loses no more than 5 %, in the mean.
func TestStudy(t *testing.T) {
	tier.Nightly(t)
	all := studied(t, 40*ms, Schemes, 8)
	mean := func(scheme int, of []int) float64 {
		m, _ := Interval(all[scheme].Geometric(of))
		return m
	}
	require.GreaterOrEqual(t, mean(3, Sensitive), 1.15)
	require.GreaterOrEqual(t, mean(3, Insensitive), 0.95)
	require.GreaterOrEqual(t, mean(2, Sensitive), 1.05)
	require.GreaterOrEqual(t, mean(2, Insensitive), 0.95)
	// What the thesis has the other way round: a queue for each application is better than Saba over all.
	require.Greater(t, mean(0, All), mean(2, All))
	require.Greater(t, mean(1, All), mean(3, All))
}

// TestInterval: a mean and its interval by hand.
func TestInterval(t *testing.T) {
	mean, half := Interval([]float64{1, 2, 3, 4})
	require.InDelta(t, 2.5, mean, 1e-12)
	require.InDelta(t, 3.182*1.2909944/2, half, 1e-6)
}
