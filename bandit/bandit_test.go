package bandit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit"
	"smartnic-cc/bandit/decimal"
	"smartnic-cc/bandit/regret"
	"smartnic-cc/fixedpoint"
)

// The sizes of the paper's section IV-B: two 16-bit words an arm and 4 bytes.
// A wrong one does not compile.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(bandit.Arm{})-4]
	_ = [1]struct{}{}[unsafe.Sizeof(bandit.State2{})-12]
	_ = [1]struct{}{}[unsafe.Sizeof(bandit.State4{})-20]
	_ = [1]struct{}{}[unsafe.Sizeof(bandit.State8{})-36]
)

func mustParams(t testing.TB, c decimal.Config) bandit.Params {
	t.Helper()
	p, err := decimal.Params(c)
	require.NoError(t, err)
	return p
}

// explores checks that every arm is chosen once at the start of each round of
// floor(K/epsilon) steps, whatever the rewards are.
func explores[A bandit.ArmArray](t *testing.T, epsilon string) {
	var s bandit.State[A]
	k := len(s.Arm)
	p := mustParams(t, decimal.Config{Arms: k, Gamma: "0.9998", Epsilon: epsilon, Xi: "0.5001"})
	rng := rand.New(rand.NewPCG(uint64(k), 7))
	for step := range 3*int(p.Period) + k {
		r := step % int(p.Period)
		require.EqualValues(t, r, s.Iteration())
		arm := bandit.Select(&p, &s)
		require.Less(t, int(arm), k)
		if r < k {
			require.EqualValues(t, r, arm, "step %d explores", step)
		}
		bandit.Update(&p, &s, arm, fixedpoint.UQ0x16(rng.Uint32N(65536)))
	}
}

func TestPeriodicExplorationIsExact(t *testing.T) {
	for _, epsilon := range []string{"0.015", "0.002", "0.9"} {
		explores[[2]bandit.Arm](t, epsilon)
		explores[[3]bandit.Arm](t, epsilon)
		explores[[4]bandit.Arm](t, epsilon)
		explores[[5]bandit.Arm](t, epsilon)
		explores[[6]bandit.Arm](t, epsilon)
		explores[[7]bandit.Arm](t, epsilon)
		explores[[8]bandit.Arm](t, epsilon)
	}
}

func TestTiesGoToTheLowestIndex(t *testing.T) {
	p := mustParams(t, decimal.Paper())
	for first := range 4 {
		s := bandit.State4{Rest: 4}
		for i := range s.Arm {
			s.Arm[i] = bandit.Arm{Mean: 30000, Count: 100}
			if i < first {
				s.Arm[i].Mean = 100
			}
		}
		require.EqualValues(t, first, bandit.Select(&p, &s))
	}
}

// TestFirstStepsAreExact: after one choice of every arm the means are the rewards,
// to the bit, the counts are one choice each, and the first choices of
// the rule are those of float64.
func TestFirstStepsAreExact(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		p := mustParams(t, decimal.Paper())
		var s bandit.State4
		var exact regret.Float64
		for step := range 12 {
			arm := bandit.Select(&p, &s)
			require.EqualValues(t, exact.Choose(), arm, "seed %d step %d", seed, step)
			x := fixedpoint.UQ0x16(rng.Uint32N(65536))
			bandit.Update(&p, &s, arm, x)
			exact.Learn(int(arm), float64(x)/65536)
			if step < 4 {
				require.Equal(t, bandit.Arm{Mean: x, Count: 1 << p.CountShift}, s.Arm[arm])
			}
		}
	}
}

// TestAllRewardsEqual: where all rewards are 0, or all 1, the means are exactly that
// and the arms are chosen evenly, as float64 chooses them.
func TestAllRewardsEqual(t *testing.T) {
	for _, reward := range []fixedpoint.UQ0x16{0, 0xFFFF} {
		p := mustParams(t, decimal.Paper())
		var s bandit.State4
		var chosen [4]int
		for range 40_000 {
			arm := bandit.Select(&p, &s)
			chosen[arm]++
			bandit.Update(&p, &s, arm, reward)
		}
		for i := range chosen {
			require.Equal(t, reward, s.Arm[i].Mean)
			require.InDelta(t, 10_000, chosen[i], 100, "%v", chosen)
		}
	}
}

// TestWordsTrackFloat64 drives firmware and float64 through the same choices and holds
// count and mean against each other all along. What is dropped has mean zero and
// fades with the discount, so the error is a stationary noise: a count gains
// less than one unit of variance 1/4 a block in each of its 1/(1-gamma^256) = 20
// blocks of memory, standard deviation below 3 units plus 1 for the weights; nine
// times that is the bound.
func TestWordsTrackFloat64(t *testing.T) {
	p := mustParams(t, decimal.Paper())
	var s bandit.State4
	var exact regret.Float64
	rng := rand.New(rand.NewPCG(11, 12))
	means := [4]float64{.9, .8, .7, .6}
	for step := range 100_000 {
		arm := exact.Choose()
		x := 0.0
		if rng.Float64() < means[arm] {
			x = 1
		}
		bandit.Update(&p, &s, uint8(arm), regret.Quantise(x))
		exact.Learn(arm, x)
		if step < 4 {
			continue
		}
		block := step + 1 - (step+1)/int(p.Period)*int(p.Period)
		j := block & (1<<p.BlockShift - 1)
		unit := math.Ldexp(math.Pow(.9998, float64(1-j)), int(p.CountShift))
		for i := range s.Arm {
			n, mean := exact.N(i)
			require.InDelta(t, n*unit, float64(s.Arm[i].Count), 36, "count of arm %d at step %d", i, step)
			// The mean's own noise is under one unit a step over n steps of memory; the
			// weights' (a unit in 8) adds an error of the mean of at most
			// 1/8 sqrt(mean(1-mean)/n), nine times of which is allowed.
			allowed := 9 * (math.Sqrt(n)/65536 + math.Sqrt(.25/n)/8)
			require.InDelta(t, mean, float64(s.Arm[i].Mean)/65536, allowed, "mean of arm %d at step %d", i, step)
		}
	}
}

// TestSelectPicksTheLargestIndex checks the index against float64 on random words:
// whichever arm is chosen, its exact index is within the rounding of the best:
// 2^-16 for the logarithm and the roots, relative to a padding below 256.
func TestSelectPicksTheLargestIndex(t *testing.T) {
	p := mustParams(t, decimal.Paper())
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200_000 {
		s := bandit.State4{Rest: 4 + rng.Uint32N(262)}
		total := 0.0
		j := s.Rest & (1<<p.BlockShift - 1)
		unit := math.Ldexp(math.Pow(.9998, 1-float64(j)), int(p.CountShift))
		for i := range s.Arm {
			s.Arm[i] = bandit.Arm{Mean: fixedpoint.UQ0x16(rng.Uint32N(65536)), Count: uint16(1 + rng.Uint32N(1<<(1+rng.Uint32N(14))))}
			total += float64(s.Arm[i].Count) / unit
		}
		best := 0.0
		var index [4]float64
		for i, a := range s.Arm {
			index[i] = float64(a.Mean)/65536 + math.Sqrt(.5001*max(math.Log(total), 0)/(float64(a.Count)/unit))
			best = max(best, index[i])
		}
		chosen := index[bandit.Select(&p, &s)]
		// The chord of the growth is 0.05 % off in the unit, half that in its root; the
		// logarithm is 2^-16 off, which counts where N is near 1.
		require.InDelta(t, best, chosen, 0.0006*best+0.002, "%+v", s)
	}
}

func TestUpdateIgnoresAnArmOutOfRange(t *testing.T) {
	p := mustParams(t, decimal.Paper())
	var s bandit.State4
	bandit.Update(&p, &s, 4, 0xFFFF)
	require.Equal(t, bandit.State4{Rest: 1}, s)
}

// FuzzUpdateStaysInRange: whatever the words, an update keeps the mean between the
// old mean and the reward, and the count does not fall by learning.
func FuzzUpdateStaysInRange(f *testing.F) {
	f.Add(uint16(0), uint16(0), uint16(0), uint32(0))
	f.Add(uint16(65535), uint16(65535), uint16(0), uint32(255))
	f.Add(uint16(65535), uint16(1), uint16(65535), uint32(265))
	f.Add(uint16(40000), uint16(9), uint16(39999), uint32(100))
	p := mustParams(f, decimal.Paper())
	f.Fuzz(func(t *testing.T, mean, count, reward uint16, rest uint32) {
		rest %= uint32(p.Period)
		s := bandit.State4{Rest: rest}
		s.Arm[2] = bandit.Arm{Mean: fixedpoint.UQ0x16(mean), Count: count}
		x := fixedpoint.UQ0x16(reward)
		bandit.Update(&p, &s, 2, x)
		if count == 0 {
			require.Equal(t, x, s.Arm[2].Mean)
		} else {
			lo, hi := min(mean, reward), max(mean, reward)
			require.GreaterOrEqual(t, uint16(s.Arm[2].Mean), lo)
			require.LessOrEqual(t, uint16(s.Arm[2].Mean), hi)
		}
		if next := (rest + 1) % uint32(p.Period); next != 0 && next != 256 {
			require.GreaterOrEqual(t, s.Arm[2].Count, count)
		}
		require.Equal(t, (rest+1)%uint32(p.Period), s.Iteration())
	})
}

func TestHotPathAllocatesNothing(t *testing.T) {
	p := mustParams(t, decimal.Paper())
	var s bandit.State4
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		bandit.Update(&p, &s, bandit.Select(&p, &s), 40000)
		bandit.Observe(&s, 100, 3, s.Rest)
	}))
}

func ExampleStep() {
	p, err := decimal.Params(decimal.Paper())
	if err != nil {
		panic(err)
	}
	// Arm 1 always pays, the others seldom.
	var s bandit.State4
	var chosen [4]int
	arm := uint8(0) // the first choice
	for range 10_000 {
		chosen[arm]++
		e := bandit.Event{Arm: arm, Reward: 0x4000}
		if arm == 1 {
			e.Reward = 0xFFFF
		}
		arm = bandit.Step(&p, &s, &e).Arm
	}
	fmt.Println("bytes of state:", unsafe.Sizeof(s))
	fmt.Println("arm 1 chosen more than nine times in ten:", chosen[1] > 9000)
	// Output:
	// bytes of state: 20
	// arm 1 chosen more than nine times in ten: true
}

// BenchmarkDecision compares one decision of the firmware (a reward taken, the next
// arm chosen) with the same in float64.
func BenchmarkDecision(b *testing.B) {
	b.Run("firmware", func(b *testing.B) {
		p := mustParams(b, decimal.Paper())
		var s bandit.State4
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			bandit.Update(&p, &s, bandit.Select(&p, &s), fixedpoint.UQ0x16(i*40503))
		}
	})
	b.Run("float64", func(b *testing.B) {
		var exact regret.Float64
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			exact.Learn(exact.Choose(), float64(uint16(i*40503))/65536)
		}
	})
}
