package fluid

import (
	"fmt"
	"math"
)

// Arm is an action of Dolce-RC: what a connection does on a CNP.
type Arm struct {
	Alpha float64 // RC = (1 - alpha/2) RC; in (0, 1]
	Beta  float64 // RT = beta RC, before the cut; see Config.BetaLo
}

// Equilibrium is the steady state of N equal connections.
type Equilibrium struct {
	N     float64 // connections on the bottleneck
	Arm   Arm
	P     float64 // marking probability, in (0, 1)
	RC    float64 // current rate, bits a second: C/N
	RT    float64 // target rate, bits a second, equation (19); the model does not cap it at the line rate
	Queue float64 // bytes, from the marking curve
	// OnSlope is false where P is above the marking curve's PMax. The queue is
	// then Kmax, where marking jumps, and the state is one only on average.
	OnSlope bool
}

// Alpha returns equation (20): the alpha for which n connections with this beta
// are at rest at marking probability p. It is negative where no cut at all
// would be needed to hold the rates down, and infinite or huge for p near 0.
//
// With g = beta - 1 + tau R_AI (c+e)/a and h = tau x (b+d)/a, alpha = g h. As p
// rises, a rises and b, c, d, e fall (d/dy of ln b is 1/(e^y - 1) -
// n/(1 - e^(-n y)) < 0 because n/(1 - e^(-n y)) > 1/y > 1/(e^y - 1)), so that g
// and h fall strictly, and alpha does wherever it is positive. It falls from
// infinity, to 0 at p = 1 if beta >= 1 and through 0 before if beta < 1.
func (c Config) Alpha(p, beta, n float64) float64 {
	return c.alphaAt(-math.Log1p(-p), beta, n)
}

func (c Config) alphaAt(y, beta, n float64) float64 {
	x := c.share(n)
	v := c.auxAt(y, x)
	g := beta - 1 + c.Tau*c.packetRate(c.RAI)*(v.C+v.E)/v.A
	h := c.Tau * x * (v.B + v.D) / v.A
	return g * h
}

// betaAt is equation (20) solved for beta: the beta for which n connections with
// this alpha are at rest at y = -ln(1-p), p in (0, 1).
func (c Config) betaAt(y, alpha, n float64) float64 {
	x := c.share(n)
	v := c.auxAt(y, x)
	cut := alpha * v.A / (c.Tau * x * (v.B + v.D))
	return 1 + cut - c.Tau*c.packetRate(c.RAI)*(v.C+v.E)/v.A
}

// dcqcnAlphaAt returns the alpha that DCQCN's own estimator settles at when
// packets are marked with probability p: 1 - (1-p)^(tau' RC), equation (10) of
// CoNEXT 2016.
func (c Config) dcqcnAlphaAt(y, n float64) float64 {
	return -math.Expm1(-c.TauAlpha * c.share(n) * y)
}

// Solve returns the steady state of n connections that all use the arm. There is exactly one
// for every alpha in (0, 1]; see Alpha. The error is that of a network or an arm which
// Validate and the arm's ranges rule out, or of n that is not in 1 to 1e6.
func (c Config) Solve(arm Arm, n float64) (Equilibrium, error) {
	if err := c.check(n); err != nil {
		return Equilibrium{}, err
	}
	if err := arm.validate(); err != nil {
		return Equilibrium{}, err
	}
	y := solveFalling(func(y float64) float64 { return c.alphaAt(y, arm.Beta, n) - arm.Alpha })
	return c.equilibrium(y, arm, n), nil
}

// DCQCN returns the fixed point of unchanged DCQCN with n connections: the matched state
// at beta = 1, equation (11) of CoNEXT 2016. The errors are those of Matched.
func (c Config) DCQCN(n float64) (Equilibrium, error) {
	return c.Matched(1, n)
}

// Matched returns the steady state of n connections with the given beta whose alpha is the
// one that DCQCN's estimator would settle at there: equation (20) and alpha = 1 -
// (1-p)^(tau' RC) together. As the first falls and the second rises with p, there is
// exactly one such state. It is how alpha follows from beta and N alone, and what Fig. 3
// shows (docs/algorithms.md says why). The errors are those of Solve.
func (c Config) Matched(beta, n float64) (Equilibrium, error) {
	if err := c.check(n); err != nil {
		return Equilibrium{}, err
	}
	// Any alpha will do for this check: the solution's lies in (0, 1).
	if err := (Arm{Alpha: 1, Beta: beta}).validate(); err != nil {
		return Equilibrium{}, err
	}
	return c.matched(beta, n), nil
}

func (c Config) matched(beta, n float64) Equilibrium {
	y := solveFalling(func(y float64) float64 { return c.alphaAt(y, beta, n) - c.dcqcnAlphaAt(y, n) })
	return c.equilibrium(y, Arm{Alpha: c.dcqcnAlphaAt(y, n), Beta: beta}, n)
}

func (c Config) equilibrium(y float64, arm Arm, n float64) Equilibrium {
	x := c.share(n)
	v := c.auxAt(y, x)
	e := Equilibrium{N: n, Arm: arm, P: -math.Expm1(-y), RC: c.Capacity / n}
	// RT from (17), not from (19): there the divisor b+d may underflow.
	e.RT = e.RC * (arm.Beta + c.Tau*c.packetRate(c.RAI)*(v.C+v.E)/v.A)
	e.Queue, e.OnSlope = c.RED.Queue(e.P)
	return e
}

// solveFalling returns the zero of a function of y = -ln(1-p) that is positive
// below the zero and not above it. It bisects the logarithm of y, since p lies
// anywhere between 1e-9 and nearly 1, until the ends are neighbours.
func solveFalling(f func(y float64) float64) float64 {
	// At the lower end alpha is beyond 1e12 for every valid Config; at the
	// upper, where p is 1 to within 1e-300, it is 0 or negative.
	lo, hi := math.Log(1e-18), math.Log(700)
	for range 200 {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			break
		}
		if f(math.Exp(mid)) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Exp(lo + (hi-lo)/2)
}

func (c Config) check(n float64) error {
	if err := c.Validate(); err != nil {
		return err
	}
	if !(n >= 1 && n <= maxN) {
		return fmt.Errorf("fluid: %v connections; give 1 to %v", n, float64(maxN))
	}
	return nil
}

func (a Arm) validate() error {
	if !(a.Alpha > 0 && a.Alpha <= 1) {
		return fmt.Errorf("fluid: arm with alpha %v; give more than 0 and at most 1", a.Alpha)
	}
	if !(a.Beta >= minBeta && a.Beta <= maxBeta) {
		return fmt.Errorf("fluid: arm with beta %v; give %v to %v", a.Beta, minBeta, float64(maxBeta))
	}
	return nil
}
