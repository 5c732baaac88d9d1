package reproduce

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/experiment"
)

// Groups of the scenario dumbbell: the tables of its workload.
const (
	fig8Shorts = 24 // groups 0..23
	fig8First  = 26 // groups 24, 25: the flows of 1.1 GB
	fig8All    = 32 // groups 26..31: those of 230 MB
	fig8Bin    = event.Millisecond
	fig8Until  = 150 * event.Millisecond // when short flows stop arriving
)

// fig8Study returns the studies of figure 8, or of its changes.
func fig8Study(name string) func(*Setting) []*study {
	return func(s *Setting) []*study {
		t := open(name, s.Seeds)
		t.as = func(p experiment.Point) experiment.Point { p.Bin = fig8Bin; return p }
		if name == "causes8" {
			t.first(s.Causes)
		}
		return []*study{t}
	}
}

// measure is a number of a run of figure 8: of the groups From..To-1, or of the time From..To, ms.
type measure struct {
	What         string `toml:"what"`
	Unit         string `toml:"unit"`
	Digits       int    `toml:"digits"`
	HigherBetter bool   `toml:"higher_better"`
	Of           string `toml:"of"`
	From         int    `toml:"from"`
	To           int    `toml:"to"`
}

// of returns the number.
func (m *measure) of(r *experiment.Result) float64 {
	groups := func(of func(*experiment.WorkloadResult) uint64) float64 { return meanOver(r.Groups[m.From:m.To], of) }
	switch m.Of {
	case "last":
		return last(r, m.From, m.To)
	case "throughput":
		return goodput(r)
	case "mct-between":
		return meanBetween(r, event.Time(m.From)*event.Millisecond, event.Time(m.To)*event.Millisecond)
	case "mct-over-time":
		return curveMCT(r, m.From, m.To)
	case "mct":
		return groups(func(g *experiment.WorkloadResult) uint64 { return g.MCT.Mean })
	case "fct":
		return groups(func(g *experiment.WorkloadResult) uint64 { return g.FCT.Mean })
	}
	panic(fmt.Sprintf("paper.toml: there is no measure %s", m.Of))
}

// last returns when the last message of the groups was complete, ms.
func last(r *experiment.Result, from, to int) float64 {
	v := int64(0)
	for _, g := range r.Groups[from:to] {
		v = max(v, g.Last)
	}
	return float64(v) / float64(event.Millisecond)
}

// meanOver returns the mean over the messages of groups, us, from each group's mean in ps.
func meanOver(groups []experiment.WorkloadResult, mean func(*experiment.WorkloadResult) uint64) float64 {
	sum, n := 0.0, 0
	for i := range groups {
		sum += us(mean(&groups[i])) * float64(groups[i].Completed)
		n += groups[i].Completed
	}
	return sum / float64(n)
}

// meanBetween returns the mean message completion time of messages complete in a span of time, us.
func meanBetween(r *experiment.Result, from, until event.Time) float64 {
	sum, n := 0.0, 0.0
	for i, v := range r.All.Bins.MCT {
		if at := event.Time(i) * fig8Bin; at >= from && at < until {
			sum, n = sum+us(v), n+float64(r.All.Bins.Done[i])
		}
	}
	return sum / n
}

// curveMCT returns the mean over time of the figure's curve of the groups: the mean of each millisecond in which
// messages are complete, us.
func curveMCT(r *experiment.Result, from, to int) float64 {
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

// goodput returns the rate of delivery while short flows arrive, Gb/s.
func goodput(r *experiment.Result) float64 {
	bytes := uint64(0)
	for i, v := range r.All.Bins.Bytes {
		if event.Time(i)*fig8Bin < fig8Until {
			bytes += v
		}
	}
	return float64(bytes) * 8 / (float64(fig8Until) / float64(event.Nanosecond))
}

// late returns the share of all messages that complete after the last arrival of a short flow.
func late(r *experiment.Result) float64 {
	after, all := uint64(0), uint64(0)
	for i, n := range r.All.Bins.Done {
		if all += n; event.Time(i)*fig8Bin >= fig8Until {
			after += n
		}
	}
	return float64(after) / float64(all)
}

func fig8Report(_ *Setting, r *Results, list []*study) *Section {
	t, measures := list[0], paper().Measures["fig8"]
	sec := paper().section("fig8")
	var numbers []comparison
	table := Table{Header: []string{"", "DCQCN", "Dolce-RC+", "ratio DCQCN/Dolce-RC+", "as in the paper"}}
	data := Table{Name: "fig8", Header: []string{"scheme", "seed"}}
	more := map[string]func(*run) string{}
	for i := range measures {
		m := &measures[i]
		c := comparison{what: m.What, unit: m.Unit, higherBetter: m.HigherBetter, digits: m.Digits}
		for k := range c.ours {
			c.ours[k] = r.collect(t.points(k, 0), m.of)
		}
		numbers = append(numbers, c)
		table.row(c.what+", "+c.unit, c.ours[0].text(c.digits), c.ours[1].text(c.digits), c.ratioText(), c.signText())
		column := strings.NewReplacer(" ", "_", ".", "_").Replace(m.What + " " + strings.ReplaceAll(m.Unit, "/", "p"))
		data.Header = append(data.Header, column)
		more[column] = func(x *run) string { return fixed(m.of(x.Result), 3) }
	}
	data.Header = append(data.Header, "marks", "cnps", "pauses", "digest")
	for k := range t.All() {
		t.rows(&data, r, k, 0, more)
	}
	sec.Tables, sec.Data = []Table{table}, []Table{data}
	sec.Verdict = verdict("Dolce-RC+", numbers)
	fig8Draw(sec, t, r)
	return sec
}

// fig8Draw makes the four curves of the figure, of the first seed: two long flows, one sender
// of short flows, and all together.
func fig8Draw(sec *Section, t *study, r *Results) {
	data := Table{Name: "fig8-time", Header: []string{"scheme", "curve", "time_ms", "gbps", "mct_us"}}
	rates := plot.Figure{Title: "Throughput through the dumbbell", XLabel: "time (ms)", YLabel: "rate (Gb/s)"}
	mcts := plot.Figure{Title: "Mean message completion times", XLabel: "time (ms)", YLabel: "mean MCT (µs)"}
	for i, x := range t.Schemes {
		name, res := x.Name, r.Of(t.one(i, 0))
		pr, pm := plot.Panel{Title: name}, plot.Panel{Title: name, LogY: true}
		for _, c := range []struct {
			name string
			bins *experiment.Bins
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
