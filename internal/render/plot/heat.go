package plot

import (
	"fmt"
	"image"
	"math"
	"sort"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a map of values over a grid, with a colour bar at its right.
type Heat struct {
	Label string // of the colour bar
	// X and Y rise strictly; at least two of each.
	X, Y []float64
	// Z[i][j] is the value at X[j], Y[i]. Values between grid points are
	// interpolated.
	Z [][]float64
	// Range is what the colours span; values outside get the colour of the
	// nearest end, and the bar says so. Zero: the data's range.
	Range [2]float64
}

func (h *Heat) validate(logX, logY bool) error {
	if len(h.X) < 2 || len(h.Y) < 2 || len(h.Z) != len(h.Y) {
		return fmt.Errorf("%d columns, %d rows, %d rows of values; give two or more of each and one row of values a y", len(h.X), len(h.Y), len(h.Z))
	}
	if err := checkValues("x", h.X, logX); err != nil {
		return err
	}
	if err := checkValues("y", h.Y, logY); err != nil {
		return err
	}
	for _, v := range [][]float64{h.X, h.Y} {
		for i := 1; i < len(v); i++ {
			if !(v[i] > v[i-1]) {
				return fmt.Errorf("grid value %d (%v) is not above the one before (%v); sort the grid", i, v[i], v[i-1])
			}
		}
	}
	for i, row := range h.Z {
		if len(row) != len(h.X) {
			return fmt.Errorf("row %d has %d values for %d columns", i, len(row), len(h.X))
		}
		if err := checkValues("z", row, false); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	return checkRange("colour range", h.Range, false)
}

// limits returns the ends of the colour scale and whether values lie beyond.
func (h *Heat) limits() (lo, hi float64, below, above bool) {
	var s span
	for _, row := range h.Z {
		for _, z := range row {
			s.add(z)
		}
	}
	if h.Range == [2]float64{} {
		if s.lo == s.hi {
			return s.lo - 0.5, s.hi + 0.5, false, false
		}
		return s.lo, s.hi, false, false
	}
	return h.Range[0], h.Range[1], s.lo < h.Range[0], s.hi > h.Range[1]
}

// at interpolates between the four grid points around (x, y).
func (h *Heat) at(x, y float64) float64 {
	j, fx := cellOf(h.X, x)
	i, fy := cellOf(h.Y, y)
	low := h.Z[i][j]*(1-fx) + h.Z[i][j+1]*fx
	high := h.Z[i+1][j]*(1-fx) + h.Z[i+1][j+1]*fx
	return low*(1-fy) + high*fy
}

// cellOf returns the index of the grid cell that holds v, and v's place in it.
func cellOf(grid []float64, v float64) (int, float64) {
	i := sort.SearchFloat64s(grid, v) - 1
	i = max(0, min(i, len(grid)-2))
	f := (v - grid[i]) / (grid[i+1] - grid[i])
	return i, math.Max(0, math.Min(1, f))
}

// draw paints the map between the axes as one bitmap, one sample a point of the
// page: cells as single rectangles would cost a hundred bytes each in an SVG.
func (h *Heat) draw(c *draw.Canvas, x, y *axis) {
	lo, hi, _, _ := h.limits()
	nx, ny := max(int(x.p1-x.p0), 1), max(int(y.p1-y.p0), 1)
	img := image.NewRGBA(image.Rect(0, 0, nx, ny))
	for r := range ny {
		v := y.inverse(1 - (float64(r)+0.5)/float64(ny))
		for q := range nx {
			u := x.inverse((float64(q) + 0.5) / float64(nx))
			// In 64 tones, so that the bitmap packs well.
			t := math.Round((h.at(u, v)-lo)/(hi-lo)*63) / 63
			img.Set(q, r, Ramp(t))
		}
	}
	c.DrawImage(vg.Rectangle{Min: vg.Point{X: x.p0, Y: y.p0}, Max: vg.Point{X: x.p1, Y: y.p1}}, img)
}

const barWidth = 11

// drawBar paints the colour scale right of the data, between y0 and y1.
func (h *Heat) drawBar(c *draw.Canvas, x, y0, y1 vg.Length) {
	lo, hi, below, above := h.limits()
	// A bitmap, since stacked rectangles show seams where they meet.
	img := image.NewRGBA(image.Rect(0, 0, barWidth, max(int(y1-y0), 1)))
	for r := range img.Rect.Dy() {
		for q := range barWidth {
			img.Set(q, r, Ramp(1-(float64(r)+0.5)/float64(img.Rect.Dy())))
		}
	}
	c.DrawImage(vg.Rectangle{Min: vg.Point{X: x, Y: y0}, Max: vg.Point{X: x + barWidth, Y: y1}}, img)
	bar := axis{lo: lo, hi: hi, p0: y0, p1: y1}
	sty := textStyle(sizeTick, false, muted)
	sty.YAlign = alignMiddle
	for _, t := range bar.ticks(5) {
		y := bar.at(t.v)
		label := t.label
		if below && t.v-lo < (hi-lo)*1e-9 {
			label = "≤ " + label
		}
		if above && hi-t.v < (hi-lo)*1e-9 {
			label = "≥ " + label
		}
		c.StrokeLine2(draw.LineStyle{Color: frame, Width: 0.7}, x+barWidth, y, x+barWidth+3, y)
		c.FillText(sty, vg.Point{X: x + barWidth + 5, Y: y + middleUp}, label)
	}
	lab := textStyle(sizeLabel, false, ink)
	lab.XAlign = alignMiddle
	lab.Rotation = math.Pi / 2
	c.FillText(lab, vg.Point{X: x + barWidth + 44, Y: (y0 + y1) / 2}, h.Label)
}

// barSpace is the room that a colour bar takes at the right of the data.
const barSpace = 66
