package figures

import (
	"math"

	"smartnic-cc/internal/render/plot"
)

// Line is a curve with times of its own.
type Line struct {
	X []float64 // ms, never falling
	Y []float64 // from X[i] until X[i+1]
}

// Axis is how a value that an algorithm shows is drawn.
type Axis struct {
	Label string  // of the axis, with the unit
	Unit  float64 // 1 on the axis, in the value
	Whole bool    // it counts or numbers something
}

// AxisOf returns the axis of a value that is called label, of a unit of docs/signals.md ("" for
// none) and with so many fractional bits.
func AxisOf(label, unit string, frac int) Axis {
	scale := map[string]struct {
		name string
		of   float64
	}{"kb/s": {"Gb/s", 1e6}, "ns": {"us", 1e3}, "us": {"us", 1}, "B": {"KB", 1e3}, "ns/B": {"ns/B", 1}}
	a := Axis{Label: label, Unit: 1}
	if s, ok := scale[unit]; ok {
		a.Label, a.Unit = label+" ("+s.name+")", s.of
	} else {
		a.Whole = frac == 0
		if unit != "" && unit != "index" && unit != "flags" {
			a.Label += " (" + unit + ")"
		}
	}
	a.Unit = math.Ldexp(a.Unit, frac)
	return a
}

// moreShare is the height of a panel of More.
const moreShare = 0.7

// moreOfFew adds the panels of More, with a curve a connection.
func (p RatesPage) moreOfFew(f *plot.Figure) {
	for k, axis := range p.More {
		panel := plot.Panel{YLabel: axis.Label, Share: moreShare, Whole: axis.Whole}
		for i := range p.Conns {
			c := &p.Conns[i]
			if k >= len(c.More) || len(c.More[k].X) == 0 {
				continue
			}
			s := plot.Series{X: c.More[k].X, Y: c.More[k].Y, Style: plot.Step, Color: plot.Color(i)}
			if len(f.Panels) == 0 {
				s.Name = c.label(i) // no panel of rates names them
			}
			panel.Series = append(panel.Series, s)
		}
		if len(panel.Series) > 0 {
			f.Panels = append(f.Panels, panel)
		}
	}
}

// moreOfMany adds the panels of More, with the mean, the lowest and the highest.
func (p RatesPage) moreOfMany(f *plot.Figure, grid []float64) {
	for k, axis := range p.More {
		if b := p.moreBand(grid, k); len(b.X) > 0 {
			f.Panels = append(f.Panels, plot.Panel{YLabel: axis.Label, Share: moreShare, Series: bandSeries(axis.Label, b.X, b.Low, b.Mean, b.High)})
		}
	}
}

// MoreBand returns the band of one of More; empty if no connection has values of it.
func (p RatesPage) MoreBand(k int) Band { return p.moreBand(p.grid(), k) }

func (p RatesPage) moreBand(grid []float64, k int) (b Band) {
	of := RatesPage{Conns: make([]ConnSeries, 0, len(p.Conns))}
	for i := range p.Conns {
		if c := &p.Conns[i]; k < len(c.More) && len(c.More[k].X) > 0 {
			of.Conns = append(of.Conns, ConnSeries{Time: c.More[k].X, RC: c.More[k].Y, Sending: c.Sending})
		}
	}
	if len(of.Conns) == 0 {
		return b
	}
	b.X, b.Low, b.Mean, b.High = of.envelope(grid, func(c *ConnSeries) []float64 { return c.RC })
	return b
}
