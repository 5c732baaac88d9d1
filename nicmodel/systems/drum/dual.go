package drum

import "math"

// Dual solves the problem of a host by dual decomposition with gradient steps, the paper's baseline, in floating
// point: each application maximises its part for given prices of the two budgets and of a x = z, and the prices
// follow the excess, by step/sqrt(k) in iteration k. It returns the objective after each iteration; the paper's step
// is 1/1000.
//
// The budgets bound the rates of an iteration, since a price of 0 would demand unbounded rates. Since only a price
// enforces a x = z, a x and z of an application may differ.
func (h *Host) Dual(iterations int, step float64) []float64 {
	issue := float64(h.config.IssueBudget) / 65536
	poll := float64(h.config.PollBudget) / 65536
	couple := make([]float64, len(h.Factor)) // price of a x - z
	lambda, mu := 0.0, 0.0
	var objective []float64
	for k := 1; k <= iterations; k++ {
		sumX, sumZ, value := 0.0, 0.0, 0.0
		at := step / math.Sqrt(float64(k))
		for _, j := range h.members {
			a := float64(h.Factor[j]) / 65536
			// 2 sqrt(x) - (lambda + a u) x, and -1/z^2 - (mu - u) z.
			x := 0.0
			if cost := lambda + a*couple[j]; cost <= 0 {
				x = issue
			} else if h.Selected[j] {
				x = min(1/(cost*cost), issue)
			}
			z := poll
			if cost := mu - couple[j]; cost > 0 {
				z = min(math.Cbrt(2/cost), poll)
			}
			if h.Selected[j] {
				value += 2 * math.Sqrt(x)
			}
			value -= 1 / (z * z)
			sumX, sumZ = sumX+x, sumZ+z
			couple[j] += at * (a*x - z)
		}
		lambda = max(lambda+at*(sumX-issue), 0)
		mu = max(mu+at*(sumZ-poll), 0)
		objective = append(objective, value)
	}
	return objective
}
