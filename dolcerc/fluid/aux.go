package fluid

import "math"

// aux holds the auxiliary variables a to e of the model at one marking
// probability and rate (equation (12) of CoNEXT 2016). All lie in [0, 1].
type aux struct {
	A float64 // probability of a CNP in an interval tau
	B float64 // ends of the byte counter a packet sent
	C float64 // of them those in additive increase
	D float64 // ends of the timer a packet sent
	E float64 // of them those in additive increase
}

// auxAt returns the auxiliaries at marking probability p in [0, 1] and the rate x > 0
// in packets a second. At p = 0 it returns the limits, b = 1/B and d = 1/(T x); at
// p = 1, a = 1 and nothing else. It takes y = -ln(1-p) in place of p. All powers are then exp(-n y), and
// 1-(1-p)^n and (1-p)^-n - 1 come without cancellation from expm1, for p down
// to the smallest float64 and up to where 1-p is no longer apart from 0. The
// powers themselves underflow to 0, or their inverses overflow to infinity,
// only where that is the right value of the term.
func (c Config) auxAt(y, x float64) aux {
	packets := c.B / c.MTU
	b := recovery(y, packets)
	d := recovery(y, c.T*x)
	return aux{
		A: -math.Expm1(-c.Tau * x * y),
		B: b,
		C: math.Exp(-c.F*packets*y) * b,
		D: d,
		E: math.Exp(-c.F*c.T*x*y) * d,
	}
}

// recovery returns p/((1-p)^-n - 1), in y: the share of packets that end a
// period of n packets without a mark.
func recovery(y, n float64) float64 {
	if y == 0 {
		return 1 / n
	}
	up := math.Expm1(n * y)
	if math.IsInf(up, 1) {
		return 0
	}
	return -math.Expm1(-y) / up
}
