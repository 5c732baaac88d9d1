package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

const (
	lineWidth = 1.4
	pointHalf = 1.3 // half the side of a point's square
	// pointCost is what a point costs in an SVG, in line vertices.
	pointCost = 5
	// tickColumn is the least distance of two marks of a Ticks band.
	tickColumn = 0.9
)

func (p *page) lineStyle(s *Series) draw.LineStyle {
	sty := draw.LineStyle{Color: p.colorOf(s), Width: lineWidth}
	if s.Width > 0 && s.Style != Bars {
		sty.Width = vg.Length(s.Width)
	}
	if s.Style == Ticks {
		sty.Width = min(sty.Width, 0.7)
		return sty
	}
	for _, l := range s.Pattern() {
		sty.Dashes = append(sty.Dashes, vg.Length(l))
	}
	return sty
}

// paintSeries draws the panel's curves in their order, the later ones above the
// earlier and those on top above all.
func (p *page) paintSeries(q *placed) {
	// Curves end at the frame even where a range is fixed; half a line of room
	// keeps a curve on the edge whole.
	clip := draw.Canvas{Canvas: p.c.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: q.x.p0 - 0.7, Y: q.y.p0 - 0.7},
		Max: vg.Point{X: q.x.p1 + 0.7, Y: q.y.p1 + 0.7},
	}}
	band := 0
	for _, top := range []bool{false, true} {
		for i := range q.p.Series {
			s := &q.p.Series[i]
			if len(s.X) == 0 || s.Top != top {
				continue
			}
			if s.Style == Ticks {
				high := q.band / vg.Length(q.tickBands())
				// The first band is the highest, as the legend reads.
				band++
				p.paintTicks(q, s, q.y.p0-high*vg.Length(band), high)
				continue
			}
			p.paintCurve(&clip, q, s)
		}
	}
}

// paintCurve draws one series of lines or points.
func (p *page) paintCurve(clip *draw.Canvas, q *placed, s *Series) {
	pts := make([]vg.Point, len(s.X))
	for k := range s.X {
		pts[k] = vg.Point{X: q.x.at(s.X[k]), Y: q.y.at(s.Y[k])}
	}
	limit := q.limit
	if s.Top && limit < math.MaxInt/topWeight {
		limit *= topWeight
	}
	if s.Style == Bars {
		p.paintBars(clip, q, s, pts)
		return
	}
	if s.Style == Points {
		p.paintPoints(clip, s, scatterKeep(pts, max(limit/pointCost, 16)))
		return
	}
	if len(pts) == 1 {
		p.paintPoints(clip, s, pts) // a line of one point would be invisible
		return
	}
	if s.Style == Step || s.Style == StepDashed {
		pts = staircase(pts, max(limit, 32))
	} else {
		pts = decimate(pts, max(limit, 32))
	}
	if p.coarse {
		coarse(pts)
	}
	lines := clip.ClipLinesXY(pts)
	if _, bitmap := p.c.Canvas.(vgimg.PngCanvas); bitmap {
		lines = shortLines(lines)
	}
	clip.StrokeLines(p.lineStyle(s), lines...)
}

const (
	// longLine is up to how many vertices a line is painted at once in a bitmap, and
	// shortLine how many a piece of a longer one has. The painter's time grows with the
	// square of what one path crosses in a row of pixels: noise takes minutes whole, and
	// a second in pieces.
	longLine  = 1024
	shortLine = 64
)

// shortLines cuts long lines into pieces that meet in a vertex.
func shortLines(lines [][]vg.Point) [][]vg.Point {
	var out [][]vg.Point
	for _, l := range lines {
		if len(l) <= longLine {
			out = append(out, l)
			continue
		}
		for start := 0; start < len(l)-1; start += shortLine - 1 {
			out = append(out, l[start:min(start+shortLine, len(l))])
		}
	}
	return out
}

// paintPoints draws all points of a series as one path.
func (p *page) paintPoints(clip *draw.Canvas, s *Series, pts []vg.Point) {
	h := vg.Length(pointHalf)
	if s.Width > 0 {
		h = vg.Length(s.Width)
	}
	var path vg.Path
	for _, c := range pts {
		if !clip.Contains(c) {
			continue
		}
		path.Move(vg.Point{X: c.X - h, Y: c.Y - h})
		path.Line(vg.Point{X: c.X + h, Y: c.Y - h})
		path.Line(vg.Point{X: c.X + h, Y: c.Y + h})
		path.Line(vg.Point{X: c.X - h, Y: c.Y + h})
		path.Close()
	}
	if len(path) == 0 {
		return
	}
	clip.SetColor(p.colorOf(s))
	clip.Fill(path)
}

// barWidth is that of bars, in units of x.
func (s *Series) barWidth() float64 {
	if s.Width == 0 {
		return 0.8
	}
	return s.Width
}

// paintBars draws bars from the lower end of the axis up to the points.
func (p *page) paintBars(clip *draw.Canvas, q *placed, s *Series, pts []vg.Point) {
	for i, top := range pts {
		x0, x1 := q.x.at(s.X[i]-s.barWidth()/2), q.x.at(s.X[i]+s.barWidth()/2)
		x0, x1 = max(x0, clip.Min.X), min(x1, clip.Max.X)
		y := min(top.Y, clip.Max.Y)
		if x0 >= x1 || y <= q.y.p0 {
			continue
		}
		clip.FillPolygon(p.colorOf(s), []vg.Point{{X: x0, Y: q.y.p0}, {X: x1, Y: q.y.p0}, {X: x1, Y: y}, {X: x0, Y: y}})
	}
}

// paintTicks draws the marks of one band; marks that would overlap are one.
func (p *page) paintTicks(q *placed, s *Series, low, high vg.Length) {
	xs := make([]vg.Length, 0, len(s.X))
	for _, v := range s.X {
		if v >= q.x.lo && v <= q.x.hi {
			xs = append(xs, q.x.at(v))
		}
	}
	var path vg.Path
	for _, x := range tickColumns(xs, tickColumn) {
		path.Move(vg.Point{X: x, Y: low + 1})
		path.Line(vg.Point{X: x, Y: low + vg.Length(math.Max(2, float64(high)-2))})
	}
	if len(path) == 0 {
		return
	}
	p.c.SetLineStyle(p.lineStyle(s))
	p.c.Stroke(path)
}
