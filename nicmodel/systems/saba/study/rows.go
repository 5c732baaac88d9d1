package study

import (
	_ "embed"
	"fmt"
	"math"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/nearest"
)

//go:embed claims.csv
var table []byte

// claims are the thesis'.
var claims = companion.ReadClaims("saba/study/claims.csv", table)

// rows measures them, with the first error.
type rows struct {
	*companion.Results
	err error
}

// ok keeps the first error, and reports whether all were nil.
func (r *rows) ok(err error) bool {
	if r.err == nil {
		r.err = err
	}
	return r.err == nil
}

// infinite means no limit.
var infinite = math.Inf(1)

// fits returns the ten workloads' models of a degree by name.
func (r *rows) fits(degree int) map[string]saba.Sensitivity {
	list, err := saba.Fit(saba.Workloads(), degree)
	r.ok(err)
	return collect.Map(list, func(s saba.Sensitivity) (string, saba.Sensitivity) { return s.Name, s })
}

// profiles is section 4.2.2.
func (r *rows) profiles() {
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
	}{{"LR", 1}, {"LR", 2}, {"LR", 3}, {"SQL", 1}, {"SQL", 3}} {
		ours := fit[k.degree][k.name].R2
		r.Set(fmt.Sprint(k.name, " ", k.degree), ours, k.degree == 1 || ours > fit[1][k.name].R2)
	}
	r.quoted()
	gain := fit[3]["SQL"].R2 - fit[1]["SQL"].R2
	r.Set("SQL, 3 less 1", gain, gain > 0)
	gain = fit[3]["LR"].R2 - fit[2]["LR"].R2
	r.Set("LR, 3 less 2", gain, gain >= 0)
	least, rises := 1.0, true
	for name := range fit[1] {
		least = min(least, fit[1][name].R2)
		rises = rises && fit[1][name].R2 <= fit[2][name].R2 && fit[2][name].R2 <= fit[3][name].R2
	}
	r.Set("least", least, rises)
}

// quoted is LR's cubic through the four slow-downs in the text.
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
	r.Set("quoted", off, off < 0.05)
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
			places = append(places, saba.Coefficients(&m))
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
	r.Set("groups", right, right == 10)
	table, err := saba.Fit(saba.TwentySynthetic(), 3)
	if !r.ok(err) {
		return
	}
	before := infinite
	for _, queues := range []int{2, 4, 8} {
		p, err := saba.PredictPorts(table, 16, queues, false, 20, 1)
		if !r.ok(err) {
			return
		}
		r.Set(fmt.Sprint("queues ", queues), 100*p.Gain(), p.Queued <= before)
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
	r.Set("controllers", 100*shared.Gain()/central.Gain(), shared.Gain() <= central.Gain())
}

// cost is figure 4.19.
func (r *rows) cost() {
	net := saba.LeafSpine{Racks: 14, Hosts: 18, Spines: 17}
	var few, many [4]float64
	for degree := 1; degree <= 3; degree++ {
		table, err := saba.Fit(saba.TwentySynthetic(), degree)
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
		ratio := many[degree] / few[degree]
		r.Set(fmt.Sprint("degree ", degree), ratio, ratio > 1)
	}
	r.Set("degrees", many[3]/many[1], many[1] <= many[2] && many[2] <= many[3])
}

// gain sets the two claims of a Gain: over max-min fairness of applications and of flows, geometric means.
func (r *rows) gain(key string, g Gain) {
	r.Set(key+": applications", g.App.Geometric, g.App.Geometric > 1, g.App.Arithmetic, g.Slowdown)
	r.Set(key+": flows", g.Flow.Geometric, g.Flow.Geometric > 1, g.Flow.Arithmetic)
}

// curves is the search for the thesis' gain with applications that progress by saturating curves.
func (r *rows) curves() {
	for _, k := range []struct {
		apps, degree int
		again        bool
		key          string
	}{{2, 3, true, "2"}, {2, 3, false, "2 to the end"}, {4, 3, true, "4"}, {4, 0, true, "4 known"}, {8, 3, true, "8"}, {8, 0, true, "8 known"}} {
		g, err := Curves(k.apps, k.degree, 100, k.again, 1)
		if !r.ok(err) {
			return
		}
		r.gain(k.key, g)
	}
}

// stages is the search with applications that compute and send.
func (r *rows) stages() {
	for _, f := range Families() {
		for _, k := range []struct {
			apps, degree int
			key          string
		}{{2, 3, "2"}, {4, 3, "4"}, {8, 3, "8"}, {8, 0, "8 known"}} {
			g, err := Stages(f, k.apps, k.degree, 30, true, 1)
			if !r.ok(err) {
				return
			}
			r.gain(f.Name+" "+k.key, g)
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
				best, at = g.App.Geometric, fmt.Sprintf("%d %% serial with %d %% overlapped", serial/10, overlapped/10)
			}
			worst = min(worst, g.App.Geometric)
			sum += math.Log(g.App.Geometric)
			pairs++
		}
	}
	mean := math.Exp(sum / pairs)
	r.Set("pairs", mean, mean > 1, pairs, best, at, worst)
}
