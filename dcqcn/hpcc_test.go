package dcqcn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/dev/hpccsim"
)

// hpccBound bounds the distance of the profile hpcc from HPCC's own rule in float64
// (package hpccsim). The bounds are derived.
//
// With alpha to nearest, u = 2^-24, and g = 1/256, alpha's error is at most E with
//
//	E' = (1-g) E + u/2, so that E <= u/2g = 2^-17,
//
// and that is where it ends when alpha decays for long: 128 u 255/256 rounds to 128 u.
// RC's error is at most C, RT's T, kb/s; simulatorCut is what the simulator's own cutting
// to whole bit/s adds:
//
//	cut:      C' = (1-alpha/2) C + RC E/2 + 1, and before it, if it takes the target, T' = C
//	increase: C' = (C + T)/2 + 1
//
// and clamps make no error larger; where both are sure to be clamped there is none.
type hpccBound struct {
	x       *hpccsim.RP
	c, t, e float64
}

const (
	simulatorCut = 0.003
	hpccFloor    = 1_000_000 // kb/s
)

// alpha follows an update of alpha.
func (b *hpccBound) alpha() { b.e = b.e*255/256 + 1./(1<<25) + floatSlackAlpha }

// cut follows a cut; rc is RC before it, kb/s; takes: RT becomes RC.
func (b *hpccBound) cut(rc float64, takes bool) {
	if takes {
		b.t = b.c
	}
	b.c = b.c*(1-b.x.Alpha/2) + rc*b.e/2 + 1 + simulatorCut
	if rc*(1-b.x.Alpha/2)+b.c < hpccFloor {
		b.c = 0
	}
}

// increase follows an increase; rt is what RT would be without its cap.
func (b *hpccBound) increase(rt, line float64) {
	if rt-b.t > line {
		b.t = 0
	}
	b.c = (b.c+b.t)/2 + 1 + simulatorCut
}

// hpccStreams make the times between CNPs, ns; i counts them.
var hpccStreams = []struct {
	name string
	// fixed: RT stays where it is, at the line rate.
	fixed bool
	gap   func(rng *rand.Rand, i int) int64
}{
	{"1 us apart on average", true, poisson(1e3)},
	{"5 us apart on average", true, poisson(5e3)},
	{"20 us apart on average", true, poisson(20e3)},
	{"100 us apart on average", false, poisson(100e3)},
	{"500 us apart on average", false, poisson(500e3)},
	{"bursts and pauses", false, func(rng *rand.Rand, i int) int64 {
		if i%64 == 0 {
			return int64(rng.Uint64N(4_000_000)) // up to 13 increases
		}
		return int64(rng.Uint64N(500))
	}},
	{"at ticks", false, func(rng *rand.Rand, i int) int64 {
		// Every other one a nanosecond after the tick, that of a cut.
		return 4000*int64(1+rng.Uint64N(1<<rng.Uint64N(9))) + int64(1-2*(i%2))
	}},
	{"of an incast", false, nil},
}

func poisson(mean float64) func(*rand.Rand, int) int64 {
	return func(rng *rand.Rand, i int) int64 { return int64(rng.ExpFloat64() * mean) }
}

// listener notes down when a connection of an incast gets CNPs.
type listener struct {
	hpccsim.Reaction
	star *hpccsim.Star
	at   []int64
}

func (l *listener) CNP() {
	l.at = append(l.at, l.star.Now)
	l.Reaction.CNP()
}

// incastCNPs are the times of the CNPs of one of eight flows.
func incastCNPs(seed uint64) []int64 {
	coin := rand.New(rand.NewPCG(seed, 8))
	s := hpccsim.NewStar(8, hpccsim.HPCC(coin.Float64))
	l := &listener{Reaction: s.Flows[0].Reaction, star: s}
	s.Flows[0].Reaction = l
	s.Complete()
	return l.at
}

// TestHPCCAgainstItsRule compares over 24 streams of CNPs: the time of every cut, and
// alpha, RC and RT at every microsecond. RC's error comes from cuts that round down to
// kb/s, many in a row at low rates, and from alpha, which does not decay below 2^-17.
func TestHPCCAgainstItsRule(t *testing.T) {
	for _, line := range []uint64{25, 100, 400} {
		p, err := profile.Get("hpcc", dcqcn.Rate(line*gbps))
		require.NoError(t, err)
		for k, s := range hpccStreams {
			rng := rand.New(rand.NewPCG(line, uint64(k)))
			var cnps []int64
			if s.gap == nil {
				cnps = incastCNPs(line)
			} else {
				at := int64(rng.Uint64N(10_000))
				for i := 0; i < 5000 && at < 80_000_000; i++ {
					at += s.gap(rng, i)
					cnps = append(cnps, at)
				}
			}
			off, bound := followHPCC(t, &p.RP, line, cnps, s.name)
			t.Logf("%3d Gb/s, %4d CNPs %s: RC off by %.2g of itself at most, bound %.2g; RT %.2g; alpha 2^%.1f",
				line, len(cnps), s.name, off.c, bound.c, off.t, math.Log2(off.e))
			// The closed form of alpha's bound; the others are in followHPCC.
			require.LessOrEqual(t, off.e, 1./(1<<17)+1e-12)
			if s.fixed {
				require.Zero(t, off.t)
			}
		}
	}
}

// worst are largest errors: of RC and RT as fractions of themselves, of alpha.
type worst struct{ c, t, e float64 }

func followHPCC(t *testing.T, p *dcqcn.Params, line uint64, cnps []int64, name string) (off, bound worst) {
	t.Helper()
	q := &hpccsim.Queue{Unit: 1}
	x := hpccsim.NewRP(q, line*1_000_000_000)
	b := &hpccBound{x: x}
	additive := float64(line) * 200 // kb/s
	rc, rt, stage := float64(line*gbps), float64(line*gbps), 0
	cuts, cutAt := 0, int64(0)
	x.Changed = func(cut bool) {
		if cut {
			b.cut(rc, stage > 0)
			cuts, cutAt = cuts+1, q.Now
		} else {
			b.increase(rt+[]float64{0, additive, 10 * additive}[min(stage, 2)], float64(line*gbps))
		}
		rc, rt, stage = float64(x.Rate)/1000, float64(x.Target)/1000, x.Stage
	}
	d := newDriver(p, 0)
	ourCuts, ourCutAt := 0, int64(0)
	d.seen = func(at int64, e *dcqcn.Event, o dcqcn.Output) {
		if o.Did&dcqcn.DidCut != 0 {
			ourCuts, ourCutAt = ourCuts+1, at
		}
	}
	check := func(at int64) {
		b.alpha()
		q.Run(at)
		d.advance(at)
		same(t, cuts, ourCuts, name+": number of cuts")
		same(t, cutAt, ourCutAt, name+": time of the last cut")
		within := func(got, want, most float64, what string) float64 {
			if diff := math.Abs(got - want); diff <= most {
				return diff
			}
			require.Failf(t, "outside the derived bound", "%s: %s is %v at %d ns, HPCC's %v, bound %v", name, what, got, at, want, most)
			return 0
		}
		off.e = max(off.e, within(float64(d.s.Alpha)/(1<<24), x.Alpha, b.e, "alpha"))
		off.t = max(off.t, within(float64(d.s.Rates.RT), rt, b.t+simulatorCut, "RT")/rt)
		off.c = max(off.c, within(float64(d.s.Rates.RC), rc, b.c+simulatorCut, "RC")/rc)
		bound.c = max(bound.c, b.c/rc)
	}
	// Behind the updates at a tick, and cuts a nanosecond after it.
	tick := cnps[0] + 1002
	for _, at := range cnps {
		for ; tick <= at; tick += 1000 {
			check(tick)
		}
		// What is due at the same instant comes first.
		q.Run(at)
		x.CNP()
		d.cnp(at, 1)
	}
	for range 10_000 {
		check(tick)
		tick += 1000
	}
	require.NotZero(t, cuts)
	return off, bound
}
