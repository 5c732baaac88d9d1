package reproduce

import (
	"fmt"
	"math"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/sweep"
)

// changed returns the studies of a sweep of changes of the table, on the small fat-tree.
func (f *flowTable) changed(name string) func(*Setting) []*study {
	return func(s *Setting) []*study {
		t := open(name, min(s.Seeds, s.CauseSeeds), countOf(min(s.Flows, flowsAt64))...)
		t.Name = name
		return []*study{t.first(s.Causes)}
	}
}

// outcome is the result of a change at a load: mean and 99th percentile, DCQCN and Dolce-RC.
type outcome [2][2]float64

func (t *study) outcome(r *Results, env int) (v outcome) {
	for i, of := range []func(*experiment.Result) float64{meanFCT, p99FCT} {
		for k := range t.Schemes {
			v[i][k] = r.collect(t.points(k, env), of).mean()
		}
	}
	return v
}

// distance is the largest factor between numbers and the paper's, at least 1.
func (v *outcome) distance(row *paperRow) float64 {
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

func (f *flowTable) causes(s *Setting, r *Results, list []*study) *Section {
	t := list[0]
	seeds := "seed 1"
	if n := len(t.Seeds); n > 1 {
		seeds = fmt.Sprintf("means of %d seeds", n)
	}
	sec := paper().section(t.Name, min(s.Flows, flowsAt64), seeds)
	data := Table{Name: t.Name, Header: strings.Fields("change load dcqcn_mean_us dolcerc_mean_us dcqcn_p99_us dolcerc_p99_us distance")}
	var within, losers []string
	changes := t.changes()
	for _, change := range changes {
		distance, lost := 1.0, false
		for i, env := range t.of(change) {
			v := t.outcome(r, env)
			far := v.distance(&f.Row[i])
			distance = max(distance, far)
			lost = lost || v[0][0] < v[0][1]
			data.row(change, t.value(env, "load"), fixed(v[0][0], 3), fixed(v[0][1], 3), fixed(v[1][0], 3), fixed(v[1][1], 3), fixed(far, 2))
		}
		if distance <= 1.25 {
			within = append(within, change)
		}
		if lost {
			losers = append(losers, change)
		}
	}
	sec.Data = []Table{data}
	sec.Verdict = []string{
		fmt.Sprintf("All numbers are within a factor of 1.25 of the paper's in %d of %d settings%s.", len(within), len(changes), listed(within)),
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

// find adds the findings with changes.
func (s *Section) find(findings ...finding) {
	s.Verdict = append(s.Verdict, collect.Pick(findings, func(f finding) (string, bool) { return f.text + join(f.list) + ".", len(f.list) > 0 })...)
}

// causes5Study are the changes of figure 5.
func causes5Study(s *Setting) []*study {
	t := open("causes5", 1, fmt.Sprintf("%s=%d", ranksKey, s.Ranks[0])).first(s.Causes)
	t.as = s.iterations
	return []*study{t}
}

func causes5Report(s *Setting, r *Results, list []*study) *Section {
	t := list[0]
	sec := paper().section("causes5", s.Ranks[0], fixed(fig5KeyRatio, 2))
	data := Table{Name: "causes5", Header: strings.Fields("change scheme latency_us marks cnps pauses digest")}
	base := 0.0
	var keep, less, most, near []string
	for env, change := range t.changes() {
		for _, k := range fig5Schemes {
			t.rows(&data, r, k, env, nil)
		}
		at := func(scheme int) float64 { return latency(r.Of(t.one(scheme, env))) }
		cost, ratio := at(sweep.Baseline)/at(noControl), at(sweep.Baseline)/at(sweep.Rival)
		if math.Abs(ratio/fig5KeyRatio-1) <= 0.25 {
			near = append(near, change)
		}
		text := fmt.Sprintf("%s (%s)", change, fixed(cost, 2))
		switch {
		case env == 0:
			base = cost
		case cost < 1.1:
			keep = append(keep, text)
		case cost < 1+0.75*(base-1):
			less = append(less, text)
		case cost > 1+1.25*(base-1):
			most = append(most, text)
		}
	}
	sec.Data = []Table{data}
	sec.Verdict = []string{fmt.Sprintf("DCQCN takes %s times as long as senders that do not react.", fixed(base, 2))}
	sec.find(finding{"Any one of these alone takes that away, to 10 %: ", keep}, finding{"Its excess is at least a quarter smaller with: ", less},
		finding{"At least a quarter larger with: ", most}, finding{"The ratio is within 25 % of the paper's largest with: ", near})
	return sec
}

func causes8Report(_ *Setting, r *Results, list []*study) *Section {
	t := list[0]
	sec := paper().section("causes8")
	data := Table{Name: "causes8", Header: strings.Fields("change measure dcqcn dolcercplus")}
	var worse, better []string
	for env, change := range t.changes() {
		base, rival := r.Of(t.one(sweep.Baseline, env)), r.Of(t.one(sweep.Rival, env))
		for _, m := range paper().Measures["causes8"] {
			data.row(change, m.What+", "+m.Unit, fixed(m.of(base), 3), fixed(m.of(rival), 3))
		}
		data.row(change, "PFC pauses", fmt.Sprint(base.Pauses), fmt.Sprint(rival.Pauses))
		if env == 0 {
			sec.Verdict = append(sec.Verdict, fmt.Sprintf("Of DCQCN's messages %s %% are complete after 150 ms, when no short flow arrives any more, of Dolce-RC+'s %s %%: "+
				"the mean over all messages compares different times, those in the two spans the same.", fixed(100*late(base), 0), fixed(100*late(rival), 0)))
		}
		if second := (&measure{Of: "mct-between", From: 75, To: 150}).of; second(base) < second(rival) {
			worse = append(worse, change)
		}
		if all := (&measure{Of: "mct", To: fig8All}).of; all(base) > all(rival) {
			better = append(better, change)
		}
	}
	sec.find(finding{"Dolce-RC+'s MCT from 75 to 150 ms is above DCQCN's with: ", worse}, finding{"Its mean over all messages is below DCQCN's with: ", better})
	sec.Data = []Table{data}
	return sec
}
