package themis

import (
	"fmt"
	"math"
	"sync"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/workload"
)

// Companion returns the paper's tables beside the model's, and the experiment over distance that the paper
// does not have. A run of all flows takes about four CPU seconds.
func Companion() companion.System {
	return companion.System{
		Name: "themis", Title: "THEMIS: early notification and reaction at the gateways of a long link",
		Text: []string{
			"\"THEMIS: Efficiently Mitigating Congestion-Induced Fairness Disparities in Long-Haul RDMA Networks\" compares FCT slow-downs of flows within data centres (intra) and between them (inter) in a simulator: " +
				"two data centres of 16 hosts at 100 Gb/s, 100 km apart, WebSearch. What the paper leaves out is as in its public prototype: 2321 flows in about 10 ms, a sixth of them inter, all of those in the first third; " +
				"DCQCN of HPCC's simulator with a period of 900 us; acknowledgements in the data's queues; windows of the longest RTT; gateways with unlimited memory.",
			"Nothing was fitted for DCQCN's rows. The paper does not say how CNPs set T_block; here the gateway runs DCQCN's reaction point for a flow and paces the flow's packets at its rate. Its period (900 us) and floor (a 32nd of the line rate) " +
				"were picked in another simulator, on the prototype's list of flows, with table 2 in view; this model, its flows, all seeds, the even mixes, and all distances but 500 us were held out. " +
				"So a match shows that this law can do what the paper reports, not that it is the paper's. Numbers are means over seeds 1, 2, ...; with more seeds DCQCN is somewhat less unfair (docs/systems.md). " +
				"Dolce-RC at the hosts has half the flows and the same seeds.",
		},
		Parts: func(size companion.Size) []companion.Part {
			c := &runs{seeds: 1, flows: Paper(1).Flows / 2, loads: []uint32{workload.LoadUnit}}
			switch size {
			case companion.Fast:
				c.seeds, c.flows, c.loads = 3, Paper(1).Flows, []uint32{500_000, workload.LoadUnit}
			case companion.Full:
				c.seeds, c.flows, c.loads = 8, Paper(1).Flows, []uint32{300_000, 500_000, 800_000, workload.LoadUnit}
			}
			return []companion.Part{
				c.part("tables", (*rows).tables), c.part("points", (*rows).points), c.part("holds", (*rows).holds), c.part("mixes", (*rows).mixes),
				c.part("delays", (*rows).delays), c.part("hosts", (*rows).hosts),
			}
		},
	}
}

// runs are those of a report, of which parts share some.
type runs struct {
	seeds uint64
	flows uint32
	loads []uint32
	once  sync.Map // of each point
}

// part is a part of which one function makes the rows.
func (c *runs) part(name string, fill func(r *rows)) companion.Part {
	return companion.Part{Name: name, Long: true, Rows: func() ([]companion.Row, error) {
		r := &rows{runs: c}
		fill(r)
		return r.List, r.err
	}}
}

// rows gathers them; after an error nothing more.
type rows struct {
	companion.Rows
	*runs
	err error
}

// result is a run that is made once.
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
		return &Outcome{Intra: Slow{Mean: 1}, Inter: Slow{Mean: 1}, Unfairness: 1}
	}
	return k.o
}

// spread is a number over the seeds.
type spread struct{ mean, least, most float64 }

// over is a number of a point over the seeds.
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

// at is the paper's experiment of a variant.
func (r *rows) at(v Variant) Point {
	p := At(v, 1)
	p.Flows = r.flows
	return p
}

// ofIntra and the like are the numbers of the tables.
func ofIntra(o *Outcome) float64      { return o.Intra.Mean }
func ofInter(o *Outcome) float64      { return o.Inter.Mean }
func ofUnfairness(o *Outcome) float64 { return o.Unfairness }

// row is one of a number over the seeds.
func (r *rows) row(item, where, paper string, number float64, s spread, unit string) companion.Row {
	return companion.Row{Item: item, Where: where, Paper: paper, Low: number, High: number, Ours: s.mean, Least: s.least, Most: s.most, Unit: unit, Sign: true}
}

const (
	fitted = "period and floor of the gateway's reaction point, in another simulator on the prototype's flows"
	heavy  = "sizes have a heavy tail: seeds differ by what a dozen flows of 10 to 30 MB meet"
)

// tables are 1 and 2.
func (r *rows) tables() {
	whole := r.flows == Paper(1).Flows
	gate := func(row companion.Row, low, high float64, words string) {
		switch {
		case !whole:
			row.Cause = "half the flows: the backlog is half as deep"
		case row.Ours < low || row.Ours > high || row.High != 0 && math.Abs(row.Ours/row.High-1) > 0.1:
			row.Cause = heavy
		}
		if !whole || words == "" {
			r.Note(row)
			return
		}
		r.Add(row, low, high, words)
	}
	without, both := r.at(Without), r.at(Both)
	gate(r.row("DCQCN: intra slow-down", "Table 1", "33.179", 33.179, r.over(without, ofIntra), "times"), 22, 40, "22 to 40")
	gate(r.row("DCQCN: inter slow-down", "Table 1", "1.7787", 1.7787, r.over(without, ofInter), "times"), 1.35, 2.1, "1.35 to 2.1")
	gate(r.row("DCQCN: unfairness", "Table 1", "18.654", 18.654, r.over(without, ofUnfairness), "times"), 14, 23, "14 to 23")
	for _, k := range []struct {
		item, paper string
		number      float64
		of          func(*Outcome) float64
		low, high   float64
		words       string
	}{
		{"THEMIS: intra slow-down", "12.389", 12.389, ofIntra, 0, math.Inf(1), ""},
		{"THEMIS: inter slow-down", "1.9116", 1.9116, ofInter, 0, math.Inf(1), ""},
		{"THEMIS: unfairness", "6.4810", 6.481, ofUnfairness, 4.5, 7.5, "4.5 to 7.5"},
	} {
		row := r.row(k.item, "Table 2", k.paper, k.number, r.over(both, k.of), "times")
		row.Fitted = fitted
		gate(row, k.low, k.high, k.words)
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
	gate(r.row("unfairness, DCQCN to THEMIS", "Tables 1, 2", "18.654 / 6.4810", 2.878, fall(ofUnfairness), "times"), 2.5, math.Inf(1), "2.5 or more")
	each := fall(ofUnfairness)
	row := r.row("the same, of the seed with the least", "Tables 1, 2", "", 0, spread{mean: each.least, least: each.least, most: each.least}, "times")
	gate(row, 2.2, math.Inf(1), "2.2 or more")
	gate(r.row("intra slow-down, DCQCN to THEMIS", "Tables 1, 2", "33.179 / 12.389", 2.678, fall(ofIntra), "times"), 2, math.Inf(1), "2 or more")
	rise := fall(ofInter)
	rise = spread{mean: 1 / rise.mean, least: 1 / rise.most, most: 1 / rise.least}
	gate(r.row("inter slow-down, THEMIS to DCQCN", "Tables 1, 2", "1.9116 / 1.7787", 1.075, rise, "times"), 0, 1.35, "1.35 or less")
	half := fall(func(o *Outcome) float64 { return o.Inter.P50 })
	gate(r.row("median inter slow-down, THEMIS to DCQCN", "", "", 0, spread{1 / half.mean, 1 / half.most, 1 / half.least}, "times"), 0, 1, "1 or less")
}

// points are the notification and the reaction point alone.
func (r *rows) points() {
	without, both, np, rp := r.over(r.at(Without), ofUnfairness), r.over(r.at(Both), ofUnfairness), r.over(r.at(NotifyOnly), ofUnfairness), r.over(r.at(ReactOnly), ofUnfairness)
	row := r.row("unfairness of the notification point alone", "2.1", "mitigates what is near the source", 0, np, "times")
	row.Sign = np.mean < without.mean
	r.Add(row, 0, without.mean, "below DCQCN's")
	row = r.row("unfairness, both points to the notification point alone", "2.2", "the first cannot resolve it alone", 0, spread{both.mean / np.mean, 0, 0}, "times")
	row.Sign = both.mean < np.mean
	r.Add(row, 0, 0.6, "0.6 or less")
	r.Note(r.row("unfairness of the reaction point alone", "2.2", "", 0, rp, "times"))
	a, b := r.over(r.at(Both), ofInter), r.over(r.at(ReactOnly), ofInter)
	row = r.row("inter slow-down, both points to the reaction point alone", "2.1", "", 0, spread{a.mean / b.mean, 0, 0}, "times")
	r.Add(row, 0, 1, "1 or less")
	bit := r.over(r.at(NoBit), ofInter)
	row = r.row("inter slow-down, without the marking bit to with it", "2.2", "the bit prevents overreaction", 0, spread{bit.mean / a.mean, 0, 0}, "times")
	row.Sign = bit.mean > a.mean
	row.Cause = "both gateways space the flow by one rate, so what is held twice is held once, at the first of them; seeds differ in sign"
	r.Note(row)
}

// holds are what gateways pay.
func (r *rows) holds() {
	add := func(item string, v Variant, unit string, of func(*Outcome) float64) {
		r.Note(r.row(item, "2.2", "", 0, r.over(r.at(v), of), unit))
	}
	for _, v := range []Variant{Both, Passes, LittleRoom} {
		name := v.String()
		add(name+": most bytes held by a gateway", v, "MB", func(o *Outcome) float64 { return float64(o.Stats.PeakBytes) / 1e6 })
		add(name+": longest hold", v, "ms", func(o *Outcome) float64 { return float64(o.Stats.Longest) / float64(event.Millisecond) })
		add(name+": resubmits", v, "millions", func(o *Outcome) float64 { return float64(o.Stats.Resubmits) / 1e6 })
		add(name+": bytes resubmitted to bytes that came", v, "times", func(o *Outcome) float64 {
			return float64(o.Stats.ResubmitBytes) / float64(max(o.Stats.Packets, 1)*(payload+header))
		})
		add(name+": flows that share state", v, "", func(o *Outcome) float64 { return float64(o.Stats.Collisions) })
		if v != Both {
			add(name+": unfairness", v, "times", ofUnfairness)
		}
	}
	row := r.row("packets lost with room for 16 MB", "", "", 0, r.over(r.at(LittleRoom), func(o *Outcome) float64 { return float64(o.Result.DroppedPackets) }), "")
	r.Add(row, 0, 0, "none")
}

// mixes are far flows at all times, at two loads.
func (r *rows) mixes() {
	for _, load := range []uint32{970_000, 620_000} {
		for _, v := range []Variant{Without, Both} {
			p := r.at(v)
			p.Even, p.Load = true, load
			p.Flows = uint32(uint64(p.Flows) * uint64(load) / workload.LoadUnit)
			r.Note(r.row(fmt.Sprintf("%v: unfairness of an even mix, load %.2f", v, float64(load)/workload.LoadUnit), "", "", 0, r.over(p, ofUnfairness), "times"))
		}
	}
}

// delays are other distances.
func (r *rows) delays() {
	before := 0.0
	for _, delay := range []event.Time{5, 50, 500} {
		p := r.at(Without)
		p.Delay = delay * event.Microsecond
		s := r.over(p, ofUnfairness)
		row := r.row(fmt.Sprintf("DCQCN: unfairness at %v", p.Delay), "1", "the long feedback loop is the crux", 0, s, "times")
		row.Sign = s.mean > before
		switch delay {
		case 500:
			r.Add(row, 4*before, math.Inf(1), "4 times that at 50us, or more")
		default:
			r.Add(row, before, math.Inf(1), "more than at a shorter distance")
		}
		before = s.mean
		p.Variant = Both
		with := r.over(p, ofUnfairness)
		row = r.row(fmt.Sprintf("unfairness at %v, THEMIS to DCQCN", p.Delay), "", "", 0, spread{with.mean / s.mean, 0, 0}, "times")
		if delay == 5 {
			r.Add(row, 0.75, 1.25, "0.75 to 1.25")
			continue
		}
		r.Note(row)
	}
}

// hosts is what no paper has: Dolce-RC at the hosts, THEMIS at the gateways, both and neither.
func (r *rows) hosts() {
	for _, load := range r.loads {
		for _, delay := range []event.Time{5, 50, 500, 5000} {
			for _, k := range []struct {
				name  string
				v     Variant
				dolce bool
			}{{"DCQCN", Without, false}, {"DCQCN with THEMIS", Both, false}, {"Dolce-RC", Without, true}, {"Dolce-RC with THEMIS", Both, true}} {
				p := r.at(k.v)
				p.Flows /= 2
				p.Delay, p.Load, p.Dolce = delay*event.Microsecond, load, k.dolce
				at := fmt.Sprintf("%s at %v, load %.1f: ", k.name, p.Delay, float64(load)/workload.LoadUnit)
				r.Note(r.row(at+"intra slow-down", "", "", 0, r.over(p, ofIntra), "times"))
				r.Note(r.row(at+"inter slow-down", "", "", 0, r.over(p, ofInter), "times"))
			}
		}
	}
}
