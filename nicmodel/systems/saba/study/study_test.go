package study

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/cluster"
	"smartnic-cc/nicmodel/systems/saba/stage"
)

// flat is a profile of two samples: 3 at 25 %, 1 at all.
var flat = &saba.Profile{Name: "flat", Samples: []saba.Sample{{Percent: 25, Slowdown: 3 * saba.One}, {Percent: 100, Slowdown: saba.One}}}

// TestMeasured: a slow-down is on the line between two samples, and on that through the first two below them.
func TestMeasured(t *testing.T) {
	for share, want := range map[float64]float64{1: 1, 0.625: 2, 0.25: 3, 0.1: 3.4} {
		require.InDelta(t, want, measured(flat, share), 1e-12, "with %v", share)
	}
	for _, p := range saba.Workloads() {
		for _, s := range p.Samples {
			require.InDelta(t, float64(s.Slowdown)/saba.One, measured(p, float64(s.Percent)/100), 1e-12)
		}
	}
}

// TestForward: two applications by hand. With half the port each has a slow-down of 7/3; when the short one has
// ended, the other goes on alone.
func TestForward(t *testing.T) {
	two := []*saba.Profile{flat, flat}
	half := 7.0 / 3
	require.InDeltaSlice(t, []float64{half, half}, forward(two, []float64{1, 3}, stage.EqualWeights, true), 1e-12)
	require.InDeltaSlice(t, []float64{half, (half + 2) / 3}, forward(two, []float64{1, 3}, stage.EqualWeights, false), 1e-12)
	require.InDeltaSlice(t, []float64{1}, forward(two[:1], []float64{5}, stage.EqualWeights, false), 1e-12)
}

// TestSums: means by hand.
func TestSums(t *testing.T) {
	var s sums
	s.add([]float64{8, 2}, []float64{2, 3}, []float64{1, 1})
	s.add([]float64{4}, []float64{4}, []float64{1})
	g := s.gain()
	require.InDelta(t, 4, g.App.Geometric, 1e-12)
	require.InDelta(t, 14.0/3, g.App.Arithmetic, 1e-12)
	require.InDelta(t, 3, g.Flow.Arithmetic, 1e-12)
	require.InDelta(t, math.Cbrt(24), g.Flow.Geometric, 1e-12)
	require.InDelta(t, 14.0/3, g.Slowdown, 1e-12)
	require.InDelta(t, 3, g.Worst, 1e-12, "the mean of 2 and 4")
}

// TestDraw: families are what they say, and the same port is drawn again.
func TestDraw(t *testing.T) {
	for _, f := range Families() {
		r := random.New(1, "saba-stages", 7)
		d := f.draw(&r, 6)
		r = random.New(1, "saba-stages", 7)
		require.Equal(t, d, f.draw(&r, 6))
		for i, a := range d.apps {
			alone, err := a.Alone(Rate, 100)
			require.NoError(t, err)
			half, err := a.Alone(Rate, 50)
			require.NoError(t, err)
			slow := float64(half) / float64(alone)
			if i%2 == 0 {
				require.True(t, slow > 1.399 && slow < 1.901, "%s %d: %v", f.Name, i, slow)
			} else {
				require.Less(t, slow, 1.81)
			}
		}
	}
}

// TestAlone: who is alone gains and loses nothing, and neither do applications that are alike.
func TestAlone(t *testing.T) {
	g, err := Stages(Families()[0], 1, 3, 3, true, 1)
	require.NoError(t, err)
	require.InDelta(t, 1, g.App.Geometric, 1e-9)
	require.InDelta(t, 1, g.Worst, 1e-9)
	for degree := range 4 {
		g, err = Curves(1, degree, 3, false, 1)
		require.NoError(t, err)
		require.InDelta(t, 1, g.Flow.Geometric, 1e-9)
	}
}

// TestRows: every gated row is within its gate, every row that goes another way than the thesis says why, and the
// rows are the same again.
func TestRows(t *testing.T) {
	parts := Companion().Parts(companion.Smoke)
	var rows []companion.Row
	for _, p := range parts[:len(parts)-1] { // TestNetworkRows has the last, of the network
		more, err := p.Rows()
		require.NoError(t, err)
		rows = append(rows, more...)
	}
	gates := 0
	for _, row := range rows {
		if row.Gate != "" {
			gates++
			require.True(t, row.Within, "%s: %v, %s", row.Item, row.Ours, row.Gate)
		}
		require.False(t, row.Unexplained() && row.Cause == "", "%s: %v", row.Item, row.Ours)
	}
	require.Equal(t, 13, gates)
	for _, p := range Companion().Parts(companion.Full)[3 : len(parts)-1] {
		again, err := p.Rows()
		require.NoError(t, err)
		require.Subset(t, rows, again)
	}
}

// TestNetworkRows: over two placements every row that is outside its gate, or goes another way than the thesis, has a
// cause; nothing else is checked of the network.
func TestNetworkRows(t *testing.T) {
	rows, err := claims.Part("network", func(m *companion.Results) error { return cluster.MeasureNetwork(m, 2) }).Rows()
	require.NoError(t, err)
	require.Len(t, rows, 14)
	for _, row := range rows {
		require.False(t, row.Unexplained() && row.Cause == "", row.Item)
		require.NotZero(t, row.Ours, row.Item)
	}
}

// TestGainOfTwo pins what the page says: two workloads that saturate gain over max-min fairness of applications, by
// both means; with four the gain is gone by the geometric mean, and with the curves known the sum of slow-downs is lower.
func TestGainOfTwo(t *testing.T) {
	two, err := Curves(2, 3, 100, true, 2)
	require.NoError(t, err)
	require.Greater(t, two.App.Geometric, 1.05)
	require.Greater(t, two.App.Arithmetic, 1.08)
	four, err := Curves(4, 3, 100, true, 2)
	require.NoError(t, err)
	require.Less(t, four.App.Geometric, 1.02)
	known, err := Curves(4, 0, 100, true, 2)
	require.NoError(t, err)
	require.Greater(t, known.Slowdown, 1.0)
	require.Greater(t, known.Slowdown, four.Slowdown)
}
