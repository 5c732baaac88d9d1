package plot

import (
	"image/color"
	"math"
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
	tickLen    = 3.5
	panelGap   = 14 // between stacked panels
	columnGap  = 18 // between panels side by side
	tickBand   = 9  // height of one band of Ticks under the data
	legendRow  = 14
	legendRows = 4 // more entries are counted, not shown
)

const (
	alignMiddle = -0.5
	alignRight  = -1
	// middleUp lifts text that is centred with its descent, so that digits
	// stand centred on their mark.
	middleUp = 1.2
)

func textStyle(size vg.Length, bold bool, c color.Color) text.Style {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = 3 // bold in the scale of the font package, where 0 is normal
	}
	return text.Style{Color: c, Font: f, Handler: gonum.DefaultTextHandler}
}

// page is a figure with all its places decided.
type page struct {
	f      *Figure
	c      draw.Canvas
	panels []placed
	cols   int
	colors map[string]color.Color // by series name; looked up, never ranged over
	coarse bool                   // coordinates are rounded
}

// placed is a panel with its axes set and its rows above the data.
type placed struct {
	p        *Panel
	col, row int
	x, y     axis
	yTicks   []tick
	band     vg.Length // height of the Ticks bands, under the y axis
	legend   legend
	top      vg.Length // height of title and legend
	dataHigh vg.Length // height of the data area, bands included
	dataLow  vg.Length // y of the lower edge of the data area
	limit    int       // vertices a series; more for one on top
}

// draw lays the figure out and paints it.
func (f *Figure) draw(c draw.Canvas) {
	p := page{f: f, c: c}
	p.c.FillPolygon(color.White, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
	p.assignColors()
	counts, total := f.vertexCounts()
	limits := vertexLimits(counts, vertexBudget)
	p.coarse = total > vertexBudget/2
	p.place()
	for i := range p.panels {
		p.panels[i].limit = limits[i]
	}
	p.paint()
}

// vertexCounts lists by panel how many vertices each series would draw unthinned; one on
// top counts as several shorter ones.
func (f *Figure) vertexCounts() (panels [][]int, total int) {
	panels = make([][]int, len(f.Panels))
	for i := range f.Panels {
		for j := range f.Panels[i].Series {
			s := &f.Panels[i].Series[j]
			n := len(s.X)
			switch s.Style {
			case Ticks:
				continue // thinned by columns of its own
			case Step, StepDashed:
				n *= 2
			case Points, Bars:
				n *= pointCost
			}
			total += n
			if !s.Top {
				panels[i] = append(panels[i], n)
				continue
			}
			for range topWeight {
				panels[i] = append(panels[i], n/topWeight)
			}
		}
	}
	return panels, total
}

// assignColors gives each name its colour in order of appearance.
func (p *page) assignColors() {
	p.colors = make(map[string]color.Color)
	next := 0
	for i := range p.f.Panels {
		for _, s := range p.f.Panels[i].Series {
			if s.Color != nil || p.colors[s.Name] != nil {
				continue
			}
			p.colors[s.Name] = Color(next)
			next++
		}
	}
}

func (p *page) colorOf(s *Series) color.Color {
	if s.Color != nil {
		return s.Color
	}
	return p.colors[s.Name]
}

// place decides axes and rectangles, from the outside in.
func (p *page) place() {
	f := p.f
	p.cols = f.columns()
	x := axis{log: f.LogX, scale: f.XScale, names: f.XNames}
	x.lo, x.hi = f.xLimits()
	var left, right vg.Length = 0, 6
	p.panels = make([]placed, len(f.Panels))
	for i := range f.Panels {
		q := &p.panels[i]
		q.p, q.row, q.col = &f.Panels[i], i/p.cols, i%p.cols
		q.x, q.y = x, axis{log: q.p.LogY}
		q.y.lo, q.y.hi = f.rowLimits(q.row)
		if q.p.Heat != nil {
			right = max(right, barSpace)
		}
	}

	// Heights first: the number of y labels follows from them, their width
	// gives the left margin, and that the room for the legends. Legends are
	// placed with the margin of a guess of five labels; the true one differs
	// by a digit at most.
	top := p.c.Max.Y - margin
	if f.Title != "" {
		top -= sizeTitle + 8
	}
	bottom := p.c.Min.Y + margin + sizeTick + tickLen + 4
	if f.XLabel != "" {
		bottom += sizeLabel + 6
	}
	if note := p.note(); len(note) > 0 {
		bottom += noteRow*vg.Length(len(note)) + 3
	}
	for i := range p.panels {
		q := &p.panels[i]
		q.yTicks = q.y.ticks(5)
		left = max(left, q.axisWidth(f.YLabel))
	}
	p.placeColumns(p.c.Min.X+margin+left, p.c.Max.X-margin-right)
	p.placeLegends()

	rows := p.rows()
	free := top - bottom - panelGap*vg.Length(len(rows)-1)
	var shares float64
	for _, row := range rows {
		free -= row.top
		shares += row.share
	}
	free = max(free, vg.Length(30*len(rows)))
	y := top
	for r, row := range rows {
		high := free * vg.Length(row.share/shares)
		for i := r * p.cols; i < min((r+1)*p.cols, len(p.panels)); i++ {
			q := &p.panels[i]
			q.top = row.top
			q.dataHigh = high
			q.dataLow = y - q.top - q.dataHigh
			q.band = min(vg.Length(row.bands)*tickBand, q.dataHigh/2)
			q.y.p0, q.y.p1 = q.dataLow+q.band, q.dataLow+q.dataHigh
			want := max(2, int((q.y.p1-q.y.p0)/27))
			if q.yTicks = q.y.ticks(want); q.p.Whole {
				q.yTicks = q.y.wholeTicks(want, int((q.y.p1-q.y.p0)/(sizeTick+2)))
			}
		}
		y -= row.top + high + panelGap
	}
}

// placeColumns divides the width between x0 and x1 among the columns.
func (p *page) placeColumns(x0, x1 vg.Length) {
	wide := (x1 - x0 - columnGap*vg.Length(p.cols-1)) / vg.Length(p.cols)
	wide = max(wide, 30)
	for i := range p.panels {
		q := &p.panels[i]
		q.x.p0 = x0 + vg.Length(q.col)*(wide+columnGap)
		q.x.p1 = q.x.p0 + wide
	}
}

// gridRow is what the panels of one row have in common.
type gridRow struct {
	top   vg.Length
	share float64
	bands int
}

func (p *page) rows() []gridRow {
	list := make([]gridRow, (len(p.panels)+p.cols-1)/p.cols)
	for i := range p.panels {
		q, row := &p.panels[i], &list[p.panels[i].row]
		row.top = max(row.top, q.top)
		row.share = math.Max(row.share, q.p.share())
		row.bands = max(row.bands, q.tickBands())
	}
	return list
}

// placeLegends fills the legends: a name that an earlier panel has explained is
// not explained again.
func (p *page) placeLegends() {
	seen := make(map[string]bool)
	// Of a low page at least half is for the data.
	most := max(legendRows, int(0.4*(p.c.Max.Y-p.c.Min.Y)/legendRow))
	for i := range p.panels {
		q := &p.panels[i]
		if q.p.Title != "" {
			q.top += sizePanel + 6
		}
		var entries []legendEntry
		for j := range q.p.Series {
			s := &q.p.Series[j]
			if s.Name == "" || len(s.X) == 0 || seen[s.Name] {
				continue
			}
			seen[s.Name] = true
			entries = append(entries, legendEntry{name: s.Name, style: s.Style, line: p.lineStyle(s)})
		}
		q.legend = layLegend(entries, q.x.p1-q.x.p0, min(q.p.legendRows(), most))
		q.top += legendRow * vg.Length(len(q.legend.rows))
	}
}

func (q *placed) tickBands() int {
	n := 0
	for i := range q.p.Series {
		if q.p.Series[i].Style == Ticks && len(q.p.Series[i].X) > 0 {
			n++
		}
	}
	return n
}

// label returns the panel's y label, or the figure's.
func (q *placed) label(figure string) string {
	if q.p.YLabel != "" {
		return q.p.YLabel
	}
	return figure
}

// axisWidth is the room left of the data for labels and ticks.
func (q *placed) axisWidth(figureLabel string) vg.Length {
	sty := textStyle(sizeTick, false, muted)
	var w vg.Length
	for _, t := range q.yTicks {
		w = max(w, sty.Width(t.label))
	}
	// Half a digit of reserve: the final labels may be finer than these.
	w += tickLen + 4 + sizeTick/2
	if q.label(figureLabel) != "" {
		w += sizeLabel + 8
	}
	return w
}

// xLimits spans the x of all panels, without margins.
func (f *Figure) xLimits() (lo, hi float64) {
	if f.XNames != nil {
		return 0.5, float64(len(f.XNames)) + 0.5
	}
	if f.XRange != [2]float64{} {
		return f.XRange[0], f.XRange[1]
	}
	var s span
	for i := range f.Panels {
		for j := range f.Panels[i].Series {
			for _, x := range f.Panels[i].Series[j].X {
				s.add(x)
			}
		}
		if h := f.Panels[i].Heat; h != nil {
			s.add(h.X[0])
			s.add(h.X[len(h.X)-1])
		}
	}
	return s.padded(0, f.LogX)
}

// yLimits spans the panel's y with a small margin.
func (p *Panel) yLimits() (lo, hi float64) {
	if p.Range != [2]float64{} {
		return p.Range[0], p.Range[1]
	}
	if p.Heat != nil {
		return p.Heat.Y[0], p.Heat.Y[len(p.Heat.Y)-1]
	}
	var s span
	for j := range p.Series {
		if p.Series[j].Style == Ticks {
			continue
		}
		for _, y := range p.Series[j].Y {
			s.add(y)
		}
	}
	return s.padded(0.05, p.LogY)
}

// rowLimits spans the y of a row of panels, which share their axis.
func (f *Figure) rowLimits(row int) (lo, hi float64) {
	cols := f.columns()
	panels := f.Panels[row*cols : min((row+1)*cols, len(f.Panels))]
	any := false
	for i := range panels {
		if panels[i].empty() && panels[i].Range == [2]float64{} {
			continue
		}
		l, h := panels[i].yLimits()
		if !any {
			lo, hi, any = l, h, true
			continue
		}
		lo, hi = math.Min(lo, l), math.Max(hi, h)
	}
	if !any {
		return 1, 2
	}
	return lo, hi
}

// paint draws everything that place has decided.
func (p *page) paint() {
	f := p.f
	if f.Title != "" {
		sty := textStyle(sizeTitle, true, ink)
		sty.YAlign = alignRight
		p.c.FillText(sty, vg.Point{X: p.panels[0].x.p0, Y: p.c.Max.Y - margin + 2}, f.Title)
	}
	for i := range p.panels {
		p.paintPanel(&p.panels[i], i+p.cols >= len(p.panels))
	}
	low := p.panels[len(p.panels)-1].dataLow - tickLen - 4 - sizeTick
	if f.XLabel != "" {
		sty := textStyle(sizeLabel, false, ink)
		sty.XAlign, sty.YAlign = alignMiddle, alignRight
		p.c.FillText(sty, vg.Point{X: (p.panels[0].x.p0 + p.panels[min(p.cols, len(p.panels))-1].x.p1) / 2, Y: low - 3}, f.XLabel)
	}
	note := p.note()
	for i, row := range note {
		at := vg.Point{X: p.c.Min.X + margin, Y: p.c.Min.Y + margin - 2 + noteRow*vg.Length(len(note)-1-i)}
		p.c.FillText(textStyle(sizeNote, false, muted), at, row)
	}
}

// note breaks the small print into rows as wide as the page.
func (p *page) note() (rows []string) {
	sty := textStyle(sizeNote, false, muted)
	for _, word := range strings.Fields(p.f.Note) {
		if last := len(rows) - 1; last >= 0 && sty.Width(rows[last]+" "+word) <= p.c.Max.X-p.c.Min.X-2*margin {
			rows[last] += " " + word
			continue
		}
		rows = append(rows, word)
	}
	return rows
}

func (p *page) paintPanel(q *placed, last bool) {
	y := q.dataLow + q.dataHigh + q.top
	if q.p.Title != "" {
		sty := textStyle(sizePanel, true, ink)
		sty.YAlign = alignRight
		p.c.FillText(sty, vg.Point{X: q.x.p0, Y: y}, q.p.Title)
		y -= sizePanel + 6
	}
	q.legend.draw(&p.c, q.x.p0, y)
	p.paintGrid(q, last)
	if q.p.Heat != nil {
		q.p.Heat.draw(&p.c, &q.x, &q.y)
		q.p.Heat.drawBar(&p.c, q.x.p1+10, q.y.p0, q.y.p1)
	}
	p.paintSeries(q)
	edge := draw.LineStyle{Color: frame, Width: 0.8}
	p.c.StrokeLine2(edge, q.x.p0, q.dataLow, q.x.p1, q.dataLow)
	p.c.StrokeLine2(edge, q.x.p0, q.dataLow, q.x.p0, q.y.p1)
	if q.p.empty() && q.p.Empty != "" {
		sty := textStyle(sizeTick, false, muted)
		sty.XAlign, sty.YAlign = alignMiddle, alignMiddle
		p.c.FillText(sty, vg.Point{X: (q.x.p0 + q.x.p1) / 2, Y: (q.y.p0 + q.y.p1) / 2}, q.p.Empty)
	}
	if label := q.label(p.f.YLabel); label != "" && q.col == 0 {
		sty := textStyle(sizeLabel, false, ink)
		sty.XAlign = alignMiddle
		sty.Rotation = math.Pi / 2
		p.c.FillText(sty, vg.Point{X: p.c.Min.X + margin + sizeLabel, Y: (q.y.p0 + q.y.p1) / 2}, label)
	}
}

// paintGrid draws grid lines, tick marks and their labels. Only the last panel
// names the x values.
func (p *page) paintGrid(q *placed, last bool) {
	mark := draw.LineStyle{Color: frame, Width: 0.8}
	grid := draw.LineStyle{Color: gridln, Width: 0.7}
	ySty := textStyle(sizeTick, false, muted)
	ySty.XAlign, ySty.YAlign = alignRight, alignMiddle
	for _, t := range q.yTicks {
		y := q.y.at(t.v)
		if t.label == "" {
			p.c.StrokeLine2(mark, q.x.p0-tickLen/2, y, q.x.p0, y)
			continue
		}
		p.c.StrokeLine2(grid, q.x.p0, y, q.x.p1, y)
		p.c.StrokeLine2(mark, q.x.p0-tickLen, y, q.x.p0, y)
		if q.col > 0 {
			continue // the first column's labels hold for the row
		}
		p.c.FillText(ySty, vg.Point{X: q.x.p0 - tickLen - 3, Y: y + middleUp}, t.label)
	}
	xSty := textStyle(sizeTick, false, muted)
	xSty.XAlign, xSty.YAlign = alignMiddle, alignRight
	end := p.c.Min.X // of the labels so far
	for _, t := range q.x.ticks(max(2, int((q.x.p1-q.x.p0)/70))) {
		x := q.x.at(t.v)
		if t.label == "" {
			p.c.StrokeLine2(mark, x, q.dataLow-tickLen/2, x, q.dataLow)
			continue
		}
		if q.x.names == nil {
			p.c.StrokeLine2(grid, x, q.dataLow, x, q.y.p1)
		}
		p.c.StrokeLine2(mark, x, q.dataLow-tickLen, x, q.dataLow)
		if !last {
			continue
		}
		// A long label stays on the page, and is left out if it would run into the one before.
		half := xSty.Width(t.label) / 2
		if x = min(x, p.c.Max.X-half-1); x-half >= end {
			p.c.FillText(xSty, vg.Point{X: x, Y: q.dataLow - tickLen - 2}, t.label)
			end = x + half + 2
		}
	}
}
