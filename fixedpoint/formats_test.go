package fixedpoint

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFormats: the ends of the formats and their ones are what their names and comments say.
func TestFormats(t *testing.T) {
	ulp := func(bits int) float64 { return math.Ldexp(1, -bits) }
	for _, c := range []struct {
		name string
		raw  int64
		frac int
		want float64
	}{
		{"MaxUQ16x16", int64(MaxUQ16x16), 16, 65536 - ulp(16)}, {"OneUQ16x16", int64(OneUQ16x16), 16, 1},
		{"MinQ5x16", int64(MinQ5x16), 16, -32}, {"MaxQ5x16", int64(MaxQ5x16), 16, 32 - ulp(16)}, {"OneQ5x16", int64(OneQ5x16), 16, 1},
		{"MinQ5x26", int64(MinQ5x26), 26, -32}, {"MaxQ5x26", int64(MaxQ5x26), 26, 32 - ulp(26)}, {"OneQ5x26", int64(OneQ5x26), 26, 1},
		{"MaxUQ0x16", int64(MaxUQ0x16), 16, 1 - ulp(16)}, {"MaxUQ0x32", int64(MaxUQ0x32), 32, 1 - ulp(32)},
	} {
		require.Equal(t, c.want, float64(c.raw)*ulp(c.frac), c.name)
	}
}
