package lemmas

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/fixedpoint"
)

// TestRounded tries what follows from what mutate.Roots shows. Rounding half up gives no less than
// rounding down, and at most half a unit above scale Y; Y <= R + H, and the padding is more
// than scale R - 1, as for PaddingBelow. (y is below 2^31, so the word is not left.) Scales
// are tried at the ends, in between, and where the rest of the product is just half a unit.
func TestRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	up := 0
	for c := uint32(1); c < 1<<16; c++ {
		y, k := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(c))
		half := uint64(1) << (38 - k) >> 1
		least := uint32((half + uint64(y) - 1) / uint64(y))
		for _, scale := range []uint32{0, 1, most - 1, most, least, rng.Uint32N(most), rng.Uint32N(most) >> rng.Uint32N(24)} {
			if !Rounded(scale, c) {
				t.Fatalf("scale %d, count %d", scale, c)
			}
			if uint64(scale)*uint64(y)&half != 0 {
				up++
			}
		}
	}
	require.Greater(t, up, 1<<16)
}
