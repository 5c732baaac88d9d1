package views

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/reports/plot"
)

const (
	// fewQueues is how many queues are drawn, the longest.
	fewQueues = 8
	// fewConns is up to how many connections each has its colour, its RT and its name.
	fewConns = 8
	// cnpBands is up to how many connections each gets its own band of CNPs.
	cnpBands = 4
	// faintConns is of how many of many connections the rates are drawn under the mean.
	faintConns = 64
)

// How panels are called.
const (
	rateLabel       = "rate (Gb/s)"
	shareLabel      = "share on arm"
	throughputLabel = "throughput (Gb/s)"
	goodputLabel    = "goodput (Gb/s)"
	jainLabel       = "Jain's index"
	targetsName     = "RT (dashed, in the same colours)"
)

// panelRow is a row of panels of the figure over time.
type panelRow struct {
	name  string // what finds a run's panel of it
	share float64
	empty string // instead of a panel that a run has nothing for
}

// rowsOf lists the rows of the runs in the order of the page. Arms and the parts of connections on arms
// do not mix: one is a number, the other a part of 1.
func rowsOf(runs []*Run) []panelRow {
	rows := []panelRow{{WhatRate, 1.6, "no rates recorded"}, {WhatAlpha, 0.7, "no alpha"}, {WhatArm, 0.6, "no arms"}, {shareLabel, 0.7, "no arms"}}
	for _, r := range runs {
		for _, a := range r.Axes {
			if row := (panelRow{showRow(a), 0.7, "no " + showName(a.Label)}); !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
		}
	}
	return append(rows, panelRow{WhatQueue, 0.9, "no queues recorded"}, panelRow{WhatPause, 0.6, "no pauses"},
		panelRow{WhatGoodput, 0.9, "no messages"}, panelRow{WhatJain, 0.7, "no messages"})
}

// showRow is the row of what an algorithm shows.
func showRow(a Axis) string { return "show " + a.Label }

// showName is the name of an axis without its unit.
func showName(label string) string {
	name, _, _ := strings.Cut(label, " (")
	return name
}

// curveRow is a row of panels with a value of the connections.
type curveRow struct {
	name  string
	value int
	panel plot.Panel // without curves
}

// curveRows are the rows wanted of a run, besides that of rates.
func (d *Draw) curveRows(r *Run) (rows []curveRow) {
	if d.wants(WhatAlpha) {
		rows = append(rows, curveRow{WhatAlpha, valueAlpha, plot.Panel{YLabel: "alpha", Range: [2]float64{0, 1.05}}})
	}
	if d.wants(WhatArm) {
		rows = append(rows, curveRow{WhatArm, valueArm, plot.Panel{YLabel: "arm", Whole: true}})
	}
	for k, a := range r.Axes {
		if d.wants(WhatProbe) || slices.Contains(d.What, showName(a.Label)) {
			rows = append(rows, curveRow{showRow(a), valueMore + k, plot.Panel{YLabel: a.Label, Whole: a.Whole}})
		}
	}
	return rows
}

// Time draws what the runs have over time: nil if nothing.
func (d *Draw) Time(runs []*Run) (*plot.Figure, error) {
	var shown []*Run
	for _, r := range runs {
		if len(r.Conns) > 0 || len(r.Queues) > 0 || r.Pauses != nil || r.traffic != nil || len(r.Messages) > 0 && (d.wants(WhatGoodput) || d.wants(WhatJain)) {
			shown = append(shown, r)
		}
	}
	f := &plot.Figure{Title: "Over time", XLabel: "time (ms)", Note: notes(shown)}
	switch {
	case d.Layout == Overlay && len(runs) > 1:
		d.overlay(f, runs)
	case len(shown) > MaxColumns:
		return nil, fmt.Errorf("layout: %d runs do not stand side by side, at most %d do; draw fewer, or use --layout overlay", len(shown), MaxColumns)
	default:
		d.columns(f, shown)
	}
	if len(f.Panels) == 0 {
		return nil, nil
	}
	f.Note = join(f.Note, thinned(shown))
	d.timeAxis(f)
	return f, nil
}

// columns draws each run into a column.
func (d *Draw) columns(f *plot.Figure, runs []*Run) {
	means := false
	// A connection has one colour in all columns, whatever its place in a log.
	colors := map[string]color.Color{}
	for _, r := range runs {
		means = means || len(r.Conns) > fewConns
		for _, c := range r.Conns {
			if colors[c.Name] == nil {
				colors[c.Name] = plot.Color(len(colors))
			}
		}
	}
	panels := make([]map[string]*plot.Panel, len(runs))
	for i, r := range runs {
		panels[i] = map[string]*plot.Panel{}
		note := ""
		if tracks := r.tracks(); means {
			note = d.many(panels[i], r, tracks)
		} else {
			d.few(panels[i], r, tracks, colors)
		}
		note = join(note, d.ofRun(panels[i], r))
		if note != "" && len(runs) > 1 {
			note = r.Label + ": " + note
		}
		f.Note = join(f.Note, note)
	}
	for _, row := range rowsOf(runs) {
		first := len(f.Panels)
		label := ""
		for i, run := range panels {
			p := run[row.name]
			if p == nil {
				p = &plot.Panel{Empty: row.empty}
			}
			if p.Share = row.share; p.YLabel != "" {
				label = p.YLabel
			}
			if first == 0 && len(runs) > 1 {
				p.Title = clean(runs[i].Label, 60)
			}
			f.Panels = append(f.Panels, *p)
		}
		if label == "" {
			f.Panels = f.Panels[:first]
			continue
		}
		f.Panels[first].YLabel = label
	}
	f.Columns, f.OneAxis = len(runs), d.OneAxis
	if len(runs) == 1 {
		f.Title = titleOf(runs[0])
	}
}

func titleOf(r *Run) string {
	label := clean(r.Label, 60)
	switch n := len(r.Conns); n {
	case 0:
		return label + " over time"
	case 1:
		return label + ": " + r.Conns[0].Name
	default:
		return label + ": " + plural.Of(n, "connection")
	}
}

// timeAxis sets the ends of the time axis: a log that begins soon after 0 is drawn from there on.
func (d *Draw) timeAxis(f *plot.Figure) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range f.Panels {
		for _, s := range f.Panels[i].Series {
			if len(s.X) > 0 {
				lo, hi = min(lo, s.X[0]), max(hi, s.X[len(s.X)-1])
			}
		}
	}
	if lo > 0 && lo < hi/10 {
		lo = 0
	}
	if d.From > 0 {
		lo = d.From
	}
	if d.To > 0 {
		hi = d.To
	}
	if hi-lo > 1e-9*math.Abs(hi) {
		f.XRange = [2]float64{lo, hi}
	}
}

var cnpColor = color.RGBA{R: 0xb4, G: 0x23, B: 0x2a, A: 0xff}

// few draws every connection by itself.
func (d *Draw) few(panels map[string]*plot.Panel, r *Run, tracks []track, colors map[string]color.Color) {
	single := len(tracks) == 1
	if single {
		colors = map[string]color.Color{tracks[0].Name: plot.Color(0)}
	}
	var rates, targets, cnps []plot.Series
	var all []float64
	for _, t := range tracks {
		own, of := colors[t.Name], t.name
		if single {
			of = r.RateName()
		}
		if y := t.of(valueRate); y != nil && d.wants(WhatRate) {
			rates = append(rates, plot.Series{Name: of, X: t.x, Y: y, Style: plot.Step, Color: own, Top: true})
		}
		if y := t.of(valueTarget); y != nil && d.wants(WhatTarget) {
			s := plot.Series{Of: []string{targetsName, of}, X: t.x, Y: y, Style: plot.StepDashed, Color: plot.WithOpacity(own, 0.55), Width: 1}
			switch {
			case single:
				s.Name, s.Color = "RT", plot.Color(1)
			case !d.wants(WhatRate):
				s.Name = t.name
			case len(targets) == 0:
				s.Name = targetsName
			}
			targets = append(targets, s)
		}
		if x, _ := t.CNP.Points(); len(x) > 0 && d.wants(WhatCNP) {
			cnps = append(cnps, plot.Series{Of: []string{of}, X: x, Style: plot.Ticks, Color: own})
			all = append(all, x...)
		}
	}
	if len(cnps) > cnpBands || single && len(cnps) > 0 {
		cnps = []plot.Series{{X: all, Style: plot.Ticks, Color: cnpColor}}
	}
	if len(cnps) > 0 {
		cnps[0].Name = "CNP"
	}
	rates = slices.Concat(rates, targets, cnps)
	if len(rates) > 0 {
		panels[WhatRate] = &plot.Panel{YLabel: rateLabel, Series: rates, Range: fromZero(rates)}
	}
	for _, row := range d.curveRows(r) {
		p := row.panel
		for _, t := range tracks {
			if y := t.of(row.value); y != nil {
				s := plot.Series{Of: []string{t.name, r.RateName()}, X: t.x, Y: y, Style: plot.Step, Color: colors[t.Name]}
				if len(panels) == 0 {
					s.Name = t.name // no panel of rates names them
				}
				p.Series = append(p.Series, s)
			}
		}
		if len(p.Series) == 0 {
			continue
		}
		if row.value == valueArm {
			p.Range = armRange(p.Series)
		}
		panels[row.name] = &p
	}
}

// many draws the connections faintly and means on top.
func (d *Draw) many(panels map[string]*plot.Panel, r *Run, tracks []track) (note string) {
	p := plot.Panel{YLabel: rateLabel}
	add := func(s plot.Series, x, y []float64) {
		s.X, s.Y = x, y
		if len(x) > 0 {
			p.Series = append(p.Series, s)
		}
	}
	rate := r.RateName()
	b := band{}
	if d.wants(WhatRate) {
		b = bandOf(tracks, valueRate)
	}
	add(plot.Series{Name: "mean " + rate, Style: plot.Step, Color: plot.Color(1), Width: 2, Top: true}, b.x, b.mean)
	if d.wants(WhatTarget) {
		t := bandOf(tracks, valueTarget)
		add(plot.Series{Name: "mean RT", Style: plot.StepDashed, Color: plot.Color(3), Width: 2, Top: true}, t.x, t.mean)
	}
	if d.wants(WhatCNP) {
		var cnp []float64
		for _, t := range tracks {
			x, _ := t.CNP.Points()
			cnp = append(cnp, x...)
		}
		add(plot.Series{Name: "CNP", Style: plot.Ticks, Color: cnpColor}, cnp, nil)
	}
	dots := plot.Series{Name: "5th and 95th percentile of " + rate, Style: plot.Step, Dash: plot.Dots, Color: plot.Color(0), Top: true}
	add(dots, b.x, b.p5)
	dots.Of, dots.Name = []string{dots.Name}, ""
	add(dots, b.x, b.p95)
	if len(b.x) > 0 {
		// With this many, no legend names them.
		faint := plot.Series{Name: rate + " of each", Style: plot.Step, Color: plot.WithOpacity(plot.Color(4), 0.35), Width: 0.8}
		shown := spread(tracks, faintConns)
		for _, t := range shown {
			if y := t.of(valueRate); y != nil {
				add(faint, t.x, y)
				faint.Of, faint.Name = []string{rate + " of each"}, ""
			}
		}
		if len(shown) < len(tracks) {
			note = fmt.Sprintf("%d of %d connections drawn", len(shown), len(tracks))
		}
	}
	if len(p.Series) > 0 {
		p.Range = fromZero(p.Series)
		panels[WhatRate] = &p
	}
	for _, row := range d.curveRows(r) {
		if row.value == valueArm {
			if shares := armShares(tracks); len(shares) > 0 {
				panels[shareLabel] = &plot.Panel{YLabel: shareLabel, Range: [2]float64{0, 1.05}, Series: shares}
			}
			continue
		}
		if b := bandOf(tracks, row.value); len(b.x) > 0 {
			p := row.panel
			p.Series = []plot.Series{
				{Name: "mean " + p.YLabel, X: b.x, Y: b.mean, Style: plot.Step, Color: plot.Color(1), Width: 2, Top: true},
				{Name: "lowest and highest", X: b.x, Y: b.low, Style: plot.Step, Color: plot.Color(7), Width: 0.8},
				{Of: []string{"lowest and highest"}, X: b.x, Y: b.high, Style: plot.Step, Color: plot.Color(7), Width: 0.8},
			}
			panels[row.name] = &p
		}
	}
	if len(panels) > 0 && slices.ContainsFunc(tracks, func(t track) bool { return t.Sending != nil }) {
		note = join(note, ofSending)
	}
	return note
}

// ofRun draws what is not of single connections: queues, pauses and what was moved.
func (d *Draw) ofRun(panels map[string]*plot.Panel, r *Run) (note string) {
	add := func(row, label string, series ...plot.Series) {
		panels[row] = &plot.Panel{YLabel: label, Series: series, Range: fromZero(series), Whole: row == WhatPause}
	}
	if d.wants(WhatQueue) && len(r.Queues) > 0 {
		var list []plot.Series
		for i, q := range r.Queues[:min(len(r.Queues), fewQueues)] {
			x, y := q.Rows.Points()
			list = append(list, plot.Series{Name: q.Name(), X: x, Y: y[0], Style: plot.Step, Color: plot.Color(i)})
		}
		if n := len(r.Queues); n > fewQueues {
			note = fmt.Sprintf("The %d longest of %d queues", fewQueues, n)
		}
		add(WhatQueue, "queue (KB)", list...)
	}
	if d.wants(WhatPause) && r.Pauses != nil && r.Pauses.Pauses > 0 {
		x, y := r.Pauses.Rows.Points()
		add(WhatPause, "paused", plot.Series{Name: "port classes paused by PFC", X: x, Y: y[0], Style: plot.Step, Color: plot.Color(3)})
	}
	c := d.curves(r)
	var moved []plot.Series
	label := goodputLabel
	if c.sent != nil {
		label = throughputLabel
		c.sent.Color, c.sent.Dash = plot.Color(1), plot.Dash(1)
		moved = append(moved, *c.sent)
	}
	if c.goodput != nil {
		c.goodput.Color = plot.Color(0)
		moved = append(moved, *c.goodput)
	}
	if len(moved) > 0 {
		add(WhatGoodput, label, moved...)
	}
	if c.jain != nil {
		c.jain.Color = plot.Color(2)
		add(WhatJain, jainLabel, *c.jain)
		panels[WhatJain].Range = [2]float64{0, 1.05}
	}
	return join(note, c.note)
}

// fromZero is a range from 0 to above the highest value.
func fromZero(series []plot.Series) [2]float64 {
	top := cmp.Or(highest(series), 1)
	return [2]float64{0, top * 1.05}
}

// armRange leaves half a step of room around the arms in use.
func armRange(series []plot.Series) [2]float64 {
	return [2]float64{-0.4, max(highest(series), 1) + 0.4}
}

func highest(series []plot.Series) (top float64) {
	for i := range series {
		for _, y := range series[i].Y {
			top = max(top, y)
		}
	}
	return top
}

// thinned says how much of rate logs is drawn, if it is not all.
func thinned(runs []*Run) string {
	rows, kept := 0, 0
	for _, r := range runs {
		for _, c := range r.Conns {
			x, _ := c.Rows.Points()
			rows, kept = rows+c.Rows.Len(), kept+len(x)
		}
	}
	if kept == rows {
		return ""
	}
	return fmt.Sprintf("Of %d rows of rates %d are drawn, all that are first, last, lowest or highest of their column", rows, kept)
}
