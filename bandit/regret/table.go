package regret

import (
	"fmt"
	"strings"
	"sync"
)

// Contender is a named way of making learners.
type Contender struct {
	Name string
	New  func() Learner
}

// Contenders are the columns of the report: the yardstick, ours, the plain ways.
var Contenders = []Contender{
	{"float64", func() Learner { return &Twin{} }},
	{"this firmware", func() Learner { return NewFirmware() }},
	{"truncate", func() Learner { return &Plain{Drop: Truncate} }},
	{"nearest", func() Learner { return &Plain{Drop: Nearest} }},
	{"dither", func() Learner { return &Plain{Drop: Dither} }},
}

// Mean returns the mean regret a step of a contender over the seeds 1..seeds, and
// the mean of its curves in samples points.
func Mean(s Scenario, c Contender, seeds, samples int) (float64, []float64) {
	mean := 0.0
	curve := make([]float64, samples)
	one := make([]float64, samples)
	for seed := range seeds {
		mean += Run(s, uint64(seed)+1, c.New(), one) / float64(seeds)
		for i, v := range one {
			curve[i] += v / float64(seeds)
		}
	}
	return mean, curve
}

// Table returns the report as Markdown: a row a scenario, a column a contender, and
// the ratio of the firmware to float64. Rows are measured side by side.
func Table(seeds int) string {
	text := "| rewards |"
	rule := "| --- |"
	for _, c := range Contenders {
		text += " " + c.Name + " |"
		rule += " --- |"
	}
	text += " firmware / float64 |\n" + rule + " --- |\n"
	rows := make([]string, len(Scenarios))
	var wg sync.WaitGroup
	for i, s := range Scenarios {
		wg.Go(func() { rows[i] = row(s, seeds) })
	}
	wg.Wait()
	return text + strings.Join(rows, "")
}

func row(s Scenario, seeds int) string {
	text := "| " + s.Name + " |"
	var means []float64
	for _, c := range Contenders {
		mean, _ := Mean(s, c, seeds, 0)
		means = append(means, mean)
		text += fmt.Sprintf(" %.5f |", mean)
	}
	return text + fmt.Sprintf(" %.4f |\n", means[1]/means[0])
}
