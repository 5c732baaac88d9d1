package views

import (
	"cmp"
	"image/color"
	"strings"

	"smartnic-cc/internal/reports/plot"
)

// What the legend says of dotted curves.
const (
	dottedTargets = "RT (dotted, in the same colours)"
	dottedSent    = "throughput: sent, with headers (dotted, in the same colours)"
)

// overlay draws all runs into the same panels, each in its colour and dashes.
func (d *Draw) overlay(f *plot.Figure, runs []*Run) {
	panels := map[string]*plot.Panel{}
	var own color.Color // of the run
	dash, name := 0, "" // of the run
	add := func(row string, panel plot.Panel, s plot.Series) *plot.Series {
		if len(s.X) == 0 {
			return nil
		}
		if panels[row] == nil {
			panels[row] = &panel
		}
		if s.Color == nil {
			s.Color = own
		}
		s.Dash = cmp.Or(s.Dash, dash)
		s.Style = plot.Step
		p := panels[row]
		p.Series = append(p.Series, s)
		return &p.Series[len(p.Series)-1]
	}
	// In the legend what is the same for all runs comes behind the runs.
	var targets, sent, several, sending, whole bool
	rates, moved := plot.Panel{YLabel: rateLabel}, plot.Panel{YLabel: goodputLabel}
	for i, r := range runs {
		own, dash, name = plot.Color(i), plot.Dash(i), clean(r.Label, 60)
		tracks := r.tracks()
		single := len(tracks) == 1
		several = several || len(tracks) > 1
		sending = sending || len(tracks) > 1 && tracks[0].Sending != nil
		bandOf := func(value int) band {
			if single {
				return band{x: tracks[0].x[:len(tracks[0].of(value))], mean: tracks[0].of(value)}
			}
			return bandOf(tracks, value)
		}
		curve := func(row string, panel plot.Panel, value int) {
			b := bandOf(value)
			if !single {
				add(row, panel, plot.Series{Of: []string{name}, X: b.x, Y: b.low, Color: plot.WithOpacity(own, 0.3), Width: 0.7})
				add(row, panel, plot.Series{Of: []string{name}, X: b.x, Y: b.high, Color: plot.WithOpacity(own, 0.3), Width: 0.7})
			}
			add(row, panel, plot.Series{Name: name, X: b.x, Y: b.mean, Top: true})
		}
		if d.wants(WhatRate) {
			curve(WhatRate, rates, valueRate)
		}
		if d.wants(WhatTarget) {
			b := bandOf(valueTarget)
			if s := add(WhatRate, rates, plot.Series{Of: []string{name, dottedTargets}, X: b.x, Y: b.mean, Width: 1, Color: plot.WithOpacity(own, 0.55), Dash: plot.Dots}); s != nil {
				targets = true
				if s.Style = plot.StepDashed; !d.wants(WhatRate) {
					s.Name = name
				}
			}
		}
		for _, row := range d.curveRows(r) {
			if row.value != valueArm || single {
				curve(row.name, row.panel, row.value)
			}
		}
		if d.wants(WhatQueue) && len(r.Queues) > 0 {
			x, y := r.Deepest.Points()
			add(WhatQueue, plot.Panel{YLabel: "longest queue (KB)"}, plot.Series{Name: name, X: x, Y: y[0]})
		}
		if d.wants(WhatPause) && r.Pauses != nil && r.Pauses.Pauses > 0 {
			x, y := r.Pauses.Rows.Points()
			add(WhatPause, plot.Panel{YLabel: "paused", Whole: true}, plot.Series{Name: name, X: x, Y: y[0]})
		}
		c := d.curves(r)
		if c.goodput != nil {
			c.goodput.Name = name
			add(WhatGoodput, moved, *c.goodput)
		}
		if c.sent != nil {
			c.sent.Name, c.sent.Of = name, []string{name, dottedSent}
			if c.goodput != nil {
				c.sent.Name, c.sent.Width, c.sent.Color, c.sent.Dash = "", 1, plot.WithOpacity(own, 0.7), plot.Dots
				sent = true
			}
			add(WhatGoodput, moved, *c.sent)
			panels[WhatGoodput].YLabel = throughputLabel
		}
		if c.jain != nil {
			c.jain.Name = name
			add(WhatJain, plot.Panel{YLabel: jainLabel}, *c.jain)
			whole = whole || c.whole
		}
		if !strings.Contains(f.Note, c.note) {
			f.Note = join(f.Note, c.note)
		}
	}
	for _, row := range rowsOf(runs) {
		p := panels[row.name]
		if p == nil {
			continue
		}
		p.Share = row.share
		switch row.name {
		case WhatJain:
			p.Range = [2]float64{0, 1.05}
		case WhatArm:
			p.Range = armRange(p.Series)
		case WhatRate, WhatQueue, WhatPause, WhatGoodput:
			p.Range = fromZero(p.Series)
		}
		if row.name == WhatRate && targets && d.wants(WhatRate) {
			lastDotted(p).Name = dottedTargets
		}
		if row.name == WhatGoodput && sent {
			lastDotted(p).Name = dottedSent
		}
		f.Panels = append(f.Panels, *p)
	}
	if several {
		f.Note = join(f.Note, "Of several connections the mean, with the lowest and the highest in faint lines")
	}
	if sending {
		f.Note = join(f.Note, ofSending)
	}
	if whole {
		f.Note = join(f.Note, "Jain's index is of connections with a message under way all through a step")
	}
}

// lastDotted is the last curve of a panel that is dotted.
func lastDotted(p *plot.Panel) (last *plot.Series) {
	for i := range p.Series {
		if p.Series[i].Dash == plot.Dots {
			last = &p.Series[i]
		}
	}
	return last
}
