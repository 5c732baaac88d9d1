package plot

import (
	"image"
	"math"
	"sort"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heatmap is a map of values over a grid, with a colour bar at its right.
type Heatmap struct {
	Label string // of the colour bar
	// X and Y rise strictly; at least two of each.
	X, Y []float64
	// Z[i][j] is the value at X[j], Y[i]. Values between grid points are interpolated.
	Z [][]float64
	// Range is what the colours span; values outside get the colour of the nearest end.
	Range [2]float64
}

// at interpolates between the four grid points around (x, y).
func (h *Heatmap) at(x, y float64) float64 {
	j, fx := cellOf(h.X, x)
	i, fy := cellOf(h.Y, y)
	low := h.Z[i][j]*(1-fx) + h.Z[i][j+1]*fx
	high := h.Z[i+1][j]*(1-fx) + h.Z[i+1][j+1]*fx
	return low*(1-fy) + high*fy
}

// cellOf returns the index of the grid cell that holds v, and v's place in it.
func cellOf(grid []float64, v float64) (int, float64) {
	i := max(0, min(sort.SearchFloat64s(grid, v)-1, len(grid)-2))
	f := (v - grid[i]) / (grid[i+1] - grid[i])
	return i, math.Max(0, math.Min(1, f))
}

// plot paints the map as one bitmap, one sample a point of the page: cells as single rectangles would
// cost a hundred bytes each in an SVG.
func (h *Heatmap) plot(c draw.Canvas, p *gonum.Plot) {
	inverse := func(a *gonum.Axis, n float64) float64 {
		if _, log := a.Scale.(gonum.LogScale); log {
			return a.Min * math.Pow(a.Max/a.Min, n)
		}
		return a.Min + (a.Max-a.Min)*n
	}
	wide, high := int(c.Max.X-c.Min.X), int(c.Max.Y-c.Min.Y)
	img := image.NewRGBA(image.Rect(0, 0, wide, high))
	for r := range high {
		y := inverse(&p.Y, 1-(float64(r)+0.5)/float64(high))
		for q := range wide {
			z := h.at(inverse(&p.X, (float64(q)+0.5)/float64(wide)), y)
			// In 64 tones, so that the bitmap packs well.
			img.Set(q, r, Ramp(math.Round((z-h.Range[0])/(h.Range[1]-h.Range[0])*63)/63))
		}
	}
	c.DrawImage(c.Rectangle, img)
}

const (
	barWidth = 11
	// barSpace is the room that a colour bar takes at the right of the data.
	barSpace = 66
)

// bar returns the colour scale, itself a heat map.
func (h *Heatmap) bar(high vg.Length) *gonum.Plot {
	p := newPlot()
	p.X.Max, p.Y.Min, p.Y.Max = 1, h.Range[0], h.Range[1]
	p.Y.Tick.Marker = gonum.ConstantTicks(axis{lo: h.Range[0], hi: h.Range[1]}.ticks(int(high / tickRoom)))
	p.Add(plotFunc((&Heatmap{X: []float64{0, 1}, Y: h.Range[:], Z: [][]float64{{h.Range[0], h.Range[0]}, {h.Range[1], h.Range[1]}}, Range: h.Range}).plot))
	return p
}
