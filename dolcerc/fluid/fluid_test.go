package fluid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKnownNumbers pins equation (20) at DCQCN's own fixed point for C = 100
// Gb/s and N = 10, computed apart from this package.
func TestKnownNumbers(t *testing.T) {
	c := Default()
	e, err := c.DCQCN(10)
	require.NoError(t, err)
	for _, k := range []struct{ beta, alpha, tol float64 }{
		{0.9, -0.64, 0.005}, {1, 0.122, 0.0005}, {1.05, 0.50, 0.005}, {1.1, 0.89, 0.006},
	} {
		require.InDelta(t, k.alpha, c.Alpha(e.P, k.beta, 10), k.tol, "beta %v", k.beta)
	}
	require.InDelta(t, 0.122, e.Arm.Alpha, 0.0005)
	require.Equal(t, 10e9, e.RC)
}

// TestEquation11 is the check with beta = 1: a^2 alpha/((b+d)(c+e)) must be
// tau^2 R_AI RC with alpha = 1-(1-p)^(tau' RC), equation (11) of CoNEXT 2016.
func TestEquation11(t *testing.T) {
	c := Default()
	for _, n := range []float64{1, 2, 5, 10, 37, 64, 100, 1000} {
		e, err := c.DCQCN(n)
		require.NoError(t, err)
		x := c.packetRate(e.RC)
		v := c.auxAt(-math.Log1p(-e.P), x)
		require.InEpsilon(t, 1-math.Pow(1-e.P, c.TauAlpha*x), e.Arm.Alpha, 1e-9)
		left := v.A * v.A * e.Arm.Alpha / ((v.B + v.D) * (v.C + v.E))
		require.InEpsilon(t, c.Tau*c.Tau*c.packetRate(c.RAI)*x, left, 1e-9, "N = %v", n)
	}
}

// TestSmallP compares DCQCN's p with the cube root that remains of equation (11)
// when every power is replaced by its first-order term. It needs the terms to be
// small: F (T RC + B) p, the largest, is made so by a small R_AI and B.
func TestSmallP(t *testing.T) {
	c := Default()
	c.RAI, c.B = 4, 100e3
	for _, n := range []float64{1, 10, 100} {
		e, err := c.DCQCN(n)
		require.NoError(t, err)
		x := c.packetRate(e.RC)
		recover := c.MTU/c.B + 1/(c.T*x)
		cube := math.Cbrt(c.packetRate(c.RAI) / (c.TauAlpha * x * x) * recover * recover)
		largest := cube * c.F * (c.T*x + c.B/c.MTU)
		require.Less(t, largest, 1.0, "the test's premise")
		require.InEpsilon(t, cube, e.P, largest, "N = %v", n)
	}
}

func randomConfig(r *rand.Rand) Config {
	c := Default()
	between := func(lo, hi float64) float64 { return lo * math.Pow(hi/lo, r.Float64()) }
	c.Capacity = between(1e9, 1.6e12)
	c.MTU = between(256, 9000)
	c.Tau = between(1e-6, 1e-3)
	c.TauAlpha = between(1e-6, 1e-3)
	c.B = between(32e3, 300e6)
	c.T = between(10e-6, 1e-3)
	c.F = float64(1 + r.IntN(10))
	c.RAI = between(1e6, c.Capacity/100)
	return c
}

// TestSolveIsUnique walks p over 18 decades, in 200 networks: alpha falls
// strictly wherever it is positive, never comes back once it is not, and Solve's
// p is the place where it passes the arm's alpha.
func TestSolveIsUnique(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		c := randomConfig(r)
		n := math.Pow(10, 3*r.Float64())
		arm := Arm{Alpha: 1 - r.Float64(), Beta: 0.5 + 0.8*r.Float64()}
		e, err := c.Solve(arm, n)
		require.NoError(t, err)
		last, crossings := math.Inf(1), 0
		for i := range 2000 {
			y := math.Exp(math.Log(1e-15) + float64(i)/1999*math.Log(5e16))
			alpha := c.alphaAt(y, arm.Beta, n)
			require.False(t, math.IsNaN(alpha))
			if last > 0 && alpha > 1e-300 {
				require.Less(t, alpha, last)
			}
			if last <= 0 {
				require.LessOrEqual(t, alpha, 0.0, "alpha comes back")
			}
			if last > arm.Alpha && alpha <= arm.Alpha {
				crossings++
			}
			last = alpha
		}
		require.Equal(t, 1, crossings, "config %+v, arm %v, N %v", c, arm, n)
		// P near 1 is rounded to steps of 2^-53, which are large against 1-P: there
		// the count of crossings above has to do.
		if e.P > 1-1e-6 {
			continue
		}
		y, step := -math.Log1p(-e.P), 1e-9+1e-15/(1-e.P)
		require.Greater(t, c.alphaAt(y*(1-step), arm.Beta, n), arm.Alpha)
		require.Less(t, c.alphaAt(y*(1+step), arm.Beta, n), arm.Alpha)
		require.InDelta(t, arm.Beta, c.betaAt(-math.Log1p(-e.P), arm.Alpha, n), step, "betaAt undoes Alpha")
	}
}

// TestMonotone: a larger alpha or a smaller beta holds the queue shorter; more
// connections need more marks.
func TestMonotone(t *testing.T) {
	c := Default()
	p := func(alpha, beta, n float64) float64 {
		e, err := c.Solve(Arm{alpha, beta}, n)
		require.NoError(t, err)
		return e.P
	}
	for _, alpha := range []float64{0.01, 0.1, 0.5, 0.9} {
		for _, beta := range []float64{0.5, 0.7, 0.95, 1, 1.1, 1.25} {
			for _, n := range []float64{1, 4, 16, 64} {
				base := p(alpha, beta, n)
				require.Less(t, p(alpha*1.1, beta, n), base)
				require.Greater(t, p(alpha, beta+0.01, n), base)
				require.Greater(t, p(alpha, beta, 2*n), base)
			}
		}
	}
}

func TestRED(t *testing.T) {
	r := RED{Kmin: 7e3, Kmax: 500e3, PMax: 0.1}
	require.Zero(t, r.probability(7e3))
	require.Equal(t, 1.0, r.probability(500e3))
	require.InDelta(t, 0.05, r.probability(253.5e3), 1e-12)
	for _, p := range []float64{0, 1e-6, 0.01, 0.0999} {
		q, ok := r.Queue(p)
		require.True(t, ok)
		require.InDelta(t, p, r.probability(q), 1e-12)
	}
	q, ok := r.Queue(0.11)
	require.False(t, ok)
	require.Equal(t, 500e3, q)
}

// TestPMaxReason holds the comment of Default to its numbers.
func TestPMaxReason(t *testing.T) {
	c := Default()
	top, err := c.Matched(1.3, 100)
	require.NoError(t, err)
	require.InDelta(t, 0.084, top.P, 0.0005)
	d, err := c.DCQCN(100)
	require.NoError(t, err)
	require.InDelta(t, 0.034, d.P, 0.0005)
	c.RED.PMax = 0.01
	on, err := c.DCQCN(37)
	require.NoError(t, err)
	off, err := c.DCQCN(38)
	require.NoError(t, err)
	require.True(t, on.OnSlope)
	require.False(t, off.OnSlope)
	require.Equal(t, c.RED.Kmax, off.Queue)
}

func TestRefusals(t *testing.T) {
	good := Default()
	for _, tc := range []struct {
		name string
		bend func(c *Config)
		says string
	}{
		{"capacity", func(c *Config) { c.Capacity = 0 }, "Capacity is 0; give 1e+06 to 1.6e+12 bits a second"},
		{"NaN", func(c *Config) { c.Tau = math.NaN() }, "Tau is NaN"},
		{"byte counter", func(c *Config) { c.B = 10 }, "at least one packet"},
		{"marking", func(c *Config) { c.RED.Kmax = c.RED.Kmin }, "above Kmin"},
		{"PMax", func(c *Config) { c.RED.PMax = 1.5 }, "RED.PMax is 1.5"},
		{"range of N", func(c *Config) { c.NHi = 1 }, "at least NLo"},
		{"range of beta", func(c *Config) { c.BetaHi = 0.6 }, "above BetaLo"},
	} {
		c := good
		tc.bend(&c)
		_, err := c.Solve(Arm{0.1, 1}, 10)
		require.ErrorContains(t, err, tc.says, tc.name)
		_, err = ProposeArms(4, c)
		require.ErrorContains(t, err, tc.says, tc.name)
		_, err = c.Relation()
		require.ErrorContains(t, err, tc.says, tc.name)
	}
	for _, arm := range []Arm{{0, 1}, {1.01, 1}, {math.NaN(), 1}, {0.5, 0}, {0.5, 2.5}, {0.5, math.NaN()}} {
		_, err := good.Solve(arm, 10)
		require.ErrorContains(t, err, "arm with", "%v", arm)
		_, _, err = good.ArmCurves([]Arm{{0.5, 1}, arm}, 3)
		require.ErrorContains(t, err, "arm 1: ", "%v", arm)
	}
	for _, n := range []float64{0, 0.5, -1, 1e7, math.NaN(), math.Inf(1)} {
		_, err := good.Solve(Arm{0.1, 1}, n)
		require.ErrorContains(t, err, "connections; give 1 to", "%v", n)
	}
}

// FuzzSolve looks for networks where the solver fails: whatever passes the
// checks has a finite solution with p in (0, 1) that satisfies (20) solved for
// beta.
func FuzzSolve(f *testing.F) {
	f.Add(100e9, 50e-6, 10e6, 55e-6, 40e6, 0.1, 0.9, 10.0)
	f.Add(1e6, 1.0, 1e3, 1.0, 1.0, 1e-9, 0.1, 1e6)
	f.Add(1.6e12, 1e-7, 1e12, 1e-7, 1.6e12, 1.0, 2.0, 1.0)
	f.Add(1.6e12, 1.0, 1e12, 1.0, 1.0, 1.0, 1.0, 1.0)
	f.Fuzz(func(t *testing.T, capacity, tau, b, timer, rai, alpha, beta, n float64) {
		c := Default()
		c.Capacity, c.Tau, c.B, c.T, c.RAI = capacity, tau, b, timer, rai
		e, err := c.Solve(Arm{alpha, beta}, n)
		if err != nil {
			return
		}
		if !(e.P >= 0 && e.P <= 1) || math.IsNaN(e.RT) || !(e.RT > 0) || !(e.Queue >= c.RED.Kmin && e.Queue <= c.RED.Kmax) {
			t.Fatalf("p %v, RT %v, queue %v", e.P, e.RT, e.Queue)
		}
		_, _ = c.Damping(Arm{alpha, beta}, n)
	})
}
