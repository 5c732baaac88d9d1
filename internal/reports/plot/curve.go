package plot

import (
	"cmp"
	"slices"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"smartnic-cc/internal/base/text/collect"
)

const (
	lineWidth = 1.4
	// longLine is up to how many vertices a line is painted at once, and shortLine how many a piece of a
	// longer one has. The time of gonum's painter of bitmaps grows with the square of what one path
	// crosses in a row of pixels: noise takes minutes whole, and a second in pieces.
	longLine  = 1024
	shortLine = 64
	// tickColumn is the least distance of two marks of a Ticks band.
	tickColumn = 0.9
)

func (s *Series) lineStyle() draw.LineStyle {
	sty := draw.LineStyle{Color: s.Color, Width: lineWidth}
	if s.Width > 0 && s.Style != Bars {
		sty.Width = vg.Length(s.Width)
	}
	if s.Style == Ticks {
		sty.Width = 0.7
		return sty
	}
	sty.Dashes = append(sty.Dashes, collect.Of(s.Pattern(), func(l float64) vg.Length { return vg.Length(l) })...)
	return sty
}

// plotter returns what draws the series, of lines or of bars.
func (s *Series) plotter(p *gonum.Plot) gonum.Plotter {
	if s.Style == Bars {
		return plotFunc(s.plotBars)
	}
	line := plotter.Line{XYs: s.vertexList(), LineStyle: s.lineStyle()}
	return plotFunc(func(c draw.Canvas, p *gonum.Plot) {
		// Half a line of room keeps a curve on the edge whole.
		room := line.Width / 2
		x, y := p.Transforms(&c)
		points := collect.Of(line.XYs, func(v plotter.XY) vg.Point { return vg.Point{X: x(v.X), Y: y(v.Y)} })
		if len(points) == 1 {
			c.DrawGlyph(draw.GlyphStyle{Color: s.Color, Radius: 1.5, Shape: draw.BoxGlyph{}}, points[0]) // a line of one point would be invisible
			return
		}
		clip := draw.Crop(c, -room, room, -room, room)
		for _, l := range clip.ClipLinesXY(points) {
			for _, piece := range pieces(l) {
				clip.StrokeLines(line.LineStyle, piece)
			}
		}
	})
}

// vertexList lists the vertices of the line: of steps their corners.
func (s *Series) vertexList() (list plotter.XYs) {
	for i, x := range s.X {
		if n := len(list); n > 0 && (s.Style == Step || s.Style == StepDashed) && s.Y[i] != s.Y[i-1] {
			list = append(list, plotter.XY{X: x, Y: s.Y[i-1]})
		}
		list = append(list, plotter.XY{X: x, Y: s.Y[i]})
	}
	return list
}

// pieces cuts a long line into pieces that meet in a vertex.
func pieces(line []vg.Point) (out [][]vg.Point) {
	if len(line) <= longLine {
		return [][]vg.Point{line}
	}
	for start := 0; start < len(line)-1; start += shortLine - 1 {
		out = append(out, line[start:min(start+shortLine, len(line))])
	}
	return out
}

// plotBars draws bars from the lower end of the axis up to the points.
func (s *Series) plotBars(c draw.Canvas, p *gonum.Plot) {
	x, y := p.Transforms(&c)
	half := cmp.Or(s.Width/2, 0.4)
	for i, v := range s.Y {
		left, right, top := x(max(s.X[i]-half, p.X.Min)), x(s.X[i]+half), y(v)
		bar := []vg.Point{{X: left, Y: c.Min.Y}, {X: right, Y: c.Min.Y}, {X: right, Y: top}, {X: left, Y: top}}
		c.FillPolygon(s.Color, c.ClipPolygonXY(bar))
	}
}

// ticksPlotter draws the series of Ticks in bands under the data, the first in the highest, as the
// legend reads; marks that would overlap are one.
func ticksPlotter(series []Series, bands vg.Length) plotFunc {
	return func(c draw.Canvas, p *gonum.Plot) {
		x, _ := p.Transforms(&c)
		top, high := c.Min.Y, bands/vg.Length(max(1, tickBands([]Panel{{Series: series}})))
		for i := range series {
			s := &series[i]
			if s.Style != Ticks || len(s.X) == 0 {
				continue
			}
			var path vg.Path
			last := c.Min.X - tickColumn
			for _, v := range slices.Sorted(slices.Values(s.X)) {
				if at := x(v); c.ContainsX(at) && at >= last+tickColumn {
					path.Move(vg.Point{X: at, Y: top - 1})
					path.Line(vg.Point{X: at, Y: top - max(high-1, 2)})
					last = at
				}
			}
			if len(path) > 0 {
				c.SetLineStyle(s.lineStyle())
				c.Stroke(path)
			}
			top -= high
		}
	}
}
