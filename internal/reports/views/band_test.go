package views

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reports/plot"
)

// track1 is a connection of rates alone.
func track1(x, rates []float64) track {
	return track{Conn: &Conn{values: []int{valueRate}, has: []bool{true}}, x: x, y: [][]float64{rates}}
}

// TestBand checks lowest, mean and highest by hand: a connection counts from its first point on, and
// keeps its last value.
func TestBand(t *testing.T) {
	b := bandOf([]track{track1([]float64{0, 10}, []float64{8, 4}), track1([]float64{5, 20}, []float64{2, 2}), {Conn: &Conn{}}}, valueRate)
	at := func(ms int) int { return ms * meanSteps / 20 }
	require.Len(t, b.x, meanSteps+1)
	for ms, want := range map[int][3]float64{0: {8, 8, 8}, 4: {8, 8, 8}, 5: {2, 5, 8}, 10: {2, 3, 4}, 20: {2, 3, 4}} {
		k := at(ms)
		require.Equal(t, float64(ms), b.x[k])
		require.Equal(t, want, [3]float64{b.low[k], b.mean[k], b.high[k]}, "%d ms", ms)
	}
	require.Empty(t, bandOf([]track{{Conn: &Conn{}}}, valueRate).x)
}

// manyConns is a log of n connections of which the first is on arm 0, and so on round to 3.
func manyConns(n int) string {
	log := rateHeader
	for ns := range 2 {
		for i := range n {
			log += fmt.Sprintf("%d,conn %d,cnp,0,1,1,%d,5,8388608,0,0,%d,0\n", ns, i, (1+ns)*((i*37)%n+1)*1_000_000, (i+ns)%4)
		}
	}
	return log
}

// TestArmShares: at every time the shares of the arms sum to 1.
func TestArmShares(t *testing.T) {
	shares := armShares(collected(t, Options{}, write(t, "log.csv", manyConns(20)))[0].tracks())
	require.Len(t, shares, 4)
	for k := range shares[0].X {
		sum := 0.0
		for _, s := range shares {
			require.Equal(t, shares[0].X[k], s.X[k])
			sum += s.Y[k]
		}
		require.InDelta(t, 1, sum, 1e-12)
	}
}

// TestManyConnections: the curves of 100 connections have one entry in the legend, and the percentiles
// over them are those of a sorted list.
func TestManyConnections(t *testing.T) {
	f, err := (&Draw{}).Time(collected(t, Options{}, write(t, "log.csv", manyConns(100))))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(f.Note, "64 of 100 connections drawn"), f.Note)
	var names, labels []string
	quantiles := map[float64]bool{}
	lines := 0
	for _, s := range f.Panels[0].Series {
		if s.Name != "" {
			names = append(names, s.Name)
		}
		switch {
		case s.Dash == plot.Dots:
			quantiles[s.Y[0]] = true
			require.Equal(t, 2*s.Y[0], s.Y[len(s.Y)-1])
		case s.Style == plot.Step && !s.Top:
			lines++
		}
	}
	for _, p := range f.Panels {
		labels = append(labels, p.YLabel)
	}
	require.Equal(t, []string{"mean RC", "mean RT", "CNP", "5th and 95th percentile of RC", "RC of each"}, names)
	require.Equal(t, []string{rateLabel, "alpha", shareLabel}, labels)
	require.Equal(t, map[float64]bool{5: true, 95: true}, quantiles)
	require.Equal(t, faintConns, lines)
}
