package compare

import (
	"fmt"
	"slices"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/nicmodel/lab/experiment"
)

// metric is a number of a run.
type metric struct {
	// name is its name in JSON, title that in tables, with its unit.
	name, title string
	of          func(*experiment.Result) float64
	// ratio reports whether it is also divided by the first contender's, seed by seed.
	ratio bool
	// messages reports whether it is of complete messages, and so 0 without any.
	messages bool
}

// text writes a number of this metric or its ratio, "-" if no message was complete.
func (m metric) text(s MeanInterval) string {
	if m.messages && s.Mean == 0 {
		return "-"
	}
	return s.Text()
}

// times are the metrics of completion times and slow-downs of messages.
func times(prefix, title string, fct, slow func(*experiment.Result) *experiment.Percentiles, ratio bool) (list []metric) {
	for _, what := range []struct {
		name, title string
		of          func(*experiment.Result) *experiment.Percentiles
		scale       float64
	}{{"fct", "FCT, us", fct, 1e6}, {"slowdown", "slow-down", slow, 1e3}} {
		for _, stat := range []struct {
			name, title string
			of          func(*experiment.Percentiles) uint64
		}{
			{"mean", "mean", func(v *experiment.Percentiles) uint64 { return v.Mean }},
			{"p50", "median", func(v *experiment.Percentiles) uint64 { return v.P50 }},
			{"p99", "99 %", func(v *experiment.Percentiles) uint64 { return v.P99 }},
		} {
			list = append(list, metric{prefix + what.name + "_" + stat.name, fmt.Sprintf("%s%s %s", title, stat.title, what.title),
				func(r *experiment.Result) float64 { return float64(stat.of(what.of(r))) / what.scale }, ratio && stat.name != "p50", true})
		}
	}
	return list
}

// network are the metrics of a run other than the times of its messages.
var network = []metric{
	{"goodput_gbps", "goodput, Gb/s", func(r *experiment.Result) float64 { return float64(r.Detail.Goodput) / 1e9 }, false, false},
	{"jain", "Jain's index", func(r *experiment.Result) float64 { return float64(r.Detail.Jain) / 1e6 }, false, true},
	{"queue_p99_kb", "99 % longest queue, KB", func(r *experiment.Result) float64 { return float64(r.Detail.Queue.P99) / 1e3 }, false, false},
	{"queue_max_kb", "largest queue, KB", func(r *experiment.Result) float64 { return float64(r.Detail.Queue.Max) / 1e3 }, false, false},
	{"pauses", "PFC pauses", func(r *experiment.Result) float64 { return float64(r.Pauses) }, false, false},
}

// metrics are all metrics of a comparison: of all messages, of each size class if there are several, and of the
// network.
func metrics(sizes []SizeClass) []metric {
	list := times("", "", func(r *experiment.Result) *experiment.Percentiles { return &r.All.FCT },
		func(r *experiment.Result) *experiment.Percentiles { return &r.All.Slowdown }, true)
	list = append(list, network...)
	if len(sizes) == 1 {
		return list
	}
	for _, s := range sizes {
		list = append(list, times(s.prefix(), s.Title()+": ", func(r *experiment.Result) *experiment.Percentiles { return &r.All.Sizes[s.index].FCT },
			func(r *experiment.Result) *experiment.Percentiles { return &r.Detail.Slowdowns[s.index] }, false)...)
	}
	return list
}

// SizeClass is a class of messages by size.
type SizeClass struct {
	// UpTo is the largest, bytes; 0 means no limit. Count is how many were complete with the first contender and
	// seed.
	UpTo  uint64 `json:"up_to_bytes"`
	Count int    `json:"count"`

	index int
	above uint64
}

// Title names the class.
func (s SizeClass) Title() string {
	if s.UpTo == 0 {
		return "above " + bytesize.Text(s.above)
	}
	return "to " + bytesize.Text(s.UpTo)
}

// prefix returns the prefix of the names of its metrics.
func (s SizeClass) prefix() string {
	if s.UpTo == 0 {
		return fmt.Sprintf("above_%d_", s.above)
	}
	return fmt.Sprintf("to_%d_", s.UpTo)
}

// sizesOf lists the classes that have messages in any of the results.
func sizesOf(list []*experiment.Result) (sizes []SizeClass) {
	above := uint64(0)
	for i, first := range list[0].All.Sizes {
		if slices.ContainsFunc(list, func(r *experiment.Result) bool { return r.All.Sizes[i].Count > 0 }) {
			sizes = append(sizes, SizeClass{first.UpTo, first.Count, i, above})
		}
		above = first.UpTo
	}
	return sizes
}
