package themis

import (
	_ "embed"
	"fmt"
	"math"
	"sync"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/workload"
)

// Companion compares the paper's tables with the model's, and adds an experiment over distance that the paper does
// not have. A run of all flows takes about four CPU seconds.
func Companion() companion.System {
	return companion.System{
		Name: "themis", Title: "THEMIS: early notification and reaction at the gateways of a long link",
		Text: claims.Text,
		Parts: func(size companion.Size) []companion.Part {
			c := &runs{seeds: 1, flows: Paper(1).Flows / 2, loads: []uint32{workload.LoadUnit}}
			switch size {
			case companion.Fast:
				c.seeds, c.flows, c.loads = 3, Paper(1).Flows, []uint32{500_000, workload.LoadUnit}
			case companion.Full:
				c.seeds, c.flows, c.loads = 8, Paper(1).Flows, []uint32{300_000, 500_000, 800_000, workload.LoadUnit}
			}
			return c.parts()
		},
	}
}

// runs are the runs of a report; parts share some.
type runs struct {
	seeds uint64
	flows uint32
	loads []uint32
	once  sync.Map // of each point
}

// parts are those of the report.
func (c *runs) parts() []companion.Part {
	return []companion.Part{
		c.claimed("tables", (*rows).tables), c.claimed("points", (*rows).points), c.part("holds", (*rows).holds), c.part("mixes", (*rows).mixes),
		c.claimed("delays", (*rows).delays), c.part("hosts", (*rows).hosts),
	}
}

// part is a part whose rows one function makes.
func (c *runs) part(name string, fill func(r *rows)) companion.Part {
	return companion.Part{Name: name, Long: true, Rows: func() ([]companion.Row, error) {
		r := &rows{runs: c}
		fill(r)
		return r.List, r.err
	}}
}

// rows collects them until an error.
type rows struct {
	companion.Rows
	*runs
	err error
}

// result is a run, made once.
type result struct {
	once sync.Once
	o    *Outcome
	err  error
}

func (r *rows) run(p Point) *Outcome {
	v, _ := r.once.LoadOrStore(p, &result{})
	k := v.(*result)
	k.once.Do(func() { k.o, k.err = p.Run() })
	if k.err != nil {
		if r.err == nil {
			r.err = k.err
		}
		return &Outcome{Intra: Slowdowns{Mean: 1}, Inter: Slowdowns{Mean: 1}, Unfairness: 1}
	}
	return k.o
}

// spread is a number over the seeds.
type spread struct{ mean, least, most float64 }

// over returns a number of a point over the seeds.
func (r *rows) over(p Point, of func(*Outcome) float64) spread {
	s := spread{least: math.Inf(1)}
	for seed := uint64(1); seed <= r.seeds; seed++ {
		p.Seed = seed
		v := of(r.run(p))
		s.mean += v / float64(r.seeds)
		s.least, s.most = min(s.least, v), max(s.most, v)
	}
	return s
}

// at returns the paper's experiment with a variant.
func (r *rows) at(v Variant) Point {
	p := At(v, 1)
	p.Flows = r.flows
	return p
}

// ofIntra and the like are the numbers of the tables.
func ofIntra(o *Outcome) float64      { return o.Intra.Mean }
func ofInter(o *Outcome) float64      { return o.Inter.Mean }
func ofUnfairness(o *Outcome) float64 { return o.Unfairness }

// row returns a row of a number over the seeds that the paper does not state.
func (r *rows) row(item, where string, s spread, unit string) companion.Row {
	return companion.Row{Item: item, Where: where, Ours: s.mean, Min: s.least, Max: s.most, Unit: unit, Sign: true}
}

//go:embed claims.csv
var table []byte

// claims are the paper's.
var claims = companion.ReadClaims("themis/claims.csv", table)

// claimed is a part of the claims, measured by one function.
func (c *runs) claimed(name string, measure func(r *rows, m *companion.Results)) companion.Part {
	p := claims.Part(name, func(m *companion.Results) error {
		r := &rows{runs: c}
		measure(r, m)
		return r.err
	})
	p.Long = true
	return p
}

// tables are 1 and 2.
func (r *rows) tables(m *companion.Results) {
	// The paper's number, 0 without one, and the limits are those of a run of all flows: with half of them the
	// backlog is half as deep.
	is := func(key string, s spread) {
		m.SetMean(key, s.mean, s.least, s.most, true)
		if r.flows != Paper(1).Flows {
			m.DropGate(key)
			m.SetCause(key, "@half")
		} else if row := m.Row(key); (row.Gate == "" || row.Within) && (row.Ratio == 0 || math.Abs(row.Ratio-1) <= 0.1) {
			m.SetCause(key, "")
		}
	}
	without, both := r.at(NoGateway), r.at(NotifyAndReact)
	for _, v := range []Variant{NoGateway, NotifyAndReact} {
		is(fmt.Sprintf("%v intra", v), r.over(r.at(v), ofIntra))
		is(fmt.Sprintf("%v inter", v), r.over(r.at(v), ofInter))
		is(fmt.Sprintf("%v unfairness", v), r.over(r.at(v), ofUnfairness))
	}
	fall := func(of func(*Outcome) float64) spread {
		s := spread{mean: r.over(without, of).mean / r.over(both, of).mean, least: math.Inf(1)}
		for seed := uint64(1); seed <= r.seeds; seed++ {
			a, b := without, both
			a.Seed, b.Seed = seed, seed
			v := of(r.run(a)) / of(r.run(b))
			s.least, s.most = min(s.least, v), max(s.most, v)
		}
		return s
	}
	rise := func(of func(*Outcome) float64) spread {
		s := fall(of)
		return spread{1 / s.mean, 1 / s.most, 1 / s.least}
	}
	each := fall(ofUnfairness)
	is("fall, unfairness", each)
	is("fall, least", spread{each.least, each.least, each.least})
	is("fall, intra", fall(ofIntra))
	is("rise, inter", rise(ofInter))
	is("rise, median", rise(func(o *Outcome) float64 { return o.Inter.P50 }))
}

// points are the notification and the reaction point alone.
func (r *rows) points(m *companion.Results) {
	without, both, np, rp := r.over(r.at(NoGateway), ofUnfairness), r.over(r.at(NotifyAndReact), ofUnfairness), r.over(r.at(NotifyOnly), ofUnfairness), r.over(r.at(ReactOnly), ofUnfairness)
	is := func(key string, s spread, sign bool) { m.SetMean(key, s.mean, s.least, s.most, sign) }
	is("notification", np, np.mean < without.mean)
	m.SetGate("notification", 0, without.mean)
	m.Set("both to notification", both.mean/np.mean, both.mean < np.mean)
	is("reaction", rp, true)
	a, b := r.over(r.at(NotifyAndReact), ofInter), r.over(r.at(ReactOnly), ofInter)
	m.Set("both to reaction", a.mean/b.mean, true)
	bit := r.over(r.at(NoReactedBit), ofInter)
	m.Set("bit", bit.mean/a.mean, bit.mean > a.mean)
}

// holds are the gateways' costs.
func (r *rows) holds() {
	add := func(item string, v Variant, unit string, of func(*Outcome) float64) {
		r.AddUngated(r.row(item, "2.2", r.over(r.at(v), of), unit))
	}
	for _, v := range []Variant{NotifyAndReact, WholePasses, SmallBuffer} {
		name := v.String()
		add(name+": most bytes held by a gateway", v, "MB", func(o *Outcome) float64 { return float64(o.Stats.PeakBytes) / 1e6 })
		add(name+": longest hold", v, "ms", func(o *Outcome) float64 { return float64(o.Stats.Longest) / float64(event.Millisecond) })
		add(name+": resubmits", v, "millions", func(o *Outcome) float64 { return float64(o.Stats.Resubmits) / 1e6 })
		add(name+": bytes resubmitted to bytes that came", v, "times", func(o *Outcome) float64 {
			return float64(o.Stats.ResubmitBytes) / float64(max(o.Stats.Packets, 1)*(payload+header))
		})
		add(name+": flows that share state", v, "", func(o *Outcome) float64 { return float64(o.Stats.Collisions) })
		if v != NotifyAndReact {
			add(name+": unfairness", v, "times", ofUnfairness)
		}
	}
	row := r.row("packets lost with room for 16 MB", "", r.over(r.at(SmallBuffer), func(o *Outcome) float64 { return float64(o.Result.DroppedPackets) }), "")
	r.Add(row, 0, 0, "none")
}

// mixes are far flows at all times, at two loads.
func (r *rows) mixes() {
	for _, load := range []uint32{970_000, 620_000} {
		for _, v := range []Variant{NoGateway, NotifyAndReact} {
			p := r.at(v)
			p.Even, p.Load = true, load
			p.Flows = uint32(uint64(p.Flows) * uint64(load) / workload.LoadUnit)
			r.AddUngated(r.row(fmt.Sprintf("%v: unfairness of an even mix, load %.2f", v, float64(load)/workload.LoadUnit), "", r.over(p, ofUnfairness), "times"))
		}
	}
}

// delays are other distances.
func (r *rows) delays(m *companion.Results) {
	before := 0.0
	for _, delay := range []event.Time{5, 50, 500} {
		p := r.at(NoGateway)
		p.Delay = delay * event.Microsecond
		s := r.over(p, ofUnfairness)
		key := fmt.Sprint(p.Delay)
		m.SetMean(key, s.mean, s.least, s.most, s.mean > before)
		least := before
		if delay == 500 {
			least = 4 * before
		}
		m.SetGate(key, least, math.Inf(1))
		before = s.mean
		p.Variant = NotifyAndReact
		with := r.over(p, ofUnfairness)
		m.Set(key+", THEMIS", with.mean/s.mean, true)
	}
}

// hosts is in no paper: Dolce-RC at the hosts, THEMIS at the gateways, both and neither.
func (r *rows) hosts() {
	for _, load := range r.loads {
		for _, delay := range []event.Time{5, 50, 500, 5000} {
			for _, k := range []struct {
				name  string
				v     Variant
				dolce bool
			}{{"DCQCN", NoGateway, false}, {"DCQCN with THEMIS", NotifyAndReact, false}, {"Dolce-RC", NoGateway, true}, {"Dolce-RC with THEMIS", NotifyAndReact, true}} {
				p := r.at(k.v)
				p.Flows /= 2
				p.Delay, p.Load, p.Dolce = delay*event.Microsecond, load, k.dolce
				at := fmt.Sprintf("%s at %v, load %.1f: ", k.name, p.Delay, float64(load)/workload.LoadUnit)
				r.AddUngated(r.row(at+"intra slow-down", "", r.over(p, ofIntra), "times"))
				r.AddUngated(r.row(at+"inter slow-down", "", r.over(p, ofInter), "times"))
			}
		}
	}
}
