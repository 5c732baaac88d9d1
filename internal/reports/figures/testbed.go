package figures

import (
	"cmp"
	"fmt"

	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/scenario"
)

// Testbed draws what schedulers made of a testbed: the distribution of the completion times of the first flow, or the
// rate of a connection of each flow over time, a panel a scheduler.
func Testbed(sum *scenario.TestbedSummary) plot.Figure {
	title := cmp.Or(sum.Title, sum.Scenario)
	if sum.OverTime {
		return testbedRates(sum, title)
	}
	return testbedTimes(sum, title)
}

// testbedTimes is the share of the first flow's messages that a time does not exceed.
func testbedTimes(sum *scenario.TestbedSummary, title string) plot.Figure {
	p := plot.Panel{Title: "Completed messages of " + sum.Schedulers[0].Flows[0].Name, YLabel: "% within the time", Range: [2]float64{0, 100}, Empty: "no message was complete"}
	most := 1.0
	for i := range sum.Schedulers {
		r := &sum.Schedulers[i]
		s := plot.Series{Name: r.Scheduler, Style: plot.Step}
		n := len(r.Flows[0].Sorted)
		for k, t := range r.Flows[0].Sorted {
			s.X, s.Y = append(s.X, float64(t)/1e6), append(s.Y, 100*float64(k+1)/float64(n))
		}
		if n > 0 {
			most = max(most, s.X[n-1])
			p.Series = append(p.Series, s)
		}
	}
	return plot.Figure{Title: title, XLabel: "time from post to completion, us", XRange: [2]float64{0, 1.05 * most}, Panels: []plot.Panel{p}}
}

// testbedRates is the rate of each flow over time, the mean of its connections.
func testbedRates(sum *scenario.TestbedSummary, title string) plot.Figure {
	f := plot.Figure{Title: title, XLabel: "time, ms", YLabel: "Gb/s"}
	most := 0.0
	for i := range sum.Schedulers {
		r := &sum.Schedulers[i]
		p := plot.Panel{Title: r.Scheduler}
		for k := range r.Flows {
			flow := &r.Flows[k]
			name := flow.Name
			if flow.Connections > 1 {
				name = fmt.Sprintf("%s, mean of %d", name, flow.Connections)
			}
			s := plot.Series{Name: name, Style: plot.Step}
			for bin, bytes := range flow.Bins {
				begin := int64(bin) * sum.BinPS
				length := min(begin+sum.BinPS, sum.UntilPS) - begin
				rate := float64(bytes) * 8000 / float64(length) / float64(flow.Connections) // Gb/s
				most = max(most, rate)
				s.X, s.Y = append(s.X, float64(begin)/1e9), append(s.Y, rate)
			}
			// The last step holds to the end.
			s.X, s.Y = append(s.X, float64(sum.UntilPS)/1e9), append(s.Y, s.Y[len(s.Y)-1])
			p.Series = append(p.Series, s)
		}
		f.Panels = append(f.Panels, p)
	}
	for i := range f.Panels {
		f.Panels[i].Range = [2]float64{0, max(most, 1e-3)}
	}
	return f
}
