package dolcerc_test

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcerc/profile"
	"smartnic-cc/fixedpoint"
)

type arms4 = [4]bandit.Arm

// rewardOf returns the reward that a CNP event brings in a state: the mean of an arm
// without a past is its first reward, exactly.
func rewardOf[A bandit.ArmArray](p *dolcerc.Params, s dolcerc.State[A], e *dcqcn.Event) uint16 {
	arm := s.Arm()
	for i := range len(s.Learn.Arm) {
		s.Learn.Arm[i] = bandit.Arm{}
	}
	dolcerc.Step(p, &s, e)
	return uint16(s.Learn.Arm[arm].Mean)
}

// counts is equation (4) in float64: what was sent and marked since the last
// qualified CNP, and how far the packed counts may be from it.
//
// Counts up to 255 are exact. Beyond, an observation rounds a count to a multiple of
// 2^e by a dither: an error with mean zero within an interval of length 2^e, whose
// variance is at most 4^e/4. Errors of different observations add up like
// independent ones as far as the hash is a good one: the bound is six standard
// deviations of their sum (each test sequence is fixed, so that it holds or fails
// once and for all).
type counts struct{ sent, marked, variance float64 }

func (c *counts) observe(sent, marked float64) {
	c.sent += sent
	c.marked += marked
	// One unit of slack for the exponent that looks ahead of the rounding up.
	if e := bits.Len32(uint32(max(c.sent, c.marked)*1.1)) - 8 + 1; max(c.sent, c.marked) > 250 {
		c.variance += math.Exp2(2*float64(e)) / 4
	}
}

// reward returns 1 - marked/sent and the bound of the integer one's error:
// (dn + r dd)/(d - dd) from the counts, 1 unit of 2^-16 from the quotient, 1 from its
// complement, 1 since 0xFFFF is 1.
func (c *counts) reward() (float64, float64) {
	const unit = 1.0 / 65536
	if c.marked == 0 {
		return 1, unit
	}
	if c.sent == 0 {
		return 0, unit
	}
	d := 6 * math.Sqrt(c.variance)
	r := math.Min(c.marked/c.sent, 1)
	return 1 - r, (1+r)*d/math.Max(c.sent-d, 1) + 3*unit
}

// TestReward compares the reward of equation (4) with float64, in both estimates,
// over random traffic and light and heavy marking.
func TestReward(t *testing.T) {
	for _, estimate := range profile.Estimates() {
		t.Run(estimate, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 6))
			p := defaults(t, 4, estimate)
			worst, rewards, long := 0.0, 0, 0
			for run := range 40 {
				d := newDriver[arms4](&p, int64(rng.Uint64N(1<<33)))
				var c counts
				slot, last := int64(-1), int64(-1)
				d.seen = func(at int64, e *dcqcn.Event, before *dolcerc.State4, o dcqcn.Output) {
					switch {
					case e.Kind == dcqcn.EventSent && estimate == profile.MarkedPackets:
						c.observe(float64(e.Packets), 0)
					case e.Kind == dcqcn.EventSent:
						if at>>p.SlotShift != slot {
							c.observe(1, 0)
						}
						slot = at >> p.SlotShift
					case e.Kind == dcqcn.EventCNP:
						if estimate == profile.MarkedPackets {
							c.observe(0, float64(e.Marked))
						} else {
							c.observe(0, float64(min(max(e.CNPs, 1), dcqcn.MaxCoalesced)))
						}
						qualified := last < 0 || at-last >= int64(p.QualifyAfter)
						require.Equal(t, qualified, o.Did&dcqcn.DidLearn != 0)
						if !qualified {
							return
						}
						last = at
						want, bound := c.reward()
						got := rewardOf(&p, *before, e)
						x := float64(got) / 65536
						if got == 0xFFFF {
							x = 1
						}
						require.InDelta(t, want, x, bound, "%+v", c)
						worst = math.Max(worst, math.Abs(want-x))
						rewards++
						if c.variance > 0 {
							long++
						}
						c = counts{}
					}
				}
				// Packets one by one or in bursts; a CNP once in a while.
				burst := 1 + rng.Uint32N(64)
				chance := 1 + rng.Uint32N(60)
				for range 3000 {
					// Gaps below 200 us: a slot's eight bits do not come round.
					at := d.now + int64(rng.Uint32N(1<<(8+run%10)))
					if rng.Uint32N(chance) == 0 {
						d.cnp(at, uint16(rng.Uint32N(3)), uint16(rng.Uint32N(min(burst, 127)*chance/8+2)&127))
					} else {
						d.sent(at, 1+rng.Uint32N(burst))
					}
				}
			}
			require.Greater(t, rewards, 300)
			require.Greater(t, long, 50, "counts beyond 255 occur")
			t.Logf("%d rewards, %d with counts beyond 255, off by at most %.4f", rewards, long, worst)
		})
	}
}

// TestEquations checks every cut of random parameters exactly, in big rationals:
// RT = beta RC, RC = (1 - alpha/2) RC, each less than 1 kb/s low, and then the bounds.
func TestEquations(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	cuts := 0
	for range 400 {
		p := someParams(t, rng, 4)
		d := newDriver[arms4](&p, int64(rng.Uint64N(1<<33)))
		d.seen = func(at int64, e *dcqcn.Event, before *dolcerc.State4, o dcqcn.Output) {
			r := &d.s.React
			if r.RC < p.Base.MinRate || r.RC > p.Base.MaxRate || r.RT < p.Base.MinRate || r.RT > p.Base.TargetCap || r.RC > r.RT {
				require.Failf(t, "out of range", "%+v after %+v with %+v", d.s, *e, p)
			}
			require.Less(t, d.s.Arm(), uint8(4))
			if o.Did&dcqcn.DidCut == 0 || e.CNPs > 1 {
				return
			}
			cuts++
			a := p.Actions[d.s.Arm()]
			old := int64(before.React.RC)
			down := func(num, den int64) dcqcn.Rate {
				x := new(big.Int).Mul(big.NewInt(old), big.NewInt(num))
				return dcqcn.Rate(x.Div(x, big.NewInt(den)).Int64())
			}
			// alpha = Alpha/2^16, beta = Beta/2^15.
			rt := min(max(down(int64(a.Beta), 1<<15), p.Base.MinRate), p.Base.TargetCap)
			rc := max(down(1<<17-int64(a.Alpha), 1<<17), down(int64(p.Base.KeepAtLeast), 1<<16), p.Base.MinRate)
			require.Equal(t, rt, r.RT)
			require.Equal(t, min(rc, rt), r.RC, "RT bounds RC")
			require.Zero(t, r.TimeStage)
			require.Zero(t, r.ByteStage)
			require.Zero(t, r.Bytes)
		}
		d.run(traffic(rng, 150))
	}
	require.Greater(t, cuts, 3000)
}

// TestLearnsAsTheBandit feeds a separate bandit with the arms and rewards of a
// connection: it chooses the same arms and learns the same of them.
func TestLearnsAsTheBandit(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 6))
	for range 20 {
		p := someParams(t, rng, 8)
		p.QualifyAfter = 1 + rng.Uint32N(20_000)
		d := newDriver[[8]bandit.Arm](&p, 0)
		var own bandit.State8
		arm := uint8(0)
		learnt := 0
		d.seen = func(at int64, e *dcqcn.Event, before *dolcerc.State8, o dcqcn.Output) {
			require.Equal(t, arm, before.Arm(), "the arm changes at a qualified CNP only")
			if o.Did&dcqcn.DidLearn == 0 {
				require.Equal(t, before.Learn.Arm, d.s.Learn.Arm)
				return
			}
			learnt++
			x := rewardOf(&p, *before, e)
			out := bandit.Step8(&p.Learn, &own, &bandit.Event{Arm: arm, Reward: fixedpoint.UQ0x16(x)})
			arm = out.Arm
			require.Equal(t, arm, d.s.Arm())
			require.Equal(t, own.Arm, d.s.Learn.Arm)
			require.Equal(t, own.Iteration(), d.s.Learn.Iteration())
			sent, marked := bandit.Pending(&d.s.Learn)
			require.Zero(t, sent+marked, "pending counts start again")
		}
		d.run(traffic(rng, 800))
		require.Greater(t, learnt, 16)
	}
}

// TestFirstQualifiedCNP: the first CNP is qualified, whatever the time, and rewards
// arm 0, which was in force from the start; arms 1, 2, 3 follow in the first round.
func TestFirstQualifiedCNP(t *testing.T) {
	for _, start := range []int64{0, 5, 1<<32 - 1, 1 << 31} {
		p := defaults(t, 4, profile.MarkedPackets)
		d := newDriver[arms4](&p, start)
		require.Zero(t, d.s.Arm())
		d.sent(start, 100)
		for i := range uint8(4) {
			o := d.cnp(start+int64(i)*int64(p.QualifyAfter), 1, 25)
			require.NotZero(t, o.Did&dcqcn.DidLearn)
			require.NotZero(t, d.s.Learn.Arm[i].Count)
			require.EqualValues(t, 0xFFFF-0x4000, d.s.Learn.Arm[i].Mean)
			if i < 3 {
				require.Equal(t, i+1, d.s.Arm())
				require.Zero(t, d.s.Learn.Arm[i+1].Count)
				// One ns too early: not qualified, cuts with the same arm.
				o = d.cnp(start+int64(i+1)*int64(p.QualifyAfter)-1, 1, 0)
				require.Equal(t, dcqcn.DidCut, o.Did&(dcqcn.DidCut|dcqcn.DidLearn))
				require.Equal(t, i+1, d.s.Arm())
			}
			d.sent(d.now, 100)
		}
	}
}

// TestCutByHand: arm 1 of the default set, alpha 0.3213 and beta 0.9182.
func TestCutByHand(t *testing.T) {
	p := defaults(t, 4, profile.MarkedPackets)
	d := newDriver[arms4](&p, 0)
	d.sent(0, 10)
	require.InDelta(t, 100e6*(1-0.3213/2), float64(d.cnp(10, 1, 1).Rate), 100e6/(1<<17)+1)
	require.InDelta(t, 100e6*0.9182, float64(d.s.React.RT), 100e6/(1<<15)+1)
	// beta 0.5 with alpha 0: RT bounds RC.
	p.Actions[1] = dolcerc.Action{Alpha: 0, Beta: 1 << 14}
	d = newDriver[arms4](&p, 0)
	require.EqualValues(t, 50_000_000, d.cnp(10, 1, 1).Rate)
	require.EqualValues(t, 50_000_000, d.s.React.RT)
	// beta near 2 and a cap above the line: the target passes the line rate, RC does not.
	p.Base.TargetCap = dcqcn.MaxRepresentable
	p.Actions[1] = dolcerc.Action{Alpha: 0x2000, Beta: 0xFFFF}
	d = newDriver[arms4](&p, 0)
	d.cnp(10, 1, 1)
	require.EqualValues(t, 100_000_000*65535/32768, d.s.React.RT)
	d.advance(10_000_000)
	require.EqualValues(t, 100_000_000, d.s.React.RC)
}

// TestTxSlots: a slot counts once however much is sent in it; slots are distinguished by
// eight bits, so that a pause of exactly 256 of them hides one.
func TestTxSlots(t *testing.T) {
	p := defaults(t, 4, profile.TxSlots)
	d := newDriver[arms4](&p, 0)
	pending := func() uint32 {
		sent, _ := bandit.Pending(&d.s.Learn)
		return sent
	}
	for i, c := range []struct {
		at   int64
		want uint32
	}{
		{0, 1}, {5, 1}, {1023, 1}, {1024, 2}, {2047, 2}, {4096, 3}, {4096 + 255<<10, 4},
		{4096 + 255<<10 + 256<<10, 4}, // stated: missed
		{4096 + 255<<10 + 257<<10, 5},
	} {
		d.sent(c.at, 3)
		require.Equal(t, c.want, pending(), "event %d", i)
	}
	// CNPs count as marked slots, coalesced ones each, at most MaxCoalesced.
	d.cnp(d.now, 1, 99) // qualified, takes the counts
	d.cnp(d.now+1, 3, 99)
	d.cnp(d.now+1, 0, 99)
	d.cnp(d.now+1, 100, 99)
	_, marked := bandit.Pending(&d.s.Learn)
	require.EqualValues(t, 3+1+dcqcn.MaxCoalesced, marked)
}

// TestCoalescedCNPs: the rates after an event of k CNPs are those after k of one.
func TestCoalescedCNPs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 6))
	for range 500 {
		p := someParams(t, rng, 4)
		a, b := newDriver[arms4](&p, 0), newDriver[arms4](&p, 0)
		at := int64(0)
		for range 5 {
			at += int64(rng.Uint32N(100_000))
			k := uint16(1 + rng.Uint32N(8))
			// The first is qualified or not by itself: the rest come within QualifyAfter.
			oa := a.cnp(at, k, 0)
			var ob dcqcn.Output
			for range k {
				ob = b.cnp(at, 1, 0)
			}
			require.Equal(t, oa.Rate, ob.Rate)
			ra, rb := a.s.React, b.s.React
			if p.Estimate == dolcerc.MarkedPackets {
				require.Equal(t, ra, rb)
			} else {
				// The marks of the event count for another iteration.
				const arm = 7 << dcqcn.FlagOwnShift
				if ra.Flags&arm != rb.Flags&arm {
					break
				}
			}
		}
	}
}

// TestTimeWraps: shifted past the wrap by a multiple of 256 slots, a sequence gives the
// same rates and arms where no dither, which depends on the time, has to decide:
// counts below 256 between qualified CNPs.
func TestTimeWraps(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, estimate := range profile.Estimates() {
		p := defaults(t, 4, estimate)
		p.QualifyAfter = 20_000
		type record struct {
			O    dcqcn.Output
			Arm  uint8
			Arms arms4
			RT   dcqcn.Rate
		}
		seq := traffic(rng, 400)
		for i := range seq {
			seq[i].e.Packets = min(seq[i].e.Packets, 3)
			seq[i].e.Marked = min(seq[i].e.Marked, 2)
		}
		run := func(start int64) []record {
			var out []record
			d := newDriver[arms4](&p, start)
			d.seen = func(at int64, e *dcqcn.Event, before *dolcerc.State4, o dcqcn.Output) {
				out = append(out, record{o, d.s.Arm(), d.s.Learn.Arm, d.s.React.RT})
			}
			d.run(seq)
			return out
		}
		want := run(1 << 20)
		for _, start := range []int64{1<<32 - 1<<20, 1<<32 - 1<<18, 1 << 31, 5<<32 - 3<<20} {
			if diff := cmp.Diff(want, run(start)); diff != "" {
				t.Fatalf("%s from %d: %s", estimate, start, diff)
			}
		}
	}
}

// FuzzStep: no event leads out of the ranges.
func FuzzStep(f *testing.F) {
	for i := range uint64(8) {
		f.Add(i, []byte{5, 0, 4, 1, 4, 255, 3, 0, 2, 0, 1, 0, 0, 0, 6, 9, 4, 31, 3, 7, 5, 9, 5, 9})
	}
	f.Fuzz(func(t *testing.T, seed uint64, events []byte) {
		rng := rand.New(rand.NewPCG(seed, 5))
		p := someParams(t, rng, 4)
		var s dolcerc.State4
		dolcerc.Init4(&p, &s)
		for i := 0; i+1 < len(events); i += 2 {
			e := dcqcn.Event{
				Now: fixedpoint.Time(rng.Uint32()), Kind: dcqcn.EventKind(events[i]), CNPs: uint16(events[i+1]),
				Bytes: rng.Uint32() >> (events[i+1] & 31), Packets: rng.Uint32() >> (events[i+1] & 31), Marked: uint16(rng.Uint32()),
			}
			o := dolcerc.Step4(&p, &s, &e)
			r := &s.React
			require.Equal(t, r.RC, o.Rate)
			ok := p.Base.MinRate <= r.RC && r.RC <= p.Base.MaxRate && p.Base.MinRate <= r.RT && r.RT <= p.Base.TargetCap &&
				r.TimeStage <= dcqcn.MaxStage && r.ByteStage <= dcqcn.MaxStage && (r.Bytes == 0 || r.Bytes < p.Base.ByteReset) && s.Arm() < 4
			require.True(t, ok, "%+v with %+v", s, p)
		}
	})
}

func TestStepDoesNotAllocate(t *testing.T) {
	p := defaults(t, 4, profile.TxSlots)
	var s dolcerc.State4
	dolcerc.Init4(&p, &s)
	now := fixedpoint.Time(0)
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		for kind := dcqcn.EventNone; kind <= dcqcn.EventCNP; kind++ {
			e := dcqcn.Event{Now: now, Kind: kind, Bytes: 50_000, Packets: 50, CNPs: 1}
			dolcerc.Step4(&p, &s, &e)
			now = dolcerc.Next4(&s, now).At.Add(100_000)
		}
	}))
}
