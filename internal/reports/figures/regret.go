package figures

import (
	"fmt"
	"math"
	"sync"

	"smartnic-cc/bandit/regret"
	"smartnic-cc/internal/reports/plot"
)

const (
	// regretSeeds is the number of runs of which DRUCB draws the mean.
	regretSeeds = 20
	// regretSamples is the number of points of its curves.
	regretSamples = 400
)

// regretCurves plays what DRUCB draws, once for all files that it is drawn into.
var regretCurves = sync.OnceValue(func() (curves []plot.Series) {
	steps := make([]float64, regretSamples)
	for i := range steps {
		steps[i] = float64((i + 1) * regret.Steps / regretSamples)
	}
	for i, o := range regret.Play(regret.Scenarios()[2:3], regret.Contenders(), regretSeeds, regretSamples, nil)[0] {
		curves = append(curves, plot.Series{Name: regret.Contenders()[i].Name, X: steps, Y: o.Curve})
	}
	return curves
})

// DRUCB returns the figure of the regret of the firmware's DR-UCB, of float64 and of the plain ways of
// squeezing it into 16-bit counters, on rewards permuted every 20,000 steps.
func DRUCB() (plot.Figure, error) {
	return regretOf("Average regret of DR-UCB, means permuted every 20,000 steps", regretCurves()), nil
}

// regretOf draws how well several implementations of one bandit learn: the average regret, 0 or more,
// over the steps, and below it how much each is above the first, the reference, in per cent. Of the
// lower panel only what lies between -5 and 20 % is shown, with a dashed line at 1 %. Where the
// reference's regret is 0 its lower panel has a gap.
func regretOf(title string, curves []plot.Series) plot.Figure {
	lowest, highest := math.Inf(1), 0.0
	for _, c := range curves {
		for _, y := range c.Y {
			lowest, highest = min(lowest, y), max(highest, y)
		}
	}
	steps, reference := curves[0].X, curves[0].Y
	// Only a logarithmic axis shows regrets that differ by factors.
	upper := plot.Panel{Title: "Average regret a step", LogY: lowest > 0 && highest > 20*lowest}
	lower := plot.Panel{Title: fmt.Sprintf("Above %s", curves[0].Name), YLabel: "%", Range: [2]float64{-5, 20}, Share: 0.8}
	zero, one := levelLine(steps, 0), levelLine(steps, 1)
	zero.Style, one.Name = plot.Line, "1 %"
	lower.Series = append(lower.Series, zero, one)
	for i, s := range curves {
		s.Color = plot.Color(i - 1)
		if i == 0 {
			// The reference lies under the others, which follow it closely.
			s.Color, s.Width = plot.Color(7), 3
			upper.Series = append(upper.Series, s)
			continue
		}
		upper.Series = append(upper.Series, s)
		above := plot.Series{Name: s.Name, Color: s.Color}
		for k, y := range s.Y {
			if reference[k] > 0 {
				above.X, above.Y = append(above.X, steps[k]), append(above.Y, 100*(y/reference[k]-1))
			}
		}
		lower.Series = append(lower.Series, above)
	}
	return plot.Figure{
		Title:  title,
		XLabel: "steps",
		LogX:   steps[len(steps)-1] > 100*steps[0],
		Height: 520,
		Panels: []plot.Panel{upper, lower},
	}
}

// levelLine is a thin dashed line at a height.
func levelLine(x []float64, y float64) plot.Series {
	return plot.Series{X: []float64{x[0], x[len(x)-1]}, Y: []float64{y, y}, Style: plot.Dashed, Color: plot.Color(7), Width: 1}
}
