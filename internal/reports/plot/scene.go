package plot

import (
	"image/color"
	"math"
	"slices"

	"smartnic-cc/internal/base/text/collect"
)

// Scene is a figure with what drawing it decides, for those who draw it by other means.
type Scene struct {
	Figure
	// X is the x axis, Y the y axis of each panel.
	X [2]float64
	Y [][2]float64
	// Kept of Total points are left.
	Kept, Total int
}

// pageVertices is how many vertices the lines of a figure in a file have at most: at some 14 bytes
// each in an SVG, a file of less than 300 KB.
const pageVertices = 18000

// Scene decides size, axes and colours, and thins curves, the longest first, until lines have about budget vertices
// in all. The curves that are on top of a panel, its others and its Ticks have separate parts of the budget: one that
// is alone is drawn well however many others there are. A figure that cannot be drawn is refused, as by Write.
func (f Figure) Scene(budget int) (Scene, error) {
	if err := f.validate(); err != nil {
		return Scene{}, err
	}
	f.setSize()
	s := Scene{Figure: f, X: f.xLimits()}
	s.Columns = f.columns()
	s.Y = append(s.Y, collect.Lists(f.rows(), func(row []Panel) [][2]float64 { return yLimits(row, f.OneAxis) })...)
	s.Panels = slices.Clone(f.Panels)
	automatic := map[string]color.Color{}
	groups, total := make([][]int, 3*len(s.Panels)), f.vertices()
	for i := range s.Panels {
		panel := &s.Panels[i]
		panel.Series = slices.Clone(panel.Series)
		for j := range panel.Series {
			c := &panel.Series[j]
			if c.Color == nil {
				own, ok := automatic[c.Name]
				if !ok {
					own = Color(len(automatic))
					automatic[c.Name] = own
				}
				c.Color = own
			}
			s.Total += len(c.X)
			if total > budget && (c.Style == Step || c.Style == StepDashed) {
				c.X, c.Y = changes(c.X, c.Y)
			}
			groups[c.group(i)] = append(groups[c.group(i)], c.vertices())
		}
	}
	limits := vertexLimits(groups, budget)
	for i := range s.Panels {
		for j := range s.Panels[i].Series {
			c := &s.Panels[i].Series[j]
			if limit := limits[c.group(i)]; c.vertices() > limit {
				c.X, c.Y = Downsample(c.X, c.Y, max(16, limit*len(c.X)/c.vertices()), f.LogX)
			}
			s.Kept += len(c.X)
		}
	}
	return s, nil
}

// group is the number of the group that a series of panel i shares its part of the budget with.
func (s *Series) group(i int) int {
	switch {
	case s.Style == Ticks:
		return 3 * i
	case s.Top:
		return 3*i + 1
	}
	return 3*i + 2
}

// changes leaves out the points of steps that repeat the value before them, but for the last.
func changes(x, y []float64) (keptX, keptY []float64) {
	for i := range x {
		if i == 0 || i == len(x)-1 || y[i] != y[i-1] {
			keptX, keptY = append(keptX, x[i]), append(keptY, y[i])
		}
	}
	return keptX, keptY
}

// vertices is what drawing all series costs.
func (f *Figure) vertices() (n int) {
	for i := range f.Panels {
		for j := range f.Panels[i].Series {
			n += f.Panels[i].Series[j].vertices()
		}
	}
	return n
}

// vertices is what drawing the series costs.
func (s *Series) vertices() int {
	switch s.Style {
	case Step, StepDashed:
		return 2 * len(s.X)
	case Bars:
		return 5 * len(s.X)
	}
	return len(s.X)
}

// vertexLimits parts the budget among groups of series, and that of each among its series, whose
// vertices are listed. It returns for each group the most vertices of one series.
func vertexLimits(groups [][]int, budget int) []int {
	sums, limits := make([]int, len(groups)), make([]int, len(groups))
	for i, counts := range groups {
		for _, n := range counts {
			sums[i] += n
		}
	}
	share := vertexCap(sums, budget)
	for i, counts := range groups {
		limits[i] = vertexCap(counts, min(sums[i], share))
	}
	return limits
}

// vertexCap returns the largest number of vertices for one series such that no more than budget are
// spent in all, short series giving what they do not need.
func vertexCap(sizes []int, budget int) int {
	sorted := slices.Sorted(slices.Values(sizes))
	for i, n := range sorted {
		fair := budget / (len(sorted) - i)
		if n > fair {
			return fair
		}
		budget -= n
	}
	return math.MaxInt
}
