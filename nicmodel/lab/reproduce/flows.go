package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/sweep"
)

// flowTable is table I or II: random flows on the fat-tree, by load.
type flowTable struct {
	name   string     // of its sweep
	Sizes  string     `toml:"sizes"`
	Figure string     `toml:"figure"` // the name of the paper's figure, if it has one
	Row    []paperRow `toml:"row"`    // an environment each
}

// paperRow is what the paper measured at a load: mean and 99th percentile FCT, us, DCQCN
// and Dolce-RC.
type paperRow struct {
	Mean [2]float64 `toml:"mean"`
	P99  [2]float64 `toml:"p99"`
}

// countOf returns changes for a number of flows, however long it takes.
func countOf(flows int) []string {
	return []string{fmt.Sprintf("workload[0].count=%d", flows), "workload[0].duration=1s"}
}

// noControl is the scheme of senders that do not react in the sweeps of the tables.
const noControl = sweep.Rival + 1

// studies are that of the table.
func (f *flowTable) studies(s *Setting) []*study {
	t := open(f.name, s.Seeds, append(countOf(s.Flows), "topology.preset="+s.FatTree)...)
	t.as = func(p experiment.Point) experiment.Point { p.Bin = s.Bin; return p }
	if !s.Others {
		t.Others = t.Others[:1]
	}
	return []*study{t}
}

func meanFCT(r *experiment.Result) float64 { return us(r.All.FCT.Mean) }
func p99FCT(r *experiment.Result) float64  { return us(r.All.FCT.P99) }

func (f *flowTable) report(s *Setting, r *Results, list []*study) *Section {
	t := list[0]
	sec := paper().section(f.name, s.Flows, s.FatTree)
	data := Table{Name: f.name, Header: strings.Fields("scheme load seed flows mean_us p50_us p99_us max_us slowdown_mean marks cnps pauses digest")}
	var numbers []comparison
	var control []string
	for env, row := range f.Row {
		for k := range t.All() {
			t.rows(&data, r, k, env, nil)
		}
		load := percent(t.value(env, "load"))
		for _, c := range []struct {
			what  string
			paper [2]float64
			of    func(*experiment.Result) float64
		}{{"mean FCT", row.Mean, meanFCT}, {"99th percentile", row.P99, p99FCT}} {
			one := comparison{what: c.what + " at " + load + " load", paper: c.paper, digits: 2}
			for k := range one.ours {
				one.ours[k] = r.collect(t.points(k, env), c.of)
			}
			if one.known() {
				numbers = append(numbers, one)
			}
		}
		none, dolce := r.Of(t.one(noControl, env)), r.Of(t.one(sweep.Rival, env))
		control = append(control, fmt.Sprintf("%s at %s load", fixed(meanFCT(none)/meanFCT(dolce), 2), load))
	}
	sec.Tables, sec.Data = []Table{compare("Dolce-RC", "us", numbers)}, []Table{data}
	sec.Verdict = append(verdict("Dolce-RC", numbers),
		"Senders that do not react at all, PFC alone protecting the switches, have a mean FCT of "+join(control)+" times Dolce-RC's (seed 1).")
	if f.Figure != "" {
		f.bySize(sec, t, r)
		f.draw(sec, s, t, r)
	}
	return sec
}

func percent(load string) string {
	var v float64
	if _, err := fmt.Sscan(load, &v); err != nil {
		return load
	}
	return fixed(100*v, 0) + " %"
}

// bySize compares flows by size: means over the seeds that have flows of the size.
func (f *flowTable) bySize(sec *Section, t *study, r *Results) {
	table := Table{Name: f.name + "-sizes", Header: strings.Fields("load size flows dcqcn_mean_us dcqcn_p99_us dolcerc_mean_us dolcerc_p99_us ratio_of_means")}
	var slower []string
	for env := range t.Environments {
		load, low := percent(t.value(env, "load")), uint64(0)
		for k, class := range r.Of(t.one(sweep.Baseline, env)).All.Sizes {
			var v [2][2]float64
			flows, seeds := 0, 0.0
			for i := range v {
				for _, p := range t.points(i, env) {
					size := &r.Of(p).All.Sizes[k]
					if size.Count == 0 {
						continue
					}
					v[i][0] += us(size.FCT.Mean)
					v[i][1] += us(size.FCT.P99)
					if i == 0 {
						flows += size.Count
						seeds++
					}
				}
			}
			name := fmt.Sprintf("up to %s", decimalBytes(class.UpTo))
			if class.UpTo == 0 {
				name = "above " + decimalBytes(low)
			}
			low = class.UpTo
			if seeds == 0 {
				continue
			}
			ratio := v[0][0] / v[1][0]
			if ratio < 1/1.005 {
				slower = append(slower, fmt.Sprintf("%s at %s load", name, load))
			}
			table.row(load, name, fmt.Sprint(flows), fixed(v[0][0]/seeds, 1), fixed(v[0][1]/seeds, 1), fixed(v[1][0]/seeds, 1), fixed(v[1][1]/seeds, 1), fixed(ratio, 2))
		}
	}
	sec.Data = append(sec.Data, table)
	if len(slower) > 0 {
		sec.Verdict = append(sec.Verdict, "Flows whose mean FCT is longer with Dolce-RC: "+join(slower)+".")
	}
}

// decimalBytes formats a size in powers of ten.
func decimalBytes(n uint64) string {
	if n >= 1_000_000 {
		return fmt.Sprintf("%d MB", n/1_000_000)
	}
	return fmt.Sprintf("%d KB", n/1000)
}

// cumulative returns the cumulative sums over the sum of all.
func cumulative(list []float64) []float64 {
	sums, sum := make([]float64, len(list)), 0.0
	for i, v := range list {
		sum += v
		sums[i] = sum
	}
	for i := range sums {
		sums[i] /= sum
	}
	return sums
}

// when returns the first index at which a list of growing shares reaches a share.
func when(shares []float64, share float64) int {
	i, _ := slices.BinarySearch(shares, share)
	return i
}

// draw makes the distribution of FCTs and the throughput over time, means over the seeds.
func (f *flowTable) draw(sec *Section, s *Setting, t *study, r *Results) {
	cdf := plot.Figure{Title: f.Sizes + ": flow completion times", XLabel: "FCT (µs)", YLabel: "flows (%)", LogX: true}
	rate := plot.Figure{Title: f.Sizes + ": aggregate throughput", XLabel: "time (ms)", YLabel: "rate (Gb/s)"}
	var order, early []string
	cdfData := Table{Name: f.name + "-fct", Header: []string{"scheme", "load", "percent", "fct_us"}}
	rateData := Table{Name: f.name + "-throughput", Header: []string{"scheme", "load", "time_ms", "gbps"}}
	for env := range t.Environments {
		load := t.value(env, "load")
		pc := plot.Panel{Title: percent(load) + " load"}
		pr := pc
		var dist [2][]float64
		var shares [2][]float64
		for k, x := range t.Schemes {
			q, bytes := make([]float64, 101), []float64{}
			for _, p := range t.points(k, env) {
				res := r.Of(p)
				for i, v := range res.All.Quantiles {
					q[i] += us(v) / float64(s.Seeds)
				}
				for i, v := range res.All.Bins.Bytes {
					if i == len(bytes) {
						bytes = append(bytes, 0)
					}
					bytes[i] += float64(v) / float64(s.Seeds)
				}
			}
			dist[k], shares[k] = q, cumulative(bytes)
			line := plot.Series{Name: x.Name, Dash: plot.Dash(k)}
			for i, v := range q {
				line.X, line.Y = append(line.X, v), append(line.Y, float64(i))
				cdfData.row(x.Name, load, fmt.Sprint(i), fixed(v, 3))
			}
			pc.Series = append(pc.Series, line)
			pr.Series = append(pr.Series, throughput(x.Name, bytes, s.Bin, plot.Step, func(at, gbps float64) {
				rateData.row(x.Name, load, fixed(at, 3), fixed(gbps, 3))
			}))
			pr.Series[k].Dash = plot.Dash(k)
		}
		sooner := 0
		for i := 1; i < 100; i++ {
			if dist[1][i] < dist[0][i] {
				sooner++
			}
		}
		order = append(order, fmt.Sprintf("in %d of 99 at %s load (median %s against DCQCN's %s us)", sooner, percent(load), fixed(dist[1][50], 1), fixed(dist[0][50], 1)))
		half, there := when(shares[0], 0.5), 1.0
		if half < len(shares[1]) {
			there = shares[1][half]
		}
		early = append(early, fmt.Sprintf("%s %% at %s load", fixed(100*there, 0), percent(load)))
		cdf.Panels, rate.Panels = append(cdf.Panels, pc), append(rate.Panels, pr)
	}
	sec.Verdict = append(sec.Verdict, "Of the percentiles of FCT from 1 to 99 Dolce-RC's is the smaller "+join(order)+".",
		"In the bin in which DCQCN has delivered half of all bytes, Dolce-RC has delivered "+join(early)+".")
	caption := "Distribution of FCTs, quantiles averaged over the seeds (the paper's " + f.Figure + " (a))"
	sec.Figures = append(sec.Figures, Figure{f.name + "-fct", caption + ".", cdf})
	caption = fmt.Sprintf("Payload delivered a second, in bins of %v, averaged over the seeds; the bytes of a flow that takes longer than a bin are spread evenly from its first packet to its delivery", s.Bin)
	caption += " (the paper's " + f.Figure + " (b))"
	sec.Figures = append(sec.Figures, Figure{f.name + "-throughput", caption + ".", rate})
	sec.Data = append(sec.Data, cdfData, rateData)
}
