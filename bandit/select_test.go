package bandit

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/fixedpoint"
)

// selectsAsExact compares the short way of Select, by bounds, with the exact indices
// of every arm, over random words and words made to tie.
func selectsAsExact[A ArmArray](t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 17))
	var decided int
	const tries = 300_000
	for range tries {
		p := Params{
			Period: 300, BlockShift: uint8(rng.Uint32N(9)), CountShift: uint8(rng.Uint32N(15)), GrowthPerStep: rng.Uint32N(1 << 20),
			Gamma: 1<<31 | rng.Uint32(), LogPerStep: rng.Uint32N(1 << 20), XiLn2: 22718 + rng.Uint32N(60_000),
		}
		var s State[A]
		k := uint32(len(s.Arm))
		s.Rest = k + rng.Uint32N(300-k)
		base := Arm{Mean: word(rng), Count: uint16(word(rng))}
		for i := range k {
			switch rng.Uint32N(4) {
			case 0: // equal to another, or nearly
				s.Arm[i] = base
				s.Arm[i].Mean += fixedpoint.UQ0x16(rng.Uint32N(3))
			case 1:
				s.Arm[i] = Arm{Mean: base.Mean, Count: base.Count + uint16(rng.Uint32N(3))}
			default:
				s.Arm[i] = Arm{Mean: word(rng), Count: uint16(word(rng))}
			}
		}
		want := selectExact(&s, explorationScale(&p, &s, s.Rest))
		require.Equal(t, want, Select(&p, &s), "%+v %+v", p, s)
		if want != 0 {
			decided++
		}
	}
	require.Greater(t, decided, tries/4, "the states are not all alike")
}

// word is a random word of a random length, so that small ones and ends occur.
func word(rng *rand.Rand) fixedpoint.UQ0x16 {
	return fixedpoint.UQ0x16(rng.Uint32N(1<<16) >> rng.Uint32N(17))
}

func TestSelectByBoundsIsExact(t *testing.T) {
	selectsAsExact[[2]Arm](t, 2)
	selectsAsExact[[4]Arm](t, 4)
	selectsAsExact[[8]Arm](t, 8)
}
