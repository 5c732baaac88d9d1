package dcqcn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
)

// floatRP is DCQCN in float64, written from the paper and from what the sources
// say of the other implementations, not from the firmware. With each value it
// carries an enclosure: the least and the greatest value that integers may have
// there, given how each operation rounds. The bounds are derived:
//
// Every operation is monotone in each of its operands (the halving and the clamps
// rise in RC and RT; the cut rises in RC and falls in alpha; alpha's average rises
// in alpha), so that the ends of the enclosure follow from the ends before, and
// rounding adds to them what it can do at most:
//
//	alpha' = w alpha (+ 1-w)   rounded down: (-u, 0]; to nearest: [-u/2, u/2]; u = 2^-AlphaBits
//	RC' = RC (1 - alpha/2)     rounded down: (-1, 0] kb/s
//	RC' = keep RC              rounded down: (-1, 0]
//	RC' = (RT+RC)/2            HalveSum: 0 or +1/2; HalveEach: 0, -1/2 or -1
//	RT' = RT + step, clamps    exact
//
// Alpha's enclosure contracts by w = 1-g each step and grows by u (down) or u/2
// to each side (nearest): so it never is wider than u/g, whatever the events.
// TestAgainstFloat64 asserts that closed form and the enclosure itself. With ten bits and
// g = 5/1024 that is 0.2: the hardware's alpha really is that far from the real
// number (TestTenBitAlphaStops). So there are two of them: one of real numbers, and
// one whose alpha rounds as the profile says, which the integers have to equal.
//
// The rates' enclosure contracts by 1 - alpha/2 at a cut and grows by RC times half
// the width of alpha's, plus 1; at an increase it becomes the mean of RT's and
// RC's plus 1/2 or 1; at a clamp it closes.
//
// float64 itself errs by 2^-53 of a value below 2^32 at each operation, of which
// one event has fewer than 8: 2^-18 kb/s covers it; for alpha, 2^-50.
const (
	floatSlack      = 1.0 / (1 << 18)
	floatSlackAlpha = 1.0 / (1 << 50)
)

// enclosed is a real number and where its integer form may be.
type enclosed struct{ lo, v, hi float64 }

func exactly(v float64) enclosed { return enclosed{v, v, v} }

func (x enclosed) clamp(lo, hi float64) enclosed {
	f := func(v float64) float64 { return math.Min(math.Max(v, lo), hi) }
	return enclosed{f(x.lo), f(x.v), f(x.hi)}
}

func (x enclosed) grow(below, above float64) enclosed {
	return enclosed{x.lo - below, x.v, x.hi + above}
}

func maxOf(x, y enclosed) enclosed {
	return enclosed{math.Max(x.lo, y.lo), math.Max(x.v, y.v), math.Max(x.hi, y.hi)}
}

func (x enclosed) require(t *testing.T, got float64, what string, e *dcqcn.Event, p *dcqcn.Params) {
	if got < x.lo || got > x.hi {
		t.Helper()
		require.Failf(t, "outside the derived bounds", "%s after %+v with %+v: integer %v, real %v, bounds %v..%v", what, *e, *p, got, x.v, x.lo, x.hi)
	}
}

// same is require.Equal for the millions of comparisons of a sequence.
func same[T comparable](t *testing.T, want, got T, what string) {
	if want != got {
		t.Helper()
		require.Equal(t, want, got, what)
	}
}

type floatRP struct {
	p *dcqcn.Params
	// rounds: alpha rounds as the profile says, exactly.
	rounds bool

	rc, rt, alpha enclosed
	bytes         int64
	time, byBytes int // stages
	first         bool
	recovering    bool // increases run
	pending       bool // a CNP waits for a cut period's end
	sawCNP        bool // since alpha's last update
	// Deadlines on the clock that does not wrap; -1 = the timer does not run.
	alphaAt, cutAt, increaseAt int64
}

func newFloatRP(p *dcqcn.Params, rounds bool) *floatRP {
	line := exactly(float64(p.MaxRate))
	return &floatRP{
		p: p, rounds: rounds, rc: line, rt: line, first: true, alphaAt: -1, cutAt: -1, increaseAt: -1,
		alpha: exactly(math.Min(float64(p.AlphaInit), float64(p.AlphaMax)) / alphaUnit(p)),
	}
}

// alphaUnit is an alpha of 1, 2^AlphaBits.
func alphaUnit(p *dcqcn.Params) float64 { return math.Exp2(float64(p.AlphaBits)) }

// average moves alpha to 0 or 1: (1-g) alpha (+ g).
func (x *floatRP) average(sample float64) {
	old := float64(x.p.OldWeight) / 65536
	unit := 1 / alphaUnit(x.p)
	f := func(a float64) float64 { return old*a + (1-old)*sample }
	a := enclosed{f(x.alpha.lo), f(x.alpha.v), f(x.alpha.hi)}
	switch {
	case x.rounds && x.p.AlphaRounding == dcqcn.RoundDown:
		// Products of at most 41 bits: exact in float64.
		a = exactly(math.Floor(a.v/unit) * unit)
	case x.rounds:
		a = exactly(math.Floor(a.v/unit+0.5) * unit)
	case x.p.AlphaRounding == dcqcn.RoundDown:
		a = a.grow(unit+floatSlackAlpha, floatSlackAlpha)
	default:
		a = a.grow(unit/2+floatSlackAlpha, unit/2+floatSlackAlpha)
	}
	x.alpha = a.clamp(0, float64(x.p.AlphaMax)*unit)
}

func (x *floatRP) cut(at int64) {
	p := x.p
	if p.ClampTarget || x.byBytes > 0 || x.time > 0 && p.ClampAfterTime {
		x.rt = x.rc
	}
	x.rt = x.rt.clamp(float64(p.MinRate), float64(p.TargetCap))
	part := math.Exp2(float64(p.AlphaBits) - float64(p.CutShift)) // 1/2, or 1
	cut := enclosed{x.rc.lo * (1 - part*x.alpha.hi), x.rc.v * (1 - part*x.alpha.v), x.rc.hi * (1 - part*x.alpha.lo)}
	k := float64(p.KeepAtLeast) / 65536
	keep := enclosed{x.rc.lo * k, x.rc.v * k, x.rc.hi * k}
	x.rc = maxOf(cut.grow(1+floatSlack, floatSlack), keep.grow(1+floatSlack, floatSlack)).clamp(float64(p.MinRate), math.Inf(1))
	x.recover(at)
}

func (x *floatRP) recover(at int64) {
	x.time, x.byBytes, x.bytes, x.recovering = 0, 0, 0, true
	x.increaseAt = at + int64(x.p.IncreasePeriod)
	if x.p.CutMode == dcqcn.CutFreeRunning {
		x.increaseAt-- // before a cut of the same tick
	}
}

func (x *floatRP) cnp(at int64) {
	p := x.p
	if x.first {
		x.first = false
		if p.FirstRate != 0 || p.FirstCNP == dcqcn.FirstArms {
			if p.FirstRate != 0 {
				x.rc = exactly(float64(p.FirstRate)).clamp(float64(p.MinRate), float64(p.MaxRate))
				x.rt = x.rc
				x.recover(at)
			}
			if p.CutMode == dcqcn.CutFreeRunning {
				x.cutAt = at + int64(p.CutPeriod)
			}
			if p.FirstCNP == dcqcn.FirstArms && p.CutMode != dcqcn.CutAtOnce {
				x.cutAt = at + int64(p.CutPeriod) + 1
				x.pending = true
			}
			x.alphaAt = at + int64(p.AlphaPeriod)
			return
		}
	}
	now := p.CutMode == dcqcn.CutAtOnce || p.CutMode == dcqcn.CutSpaced && x.cutAt < 0
	if p.CutMode != dcqcn.CutAtOnce && x.cutAt < 0 {
		x.cutAt = at + int64(p.CutPeriod)
	}
	x.pending = x.pending || !now
	if now && !p.AlphaFirst {
		x.cut(at)
	}
	if p.AlphaMode == dcqcn.AlphaOnCNP {
		x.average(1)
		x.alphaAt = at + int64(p.AlphaPeriod)
	} else {
		x.sawCNP = true
		if x.alphaAt < 0 {
			x.alphaAt = at + int64(p.AlphaPeriod)
		}
	}
	if now && p.AlphaFirst {
		x.cut(at)
	}
}

func (x *floatRP) increase() {
	p := x.p
	t, b := x.time, x.byBytes
	if p.ByteReset == 0 {
		b = t
	}
	f := int(p.Threshold)
	step := 0.0
	switch {
	case max(t, b) < f:
	case min(t, b) <= f:
		step = float64(p.RateAI)
	case p.Hyper == dcqcn.HyperStaged:
		step = float64(p.RateHAI) * float64(min(t, b)-f)
	default:
		step = float64(p.RateHAI)
	}
	x.rt = enclosed{x.rt.lo + step, x.rt.v + step, x.rt.hi + step}.clamp(0, float64(p.TargetCap))
	mean := enclosed{(x.rt.lo + x.rc.lo) / 2, (x.rt.v + x.rc.v) / 2, (x.rt.hi + x.rc.hi) / 2}
	if p.Halving == dcqcn.HalveEach {
		mean = mean.grow(1+floatSlack, floatSlack)
	} else {
		mean = mean.grow(floatSlack, 0.5+floatSlack)
	}
	x.rc = mean.clamp(float64(p.MinRate), float64(p.MaxRate))
}

// stage counts an increase before or after it is made.
func (x *floatRP) stage(count *int) {
	if x.p.TestFirst {
		x.increase()
	}
	*count = min(*count+1, dcqcn.MaxStage)
	if !x.p.TestFirst {
		x.increase()
	}
}

// event follows one event of the firmware's driver and checks that timers end when
// those of floatRP do.
func (x *floatRP) event(t *testing.T, at int64, e *dcqcn.Event) {
	p := x.p
	switch e.Kind {
	case dcqcn.EventAlphaTimer:
		same(t, x.alphaAt, at, "alpha timer")
		if x.sawCNP {
			x.average(1)
		} else {
			x.average(0)
		}
		x.sawCNP = false
		x.alphaAt = at + int64(p.AlphaPeriod)
	case dcqcn.EventCutTimer:
		same(t, x.cutAt, at, "cut timer")
		if x.pending || p.CutMode == dcqcn.CutFreeRunning {
			x.cutAt = at + int64(p.CutPeriod)
		} else {
			x.cutAt = -1
		}
		if x.pending {
			x.pending = false
			x.cut(at)
		}
	case dcqcn.EventIncreaseTimer:
		same(t, x.increaseAt, at, "increase timer")
		x.stage(&x.time)
		x.increaseAt = at + int64(p.IncreasePeriod)
	case dcqcn.EventSent:
		if p.ByteReset == 0 || !x.recovering {
			return
		}
		x.bytes += int64(min(e.Bytes, 1<<30))
		for range min(x.bytes/int64(p.ByteReset), 8) {
			x.bytes -= int64(p.ByteReset)
			x.stage(&x.byBytes)
		}
		if x.bytes >= int64(p.ByteReset) {
			x.bytes = 0
		}
	case dcqcn.EventCNP:
		for range min(max(e.CNPs, 1), dcqcn.MaxCoalesced) {
			x.cnp(at)
		}
	}
}

// follow takes over what rounding alone decides: whether a timer has stopped, since
// the value that it moves moves no more. TestTimersStopOnlyWhenNeutral shows that
// it does not matter.
func (x *floatRP) follow(s *dcqcn.State) {
	x.recovering = s.Rates.Flags&dcqcn.FlagIncrease != 0
	if s.Rates.Own&dcqcn.AlphaRuns == 0 {
		x.alphaAt = -1
	}
}

// TestAgainstFloat64 drives every profile and random parameters through random sequences,
// and compares the integers with both floatRPs after every event.
func TestAgainstFloat64(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	everyProfile(t, func(t *testing.T, p dcqcn.Params) {
		widest := 0.0
		for range 4 {
			widest = max(widest, compare(t, rng, p, 400))
		}
		// A wide enclosure would prove nothing: 1 kb/s of 10 Mb/s is 1e-4.
		require.Less(t, widest, 1e-3)
		t.Logf("line %d kb/s: RC at most %.2g of itself from the float64 model whose alpha rounds alike", p.MaxRate, widest)
	})
	t.Run("random", func(t *testing.T) {
		for range 400 {
			p := someParams(rng)
			// Periods of a few ns would make a million timer events a sequence.
			p.AlphaPeriod, p.IncreasePeriod, p.CutPeriod = max(p.AlphaPeriod, 1000), max(p.IncreasePeriod, 1000), max(p.CutPeriod, 1000)
			compare(t, rng, p, 60)
		}
	})
}

// compare returns the widest enclosure of RC at and above 10 Mb/s that it met, as a
// fraction of RC.
func compare(t *testing.T, rng *rand.Rand, p dcqcn.Params, n int) float64 {
	t.Helper()
	d := newDriver(&p, int64(rng.Uint64N(1<<33)))
	ideal, alike := newFloatRP(&p, false), newFloatRP(&p, true)
	// The closed form of alpha's bound: u/g down, u/2g to each side for nearest.
	bound := math.Inf(1)
	if g := 1 - float64(p.OldWeight)/65536; g > 0 {
		bound = 1/alphaUnit(&p)/g + 1e-9
	}
	widest := 0.0
	d.seen = func(at int64, e *dcqcn.Event, o dcqcn.Output) {
		alpha := float64(d.s.Alpha) / alphaUnit(&p)
		for _, x := range []*floatRP{ideal, alike} {
			x.event(t, at, e)
			x.rc.require(t, float64(d.s.Rates.RC), "RC", e, &p)
			x.rt.require(t, float64(d.s.Rates.RT), "RT", e, &p)
			x.alpha.require(t, alpha, "alpha", e, &p)
			same(t, x.time, int(d.s.Rates.TimeStage), "T")
			same(t, x.byBytes, int(d.s.Rates.ByteStage), "BC")
			x.follow(&d.s)
		}
		same(t, d.s.Rates.RC, o.Rate, "output")
		same(t, alike.alpha.v, alpha, "alpha that rounds alike")
		below, above := bound, 1e-9
		if p.AlphaRounding == dcqcn.RoundHalfUp {
			below, above = bound/2, bound/2
		}
		if off := alpha - ideal.alpha.v; off < -below || off > above {
			require.Failf(t, "outside the closed form", "alpha %v, real %v, u/g %v", alpha, ideal.alpha.v, bound)
		}
		if alike.rc.v > 10_000 {
			widest = max(widest, (alike.rc.hi-alike.rc.lo)/alike.rc.v)
		}
	}
	d.run(traffic(rng, &p, n))
	return widest
}
