package plot

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Text sizes and distances of the page, in points.
const (
	sizeTitle  = 14
	sizePanel  = 11
	sizeLabel  = 10
	sizeTick   = 9
	sizeLegend = 9
	sizeNote   = 8
	noteRow    = 11 // from row to row of the small print

	margin     = 12 // page edge
	axisSpace  = 50 // left of the data, for labels and marks
	endSpace   = 6  // right of the data
	tickRoom   = 27 // from label to label of a y axis
	panelGap   = 14 // between stacked panels
	columnGap  = 18 // between panels side by side
	labelSpace = 24 // more, for the labels of an axis of each
	tickBand   = 9  // height of one band of Ticks under the data
)

func textStyle(size vg.Length, c color.Color) text.Style {
	return text.Style{Color: c, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Handler: gonum.DefaultTextHandler}
}

func boldStyle(size vg.Length) text.Style {
	sty := textStyle(size, ink)
	sty.Font.Weight = 3 // bold in the scale of the font package, where 0 is normal
	sty.YAlign = draw.YTop
	return sty
}

// plotFunc is a Plotter of gonum that draws on the data area.
type plotFunc func(c draw.Canvas, p *gonum.Plot)

// Plot draws it.
func (f plotFunc) Plot(c draw.Canvas, p *gonum.Plot) { f(c, p) }

// newPlot returns an empty plot in the style of the page.
func newPlot() *gonum.Plot {
	p := gonum.New()
	p.BackgroundColor = nil
	for _, a := range []*gonum.Axis{&p.X, &p.Y} {
		a.Min, a.Max, a.Padding = 0, 0, 0
		a.Color, a.Width = frame, 0.8
		a.Tick.LineStyle, a.Tick.Length = a.LineStyle, 3.5
		a.Tick.Label.Color, a.Tick.Label.Font = mutedColors, textStyle(sizeTick, mutedColors).Font
		a.Tick.Marker = gonum.ConstantTicks(nil)
	}
	return p
}

// draw lays the scene out from the outside in and paints it.
func (s *Scene) draw(c draw.Canvas) {
	f := &s.Figure
	right := vg.Length(endSpace)
	for i := range f.Panels {
		if f.Panels[i].Heatmap != nil {
			right = barSpace
		}
	}
	area := draw.Crop(c, margin+axisSpace, -margin-right, margin+sizeTick+8, -margin)
	if f.Title != "" {
		c.FillText(boldStyle(sizeTitle), vg.Point{X: area.Min.X, Y: area.Max.Y + 2}, f.Title)
		area.Max.Y -= sizeTitle + 8
	}
	if rows := noteRows(f.Note, c.Max.X-c.Min.X-2*margin); len(rows) > 0 {
		for i, row := range rows {
			at := vg.Point{X: c.Min.X + margin, Y: c.Min.Y + margin - 2 + noteRow*vg.Length(len(rows)-1-i)}
			c.FillText(textStyle(sizeNote, mutedColors), at, row)
		}
		area.Min.Y += noteRow*vg.Length(len(rows)) + 3
	}
	if f.XLabel != "" {
		sty := textStyle(sizeLabel, ink)
		sty.XAlign, sty.YAlign = draw.XCenter, draw.YTop
		c.FillText(sty, vg.Point{X: area.Center().X, Y: area.Min.Y - 3}, f.XLabel)
		area.Min.Y += sizeLabel + 6
	}
	gap := vg.Length(columnGap)
	for i := range s.Panels {
		if i%s.Columns > 0 && s.labelled(i) {
			gap = columnGap + labelSpace
		}
	}
	wide := (area.Max.X - area.Min.X - gap*vg.Length(s.Columns-1)) / vg.Length(s.Columns)
	heads, tops := s.heads(wide)
	free, shares := area.Max.Y-area.Min.Y+panelGap, f.shares()
	sum := 0.0
	for r, top := range tops {
		free -= top + panelGap
		sum += shares[r]
	}
	top := area.Max.Y
	for r, row := range f.rows() {
		high := max(free*vg.Length(shares[r]/sum), 30)
		for k := range row {
			data := area
			data.Min.X += (wide + gap) * vg.Length(k)
			data.Max = vg.Point{X: data.Min.X + wide, Y: top - tops[r]}
			data.Min.Y = data.Max.Y - high
			s.drawPanel(r*s.Columns+k, data, tickBand*vg.Length(tickBands(row)))
			heads[r*s.Columns+k].draw(c, vg.Point{X: data.Min.X, Y: top})
		}
		top -= tops[r] + high + panelGap
	}
}

// noteRows breaks the small print into rows of at most the given width.
func noteRows(note string, wide vg.Length) (rows []string) {
	sty := textStyle(sizeNote, mutedColors)
	for _, word := range strings.Fields(note) {
		if last := len(rows) - 1; last >= 0 && sty.Width(rows[last]+" "+word) <= wide {
			rows[last] += " " + word
			continue
		}
		rows = append(rows, word)
	}
	return rows
}

// tickBands is how many bands the Ticks of the panels of a row take under the data.
func tickBands(row []Panel) (most int) {
	for i := range row {
		n := 0
		for j := range row[i].Series {
			if s := &row[i].Series[j]; s.Style == Ticks && len(s.X) > 0 {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// drawPanel draws the panel with the number i; the lowest part of its area, bands high, is for Ticks.
func (s *Scene) drawPanel(i int, area draw.Canvas, bands vg.Length) {
	panel := &s.Panels[i]
	bands = min(bands, (area.Max.Y-area.Min.Y)/2)
	area.Min.Y += bands
	wide, high := area.Max.X-area.Min.X, area.Max.Y-area.Min.Y
	y := axis{lo: s.Y[i][0], hi: s.Y[i][1], log: panel.LogY}
	p := newPlot()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max, p.X.Padding = s.X[0], s.X[1], y.lo, y.hi, bands
	if s.LogX {
		p.X.Scale = gonum.LogScale{}
	}
	if panel.LogY {
		p.Y.Scale = gonum.LogScale{}
	}
	xs, ys := s.xTicks(wide), y.ticks(int(high/tickRoom))
	if panel.Whole {
		ys = y.wholeTicks(int(high/tickRoom), int(high/(sizeTick+2)))
	}
	p.Add(grid(xs, ys, s.XNames == nil, bands))
	// The panels of a column share the labels of x, those of a row with one axis those of y.
	p.X.Tick.Marker = gonum.ConstantTicks(shown(xs, i+s.Columns >= len(s.Panels)))
	p.Y.Tick.Marker = gonum.ConstantTicks(shown(ys, s.labelled(i)))
	if panel.Heatmap != nil {
		p.Add(plotFunc(panel.Heatmap.plot))
		bar := area
		bar.Min.X = area.Max.X + barSpace - 28
		bar.Max.X = bar.Min.X + barWidth
		colours := panel.Heatmap.bar(high)
		colours.Draw(around(colours, bar))
		axisLabel(area, area.Max.X+barSpace-2, panel.Heatmap.Label)
	}
	for _, top := range []bool{false, true} {
		for j := range panel.Series {
			if c := &panel.Series[j]; c.Top == top && len(c.X) > 0 && c.Style != Ticks {
				p.Add(c.plotter(p))
			}
		}
	}
	p.Add(ticksPlotter(panel.Series, bands))
	if panel.empty() && panel.Empty != "" {
		p.Add(plotFunc(func(c draw.Canvas, _ *gonum.Plot) {
			sty := textStyle(sizeTick, mutedColors)
			sty.XAlign, sty.YAlign = draw.XCenter, draw.YCenter
			c.FillText(sty, c.Center(), panel.Empty)
		}))
	}
	p.Draw(around(p, area))
	if i%s.Columns != 0 {
		return
	}
	label := cmp.Or(panel.YLabel, s.YLabel)
	axisLabel(area, area.Min.X-axisSpace+sizeLabel, label)
}

// labelled reports whether panel i has labels at its y axis: the first of a row does, and all do in a row whose
// panels have different axes.
func (s *Scene) labelled(i int) bool {
	first := i - i%s.Columns
	row := s.Y[first:min(first+s.Columns, len(s.Y))]
	return i == first || slices.ContainsFunc(row, func(y [2]float64) bool { return y != row[0] })
}

// axisLabel writes a label upward next to a data area.
func axisLabel(area draw.Canvas, x vg.Length, label string) {
	sty := textStyle(sizeLabel, ink)
	sty.XAlign, sty.Rotation = draw.XCenter, math.Pi/2
	area.FillText(sty, vg.Point{X: x, Y: area.Center().Y}, label)
}

// xTicks are the marks of an x axis of a width. Labels that would run into the one before, or off the page, are
// omitted.
func (s *Scene) xTicks(wide vg.Length) (out []gonum.Tick) {
	a := axis{lo: s.X[0], hi: s.X[1], log: s.LogX, scale: s.XScale}
	if s.XNames == nil {
		out = a.ticks(int(wide / 70))
	}
	for i, name := range s.XNames {
		out = append(out, gonum.Tick{Value: float64(i + 1), Label: name})
	}
	sty, end := textStyle(sizeTick, mutedColors), vg.Length(-axisSpace)
	for i, t := range out {
		place := (t.Value - a.lo) / (a.hi - a.lo)
		if a.log {
			place = math.Log(t.Value/a.lo) / math.Log(a.hi/a.lo)
		}
		at, half := wide*vg.Length(place), sty.Width(t.Label)/2
		switch {
		case at-half < end || at+half > wide+endSpace+margin:
			out[i].Label = ""
		case !t.IsMinor():
			end = at + half + 2
		}
	}
	return out
}

// shown omits the labels if another panel has them.
func shown(ticks []gonum.Tick, labels bool) []gonum.Tick {
	if labels {
		return ticks
	}
	bare := slices.Clone(ticks)
	for i := range bare {
		bare[i].Label = ""
	}
	return bare
}

// grid draws a line at each mark that has a label.
func grid(xs, ys []gonum.Tick, vertical bool, bands vg.Length) plotFunc {
	return func(c draw.Canvas, p *gonum.Plot) {
		line := draw.LineStyle{Color: gridln, Width: 0.7}
		toX, toY := p.Transforms(&c)
		for _, t := range xs {
			if x := toX(t.Value); vertical && !t.IsMinor() && c.ContainsX(x) {
				c.StrokeLine2(line, x, c.Min.Y-bands, x, c.Max.Y)
			}
		}
		for _, t := range ys {
			if y := toY(t.Value); !t.IsMinor() && c.ContainsY(y) {
				c.StrokeLine2(line, c.Min.X, y, c.Max.X, y)
			}
		}
	}
}

// around returns the canvas on which the plot's data fills the area. Labels at the ends of an axis
// take room that depends on the canvas, so that it is found step by step.
func around(p *gonum.Plot, area draw.Canvas) draw.Canvas {
	c := area
	for range 5 {
		d := p.DataCanvas(c)
		c = draw.Crop(c, area.Min.X-d.Min.X, area.Max.X-d.Max.X, area.Min.Y-d.Min.Y, area.Max.Y-d.Max.Y)
	}
	return c
}
