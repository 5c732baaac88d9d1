package experiment

import "fmt"

var causes8 = Experiment{
	Name: "causes8", Title: "What the completion times of figure 8 depend on: one change at a time",
	Points: causes8Points, Report: causes8Report,
}

// dumbbellChange is what both get, or one of them.
type dumbbellChange struct {
	name              string
	both, dcqcn, plus []string
	kept              bool // DCQCN keeps its connections between flows
}

var dumbbellChanges = []dumbbellChange{
	{name: "as in figure 8"},
	{name: "four arms, the slowest an eighth of the link", plus: []string{"nic[0].arm_count=4"}},
	{name: "base delay 8 us, that of the testbed", plus: []string{"nic[0].base_delay=8us"}},
	{name: "Pmax 0.1", both: []string{"switch.marking[0].pmax=0.1"}},
	{name: "Kmin and Kmax four times as high", both: []string{"switch.marking[0].kmin=28KB", "switch.marking[0].kmax=2000KB"}},
	{name: "one message of a connection at a time", both: []string{"nic[0].window=8"}},
	{name: "DCQCN keeps its connections between flows", kept: true},
	{name: "DCQCN's CNPs 50 us apart", dcqcn: setCNPs("50us")},
	{name: "DCQCN as its paper has it", dcqcn: append(setCNPs("50us"), `nic[0].set=[]`)},
	{name: "xi 1", plus: []string{`nic[0].xi="1"`}},
	{name: "gamma 0.99", plus: []string{`nic[0].gamma="0.99"`}},
}

// tried8 are the changes of a setting.
func tried8(s *Setting) []dumbbellChange {
	return dumbbellChanges[:min(s.Causes, len(dumbbellChanges))]
}

// causes8Pair are the runs of a change: DCQCN and Dolce-RC+.
func causes8Pair(c *dumbbellChange) [2]Point {
	return [2]Point{
		fig8Point(dcqcnSimulated, !c.kept).with(c.both...).with(c.dcqcn...),
		fig8Point(dolcePlus, false).with(c.both...).with(c.plus...),
	}
}

func causes8Points(s *Setting) []Point {
	var list []Point
	for _, c := range tried8(s) {
		pair := causes8Pair(&c)
		list = append(list, pair[:]...)
	}
	return list
}

// postedMCT is the mean time from posting of some groups, us.
func postedMCT(r *Result, from, to int) float64 {
	sum, n := 0.0, 0
	for _, g := range r.Groups[from:to] {
		sum += us(g.FCT.Mean) * float64(g.Completed)
		n += g.Completed
	}
	return sum / float64(n)
}

// causes8Measures are those of figure 8 that it turns on, and the time from posting.
var causes8Measures = []struct {
	what   string
	digits int
	of     func(*Result) float64
}{
	{"all complete, ms", 0, func(r *Result) float64 { return last(r, 0, fig8All) }},
	{"throughput to 150 ms, Gb/s", 0, goodput},
	{"MCT to 75 ms, us", 1, func(r *Result) float64 { return meanBetween(r, 0, fig8Join) }},
	{"MCT from 75 to 150 ms, us", 1, func(r *Result) float64 { return meanBetween(r, fig8Join, fig8Until) }},
	{"MCT of all messages, us", 1, func(r *Result) float64 { return meanMCT(r, 0, fig8All) }},
	{"MCT of long flows, us", 1, func(r *Result) float64 { return meanMCT(r, fig8Shorts, fig8All) }},
	{"MCT of short flows, us", 1, func(r *Result) float64 { return meanMCT(r, 0, fig8Shorts) }},
	{"the same from posting, us", 1, func(r *Result) float64 { return postedMCT(r, 0, fig8Shorts) }},
}

func causes8Report(s *Setting, r *Results) (*Section, error) {
	sec := &Section{Name: "causes8", Text: []string{
		"The dumbbell of figure 8, seed 1, DCQCN / Dolce-RC+. From posting a message of a short flow waits for those before it, too: the 32 of a flow are posted at once.",
	}}
	t := Table{Header: []string{"change"}}
	data := Table{Name: "causes8", Header: []string{"change", "measure", "dcqcn", "dolcercplus"}}
	for _, m := range causes8Measures {
		t.Header = append(t.Header, m.what)
	}
	t.Header = append(t.Header, "PFC pauses")
	for _, c := range tried8(s) {
		var res [2]*Result
		for i, p := range causes8Pair(&c) {
			var err error
			if res[i], err = r.Of(p); err != nil {
				return nil, err
			}
		}
		cells := []string{c.name}
		lower := 0
		for k, m := range causes8Measures {
			a, b := m.of(res[0]), m.of(res[1])
			cells = append(cells, fixed(a, m.digits)+" / "+fixed(b, m.digits))
			data.row(c.name, m.what, fixed(a, 3), fixed(b, 3))
			if (k == 1) == (b > a) {
				lower++
			}
		}
		t.row(append(cells, fmt.Sprintf("%d / %d", res[0].Pauses, res[1].Pauses))...)
		sec.Verdict = append(sec.Verdict, fmt.Sprintf("Dolce-RC+ does better in %d of %d measures: %s.", lower, len(causes8Measures), c.name))
	}
	sec.Tables, sec.Data = []Table{t}, []Table{data}
	return sec, nil
}
