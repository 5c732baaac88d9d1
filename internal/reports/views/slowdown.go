package views

import (
	"math"
	"slices"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/reports/plot"
)

// shades is how the parts of a bar are called and how strong their colour is, the highest
// first: the lower are drawn over the higher.
var shades = []struct {
	name   string
	of     func(*Percentiles) float64
	strong float64
}{
	{"99th percentile", func(p *Percentiles) float64 { return p.P99 }, 0.25},
	{"95th percentile", func(p *Percentiles) float64 { return p.P95 }, 0.45},
	{"median", func(p *Percentiles) float64 { return p.P50 }, 1},
}

// barsWide is the part of a group's place that its bars take.
const barsWide = 0.8

// Slowdowns draws percentiles of the slow-down by size, a bar for each run over each group of
// sizes: nil if there are no messages, and if all of each run make one group and the
// figure was not asked for by name.
func (d *Draw) Slowdowns(runs []*Run) *plot.Figure {
	if !d.wants(WhatSlowdown) {
		return nil
	}
	bins := make([][]Bin, len(runs))
	lowest, highest, fewest, most := math.Inf(1), 0.0, math.MaxInt, 0
	var shown []int // the runs that have messages
	for i, r := range runs {
		bins[i] = r.BySize(d.Bins)
		for k := range bins[i] {
			lowest = min(lowest, bins[i][k].Slowdown.P50)
			highest = max(highest, bins[i][k].Slowdown.P99)
			fewest = min(fewest, bins[i][k].Count)
		}
		if len(bins[i]) > 0 {
			shown = append(shown, i)
		}
		most = max(most, len(bins[i]))
	}
	// Messages of one size make no series of bars; the tables have their numbers.
	if len(shown) == 0 || most == 1 && len(d.What) == 0 {
		return nil
	}
	f := plot.Figure{Title: "Slow-down by size", XLabel: "messages of up to", Height: 380}
	f.Note = "Completion time over that in an empty network"
	if len(shown) > 1 {
		f.Note += ". Bars: full to the median, lighter to the 95th and 99th percentile; from left to right as named above"
	} else if len(runs) > 1 {
		f.Title += ", " + clean(runs[shown[0]].Label, 60)
	}
	if fewest < 100 {
		f.Note += ". The 99th percentile of fewer than 100 messages is their largest"
	}
	p := plot.Panel{YLabel: "FCT slow-down", LogY: lowest > 0 && highest > 20*lowest, Range: [2]float64{0, 1.05 * highest}}
	if p.LogY {
		p.Range = [2]float64{0.8 * lowest, 1.2 * highest}
	}
	var places [][]float64
	f.XNames, places = d.groups(bins)
	wide := barsWide / float64(len(shown))
	for k, i := range shown {
		for _, shade := range shades {
			s := plot.Series{Style: plot.Bars, Width: 0.92 * wide, Color: plot.WithOpacity(plot.Color(i), shade.strong)}
			switch {
			case len(shown) == 1:
				s.Name = shade.name
			case shade.strong == 1:
				s.Name = clean(runs[i].Label, 60)
			default:
				s.Of = []string{clean(runs[i].Label, 60)}
			}
			for j := range bins[i] {
				s.X = append(s.X, places[i][j]+wide*(float64(k)+0.5)-barsWide/2)
				s.Y = append(s.Y, shade.of(&bins[i][j].Slowdown))
			}
			p.Series = append(p.Series, s)
		}
	}
	f.Panels = []plot.Panel{p}
	return &f
}

// groups names the groups of sizes, and returns the place of each run's groups among them. Groups
// of steps are those that any run has; of groups of equal number, which may differ from run to
// run, the k-th stand together and have the name of the largest.
func (d *Draw) groups(bins [][]Bin) (names []string, places [][]float64) {
	var ends []uint64
	places = make([][]float64, len(bins))
	for i := range bins {
		for k := range bins[i] {
			if d.Bins == 0 {
				ends = append(ends, edge(bins[i][k].To))
			} else if k == len(ends) {
				ends = append(ends, bins[i][k].To)
			} else {
				ends[k] = max(ends[k], bins[i][k].To)
			}
		}
	}
	if d.Bins == 0 {
		slices.Sort(ends)
		ends = slices.Compact(ends)
	}
	for i := range bins {
		for k := range bins[i] {
			at := k
			if d.Bins == 0 {
				at, _ = slices.BinarySearch(ends, edge(bins[i][k].To))
			}
			places[i] = append(places[i], float64(at+1))
		}
	}
	names = append(names, collect.Of(ends, bytesize.Text)...)
	return names, places
}
