package lemmas

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/fixedpoint"
)

// most is the largest scale of the lemmas, 256 in UQ16.16.
const most = 1 << 24

// TestPadding shows PaddingAbove and PaddingBelow for every count and scale. Of a count,
// in units of 2^-38 for a scale of 1, let
//
//	Y = y 2^k     what the rough padding is before it is rounded down,
//	R = rs 2^22   what the padding is before it is rounded down,
//	H = 2^21      2^-17, half a unit of the root.
//
// Rounding down takes less than 1. So padding <= scale R, and the sum of the rough one, its
// 2^-15th part rounded down and 2 is more than scale Y (1 + 2^-15) - 2^-15: PaddingAbove holds
// where scale (Y + Y 2^-15 - H - R) >= 2^-15, and the smaller scales are tried one by one.
// padding + 1 > scale R and rough <= scale Y: PaddingBelow holds where Y <= R + H. (Of the
// count 1 the padding saturates at the largest scale; it is then the largest word, which
// the rough one does not exceed.)
func TestPadding(t *testing.T) {
	tried := 0
	for c := uint32(1); c < 1<<16; c++ {
		y, k := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(c))
		require.LessOrEqual(t, k, uint32(15))
		require.Less(t, y, uint32(1<<31), "the rough padding fits its word")
		const h = 1 << 21
		rough := int64(y) << k
		exact := int64(fixedpoint.RSqrt(fixedpoint.UQ16x16(c))) << 22
		require.LessOrEqual(t, rough, exact+h, "count %d", c)
		// 2^15 (Y + Y 2^-15 - H - R) is exact; a scale s is shown from s gain >= 2^38 on.
		gain := (rough-h-exact)<<15 + rough
		require.Positive(t, gain, "count %d", c)
		first := uint32(min((1<<38+gain-1)/gain, most))
		for scale := range first {
			require.True(t, PaddingAbove(scale, c), "scale %d, count %d", scale, c)
			tried++
		}
	}
	t.Logf("%d scales tried", tried)
}

// TestPaddingAtSome tries what TestPadding shows, at the ends and in between.
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
