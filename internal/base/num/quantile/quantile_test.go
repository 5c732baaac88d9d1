package quantile

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRank holds the rank to its definition for all small counts: at least the share lies at or below it, and less
// than that below it.
func TestRank(t *testing.T) {
	for _, whole := range []int{100, 1000} {
		for n := 1; n <= 210; n++ {
			for share := 0; share <= whole; share++ {
				i := Rank(share, whole, n)
				require.GreaterOrEqual(t, (i+1)*whole, share*n)
				require.True(t, i == 0 || i*whole < share*n, "%d/%d of %d: %d", share, whole, n, i)
			}
		}
		require.Zero(t, Rank(50, whole, 0))
	}
	require.Equal(t, Rank(99, 100, 1234), Percent(99, 1234))
}

// TestMean: no sum overflows, and no value gives 0.
func TestMean(t *testing.T) {
	require.Equal(t, uint64(math.MaxUint64-1), Mean([]uint64{math.MaxUint64, math.MaxUint64, math.MaxUint64 - 2, math.MaxUint64 - 2}))
	require.Equal(t, int64(2), Mean([]int64{1, 4}))
	require.Zero(t, Mean([]int64(nil)))
}
