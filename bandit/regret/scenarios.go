package regret

import "math/rand/v2"

// Scenario is a world of rewards for 4 arms: all rewards are 0 or 1.
type Scenario struct {
	Name string
	// Means sets the expected reward of every arm at step t. The array is the one of
	// the step before.
	Means func(t int, rng *rand.Rand, means *[arms]float64)
}

// Steps is the length of a run.
const Steps = 200_000

func fixed(m ...float64) func(int, *rand.Rand, *[arms]float64) {
	return func(_ int, _ *rand.Rand, means *[arms]float64) { copy(means[:], m) }
}

func permuted(every int) func(int, *rand.Rand, *[arms]float64) {
	return func(t int, rng *rand.Rand, means *[arms]float64) {
		switch {
		case t == 0:
			*means = [arms]float64{.9, .8, .7, .6}
		case t%every == 0:
			rng.Shuffle(arms, func(i, j int) { means[i], means[j] = means[j], means[i] })
		}
	}
}

// Scenarios returns the worlds of the report.
func Scenarios() []Scenario {
	return []Scenario{
		{"stationary", fixed(.9, .8, .7, .6)},
		{"permuted-5000", permuted(5000)},
		{"permuted-20000", permuted(20000)},
		{"close", fixed(.92, .90, .88, .86)},
		// The best arm becomes the worst, half way.
		{"abrupt", func(t int, _ *rand.Rand, means *[arms]float64) {
			*means = [arms]float64{.9, .5, .5, .5}
			if t >= Steps/2 {
				*means = [arms]float64{.2, .5, .5, .6}
			}
		}},
		// The arms trade places slowly.
		{"drift", func(t int, _ *rand.Rand, means *[arms]float64) {
			x := float64(t) / Steps
			// The conversions keep a machine from fusing product and sum: the same bits everywhere.
			*means = [arms]float64{.9 - float64(.5*x), .5 + float64(.4*x), .6, .55 + float64(.1*x)}
		}},
		// Two best arms are equal.
		{"equal", fixed(.8, .8, .6, .6)},
		// Rewards are certain: always 1 or always 0.
		{"all-or-nothing", fixed(1, 0, 0, 0)},
	}
}

// Run plays one scenario with one seed and returns the mean regret a step: how much
// the arms chosen fall short of the best arm of their step, in expectation. If
// curve is not nil it is filled with the mean regret so far, sampled evenly.
//
// Two learners of the same seed meet the same rewards: the nth choice of an arm
// draws the nth number of the arm's own stream. Learners that choose alike then
// have like regrets although single choices fall a step earlier or later, and their
// difference is the learner's and not luck (its spread is a tenth to a half
// of that with one stream for all arms).
func Run(s Scenario, seed uint64, l Learner, curve []float64) float64 {
	world := rand.New(rand.NewPCG(seed, 1))
	var rewards [arms]*rand.Rand
	for i := range rewards {
		rewards[i] = rand.New(rand.NewPCG(seed, 2+uint64(i)))
	}
	var means [arms]float64
	total := 0.0
	sample := 0
	for t := range Steps {
		s.Means(t, world, &means)
		arm := l.Choose()
		u := rewards[arm].Float64()
		reward := 0.0
		if u < means[arm] {
			reward = 1
		}
		l.Learn(arm, reward)
		total += max(means[0], means[1], means[2], means[3]) - means[arm]
		for sample < len(curve) && (t+1)*len(curve) >= (sample+1)*Steps {
			curve[sample] = total / float64(t+1)
			sample++
		}
	}
	return total / Steps
}
