package fluid

import (
	"fmt"
	"math"
)

// ProposeArms returns k arms (2 to 8) in rising order of beta, for the network
// of c, its range of connections, its range of beta and its least damping.
//
// The rule, in two steps.
//
// First, arms are taken from the relation of Fig. 3 at one number of
// connections, the geometric mean of NLo and NHi: an arm's alpha is the one
// that DCQCN's estimator would settle at in the arm's own equilibrium (Matched).
// That leaves one free number an arm. It is chosen so that the marking
// probabilities of the arms' equilibria, and with them the queues above Kmin,
// stand in equal ratios from the one of BetaLo to the one of BetaHi: each step
// along the set holds the queue longer by the same factor. Equal steps of beta
// would not do, since nearly all of the change of p lies close to beta = 1.
// Where the range holds beta = 1, the arm nearest to it is moved onto it, and
// the others are spaced evenly on both sides: unchanged DCQCN's equilibrium is
// in the set, so that learning can fall back on it.
//
// Second, alpha is raised where the arm's equilibrium would not be a stable one
// (Damping below MinDamping for some N of the range). With the
// default of 1 that concerns arms with beta < 1, whose alpha in Fig. 3 is too
// small to damp the loop; it hardly moves their equilibria, which beta decides.
// From 1.13 on it concerns DCQCN's own arm too.
//
// With MinDamping 0 the second step is left out, and alpha rises with beta
// through the whole set, as in Fig. 3.
//
// An error is returned where k or a field of c is out of range, where the
// topmost arm would hold the queue at Kmax for NHi connections, and where no
// alpha up to 1 damps an arm.
func ProposeArms(k int, c Config) ([]Arm, error) {
	if k < 2 || k > 8 {
		return nil, fmt.Errorf("fluid: %d arms; give 2 to 8", k)
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if top := c.matched(c.BetaHi, c.NHi); !top.OnSlope {
		return nil, fmt.Errorf("fluid: with beta %v and %v connections the marking probability is %.4f, above PMax %v, and the queue stands at Kmax; lower BetaHi or NHi, or raise RED.PMax", c.BetaHi, c.NHi, top.P, c.RED.PMax)
	}
	n := c.referenceN()
	lo, hi := math.Log(c.matched(c.BetaLo, n).P), math.Log(c.matched(c.BetaHi, n).P)
	// The fixed places of the set: its ends, and DCQCN's own where it lies between.
	type place struct {
		i    int
		logP float64
	}
	places := []place{{0, lo}, {k - 1, hi}}
	anchor := -1
	if c.BetaLo <= 1 && 1 <= c.BetaHi {
		mid := math.Log(c.matched(1, n).P)
		anchor = int(math.Round(float64(k-1) * (mid - lo) / (hi - lo)))
		switch anchor {
		case 0:
			places[0].logP = mid
		case k - 1:
			places[1].logP = mid
		default:
			places = []place{places[0], {anchor, mid}, places[1]}
		}
	}
	arms := make([]Arm, k)
	for s := 1; s < len(places); s++ {
		from, to := places[s-1], places[s]
		for i := from.i; i <= to.i; i++ {
			t := float64(i-from.i) / float64(to.i-from.i)
			arms[i] = c.armAt(math.Exp(from.logP*(1-t)+to.logP*t), n)
		}
	}
	if anchor >= 0 {
		arms[anchor].Beta = 1 // to the last bit, not to the bisection's
	}
	for i := range arms {
		alpha, ok := c.dampedAlpha(arms[i].Beta, arms[i].Alpha)
		if !ok {
			return nil, fmt.Errorf("fluid: no alpha up to 1 gives beta %.4f a damping of %v for %v to %v connections; raise BetaLo, narrow the range of connections, or lower MinDamping", arms[i].Beta, c.MinDamping, c.NLo, c.NHi)
		}
		arms[i].Alpha = alpha
	}
	return arms, nil
}

// referenceN is the number of connections that ProposeArms designs for: the
// geometric mean of the practical range.
func (c Config) referenceN() float64 { return math.Sqrt(c.NLo * c.NHi) }

// armAt returns the matched arm whose equilibrium has marking probability p.
func (c Config) armAt(p, n float64) Arm {
	y := -math.Log1p(-p)
	alpha := c.dcqcnAlphaAt(y, n)
	return Arm{Alpha: alpha, Beta: c.betaAt(y, alpha, n)}
}
