package reproduce

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/regret"
)

func TestComparison(t *testing.T) {
	c := comparison{what: "x", paper: [2]float64{300, 100}, ours: [2]spread{{200, 220}, {100, 100}}}
	require.InDelta(t, 2.1, c.ratio(), 1e-12)
	require.Equal(t, 1, c.sign())
	require.InDelta(t, 0.7, c.factor(0), 1e-12)
	require.InDelta(t, 1, c.factor(1), 1e-12)
	require.Equal(t, "2.10 (2.00–2.20)", c.ratioText())
	for factor, within := range map[float64]bool{0.74: false, 0.76: true, 1: true, 1.24: true, 1.26: false} {
		require.Equal(t, within, agrees(factor), factor)
	}
	c.higherBetter = true
	require.Equal(t, -1, c.sign())
	c.ours[1] = spread{210.5, 210.5}
	require.Equal(t, 0, c.sign())
	require.Equal(t, "even", c.signText())
	text := verdict("Rival", []comparison{c})
	require.Equal(t, []string{
		"Of 2 numbers 0 are within 25 % of the paper's, and of 1 ratios of the two algorithms 0; further away are: DCQCN's x 0.70 of the paper's, Rival's x 2.10 of the paper's.",
		"Rival does better than DCQCN, as in the paper, in 0 of 1 comparisons; as well to half a percent in: x.",
	}, text)
}

func TestSpread(t *testing.T) {
	require.Equal(t, "2.0", spread{2}.text(1))
	require.Equal(t, "2.00 (1.00–3.00)", spread{1, 3}.text(2))
	require.Equal(t, "64 KiB", bytesText(65536))
	require.Equal(t, "1 MiB", bytesText(1<<20))
	require.Equal(t, "1500 B", bytesText(1500))
	require.Equal(t, "30 %", percent("0.3"))
}

// constant chooses one arm.
type constant int

func (c constant) Choose() int      { return int(c) }
func (constant) Learn(int, float64) {}

// TestPlay: the regret of a fixed choice is known, and learners stay below that of the worst.
func TestPlay(t *testing.T) {
	w := &world{best: .9, means: [arms]float64{.9, .8, .5, .1}}
	for i, m := range w.means {
		for k := range 100 {
			v := 0.0
			if float64(k) < 100*m {
				v = 1
			}
			w.rewards[i] = append(w.rewards[i], v)
		}
	}
	curve := make([]float64, 10)
	w.play(1, constant(2), 1000, curve)
	for _, v := range curve {
		require.InDelta(t, .4, v, 1e-9)
	}
	for _, c := range regret.Contenders()[:2] {
		end := make([]float64, 1)
		w.play(1, c.New(), 20_000, end)
		require.Less(t, end[0], .1, c.Name)
		require.Less(t, end[0], bound(20_000, .015), c.Name)
	}
}

func TestShares(t *testing.T) {
	shares := cumulative([]float64{1, 0, 2, 1})
	require.Equal(t, []float64{0.25, 0.25, 0.75, 1}, shares)
	require.Equal(t, 2, when(shares, 0.5))
	require.Equal(t, 0, when(shares, 0.25))
	require.Equal(t, 3, when(shares, 1))
}
