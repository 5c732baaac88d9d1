package plot

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	swatch     = 24 // length of the sample line, which the longest pattern of dashes fits into
	swatchGap  = 4
	entryGap   = 14
	legendRow  = 14
	legendRows = 10 // more entries are counted, not shown
)

// head is what stands above a panel: its title, and a legend in rows.
type head struct {
	title string
	rows  [][]Series // a series without points is a bare text
}

// heads returns the heads of the panels, which are as wide as given, and the heights of the highest
// of each row. A name that an earlier panel has explained is not explained again.
func (s *Scene) heads(wide vg.Length) (list []head, tops []vg.Length) {
	seen := map[string]bool{}
	tops = make([]vg.Length, len(s.rows()))
	for i := range s.Panels {
		p := &s.Panels[i]
		var entries []Series
		for _, c := range p.Series {
			if c.Name != "" && len(c.X) > 0 && !seen[c.Name] {
				seen[c.Name] = true
				entries = append(entries, c)
			}
		}
		// Of a low page at least half is for the data.
		h := head{p.Title, layLegend(entries, wide, max(4, min(legendRows, int(0.4*s.Height/legendRow))))}
		high := legendRow * vg.Length(len(h.rows))
		if h.title != "" {
			high += sizePanel + 6
		}
		list = append(list, h)
		tops[i/s.Columns] = max(tops[i/s.Columns], high)
	}
	return list, tops
}

func entryWidth(e *Series) vg.Length {
	w := textStyle(sizeLegend, ink).Width(e.Name) + entryGap
	if len(e.X) > 0 {
		w += swatch + swatchGap
	}
	return w
}

// layLegend breaks entries into at most most rows of the given width. What does not fit into the last
// row is counted there instead.
func layLegend(entries []Series, wide vg.Length, most int) (rows [][]Series) {
	var used vg.Length
	for i, e := range entries {
		more, room := Series{Name: fmt.Sprintf("and %d more", len(entries)-i)}, wide+entryGap
		if len(rows) == most && i+1 < len(entries) {
			room -= entryWidth(&more)
		}
		switch n := len(rows); {
		case n > 0 && used+entryWidth(&e) <= room:
			rows[n-1] = append(rows[n-1], e)
			used += entryWidth(&e)
		case n == most:
			rows[n-1] = append(rows[n-1], more)
			return rows
		default:
			rows = append(rows, []Series{e})
			used = entryWidth(&e)
		}
	}
	return rows
}

// draw paints the title and the legend downward from their upper left corner.
func (h *head) draw(c draw.Canvas, at vg.Point) {
	if h.title != "" {
		c.FillText(boldStyle(sizePanel), at, h.title)
		at.Y -= sizePanel + 6
	}
	sty := textStyle(sizeLegend, ink)
	sty.YAlign = draw.YCenter
	left := at.X
	for _, row := range h.rows {
		at.X = left
		mid := at.Y - legendRow/2 + 1
		for i := range row {
			text := at.X
			if len(row[i].X) > 0 {
				row[i].sample(c, at.X, mid)
				text += swatch + swatchGap
			}
			c.FillText(sty, vg.Point{X: text, Y: mid + 1.2}, row[i].Name)
			at.X += entryWidth(&row[i])
		}
		at.Y -= legendRow
	}
}

// sample draws how the series looks, in the legend.
func (s *Series) sample(c draw.Canvas, x, y vg.Length) {
	switch s.Style {
	case Bars:
		c.FillPolygon(s.Color, []vg.Point{{X: x, Y: y - 4}, {X: x + swatch, Y: y - 4}, {X: x + swatch, Y: y + 4}, {X: x, Y: y + 4}})
	case Ticks:
		for i := range 4 {
			at := x + vg.Length(6+4*i)
			c.StrokeLine2(s.lineStyle(), at, y-3, at, y+3)
		}
	default:
		c.StrokeLine2(s.lineStyle(), x, y, x+swatch, y)
	}
}
