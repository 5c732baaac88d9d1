package runreport

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/reports/htmlreport"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/internal/reports/views"
	"smartnic-cc/nicmodel/event"
)

// Options are how a report is laid out.
type Options struct {
	Title string
	Draw  views.Draw
	// Commands are shown as those that made the report and its inputs.
	Commands []string
	// Generator names the tool.
	Generator string
	// Points bounds the points of all curves; 0 is the default.
	Points int
}

// sideBySide is how many runs stand in columns; more are drawn over each other only.
const sideBySide = 4

// Page lays out a report of runs.
func Page(list []*Source, o *Options) (*htmlreport.Page, error) {
	p := &htmlreport.Page{Title: o.Title, Generator: o.Generator, Points: o.Points}
	if p.Title == "" {
		p.Title = titleOf(list)
	}
	p.Subtitle = subtitleOf(list)
	if len(list) == 1 {
		p.KeyNumbers = factsOf(list[0])
	} else {
		p.Sections = append(p.Sections, compare(list))
	}
	over, err := overTime(list, o)
	if err != nil {
		return nil, err
	}
	for _, s := range []htmlreport.Section{over, distributions(list, o), tables(list, o), parameters(list), commands(list, o), files(list)} {
		if len(s.Figures)+len(s.Tables)+len(s.Codes) > 0 {
			p.Sections = append(p.Sections, s)
		}
	}
	return p, nil
}

func titleOf(list []*Source) string {
	if len(list) > 1 {
		return fmt.Sprintf("%d runs compared", len(list))
	}
	if s := list[0].Summary; s != nil && s.Title != "" {
		return s.Title
	}
	return list[0].Label
}

func subtitleOf(list []*Source) string {
	if len(list) > 1 {
		names := collect.Of(list, func(s *Source) string { return s.Label })
		return strings.Join(names, ", ")
	}
	s := list[0]
	text := s.Label
	if r := s.Replayed; r != nil {
		text = fmt.Sprintf("%s replayed under %s, profile %s, line rate %s", r.Capture, r.Algorithm, r.Profile, rateText(r.LineRate))
	}
	if m := s.Summary; m != nil {
		text = fmt.Sprintf("%s: %s, %s, %s, seed %d, %v of the model's time, digest %s",
			m.Scenario, plural.Of(m.Hosts, "host"), plural.Of(m.Switches, "switch"), plural.Of(m.Connections, "connection"), m.Seed, event.Time(m.UntilPS), m.Digest)
		if m.Interrupted {
			text += "; interrupted, whole up to there"
		}
	}
	return text
}

// runs are the sources as package views takes them.
func runs(list []*Source) []*views.Run {
	return collect.Of(list, func(s *Source) *views.Run { return s.Run })
}

func overTime(list []*Source, o *Options) (htmlreport.Section, error) {
	s := htmlreport.Section{Title: "Over time"}
	all := runs(list)
	with := collect.Where(all, func(r *views.Run) bool {
		return len(r.Conns) > 0 || len(r.Queues) > 0 || r.Pauses != nil && r.Pauses.Pauses > 0
	})
	layouts := []views.Layout{views.Columns}
	switch {
	case len(with) > sideBySide:
		layouts = []views.Layout{views.Overlay}
	case len(with) > 1:
		layouts = []views.Layout{views.Columns, views.Overlay}
	}
	for _, layout := range layouts {
		d := o.Draw
		d.Layout = layout
		f, err := d.Time(with)
		if err != nil {
			return s, err
		}
		if f == nil {
			continue
		}
		if len(with) > 1 {
			f.Title = "Side by side"
			if layout == views.Overlay {
				f.Title = "Over each other"
			}
		}
		s.Figures = append(s.Figures, *f)
	}
	return s, nil
}

func distributions(list []*Source, o *Options) htmlreport.Section {
	s := htmlreport.Section{Title: "Completion times"}
	all := runs(list)
	for _, f := range []*plot.Figure{o.Draw.FCT(all), o.Draw.Slowdowns(all), decisions(list)} {
		if f != nil {
			s.Figures = append(s.Figures, *f)
		}
	}
	return s
}

// decisions draws how long decisions of the cores took.
func decisions(list []*Source) *plot.Figure {
	p := plot.Panel{YLabel: "part of decisions", Range: [2]float64{0, 1.02}}
	for i, s := range list {
		if s.Summary == nil || s.Summary.Engine == nil {
			continue
		}
		counts := s.Summary.Engine.Latency
		total := collect.Sum(counts, func(n uint64) float64 { return float64(n) })
		if total == 0 || len(counts) > 64 {
			continue
		}
		sum := 0.0
		c := plot.Series{Name: s.Label, Color: plot.Color(i), Dash: plot.Dash(i)}
		for k, n := range counts {
			sum += float64(n)
			if k+1 < len(counts) && sum+float64(counts[k+1]) == 0 {
				continue // the curve begins at the last time below which nothing was decided
			}
			c.X, c.Y = append(c.X, math.Ldexp(1, k)), append(c.Y, sum/total)
		}
		p.Series = append(p.Series, c)
	}
	if len(p.Series) == 0 {
		return nil
	}
	return &plot.Figure{Title: "Time from an event to the decision", XLabel: "decision time", LogX: true, XScale: plot.Nanoseconds, Panels: []plot.Panel{p},
		Note: "Counted in steps of powers of two: a point is the part below that time"}
}

// number writes a number with about four digits.
func number(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v >= 1e7 || v < 1e-3:
		return strconv.FormatFloat(v, 'g', 4, 64)
	case v >= 1000:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return views.FourDigits(v)
}

func numbers(values ...float64) []string {
	return collect.Of(values, number)
}

// cnps counts the notifications of a run's rate logs.
func cnps(s *Source) uint64 {
	return collect.Sum(s.Conns, func(c *views.Conn) uint64 { return c.CNPs })
}

func gbps(bps uint64) string { return number(float64(bps) / 1e9) }
func us(ps uint64) string    { return number(float64(ps) / 1e6) }
func count(n uint64) string  { return strconv.FormatUint(n, 10) }

// rateText writes a rate of a run's file, which may hold anything, for people.
func rateText(text string) string {
	if r, err := linerate.Parse(text); err == nil {
		return linerate.Text(r)
	}
	return text
}

func factsOf(s *Source) []htmlreport.KeyNumber {
	var f []htmlreport.KeyNumber
	add := func(name, value, note string) {
		f = append(f, htmlreport.KeyNumber{Name: name, Value: value, Note: note})
	}
	if m := s.Summary; m != nil {
		if p := m.Probe; p != nil {
			add("Measurements", count(m.Completed), "of "+count(m.Messages)+", by "+p.Tool)
			add("Reading", us(uint64(max(p.Reading.Median, 0)))+" µs", "median; 99.9 % "+us(uint64(max(p.Reading.Tail, 0)))+" µs")
			add("In the network", us(uint64(p.Truth.Median))+" µs", "median; 99.9 % "+us(uint64(p.Truth.Tail))+" µs; "+us(uint64(p.IdealPS))+" µs when empty")
			add("Goodput", gbps(m.GoodputBPS)+" Gb/s", "of "+plural.Of(len(p.Sources), "bulk sender"))
			return f
		}
		add("Messages complete", count(m.Completed), "of "+count(m.Messages))
		add("Goodput", gbps(m.GoodputBPS)+" Gb/s", bytesize.Text(m.PayloadBytes)+" delivered")
		if m.FCT.Count > 0 {
			add("Completion time", us(m.FCT.FCT.Mean)+" µs", "mean; 99th percentile "+us(m.FCT.FCT.P99)+" µs")
			add("Slow-down", number(float64(m.FCT.Slowdown.Mean)/1e3), "mean; 99th percentile "+number(float64(m.FCT.Slowdown.P99)/1e3))
		}
		add("Round trip", us(uint64(m.RTTMeanPS))+" µs", "mean; at most "+us(uint64(m.RTTMaxPS))+" µs")
		add("Packets marked", count(m.Marks), plural.Of(m.CNPs, "CNP")+", "+plural.Of(m.Notified, "notification")+" taken")
		add("PFC pauses", count(m.Pauses), plural.Of(m.Packets.Dropped+m.Packets.LinkLoss, "packet")+" lost, "+plural.Of(m.Timeouts, "timeout"))
		if e := m.Engine; e != nil {
			add("Cores busy", number(float64(e.UtilisationPPM)/1e4)+" %", fmt.Sprintf("decisions %s µs, at most %s µs", us(uint64(e.DecisionMeanPS)), us(uint64(e.DecisionMaxPS))))
		}
		return f
	}
	if n := len(s.Conns); n > 0 {
		mean, sent := 0.0, 0
		for _, c := range s.Conns {
			if m, ok := c.Mean(); ok {
				mean += m
				sent++
			}
		}
		add("Connections", strconv.Itoa(n), "")
		add("Notifications", count(cnps(s)), "")
		if sent > 0 {
			add("Mean rate", number(mean/float64(sent))+" Gb/s", "of a connection, "+s.MeansWhile())
		}
	}
	if all, ok := s.All(); ok {
		add("Messages", strconv.Itoa(all.Count), "")
		add("Completion time", number(all.FCT.Mean)+" µs", "mean; 99th percentile "+number(all.FCT.P99)+" µs")
		add("Slow-down", number(all.Slowdown.Mean), "mean; 99th percentile "+number(all.Slowdown.P99))
	}
	return f
}

// compare is the table of several runs.
func compare(list []*Source) htmlreport.Section {
	s := htmlreport.Section{Title: "Compared"}
	t := htmlreport.Table{Title: "Runs", Head: []string{"run", "messages", "mean FCT, µs", "p99 FCT, µs", "mean slow-down", "p99 slow-down",
		"goodput, Gb/s", "marks", "notifications", "PFC pauses", "lost", "longest queue, KB"}}
	ratios := htmlreport.Table{Head: []string{"run", "mean FCT", "p50 FCT", "p95 FCT", "p99 FCT", "mean slow-down", "p50", "p95", "p99"}, Note: "Below 1 is faster."}
	var first []float64
	for _, one := range list {
		row := make([]string, len(t.Head))
		row[0] = one.Label
		if all, ok := one.All(); ok {
			row[1] = strconv.Itoa(all.Count)
			copy(row[2:], numbers(all.FCT.Mean, all.FCT.P99, all.Slowdown.Mean, all.Slowdown.P99))
			own := []float64{all.FCT.Mean, all.FCT.P50, all.FCT.P95, all.FCT.P99, all.Slowdown.Mean, all.Slowdown.P50, all.Slowdown.P95, all.Slowdown.P99}
			if first == nil {
				first, ratios.Title = own, "Over "+one.Label
			} else {
				for i := range own {
					own[i] /= first[i]
				}
				ratios.Rows = append(ratios.Rows, append([]string{one.Label}, numbers(own...)...))
			}
		}
		if m := one.Summary; m != nil {
			copy(row[6:], []string{gbps(m.GoodputBPS), count(m.Marks), count(m.Notified), count(m.Pauses), count(m.Packets.Dropped + m.Packets.LinkLoss)})
		} else if len(one.Conns) > 0 {
			row[8] = count(cnps(one))
		}
		if len(one.Queues) > 0 {
			row[11] = number(float64(one.Queues[0].Peak) / 1e3)
		}
		t.Rows = append(t.Rows, row)
	}
	s.Tables = append(s.Tables, withoutEmpty(t))
	if len(ratios.Rows) > 0 {
		s.Tables = append(s.Tables, ratios)
	}
	return s
}

// withoutEmpty leaves out columns in which no row has anything.
func withoutEmpty(t htmlreport.Table) htmlreport.Table {
	for c := len(t.Head) - 1; c > 0; c-- {
		if slices.ContainsFunc(t.Rows, func(row []string) bool { return row[c] != "" }) {
			continue
		}
		t.Head = slices.Delete(t.Head, c, c+1)
		for i := range t.Rows {
			t.Rows[i] = slices.Delete(t.Rows[i], c, c+1)
		}
	}
	return t
}

// rowsAtMost is how many connections and queues a table lists.
const rowsAtMost = 200

func tables(list []*Source, o *Options) htmlreport.Section {
	s := htmlreport.Section{Title: "Numbers"}
	for i, n := range views.NumbersOf(runs(list), o.Draw.Bins) {
		one, suffix := list[i], suffixOf(list[i], list)
		if n.All != nil {
			t := htmlreport.Table{Title: "Completion times and slow-downs by size" + suffix, Folded: len(list) > 2,
				Head: []string{"size", "messages", "mean, µs", "p50", "p95", "p99", "longest", "slow-down: mean", "p50", "p95", "p99", "worst"}}
			add := func(name string, b *views.Bin) {
				t.Rows = append(t.Rows, append([]string{name, strconv.Itoa(b.Count)}, numbers(b.FCT.Mean, b.FCT.P50, b.FCT.P95, b.FCT.P99, b.FCT.Max,
					b.Slowdown.Mean, b.Slowdown.P50, b.Slowdown.P95, b.Slowdown.P99, b.Slowdown.Max)...))
			}
			for k := range n.Sizes {
				b := &n.Sizes[k]
				name := bytesize.Text(b.To)
				if b.From != b.To {
					name = bytesize.Text(b.From) + " to " + name
				}
				add(name, b)
			}
			add("all", n.All)
			s.Tables = append(s.Tables, t)
		}
		if one.Summary != nil {
			s.Tables = append(s.Tables, workloads(one, suffix)...)
		}
		if len(n.Conns) > 0 {
			t := htmlreport.Table{Title: plural.Of(len(n.Conns), "connection") + ", means " + n.MeansWhile + suffix, Folded: true,
				Head: []string{"connection", "rows", "notifications", "mean " + one.RateName() + ", Gb/s", "lowest", "highest", "at the end"}}
			for _, c := range n.Conns {
				t.Rows = append(t.Rows, []string{c.Name, strconv.Itoa(c.Rows), count(c.CNPs), views.RateText(c.Mean, number), views.RateText(c.Lowest, number),
					views.RateText(c.Highest, number), views.RateText(c.Final, number)})
			}
			s.Tables = append(s.Tables, limited(t))
		}
		if len(n.Queues) > 0 {
			t := htmlreport.Table{Title: "Longest queues" + suffix, Folded: true, Head: []string{"queue", "longest, KB", "at, ms"}}
			for _, q := range n.Queues {
				t.Rows = append(t.Rows, append([]string{q.Name}, numbers(float64(q.Peak)/1e3, q.AtMS)...))
			}
			s.Tables = append(s.Tables, limited(t))
		}
		if one.Replay != nil {
			s.Tables = append(s.Tables, replayed(one.Replay, suffix))
		}
		if one.Printed != "" {
			s.Codes = append(s.Codes, htmlreport.Code{Title: "What was printed" + suffix, Text: one.Printed, Folded: true})
		}
	}
	return s
}

// limited cuts a long table.
func limited(t htmlreport.Table) htmlreport.Table {
	if n := len(t.Rows); n > rowsAtMost {
		t.Rows, t.Note = t.Rows[:rowsAtMost], fmt.Sprintf("The first %d of %d; cctrace plot --json lists all.", rowsAtMost, n)
	}
	return t
}

// workloads makes tables of the outcome of each workload, and of its iterations.
func workloads(one *Source, suffix string) []htmlreport.Table {
	t := htmlreport.Table{Title: "Workloads" + suffix, Folded: true, Head: []string{"workload", "messages", "complete", "MB", "mean FCT, µs", "p99", "mean slow-down", "p99", "iterations", "mean of them, µs"}}
	for i := range one.Summary.Workloads {
		w := &one.Summary.Workloads[i]
		iterations, mean := "", ""
		if n := len(w.Iterations); n > 0 {
			sum := 0.0
			for _, it := range w.Iterations {
				sum += float64(it.MeanPS) / 1e6
			}
			iterations, mean = strconv.Itoa(n), number(sum/float64(n))
		}
		t.Rows = append(t.Rows, []string{fmt.Sprintf("%d, %s", i, w.Kind), count(w.Messages), count(w.Completed), number(float64(w.Bytes) / 1e6),
			us(w.FCT.FCT.Mean), us(w.FCT.FCT.P99), number(float64(w.FCT.Slowdown.Mean) / 1e3), number(float64(w.FCT.Slowdown.P99) / 1e3), iterations, mean})
	}
	list := []htmlreport.Table{withoutEmpty(t)}
	if e := one.Summary.Engine; e != nil {
		list = append(list, htmlreport.Table{Title: "Congestion-control cores" + suffix, Folded: true, Head: []string{"what", "value"}, Rows: [][]string{
			{"hosts with cores", count(e.Hosts)}, {"cores", count(e.Cores)},
			{"busy", number(float64(e.UtilisationPPM)/1e4) + " %"}, {"busiest host", number(float64(e.BusiestPPM)/1e4) + " %"},
			{"handlers run", count(e.Handled)}, {"notifications", count(e.Notices)}, {"timers", count(e.Timers)}, {"timers late", count(e.LateTimers)},
			{"events coalesced", count(e.Coalesced)}, {"events lost", count(e.Lost)}, {"longest queue of events", count(uint64(e.MaxQueue))},
			{"events waited", us(uint64(e.WaitMeanPS)) + " µs, at most " + us(uint64(e.WaitMaxPS)) + " µs"},
			{"decisions took", us(uint64(e.DecisionMeanPS)) + " µs, at most " + us(uint64(e.DecisionMaxPS)) + " µs"},
		}})
	}
	return list
}

func files(list []*Source) htmlreport.Section {
	s := htmlreport.Section{Title: "Files"}
	t := htmlreport.Table{Head: []string{"file", "<what", "rows"}, Folded: false}
	for _, one := range list {
		for _, f := range one.Files {
			t.Rows = append(t.Rows, []string{filepath.ToSlash(f.Path), string(f.Kind), strconv.Itoa(f.Rows)})
		}
		for _, f := range one.Others {
			t.Rows = append(t.Rows, []string{filepath.ToSlash(f[0]), f[1], ""})
		}
		for _, n := range one.Notes {
			t.Note += n + ". "
		}
	}
	if len(t.Rows) > 0 {
		s.Tables = append(s.Tables, t)
	}
	return s
}
