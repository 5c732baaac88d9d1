package experiment

import (
	"fmt"
	"math"
	"slices"
)

// causes tries changes of an experiment, one at a time.
type causes struct {
	name    string
	changes []change
	// points are the runs of a change.
	points func(s *Setting, c *change) []Point
	report func(q *causes, s *Setting, r *Results) *Section
}

func (q *causes) experiment(title string) Experiment {
	return Experiment{Name: q.name, Title: title, Points: func(s *Setting) []Point {
		var list []Point
		for _, c := range q.tried(s) {
			list = append(list, q.points(s, &c)...)
		}
		return list
	}, Report: func(s *Setting, r *Results) (*Section, error) { return q.report(q, s, r), nil }}
}

// tried are the changes of a setting.
func (q *causes) tried(s *Setting) []change { return q.changes[:min(s.Causes, len(q.changes))] }

var (
	causes1 = causesOf(cacheFollower, "causes1", cacheFollower.Row, paper.Changes["flows"]).experiment("What table I depends on: one change at a time")
	causes2 = causesOf(dataMining, "causes2", dataMining.Row[:1], slices.DeleteFunc(slices.Clone(paper.Changes["flows"]), func(c change) bool { return !c.Long })).
		experiment("What table II depends on: one change at a time")
	causes5 = (&causes{"causes5", paper.Changes["alltoall"], allToAllCause, causes5Report}).experiment("What the latency of figure 5 depends on: one change at a time")
	causes8 = (&causes{"causes8", paper.Changes["dumbbell"], dumbbellCause, causes8Report}).experiment("What the completion times of figure 8 depend on: one change at a time")
)

// flowCause are the runs of a change of a study on the small fat-tree, for DCQCN or Dolce-RC.
func (f *flowStudy) flowCause(s *Setting, load string, c *change, dolce bool) []Point {
	x, more := dcqcnSimulated, c.DCQCN
	if dolce {
		x, more = dolceSimulated, c.Dolce
	}
	p := Point{Scenario: "fattree", Seed: 1, Partial: c.Partial}.with(
		"topology.preset=fattree64", "workload[0].distribution="+f.Distribution,
		"workload[0].load="+load,
	).with(countOf(min(s.Flows, flowsAt64))...).with(x.Set...).with(c.Both...).with(more...)
	list := s.seeds(p)
	return list[:min(len(list), s.CauseSeeds)]
}

// causesOf tries changes of a study at some loads.
func causesOf(f *flowStudy, name string, rows []studyRow, changes []change) *causes {
	points := func(s *Setting, c *change) (list []Point) {
		for _, row := range rows {
			list = append(append(list, f.flowCause(s, row.Load, c, false)...), f.flowCause(s, row.Load, c, true)...)
		}
		return list
	}
	return &causes{name, changes, points, func(q *causes, s *Setting, r *Results) *Section {
		return f.causesReport(q, rows, s, r)
	}}
}

// outcome is what a change gives at a load: mean and 99th percentile, DCQCN and Dolce-RC.
type outcome [2][2]float64

func (f *flowStudy) outcome(s *Setting, r *Results, load string, c *change) (v outcome) {
	for k, of := range []func(*Result) float64{meanFCT, p99FCT} {
		for j := range 2 {
			v[k][j] = r.collect(f.flowCause(s, load, c, j == 1), of).mean()
		}
	}
	return v
}

// distance is the largest factor between numbers and the paper's, at least 1.
func (v *outcome) distance(row *studyRow) float64 {
	d := 1.0
	for k, ref := range [][2]float64{row.Mean, row.P99} {
		for i := range ref {
			if ref[i] > 0 {
				factor := v[k][i] / ref[i]
				d = max(d, factor, 1/factor)
			}
		}
	}
	return d
}

func (f *flowStudy) causesReport(q *causes, rows []studyRow, s *Setting, r *Results) *Section {
	seeds := "seed 1"
	if n := min(s.Seeds, s.CauseSeeds); n > 1 {
		seeds = fmt.Sprintf("means of %d seeds", n)
	}
	sec := &Section{Name: q.name, Text: []string{fmt.Sprintf("%d %s flows on `fattree64`, %s: what the paper leaves open, varied for both algorithms or for one of them. The CSV file has the FCTs and the distance: "+
		"the largest factor between our numbers and the paper's.", min(s.Flows, flowsAt64), f.Sizes, seeds)}}
	data := Table{Name: q.name, Header: []string{"change", "load", "dcqcn_mean_us", "dolcerc_mean_us", "dcqcn_p99_us", "dolcerc_p99_us", "distance"}}
	var within, losers []string
	for _, c := range q.tried(s) {
		distance, lost := 1.0, false
		for _, row := range rows {
			v := f.outcome(s, r, row.Load, &c)
			far := v.distance(&row)
			distance = max(distance, far)
			lost = lost || v[0][0] < v[0][1]
			data.row(c.Name, row.Load, fixed(v[0][0], 3), fixed(v[0][1], 3), fixed(v[1][0], 3), fixed(v[1][1], 3), fixed(far, 2))
		}
		if distance <= 1.25 {
			within = append(within, c.Name)
		}
		if lost {
			losers = append(losers, c.Name)
		}
	}
	sec.Data = []Table{data}
	sec.Verdict = []string{
		fmt.Sprintf("All numbers are within a factor of 1.25 of the paper's in %d of %d settings%s.", len(within), len(q.tried(s)), listed(within)),
		fmt.Sprintf("The mean FCT of Dolce-RC is above DCQCN's at one load at least in %d%s.", len(losers), listed(losers)),
	}
	return sec
}

// listed writes the members of a list after a count of them.
func listed(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return ": " + join(list)
}

// finding is a sentence on the changes that share it.
type finding struct {
	text string
	list []string
}

// find adds the findings that have changes.
func (s *Section) find(findings ...finding) {
	for _, f := range findings {
		if len(f.list) > 0 {
			s.Verdict = append(s.Verdict, f.text+join(f.list)+".")
		}
	}
}

// allToAllCause are the runs of a change with fig5Schemes.
func allToAllCause(s *Setting, c *change) (list []Point) {
	ranks, how := s.Ranks[0], Pairwise
	if c.Ranks > 0 {
		ranks = c.Ranks
	}
	if c.Exchange != nil {
		how = *c.Exchange
	}
	for i, x := range fig5Schemes {
		p := allToAllPoint(s, ranks, fig5KeySize, how, x).with(c.Both...)
		list = append(list, p.with([][]string{nil, c.DCQCN, c.Dolce}[i]...))
	}
	return list
}

func causes5Report(q *causes, s *Setting, r *Results) *Section {
	sec := &Section{Name: q.name, Text: []string{fmt.Sprintf(
		"%d processes a host, messages of %s, seed 1, as in figure 5 but for one change. DCQCN's latency over that of senders that do not react tells what its reactions cost; "+
			"over Dolce-RC's it is the ratio. The paper's largest is %s. All are in the CSV file.", s.Ranks[0], bytesText(fig5KeySize), fixed(fig5KeyRatio, 2))}}
	data := Table{Name: q.name, Header: []string{"change", "scheme", "latency_us", "marks", "cnps", "pauses", "digest"}}
	base := 0.0
	var keep, less, most, near []string
	for k, c := range q.tried(s) {
		var at [3]float64
		for i, p := range q.points(s, &c) {
			res := r.Of(p)
			at[i] = latency(res)
			data.row(c.Name, fig5Schemes[i].Name, fixed(at[i], 3), fmt.Sprint(res.Marks), fmt.Sprint(res.CNPs), fmt.Sprint(res.Pauses), res.Digest)
		}
		cost, ratio := at[1]/at[0], at[1]/at[2]
		if math.Abs(ratio/fig5KeyRatio-1) <= 0.25 {
			near = append(near, c.Name)
		}
		named := fmt.Sprintf("%s (%s)", c.Name, fixed(cost, 2))
		switch {
		case k == 0:
			base = cost
		case cost < 1.1:
			keep = append(keep, named)
		case cost < 1+0.75*(base-1):
			less = append(less, named)
		case cost > 1+1.25*(base-1):
			most = append(most, named)
		}
	}
	sec.Data = []Table{data}
	sec.Verdict = []string{fmt.Sprintf("DCQCN takes %s times as long as senders that do not react.", fixed(base, 2))}
	sec.find(finding{"Any one of these alone takes that away, to 10 %: ", keep}, finding{"Its excess is at least a quarter smaller with: ", less},
		finding{"At least a quarter larger with: ", most}, finding{"The ratio is within 25 % of the paper's largest with: ", near})
	return sec
}

// dumbbellCause are the runs of a change with DCQCN and Dolce-RC+.
func dumbbellCause(_ *Setting, c *change) []Point {
	return []Point{
		fig8Point(dcqcnSimulated, !c.Kept).with(c.Both...).with(c.DCQCN...),
		fig8Point(dolcePlus, false).with(c.Both...).with(c.Dolce...),
	}
}

// causes8Measures are those of figure 8 that it turns on, and the time from posting.
var causes8Measures = []struct {
	what string
	of   func(*Result) float64
}{
	{"all complete, ms", func(r *Result) float64 { return last(r, 0, fig8All) }},
	{"throughput to 150 ms, Gb/s", goodput},
	{"MCT to 75 ms, us", func(r *Result) float64 { return meanBetween(r, 0, fig8Join) }},
	{"MCT from 75 to 150 ms, us", func(r *Result) float64 { return meanBetween(r, fig8Join, fig8Until) }},
	{"MCT of all messages, us", func(r *Result) float64 { return meanMCT(r, 0, fig8All) }},
	{"MCT of long flows, us", func(r *Result) float64 { return meanMCT(r, fig8Shorts, fig8All) }},
	{"MCT of short flows, us", func(r *Result) float64 { return meanMCT(r, 0, fig8Shorts) }},
	{"the same from posting, us", func(r *Result) float64 {
		return meanOver(r.Groups[:fig8Shorts], func(g *Group) uint64 { return g.FCT.Mean })
	}},
}

// Places in causes8Measures.
const (
	causes8Second = 3
	causes8All    = 4
)

func causes8Report(q *causes, s *Setting, r *Results) *Section {
	sec := &Section{Name: q.name, Text: []string{
		"The dumbbell of figure 8, seed 1. The CSV file has the completion times with DCQCN and Dolce-RC+.",
	}}
	data := Table{Name: q.name, Header: []string{"change", "measure", "dcqcn", "dolcercplus"}}
	var worse, better []string
	for k, c := range q.tried(s) {
		var res [2]*Result
		for i, p := range q.points(s, &c) {
			res[i] = r.Of(p)
		}
		var at [2][]float64
		for k, m := range causes8Measures {
			for i := range res {
				at[i] = append(at[i], m.of(res[i]))
			}
			data.row(c.Name, m.what, fixed(at[0][k], 3), fixed(at[1][k], 3))
		}
		data.row(c.Name, "PFC pauses", fmt.Sprint(res[0].Pauses), fmt.Sprint(res[1].Pauses))
		if k == 0 {
			sec.Verdict = append(sec.Verdict, fmt.Sprintf("Of DCQCN's messages %s %% are complete after 150 ms, when no short flow arrives any more, of Dolce-RC+'s %s %%: "+
				"the mean over all messages compares different times, those in the two spans the same.", fixed(100*late(res[0]), 0), fixed(100*late(res[1]), 0)))
		}
		if at[0][causes8Second] < at[1][causes8Second] {
			worse = append(worse, c.Name)
		}
		if at[0][causes8All] > at[1][causes8All] {
			better = append(better, c.Name)
		}
	}
	sec.find(finding{"Dolce-RC+'s MCT from 75 to 150 ms is above DCQCN's with: ", worse}, finding{"Its mean over all messages is below DCQCN's with: ", better})
	sec.Data = []Table{data}
	return sec
}
