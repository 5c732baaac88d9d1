package experiment

import (
	"fmt"
	"slices"

	"smartnic-cc/internal/render/plot"
)

// flowStudy is table I or II: random flows on the fat-tree, by load.
type flowStudy struct {
	name         string
	Sizes        string     `toml:"sizes"`
	Distribution string     `toml:"distribution"`
	Figure       string     `toml:"figure"` // the name of the paper's figure, if it has one
	Row          []studyRow `toml:"row"`
}

// studyRow is a load with what the paper measured: mean and 99th percentile FCT, us, DCQCN
// and Dolce-RC.
type studyRow struct {
	Load string     `toml:"load"`
	Mean [2]float64 `toml:"mean"`
	P99  [2]float64 `toml:"p99"`
}

var table1 = Experiment{
	Name: "table1", Title: "Table I and figure 6: Cache Follower on the fat-tree",
	Points: cacheFollower.points, Report: cacheFollower.report,
}

var table2 = Experiment{
	Name: "table2", Title: "Table II: Data Mining on the fat-tree",
	Points: dataMining.points, Report: dataMining.report,
}

// countOf makes changes that let a number of flows begin, however long it takes.
func countOf(flows int) []string {
	return []string{fmt.Sprintf("workload[0].count=%d", flows), "workload[0].duration=1s"}
}

// point is a run of the study.
func (f *flowStudy) point(s *Setting, load string, x scheme) Point {
	p := Point{Scenario: "fattree", Seed: 1, Bin: s.Bin}
	return p.with(
		"topology.preset="+s.FatTree, "workload[0].distribution="+f.Distribution,
		"workload[0].load="+load,
	).with(countOf(s.Flows)...).with(x.Set...)
}

// runs are the schemes of the study, and whether all seeds run.
func (f *flowStudy) runs(s *Setting) (main, single []scheme) {
	main = []scheme{dcqcnSimulated, dolceSimulated}
	single = []scheme{noControl}
	if s.Others && f.Figure != "" {
		single = append(single, others()...)
	}
	return main, single
}

func (f *flowStudy) points(s *Setting) []Point {
	var list []Point
	main, single := f.runs(s)
	for _, row := range f.Row {
		for _, x := range main {
			list = append(list, s.seeds(f.point(s, row.Load, x))...)
		}
		for _, x := range single {
			list = append(list, f.point(s, row.Load, x))
		}
	}
	return list
}

func meanFCT(r *Result) float64 { return us(r.All.FCT.Mean) }
func p99FCT(r *Result) float64  { return us(r.All.FCT.P99) }

func (f *flowStudy) report(s *Setting, r *Results) (*Section, error) {
	sec := &Section{Name: f.name}
	sec.Text = []string{fmt.Sprintf("%d %s flows between random hosts of `%s`, a connection each, at 200 Gb/s with links of 1 us; all of them count. FCT is from posting to the last acknowledgement.",
		s.Flows, f.Sizes, s.FatTree)}
	var list []comparison
	data := Table{Name: f.name, Header: []string{"scheme", "load", "seed", "flows", "mean_us", "p50_us", "p99_us", "max_us", "slowdown_mean", "marks", "cnps", "pauses", "digest"}}
	main, single := f.runs(s)
	for _, row := range f.Row {
		c := [2]comparison{
			{what: "mean FCT at " + percent(row.Load) + " load", paper: row.Mean, digits: 2},
			{what: "99th percentile at " + percent(row.Load) + " load", paper: row.P99, digits: 2},
		}
		for i, x := range main {
			points := s.seeds(f.point(s, row.Load, x))
			for k, of := range []func(*Result) float64{meanFCT, p99FCT} {
				c[k].ours[i] = r.collect(points, of)
			}
			for _, p := range points {
				f.data(&data, r, x.Name, row.Load, p)
			}
		}
		for _, one := range c {
			if one.known() {
				list = append(list, one)
			}
		}
		for _, x := range single {
			f.data(&data, r, x.Name, row.Load, f.point(s, row.Load, x))
		}
	}
	sec.Tables = append(sec.Tables, compare("Dolce-RC", "us", list))
	sec.Data = append(sec.Data, data)
	f.others(sec, s, r)
	if f.Figure != "" {
		f.bySize(sec, s, r)
		f.draw(sec, s, r)
	}
	sec.Verdict = append(verdict("Dolce-RC", list), sec.Verdict...)
	return sec, nil
}

// data adds a run to the CSV.
func (f *flowStudy) data(t *Table, r *Results, name, load string, p Point) {
	res := r.Of(p)
	g := &res.All
	t.row(name, load, fmt.Sprint(p.Seed), fmt.Sprint(g.Completed), fixed(us(g.FCT.Mean), 3), fixed(us(g.FCT.P50), 3), fixed(us(g.FCT.P99), 3),
		fixed(us(g.FCT.Max), 3), fixed(float64(g.Slowdown.Mean)/1000, 3), fmt.Sprint(res.Marks), fmt.Sprint(res.CNPs), fmt.Sprint(res.Pauses), res.Digest)
}

func percent(load string) string {
	var v float64
	if _, err := fmt.Sscan(load, &v); err != nil {
		return load
	}
	return fixed(100*v, 0) + " %"
}

// bySize compares flows of like size: means over the seeds of those that have flows of the size.
func (f *flowStudy) bySize(sec *Section, s *Setting, r *Results) {
	t := Table{Name: f.name + "-sizes", Header: []string{"load", "size", "flows", "dcqcn_mean_us", "dcqcn_p99_us", "dolcerc_mean_us", "dolcerc_p99_us", "ratio_of_means"}}
	var slower []string
	for _, row := range f.Row {
		low := uint64(0)
		for k, limit := range sizeLimits {
			var v [2][2]float64
			flows, seeds := 0, 0.0
			for i, x := range []scheme{dcqcnSimulated, dolceSimulated} {
				for _, p := range s.seeds(f.point(s, row.Load, x)) {
					res := r.Of(p)
					size := &res.All.Sizes[k]
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
			name := fmt.Sprintf("up to %s", decimalBytes(limit))
			if limit == 0 {
				name = "above " + decimalBytes(low)
			}
			low = limit
			if seeds == 0 {
				continue
			}
			ratio := v[0][0] / v[1][0]
			if ratio < 1/1.005 {
				slower = append(slower, fmt.Sprintf("%s at %s load", name, percent(row.Load)))
			}
			t.row(percent(row.Load), name, fmt.Sprint(flows), fixed(v[0][0]/seeds, 1), fixed(v[0][1]/seeds, 1), fixed(v[1][0]/seeds, 1), fixed(v[1][1]/seeds, 1), fixed(ratio, 2))
		}
	}
	sec.Data = append(sec.Data, t)
	if len(slower) > 0 {
		sec.Verdict = append(sec.Verdict, "Flows whose mean FCT is longer with Dolce-RC: "+join(slower)+".")
	}
}

// decimalBytes writes a size in powers of ten.
func decimalBytes(n uint64) string {
	if n >= 1_000_000 {
		return fmt.Sprintf("%d MB", n/1_000_000)
	}
	return fmt.Sprintf("%d KB", n/1000)
}

// others compares Dolce-RC with senders that do not react; the data has more.
func (f *flowStudy) others(sec *Section, s *Setting, r *Results) {
	var control []string
	for _, row := range f.Row {
		dolce := r.Of(f.point(s, row.Load, dolceSimulated))
		none := r.Of(f.point(s, row.Load, noControl))
		control = append(control, fmt.Sprintf("%s at %s load", fixed(meanFCT(none)/meanFCT(dolce), 2), percent(row.Load)))
	}
	sec.Verdict = append(sec.Verdict, "Senders that do not react at all, PFC alone protecting the switches, have a mean FCT of "+join(control)+" times Dolce-RC's (seed 1).")
}

// cumulative makes sums of the first elements, each over the sum of all.
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

// when is the first place at which a list of growing shares reaches one.
func when(shares []float64, share float64) int {
	i, _ := slices.BinarySearch(shares, share)
	return i
}

// draw makes the distribution of FCTs and the throughput over time, means over the seeds.
func (f *flowStudy) draw(sec *Section, s *Setting, r *Results) {
	cdf := plot.Figure{Title: f.Sizes + ": flow completion times", XLabel: "FCT (µs)", YLabel: "flows (%)", LogX: true}
	rate := plot.Figure{Title: f.Sizes + ": aggregate throughput", XLabel: "time (ms)", YLabel: "rate (Gb/s)"}
	var order, early []string
	cdfData := Table{Name: f.name + "-fct", Header: []string{"scheme", "load", "percent", "fct_us"}}
	rateData := Table{Name: f.name + "-throughput", Header: []string{"scheme", "load", "time_ms", "gbps"}}
	main, _ := f.runs(s)
	for _, row := range f.Row {
		pc := plot.Panel{Title: percent(row.Load) + " load"}
		pr := pc
		var dist [2][]float64
		var shares [2][]float64
		for k, x := range main {
			q, bytes := make([]float64, 101), []float64{}
			for _, p := range s.seeds(f.point(s, row.Load, x)) {
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
				cdfData.row(x.Name, row.Load, fmt.Sprint(i), fixed(v, 3))
			}
			pc.Series = append(pc.Series, line)
			pr.Series = append(pr.Series, throughput(x.Name, bytes, s.Bin, plot.Step, func(at, gbps float64) {
				rateData.row(x.Name, row.Load, fixed(at, 3), fixed(gbps, 3))
			}))
			pr.Series[k].Dash = plot.Dash(k)
		}
		sooner := 0
		for i := 1; i < 100; i++ {
			if dist[1][i] < dist[0][i] {
				sooner++
			}
		}
		order = append(order, fmt.Sprintf("in %d of 99 at %s load (median %s against DCQCN's %s us)", sooner, percent(row.Load), fixed(dist[1][50], 1), fixed(dist[0][50], 1)))
		half, there := when(shares[0], 0.5), 1.0
		if half < len(shares[1]) {
			there = shares[1][half]
		}
		early = append(early, fmt.Sprintf("%s %% at %s load", fixed(100*there, 0), percent(row.Load)))
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
