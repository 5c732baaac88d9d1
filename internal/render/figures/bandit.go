package figures

import (
	"fmt"
	"math"

	"smartnic-cc/internal/render/plot"
)

// Curve is one named line of Regret.
type Curve struct {
	Name string
	Y    []float64 // average regret a step up to steps[i]; 0 or more
}

// Regret draws how well several implementations of one bandit learn: the
// average regret over the steps, and below it how much each is above the first,
// the reference, in per cent. Of the lower panel only what lies between -5 and
// 20 % is shown, with a dashed line at 1 %.
//
// Steps are 1 or more and rise; every curve has one value a step. Where the reference's
// regret is 0 its lower panel has a gap. Curves that break this are an error, as is a path
// that cannot be written.
func Regret(path, title string, steps []float64, curves []Curve) error {
	f, err := RegretOf(title, steps, curves)
	if err != nil {
		return err
	}
	return f.Save(path)
}

// RegretOf returns the figure that Regret draws, of curves as Regret asks for; others are an
// error.
func RegretOf(title string, steps []float64, curves []Curve) (plot.Figure, error) {
	if len(curves) == 0 || len(steps) == 0 {
		return plot.Figure{}, fmt.Errorf("figures: regret of %d curves over %d steps; give at least one of each", len(curves), len(steps))
	}
	if i := fallsAt(steps); i > 0 || steps[0] < 1 {
		return plot.Figure{}, fmt.Errorf("figures: step %v at place %d; steps begin at 1 and rise", steps[i], i)
	}
	lowest, highest := math.Inf(1), 0.0
	for _, c := range curves {
		if len(c.Y) != len(steps) {
			return plot.Figure{}, fmt.Errorf("figures: curve %q has %d values for %d steps", c.Name, len(c.Y), len(steps))
		}
		for k, y := range c.Y {
			if !(y >= 0) {
				return plot.Figure{}, fmt.Errorf("figures: curve %q has regret %v at step %v; give 0 or more", c.Name, y, steps[k])
			}
			lowest, highest = math.Min(lowest, y), math.Max(highest, y)
		}
	}
	// Regrets that differ by factors are told apart on a logarithmic axis only.
	upper := plot.Panel{Title: "Average regret a step", LogY: lowest > 0 && highest > 20*lowest}
	lower := plot.Panel{Title: fmt.Sprintf("Above %s", curves[0].Name), YLabel: "%", Range: [2]float64{-5, 20}, Share: 0.8}
	reference := curves[0].Y
	ends := []float64{steps[0], steps[len(steps)-1]}
	lower.Series = append(lower.Series, plot.Series{X: ends, Y: []float64{0, 0}, Color: plot.Color(7), Width: 1},
		plot.Series{Name: "1 %", X: ends, Y: []float64{1, 1}, Style: plot.Dashed, Color: plot.Color(7), Width: 1})
	for i, c := range curves {
		s := plot.Series{Name: c.Name, X: steps, Y: c.Y, Color: plot.Color(i - 1)}
		if i == 0 {
			// The reference lies under the others, which follow it closely.
			s.Color, s.Width = plot.Color(7), 3
		}
		upper.Series = append(upper.Series, s)
		if i == 0 {
			continue
		}
		above := plot.Series{Name: c.Name, Color: plot.Color(i - 1)}
		for k, y := range c.Y {
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
	}, nil
}
