package experiment

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
)

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
	{name: "Pmax 0.1", both: []string{"switch.marking[0].pmax=0.1"}},
	{name: "Kmin and Kmax four times as high", both: []string{"switch.marking[0].kmin=28KB", "switch.marking[0].kmax=2000KB"}},
	{name: "one message of a connection at a time", both: []string{"nic[0].window=8"}},
	{name: "DCQCN keeps its connections between flows", kept: true},
	{name: "DCQCN's CNPs 50 us apart", dcqcn: setCNPs("50us")},
	{name: "DCQCN's R_AI 4 Gb/s", dcqcn: setBoth("ai_rate=4000")},
	{name: "both of these", dcqcn: append(setCNPs("50us"), setBoth("ai_rate=4000")...)},
	{name: "DCQCN's R_AI 40 Mb/s, byte counter off, its stage the timer's", dcqcn: setBoth("ai_rate=40", "byte_reset=0")},
	{name: "DCQCN's target follows a cut only after an increase", dcqcn: setBoth("clamp_tgt_rate=0")},
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
	return meanOver(r.Groups[from:to], func(g *Group) uint64 { return g.FCT.Mean })
}

// causes8Measures are those of figure 8 that it turns on, and the time from posting.
var causes8Measures = []struct {
	what   string
	digits int
	shown  bool // in the report; the data has all
	of     func(*Result) float64
}{
	{"all complete, ms", 0, true, func(r *Result) float64 { return last(r, 0, fig8All) }},
	{"throughput to 150 ms, Gb/s", 0, false, goodput},
	{"MCT to 75 ms, us", 1, false, func(r *Result) float64 { return meanBetween(r, 0, fig8Join) }},
	{"MCT from 75 to 150 ms, us", 1, true, func(r *Result) float64 { return meanBetween(r, fig8Join, fig8Until) }},
	{"MCT of all messages, us", 1, true, func(r *Result) float64 { return meanMCT(r, 0, fig8All) }},
	{"MCT of long flows, us", 1, false, func(r *Result) float64 { return meanMCT(r, fig8Shorts, fig8All) }},
	{"MCT of short flows, us", 1, true, func(r *Result) float64 { return meanMCT(r, 0, fig8Shorts) }},
	{"the same from posting, us", 1, false, func(r *Result) float64 { return postedMCT(r, 0, fig8Shorts) }},
}

// Places in causes8Measures.
const (
	causes8Second = 3
	causes8All    = 4
)

// late is the part of all messages that is complete when no short flow arrives any more.
func late(r *Result) float64 {
	after, all := uint64(0), uint64(0)
	for i, n := range r.All.Bins.Done {
		if all += n; event.Time(i)*fig8Bin >= fig8Until {
			after += n
		}
	}
	return float64(after) / float64(all)
}

func causes8Report(s *Setting, r *Results) (*Section, error) {
	sec := &Section{Name: "causes8", Text: []string{
		"The dumbbell of figure 8, seed 1, DCQCN / Dolce-RC+; the CSV file has more measures.",
	}}
	t := Table{Header: []string{"change"}}
	data := Table{Name: "causes8", Header: []string{"change", "measure", "dcqcn", "dolcercplus"}}
	for _, m := range causes8Measures {
		if m.shown {
			t.Header = append(t.Header, m.what)
		}
	}
	var worse, better []string
	for k, c := range tried8(s) {
		var res [2]*Result
		for i, p := range causes8Pair(&c) {
			var err error
			if res[i], err = r.Of(p); err != nil {
				return nil, err
			}
		}
		cells := []string{c.name}
		var at [2][]float64
		for k, m := range causes8Measures {
			for i := range res {
				at[i] = append(at[i], m.of(res[i]))
			}
			if m.shown {
				cells = append(cells, fixed(at[0][k], m.digits)+" / "+fixed(at[1][k], m.digits))
			}
			data.row(c.name, m.what, fixed(at[0][k], 3), fixed(at[1][k], 3))
		}
		data.row(c.name, "PFC pauses", fmt.Sprint(res[0].Pauses), fmt.Sprint(res[1].Pauses))
		t.row(cells...)
		if k == 0 {
			sec.Verdict = append(sec.Verdict, fmt.Sprintf("Of DCQCN's messages %s %% are complete after 150 ms, when no short flow arrives any more, of Dolce-RC+'s %s %%: "+
				"the mean over all messages compares different times, those in the two spans the same.", fixed(100*late(res[0]), 0), fixed(100*late(res[1]), 0)))
		}
		if at[0][causes8Second] < at[1][causes8Second] {
			worse = append(worse, c.name)
		}
		if at[0][causes8All] > at[1][causes8All] {
			better = append(better, c.name)
		}
	}
	for _, v := range []struct {
		text string
		list []string
	}{
		{"Dolce-RC+'s MCT from 75 to 150 ms is above DCQCN's with: ", worse}, {"Its mean over all messages is below DCQCN's with: ", better},
	} {
		if len(v.list) > 0 {
			sec.Verdict = append(sec.Verdict, v.text+join(v.list)+".")
		}
	}
	sec.Tables, sec.Data = []Table{t}, []Table{data}
	return sec, nil
}
