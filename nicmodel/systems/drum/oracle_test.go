package drum

import "math"

// optimum is the maximum of a host's problem, in floating point and not by ADMM: with z = a x there is one
// unknown an application, whose derivative x^(-1/2) + 2/(a^2 x^3) meets lambda + a mu, and the two prices
// are found one within the other by bisection.
type optimum struct {
	x, z, u   []float64 // u of the corrected iteration: mu - 2 z^-3
	objective float64
}

// solve finds the optimum of the members of a host that has selected.
func solve(h *Host) *optimum {
	o := &optimum{x: make([]float64, len(h.X)), z: make([]float64, len(h.X)), u: make([]float64, len(h.X))}
	issue, poll := float64(h.config.IssueBudget)/65536, float64(h.config.PollBudget)/65536
	demand := func(lambda, mu float64) (sumX, sumZ float64) {
		for _, j := range h.members {
			a := float64(h.Factor[j]) / 65536
			price := lambda + a*mu
			low, high := 1e-9, 1e9
			for range 90 {
				x := math.Sqrt(low * high)
				d := 2 / (a * a * x * x * x)
				if h.Selected[j] {
					d += 1 / math.Sqrt(x)
				}
				if d > price {
					low = x
				} else {
					high = x
				}
			}
			o.x[j], o.z[j] = low, a*low
			o.u[j] = mu - 2/(o.z[j]*o.z[j]*o.z[j])
			sumX, sumZ = sumX+low, sumZ+a*low
		}
		return sumX, sumZ
	}
	// lambda for a mu, 0 if the budget of x does not bind then.
	lambdaOf := func(mu float64) float64 {
		if x, _ := demand(0, mu); x <= issue {
			return 0
		}
		low, high := 0.0, 1e4
		for range 60 {
			l := (low + high) / 2
			if x, _ := demand(l, mu); x > issue {
				low = l
			} else {
				high = l
			}
		}
		return high
	}
	low, high := 1e-12, 1e4
	for range 60 {
		mu := (low + high) / 2
		if _, z := demand(lambdaOf(mu), mu); z > poll {
			low = mu
		} else {
			high = mu
		}
	}
	demand(lambdaOf(high), high)
	for _, j := range h.members {
		if h.Selected[j] {
			o.objective += 2 * math.Sqrt(o.x[j])
		}
		o.objective -= 1 / (o.z[j] * o.z[j])
	}
	return o
}

// lyapunov is the sum of (z - z*)^2 + (v - v*)^2, v = u/rho: equation (8).
func (o *optimum) lyapunov(h *Host) float64 {
	v := 0.0
	for _, j := range h.members {
		dz := float64(h.Z[j])/65536 - o.z[j]
		dv := 8 * (float64(h.Multiplier[j])/65536 - o.u[j])
		v += dz*dz + dv*dv
	}
	return v
}
