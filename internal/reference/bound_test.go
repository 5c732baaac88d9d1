package reference_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dolcerc"
	"smartnic-cc/internal/reference"
)

// TestBound: what is loaded is there, as Flatten sees it; what does not fit changes
// nothing; and neither way makes garbage.
func TestBound(t *testing.T) {
	var s dolcerc.State4
	b := reference.Bind(&s)
	a, err := reference.Catalog().Algorithm("dolcerc4")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(7, 8))
	values := make([]uint64, len(a.State))
	for range 100 {
		for i, l := range a.State {
			values[i] = l.Wrap(rng.Uint64())
		}
		require.NoError(t, b.Load(values))
		require.Equal(t, values, b.Values())
		require.Equal(t, values, reference.Flatten(&s))
	}
	before := s
	bad := append([]uint64(nil), values...)
	bad[0] = 0
	bad[len(bad)-1] = 1 << 63
	require.ErrorContains(t, b.Load(bad), "outside uint32")
	require.ErrorContains(t, b.Load(values[1:]), "values; want")
	require.Equal(t, before, s)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if b.Load(values) != nil || len(b.Values()) == 0 {
			panic("refused")
		}
	}))
}
