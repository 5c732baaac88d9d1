package bandit_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit"
	"smartnic-cc/bandit/decimal"
	"smartnic-cc/fixedpoint"
)

// scenario is a rewards' world: means returns the expected reward of every arm at
// step t, and draw a reward with that mean.
type scenario struct {
	name  string
	means func(t int, rng *world) []float64
	draw  func(mean float64, u float64) float64
}

// world is what a scenario may remember during one run.
type world struct {
	rng   *rand.Rand
	means []float64
}

func bernoulli(mean, u float64) float64 {
	if u < mean {
		return 1
	}
	return 0
}

func permutedEvery(steps int) func(int, *world) []float64 {
	return func(t int, w *world) []float64 {
		if t == 0 {
			w.means = []float64{.9, .8, .7, .6}
		} else if t%steps == 0 {
			w.rng.Shuffle(4, func(i, j int) { w.means[i], w.means[j] = w.means[j], w.means[i] })
		}
		return w.means
	}
}

func fixed(means ...float64) func(int, *world) []float64 {
	return func(int, *world) []float64 { return means }
}

var scenarios = []scenario{
	{"stationary", fixed(.9, .8, .7, .6), bernoulli},
	{"permuted5000", permutedEvery(5000), bernoulli},
	{"permuted20000", permutedEvery(20000), bernoulli},
	{"close", fixed(.92, .90, .88, .86), bernoulli},
	{"abrupt", func(t int, w *world) []float64 {
		if t < 100_000 {
			return []float64{.9, .5, .5, .5}
		}
		return []float64{.2, .5, .5, .6}
	}, bernoulli},
	{"drift", func(t int, w *world) []float64 {
		x := float64(t) / steps
		return []float64{.9 - .5*x, .5 + .4*x, .6, .55 + .1*x}
	}, bernoulli},
	{"equal", fixed(.8, .8, .6, .6), bernoulli},
	{"allornothing", fixed(1, 1, 0, 0), bernoulli},
}

const steps = 200_000

// run returns the mean regret a step of the integer bandit and of the twin on the
// same rewards.
func run(s scenario, seed uint64) (ours, twins float64) {
	p, err := decimal.Params(decimal.Paper())
	if err != nil {
		panic(err)
	}
	regret := func(choose func() int, learn func(int, float64)) float64 {
		w := &world{rng: rand.New(rand.NewPCG(seed, 1))}
		rewards := rand.New(rand.NewPCG(seed, 2))
		total := 0.0
		for t := range steps {
			means := s.means(t, w)
			u := rewards.Float64()
			arm := choose()
			learn(arm, s.draw(means[arm], u))
			best := 0.0
			for _, m := range means {
				best = max(best, m)
			}
			total += best - means[arm]
		}
		return total / steps
	}
	var state bandit.State4
	ours = regret(
		func() int { return int(bandit.Select(&p, &state)) },
		func(arm int, x float64) {
			bandit.Update(&p, &state, uint8(arm), fixedpoint.UQ0x16(min(x*65536, 65535)))
		})
	f := newTwin(4, .9998, .015, .5001)
	twins = regret(f.choose, f.learn)
	return ours, twins
}

func TestRegretAgainstTwin(t *testing.T) {
	for _, s := range scenarios {
		var ours, twins float64
		for seed := uint64(1); seed <= 20; seed++ {
			a, b := run(s, seed)
			ours += a / 20
			twins += b / 20
		}
		fmt.Printf("%-14s ours %.6f twin %.6f ratio %.4f\n", s.name, ours, twins, ours/twins)
		require.LessOrEqual(t, ours, max(twins*1.01, twins+0.0001), s.name)
	}
}
