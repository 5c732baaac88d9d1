package figures

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/render/plot"
)

// TestManyConnections: the curves of 100 connections have one entry in the legend, and the
// percentiles over them are those of a sorted list.
func TestManyConnections(t *testing.T) {
	var p RatesPage
	for i := range 100 {
		rc := float64((i*37)%100 + 1)
		p.Conns = append(p.Conns, ConnSeries{Name: fmt.Sprintf("conn %d", i), Time: []float64{0, 1}, RC: []float64{rc, 2 * rc}})
	}
	f, err := p.Figure()
	require.NoError(t, err)
	var names []string
	quantiles := map[float64]bool{}
	lines := 0
	for _, s := range f.Panels[0].Series {
		if s.Name != "" && len(s.X) > 0 {
			names = append(names, s.Name)
		}
		switch {
		case s.Dash == plot.Dots:
			quantiles[s.Y[0]] = true
			require.Equal(t, 2*s.Y[0], s.Y[len(s.Y)-1])
		case !s.Top:
			lines++
		}
	}
	require.Equal(t, []string{"mean RC", "5th and 95th percentile of RC", "RC of each"}, names)
	require.Equal(t, map[float64]bool{5: true, 95: true}, quantiles)
	require.Equal(t, maxConns, lines)
}
