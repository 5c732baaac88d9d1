package bandit_test

import "math"

// twin is DR-UCB in float64, written from algorithm 1 and nothing else: the
// yardstick of the integer bandit.
type twin struct {
	gamma, xi float64
	period    int
	t         int
	sum, n    []float64
}

func newTwin(k int, gamma, epsilon, xi float64) *twin {
	return &twin{gamma: gamma, xi: xi, period: int(math.Floor(float64(k) / epsilon)), sum: make([]float64, k), n: make([]float64, k)}
}

func (w *twin) choose() int {
	if r := w.t % w.period; r < len(w.n) {
		return r
	}
	total := 0.0
	for _, n := range w.n {
		total += n
	}
	best, top := 0, math.Inf(-1)
	for i, n := range w.n {
		index := w.sum[i]/n + math.Sqrt(w.xi*math.Log(total)/n)
		if index > top {
			best, top = i, index
		}
	}
	return best
}

func (w *twin) learn(arm int, reward float64) {
	for i := range w.n {
		w.n[i] *= w.gamma
		w.sum[i] *= w.gamma
	}
	w.n[arm]++
	w.sum[arm] += reward
	w.t++
}
