package dolcerc_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit"
	"smartnic-cc/bandit/decimal"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcerc/profile"
	"smartnic-cc/fixedpoint"
)

// The sizes that the types promise, at compile time: learning and reaction state of
// four arms together are the 48 bytes of a flow context.
var (
	_ [48]byte = [unsafe.Sizeof(dolcerc.State4{})]byte{}
	_ [64]byte = [unsafe.Sizeof(dolcerc.State8{})]byte{}
	_ [4]byte  = [unsafe.Sizeof(dolcerc.Action{})]byte{}
	_ [20]byte = [unsafe.Sizeof(dolcerc.State4{}.Learn)]byte{}
)

// driver keeps a clock that does not wrap and runs the timers before other events.
type driver[A bandit.ArmArray] struct {
	p   *dolcerc.Params
	s   dolcerc.State[A]
	now int64
	// seen, if not nil, gets every event with the state before it.
	seen func(at int64, e *dcqcn.Event, before *dolcerc.State[A], o dcqcn.Output)
}

func newDriver[A bandit.ArmArray](p *dolcerc.Params, start int64) *driver[A] {
	d := &driver[A]{p: p, now: start}
	dolcerc.Init(p, &d.s)
	return d
}

func (d *driver[A]) step(at int64, e dcqcn.Event) dcqcn.Output {
	e.Now = fixedpoint.Time(uint64(at))
	before := d.s
	o := dolcerc.Step(d.p, &d.s, &e)
	d.now = at
	if d.seen != nil {
		d.seen(at, &e, &before, o)
	}
	return o
}

func (d *driver[A]) advance(to int64) {
	for {
		t := dolcerc.Next(&d.s, fixedpoint.Time(uint64(d.now)))
		at := d.now + int64(int32(t.At.Since(fixedpoint.Time(uint64(d.now)))))
		if t.Kind == dcqcn.EventNone || at > to {
			d.now = to
			return
		}
		d.step(at, dcqcn.Event{Kind: t.Kind})
	}
}

func (d *driver[A]) cnp(at int64, n, marked uint16) dcqcn.Output {
	d.advance(at)
	return d.step(at, dcqcn.Event{Kind: dcqcn.EventCNP, CNPs: n, Marked: marked})
}

func (d *driver[A]) sent(at int64, packets uint32) dcqcn.Output {
	d.advance(at)
	return d.step(at, dcqcn.Event{Kind: dcqcn.EventSent, Bytes: packets * 1000, Packets: packets})
}

// external is an event from outside and the time since the one before.
type external struct {
	gap int64
	e   dcqcn.Event
}

// traffic makes bursts of packets and CNPs, with idle times and events at one instant.
func traffic(rng *rand.Rand, n int) []external {
	var out []external
	for len(out) < n {
		x := external{gap: int64(rng.Uint32N(1 << rng.Uint32N(19)))}
		if rng.Uint32N(8) == 0 {
			x.gap = 0
		}
		if rng.Uint32N(4) == 0 {
			x.e = dcqcn.Event{Kind: dcqcn.EventCNP, CNPs: uint16(rng.Uint32N(4)), Marked: uint16(rng.Uint32N(128))}
		} else {
			packets := rng.Uint32N(1 << rng.Uint32N(10))
			x.e = dcqcn.Event{Kind: dcqcn.EventSent, Bytes: packets * 1000, Packets: packets}
		}
		out = append(out, x)
	}
	return out
}

func (d *driver[A]) run(seq []external) {
	for _, x := range seq {
		at := d.now + x.gap
		d.advance(at)
		d.step(at, x.e)
	}
}

// defaults returns the default parameters for k arms and an estimate.
func defaults(t testing.TB, k int, estimate string) dolcerc.Params {
	t.Helper()
	c := profile.Default(100_000_000)
	if estimate == profile.TxSlots {
		c = profile.DefaultTxSlots(100_000_000)
	}
	c.Learn.Arms = k
	var err error
	c.Arms, err = profile.Arms(k)
	require.NoError(t, err)
	p, err := profile.Params(c)
	require.NoError(t, err)
	return p
}

// someParams returns valid parameters: a profile, at a line rate, with arms anywhere
// in their range.
func someParams(t testing.TB, rng *rand.Rand, k int) dolcerc.Params {
	t.Helper()
	names := dcqcnprofile.Names()
	lines := []dcqcn.Rate{1_000, 1_001, 25_000_000, 100_000_000, 1_600_000_000}
	base, err := dcqcnprofile.Get(names[rng.IntN(len(names))], lines[rng.IntN(len(lines))])
	require.NoError(t, err)
	learn, err := decimal.Params(decimal.Config{Arms: k, Gamma: "0.99", Epsilon: "0.1", Xi: "0.6"})
	require.NoError(t, err)
	p := dolcerc.Params{
		Base: base.RP, Learn: learn, QualifyAfter: 1 + rng.Uint32N(400_000),
		SlotShift: uint8(6 + rng.Uint32N(15)), Estimate: dolcerc.Estimate(rng.Uint32N(2)),
	}
	if rng.Uint32N(2) == 0 {
		p.Base.TargetCap = dcqcn.MaxRepresentable
	}
	if rng.Uint32N(4) == 0 {
		p.Base.KeepAtLeast = rng.Uint32N(1<<16 + 1)
	}
	for i := range p.Actions {
		p.Actions[i] = dolcerc.Action{Alpha: fixedpoint.UQ0x16(rng.Uint32()), Beta: uint16(1<<14 + rng.Uint32N(1<<16-1<<14))}
		switch rng.Uint32N(6) {
		case 0:
			p.Actions[i].Alpha = 0xFFFF
		case 1:
			p.Actions[i].Alpha = 0
		case 2:
			p.Actions[i].Beta = 1 << 15
		}
	}
	return p
}
