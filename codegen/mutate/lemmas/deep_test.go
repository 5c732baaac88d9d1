package lemmas

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/fixedpoint"
)

// TestPaddingEnds: of the roots of all counts the products with the scale at its ends, which
// never fall with a factor; between them PaddingAtLeast and PaddingAtMost are about a
// scale times the root 1 and the root 256, and both roots are met.
func TestPaddingEnds(t *testing.T) {
	for c := uint32(0); c < 1<<16; c++ {
		root := fixedpoint.RSqrt(fixedpoint.UQ16x16(c))
		require.GreaterOrEqual(t, root, fixedpoint.UQ16x16(1<<16))
		for _, scale := range []uint32{0, 1, most - c, most} {
			require.True(t, PaddingAtLeast(scale, c), "scale %d, count %d", scale, c)
			if c > 0 {
				require.LessOrEqual(t, root, fixedpoint.UQ16x16(256<<16))
				require.True(t, PaddingAtMost(scale, c), "scale %d, count %d", scale, c)
			}
			if c >= 5 {
				require.True(t, PaddingOfFive(scale, c), "scale %d, count %d", scale, c)
			}
		}
	}
	require.False(t, PaddingOfFive(most, 3), "a smaller count has a larger padding")
}

// TestFew tries all that the lemmas of few choices are about; a product never falls with a
// factor, so that its largest factors tell of all.
func TestFew(t *testing.T) {
	for x := range uint32(10) {
		require.True(t, LogOfFew(x), x)
	}
	require.True(t, RoughOfNone(0))
	const word = 1<<32 - 1
	require.True(t, ProductOfFew(1<<19, 1<<20, 16))
	rng := rand.New(rand.NewPCG(4, 2))
	for range 1000 {
		// a xi / 2^16 is at most 2 a, whatever a is.
		a := rng.Uint32() >> rng.Uint32N(32)
		require.True(t, ProductOfXi(a, 1<<17, 16) && ProductOfXi(word-a, 1<<17, 16) && ProductOfXi(a, rng.Uint32N(1<<17+1), 16))
		require.True(t, ProductOfFew(rng.Uint32N(1<<19+1), rng.Uint32N(1<<20+1), 16))
	}
}

// TestRootOfFew tries all that are few; the root of more is no less than theirs, as it is
// rounded correctly.
func TestRootOfFew(t *testing.T) {
	for x := fixedpoint.UQ16x16(0); x <= 1<<23; x++ {
		if !RootOfFew(x) {
			t.Fatalf("%d", x)
		}
	}
	for x := uint64(1 << 23); x < 1<<32; x += x >> 12 {
		require.True(t, RootOfFew(fixedpoint.UQ16x16(x)), x)
		require.GreaterOrEqual(t, fixedpoint.Sqrt(fixedpoint.UQ16x16(x)), fixedpoint.UQ16x16(11<<16), x)
	}
}
