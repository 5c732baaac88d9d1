package dcqcn_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

const gbps = 1_000_000 // kb/s

func params(t testing.TB, name string) dcqcn.Params {
	t.Helper()
	p, err := profile.Get(name, 100*gbps)
	require.NoError(t, err)
	return p.RP
}

// TestPaperPhases follows one connection by hand through a cut and the three phases:
// timer alone, 55 us a step.
func TestPaperPhases(t *testing.T) {
	p := params(t, "paper")
	d := newDriver(&p, 0)
	require.Equal(t, dcqcn.EventNone, dcqcn.Next(&d.s, 0).Kind, "no timer before the first CNP")
	o := d.cnp(10, 1)
	require.Equal(t, dcqcn.Output{Rate: 50 * gbps, Did: dcqcn.DidCut | dcqcn.DidAlpha | dcqcn.DidChange}, o, "alpha is 1 at first: half")
	require.EqualValues(t, 100*gbps, d.s.Rates.RT)
	require.EqualValues(t, 1<<24, d.s.Alpha, "255/256 + 1/256")

	// Fast recovery: RT stays, RC closes half of the gap, F - 1 times.
	rc := 50 * gbps
	for stage := 1; stage < 5; stage++ {
		d.advance(10 + int64(stage)*55_000)
		rc = (rc + 100*gbps + 1) / 2
		require.EqualValues(t, rc, d.s.Rates.RC)
		require.EqualValues(t, 100*gbps, d.s.Rates.RT)
		require.EqualValues(t, stage, d.s.Rates.TimeStage)
	}
	// A cut to see additive increase below the cap: alpha has decayed four times.
	alpha := 1.0 * 255 * 255 * 255 * 255 / (256 * 256 * 256 * 256)
	d.cnp(10+4*55_000, 1)
	require.EqualValues(t, rc, d.s.Rates.RT)
	require.InDelta(t, float64(rc)*(1-alpha/2), float64(d.s.Rates.RC), 1+float64(rc)*5/2/(1<<24))
	rt := rc
	start := d.now
	for stage := 1; stage <= 4; stage++ {
		d.advance(start + int64(stage)*55_000)
		require.EqualValues(t, rt, d.s.Rates.RT)
	}
	d.advance(start + 5*55_000)
	require.EqualValues(t, rt+40_000, d.s.Rates.RT, "max(T, BC) = F: additive")
	// The byte counter is behind: min(T, BC) is 0, additive for ever.
	d.advance(start + 9*55_000)
	require.EqualValues(t, rt+5*40_000, d.s.Rates.RT)
	// Six stages of the byte counter: the last is hyper, i = min(9, 6) - 5 = 1.
	for range 6 {
		d.sent(d.now, 10_000_000)
	}
	require.EqualValues(t, rt+5*40_000+5*40_000+400_000, d.s.Rates.RT)
	d.sent(d.now, 10_000_000)
	require.EqualValues(t, rt+10*40_000+400_000+2*400_000, d.s.Rates.RT, "i = 2")
}

// TestOrderOfCutAndAlpha: with alpha 1/2 the paper cuts by a quarter and then raises
// alpha; AlphaFirst raises it before.
func TestOrderOfCutAndAlpha(t *testing.T) {
	p := params(t, "paper")
	p.AlphaInit = 1 << 23
	d := newDriver(&p, 0)
	require.EqualValues(t, 75*gbps, d.cnp(0, 1).Rate)
	after := uint32((1<<23*255 + 1<<24) / 256)
	require.Equal(t, after, d.s.Alpha)

	p.AlphaFirst = true
	d = newDriver(&p, 0)
	want := uint64(100*gbps) * (1<<25 - uint64(after)) >> 25
	require.EqualValues(t, want, d.cnp(0, 1).Rate)
	require.Equal(t, after, d.s.Alpha)
}

// TestCutsAreSpaced: ConnectX cuts at once, then once a period of 4 us at most, at
// its end, however many CNPs came; and at once again after a quiet period.
func TestCutsAreSpaced(t *testing.T) {
	p := params(t, "connectx")
	d := newDriver(&p, 1000)
	var cuts []int64
	d.seen = func(at int64, e *dcqcn.Event, o dcqcn.Output) {
		if o.Did&dcqcn.DidCut != 0 {
			cuts = append(cuts, at)
		}
	}
	for _, at := range []int64{1000, 1500, 2000, 4999, 5001, 20_000, 24_000, 24_001} {
		d.cnp(at, 3)
	}
	d.advance(100_000)
	// 1000 at once and, since a further CNP came with it, 5000 at the period's end;
	// that of 5001 at 9000; 20000 at once, 24000 at the end, where the timer runs
	// before the CNP of the same time, which waits until 28000.
	require.Equal(t, []int64{1000, 5000, 9000, 20_000, 24_000, 28_000}, cuts)
	require.Zero(t, d.s.Rates.Flags&dcqcn.FlagCut, "stopped after an empty period")
}

// TestHPCC: cuts and alpha happen at ticks of their periods from the first CNP on,
// cuts a nanosecond later, and nothing stops them. The first CNP brings a cut at the
// first tick but does not count for alpha.
func TestHPCC(t *testing.T) {
	p := params(t, "hpcc")
	d := newDriver(&p, 0)
	require.Equal(t, dcqcn.Output{Rate: 100 * gbps}, d.cnp(100, 1))
	require.EqualValues(t, 1<<24, d.s.Alpha)
	var log []string
	d.seen = func(at int64, e *dcqcn.Event, o dcqcn.Output) { log = append(log, e.Kind.String()) }
	d.advance(4100)
	require.Equal(t, []string{"alpha-timer", "alpha-timer", "alpha-timer", "alpha-timer"}, log)
	require.EqualValues(t, 100*gbps, d.s.Rates.RC)
	d.advance(4101)
	require.Equal(t, "cut-timer", log[4])
	const old = 255. / 256
	real := old * old * old * old // the first CNP is not counted
	require.InDelta(t, real, float64(d.s.Alpha)/(1<<24), 4./(1<<24))
	rc := 100 * gbps * (1 - real/2)
	require.InDelta(t, rc, float64(d.s.Rates.RC), 1+100*gbps*4./2/(1<<25))
	require.EqualValues(t, 100*gbps, d.s.Rates.RT)

	before := d.s.Rates.RC
	d.cnp(5000, 1)
	require.Equal(t, before, d.s.Rates.RC, "waits for the tick")
	d.advance(8101)
	// Alpha: a rise for the CNP of 5000, three decays. No increase since the last cut:
	// it keeps the old target.
	real = (real*old + 1./256) * old * old * old
	require.InDelta(t, rc*(1-real/2), float64(d.s.Rates.RC), 2+100*gbps*12./2/(1<<25))
	require.EqualValues(t, 100*gbps, d.s.Rates.RT)
	got := d.s.Rates.RC
	// F = 1, the stage tested before it counts: one step of fast recovery, one
	// additive, then hyper; each half cut down by itself.
	start := int64(8100)
	rt := dcqcn.Rate(100 * gbps)
	d.advance(start + 300_000)
	got = got/2 + rt/2
	require.Equal(t, got, d.s.Rates.RC)
	// A cut after an increase takes the target.
	d.cnp(d.now, 1)
	d.advance(d.now + 1)
	require.Equal(t, got, d.s.Rates.RT)
	require.Less(t, d.s.Rates.RC, got)
	start = d.now - 1
	d.advance(start + 300_000)
	require.Equal(t, got, d.s.Rates.RT)
	d.advance(start + 600_000)
	require.Equal(t, got+20_000, d.s.Rates.RT, "5 Mb/s per 25 Gb/s")
	d.advance(start + 900_000)
	require.Equal(t, got+20_000+200_000, d.s.Rates.RT, "hyper, not times the stage")
	d.advance(start + 1_200_000)
	require.Equal(t, got+20_000+2*200_000, d.s.Rates.RT)
	require.NotZero(t, d.s.Rates.Flags&dcqcn.FlagCut)
	require.NotZero(t, d.s.Rates.Own&dcqcn.AlphaRuns)
}

// TestIncreaseBeforeFreeRunningCut: where an increase and a cut are due at one tick, the
// increase happens and the cut takes its rate.
func TestIncreaseBeforeFreeRunningCut(t *testing.T) {
	p := params(t, "hpcc")
	d := newDriver(&p, 0)
	d.cnp(0, 1)
	d.advance(4001)
	raised := d.s.Rates.RC/2 + d.s.Rates.RT/2
	d.cnp(303_999, 1)
	require.EqualValues(t, 0, d.s.Rates.TimeStage)
	d.advance(304_001)
	require.Equal(t, raised, d.s.Rates.RT)
	require.Less(t, d.s.Rates.RC, raised)
	require.EqualValues(t, 0, d.s.Rates.TimeStage)
}

// TestFirstCNPByMode: what a first CNP that arms leaves to be cut, and when.
func TestFirstCNPByMode(t *testing.T) {
	for _, c := range []struct {
		mode dcqcn.CutMode
		rate dcqcn.Rate
		cut  int64 // 0: none
	}{
		{dcqcn.CutAtOnce, 0, 0},
		{dcqcn.CutSpaced, 0, 4001},
		{dcqcn.CutFreeRunning, 0, 4001},
		{dcqcn.CutFreeRunning, 10 * gbps, 4001},
	} {
		p := params(t, "hpcc")
		p.CutMode, p.FirstRate = c.mode, c.rate
		d := newDriver(&p, 0)
		cut := int64(0)
		d.seen = func(at int64, e *dcqcn.Event, o dcqcn.Output) {
			if o.Did&dcqcn.DidCut != 0 {
				cut = at
			}
		}
		first := d.cnp(0, 1)
		if c.rate != 0 {
			require.Equal(t, c.rate, first.Rate)
		}
		d.advance(100_000)
		require.Equal(t, c.cut, cut, "mode %d", c.mode)
	}
}

// TestFirstRate: a first CNP that sets the rate neither cuts nor counts for alpha, and
// the rate recovers from there.
func TestFirstRate(t *testing.T) {
	p := params(t, "connectx")
	p.FirstRate = 10 * gbps
	d := newDriver(&p, 0)
	require.Equal(t, dcqcn.Output{Rate: 10 * gbps, Did: dcqcn.DidChange}, d.cnp(0, 1))
	require.EqualValues(t, 10*gbps, d.s.Rates.RT)
	d.advance(600_000)
	require.EqualValues(t, 10*gbps+5_000, d.s.Rates.RT)
	require.EqualValues(t, 10*gbps+2_500, d.s.Rates.RC)
	p.FirstRate = 1 // below the floor
	d = newDriver(&p, 0)
	require.Equal(t, p.MinRate, d.cnp(0, 1).Rate)
	p.FirstRate = dcqcn.MaxRepresentable
	d = newDriver(&p, 0)
	require.Equal(t, p.MaxRate, d.cnp(0, 1).Rate)
}

// TestTargetOfRepeatedCuts: which increase lets a cut take the target.
func TestTargetOfRepeatedCuts(t *testing.T) {
	for _, c := range []struct {
		clamp, afterTime bool
		timer, bytes     bool // an increase by it before the second cut
		taken            bool
	}{
		{clamp: true, taken: true},
		{},
		{timer: true},
		{bytes: true, taken: true},
		{afterTime: true},
		{afterTime: true, timer: true, taken: true},
		{afterTime: true, bytes: true, taken: true},
	} {
		p := params(t, "connectx")
		p.ClampTarget, p.ClampAfterTime = c.clamp, c.afterTime
		d := newDriver(&p, 0)
		d.cnp(0, 1)
		d.advance(10_000)
		if c.timer {
			d.advance(300_000)
		}
		if c.bytes {
			d.sent(d.now, p.ByteReset)
		}
		before := d.s.Rates
		d.cnp(d.now, 1)
		want := before.RT
		if c.taken {
			want = before.RC
		}
		require.NotEqual(t, before.RT, before.RC)
		require.Equal(t, want, d.s.Rates.RT, "%+v", c)
	}
}

// TestKeepAtLeast: a cut by alpha of 1 to alpha's full extent keeps what is to be kept.
func TestKeepAtLeast(t *testing.T) {
	p := params(t, "irdma")
	p.CutShift = p.AlphaBits // by alpha, not alpha/2: to 0
	d := newDriver(&p, 0)
	require.EqualValues(t, uint64(100*gbps)*655>>16, d.cnp(0, 1).Rate, "1 %")
	p.KeepAtLeast = 1 << 16
	d = newDriver(&p, 0)
	require.EqualValues(t, 100*gbps, d.cnp(0, 1).Rate)
	p.KeepAtLeast = 0
	d = newDriver(&p, 0)
	require.Equal(t, p.MinRate, d.cnp(0, 1).Rate)
}

// TestTenBitAlphaStops: alpha in ten bits with the weight 1019/1024 stops rising
// under a CNP every period: at 820 if products are cut down, at 922 if they are
// rounded to nearest, and then decays to 102 only. Real alpha goes to 1 and 0.
func TestTenBitAlphaStops(t *testing.T) {
	for _, c := range []struct {
		rounding dcqcn.Rounding
		up, down uint32
	}{
		// 5 (1024 - a) < 1024 from 820 on; downwards every step takes at least 1.
		{dcqcn.RoundDown, 820, 0},
		// 5 (1024 - a) < 512 from 922 on; 5 a < 512 from 102 down.
		{dcqcn.RoundHalfUp, 922, 102},
	} {
		p := params(t, "connectx")
		p.AlphaRounding = c.rounding
		p.AlphaInit = 0
		d := newDriver(&p, 0)
		for range 2000 {
			d.cnp(d.now+1000, 1)
		}
		require.Equal(t, c.up, d.s.Alpha)
		// Once above, it stays above with rounding down: the default start of 1023 is
		// not a fixed point of a decay, but is one under CNPs.
		p.AlphaInit = 1023
		d = newDriver(&p, 0)
		for range 2000 {
			d.cnp(d.now+1000, 1)
		}
		require.EqualValues(t, 1023, d.s.Alpha)
		d.advance(d.now + 10_000_000)
		require.Equal(t, c.down, d.s.Alpha)
		require.Zero(t, d.s.Rates.Own&dcqcn.AlphaRuns, "the timer has stopped")
	}
}

// TestEndsOfTheRates: at 1 Mb/s and at 1.6 Tb/s the rate falls to the floor and comes
// back to the line rate, in every profile, whose increases fit the line.
func TestEndsOfTheRates(t *testing.T) {
	for _, name := range profile.Names() {
		for _, line := range []dcqcn.Rate{profile.MinLine, profile.MaxLine} {
			pr, err := profile.Get(name, line)
			require.NoError(t, err)
			p := pr.RP
			d := newDriver(&p, 0)
			// So close together that no increase comes between two cuts.
			for range 4000 {
				d.cnp(d.now+500, dcqcn.MaxCoalesced)
			}
			require.Equal(t, p.MinRate, d.s.Rates.RC, "%s at %d", name, line)
			// With large increases, so that a second is enough.
			p.RateAI, p.RateHAI = max(line/100, 1), max(line/100, 1)
			for range 2000 {
				d.sent(d.now+10_000, 1<<20)
			}
			d.advance(d.now + 2_000_000_000)
			off := dcqcn.Rate(0)
			if p.Halving == dcqcn.HalveEach {
				off = 2 // two halves cut down
			}
			require.GreaterOrEqual(t, d.s.Rates.RC+off, line, "%s at %d", name, line)
		}
	}
}

// TestIncreaseIsReportedAtTheLastStage: Did names an increase by bytes although the stage
// has stopped counting.
func TestIncreaseIsReportedAtTheLastStage(t *testing.T) {
	p := params(t, "connectx")
	p.FirstRate, p.RateHAI = 10*gbps, 1 // 200 increases do not arrive
	d := newDriver(&p, 0)
	d.cnp(0, 1)
	reported := 0
	for range 200 {
		if d.sent(d.now, p.ByteReset).Did&dcqcn.DidIncrease != 0 {
			reported++
		}
	}
	require.EqualValues(t, dcqcn.MaxStage, d.s.Rates.ByteStage)
	require.Equal(t, 200, reported)
	require.Zero(t, d.sent(d.now, p.ByteReset-1).Did&dcqcn.DidIncrease)
}

// TestSentForgetsBeyondEightIncreases: what the comment of Sent says of a driver that
// sends too much at once.
func TestSentForgetsBeyondEightIncreases(t *testing.T) {
	p := params(t, "connectx")
	d := newDriver(&p, 0)
	d.cnp(0, 1)
	d.sent(10, 8*p.ByteReset+5)
	require.EqualValues(t, 8, d.s.Rates.ByteStage)
	require.EqualValues(t, 5, d.s.Rates.Bytes)
	d.cnp(10_000, 1)
	d.sent(10_001, 1<<30)
	require.EqualValues(t, 8, d.s.Rates.ByteStage)
	require.Zero(t, d.s.Rates.Bytes)
	// In pieces each byte counts.
	rng := rand.New(rand.NewPCG(2, 2))
	d.cnp(20_000, 1)
	total := uint32(0)
	for total < 40*p.ByteReset {
		n := rng.Uint32N(8 * p.ByteReset)
		total += n
		d.sent(20_000, n)
	}
	require.EqualValues(t, min(total/p.ByteReset, dcqcn.MaxStage), d.s.Rates.ByteStage)
	require.Equal(t, total%p.ByteReset, d.s.Rates.Bytes)
}

// TestHalvingIsExact tries all small pairs: HalveSum is the mean rounded up, so that
// RC arrives at RT; HalveEach cuts each half down.
func TestHalvingIsExact(t *testing.T) {
	p := params(t, "paper")
	p.MinRate, p.MaxRate, p.TargetCap = 1, 1000, 1000
	for rt := dcqcn.Rate(1); rt <= 40; rt++ {
		for rc := dcqcn.Rate(1); rc <= rt; rc++ {
			for halving, want := range []dcqcn.Rate{dcqcn.HalveSum: (rt + rc + 1) / 2, dcqcn.HalveEach: max(rt/2+rc/2, 1)} {
				p.Halving = dcqcn.Halving(halving)
				s := dcqcn.State{Rates: dcqcn.Rates{RC: rc, RT: rt, Flags: dcqcn.FlagSeen | dcqcn.FlagIncrease}}
				require.Equal(t, want, dcqcn.Step(&p, &s, &dcqcn.Event{Kind: dcqcn.EventIncreaseTimer}).Rate)
			}
		}
	}
}
