package experiment

import (
	"fmt"
	"math"

	"smartnic-cc/nicmodel/event"
)

var causes = Experiment{
	Name: "causes", Title: "What the ratios of table I depend on: one change at a time",
	Points: causePoints, Report: causeReport,
}

// change is what both algorithms get, or one of them.
type change struct {
	name         string
	both         []string
	dcqcn, dolce []string
}

// set makes a list of changes of a profile under the vendor's names.
func set(values string) []string { return []string{"nic[0].set=[" + values + "]"} }

// changes vary what the paper does not state, and what it does not say it left alone.
var changes = []change{
	{name: "as table I"},
	// Marking and buffers.
	{name: "Pmax 0.01", both: []string{"switch.marking[0].pmax=0.01"}},
	{name: "Pmax 1", both: []string{"switch.marking[0].pmax=1"}},
	{name: "Kmin and Kmax four times as high", both: []string{"switch.marking[0].kmin=28KB", "switch.marking[0].kmax=2000KB"}},
	{name: "buffers of 12 MB", both: []string{"switch.buffer=12MB"}},
	// Notification.
	{name: "CNPs 4 us apart", both: []string{"nic[0].cnp_interval=4us"}},
	{name: "CNPs 10 us apart", both: []string{"nic[0].cnp_interval=10us"}},
	{name: "CNPs 200 us apart", both: []string{"nic[0].cnp_interval=200us"}},
	// Recovery.
	{name: "increase timer 300 us", both: set(`"time_reset=300"`)},
	{name: "increase timer 1500 us", both: set(`"time_reset=1500"`)},
	{name: "byte counter 150 KB", both: set(`"byte_reset=150000"`)},
	{name: "byte counter off", both: set(`"byte_reset=0"`)},
	{name: "fast recovery of 1 stage", both: set(`"threshold=1"`)},
	{name: "R_AI 400 Mb/s, R_HAI 4 Gb/s", both: set(`"ai_rate=400", "hai_rate=4000"`)},
	{name: "R_AI 5 Mb/s, R_HAI 50 Mb/s", both: set(`"ai_rate=5", "hai_rate=50"`)},
	// The first cut, and where DCQCN's alpha begins.
	{name: "the first CNP sets 50 Gb/s", both: set(`"rate_to_set_on_first_cnp=50000"`)},
	{name: "DCQCN's alpha begins at 1/2", dcqcn: set(`"initial_alpha_value=512"`)},
	{name: "DCQCN's alpha begins at 1/8", dcqcn: set(`"initial_alpha_value=128"`)},
	{name: "DCQCN's g is 1/16", dcqcn: set(`"dce_tcp_g=960"`)},
	// Arms.
	{name: "arms with figure 3's alpha, not damped", dolce: []string{`nic[0].arms=["0.0139:0.7", "0.0425:0.9182", "0.1258:1", "0.2903:1.1"]`}},
	{name: "arms in the reverse order", dolce: []string{`nic[0].arms=["0.2903:1.1", "0.1258:1", "0.3213:0.9182", "0.7752:0.7"]`}},
	{name: "the four arms are alpha 1, beta 1", dolce: []string{`nic[0].arms=["1:1", "1:1", "1:1", "1:1"]`}},
	{name: "the four arms are alpha 0.5, beta 0.7", dolce: []string{`nic[0].arms=["0.5:0.7", "0.5:0.7", "0.5:0.7", "0.5:0.7"]`}},
	{name: "qualified CNPs 50 us apart", dolce: []string{"nic[0].qualify_after=50us"}},
	// Both at once.
	{name: "CNPs 4 us apart, increase timer 300 us", both: append([]string{"nic[0].cnp_interval=4us"}, set(`"time_reset=300"`)...)},
	{name: "CNPs 10 us apart, byte counter 150 KB", both: append([]string{"nic[0].cnp_interval=10us"}, set(`"byte_reset=150000"`)...)},
}

// tried are the changes of a setting.
func (s *Setting) tried() []change { return changes[:min(s.Causes, len(changes))] }

func (s *Setting) causeArrivals() event.Time { return min(s.Arrivals, 3*event.Millisecond) }

// causePoint is table I's with a change, on the small fat-tree.
func causePoint(s *Setting, load string, c change, dolce bool) []Point {
	x, more := dcqcnPaper, c.dcqcn
	if dolce {
		x, more = dolcePaper, c.dolce
	}
	p := Point{Scenario: "fattree", Seed: 1}.with(
		"topology.preset=fattree64", "workload[0].load="+load, fmt.Sprintf("workload[0].duration=%v", s.causeArrivals()),
	).with(x.set...).with(c.both...).with(more...)
	list := s.seeds(p)
	return list[:min(len(list), s.CauseSeeds)]
}

func causePoints(s *Setting) []Point {
	var list []Point
	for _, c := range s.tried() {
		for _, row := range cacheFollower.rows {
			list = append(append(list, causePoint(s, row.load, c, false)...), causePoint(s, row.load, c, true)...)
		}
	}
	return list
}

func causeReport(s *Setting, r *Results) (*Section, error) {
	seeds := "seed 1"
	if n := min(s.Seeds, s.CauseSeeds); n > 1 {
		seeds = fmt.Sprintf("means of %d seeds", n)
	}
	sec := &Section{Name: "causes", Text: []string{fmt.Sprintf("Cache Follower on `fattree64`, flows arriving for %v, %s: what the paper leaves open, varied for both algorithms or for one of them. "+
		"The distance is the largest of the four factors between our ratios and the paper's (1 is agreement, up to 1.25 within 25 %%).", s.causeArrivals(), seeds)}}
	t := Table{Header: []string{"change"}}
	data := Table{Name: "causes", Header: []string{"change", "load", "dcqcn_mean_us", "dolcerc_mean_us", "dcqcn_p99_us", "dolcerc_p99_us"}}
	paper := []string{"the paper"}
	for _, row := range cacheFollower.rows {
		at := percent(row.load)
		t.Header = append(t.Header, at+": mean, DCQCN", "Dolce-RC", "ratio", at+": 99 %, DCQCN", "Dolce-RC", "ratio")
		for _, v := range [][2]float64{row.mean, row.p99} {
			paper = append(paper, fixed(v[0], 0), fixed(v[1], 0), fixed(v[0]/v[1], 2))
		}
	}
	t.Header = append(t.Header, "distance")
	t.row(append(paper, "")...)
	nearest, name := math.Inf(1), ""
	losers := 0
	for _, c := range s.tried() {
		cells, distance, lost := []string{c.name}, 1.0, false
		for _, row := range cacheFollower.rows {
			var v [2][2]float64 // mean and 99 %, DCQCN and Dolce-RC
			for k, of := range []func(*Result) float64{meanFCT, p99FCT} {
				for j := range 2 {
					list, err := r.collect(causePoint(s, row.load, c, j == 1), of)
					if err != nil {
						return nil, err
					}
					v[k][j] = list.mean()
				}
			}
			for k, ref := range [][2]float64{row.mean, row.p99} {
				ratio := v[k][0] / v[k][1]
				cells = append(cells, fixed(v[k][0], 0), fixed(v[k][1], 0), fixed(ratio, 2))
				factor := ratio / (ref[0] / ref[1])
				distance = max(distance, factor, 1/factor)
				lost = lost || k == 0 && ratio < 1
			}
			data.row(c.name, row.load, fixed(v[0][0], 3), fixed(v[0][1], 3), fixed(v[1][0], 3), fixed(v[1][1], 3))
		}
		t.row(append(cells, fixed(distance, 2))...)
		if distance < nearest {
			nearest, name = distance, c.name
		}
		if lost {
			losers++
		}
	}
	sec.Tables, sec.Data = []Table{t}, []Table{data}
	sec.Verdict = []string{
		fmt.Sprintf("Of %d settings, %q comes nearest to all four of the paper's ratios, at a factor of %s.", len(s.tried()), name, fixed(nearest, 2)),
		fmt.Sprintf("In %d of them the mean FCT of Dolce-RC is above DCQCN's at one of the loads.", losers),
	}
	return sec, nil
}
