package figures

import (
	"sync"

	"smartnic-cc/bandit/regret"
)

const (
	// regretSeeds is the number of runs of which DRUCB draws the mean.
	regretSeeds = 20
	// regretSamples is the number of points of its curves.
	regretSamples = 400
)

// regretCurves plays what DRUCB draws, once for all files that it is drawn into.
var regretCurves = sync.OnceValue(func() []Curve {
	var curves []Curve
	for i, o := range regret.Play(regret.Scenarios()[2:3], regret.Contenders(), regretSeeds, regretSamples, nil)[0] {
		curves = append(curves, Curve{Name: regret.Contenders()[i].Name, Y: o.Curve})
	}
	return curves
})

// DRUCB draws the regret of the firmware's DR-UCB, of float64 and of the plain ways of
// squeezing it into 16-bit counters, on rewards permuted every 20,000 steps. The error is
// that of writing the file at path (SVG, PDF or PNG by its ending).
func DRUCB(path string) error {
	steps := make([]float64, regretSamples)
	for i := range steps {
		steps[i] = float64((i + 1) * regret.Steps / regretSamples)
	}
	return Regret(path, "Average regret of DR-UCB, means permuted every 20,000 steps", steps, regretCurves())
}
