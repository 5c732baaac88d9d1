package sweep

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/nicmodel/lab/experiment"
)

// Metric is a number of a run that is the better the smaller it is.
type Metric struct {
	// Name is what a sweep file calls it.
	Name string
	// Unit is that of Text, Title what it is.
	Unit, Title string
	scale       uint64 // of the result's number in a unit
	of          func(*experiment.WorkloadResult) uint64
}

// metrics are all that a sweep file can name.
var metrics = func() []Metric {
	var list []Metric
	for _, what := range []struct {
		name, unit, title string
		scale             uint64
		of                func(*experiment.WorkloadResult) *experiment.Percentiles
	}{
		{"fct", "us", "flow completion time", 1_000_000, func(g *experiment.WorkloadResult) *experiment.Percentiles { return &g.FCT }},
		{"slowdown", "", "slow-down", 1000, func(g *experiment.WorkloadResult) *experiment.Percentiles { return &g.Slowdown }},
		{"mct", "us", "message completion time", 1_000_000, func(g *experiment.WorkloadResult) *experiment.Percentiles { return &g.MCT }},
	} {
		for _, stat := range []struct {
			name, title string
			of          func(*experiment.Percentiles) uint64
		}{
			{"mean", "mean", func(v *experiment.Percentiles) uint64 { return v.Mean }},
			{"p50", "median", func(v *experiment.Percentiles) uint64 { return v.P50 }},
			{"p99", "99th percentile of", func(v *experiment.Percentiles) uint64 { return v.P99 }},
			{"max", "largest", func(v *experiment.Percentiles) uint64 { return v.Max }},
		} {
			list = append(list, Metric{
				Name: what.name + "-" + stat.name, Unit: what.unit, Title: stat.title + " " + what.title, scale: what.scale,
				of: func(g *experiment.WorkloadResult) uint64 { return stat.of(what.of(g)) },
			})
		}
	}
	return append(list, Metric{"last", "us", "time of the last completion", 1_000_000, func(g *experiment.WorkloadResult) uint64 { return uint64(g.Last) }})
}()

// ParseMetric finds a metric by its name; "" is fct-mean.
func ParseMetric(name string) (Metric, error) {
	var names []string
	for _, m := range metrics {
		if m.Name == name || name == "" {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Metric{}, fmt.Errorf("unknown metric %.40q%s; one of %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}

// Cell is a setting's metric in an environment, over several seeds.
type Cell struct {
	// Sum is the sum over the seeds, in the result's whole numbers; Runs is their number.
	Sum  uint64
	Runs int
	// Incomplete counts the runs in which a message was not complete at the end: their
	// metric leaves out the slowest messages.
	Incomplete int
}

// add takes in a run.
func (c *Cell) add(m *Metric, r *experiment.Result) {
	// Completion times are below 2^63 ps / messages, and there are few seeds: the sum of
	// 1000 seeds overflows only beyond 5 hours each.
	c.Sum += m.of(&r.All)
	c.Runs++
	if r.All.Completed < r.All.Messages {
		c.Incomplete++
	}
}

// sum makes the cell of some runs.
func (m *Metric) sum(list []*experiment.Result) (c Cell) {
	for _, r := range list {
		c.add(m, r)
	}
	return c
}

// known reports whether the cell has runs.
func (c Cell) known() bool { return c.Runs > 0 }

// compare orders cells of one environment and as many seeds, better ones first.
func (c Cell) compare(o Cell) int {
	if c.Incomplete != o.Incomplete {
		return c.Incomplete - o.Incomplete
	}
	switch {
	case c.Sum < o.Sum:
		return -1
	case c.Sum > o.Sum:
		return 1
	}
	return 0
}

// Value is the mean over the seeds in the metric's unit; 0 without runs.
func (m *Metric) Value(c Cell) float64 {
	if c.Runs == 0 {
		return 0
	}
	return float64(c.Sum) / float64(c.Runs) / float64(m.scale)
}

// Text writes the mean over the seeds in about four digits; a star says that runs were not
// complete.
func (m *Metric) Text(c Cell) string {
	if !c.known() {
		return "-"
	}
	text := Digits(m.Value(c))
	if c.Incomplete > 0 {
		text += "*"
	}
	return text
}

// Digits writes a number of 0 or more in about four digits.
func Digits(v float64) string {
	places := 3
	for limit := 10.0; places > 0 && v >= limit; limit *= 10 {
		places--
	}
	return strconv.FormatFloat(v, 'f', places, 64)
}

// score is what a walk knows of a setting: how it did in all environments, or in a fit how
// far it is from the targets.
type score struct {
	cells []Cell
	// incomplete is that of the cells; product that of their sums, which orders settings as
	// their geometric mean over the environments does, and is exact.
	incomplete int
	product    *big.Int // nil in a fit
	distance   float64
}

func newScore(cells []Cell) *score {
	s := &score{cells: cells, product: big.NewInt(1)}
	for _, c := range cells {
		s.incomplete += c.Incomplete
		s.product.Mul(s.product, new(big.Int).SetUint64(c.Sum))
	}
	return s
}

// better reports whether s is the better one.
func (s *score) better(o *score) bool {
	if s.product == nil {
		return s.distance < o.distance
	}
	if s.incomplete != o.incomplete {
		return s.incomplete < o.incomplete
	}
	return s.product.Cmp(o.product) < 0
}
