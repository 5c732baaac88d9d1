package dcqcn_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/fixedpoint"
)

// driver does what a replay or a NIC does: it keeps a clock that does not wrap, and
// runs the timers that are due, in their order, before any other event.
type driver struct {
	p   *dcqcn.Params
	s   dcqcn.State
	now int64 // ns
	// seen, if not nil, is called with every event and its output.
	seen func(at int64, e *dcqcn.Event, o dcqcn.Output)
}

func newDriver(p *dcqcn.Params, start int64) *driver {
	d := &driver{p: p, now: start}
	dcqcn.Init(p, &d.s)
	return d
}

func (d *driver) step(at int64, e dcqcn.Event) dcqcn.Output {
	e.Now = fixedpoint.Time(uint64(at))
	o := dcqcn.Step(d.p, &d.s, &e)
	d.now = at
	if d.seen != nil {
		d.seen(at, &e, o)
	}
	return o
}

// next returns the first timer and its time on the clock that does not wrap.
func (d *driver) next() (int64, dcqcn.EventKind) {
	t := dcqcn.Next(&d.s, fixedpoint.Time(uint64(d.now)))
	return d.now + int64(int32(t.At.Since(fixedpoint.Time(uint64(d.now))))), t.Kind
}

// advance runs the timers that end at or before a time.
func (d *driver) advance(to int64) {
	for {
		at, kind := d.next()
		if kind == dcqcn.EventNone || at > to {
			d.now = to
			return
		}
		d.step(at, dcqcn.Event{Kind: kind})
	}
}

func (d *driver) cnp(at int64, n uint16) dcqcn.Output {
	d.advance(at)
	return d.step(at, dcqcn.Event{Kind: dcqcn.EventCNP, CNPs: n})
}

func (d *driver) sent(at int64, bytes uint32) dcqcn.Output {
	d.advance(at)
	return d.step(at, dcqcn.Event{Kind: dcqcn.EventSent, Bytes: bytes, Packets: bytes/1000 + 1})
}

// external is an event from outside and the time since the one before.
type external struct {
	gap int64
	e   dcqcn.Event
}

// traffic makes a sequence of CNPs and bytes sent with gaps from 0 to about 1 ms,
// and now and then up to 20 ms: bursts, coalesced CNPs, idle times, events at one
// instant and events at multiples of the profile's periods, where timers end too.
func traffic(rng *rand.Rand, p *dcqcn.Params, n int) []external {
	var out []external
	for len(out) < n {
		x := external{gap: int64(rng.Uint32N(1 << rng.Uint32N(21)))}
		switch rng.Uint32N(16) {
		case 0:
			x.gap = 0
		case 1:
			x.gap = int64(p.AlphaPeriod)
		case 2:
			x.gap = int64(p.IncreasePeriod)
		case 3:
			x.gap = int64(p.CutPeriod)
		case 4:
			if rng.Uint32N(8) == 0 {
				x.gap = int64(rng.Uint32N(20_000_000))
			}
		}
		if rng.Uint32N(3) == 0 {
			x.e.Kind = dcqcn.EventCNP
			if rng.Uint32N(4) == 0 {
				x.e.CNPs = uint16(rng.Uint32N(10))
			}
		} else {
			x.e.Kind = dcqcn.EventSent
			// About what the port sends in the gap, or another amount.
			x.e.Bytes = uint32(min(uint64(x.gap)*uint64(p.MaxRate)/8_000_000*uint64(rng.Uint32N(4))/2, 1<<30))
			if rng.Uint32N(8) == 0 {
				x.e.Bytes = rng.Uint32() >> (rng.Uint32N(32))
			}
		}
		out = append(out, x)
	}
	return out
}

// run feeds a sequence to a driver.
func (d *driver) run(seq []external) {
	for _, x := range seq {
		at := d.now + x.gap
		d.advance(at)
		d.step(at, x.e)
	}
}

// testLines are line rates of the tests, kb/s: both ends of the range and between.
var testLines = []dcqcn.Rate{1_000, 9_999_999, 100_000_000, 1_600_000_000}

// everyProfile calls f with every profile at every test line rate.
func everyProfile(t *testing.T, f func(t *testing.T, p dcqcn.Params)) {
	for _, name := range profile.Names() {
		t.Run(name, func(t *testing.T) {
			for _, line := range testLines {
				p, err := profile.Get(name, line)
				require.NoError(t, err)
				f(t, p.RP)
			}
		})
	}
}

// someParams returns valid parameters, any of them as often as not at an end of its
// range.
func someParams(rng *rand.Rand) dcqcn.Params {
	pick := func(lo, hi uint32) uint32 {
		switch rng.Uint32N(5) {
		case 0:
			return lo
		case 1:
			return hi
		case 2:
			// Small values are where rounding bites.
			return lo + uint32(rng.Uint64N(min(uint64(hi-lo)+1, 1000)))
		}
		return lo + uint32(rng.Uint64N(uint64(hi-lo)+1))
	}
	flip := func() bool { return rng.Uint32N(2) == 0 }
	const most = uint32(dcqcn.MaxRepresentable)
	var p dcqcn.Params
	p.MaxRate = dcqcn.Rate(pick(1, most))
	p.MinRate = dcqcn.Rate(pick(1, uint32(p.MaxRate)))
	p.TargetCap = dcqcn.Rate(pick(uint32(p.MaxRate), most))
	if flip() {
		p.TargetCap = p.MaxRate
	}
	p.RateAI = dcqcn.Rate(pick(0, 1<<28))
	p.RateHAI = dcqcn.Rate(pick(0, 1<<28))
	if rng.Uint32N(4) == 0 {
		p.FirstRate = dcqcn.Rate(pick(0, most))
	}
	p.AlphaPeriod = pick(1, 100_000)
	p.IncreasePeriod = pick(1, 100_000)
	p.CutPeriod = pick(1, 100_000)
	p.ByteReset = pick(0, 1<<20)
	p.AlphaBits = uint8(pick(8, 24))
	p.CutShift = p.AlphaBits + uint8(pick(0, 1))
	one := uint32(1) << p.AlphaBits
	p.AlphaInit = pick(0, one)
	p.AlphaMax = pick(1, one)
	p.OldWeight = pick(0, 1<<16)
	p.KeepAtLeast = pick(0, 1<<16)
	p.Threshold = uint8(pick(1, 31))
	p.CutMode = dcqcn.CutMode(pick(0, 2))
	p.AlphaMode = dcqcn.AlphaMode(pick(0, 2))
	p.AlphaRounding = dcqcn.Rounding(pick(0, 1))
	p.Halving = dcqcn.Halving(pick(0, 1))
	p.Hyper = dcqcn.HyperMode(pick(0, 1))
	p.FirstCNP = dcqcn.FirstCNPMode(pick(0, 1))
	p.AlphaFirst, p.ClampTarget, p.ClampAfterTime, p.TestFirst = flip(), flip(), flip(), flip()
	return p
}

func TestSomeParamsAreValid(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		p := someParams(rng)
		require.NoError(t, profile.Check(p))
	}
}
