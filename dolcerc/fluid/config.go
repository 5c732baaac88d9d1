// Package fluid is the fluid model of Dolce-RC, in floating point: what the
// rates, the marking probability and the queue of a bottleneck settle at when
// N connections all use one arm (alpha, beta). It is a design tool for arm
// sets, not firmware, and is never compiled to C.
//
// The model is Theorem 2 and Appendix B of the Dolce-RC paper, which change the
// DCQCN model of Zhu et al. (CoNEXT 2016) in two places: a CNP sets
// RT = beta RC, and alpha is a constant of the arm instead of a moving average.
// With x = RC in packets a second and p the marking probability,
//
//	dRT/dt = -(RT - beta RC)/tau a + R_AI RC (c + e)            (15), (17)
//	dRC/dt = -RC alpha/(2 tau) a + (RT - RC)/2 RC (b + d)       (16), (18)
//
//	a = 1 - (1-p)^(tau x)              a CNP falls into the interval tau
//	b = p / ((1-p)^-B - 1)             the byte counter ends, a packet
//	c = (1-p)^(F B) b                  the same, F times in a row or more
//	d = p / ((1-p)^-(T x) - 1)         the timer ends, a packet
//	e = (1-p)^(F T x) d                the same, F times in a row or more
//
// The equilibrium is equation (20),
//
//	alpha = (beta - 1 + tau R_AI (c + e)/a) tau x (b + d)/a.
//
// For a fixed beta the right side falls strictly from infinity as p rises (see
// Alpha), so that every arm with alpha > 0 has exactly one p. Solve finds it.
//
// Units: Config speaks in bits a second, bytes and seconds, as configurations
// do; the equations run in packets and seconds. docs/algorithms.md has the
// slips of the printed equations, the rule for arms and the figures.
package fluid

import (
	"fmt"
	"math"
)

// RED is the marking curve of the bottleneck's egress queue: no mark below
// Kmin, a probability that rises linearly to PMax at Kmax, every packet above.
type RED struct {
	Kmin float64 // bytes, 0 <= Kmin < Kmax
	Kmax float64 // bytes
	PMax float64 // probability at Kmax, in (0, 1]
}

// Config holds what the fluid model needs to know of network and parameters.
// Default has the paper's values.
type Config struct {
	Capacity float64 // C, of the bottleneck link, bits a second
	MTU      float64 // bytes a packet
	Tau      float64 // CNP interval of the notification point, seconds
	TauAlpha float64 // tau', the alpha period of DCQCN, seconds; used for DCQCN's own fixed point only
	B        float64 // byte counter, bytes
	T        float64 // increase timer, seconds
	F        float64 // fast-recovery steps
	RAI      float64 // R_AI, the additive increase, bits a second
	RED      RED

	// What ProposeArms designs for: the practical range of connections on the
	// bottleneck, and of beta.
	NLo, NHi       float64
	BetaLo, BetaHi float64
	// MinDamping is the least Damping of a proposed arm over the practical
	// range of connections; 0 takes alpha from Fig. 3 as it is.
	MinDamping float64
}

// Default returns the setting of the paper's Fig. 3 and section V-A: 100 Gb/s,
// packets of 1000 bytes, DCQCN's parameters, Kmin 7 KB and Kmax 500 KB.
//
// The paper does not state PMax. 10 % is used here because it is the lowest
// round value that keeps every equilibrium of Fig. 3 (N to 100, beta to 1.3) on
// the slope of the marking curve: they need up to 8.4 %, DCQCN's own 3.4 %. The
// 1 % of the DCQCN paper is passed by DCQCN itself from N = 38 on; the queue
// then stands at Kmax.
func Default() Config {
	return Config{
		Capacity: 100e9,
		MTU:      1000,
		Tau:      50e-6,
		TauAlpha: 55e-6,
		B:        10e6,
		T:        55e-6,
		F:        5,
		RAI:      40e6,
		RED:      RED{Kmin: 7e3, Kmax: 500e3, PMax: 0.1},
		NLo:      2,
		NHi:      64,
		BetaLo:   0.7,
		BetaHi:   1.1,

		MinDamping: 1,
	}
}

// Validate returns an error for the first field that is out of its range, with
// the range.
func (c Config) Validate() error {
	for _, f := range []struct {
		name   string
		v      float64
		lo, hi float64
		unit   string
	}{
		{"Capacity", c.Capacity, 1e6, 1.6e12, "bits a second"},
		{"MTU", c.MTU, 64, 65536, "bytes"},
		{"Tau", c.Tau, 1e-7, 1, "seconds"},
		{"TauAlpha", c.TauAlpha, 1e-7, 1, "seconds"},
		{"B", c.B, c.MTU, 1e12, "bytes (at least one packet)"},
		{"T", c.T, 1e-7, 1, "seconds"},
		{"F", c.F, 1, 100, "steps"},
		{"RAI", c.RAI, 1, c.Capacity, "bits a second (at most the capacity)"},
		{"RED.Kmin", c.RED.Kmin, 0, 1e12, "bytes"},
		{"RED.Kmax", c.RED.Kmax, math.Nextafter(c.RED.Kmin, math.Inf(1)), 1e12, "bytes (above Kmin)"},
		{"RED.PMax", c.RED.PMax, 1e-6, 1, "probability"},
		{"NLo", c.NLo, 1, maxN, "connections"},
		{"NHi", c.NHi, c.NLo, maxN, "connections (at least NLo)"},
		{"BetaLo", c.BetaLo, minBeta, maxBeta, ""},
		{"BetaHi", c.BetaHi, math.Nextafter(c.BetaLo, 2), maxBeta, "(above BetaLo)"},
		{"MinDamping", c.MinDamping, 0, 10, ""},
	} {
		if !(f.v >= f.lo && f.v <= f.hi) {
			return fmt.Errorf("fluid: %s is %v; give %v to %v %s", f.name, f.v, f.lo, f.hi, f.unit)
		}
	}
	return nil
}

// Limits of the arguments. The paper has beta in [0.5, 1] or slightly above;
// the model is defined further and is left some room on both sides.
const (
	minBeta = 0.1
	maxBeta = 2
	maxN    = 1e6
)

// packetRate converts bits a second to packets a second.
func (c Config) packetRate(bps float64) float64 { return bps / (8 * c.MTU) }

// share returns RC* = C/N in packets a second.
func (c Config) share(n float64) float64 { return c.packetRate(c.Capacity) / n }

// Queue returns the queue in bytes at which packets are marked with probability
// p. Where p is above PMax no queue is marked so: marking alternates between
// the slope and every packet, the queue stands at Kmax, and onSlope is false.
func (r RED) Queue(p float64) (bytes float64, onSlope bool) {
	if p > r.PMax {
		return r.Kmax, false
	}
	return r.Kmin + p/r.PMax*(r.Kmax-r.Kmin), true
}
