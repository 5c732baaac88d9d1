package views

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/reports/plot"
)

// Bins is the number of groups of messages by size, of equal counts, as the HPCC family's scripts make them; 0 groups
// by size in steps of 1, 2, 5, 10.
type Bins int

// MaxBins bounds the number of groups.
const MaxBins = 1000

// ParseBins reads "1-2-5" or a number of groups.
func ParseBins(s string) (Bins, error) {
	if s == "" || s == "1-2-5" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > MaxBins {
		return 0, fmt.Errorf("bins: %q is neither 1-2-5 nor a number of groups from 1 to %d", clean(s, 30), MaxBins)
	}
	return Bins(n), nil
}

// Bin is a group of messages by size. Percentiles are by nearest rank.
type Bin struct {
	// From and To are the smallest and the largest size in it, bytes.
	From  uint64 `json:"from_bytes"`
	To    uint64 `json:"to_bytes"`
	Count int    `json:"count"`
	// FCT are completion times, us.
	FCT Percentiles `json:"fct_us"`
	// Slowdown is over the ideal time.
	Slowdown Percentiles `json:"slowdown"`
}

// Percentiles are those of a distribution, with its mean and its ends.
type Percentiles struct {
	Mean float64 `json:"mean"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
	P99  float64 `json:"p99"`
	Max  float64 `json:"max"`
}

func percentiles(v []float64) Percentiles {
	n := len(v)
	if n == 0 {
		return Percentiles{}
	}
	slices.Sort(v)
	sum := collect.Sum(v, func(x float64) float64 { return x })
	return Percentiles{sum / float64(n), v[quantile.Percent(50, n)], v[quantile.Percent(95, n)], v[quantile.Percent(99, n)], v[n-1]}
}

// binOf sums messages up.
func binOf(list []Message) Bin {
	b := Bin{From: list[0].Bytes, To: list[len(list)-1].Bytes, Count: len(list)}
	fct, slow := make([]float64, len(list)), make([]float64, len(list))
	for i := range list {
		fct[i], slow[i] = float64(list[i].FCT)/1e6, list[i].Slowdown()
	}
	b.FCT, b.Slowdown = percentiles(fct), percentiles(slow)
	return b
}

// BySize groups the messages of a run by size; they are sorted by it.
func (r *Run) BySize(bins Bins) []Bin {
	var out []Bin
	list := r.Messages
	if bins > 0 {
		n := min(int(bins), len(list))
		for k := range n {
			out = append(out, binOf(list[k*len(list)/n:(k+1)*len(list)/n]))
		}
		return out
	}
	for len(list) > 0 {
		end := edge(list[0].Bytes)
		n := 1
		for n < len(list) && list[n].Bytes <= end {
			n++
		}
		out = append(out, binOf(list[:n]))
		list = list[n:]
	}
	return out
}

// edge is the least of 1, 2, 5, 10, 20 and so on that is not below v.
func edge(v uint64) uint64 {
	for power := uint64(1); ; power *= 10 {
		for _, m := range []uint64{1, 2, 5} {
			if m*power >= v {
				return m * power
			}
		}
		if power > math.MaxUint64/100 {
			return math.MaxUint64
		}
	}
}

// All sums all messages of a run up; ok is false if there are none.
func (r *Run) All() (b Bin, ok bool) {
	if len(r.Messages) == 0 {
		return Bin{}, false
	}
	return binOf(r.Messages), true
}

// cdfPoints is how many points of a distribution are kept.
const cdfPoints = 16384

// FCT draws the distribution of the completion times of each run: nil if there are none.
func (d *Draw) FCT(runs []*Run) *plot.Figure {
	if !d.wants(WhatFCT) {
		return nil
	}
	p := plot.Panel{YLabel: "CDF of messages", Range: [2]float64{0, 1.02}}
	for i, r := range runs {
		n := len(r.Messages)
		if n == 0 {
			continue
		}
		v := make([]float64, n)
		for k := range r.Messages {
			v[k] = float64(r.Messages[k].FCT) / 1e6
		}
		slices.Sort(v)
		// A curve that begins at 0 has its first step whole.
		x, y := []float64{v[0]}, []float64{0}
		for k, t := range v {
			if k+1 < n && v[k+1] == t {
				continue
			}
			x, y = append(x, t), append(y, float64(k+1)/float64(n))
		}
		x, y = plot.Downsample(x, y, cdfPoints, true)
		p.Series = append(p.Series, plot.Series{
			Name: fmt.Sprintf("%s (%s)", clean(r.Label, 60), plural.Of(n, "message")), X: x, Y: y, Style: plot.Step, Color: plot.Color(i), Dash: plot.Dash(i),
		})
	}
	if len(p.Series) == 0 {
		return nil
	}
	return &plot.Figure{Title: "Flow completion times", XLabel: "completion time (µs)", LogX: true, Height: 360, Panels: []plot.Panel{p}}
}
