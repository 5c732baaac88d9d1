package plot

import (
	"math"
	"slices"
)

// span is a growing interval of data; empty as long as lo > hi.
type span struct{ lo, hi float64 }

func newSpan() span { return span{math.Inf(1), math.Inf(-1)} }

func (s *span) add(values ...float64) {
	for _, v := range values {
		s.lo, s.hi = math.Min(s.lo, v), math.Max(s.hi, v)
	}
}

// padded returns the ends of an axis that shows the span with a margin, a part of it, on both sides.
// A single value gets room, so that no axis is empty. An axis that starts near zero starts at zero.
func (s span) padded(margin float64, log bool) [2]float64 {
	lo, hi := s.lo, s.hi
	switch {
	case lo > hi:
		return [2]float64{1, 2}
	case log:
		l, h := math.Log(lo), math.Log(hi)
		if h-l < 1e-9 {
			return [2]float64{lo / 2, hi * 2}
		}
		m := (h - l) * margin
		return [2]float64{math.Exp(l - m), math.Exp(h + m)}
	case hi-lo <= 1e-12*math.Max(math.Abs(lo), math.Abs(hi)) || hi-lo < smallest:
		d := math.Abs(hi) / 2
		if d < smallest {
			return [2]float64{0, 1} // what is counted or measured is rarely below 0
		}
		return [2]float64{lo - d, hi + d}
	}
	m := (hi - lo) * margin
	if margin > 0 && lo >= 0 && lo <= hi/4 {
		return [2]float64{0, hi + m}
	}
	return [2]float64{lo - m, hi + m}
}

// xLimits spans the x of all panels, without margins.
func (f *Figure) xLimits() [2]float64 {
	if f.XNames != nil {
		return [2]float64{0.5, float64(len(f.XNames)) + 0.5}
	}
	if f.XRange != [2]float64{} {
		return f.XRange
	}
	s := newSpan()
	for i := range f.Panels {
		for j := range f.Panels[i].Series {
			s.add(f.Panels[i].Series[j].X...)
		}
		if h := f.Panels[i].Heatmap; h != nil {
			s.add(h.X...)
		}
	}
	return s.padded(0, f.LogX)
}

// yLimits spans the y of the panels of a row, with a small margin: one axis for all, unless one of them would fill
// less than half of it, and one axis is not asked for.
func yLimits(row []Panel, one bool) [][2]float64 {
	log, all, list := row[0].LogY, newSpan(), make([][2]float64, len(row))
	for i := range row {
		if list[i] = row[i].yLimits(); !row[i].empty() || row[i].Range != [2]float64{} {
			all.add(list[i][:]...)
		}
	}
	common := all.padded(0, log)
	for i := range row {
		if row[i].empty() {
			list[i] = common
		}
	}
	if one || !slices.ContainsFunc(list, func(y [2]float64) bool { return length(y, log) < length(common, log)/2 }) {
		return slices.Repeat([][2]float64{common}, len(row))
	}
	return list
}

// length is that of an axis.
func length(ends [2]float64, log bool) float64 {
	if log {
		return math.Log(ends[1] / ends[0])
	}
	return ends[1] - ends[0]
}

// yLimits spans the y of the panel.
func (p *Panel) yLimits() [2]float64 {
	own := newSpan()
	switch {
	case p.Range != [2]float64{}:
		return p.Range
	case p.Heatmap != nil:
		own.add(p.Heatmap.Y...)
		return [2]float64{own.lo, own.hi}
	}
	for i := range p.Series {
		if p.Series[i].Style != Ticks {
			own.add(p.Series[i].Y...)
		}
	}
	return own.padded(0.05, p.LogY)
}
