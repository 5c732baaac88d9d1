package fluid

import "math"

// Damping is how stable the steady state of n connections with the arm is: above 1
// the rates and the queue return to it, below 1 they swing about it for ever. Equal connections and no control delay are assumed; a
// delay takes a little away.
//
// The number is the Routh-Hurwitz ratio c2 c1/c0 of (15), (16) and
// dq/dt = N RC - C, linearised at the steady state, with the characteristic
// polynomial s^3 + c2 s^2 + c1 s + c0. It is 0 where the equilibrium is not on
// the slope of the marking curve, and so has no linear neighbourhood.
//
// Why it matters: alpha is the only part of the loop that answers to marks at once. A cut
// of RT by beta < 1 arrives in RC a fast-recovery step or more later. An arm with beta < 1
// therefore needs a larger alpha than one with beta = 1, although it would hold the queue
// with a smaller one. The errors are those of Solve.
func (c Config) Damping(arm Arm, n float64) (float64, error) {
	e, err := c.Solve(arm, n)
	if err != nil {
		return 0, err
	}
	return c.damping(e), nil
}

func (c Config) damping(e Equilibrium) float64 {
	if !e.OnSlope {
		return 0
	}
	x, u, y := c.packetRate(e.RC), c.packetRate(e.RT), -math.Log1p(-e.P)
	rai := c.packetRate(c.RAI)
	// The right sides of (16) and (15) in x = RC, u = RT, y = -ln(1-p).
	fc := func(x, y float64) float64 {
		v := c.auxAt(y, x)
		return -x*e.Arm.Alpha/(2*c.Tau)*v.A + (u-x)/2*x*(v.B+v.D)
	}
	ft := func(x, y float64) float64 {
		v := c.auxAt(y, x)
		return -(u-e.Arm.Beta*x)/c.Tau*v.A + rai*x*(v.C+v.E)
	}
	// Central differences: with this step, truncation and rounding are both
	// near 1e-10 of the terms.
	const h = 1e-5
	byX := func(f func(x, y float64) float64) float64 { return (f(x*(1+h), y) - f(x*(1-h), y)) / (2 * h * x) }
	byQ := func(f func(x, y float64) float64) float64 {
		slope := c.RED.PMax / (c.RED.Kmax - c.RED.Kmin) * c.MTU // dp/dq, a packet
		return (f(x, y*(1+h)) - f(x, y*(1-h))) / (2 * h * y) * slope / (1 - e.P)
	}
	v := c.auxAt(y, x)
	cx, cu, cq := byX(fc), x*(v.B+v.D)/2, byQ(fc)
	tx, tu, tq := byX(ft), -v.A/c.Tau, byQ(ft)
	// The matrix is [cx cu cq; tx tu tq; N 0 0].
	c2 := -(cx + tu)
	c1 := cx*tu - cu*tx - e.N*cq
	c0 := e.N * (tu*cq - cu*tq)
	if !(c2 > 0 && c0 > 0) {
		return 0
	}
	return c2 * c1 / c0
}

// dampedAlpha returns the least alpha, not below from, whose steady states have
// the damping that c asks for over the practical range of connections; ok is
// false where no alpha up to 1 has it.
func (c Config) dampedAlpha(beta, from float64) (alpha float64, ok bool) {
	if c.MinDamping == 0 {
		return from, true
	}
	enough := func(alpha, n float64) bool {
		e, err := c.Solve(Arm{Alpha: alpha, Beta: beta}, n)
		return err == nil && c.damping(e) >= c.MinDamping
	}
	// The damping changes slowly over N (a sixth an octave in the default
	// network): between these places it is a per cent lower at most.
	const places = 16
	grid := make([]float64, places+1)
	for i := range grid {
		grid[i] = c.NLo * math.Pow(c.NHi/c.NLo, float64(i)/places)
	}
	alpha = from
	for _, n := range grid {
		if enough(alpha, n) {
			continue
		}
		lo, hi := alpha, 1.0
		if !enough(hi, n) {
			return 0, false
		}
		for hi-lo > 1e-6 {
			mid := (lo + hi) / 2
			if enough(mid, n) {
				hi = mid
			} else {
				lo = mid
			}
		}
		alpha = hi
	}
	// A larger alpha for one n has not spoilt another.
	for _, n := range grid {
		if !enough(alpha, n) {
			return 0, false
		}
	}
	return alpha, true
}
