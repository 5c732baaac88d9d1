package views

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/reports/plot"
)

// What can be drawn.
const (
	WhatRate       = "rate"       // RC over time
	WhatTarget     = "target"     // RT over time
	WhatCNP        = "cnp"        // arrivals of notifications
	WhatAlpha      = "alpha"      // alpha over time
	WhatArm        = "arm"        // the arm in force over time
	WhatProbe      = "show"       // what else an algorithm shows over time, and its window
	WhatQueue      = "queue"      // queue lengths over time
	WhatPause      = "pause"      // paused port classes over time
	WhatThroughput = "throughput" // bytes on the wire over time
	WhatGoodput    = "goodput"    // payload delivered over time
	WhatJain       = "jain"       // Jain's index of fairness over time
	WhatFCT        = "fct"        // distribution of completion times
	WhatSlowdown   = "slowdown"   // percentiles of slow-downs by size
)

// DrawNames lists what can be drawn, in the order of the page.
func DrawNames() []string {
	return []string{WhatRate, WhatTarget, WhatCNP, WhatAlpha, WhatArm, WhatProbe, WhatQueue, WhatPause, WhatThroughput, WhatGoodput, WhatJain, WhatFCT, WhatSlowdown}
}

// Layout is how several runs stand on a page.
type Layout string

// The layouts.
const (
	// Columns puts the curves over time of each run into a column, under one time axis.
	Columns Layout = "columns"
	// Overlay draws those of all runs into the same panels: of several connections the
	// mean, of several queues the longest.
	Overlay Layout = "overlay"
)

// MaxColumns is how many runs stand side by side at most.
const MaxColumns = 6

// Draw is what to draw of runs, and how.
type Draw struct {
	// What lists what is drawn, of DrawNames and of the names of what algorithms show; none is all that
	// the runs have.
	What   []string
	Layout Layout // "" is Columns
	// OneAxis draws columns on one y axis, also where one fills less than half of it.
	OneAxis bool
	Title   string
	// From and To are the ends of the time axes, ms; To 0 is that of the data.
	From, To float64
	Bins     Bins
	// Width is that of the page, points; 0 is the default.
	Width float64
}

// Check refuses what cannot be drawn. Besides DrawNames, the names of what the algorithms of the runs show can be.
func (d *Draw) Check(runs []*Run) error {
	known := DrawNames()
	for _, r := range runs {
		for _, a := range r.Axes {
			if name := showName(a.Label); !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	for _, w := range d.What {
		if !slices.Contains(known, w) {
			return fmt.Errorf("what: %q is unknown%s; use %s", clean(w, 30), nearest.Hint(w, known), strings.Join(known, ", "))
		}
	}
	if d.Layout != "" && d.Layout != Columns && d.Layout != Overlay {
		return fmt.Errorf("layout: %q is unknown%s; use %s or %s", clean(string(d.Layout), 30), nearest.Hint(string(d.Layout), []string{string(Columns), string(Overlay)}), Columns, Overlay)
	}
	return nil
}

func (d *Draw) wants(what string) bool { return len(d.What) == 0 || slices.Contains(d.What, what) }

// Figures draws the runs: what they have over time, and then distributions. It is an
// error if they have nothing of what is wanted.
func (d *Draw) Figures(runs []*Run) ([]plot.Figure, error) {
	if err := d.Check(runs); err != nil {
		return nil, err
	}
	var list []plot.Figure
	over, err := d.Time(runs)
	if err != nil {
		return nil, err
	}
	for _, f := range []*plot.Figure{over, d.FCT(runs), d.Slowdowns(runs)} {
		if f != nil {
			f.Width = d.Width
			list = append(list, *f)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("what: the files have nothing of %s", strings.Join(d.What, ", "))
	}
	if d.Title != "" {
		list[0].Title = d.Title
	}
	return list, nil
}

// notes joins what the runs' files say of themselves.
func notes(runs []*Run) string {
	var list []string
	for _, r := range runs {
		list = collect.Union(list, r.Notes...)
	}
	return strings.Join(list, "; ")
}

// join puts two sentences of small print together.
func join(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return strings.TrimSuffix(a, ".") + ". " + b
}
