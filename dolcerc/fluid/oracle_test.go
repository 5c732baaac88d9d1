package fluid

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// bigPow returns v^n with 600 bits by repeated squaring.
func bigPow(v *big.Float, n int) *big.Float {
	r := big.NewFloat(1).SetPrec(600)
	b := new(big.Float).SetPrec(600).Set(v)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r.Mul(r, b)
		}
		b.Mul(b, b)
	}
	return r
}

// bigAux evaluates the definitions of a to e as they are printed, with 600 bits.
func bigAux(p float64, tauX, tX, packets, f int) [5]float64 {
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(v) }
	z := func() *big.Float { return new(big.Float).SetPrec(600) }
	q := z().Sub(num(1), num(p))
	period := func(n int) *big.Float { // p / ((1-p)^-n - 1)
		up := z().Quo(num(1), bigPow(q, n))
		return z().Quo(num(p), up.Sub(up, num(1)))
	}
	b, d := period(packets), period(tX)
	var out [5]float64
	for i, v := range []*big.Float{
		z().Sub(num(1), bigPow(q, tauX)),
		b,
		z().Mul(bigPow(q, f*packets), b),
		d,
		z().Mul(bigPow(q, f*tX), d),
	} {
		out[i], _ = v.Float64()
	}
	return out
}

// TestAuxAgainstBig compares a to e with their definitions in 600 bits. The
// parameters are chosen so that all exponents are whole numbers.
func TestAuxAgainstBig(t *testing.T) {
	c := Default()
	c.T = 56e-6
	for _, n := range []float64{1, 5, 25} {
		x := c.share(n)
		tauX, tX := int(math.Round(c.Tau*x)), int(math.Round(c.T*x))
		require.InDelta(t, tauX, c.Tau*x, 1e-9, "the test needs a whole exponent")
		require.InDelta(t, tX, c.T*x, 1e-9, "the test needs a whole exponent")
		for _, p := range []float64{1e-15, 1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 0.01, 0.05, 0.3, 0.9, 0.999} {
			v := c.auxAt(-math.Log1p(-p), x)
			want := bigAux(p, tauX, tX, int(c.B/c.MTU), int(c.F))
			for i, got := range []float64{v.A, v.B, v.C, v.D, v.E} {
				// An exponent of E is rounded once, so a power e^-E is good to E
				// units of 2^-53; with three roundings before it and some around.
				tol := (8*-math.Log1p(-p)*float64(c.F)*c.B/c.MTU + 16) * 0x1p-53
				if want[i] < 1e-290 {
					require.Less(t, got, 1e-280, "%c at p = %v, N = %v", "abcde"[i], p, n)
					continue
				}
				require.InEpsilon(t, want[i], got, tol, "%c at p = %v, N = %v", "abcde"[i], p, n)
			}
		}
	}
}

// TestAuxLimits checks the ends of p, where the printed formulas are 0/0 and 0/inf.
func TestAuxLimits(t *testing.T) {
	c := Default()
	x := c.share(10)
	require.Equal(t, aux{B: 1e-4, C: 1e-4, D: 1 / (c.T * x), E: 1 / (c.T * x)}, c.auxAt(0, x))
	require.Equal(t, aux{A: 1}, c.auxAt(math.Inf(1), x))
}

// printed is equations (17) and (18), as printed, from plain powers: the left
// sides in packets a second squared, for rates in packets a second.
func printed(c Config, p, alpha, beta, rc, rt float64) (eq17, eq18 float64) {
	q := 1 - p
	packets, rai := c.B/c.MTU, c.RAI/(8*c.MTU)
	a := 1 - math.Pow(q, c.Tau*rc)
	b := p / (math.Pow(q, -packets) - 1)
	cc := math.Pow(q, c.F*packets) * b
	d := p / (math.Pow(q, -c.T*rc) - 1)
	e := math.Pow(q, c.F*c.T*rc) * d
	eq17 = -(rt-beta*rc)/c.Tau*a + rai*rc*cc + rai*rc*e
	eq18 = -rc*alpha/(2*c.Tau)*a + (rt-rc)/2*rc*b + (rt-rc)/2*rc*d
	return eq17, eq18
}

// TestEquationsVanish puts what Solve finds into (17) and (18), which must be
// zero but for rounding: relative to their largest term.
func TestEquationsVanish(t *testing.T) {
	c := Default()
	for _, arm := range []Arm{{0.0139, 0.7}, {0.1, 0.9}, {0.5, 0.95}, {0.125, 1}, {1, 1}, {0.3, 1.05}, {0.29, 1.1}, {0.9, 1.3}} {
		for _, n := range []float64{1, 2, 3, 7, 10, 33, 64, 100, 1000} {
			s, err := c.Solve(arm, n)
			require.NoError(t, err)
			rc, rt := c.packetRate(s.RC), c.packetRate(s.RT)
			eq17, eq18 := printed(c, s.P, arm.Alpha, arm.Beta, rc, rt)
			require.Less(t, math.Abs(eq17), 1e-9*rc/c.Tau, "(17), arm %v, N = %v", arm, n)
			require.Less(t, math.Abs(eq18), 1e-9*rc/c.Tau, "(18), arm %v, N = %v", arm, n)
			// And they are not zero for just any p.
			off17, off18 := printed(c, s.P*1.1, arm.Alpha, arm.Beta, rc, rt)
			require.Greater(t, math.Abs(off17)+math.Abs(off18), 1e-6*rc/c.Tau)
		}
	}
}

// fluidState is N connections in two groups of equal size.
type fluidState struct {
	rc, rt [2]float64 // packets a second
	q      float64    // packets
}

// derivative is (15) and (16), term by term with math.Pow, and the queue's
// dq/dt = sum RC - C. delayed has the state a control delay ago.
func derivative(c Config, arm Arm, half float64, now, delayed fluidState) fluidState {
	p := math.Min(c.RED.probability(delayed.q*c.MTU), 0.999)
	p = math.Max(p, 1e-12)
	q, packets := 1-p, c.B/c.MTU
	var out fluidState
	for i := range now.rc {
		x := delayed.rc[i]
		cnp := 1 - math.Pow(q, c.Tau*x)
		bytes := p / (math.Pow(q, -packets) - 1)
		timer := p / (math.Pow(q, -c.T*x) - 1)
		rai := c.RAI / (8 * c.MTU)
		out.rt[i] = -(now.rt[i]-arm.Beta*now.rc[i])/c.Tau*cnp +
			rai*x*math.Pow(q, c.F*packets)*bytes + rai*x*math.Pow(q, c.F*c.T*x)*timer
		out.rc[i] = -now.rc[i]*arm.Alpha/(2*c.Tau)*cnp + (now.rt[i]-now.rc[i])/2*x*(bytes+timer)
		out.q += half * now.rc[i]
	}
	out.q -= c.Capacity / (8 * c.MTU)
	if now.q <= 0 && out.q < 0 {
		out.q = 0
	}
	return out
}

// run integrates the model from s for the given time, and returns the mean state
// and the spread of the queue (highest minus lowest) of the last third.
func run(c Config, arm Arm, n float64, s fluidState, delay, horizon float64) (mean fluidState, spread float64) {
	const dt = 1e-6
	steps, lag := int(horizon/dt), int(math.Round(delay/dt))
	history := make([]fluidState, lag+1)
	for i := range history {
		history[i] = s
	}
	samples, low, high := 0.0, math.Inf(1), 0.0
	for i := range steps {
		// Heun's method: two slopes a step, of second order. The slot that is
		// about to be overwritten holds the state of lag steps ago.
		past := history[i%(lag+1)]
		if lag == 0 {
			past = s
		}
		k1 := derivative(c, arm, n/2, s, past)
		mid := advance(s, k1, dt)
		if lag == 0 {
			past = mid
		}
		k2 := derivative(c, arm, n/2, mid, past)
		s = advance(advance(s, k1, dt/2), k2, dt/2)
		history[i%(lag+1)] = s
		if i >= steps*2/3 {
			mean = advance(mean, s, 1)
			samples++
			low, high = math.Min(low, s.q), math.Max(high, s.q)
		}
	}
	for i := range mean.rc {
		mean.rc[i] /= samples
		mean.rt[i] /= samples
	}
	mean.q /= samples
	return mean, high - low
}

// TestSettles integrates the differential equations from an unfair start and
// looks whether the rates and the queue come to rest where Solve says, without
// and with a control delay of 4 us (the base round trip of section V-A). Without -long
// three arms of ten connections.
func TestSettles(t *testing.T) {
	c := Default()
	for _, tc := range []struct {
		arm   Arm
		n     float64
		delay float64
	}{
		{Arm{0.7752, 0.7}, 10, 0},
		{Arm{0.5, 0.9}, 10, 4e-6},
		{Arm{0.1258, 1}, 10, 0},
		{Arm{0.1258, 1}, 10, 4e-6},
		{Arm{0.2903, 1.1}, 10, 4e-6},
		{Arm{0.2903, 1.1}, 40, 4e-6},
		{Arm{0.1258, 1}, 2, 0},
	} {
		t.Run(fmt.Sprintf("alpha %v, beta %v, N %v, delay %v", tc.arm.Alpha, tc.arm.Beta, tc.n, tc.delay), func(t *testing.T) {
			if tc.n != 10 || tc.arm.Beta == 1 {
				tier.Nightly(t)
			}
			want, err := c.Solve(tc.arm, tc.n)
			require.NoError(t, err)
			fair := c.share(tc.n)
			start := fluidState{rc: [2]float64{1.2 * fair, 0.9 * fair}, rt: [2]float64{1.2 * fair, 0.9 * fair}, q: 2 * want.Queue / c.MTU}
			got, spread := run(c, tc.arm, tc.n, start, tc.delay, 0.3)
			for g := range got.rc {
				require.InEpsilon(t, fair, got.rc[g], 1e-3, "RC of group %d", g)
				require.InEpsilon(t, c.packetRate(want.RT), got.rt[g], 1e-3, "RT of group %d", g)
			}
			require.InEpsilon(t, want.Queue, got.q*c.MTU, 1e-3, "queue")
			require.Less(t, spread*c.MTU, 0.01*want.Queue, "the queue rests")
		})
	}
}

// TestDampingPredicts lets the differential equations run from next to the
// steady state: where Damping is above 1 the disturbance dies away, where it is
// below it grows.
func TestDampingPredicts(t *testing.T) {
	c := Default()
	seen := [2]int{}
	for _, n := range []float64{3, 10, 50} {
		for _, arm := range []Arm{{0.02, 0.7}, {0.3, 0.8}, {0.9, 0.8}, {0.1, 0.9}, {0.45, 0.9}, {0.06, 0.95}, {0.3, 0.95}, {0.05, 0.98}, {0.2, 1}, {0.2, 1.05}, {0.4, 1.3}} {
			e, err := c.Solve(arm, n)
			require.NoError(t, err)
			d, err := c.Damping(arm, n)
			require.NoError(t, err)
			if d > 0.8 && d < 1.2 {
				continue // too near to the border to show in the time given
			}
			x, u := c.packetRate(e.RC), c.packetRate(e.RT)
			nudge := 0.002 * (e.Queue - c.RED.Kmin) / c.MTU
			start := fluidState{rc: [2]float64{x, x}, rt: [2]float64{u, u}, q: e.Queue/c.MTU + nudge}
			_, spread := run(c, arm, n, start, 0, 0.06)
			if d > 1 {
				require.Less(t, spread, nudge, "arm %v, N = %v, damping %.3f: dies away", arm, n, d)
				seen[1]++
			} else {
				require.Greater(t, spread, 10*nudge, "arm %v, N = %v, damping %.3f: grows", arm, n, d)
				seen[0]++
			}
		}
	}
	require.Greater(t, seen[0], 8, "unstable cases")
	require.Greater(t, seen[1], 8, "stable cases")
}

func advance(s, d fluidState, dt float64) fluidState {
	for i := range s.rc {
		s.rc[i] += d.rc[i] * dt
		s.rt[i] += d.rt[i] * dt
	}
	s.q = math.Max(0, s.q+d.q*dt)
	return s
}

// probability returns the marking probability at a queue of q bytes.
func (r RED) probability(q float64) float64 {
	switch {
	case q <= r.Kmin:
		return 0
	case q >= r.Kmax:
		return 1
	}
	return r.PMax * (q - r.Kmin) / (r.Kmax - r.Kmin)
}
