package fluid

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// TestDampedArmsServeBetter compares the arms that come straight from Fig. 3
// with those that ProposeArms has damped, by integrating the model with a
// control delay of 4 us: what part of the link is used, and how far the queue
// swings. docs/algorithms.md has the first row of what it logs. Without -long of ten connections only.
func TestDampedArmsServeBetter(t *testing.T) {
	c := Default()
	damped, err := ProposeArms(4, c)
	require.NoError(t, err)
	plain := c
	plain.MinDamping = 0
	fig3, err := ProposeArms(4, plain)
	require.NoError(t, err)
	t.Logf("%5s %3s | %6s %9s %9s | %6s %9s %9s", "beta", "N", "alpha", "link used", "swing KB", "alpha", "link used", "swing KB")
	for i := range damped {
		for _, n := range []float64{10, 40} {
			if n > 10 && !tier.Long() {
				continue
			}
			measure := func(arm Arm) (used, swing float64) {
				e, err := c.Solve(arm, n)
				require.NoError(t, err)
				x, u := c.packetRate(e.RC), c.packetRate(e.RT)
				start := fluidState{rc: [2]float64{1.1 * x, x}, rt: [2]float64{u, u}, q: e.Queue / c.MTU}
				mean, spread := run(c, arm, n, start, 4e-6, 0.15)
				// What arrives leaves, as the queue stays bounded.
				return (mean.rc[0] + mean.rc[1]) / 2 / x, spread * c.MTU / 1e3
			}
			used0, swing0 := measure(fig3[i])
			used1, swing1 := measure(damped[i])
			t.Logf("%5.3f %3.0f | %6.3f %8.2f%% %9.2f | %6.3f %8.2f%% %9.2f", damped[i].Beta, n,
				fig3[i].Alpha, 100*used0, swing0, damped[i].Alpha, 100*used1, swing1)
			require.Greater(t, used1, 0.999)
			if damped[i].Beta < 1 {
				require.Less(t, used0, 0.993)
				require.Less(t, swing1, swing0/1.5)
			} else {
				require.Equal(t, fig3[i], damped[i])
				require.Less(t, swing1, 0.1, "settles as it is")
			}
		}
	}
}
