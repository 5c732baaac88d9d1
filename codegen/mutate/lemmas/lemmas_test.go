package lemmas

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/fixedpoint"
)

// most is the largest scale of the lemmas, 256 in UQ16.16.
const most = 1 << 24

// TestPaddingAtSome tries PaddingAbove and PaddingBelow at the ends and in between. For all
// scales mutate.Roots shows them.
func TestPaddingAtSome(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for c := uint32(1); c < 1<<16; c++ {
		for _, scale := range []uint32{0, 1, most - 1, most, rng.Uint32N(most), rng.Uint32N(most) >> rng.Uint32N(24)} {
			require.True(t, PaddingAbove(scale, c), "scale %d, count %d", scale, c)
			require.True(t, PaddingBelow(scale, c), "scale %d, count %d", scale, c)
		}
	}
}

// TestPaddingFalls: the root never rises with the count, and a product rounded down and
// limited never falls with a factor.
func TestPaddingFalls(t *testing.T) {
	for c := uint32(0); c < 1<<16-1; c++ {
		require.GreaterOrEqual(t, fixedpoint.RSqrt(fixedpoint.UQ16x16(c)), fixedpoint.RSqrt(fixedpoint.UQ16x16(c+1)))
		require.True(t, PaddingFalls(most-c, c, c+1))
	}
}

// TestEnds: RootOfFraction is tried for all arguments, and so is ZeroRoot; a product with nothing is nothing whatever the other factor, since bits are
// shifted out of 0 only.
func TestEnds(t *testing.T) {
	require.True(t, ZeroRoot(0))
	for c := range uint32(1 << 16) {
		require.True(t, RootOfFraction(c))
	}
	rng := rand.New(rand.NewPCG(3, 2))
	for range 1000 {
		require.True(t, ZeroProduct(0, rng.Uint32(), rng.Uint32()>>rng.Uint32N(32)))
	}
}
