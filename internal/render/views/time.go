package views

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"smartnic-cc/internal/render/figures"
	"smartnic-cc/internal/render/plot"
	"smartnic-cc/internal/text/plural"
)

// Rows of the figure over time. arm and share do not mix: one is a number, the other a part
// of 1. Between share and queue there is a row for each axis of what else algorithms show, called
// by its label.
const (
	rowRate    = "rate"
	rowAlpha   = "alpha"
	rowArm     = "arm"
	rowShare   = "share"
	rowQueue   = "queue"
	rowPause   = "pause"
	rowGoodput = "goodput"
	rowJain    = "jain"
)

// panels are the panels of a run by their rows.
type panels map[string]*plot.Panel

// fewQueues is how many queues are drawn, the longest.
const fewQueues = 8

var rowShares = map[string]float64{rowRate: 1.6, rowAlpha: 0.7, rowArm: 0.6, rowShare: 0.7, rowQueue: 0.9, rowPause: 0.6, rowGoodput: 0.9, rowJain: 0.7}

// rowEmpty is what stands in the place of a panel that a run has nothing for.
var rowEmpty = map[string]string{rowRate: "no rates recorded", rowAlpha: "no alpha", rowArm: "no arms", rowShare: "no arms",
	rowQueue: "no queues recorded", rowPause: "no pauses", rowGoodput: "no messages", rowJain: "no messages"}

// rowsOf lists the rows of the runs in the order of the page.
func rowsOf(runs []*Run) []string {
	rows := []string{rowRate, rowAlpha, rowArm, rowShare}
	for _, r := range runs {
		for _, a := range r.Axes {
			if row := moreRow(a.Label); !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
		}
	}
	return append(rows, rowQueue, rowPause, rowGoodput, rowJain)
}

// moreRow is the row of an axis of Run.Axes.
func moreRow(label string) string { return "show " + label }

// shareOf is the height of a row.
func shareOf(row string) float64 {
	if share, ok := rowShares[row]; ok {
		return share
	}
	return rowShares[rowAlpha]
}

// emptyOf is what stands in the place of a panel of a row that a run has nothing for.
func emptyOf(row string) string {
	if text, ok := rowEmpty[row]; ok {
		return text
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(row, moreRow("")), " (")
	return "no " + name
}

// Time draws what the runs have over time: nil if nothing.
func (d *Draw) Time(runs []*Run) (*plot.Figure, error) {
	if d.Layout == Overlay && len(runs) > 1 {
		return d.overlay(runs)
	}
	var shown []*Run
	for _, r := range runs {
		if len(r.Conns) > 0 || len(r.Queues) > 0 || r.Pauses != nil || r.moved != nil || len(r.Messages) > 0 && (d.wants(WhatGoodput) || d.wants(WhatJain)) {
			shown = append(shown, r)
		}
	}
	if len(shown) == 0 {
		return nil, nil
	}
	if len(shown) > MaxColumns {
		return nil, fmt.Errorf("layout: %d runs do not stand side by side, at most %d do; draw fewer, or use --layout overlay", len(shown), MaxColumns)
	}
	f := plot.Figure{XLabel: "time (ms)", Columns: len(shown), Note: notes(shown)}
	means := false
	for _, r := range shown {
		means = means || len(r.Conns) > figures.FewConns
	}
	// A connection has one colour in all columns, whatever its place in a log.
	colors := map[string]int{}
	for _, r := range shown {
		for _, c := range r.Conns {
			if _, ok := colors[c.Name]; !ok {
				colors[c.Name] = len(colors)
			}
		}
	}
	columns := make([]panels, len(shown))
	for i, r := range shown {
		columns[i] = panels{}
		note, err := d.column(columns[i], r, means, colors)
		if err != nil {
			return nil, err
		}
		if note != "" {
			if len(shown) > 1 {
				note = r.Label + ": " + note
			}
			f.Note = join(f.Note, note)
		}
	}
	for _, row := range rowsOf(shown) {
		any := false
		for i := range columns {
			any = any || columns[i][row] != nil
		}
		if !any {
			continue
		}
		first := len(f.Panels) == 0
		label := ""
		for i := range columns {
			p := columns[i][row]
			if p == nil {
				p = &plot.Panel{Empty: emptyOf(row)}
			}
			p.Share = shareOf(row)
			p.Whole = p.Whole || row == rowArm || row == rowPause
			if p.YLabel != "" {
				label = p.YLabel
			}
			if first && len(shown) > 1 {
				p.Title = clean(shown[i].Label, 60)
			}
			f.Panels = append(f.Panels, *p)
		}
		f.Panels[len(f.Panels)-len(columns)].YLabel = label
	}
	if len(f.Panels) == 0 {
		return nil, nil
	}
	f.Title = timeTitle(shown)
	f.Note = join(f.Note, d.thinned(shown))
	d.timeAxis(&f)
	return &f, nil
}

func timeTitle(runs []*Run) string {
	switch {
	case len(runs) > 1:
		return "Over time"
	case len(runs[0].Conns) == 1:
		return runs[0].Label + ": " + runs[0].Conns[0].Name
	case len(runs[0].Conns) > 1:
		return fmt.Sprintf("%s: %s", clean(runs[0].Label, 60), plural.Of(len(runs[0].Conns), "connection"))
	}
	return clean(runs[0].Label, 60) + " over time"
}

// timeAxis sets the ends of the time axis: a log that begins soon after 0 is drawn from
// there on.
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

// page is a run's rate log as package figures takes it.
func (d *Draw) page(r *Run) figures.RatesPage {
	p := figures.RatesPage{Conns: make([]figures.ConnSeries, len(r.Conns)), Rate: r.RateName()}
	var wanted []int // index in p.More by axis, -1 if it is not
	for _, a := range r.Axes {
		at := -1
		if d.wantsShow(a.Label) {
			at = len(p.More)
			p.More = append(p.More, a)
		}
		wanted = append(wanted, at)
	}
	for i, c := range r.Conns {
		x, y := c.Rows.Points()
		s := figures.ConnSeries{Name: clean(c.Name, maxName), Time: x, Sending: c.Sending}
		if c.HasRate {
			s.RC = y[chanRC]
		}
		if d.wants(WhatTarget) && c.HasTarget {
			s.RT = y[chanRT]
		}
		if d.wants(WhatAlpha) && c.HasAlpha {
			s.Alpha = y[chanAlpha]
		}
		if d.wants(WhatArm) && c.HasArm {
			s.Arm = make([]int, len(x))
			for k, a := range y[chanArm] {
				s.Arm[k] = int(a)
			}
		}
		if d.wants(WhatCNP) {
			s.CNP, _ = c.CNP.Points()
		}
		s.More = make([]figures.Line, len(p.More))
		for g, t := range c.More {
			x, y := t.Points()
			for k := range y {
				if at := wanted[c.axes[g*group+k]]; at >= 0 {
					s.More[at] = figures.Line{X: x, Y: y[k]}
				}
			}
		}
		p.Conns[i] = s
	}
	return p
}

// wantsShow reports whether an axis of what algorithms show is drawn.
func (d *Draw) wantsShow(label string) bool {
	return d.wants(WhatShow) || slices.Contains(d.What, showName(label))
}

// showName is the name of an axis without its unit.
func showName(label string) string {
	name, _, _ := strings.Cut(label, " (")
	return name
}

// column makes the panels of one run.
func (d *Draw) column(rows panels, r *Run, means bool, colors map[string]int) (note string, err error) {
	rate, target, cnp := d.wants(WhatRate), d.wants(WhatTarget), d.wants(WhatCNP)
	page := d.page(r)
	if len(r.Conns) > 0 && (rate || target || cnp || d.wants(WhatAlpha) || d.wants(WhatArm) || len(page.More) > 0) {
		page.Means = means
		f, err := page.Figure()
		if err != nil {
			return "", err
		}
		note = f.Note
		if !means && len(r.Conns) > 1 {
			recolour(&f, r.Conns, colors)
		}
		for i := range f.Panels {
			p := &f.Panels[i]
			switch p.YLabel {
			case "alpha":
				rows[rowAlpha] = p
			case "arm":
				rows[rowArm] = p
			case "share on arm":
				rows[rowShare] = p
			case figures.RateLabel:
				rows[rowRate] = p
			default:
				rows[moreRow(p.YLabel)] = p
			}
		}
		if rows[rowRate] = ratePanel(rows[rowRate], page.Conns, rate, target, cnp); rows[rowRate] == nil && !means {
			nameFirst(rows, &page, rowsOf([]*Run{r}))
		}
	}
	if d.wants(WhatQueue) && len(r.Queues) > 0 {
		p := &plot.Panel{YLabel: "queue (KB)"}
		for i, q := range r.Queues[:min(len(r.Queues), fewQueues)] {
			x, y := q.Rows.Points()
			p.Series = append(p.Series, plot.Series{Name: q.Name(), X: x, Y: y[0], Style: plot.Step, Color: plot.Color(i)})
		}
		if n := len(r.Queues); n > fewQueues {
			note = join(note, fmt.Sprintf("The %d longest of %d queues", fewQueues, n))
		}
		p.Range = fromZero(p.Series)
		rows[rowQueue] = p
	}
	if d.wants(WhatPause) && r.Pauses != nil && r.Pauses.Pauses > 0 {
		x, y := r.Pauses.Rows.Points()
		p := &plot.Panel{YLabel: "paused"}
		p.Series = append(p.Series, plot.Series{Name: "port classes paused by PFC", X: x, Y: y[0], Style: plot.Step, Color: plot.Color(3)})
		p.Range = fromZero(p.Series)
		rows[rowPause] = p
	}
	c := d.curves(r)
	note = join(note, c.note)
	if c.sent != nil || c.goodput != nil {
		p := &plot.Panel{YLabel: goodputLabel}
		if c.sent != nil {
			p.YLabel = throughputLabel
			c.sent.Color, c.sent.Dash = plot.Color(1), plot.Dash(1)
			p.Series = append(p.Series, *c.sent)
		}
		if c.goodput != nil {
			c.goodput.Color = plot.Color(0)
			p.Series = append(p.Series, *c.goodput)
		}
		p.Range = fromZero(p.Series)
		rows[rowGoodput] = p
	}
	if c.jain != nil {
		c.jain.Color = plot.Color(2)
		rows[rowJain] = &plot.Panel{YLabel: jainLabel, Series: []plot.Series{*c.jain}, Range: [2]float64{0, 1.05}}
	}
	return note, nil
}

// How the panels of throughput, goodput and fairness are called.
const (
	throughputLabel = "throughput (Gb/s)"
	goodputLabel    = "goodput (Gb/s)"
	jainLabel       = "Jain's index"
)

// recolour gives the curves of each connection, which have the colours of their places in the
// log, the colours of their names.
func recolour(f *plot.Figure, conns []*Conn, colors map[string]int) {
	for i := range f.Panels {
		for j := range f.Panels[i].Series {
			s := &f.Panels[i].Series[j]
			if s.Color == nil {
				continue
			}
			own := color.NRGBAModel.Convert(s.Color).(color.NRGBA)
			for k, c := range conns {
				place := color.NRGBAModel.Convert(plot.Color(k)).(color.NRGBA)
				if place.R == own.R && place.G == own.G && place.B == own.B {
					s.Color = plot.Faded(plot.Color(colors[c.Name]), float64(own.A)/255)
					break
				}
			}
		}
	}
}

// namedRows is how many rows a legend has at most: one for each connection of those that are
// drawn one by one, whose names may be as long as two addresses of IPv6, RT and CNPs.
const namedRows = 10

// fromZero is a range from 0 to above the highest value.
func fromZero(series []plot.Series) [2]float64 {
	top := 0.0
	for i := range series {
		for _, y := range series[i].Y {
			top = max(top, y)
		}
	}
	if top == 0 {
		top = 1
	}
	return [2]float64{0, top * 1.05}
}

// ratePanel leaves in a panel what of RC, RT and CNPs is wanted; nil if nothing is left.
func ratePanel(p *plot.Panel, conns []figures.ConnSeries, rate, target, cnp bool) *plot.Panel {
	if p == nil {
		return nil
	}
	kept := p.Series[:0]
	conn := 0
	for _, s := range p.Series {
		switch s.Style {
		case plot.Step:
			if rate {
				kept = append(kept, s)
			}
		case plot.StepDashed:
			if target && !rate && len(conns) > 1 && !strings.HasPrefix(s.Name, "mean") && conn < len(conns) {
				s.Name = conns[conn].Name
				conn++
			}
			if target {
				kept = append(kept, s)
			}
		default:
			if cnp {
				kept = append(kept, s)
			}
		}
	}
	p.Series = kept
	points := 0
	for i := range kept {
		points += len(kept[i].X)
	}
	if points == 0 {
		return nil
	}
	if !rate {
		p.Range = fromZero(kept)
	}
	return p
}

// nameFirst names the curves of the first panel, as the panel of rates would have.
func nameFirst(rows panels, page *figures.RatesPage, order []string) {
	for _, row := range order {
		p := rows[row]
		if p == nil {
			continue
		}
		k := slices.IndexFunc(page.More, func(a figures.Axis) bool { return moreRow(a.Label) == row })
		at := 0
		for i := range page.Conns {
			c := &page.Conns[i]
			if (row == rowAlpha && len(c.Alpha) > 0 || row == rowArm && len(c.Arm) > 0 || k >= 0 && len(c.More[k].X) > 0) && at < len(p.Series) {
				p.Series[at].Name = c.Name
				at++
			}
		}
		return
	}
}

// overlay draws all runs into the same panels, each in its colour and dashes.
func (d *Draw) overlay(runs []*Run) (*plot.Figure, error) {
	f := plot.Figure{Title: "Over time", XLabel: "time (ms)", Note: notes(runs)}
	rows := panels{
		rowRate: {YLabel: figures.RateLabel}, rowAlpha: {YLabel: "alpha"}, rowArm: {YLabel: "arm"}, rowQueue: {YLabel: "longest queue (KB)"},
		rowPause: {YLabel: "paused"}, rowGoodput: {YLabel: goodputLabel}, rowJain: {YLabel: jainLabel},
	}
	for _, r := range runs {
		for _, a := range r.Axes {
			rows[moreRow(a.Label)] = &plot.Panel{YLabel: a.Label, Whole: a.Whole}
		}
	}
	several, known, whole, topArm := false, false, false, 1.0
	targets, sent := -1, -1 // the indices of the last RT and the last throughput
	for i, r := range runs {
		own := plot.Color(i)
		name := clean(r.Label, 60)
		add := func(row string, s plot.Series) {
			if len(s.X) == 0 {
				return
			}
			if s.Color == nil {
				s.Color = own
			}
			if s.Dash == 0 {
				s.Dash = plot.Dash(i)
			}
			rows[row].Series = append(rows[row].Series, s)
		}
		if len(r.Conns) > 0 {
			page := d.page(r)
			several = several || len(r.Conns) > 1
			known = known || len(r.Conns) > 1 && r.Conns[0].Sending != nil
			rc, rt, alpha := page.Bands()
			if len(r.Conns) == 1 {
				c := &page.Conns[0]
				rc, rt, alpha = figures.Band{}, figures.Band{}, figures.Band{}
				if c.RC != nil {
					rc = figures.Band{X: c.Time, Mean: c.RC}
				}
				if c.RT != nil {
					rt = figures.Band{X: c.Time, Mean: c.RT}
				}
				if c.Alpha != nil {
					alpha = figures.Band{X: c.Time, Mean: c.Alpha}
				}
				if c.Arm != nil {
					_, y := r.Conns[0].Rows.Points()
					add(rowArm, plot.Series{Name: name, X: c.Time, Y: y[chanArm], Style: plot.Step})
					for _, a := range y[chanArm] {
						topArm = max(topArm, a)
					}
				}
			}
			band := func(row string, b *figures.Band, style plot.Style) {
				faint := plot.Faded(own, 0.3)
				if len(r.Conns) > 1 && style == plot.Step {
					add(row, plot.Series{X: b.X, Y: b.Low, Style: plot.Step, Color: faint, Width: 0.7})
					add(row, plot.Series{X: b.X, Y: b.High, Style: plot.Step, Color: faint, Width: 0.7})
				}
				s := plot.Series{Name: name, X: b.X, Y: b.Mean, Style: style, Top: true}
				if style != plot.Step {
					s.Width, s.Name, s.Top, s.Color, s.Dash = 1, "", false, plot.Faded(own, 0.55), plot.Dots
					if !d.wants(WhatRate) {
						s.Name = name
					}
					targets = len(rows[row].Series)
				}
				add(row, s)
			}
			if d.wants(WhatRate) {
				band(rowRate, &rc, plot.Step)
			}
			if d.wants(WhatTarget) && len(rt.X) > 0 {
				band(rowRate, &rt, plot.StepDashed)
			}
			band(rowAlpha, &alpha, plot.Step)
			for k, a := range page.More {
				b := page.MoreBand(k)
				if len(r.Conns) == 1 {
					b = figures.Band{X: page.Conns[0].More[k].X, Mean: page.Conns[0].More[k].Y}
				}
				band(moreRow(a.Label), &b, plot.Step)
			}
		}
		if d.wants(WhatQueue) && len(r.Queues) > 0 {
			x, y := r.Deepest.Points()
			add(rowQueue, plot.Series{Name: name, X: x, Y: y[0], Style: plot.Step})
		}
		if d.wants(WhatPause) && r.Pauses != nil && r.Pauses.Pauses > 0 {
			x, y := r.Pauses.Rows.Points()
			add(rowPause, plot.Series{Name: name, X: x, Y: y[0], Style: plot.Step})
		}
		c := d.curves(r)
		if c.sent != nil {
			c.sent.Name = name
			rows[rowGoodput].YLabel = throughputLabel
			if c.goodput != nil {
				c.sent.Name, c.sent.Width, c.sent.Color, c.sent.Dash = "", 1, plot.Faded(own, 0.7), plot.Dots
			}
		}
		if c.goodput != nil {
			c.goodput.Name = name
			add(rowGoodput, *c.goodput)
		}
		if c.sent != nil {
			if c.goodput != nil {
				sent = len(rows[rowGoodput].Series)
			}
			add(rowGoodput, *c.sent)
		}
		if c.jain != nil {
			c.jain.Name = name
			add(rowJain, *c.jain)
			whole = whole || c.whole
		}
		if c.note != "" && !strings.Contains(f.Note, c.note) {
			f.Note = join(f.Note, c.note)
		}
	}
	if targets >= 0 && d.wants(WhatRate) {
		rows[rowRate].Series[targets].Name = "RT (dotted, in the same colours)" // behind the runs
	}
	if sent >= 0 {
		rows[rowGoodput].Series[sent].Name = "throughput: sent, with headers (dotted, in the same colours)"
	}
	for _, row := range rowsOf(runs) {
		p := rows[row]
		if p == nil || len(p.Series) == 0 {
			continue
		}
		p.Share = shareOf(row)
		p.Whole = p.Whole || row == rowArm || row == rowPause
		switch row {
		case rowAlpha, rowJain:
			p.Range = [2]float64{0, 1.05}
		case rowArm:
			p.Range = [2]float64{-0.4, topArm + 0.4}
		case rowRate, rowQueue, rowPause, rowGoodput:
			p.Range = fromZero(p.Series)
		}
		f.Panels = append(f.Panels, *p)
	}
	if len(f.Panels) == 0 {
		return nil, nil
	}
	if several {
		f.Note = join(f.Note, "Of several connections the mean, with the lowest and the highest in faint lines")
		if known {
			f.Note = join(f.Note, figures.OfSending)
		}
	}
	if whole {
		f.Note = join(f.Note, "Jain's index is of connections with a message under way all through a step")
	}
	f.Note = join(f.Note, d.thinned(runs))
	d.timeAxis(&f)
	return &f, nil
}

// thinned says how much of rate logs is drawn, if it is not all.
func (d *Draw) thinned(runs []*Run) string {
	rows, kept, added := 0, 0, 0
	for _, r := range runs {
		for _, c := range r.Conns {
			x, _ := c.Rows.Points()
			rows, kept = rows+c.Count, kept+len(x)
			added += c.Rows.Len() - c.Count // what holds at the ends of the time looked at
		}
	}
	if kept == rows+added {
		return ""
	}
	return fmt.Sprintf("Of %d rows of rates %d are drawn, all that are first, last, lowest or highest of their column", rows, kept)
}
