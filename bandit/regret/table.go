package regret

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// Contender is a named way of making learners.
type Contender struct {
	Name string
	New  func() Learner
}

// Contenders returns the columns of the report: float64 as the reference, the firmware, the
// plain ways.
func Contenders() []Contender {
	return []Contender{
		{"float64", func() Learner { return &Float64{} }},
		{"this firmware", func() Learner { return NewFirmware() }},
		{"truncate", func() Learner { return &PlainCounters{Drop: Truncate} }},
		{"nearest", func() Learner { return &PlainCounters{Drop: Nearest} }},
		{"dither", func() Learner { return &PlainCounters{Drop: Dither} }},
	}
}

// Outcome is the regret of a contender in a scenario.
type Outcome struct {
	// Mean is the mean regret a step, over the seeds.
	Mean float64
	// Curve is the mean regret a step so far, over the seeds, at points that are spread evenly.
	Curve []float64
}

// Play lets every contender play every scenario with the seeds 1..seeds, and returns the
// outcomes by scenario and contender, with curves of that number of samples. Runs are played
// concurrently; outcomes do not depend on how many at a time. progress, if not nil, is called
// after each run with the numbers of runs done and in all, by several goroutines.
func Play(scenarios []Scenario, contenders []Contender, seeds, samples int, progress func(done, of int)) [][]Outcome {
	runs := make([]Outcome, len(scenarios)*len(contenders)*seeds)
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(runs)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(runs); i = int(next.Add(1)) - 1 {
				s, c := scenarios[i/seeds/len(contenders)], contenders[i/seeds%len(contenders)]
				r := &runs[i]
				r.Curve = make([]float64, samples)
				r.Mean = Run(s, uint64(i%seeds)+1, c.New(), r.Curve)
				if n := done.Add(1); progress != nil {
					progress(int(n), len(runs))
				}
			}
		})
	}
	wg.Wait()
	outcomes := make([][]Outcome, len(scenarios))
	for i := range outcomes {
		outcomes[i] = make([]Outcome, len(contenders))
		for j := range outcomes[i] {
			outcomes[i][j] = mean(runs[:seeds], samples)
			runs = runs[seeds:]
		}
	}
	return outcomes
}

// mean adds up in the order of the seeds: sums of floats depend on it.
func mean(runs []Outcome, samples int) Outcome {
	m := Outcome{Curve: make([]float64, samples)}
	for _, r := range runs {
		m.Mean += r.Mean / float64(len(runs))
		for i, v := range r.Curve {
			m.Curve[i] += v / float64(len(runs))
		}
	}
	return m
}

// Row is a scenario of the report.
type Row struct {
	Rewards string `json:"rewards"`
	// Regret is the mean regret a step by contender.
	Regret map[string]float64 `json:"regret_per_step"`
	// Ratio is the regret of the firmware over that of float64.
	Ratio float64 `json:"firmware_over_float64"`
}

// Rows plays the report's scenarios with the seeds 1..seeds. progress is that of Play.
func Rows(seeds int, progress func(done, of int)) []Row {
	var rows []Row
	scenarios, contenders := Scenarios(), Contenders()
	for i, outcomes := range Play(scenarios, contenders, seeds, 0, progress) {
		r := Row{scenarios[i].Name, map[string]float64{}, outcomes[1].Mean / outcomes[0].Mean}
		for j, o := range outcomes {
			r.Regret[contenders[j].Name] = o.Mean
		}
		rows = append(rows, r)
	}
	return rows
}

// Table returns rows as Markdown: a row a scenario, a column a contender, and the ratio.
func Table(rows []Row) string {
	var b strings.Builder
	rule := "| --- |"
	b.WriteString("| rewards |")
	for _, c := range Contenders() {
		fmt.Fprintf(&b, " %s |", c.Name)
		rule += " --- |"
	}
	fmt.Fprintf(&b, " firmware / float64 |\n%s --- |\n", rule)
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s |", r.Rewards)
		for _, c := range Contenders() {
			fmt.Fprintf(&b, " %.5f |", r.Regret[c.Name])
		}
		fmt.Fprintf(&b, " %.4f |\n", r.Ratio)
	}
	return b.String()
}
