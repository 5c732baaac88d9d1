package experiment

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/render/plot"
	"smartnic-cc/nicmodel/event"
)

var fig8 = Experiment{
	Name: "fig8", Title: "Figure 8: long and short flows through a dumbbell, Dolce-RC+",
	Points: fig8Points, Report: fig8Report,
}

// Groups of the scenario dumbbell: the tables of its workload.
const (
	fig8Shorts = 24 // groups 0..23
	fig8First  = 26 // groups 24, 25: the flows of 1.1 GB
	fig8All    = 32 // groups 26..31: those of 230 MB
	fig8Bin    = event.Millisecond
	fig8Join   = 75 * event.Millisecond  // when the six join
	fig8Until  = 150 * event.Millisecond // when short flows end to arrive
)

// fig8Point is a run of the dumbbell. Flows of DCQCN know nothing of those before.
func fig8Point(x scheme, fresh bool) Point {
	return Point{Scenario: "dumbbell", Seed: 1, Bin: fig8Bin, FreshFlows: fresh}.with(x.Set...)
}

var fig8Main = [2]Point{fig8Point(dcqcnSimulated, true), fig8Point(dolcePlus, false)}

// fig8Others are run with the first seed.
var fig8Others = []struct {
	name  string
	point Point
}{
	{"DCQCN, short flows on one connection a sender", fig8Point(dcqcnSimulated, false)},
	{"DCQCN, profile paper", fig8Point(paper.scheme("dcqcn-paper"), true)},
	{"DCQCN, profile connectx", fig8Point(paper.scheme("dcqcn-connectx"), true)},
	{"DCQCN, profile hpcc, each acknowledgement echoes the mark", fig8Point(paper.scheme("dcqcn-echo"), true)},
	{"Dolce-RC, short flows on one connection a sender", fig8Point(dolceSimulated, false)},
	{"Dolce-RC+ with 4 arms", fig8Point(dolcePlus, false).with("nic[0].arm_count=4")},
	{"no congestion control", fig8Point(noControl, true)},
}

func fig8Points(s *Setting) []Point {
	var list []Point
	for _, p := range fig8Main {
		list = append(list, s.seeds(p)...)
	}
	for _, o := range fig8Others {
		list = append(list, o.point)
	}
	return list
}

// last is when the last message of some groups was complete, ms.
func last(r *Result, from, to int) float64 {
	v := int64(0)
	for _, g := range r.Groups[from:to] {
		v = max(v, g.Last)
	}
	return float64(v) / float64(event.Millisecond)
}

// meanMCT is the mean message completion time over some groups, us.
func meanMCT(r *Result, from, to int) float64 {
	return meanOver(r.Groups[from:to], func(g *Group) uint64 { return g.MCT.Mean })
}

// meanOver is the mean over the messages of some groups, us, of which each group has its own,
// in ps.
func meanOver(groups []Group, mean func(*Group) uint64) float64 {
	sum, n := 0.0, 0
	for i := range groups {
		sum += us(mean(&groups[i])) * float64(groups[i].Completed)
		n += groups[i].Completed
	}
	return sum / float64(n)
}

// meanBetween is the mean message completion time of what is complete in a span of time, us.
func meanBetween(r *Result, from, until event.Time) float64 {
	sum, n := 0.0, 0.0
	for i, v := range r.All.Bins.MCT {
		if at := event.Time(i) * fig8Bin; at >= from && at < until {
			sum, n = sum+us(v), n+float64(r.All.Bins.Done[i])
		}
	}
	return sum / n
}

// curveMCT is the mean over time of what the figure draws of some groups: the mean of each
// millisecond in which messages are complete, us.
func curveMCT(r *Result, from, to int) float64 {
	sum, n := 0.0, 0
	for _, g := range r.Groups[from:to] {
		for i, done := range g.Bins.Done {
			if done > 0 {
				sum += us(g.Bins.MCT[i]) / float64(done)
				n++
			}
		}
	}
	return sum / float64(n)
}

// goodput is what was delivered a second while short flows arrive, Gb/s.
func goodput(r *Result) float64 {
	bytes := uint64(0)
	for i, v := range r.All.Bins.Bytes {
		if event.Time(i)*fig8Bin < fig8Until {
			bytes += v
		}
	}
	return float64(bytes) * 8 / (float64(fig8Until) / float64(event.Nanosecond))
}

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

var fig8Measures = []struct {
	what, unit   string
	higherBetter bool
	digits       int
	of           func(*Result) float64
}{
	{"all flows complete", "ms", false, 1, func(r *Result) float64 { return last(r, 0, fig8All) }},
	{"the two flows of 1.1 GB complete", "ms", false, 1, func(r *Result) float64 { return last(r, fig8Shorts, fig8First) }},
	{"the six flows of 230 MB complete", "ms", false, 1, func(r *Result) float64 { return last(r, fig8First, fig8All) }},
	{"throughput from 0 to 150 ms", "Gb/s", true, 1, goodput},
	{"mean MCT of messages complete before 75 ms", "us", false, 2, func(r *Result) float64 { return meanBetween(r, 0, fig8Join) }},
	{"mean MCT of messages complete from 75 to 150 ms", "us", false, 2, func(r *Result) float64 { return meanBetween(r, fig8Join, fig8Until) }},
	{"MCT of the two flows of 1.1 GB, mean over time", "us", false, 2, func(r *Result) float64 { return curveMCT(r, fig8Shorts, fig8First) }},
	{"MCT of the six flows of 230 MB, mean over time", "us", false, 2, func(r *Result) float64 { return curveMCT(r, fig8First, fig8All) }},
	{"mean MCT of all messages", "us", false, 2, func(r *Result) float64 { return meanMCT(r, 0, fig8All) }},
	{"mean MCT of long flows' messages", "us", false, 2, func(r *Result) float64 { return meanMCT(r, fig8Shorts, fig8All) }},
	{"mean MCT of short flows' messages", "us", false, 2, func(r *Result) float64 { return meanMCT(r, 0, fig8Shorts) }},
}

func fig8Report(s *Setting, r *Results) (*Section, error) {
	sec := &Section{Name: "fig8", Text: []string{
		"32 senders, each to its own receiver, through two switches at 200 Gb/s with links of 1 us, in messages of 8 KB: two flows of 1.1 GB from the start, six of 230 MB from 75 ms on, " +
			"24 senders of flows of 256 KB that arrive at random for 150 ms, 10 % of the link together. A message's completion time (MCT) is from the departure of its first packet to its " +
			"acknowledgement; the figure draws it over time. With DCQCN each flow is a connection that begins at line rate; Dolce-RC+ keeps one connection a sender and what it learnt. " +
			"It has eight arms: the slowest is a 128th of the link, so that 32 senders fit next to one another; with four it is an eighth, and eight long flows fill the link whatever they choose. " +
			"Its ideal MCT is that of an empty network, 6 us and the message at line rate. " +
			"The paper shows curves and states no numbers: with Dolce-RC+ throughput is higher, MCTs tend to be lower and all flows complete much earlier, since it holds back the short flows, " +
			"whose own messages therefore take longer.",
	}}
	var list []comparison
	for _, m := range fig8Measures {
		c := comparison{what: m.what, unit: m.unit, higherBetter: m.higherBetter, digits: m.digits}
		for i, p := range fig8Main {
			c.ours[i] = r.collect(s.seeds(p), m.of)
		}
		list = append(list, c)
	}
	t := Table{Header: []string{"", "DCQCN", "Dolce-RC+", "ratio DCQCN/Dolce-RC+", "as in the paper"}}
	for i := range list {
		c := &list[i]
		t.row(c.what+", "+c.unit, c.ours[0].text(c.digits), c.ours[1].text(c.digits), c.ratioText(), c.signText())
	}
	sec.Tables = append(sec.Tables, t)
	sec.Verdict = verdict("Dolce-RC+", list)
	fig8Single(sec, s, r)
	fig8Draw(sec, r)
	return sec, nil
}

// fig8Single lists every run, and other ways of sending beside the two.
func fig8Single(sec *Section, s *Setting, r *Results) {
	data := Table{Name: "fig8", Header: []string{"scheme", "seed"}}
	for _, m := range fig8Measures {
		data.Header = append(data.Header, strings.NewReplacer(" ", "_", ".", "_").Replace(m.what+" "+strings.ReplaceAll(m.unit, "/", "p")))
	}
	data.Header = append(data.Header, "marks", "cnps", "pauses", "digest")
	add := func(name string, p Point) {
		res := r.Of(p)
		line := []string{name, fmt.Sprint(p.Seed)}
		for _, m := range fig8Measures {
			line = append(line, fixed(m.of(res), 3))
		}
		data.row(append(line, fmt.Sprint(res.Marks), fmt.Sprint(res.CNPs), fmt.Sprint(res.Pauses), res.Digest)...)
	}
	for i, name := range []string{"DCQCN", "Dolce-RC+"} {
		for _, p := range s.seeds(fig8Main[i]) {
			add(name, p)
		}
	}
	for _, o := range fig8Others {
		add(o.name, o.point)
	}
	sec.Data = append(sec.Data, data)
}

// fig8Draw makes the four curves of the figure, of the first seed: two long flows, one sender
// of short flows, and all together.
func fig8Draw(sec *Section, r *Results) {
	data := Table{Name: "fig8-time", Header: []string{"scheme", "curve", "time_ms", "gbps", "mct_us"}}
	rates := plot.Figure{Title: "Throughput through the dumbbell", XLabel: "time (ms)", YLabel: "rate (Gb/s)"}
	mcts := plot.Figure{Title: "Mean message completion times", XLabel: "time (ms)", YLabel: "mean MCT (µs)"}
	for i, name := range []string{"DCQCN", "Dolce-RC+"} {
		res := r.Of(fig8Main[i])
		pr, pm := plot.Panel{Title: name}, plot.Panel{Title: name, LogY: true}
		for _, c := range []struct {
			name string
			bins *Bins
		}{
			{"all", res.All.Bins}, {"a flow of 1.1 GB", res.Groups[fig8Shorts].Bins},
			{"a flow of 230 MB", res.Groups[fig8First].Bins}, {"a sender of short flows", res.Groups[0].Bins},
		} {
			curve := throughput(c.name, floats(c.bins.Bytes), fig8Bin, plot.Line, nil)
			curve.Dash = plot.Dash(len(pr.Series))
			pr.Series = append(pr.Series, curve)
			line := plot.Series{Name: c.name, Dash: curve.Dash}
			for k, n := range c.bins.Done {
				at, mct := float64(event.Time(k)*fig8Bin)/float64(event.Millisecond), ""
				if n > 0 {
					line.X, line.Y = append(line.X, at), append(line.Y, us(c.bins.MCT[k])/float64(n))
					mct = fixed(us(c.bins.MCT[k])/float64(n), 3)
				}
				data.row(name, c.name, fixed(at, 0), fixed(float64(c.bins.Bytes[k])*8/1e6, 3), mct)
			}
			pm.Series = append(pm.Series, line)
		}
		rates.Panels, mcts.Panels = append(rates.Panels, pr), append(mcts.Panels, pm)
	}
	sec.Figures = append(sec.Figures,
		Figure{"fig8-throughput", "Throughput in bins of 1 ms, seed 1 (the paper's figure 8 (a) and (c)).", rates},
		Figure{"fig8-mct", "Mean MCT of the messages complete in each millisecond, seed 1 (the paper's figure 8 (b) and (d)).", mcts})
	sec.Data = append(sec.Data, data)
}
