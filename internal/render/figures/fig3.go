// Package figures draws the project's figures: it knows the data that other
// packages make and what of it belongs on one page, and leaves the drawing to
// internal/render/plot.
//
// Each function writes one file, SVG, PDF or PNG by its extension, with the same
// bytes for the same data.
package figures

import (
	"fmt"
	"image/color"

	"smartnic-cc/dolcerc/fluid"
	"smartnic-cc/internal/render/plot"
)

// Fig3 redraws Fig. 3 of the Dolce-RC paper, the relation of alpha, beta and N, for the
// paper's network (fluid.Default). The error is that of writing the file at path (SVG or
// PNG by its ending).
func Fig3(path string) error {
	f, err := Fig3Of(fluid.Default())
	if err != nil {
		return err
	}
	return f.Save(path)
}

// Fig3Of returns the figure that Fig3 draws, for any network; one that fluid.Config.Validate
// rules out is an error.
func Fig3Of(c fluid.Config) (plot.Figure, error) {
	r, err := c.Relation()
	if err != nil {
		return plot.Figure{}, err
	}
	heat := plot.Panel{
		Title:  "The same for all N (dashed: beta = 1, as DCQCN)",
		YLabel: "connections N",
		LogY:   true,
		Share:  1.2,
		Heat:   &plot.Heat{Label: "alpha", X: r.Beta, Y: r.N, Z: r.Grid, Range: [2]float64{0, 0.5}},
		Series: []plot.Series{dcqcnLine(r.N[0], r.N[len(r.N)-1])},
	}
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
				Series: append(overN(r.Literal), unitLines(r.Beta)...),
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

// dcqcnLine marks beta = 1 in a panel that reaches from lo to hi.
func dcqcnLine(lo, hi float64) plot.Series {
	return plot.Series{X: []float64{1, 1}, Y: []float64{lo, hi}, Style: plot.Dashed, Color: color.White}
}

// unitLines mark 0 and 1, between which an alpha must lie.
func unitLines(beta []float64) []plot.Series {
	ends := []float64{beta[0], beta[len(beta)-1]}
	grey := plot.Color(7)
	return []plot.Series{
		{Name: "0 and 1", X: ends, Y: []float64{0, 0}, Style: plot.Dashed, Color: grey, Width: 1},
		{X: ends, Y: []float64{1, 1}, Style: plot.Dashed, Color: grey, Width: 1},
	}
}
