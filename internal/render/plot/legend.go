package plot

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	swatch    = 24 // length of the sample line, which the longest pattern of dashes fits into
	swatchGap = 4
	entryGap  = 14
)

// legendEntry explains one series; one without a style is a bare text.
type legendEntry struct {
	name  string
	style Style
	line  draw.LineStyle
	bare  bool
}

// legend is a block of rows above the data.
type legend struct {
	rows [][]legendEntry
}

func (e *legendEntry) width() vg.Length {
	w := textStyle(sizeLegend, false, ink).Width(e.name) + entryGap
	if !e.bare {
		w += swatch + swatchGap
	}
	return w
}

// layLegend breaks the entries into at most rows rows of the given width. What
// does not fit into the last row is counted there instead.
func layLegend(entries []legendEntry, width vg.Length, rows int) legend {
	var l legend
	var used vg.Length
	for i := range entries {
		e := entries[i]
		last := len(l.rows) == rows
		room := width
		if last && i < len(entries)-1 {
			more := legendEntry{name: moreText(len(entries) - i), bare: true}
			room -= more.width()
		}
		if len(l.rows) > 0 && used+e.width() <= room+entryGap {
			l.rows[len(l.rows)-1] = append(l.rows[len(l.rows)-1], e)
			used += e.width()
			continue
		}
		if last {
			more := legendEntry{name: moreText(len(entries) - i), bare: true}
			l.rows[len(l.rows)-1] = append(l.rows[len(l.rows)-1], more)
			break
		}
		l.rows = append(l.rows, []legendEntry{e})
		used = e.width()
	}
	return l
}

func moreText(n int) string {
	return fmt.Sprintf("and %d more", n)
}

// draw paints the rows downward from the point (x, y), their upper left corner.
func (l *legend) draw(c *draw.Canvas, x, y vg.Length) {
	sty := textStyle(sizeLegend, false, ink)
	sty.YAlign = alignMiddle
	for _, row := range l.rows {
		mid := y - legendRow/2 + 1
		at := x
		for i := range row {
			e := &row[i]
			text := at
			if !e.bare {
				e.drawSwatch(c, at, mid)
				text += swatch + swatchGap
			}
			c.FillText(sty, vg.Point{X: text, Y: mid + middleUp}, e.name)
			at += e.width()
		}
		y -= legendRow
	}
}

func (e *legendEntry) drawSwatch(c *draw.Canvas, x, y vg.Length) {
	switch e.style {
	case Points:
		h := vg.Length(2.5)
		m := x + vg.Length(swatch)/2
		c.FillPolygon(e.line.Color, []vg.Point{{X: m - h, Y: y - h}, {X: m + h, Y: y - h}, {X: m + h, Y: y + h}, {X: m - h, Y: y + h}})
	case Bars:
		c.FillPolygon(e.line.Color, []vg.Point{{X: x, Y: y - 4}, {X: x + swatch, Y: y - 4}, {X: x + swatch, Y: y + 4}, {X: x, Y: y + 4}})
	case Ticks:
		for i := range 4 {
			at := x + vg.Length(6+4*i)
			c.StrokeLine2(e.line, at, y-3, at, y+3)
		}
	default:
		c.StrokeLine2(e.line, x, y, x+swatch, y)
	}
}
