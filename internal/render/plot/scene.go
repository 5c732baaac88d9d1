package plot

import (
	"image/color"
	"slices"
)

// Scene is a figure with what drawing it decides, for those who draw it by other means.
type Scene struct {
	Figure
	// X is the x axis, Y the y axis of each row of panels.
	X [2]float64
	Y [][2]float64
	// Colors are those of the series, by panel.
	Colors [][]color.NRGBA
	// Kept of Total points are left.
	Kept, Total int
}

// Scene decides axes and colours, and thins curves, the longest first, until about budget
// points are left in all. A figure that cannot be drawn is refused, as Write does.
func (f Figure) Scene(budget int) (Scene, error) {
	if err := f.validate(); err != nil {
		return Scene{}, err
	}
	f.setSize()
	s := Scene{Figure: f}
	s.X[0], s.X[1] = f.xLimits()
	cols := f.columns()
	s.Columns = cols
	for row := 0; row*cols < len(f.Panels); row++ {
		lo, hi := f.rowLimits(row)
		s.Y = append(s.Y, [2]float64{lo, hi})
	}
	p := page{f: &f}
	p.assignColors()
	s.Panels = slices.Clone(f.Panels)
	var sizes []int
	for i := range s.Panels {
		for j := range s.Panels[i].Series {
			sizes = append(sizes, len(s.Panels[i].Series[j].X))
		}
	}
	limit := vertexCap(sizes, max(budget, 16*len(sizes)))
	for i := range s.Panels {
		panel := &s.Panels[i]
		panel.Series = slices.Clone(panel.Series)
		colors := make([]color.NRGBA, len(panel.Series))
		for j := range panel.Series {
			c := &panel.Series[j]
			colors[j] = color.NRGBAModel.Convert(p.colorOf(c)).(color.NRGBA)
			s.Total += len(c.X)
			if len(c.X) > limit {
				c.X, c.Y = thinSeries(c, limit, f.LogX)
			}
			s.Kept += len(c.X)
		}
		s.Colors = append(s.Colors, colors)
	}
	return s, nil
}

// thinSeries thins a curve; marks have no values.
func thinSeries(s *Series, limit int, log bool) (x, y []float64) {
	if len(s.Y) == 0 {
		x, _ = Thin(s.X, make([]float64, len(s.X)), limit, log)
		return x, nil
	}
	return Thin(s.X, s.Y, limit, log)
}
