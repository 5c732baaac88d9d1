package experiment

import (
	"fmt"
	"strings"
)

var causes1 = Experiment{
	Name: "causes1", Title: "What table I depends on: one change at a time",
	Points: causesOfI.points, Report: causesOfI.report,
}

var causes2 = Experiment{
	Name: "causes2", Title: "What table II depends on: one change at a time",
	Points: causesOfII.points, Report: causesOfII.report,
}

// causeStudy tries changes of a study on the small fat-tree.
type causeStudy struct {
	name    string
	flows   *flowStudy
	rows    []studyRow // loads
	changes []change
}

var causesOfI = causeStudy{"causes1", &cacheFollower, cacheFollower.rows, changes}

var causesOfII = causeStudy{"causes2", &dataMining, dataMining.rows[:1], rareChanges}

// change is what both algorithms get, or one of them.
type change struct {
	name         string
	both         []string
	dcqcn, dolce []string
	// cut: the run ends before all messages are complete, and those that are not do not count.
	cut bool
}

// setBoth, setCNPs and setArms make changes of one key.
func setBoth(values ...string) []string { return []string{simulated(values...)} }
func setCNPs(apart string) []string     { return []string{"nic[0].cnp_interval=" + apart} }
func setArms(arms ...string) []string {
	return []string{`nic[0].arms=["` + strings.Join(arms, `", "`) + `"]`}
}

// four is an arm four times: no choice.
func four(arm string) []string { return setArms(arm, arm, arm, arm) }

// figure3Arms are points of the relation of figure 3 itself; fluidArms are the same with alpha
// raised where the arm would swing (section fig3).
var (
	figure3Arms = setArms("0.0139:0.7", "0.0425:0.9182", "0.1258:1", "0.2903:1.1")
	fluidArms   = setArms("0.7752:0.7", "0.3213:0.9182", "0.1258:1", "0.2903:1.1")
)

// changes vary what the paper does not state, and what it does not say it left alone.
var changes = []change{
	{name: "as in the table"},
	{name: "flows for 2 ms, whatever their number", both: forTime("2ms")},
	{name: "these, and only those that end within 3.3 ms count", both: append(forTime("2ms"), "run.end=3.3ms"), cut: true},
	{name: "flows for 10 ms", both: forTime("10ms")},
	// Notification.
	{name: "CNPs 50 us apart", both: setCNPs("50us")},
	{name: "CNPs 10 us apart", both: setCNPs("10us")},
	{name: "CNPs 6 us apart", both: setCNPs("6us")},
	// Marking and buffers.
	{name: "Pmax 0.1", both: []string{"switch.marking[0].pmax=0.1"}},
	{name: "Kmin and Kmax four times as high", both: []string{"switch.marking[0].kmin=28KB", "switch.marking[0].kmax=2000KB"}},
	// Recovery.
	{name: "R_AI 40 Mb/s, as in the simulator's file", both: setBoth("ai_rate=40")},
	{name: "R_AI 40 Mb/s, byte counter off, its stage the timer's", both: setBoth("ai_rate=40", "byte_reset=0")},
	{name: "increase timer 300 us", both: setBoth("time_reset=300")},
	{name: "byte counter 300 KB", both: setBoth("byte_reset=300000")},
	// Where DCQCN's alpha begins.
	{name: "DCQCN's alpha begins at 1/2", dcqcn: setBoth("initial_alpha_value=512")},
	// Arms and learning.
	{name: "arms that do not swing (figure 3 below)", dolce: fluidArms},
	{name: "the four arms are alpha 0.1258, beta 1", dolce: four("0.1258:1")},
	{name: "the four arms are alpha 0.2903, beta 1.1", dolce: four("0.2903:1.1")},
	{name: "qualified CNPs 75 us apart", dolce: []string{"nic[0].qualify_after=75us"}},
}

// rareChanges are those that matter to long flows.
var rareChanges = []change{
	{name: "as in the table"},
	{name: "CNPs 50 us apart", both: setCNPs("50us")},
	{name: "Pmax 0.1", both: []string{"switch.marking[0].pmax=0.1"}},
	{name: "R_AI 40 Mb/s, as in the simulator's file", both: setBoth("ai_rate=40")},
	{name: "R_AI 40 Mb/s, byte counter off, its stage the timer's", both: setBoth("ai_rate=40", "byte_reset=0")},
	{name: "DCQCN's alpha begins at 1/2", dcqcn: setBoth("initial_alpha_value=512")},
	{name: "arms that do not swing (figure 3 below)", dolce: fluidArms},
	{name: "the four arms are alpha 0.2903, beta 1.1", dolce: four("0.2903:1.1")},
}

// forTime makes changes that let flows begin for a time, in place of countOf.
func forTime(t string) []string {
	return []string{"workload[0].count=1000000", "workload[0].duration=" + t}
}

// tried are the changes of a setting.
func (q *causeStudy) tried(s *Setting) []change { return q.changes[:min(s.Causes, len(q.changes))] }

// count is how many flows there are on 64 hosts.
func (q *causeStudy) count(s *Setting) int { return min(s.Flows, flowsAt64) }

// runs are those of a change for DCQCN or Dolce-RC.
func (q *causeStudy) runs(s *Setting, load string, c change, dolce bool) []Point {
	x, more := dcqcnSimulated, c.dcqcn
	if dolce {
		x, more = dolceSimulated, c.dolce
	}
	p := Point{Scenario: "fattree", Seed: 1}.with(
		"topology.preset=fattree64", "workload[0].distribution="+q.flows.distribution,
		"workload[0].load="+load,
	).with(countOf(q.count(s))...).with(x.set...).with(c.both...).with(more...)
	p.Partial = c.cut
	list := s.seeds(p)
	return list[:min(len(list), s.CauseSeeds)]
}

func (q *causeStudy) points(s *Setting) []Point {
	var list []Point
	for _, c := range q.tried(s) {
		for _, row := range q.rows {
			list = append(append(list, q.runs(s, row.load, c, false)...), q.runs(s, row.load, c, true)...)
		}
	}
	return list
}

// outcome is what a change gives at a load: mean and 99th percentile, DCQCN and Dolce-RC.
type outcome [2][2]float64

func (q *causeStudy) outcome(s *Setting, r *Results, load string, c change) (v outcome, err error) {
	for k, of := range []func(*Result) float64{meanFCT, p99FCT} {
		for j := range 2 {
			list, err := r.collect(q.runs(s, load, c, j == 1), of)
			if err != nil {
				return v, err
			}
			v[k][j] = list.mean()
		}
	}
	return v, nil
}

// distance is the largest factor between numbers and the paper's, at least 1.
func (v *outcome) distance(row *studyRow) float64 {
	d := 1.0
	for k, ref := range [][2]float64{row.mean, row.p99} {
		for i := range ref {
			if ref[i] > 0 {
				factor := v[k][i] / ref[i]
				d = max(d, factor, 1/factor)
			}
		}
	}
	return d
}

func (q *causeStudy) report(s *Setting, r *Results) (*Section, error) {
	seeds := "seed 1"
	if n := min(s.Seeds, s.CauseSeeds); n > 1 {
		seeds = fmt.Sprintf("means of %d seeds", n)
	}
	sec := &Section{Name: q.name, Text: []string{fmt.Sprintf("%d %s flows on `fattree64`, %s: what the paper leaves open, varied for both algorithms or for one of them. The FCTs are in the CSV file. "+
		"The distance is the largest factor between our numbers and those that the paper states; 1 is agreement.", q.count(s), q.flows.sizes, seeds)}}
	t := Table{Header: []string{"change", "distance"}}
	data := Table{Name: q.name, Header: []string{"change", "load", "dcqcn_mean_us", "dolcerc_mean_us", "dcqcn_p99_us", "dolcerc_p99_us"}}
	var within, losers []string
	for _, c := range q.tried(s) {
		distance, lost := 1.0, false
		for _, row := range q.rows {
			v, err := q.outcome(s, r, row.load, c)
			if err != nil {
				return nil, err
			}
			distance = max(distance, v.distance(&row))
			lost = lost || v[0][0] < v[0][1]
			data.row(c.name, row.load, fixed(v[0][0], 3), fixed(v[0][1], 3), fixed(v[1][0], 3), fixed(v[1][1], 3))
		}
		t.row(c.name, fixed(distance, 2))
		if distance <= 1.25 {
			within = append(within, c.name)
		}
		if lost {
			losers = append(losers, c.name)
		}
	}
	sec.Tables, sec.Data = []Table{t}, []Table{data}
	sec.Verdict = []string{
		fmt.Sprintf("All numbers are within a factor of 1.25 of the paper's in %d of %d settings%s.", len(within), len(q.tried(s)), listed(within)),
		fmt.Sprintf("The mean FCT of Dolce-RC is above DCQCN's at one load at least in %d%s.", len(losers), listed(losers)),
	}
	return sec, nil
}

// listed writes the members of a list after a count of them.
func listed(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return ": " + join(list)
}
