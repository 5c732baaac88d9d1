package dcqcn_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/fixedpoint"
)

// The sizes that the types promise, at compile time.
var (
	_ [32]byte = [unsafe.Sizeof(dcqcn.State{})]byte{}
	_ [24]byte = [unsafe.Sizeof(dcqcn.Rates{})]byte{}
	_ [8]byte  = [unsafe.Sizeof(dcqcn.NPState{})]byte{}
)

// inRange checks what holds of a state after any event, even one that no driver
// would send.
func inRange(t testing.TB, p *dcqcn.Params, s *dcqcn.State) {
	t.Helper()
	r := &s.Rates
	ok := p.MinRate <= r.RC && r.RC <= p.MaxRate && p.MinRate <= r.RT && r.RT <= p.TargetCap &&
		s.Alpha <= p.AlphaMax && r.TimeStage <= dcqcn.MaxStage && r.ByteStage <= dcqcn.MaxStage &&
		(r.Bytes == 0 || r.Bytes < p.ByteReset) && r.Flags < 1<<dcqcn.FlagOwnShift && s.Rates.Own <= dcqcn.AlphaRuns|dcqcn.AlphaSawCNP
	if !ok {
		require.Failf(t, "out of range", "%+v\nwith %+v", *s, *p)
	}
}

// FuzzStep: with valid parameters no event, at no time, in no order leads out of
// the ranges.
func FuzzStep(f *testing.F) {
	for i := range uint64(8) {
		f.Add(i, []byte{5, 0, 5, 1, 4, 255, 3, 0, 2, 0, 1, 0, 0, 0, 6, 9, 4, 31, 3, 7, 3, 7, 3, 7})
		f.Add(i, []byte{3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 1, 1, 2, 2, 255, 255})
	}
	f.Fuzz(func(t *testing.T, seed uint64, events []byte) {
		rng := rand.New(rand.NewPCG(seed, 5))
		p := someParams(rng)
		var s dcqcn.State
		dcqcn.Init(&p, &s)
		inRange(t, &p, &s)
		for i := 0; i+1 < len(events); i += 2 {
			e := dcqcn.Event{
				Now: fixedpoint.Time(rng.Uint32()), Kind: dcqcn.EventKind(events[i]), CNPs: uint16(events[i+1]),
				Bytes: rng.Uint32() >> (events[i+1] & 31), Packets: rng.Uint32(), Marked: uint16(rng.Uint32()),
			}
			before := s.Rates.RC
			o := dcqcn.Step(&p, &s, &e)
			inRange(t, &p, &s)
			require.Equal(t, s.Rates.RC, o.Rate)
			require.Equal(t, before != s.Rates.RC, o.Did&dcqcn.DidChange != 0)
			if e.Kind == dcqcn.EventNone || e.Kind > dcqcn.EventCNP {
				require.Zero(t, o.Did)
			}
		}
	})
}

// TestStepNeverLeavesTheRanges is the same for the events of a driver, with RC <= RT
// besides, over the profiles and random parameters.
func TestStepNeverLeavesTheRanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	check := func(t *testing.T, p dcqcn.Params) {
		d := newDriver(&p, 0)
		d.seen = func(int64, *dcqcn.Event, dcqcn.Output) {
			inRange(t, &p, &d.s)
			if d.s.Rates.RC > d.s.Rates.RT {
				require.Failf(t, "RC above RT", "%+v with %+v", d.s, p)
			}
		}
		d.run(traffic(rng, &p, 150))
	}
	everyProfile(t, check)
	for range 300 {
		p := someParams(rng)
		p.AlphaPeriod, p.IncreasePeriod, p.CutPeriod = max(p.AlphaPeriod, 1000), max(p.IncreasePeriod, 1000), max(p.CutPeriod, 1000)
		check(t, p)
	}
}

// TestCoalescedCNPs: an event of k CNPs is k events of one, exactly, up to
// MaxCoalesced; more count as MaxCoalesced, and 0 as 1.
func TestCoalescedCNPs(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for range 3000 {
		p := someParams(rng)
		a, b := newDriver(&p, 0), newDriver(&p, 0)
		a.p.AlphaPeriod, a.p.IncreasePeriod, a.p.CutPeriod = max(p.AlphaPeriod, 5000), max(p.IncreasePeriod, 5000), max(p.CutPeriod, 5000)
		at := int64(0)
		for range 6 {
			at += int64(rng.Uint32N(20_000))
			k := uint16(rng.Uint32N(12))
			if rng.Uint32N(10) == 0 {
				k = 0xFFFF
			}
			oa := a.cnp(at, k)
			did := dcqcn.Did(0)
			var ob dcqcn.Output
			for range min(max(k, 1), dcqcn.MaxCoalesced) {
				ob = b.cnp(at, 1)
				did |= ob.Did
			}
			require.Equal(t, a.s, b.s)
			require.Equal(t, oa.Rate, ob.Rate)
			require.Equal(t, oa.Did&^dcqcn.DidChange, did&^dcqcn.DidChange)
		}
	}
}

// neverStopping is a driver whose increase timer, once started, runs for ever, and
// so does an alpha timer that every CNP restarts.
type neverStopping struct {
	driver
	started, alphaStarted bool
}

func (n *neverStopping) start(p *dcqcn.Params, at int64) {
	n.driver = *newDriver(p, at)
	n.seen = func(int64, *dcqcn.Event, dcqcn.Output) {
		r := &n.s.Rates
		n.started = n.started || r.Flags&dcqcn.FlagIncrease != 0
		if n.started {
			r.Flags |= dcqcn.FlagIncrease
		}
		if p.AlphaMode != dcqcn.AlphaOnCNP {
			return
		}
		n.alphaStarted = n.alphaStarted || r.Own&dcqcn.AlphaRuns != 0
		if n.alphaStarted {
			r.Own |= dcqcn.AlphaRuns
		}
	}
}

// TestTimersStopOnlyWhenNeutral: RC, RT and alpha of a reaction point whose timers
// stop are those of one whose timers never do, at every event from outside. (With
// AlphaPeriodic the stop has a meaning: the next period begins with the next CNP.)
func TestTimersStopOnlyWhenNeutral(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	stopped := 0
	check := func(t *testing.T, p dcqcn.Params, n int) {
		a := newDriver(&p, 0)
		var b neverStopping
		b.start(&p, 0)
		type values struct {
			rc, rt dcqcn.Rate
			alpha  uint32
		}
		of := func(s *dcqcn.State) values { return values{s.Rates.RC, s.Rates.RT, s.Alpha} }
		for _, x := range traffic(rng, &p, n) {
			at := a.now + x.gap
			a.advance(at)
			b.advance(at)
			if of(&a.s) != of(&b.s) {
				require.Equal(t, of(&b.s), of(&a.s), "before %+v with %+v", x.e, p)
			}
			a.step(at, x.e)
			b.step(at, x.e)
			if of(&a.s) != of(&b.s) {
				require.Equal(t, of(&b.s), of(&a.s), "after %+v with %+v", x.e, p)
			}
			if b.started && a.s.Rates.Flags&dcqcn.FlagIncrease == 0 {
				stopped++
			}
		}
	}
	everyProfile(t, func(t *testing.T, p dcqcn.Params) { check(t, p, 200) })
	require.Positive(t, stopped)
	for range 1500 {
		p := someParams(rng)
		p.AlphaPeriod, p.IncreasePeriod, p.CutPeriod = max(p.AlphaPeriod, 2000), max(p.IncreasePeriod, 1000), max(p.CutPeriod, 2000)
		// Increases that arrive within the sequence, small rates where rounding is coarse.
		p.RateAI = max(p.RateAI, p.TargetCap/16)
		if rng.Uint32N(2) == 0 {
			p.MaxRate = dcqcn.Rate(rng.Uint32N(50) + 1)
			p.MinRate = dcqcn.Rate(rng.Uint32N(uint32(p.MaxRate)) + 1)
			p.TargetCap = p.MaxRate + dcqcn.Rate(rng.Uint32N(4))
			p.RateAI = dcqcn.Rate(rng.Uint32N(3))
		}
		check(t, p, 40)
	}
	require.Greater(t, stopped, 1000)
}

// TestTimeWraps: shifted by any time, past the wrap too, a sequence gives the same
// outputs and the same state but for the deadlines, which are shifted as well.
func TestTimeWraps(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	type record struct {
		O dcqcn.Output
		S dcqcn.State
	}
	run := func(p dcqcn.Params, seq []external, start int64) []record {
		var out []record
		d := newDriver(&p, start)
		d.seen = func(at int64, e *dcqcn.Event, o dcqcn.Output) {
			s := d.s
			shift := fixedpoint.Time(uint64(start))
			// A deadline of a timer that does not run means nothing.
			for _, x := range []struct {
				runs bool
				at   *fixedpoint.Time
			}{
				{s.Rates.Own&dcqcn.AlphaRuns != 0, &s.AlphaAt},
				{s.Rates.Flags&dcqcn.FlagCut != 0, &s.Rates.CutAt},
				{s.Rates.Flags&dcqcn.FlagIncrease != 0, &s.Rates.IncreaseAt},
			} {
				*x.at -= shift
				if !x.runs {
					*x.at = 0
				}
			}
			out = append(out, record{o, s})
		}
		d.run(seq)
		return out
	}
	everyProfile(t, func(t *testing.T, p dcqcn.Params) {
		seq := traffic(rng, &p, 40)
		want := run(p, seq, 0)
		for _, start := range []int64{1<<32 - 1, 1<<32 - 5000, 1<<32 - 400_000, 1<<31 - 1000, 3<<32 - 1_000_000} {
			if diff := cmp.Diff(want, run(p, seq, start)); diff != "" {
				t.Fatalf("from %d: %s", start, diff)
			}
		}
	})
}

// TestEarlier tries all pairs of kinds and of deadlines around a time near the wrap.
func TestEarlier(t *testing.T) {
	for _, now := range []fixedpoint.Time{0, 5, 1<<32 - 3, 1 << 31} {
		for da := int64(-4); da <= 4; da++ {
			for db := int64(-4); db <= 4; db++ {
				for ka := dcqcn.EventNone; ka <= dcqcn.EventIncreaseTimer; ka++ {
					for kb := dcqcn.EventNone; kb <= dcqcn.EventIncreaseTimer; kb++ {
						a := dcqcn.Timer{At: now + fixedpoint.Time(uint32(da)), Kind: ka}
						b := dcqcn.Timer{At: now + fixedpoint.Time(uint32(db)), Kind: kb}
						want := a
						switch {
						case kb == dcqcn.EventNone:
						case ka == dcqcn.EventNone || db < da || db == da && kb < ka:
							want = b
						}
						require.Equal(t, want, dcqcn.Earlier(a, b, now))
					}
				}
			}
		}
	}
	far := dcqcn.Timer{At: 1<<31 - 1, Kind: dcqcn.EventAlphaTimer}
	past := dcqcn.Timer{At: fixedpoint.Time(1 << 31), Kind: dcqcn.EventCutTimer}
	require.Equal(t, past, dcqcn.Earlier(far, past, 0), "2^31 ns ago is earlier than 2^31 - 1 ns ahead")
}

func TestStepDoesNotAllocate(t *testing.T) {
	p, err := profile.Get("connectx", 100_000_000)
	require.NoError(t, err)
	var s dcqcn.State
	dcqcn.Init(&p.RP, &s)
	now := fixedpoint.Time(0)
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		for kind := dcqcn.EventNone; kind <= dcqcn.EventCNP; kind++ {
			e := dcqcn.Event{Now: now, Kind: kind, Bytes: 50_000, CNPs: 1}
			dcqcn.Step(&p.RP, &s, &e)
			now = dcqcn.Next(&s, now).At
		}
	}))
}
