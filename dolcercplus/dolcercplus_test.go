package dolcercplus_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit"
	"smartnic-cc/dolcercplus"
	"smartnic-cc/dolcercplus/profile"
	"smartnic-cc/fixedpoint"
)

// The sizes that the types promise, at compile time.
var (
	_ [24]byte = [unsafe.Sizeof(dolcercplus.State4{})]byte{}
	_ [40]byte = [unsafe.Sizeof(dolcercplus.State8{})]byte{}
)

func params(t testing.TB, arms int, line uint32) dolcercplus.Params {
	t.Helper()
	c := profile.Default(line)
	c.Learn.Arms = arms
	p, err := profile.Params(c)
	require.NoError(t, err)
	return p
}

// TestRatesOfTheArms: C / 2^(K-1-i), exactly, rounded down, for every K; the state is
// set to each arm in turn and a foreign ACK asks for the standing decision.
func TestRatesOfTheArms(t *testing.T) {
	for _, line := range []uint32{profile.MinLine, 99_999, 100_000_000, profile.MaxLine} {
		checkArms[[2]bandit.Arm](t, line, 2)
		checkArms[[3]bandit.Arm](t, line, 3)
		checkArms[[4]bandit.Arm](t, line, 4)
		checkArms[[5]bandit.Arm](t, line, 5)
		checkArms[[6]bandit.Arm](t, line, 6)
		checkArms[[7]bandit.Arm](t, line, 7)
		checkArms[[8]bandit.Arm](t, line, 8)
	}
}

func checkArms[A bandit.ArmArray](t *testing.T, line uint32, k int) {
	t.Helper()
	p := params(t, k, line)
	for _, floor := range []uint32{1, line / 3, line} {
		p.MinRate = floor
		for i := range k {
			s := dolcercplus.State[A]{Arm: uint8(i), Iteration: 9}
			for _, foreign := range []uint8{uint8(k), 255} {
				out := dolcercplus.Step(&p, &s, &dolcercplus.Event{Arm: foreign})
				want := uint32(line)
				for range k - 1 - i {
					want /= 2
				}
				require.Equal(t, dolcercplus.Output{Rate: max(uint32(want), floor), Iteration: 9, Arm: uint8(i)}, out)
				require.Equal(t, out, dolcercplus.First(&p, &s))
			}
			require.EqualValues(t, 2, s.Lost)
		}
	}
}

// rewardBound is the error of Reward that its comment states, 2^-13: of the ratio of
// times at most 4 units of 2^-16 (2 for dropping low bits of both, half for the
// reciprocal, half for rounding, 1 since 0xFFFF widens to 1), carried through the
// multiplications by factors up to 1, and half a unit each of up to 7: 7.5 of 8.
const rewardBound = 1.0 / (1 << 13)

// exactReward is equation (5) with 200 bits, from the ideal MCT in whole ns and the
// values of the event's fractions.
func exactReward(p *dolcercplus.Params, e *dolcercplus.Event) float64 {
	f := func(v uint64) *big.Float { return new(big.Float).SetPrec(200).SetUint64(v) }
	serial := new(big.Int).Mul(big.NewInt(int64(min(e.Bytes, 1<<30))), big.NewInt(int64(p.NsPerByte)))
	serial.Rsh(serial, 24)
	if serial.Cmp(big.NewInt(1<<31)) > 0 {
		serial.SetInt64(1 << 31)
	}
	ideal := f(serial.Uint64() + uint64(p.BaseDelay))
	actual := f(uint64(uint32(e.Now - e.Departed)))
	x := f(1)
	if actual.Sign() > 0 {
		x.Quo(ideal, actual)
	}
	if x.Cmp(f(1)) > 0 {
		x = f(1)
	}
	ratio := new(big.Float).Quo(f(uint64(e.ECNRatio)), f(65536))
	if e.ECNRatio == 0xFFFF {
		ratio = f(1)
	}
	for range e.Arm {
		x.Mul(x, new(big.Float).Sub(f(1), ratio))
	}
	v, _ := x.Float64()
	return v
}

func checkReward(t *testing.T, p *dolcercplus.Params, e dolcercplus.Event) float64 {
	want, got := exactReward(p, &e), float64(dolcercplus.Reward(p, &e))/65536
	off := max(want-got, got-want)
	if off > rewardBound {
		require.Failf(t, "reward", "%+v: %v, exactly %v", e, got, want)
	}
	return off
}

// TestReward checks equation (5) at all pairs of edges and at random.
func TestReward(t *testing.T) {
	worst := 0.0
	for _, line := range []uint32{profile.MinLine, 100_000_000, profile.MaxLine} {
		for _, delay := range []uint32{0, 1, 8000, 1 << 30} {
			p := params(t, 8, line)
			p.BaseDelay = delay
			for _, bytes := range []uint32{0, 1, 64, 999, 65536, 1 << 20, 1<<30 - 1, 1 << 30} {
				for _, took := range []uint32{0, 1, 2, 7999, 8000, 8001, 65535, 65536, 65537, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
					for _, ecn := range []fixedpoint.UQ0x16{0, 1, 2, 655, 0x7FFF, 0x8000, 0xFFFD, 0xFFFE, 0xFFFF} {
						for arm := range uint8(8) {
							e := dolcercplus.Event{Now: fixedpoint.Time(took) - 100, Departed: ^fixedpoint.Time(99), Bytes: bytes, ECNRatio: ecn, Arm: arm}
							worst = max(worst, checkReward(t, &p, e))
						}
					}
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(6, 6))
	for range 400_000 {
		p := dolcercplus.Params{NsPerByte: rng.Uint32() >> rng.Uint32N(24), BaseDelay: rng.Uint32N(1 << (1 + rng.Uint32N(30)))}
		e := dolcercplus.Event{
			Now: fixedpoint.Time(rng.Uint32()), Bytes: rng.Uint32N(1<<30) >> rng.Uint32N(30),
			ECNRatio: fixedpoint.UQ0x16(rng.Uint32() >> (16 + rng.Uint32N(16))), Arm: uint8(rng.Uint32N(8)),
		}
		// About as long as ideal, up to some hundred times longer.
		ideal := uint64(e.Bytes)*uint64(p.NsPerByte)>>24 + uint64(p.BaseDelay)
		e.Departed = e.Now - fixedpoint.Time(uint32(min(ideal*uint64(100+rng.Uint32N(30_000))/100, 1<<32-1)))
		worst = max(worst, checkReward(t, &p, e))
	}
	require.Greater(t, worst, rewardBound/4, "the bound is no wild guess")
	t.Logf("off by at most %.2f of the bound", worst/rewardBound)
}

// TestRewardByHand: slowdown 2, a quarter marked, arm 2: 1/2 * (3/4)^2.
func TestRewardByHand(t *testing.T) {
	p := params(t, 4, 100_000_000)
	e := dolcercplus.Event{Now: 176_000, Bytes: 1_000_000, ECNRatio: 0x4000, Arm: 2} // ideal: 80 us + 8 us
	require.InDelta(t, .5*.75*.75, float64(dolcercplus.Reward(&p, &e))/65536, 0.0001)
	e.Arm = 0
	require.InDelta(t, .5, float64(dolcercplus.Reward(&p, &e))/65536, 0.0001)
	e.Arm, e.ECNRatio = 3, 0xFFFF
	require.Zero(t, dolcercplus.Reward(&p, &e), "all marked")
	e.Arm, e.Now = 1, 88_000
	require.Zero(t, dolcercplus.Reward(&p, &e), "0xFFFF is all, not nearly all")
	e.ECNRatio = 0
	require.EqualValues(t, 0xFFFF, dolcercplus.Reward(&p, &e), "as fast as can be, nothing marked")
	e.Now = 1000
	require.EqualValues(t, 0xFFFF, dolcercplus.Reward(&p, &e), "faster than can be: 1")
	// More bytes than a message may have count as 2^30.
	e.Now, e.Bytes = 1<<31, 1<<32-1
	huge := dolcercplus.Reward(&p, &e)
	e.Bytes = 1 << 30
	require.Equal(t, dolcercplus.Reward(&p, &e), huge)
}

// TestLearnsAsTheBandit: ACKs in any order, doubled, late and of any arm teach the
// bandit what they say, and nothing else; foreign ones nothing.
func TestLearnsAsTheBandit(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 6))
	for _, start := range []fixedpoint.Time{0, 1<<32 - 50_000_000, 1 << 31} {
		p := params(t, 8, 100_000_000)
		var s dolcercplus.State8
		dolcercplus.Init8(&p, &s)
		var own bandit.State8
		decision, iteration, lost := uint8(0), uint16(0), 0
		now := start
		var late []dolcercplus.Event
		for range 3000 {
			now = now.Add(rng.Uint32N(100_000))
			e := dolcercplus.Event{
				Now: now, Departed: now - fixedpoint.Time(rng.Uint32N(1_000_000)), Bytes: rng.Uint32N(1 << 22),
				Iteration: iteration, ECNRatio: fixedpoint.UQ0x16(rng.Uint32()), Arm: s.Arm,
			}
			switch rng.Uint32N(8) {
			case 0: // an ACK from before
				if len(late) > 0 {
					e = late[rng.IntN(len(late))]
					e.Now = now
				}
			case 1: // foreign
				e.Arm = uint8(8 + rng.Uint32N(248))
			}
			late = append(late, e)
			out := dolcercplus.Step8(&p, &s, &e)
			want := dolcercplus.Output{Arm: decision, Iteration: iteration}
			if e.Arm < 8 {
				x := dolcercplus.Reward(&p, &e)
				decision = bandit.Step8(&p.Learn, &own, &bandit.Event{Arm: e.Arm, Reward: x}).Arm
				iteration++
				want = dolcercplus.Output{Arm: decision, Iteration: iteration, Reward: x}
			} else {
				lost = min(lost+1, 255)
			}
			want.Rate = 100_000_000 >> (7 - want.Arm)
			require.Equal(t, want, out)
			require.Equal(t, own, s.Learn)
			require.EqualValues(t, lost, s.Lost)
			require.Equal(t, decision, s.Arm)
		}
		require.Equal(t, 255, lost, "saturated")
	}
}

func TestIterationWraps(t *testing.T) {
	p := params(t, 4, 100_000_000)
	s := dolcercplus.State4{Iteration: 0xFFFF}
	require.Zero(t, dolcercplus.Step4(&p, &s, &dolcercplus.Event{Now: 10_000, Bytes: 1}).Iteration)
}

// TestTimeWraps: only the difference of the two times counts.
func TestTimeWraps(t *testing.T) {
	p := params(t, 4, 100_000_000)
	e := dolcercplus.Event{Now: 100_000, Bytes: 500_000, Arm: 1, ECNRatio: 100}
	want := dolcercplus.Reward(&p, &e)
	for _, shift := range []fixedpoint.Time{1<<32 - 1, 1<<32 - 50_000, 1 << 31} {
		moved := e
		moved.Now += shift
		moved.Departed += shift
		require.Equal(t, want, dolcercplus.Reward(&p, &moved))
	}
}

// FuzzStep: whatever the ACK says, the rate is one of an arm's and within its range.
func FuzzStep(f *testing.F) {
	f.Add(uint32(0), uint32(0), uint32(0), uint32(0), uint32(1), uint32(31_251))
	f.Add(uint32(1<<32-1), uint32(0), uint32(1<<32-1), uint32(0xFFFF_FFFF), uint32(1<<30), uint32(1_600_000_000))
	f.Add(uint32(5), uint32(6), uint32(1<<30), uint32(0x0003_0001), uint32(100), uint32(100_000_000))
	f.Fuzz(func(t *testing.T, now, departed, bytes, rest, floor, line uint32) {
		c := profile.Default(uint32(line))
		c.MinRate = uint32(floor)
		p, err := profile.Params(c)
		if err != nil {
			return // not valid parameters
		}
		var s dolcercplus.State4
		dolcercplus.Init4(&p, &s)
		for i := range uint32(20) {
			out := dolcercplus.Step4(&p, &s, &dolcercplus.Event{
				Now: fixedpoint.Time(now + i*departed), Departed: fixedpoint.Time(departed), Bytes: bytes,
				ECNRatio: fixedpoint.UQ0x16(rest), Arm: uint8(rest>>16) + uint8(i), Iteration: uint16(rest >> 8),
			})
			require.Less(t, out.Arm, uint8(4))
			require.Equal(t, max(p.LinkRate>>(3-out.Arm), p.MinRate), out.Rate)
			require.LessOrEqual(t, out.Rate, p.LinkRate)
		}
	})
}

func TestStepDoesNotAllocate(t *testing.T) {
	p := params(t, 4, 100_000_000)
	var s dolcercplus.State4
	e := dolcercplus.Event{Bytes: 100_000}
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		e.Now += 20_000
		e.Arm = dolcercplus.Step4(&p, &s, &e).Arm
	}))
}

// Messages of 1 MB whose times tell that the network is free: the first four go at the
// four rates in turn, and the faster the better the reward.
func ExampleStep4() {
	p, err := profile.Params(profile.Default(100_000_000))
	if err != nil {
		fmt.Println(err)
		return
	}
	var s dolcercplus.State4
	dolcercplus.Init4(&p, &s)
	now := fixedpoint.Time(0)
	e := dolcercplus.Event{Bytes: 1_000_000}
	rate := p.LinkRate >> 3 // arm 0
	for range 4 {
		e.Departed = now
		now = now.Add(uint32(8e12/uint64(rate)) + p.BaseDelay) // ns for 8e6 bits at kb/s
		e.Now = now
		out := dolcercplus.Step4(&p, &s, &e)
		fmt.Printf("arm %d at %d kb/s earned %.2f\n", e.Arm, rate, float64(out.Reward)/65536)
		e.Arm, e.Iteration, rate = out.Arm, out.Iteration, out.Rate
	}
	// Output:
	// arm 0 at 12500000 kb/s earned 0.14
	// arm 1 at 25000000 kb/s earned 0.27
	// arm 2 at 50000000 kb/s earned 0.52
	// arm 3 at 100000000 kb/s earned 1.00
}

func BenchmarkStep4(b *testing.B) {
	p := params(b, 4, 100_000_000)
	var s dolcercplus.State4
	e := dolcercplus.Event{Bytes: 100_000, ECNRatio: 5000}
	b.ReportAllocs()
	for b.Loop() {
		e.Now += 20_000
		e.Arm = dolcercplus.Step4(&p, &s, &e).Arm
	}
}
