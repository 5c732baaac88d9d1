package figures

import "smartnic-cc/bandit/regret"

// regretSeeds is the number of runs of which DRUCB draws the mean.
const regretSeeds = 20

// DRUCB draws the regret of the firmware's DR-UCB, of float64 and of the plain ways
// of squeezing it into 16-bit counters, on rewards permuted every 20,000 steps.
func DRUCB(path string) error {
	const samples = 400
	s := regret.Scenarios[2]
	steps := make([]float64, samples)
	for i := range steps {
		steps[i] = float64((i + 1) * regret.Steps / samples)
	}
	var curves []Curve
	for _, c := range regret.Contenders {
		_, y := regret.Mean(s, c, regretSeeds, samples)
		curves = append(curves, Curve{Name: c.Name, Y: y})
	}
	return Regret(path, "Average regret of DR-UCB, means permuted every 20,000 steps", steps, curves)
}
