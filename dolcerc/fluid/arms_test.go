package fluid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestProposeArms checks every promise of ProposeArms's comment for all k.
func TestProposeArms(t *testing.T) {
	for _, damping := range []float64{0, 1} {
		c := Default()
		c.MinDamping = damping
		n := c.referenceN()
		dcqcn, err := c.DCQCN(n)
		require.NoError(t, err)
		for k := 2; k <= 8; k++ {
			arms, err := ProposeArms(k, c)
			require.NoError(t, err)
			require.Len(t, arms, k)
			require.InDelta(t, c.BetaLo, arms[0].Beta, 1e-9)
			if k > 2 {
				require.InDelta(t, c.BetaHi, arms[k-1].Beta, 1e-9)
			}
			anchors, lastP := 0, 0.0
			for i, a := range arms {
				e, err := c.Solve(a, n)
				require.NoError(t, err)
				require.Greater(t, e.P, lastP, "each arm holds the queue longer")
				lastP = e.P
				if a.Beta == 1 {
					anchors++
					require.InEpsilon(t, dcqcn.Arm.Alpha, a.Alpha, 1e-9, "DCQCN's arm")
				}
				if damping == 0 {
					require.InDelta(t, c.dcqcnAlphaAt(-math.Log1p(-e.P), n), a.Alpha, 1e-9, "alpha is the estimator's")
				}
				if i > 0 {
					require.Greater(t, a.Beta, arms[i-1].Beta)
					if damping == 0 {
						require.Greater(t, a.Alpha, arms[i-1].Alpha, "Fig. 3: alpha rises with beta")
					}
				}
				for m := c.NLo; m <= c.NHi; m++ {
					d, err := c.Damping(a, m)
					require.NoError(t, err)
					require.GreaterOrEqual(t, d, 0.99*damping, "arm %d of %d, N = %v", i, k, m)
				}
			}
			require.Equal(t, 1, anchors)
		}
	}
}

// TestEvenSteps: the equilibria of the arms stand in equal ratios on each side
// of DCQCN's.
func TestEvenSteps(t *testing.T) {
	c := Default()
	c.MinDamping = 0
	arms, err := ProposeArms(8, c)
	require.NoError(t, err)
	var logP []float64
	anchor := 0
	for i, a := range arms {
		e, err := c.Solve(a, c.referenceN())
		require.NoError(t, err)
		logP = append(logP, math.Log(e.P))
		if a.Beta == 1 {
			anchor = i
		}
	}
	for i := 2; i < len(logP); i++ {
		if i-1 != anchor {
			require.InDelta(t, logP[i]-logP[i-1], logP[i-1]-logP[i-2], 1e-9)
		}
	}
}

// TestProposeOtherRanges: beta on one side of 1 only, one N only.
func TestProposeOtherRanges(t *testing.T) {
	c := Default()
	c.BetaLo, c.BetaHi = 0.8, 0.95
	arms, err := ProposeArms(3, c)
	require.NoError(t, err)
	require.InDelta(t, 0.8, arms[0].Beta, 1e-9)
	require.InDelta(t, 0.95, arms[2].Beta, 1e-9)
	c.BetaLo, c.BetaHi = 1.01, 1.2
	c.NLo, c.NHi = 8, 8
	arms, err = ProposeArms(2, c)
	require.NoError(t, err)
	require.InDelta(t, 1.01, arms[0].Beta, 1e-9)
	require.InDelta(t, 1.2, arms[1].Beta, 1e-9)
}

func TestProposeRefuses(t *testing.T) {
	for _, k := range []int{-1, 0, 1, 9} {
		_, err := ProposeArms(k, Default())
		require.ErrorContains(t, err, "arms; give 2 to 8")
	}
	c := Default()
	c.RED.PMax = 0.01
	_, err := ProposeArms(4, c)
	require.ErrorContains(t, err, "above PMax 0.01")
	require.ErrorContains(t, err, "lower BetaHi or NHi")
	c = Default()
	c.BetaLo = 0.5
	_, err = ProposeArms(4, c)
	require.ErrorContains(t, err, "no alpha up to 1 gives beta 0.5000 a damping of 1")
}

// TestRelationShape checks what the paper says of Fig. 3: for every N alpha
// rises with beta, it is an alpha (in (0, 1)), and over N it changes little
// where beta >= 1 and has a maximum.
func TestRelationShape(t *testing.T) {
	c := Default()
	r, err := c.Relation()
	require.NoError(t, err)
	require.Len(t, r.Grid, 100)
	require.Len(t, r.Beta, 121)
	for i, row := range r.Grid {
		for j, a := range row {
			require.True(t, a > 0 && a < 1)
			if j > 0 {
				require.Greater(t, a, row[j-1], "N = %v", r.N[i])
			}
		}
	}
	require.InEpsilon(t, r.Grid[0][100], r.Grid[99][100], 0.01, "beta 1.2: flat over N")
	// The maximum over N: near 1 for beta = 1.3, in the thousands for beta = 1.
	at := func(beta, n float64) float64 {
		e, err := c.Matched(beta, n)
		require.NoError(t, err)
		return e.Arm.Alpha
	}
	require.Greater(t, at(1.3, 1), at(1.3, 100))
	require.Greater(t, at(1, 1000), at(1, 100))
	require.Greater(t, at(1, 1000), at(1, 10000))
	// The literal reading leaves [0, 1].
	require.Len(t, r.Literal, 7)
	for _, l := range r.Literal {
		require.Negative(t, l.Y[0])
		require.Greater(t, l.Y[120], 1.0)
	}
}
