package study

import (
	"fmt"
	"math"

	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/nearest"
)

// rows gathers them, with the first error.
type rows struct {
	companion.Rows
	err error
}

// ok keeps the first error and reports whether there is none.
func (r *rows) ok(err error) bool {
	if r.err == nil {
		r.err = err
	}
	return r.err == nil
}

// infinite is no limit.
var infinite = math.Inf(1)

// fits returns the ten workloads' models of a degree by name.
func (r *rows) fits(degree int) map[string]saba.Sensitivity {
	list, err := saba.Fit(saba.Workloads(), degree)
	r.ok(err)
	by := map[string]saba.Sensitivity{}
	for _, s := range list {
		by[s.Name] = s
	}
	return by
}

// profiles is section 4.2.2.
func (r *rows) profiles() {
	const samples = "the text has three of LR's seven samples and two of SQL's; the others are on lines between them"
	var fit [4]map[string]saba.Sensitivity
	for degree := 1; degree <= 3; degree++ {
		fit[degree] = r.fits(degree)
	}
	if r.err != nil {
		return
	}
	for _, k := range []struct {
		name   string
		degree int
		paper  float64
	}{{"LR", 1, 0.84}, {"LR", 2, 0.94}, {"LR", 3, 0.95}, {"SQL", 1, 0.63}, {"SQL", 3, 0.96}} {
		ours := fit[k.degree][k.name].R2
		r.Note(companion.Row{Item: fmt.Sprintf("R^2 of %s, degree %d", k.name, k.degree), Where: "Fig. 4.4", Paper: fmt.Sprint(k.paper), Low: k.paper, High: k.paper,
			Ours: ours, Sign: k.degree == 1 || ours > fit[1][k.name].R2, Cause: samples})
	}
	r.quoted()
	gain := fit[3]["SQL"].R2 - fit[1]["SQL"].R2
	r.Add(companion.Row{Item: "R^2 of SQL, degree 3 less degree 1", Where: "Fig. 4.4", Paper: "0.63 to 0.96", Low: 0.33, High: 0.33, Ours: gain, Sign: gain > 0, Cause: samples}, 0.2, 1, "0.2 or more")
	gain = fit[3]["LR"].R2 - fit[2]["LR"].R2
	r.Add(companion.Row{Item: "R^2 of LR, degree 3 less degree 2", Where: "Fig. 4.4", Paper: "0.94 to 0.95", Ours: gain, Sign: gain >= 0}, 0, 0.05, "0.05 or less")
	least, rises := 1.0, true
	for name := range fit[1] {
		least = min(least, fit[1][name].R2)
		rises = rises && fit[1][name].R2 <= fit[2][name].R2 && fit[2][name].R2 <= fit[3][name].R2
	}
	r.Add(companion.Row{Item: "least R^2 of the ten workloads, degree 1", Where: "Fig. 4.4", Paper: "above 0.60", Ours: least, Sign: rises,
		Fitted: "the shape of six workloads, to the groups of Fig. 4.7"}, 0.6, 1, "0.60 or more")
}

// quoted is LR's cubic through the four slow-downs that the text has.
func (r *rows) quoted() {
	p := saba.Profile{Name: "LR"}
	for _, s := range []struct {
		percent    int
		hundredths int64
	}{{10, 450}, {25, 340}, {75, 130}, {100, 100}} {
		p.Samples = append(p.Samples, saba.Sample{Percent: s.percent, Slowdown: s.hundredths * saba.One / 100})
	}
	fit, err := p.Fit(3)
	if !r.ok(err) {
		return
	}
	off := 0.0
	for _, s := range p.Samples {
		at := float64(curve.At(&fit.Model, uint32((s.Percent*curve.Units+50)/100))) / curve.One
		off = max(off, math.Abs(at-float64(s.Slowdown)/saba.One))
	}
	r.Add(companion.Row{Item: "LR's cubic at the nearest 1/256 of the link, off the text's four slow-downs", Where: "Fig. 4.3", Paper: "a perfect fit with degree 2", Ours: off, Sign: off < 0.05},
		0, 0.05, "0.05 or less")
}

// maps is the map of applications to levels and queues.
func (r *rows) maps() {
	var places []nearest.Point
	want := map[string][]string{"low": {"TS", "WC", "PR", "SQL"}, "middle": {"SVM", "NI", "NW"}, "high": {"LR", "RF", "GBT"}}
	fit := r.fits(1)
	if r.err != nil {
		return
	}
	var names []string
	for _, group := range []string{"low", "middle", "high"} {
		for _, name := range want[group] {
			m := fit[name].Model
			names = append(names, group)
			places = append(places, saba.Place(&m))
		}
	}
	level, _, err := saba.Groups(places, 3)
	if !r.ok(err) {
		return
	}
	right := 0.0
	for i, l := range level {
		if names[i] == []string{"low", "middle", "high"}[l] {
			right++
		}
	}
	r.Add(companion.Row{Item: "workloads in their group of three", Where: "Fig. 4.7", Paper: "10 of 10", Low: 10, High: 10, Ours: right, Sign: right == 10,
		Fitted: "the shape of six workloads, to the groups of Fig. 4.7"}, 10, 10, "10")
	table, err := saba.Fit(saba.Twenty(), 3)
	if !r.ok(err) {
		return
	}
	const few = "predicted sums at single ports of 16 applications, not speed-ups of a network; applications of a queue share it equally"
	before := infinite
	for _, k := range []struct {
		queues    int
		paper     float64
		low, high float64
		gate      string
	}{{2, 100 * 0.12 / 0.33, -infinite, infinite, ""}, {4, 0, -infinite, infinite, ""}, {8, 100 * 0.27 / 0.33, 70, 100, "70 to 100 %"}} {
		p, err := saba.PredictPorts(table, 16, k.queues, false, 20, 1)
		if !r.ok(err) {
			return
		}
		row := companion.Row{Item: fmt.Sprintf("gain of a queue for each application that %d queues keep", k.queues), Where: "Fig. 4.18c", Paper: fmt.Sprintf("%.0f %%", k.paper),
			Low: k.paper, High: k.paper, Ours: 100 * p.Gain(), Unit: "%", Sign: p.Queued <= before, Cause: few}
		if k.paper == 0 {
			row.Paper = "plotted only"
		}
		if k.gate == "" {
			r.Note(row)
		} else {
			r.Add(row, k.low, k.high, k.gate)
		}
		before = p.Queued
	}
	var central, shared saba.Predictions
	for seed := range uint64(5) {
		a, b, err := saba.Compare(table, saba.LeafSpine{Racks: 8, Hosts: 4, Spines: 4}, 10, 8, 8, 8, seed)
		if !r.ok(err) {
			return
		}
		central.Add(a)
		shared.Add(b)
	}
	r.Add(companion.Row{Item: "gain of a central controller that one for each switch keeps", Where: "Fig. 4.18b", Paper: "1.23 / 1.27: 85 %", Low: 85, High: 85,
		Ours: 100 * shared.Gain() / central.Gain(), Unit: "%", Sign: shared.Gain() <= central.Gain(), Cause: "predicted sums; ten of twenty applications are registered, and eight levels of all twenty are hardly coarser than of those ten"}, 0, 100, "100 % or less")
}

// cost is figure 4.19.
func (r *rows) cost() {
	net := saba.LeafSpine{Racks: 14, Hosts: 18, Spines: 17}
	const counted = "counted operations: second differences, gains compared, sums of the dynamic program. The thesis has seconds of SLSQP, 99th percentiles"
	var few, many [4]float64
	for degree := 1; degree <= 3; degree++ {
		table, err := saba.Fit(saba.Twenty(), degree)
		if !r.ok(err) {
			return
		}
		for apps, to := range map[int]*float64{250: &few[degree], 1000: &many[degree]} {
			work, _, err := saba.Cost(table, net, apps, 1)
			if !r.ok(err) {
				return
			}
			*to = float64(work)
		}
	}
	for degree := 1; degree <= 3; degree++ {
		paper := []float64{0, 0.43 / 0.09, 0.72 / 0.16, 1.13 / 0.31}[degree]
		ratio := many[degree] / few[degree]
		r.Add(companion.Row{Item: fmt.Sprintf("controller's cost, 1,000 applications to 250, degree %d", degree), Where: "Fig. 4.19", Paper: fmt.Sprintf("%.1f times", paper), Low: paper, High: paper,
			Ours: ratio, Unit: "times", Sign: ratio > 1, Cause: counted}, 3, 6, "3 to 6")
	}
	r.Note(companion.Row{Item: "controller's cost with 1,000 applications, degree 3 to 1", Where: "Fig. 4.19", Paper: "1.13 / 0.43 s", Low: 1.13 / 0.43, High: 1.13 / 0.43, Ours: many[3] / many[1], Unit: "times",
		Sign: many[1] <= many[2] && many[2] <= many[3], Cause: "lines and parabolas are not bent and need marginal gains only; most cubics need the dynamic program"})
}

// gain adds the rows of a Gain: over max-min fairness of applications and of flows, geometric means.
func (r *rows) gain(what string, g Gain, cause string) {
	const ideal = 1.27 / 1.14
	r.Note(companion.Row{Item: fmt.Sprintf("%s: over max-min of applications (arithmetic mean %.2f; mean slow-down before over after %.2f)", what, g.App.Arithmetic, g.Slowdown),
		Where: "Fig. 4.18a", Paper: "1.27 / 1.14", Low: ideal, High: ideal, Ours: g.App.Geometric, Unit: "times", Sign: g.App.Geometric > 1, Cause: cause})
	r.Note(companion.Row{Item: fmt.Sprintf("%s: over max-min of flows (arithmetic mean %.2f)", what, g.Flow.Arithmetic),
		Where: "Figs. 4.13, 4.18a", Paper: "1.27 in simulation, 1.88 on the testbed", Low: 1.27, High: 1.88, Ours: g.Flow.Geometric, Unit: "times", Sign: g.Flow.Geometric > 1, Cause: cause})
}

// curves is the search for the thesis' gain where applications go forward by curves that saturate.
func (r *rows) curves() {
	const cubic = "the cubics are off the curves; see the row where the curves are known"
	const product = "equation (4.2) lowers the sum of slow-downs and not their product: who is insensitive loses by a larger factor than others gain"
	for _, k := range []struct {
		apps, degree int
		again        bool
		text, cause  string
	}{
		{2, 3, true, "2 workloads", "a share of the port counts as the same cap did alone, and nobody uses what another leaves"},
		{2, 3, false, "2 workloads until each ends", "when one ends the other has the port, with every scheme"},
		{4, 3, true, "4 workloads", cubic},
		{4, 0, true, "4 workloads, curves known", product},
		{8, 3, true, "8 workloads", cubic},
		{8, 0, true, "8 workloads, curves known", product},
	} {
		g, err := Curves(k.apps, k.degree, 100, k.again, 1)
		if !r.ok(err) {
			return
		}
		r.gain(k.text, g, k.cause)
	}
}

// stages is the search where applications compute and send.
func (r *rows) stages() {
	const fluid = "a port gives what one does not use to the others, which a profile under a cap does not show"
	const cubic = "below 25 % of the link a cubic through seven samples is far off a hyperbola; see the row where the curves are known"
	for _, f := range Families() {
		for _, k := range []struct {
			apps, degree int
			text, cause  string
		}{{2, 3, "", fluid}, {4, 3, "", cubic}, {8, 3, "", cubic}, {8, 0, ", curves known", fluid}} {
			g, err := Stages(f, k.apps, k.degree, 30, true, 1)
			if !r.ok(err) {
				return
			}
			r.gain(fmt.Sprintf("%d in stages, %s%s", k.apps, f.Name, k.text), g, k.cause)
		}
	}
	best, worst, sum, pairs, at := 0.0, infinite, 0.0, 0.0, ""
	for serial := int64(100); serial <= 900; serial += 100 {
		for overlapped := int64(100); overlapped <= 1000; overlapped += 100 {
			g, err := Pair(serial, overlapped, 3)
			if !r.ok(err) {
				return
			}
			if g.App.Geometric > best {
				best, at = g.App.Geometric, fmt.Sprintf("%d %% serial beside %d %% overlapped", serial/10, overlapped/10)
			}
			worst = min(worst, g.App.Geometric)
			sum += math.Log(g.App.Geometric)
			pairs++
		}
	}
	mean := math.Exp(sum / pairs)
	r.Note(companion.Row{Item: fmt.Sprintf("%.0f pairs in stages: over max-min of applications (best %.2f with %s, worst %.2f)", pairs, best, at, worst),
		Where: "Fig. 3.2", Paper: "1.58 / 1.28, mean slow-downs of one pair", Low: 1.58 / 1.28, High: 1.58 / 1.28, Ours: mean, Unit: "times", Sign: mean > 1, Cause: fluid})
}
