// Package figures makes the figures of the documentation from the data of other packages, the same for
// the same data; package plot draws them.
package figures

import (
	"fmt"
	"image/color"

	"smartnic-cc/dolcerc/fluid"
	"smartnic-cc/internal/reports/plot"
)

// PaperFig3 is Fig3 for the paper's network.
func PaperFig3() (plot.Figure, error) { return Fig3(fluid.Default()) }

// Fig3 redraws Fig. 3 of the Dolce-RC paper, the relation of alpha, beta and N, for a network such as the
// paper's (fluid.Default); one that fluid.Config.Validate rules out is an error.
func Fig3(c fluid.Config) (plot.Figure, error) {
	r, err := c.Relation()
	if err != nil {
		return plot.Figure{}, err
	}
	heat := plot.Panel{
		Title:   "The same for all N (dashed: beta = 1, as DCQCN)",
		YLabel:  "connections N",
		LogY:    true,
		Share:   1.2,
		Heatmap: &plot.Heatmap{Label: "alpha", X: r.Beta, Y: r.N, Z: r.Grid, Range: [2]float64{0, 0.5}},
		Series:  []plot.Series{{X: []float64{1, 1}, Y: []float64{r.N[0], r.N[len(r.N)-1]}, Style: plot.Dashed, Color: color.White}},
	}
	// Between 0 and 1 an alpha must lie.
	zero, one := levelLine(r.Beta, 0), levelLine(r.Beta, 1)
	zero.Name = "0 and 1"
	return plot.Figure{
		Title:  "Dolce-RC in the steady state: alpha over beta and N",
		XLabel: "beta",
		YLabel: "alpha",
		Height: 780,
		Note: fmt.Sprintf("Equation (20). C = %g Gb/s, tau = %.6g µs, T = %.6g µs, B = %g MB, R_AI = %g Mb/s, packets of %g bytes.",
			c.Capacity/1e9, c.Tau*1e6, c.T*1e6, c.B/1e6, c.RAI/1e6, c.MTU),
		Panels: []plot.Panel{
			{
				Title:  "Equation (20) together with alpha = 1 − (1 − p)^(tau′ RC)",
				Range:  [2]float64{0, 0.5},
				Series: overN(r.Matched),
			},
			heat,
			{
				Title:  "Equation (20) with p held at DCQCN's own equilibrium: alpha soon leaves [0, 1]",
				Range:  [2]float64{-1, 2},
				Series: append(overN(r.Literal), zero, one),
			},
		},
	}, nil
}

// overN draws one line a number of connections, from dark to light.
func overN(curves []fluid.Curve) []plot.Series {
	out := make([]plot.Series, len(curves))
	for i, c := range curves {
		out[i] = plot.Series{Name: c.Name, X: c.X, Y: c.Y, Color: plot.Ramp(float64(i) / float64(len(curves)) * 0.95)}
	}
	return out
}
