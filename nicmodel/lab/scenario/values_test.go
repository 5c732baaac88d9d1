package scenario

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// TestSpread holds means and percentiles to their definitions.
func TestSpread(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 250; n++ {
		list := make([]finished, n)
		sorted := make([]uint64, n)
		sum := new(big.Int)
		for i := range list {
			sorted[i] = rng.Uint64() >> rng.UintN(64)
			list[i].fct = sorted[i]
			sum.Add(sum, new(big.Int).SetUint64(sorted[i]))
		}
		slices.Sort(sorted)
		v := spread(list).FCT
		require.Equal(t, sum.Div(sum, big.NewInt(int64(n))).Uint64(), v.Mean)
		for _, p := range []struct {
			percent int
			got     uint64
		}{{50, v.P50}, {95, v.P95}, {99, v.P99}, {100, v.Max}} {
			// The smallest value that at least percent % do not exceed.
			want := slices.IndexFunc(sorted, func(x uint64) bool {
				within := 0
				for _, y := range sorted {
					if y <= x {
						within++
					}
				}
				return within*100 >= p.percent*n
			})
			require.Equal(t, sorted[want], p.got, "%d %% of %d", p.percent, n)
		}
	}
	require.Equal(t, Distribution{}, spread(nil))
}

// TestPerSecond holds rates to exact integers.
func TestPerSecond(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	require.Zero(t, perSecond(5, 0))
	for range 1000 {
		bytes, span := rng.Uint64N(1<<40), event.Time(1+rng.Int64N(int64(event.Second)*100))
		want := new(big.Int).SetUint64(bytes)
		want.Mul(want, big.NewInt(8*int64(event.Second)))
		want.Div(want, big.NewInt(int64(span)))
		if want.IsUint64() {
			require.Equal(t, want.Uint64(), perSecond(bytes, span))
		}
	}
}

// TestBuckets: every message is in the bucket of its size, and the counts of sizes and of
// workloads add up.
func TestBuckets(t *testing.T) {
	s, err := Parse([]byte(`
[topology]
kind = "star"
hosts = 5
[[nic]]
algorithm = "none"
[[workload]]
kind = "poisson"
distribution = "hadoop"
load = 0.2
duration = "100us"
[[workload]]
kind = "incast"
receiver = 1
bytes = "10KB"
`), "t")
	require.NoError(t, err)
	sum, err := Run(s, Options{})
	require.NoError(t, err)
	require.Equal(t, sum.Messages, sum.Completed)
	total, below := 0, uint64(0)
	for _, b := range sum.Sizes {
		require.Greater(t, b.Count, 0)
		require.Greater(t, b.UpTo, below)
		below = b.UpTo
		total += b.Count
		require.LessOrEqual(t, b.FCT.P50, b.FCT.P95)
		require.LessOrEqual(t, b.FCT.P99, b.FCT.Max)
		require.GreaterOrEqual(t, b.Slowdown.P50, uint64(1000), "no message is faster than ideal")
	}
	require.Equal(t, sum.FCT.Count, total)
	require.Equal(t, int(sum.Completed), total)
	require.Len(t, sum.Workloads, 2)
	require.Equal(t, sum.Messages, sum.Workloads[0].Messages+sum.Workloads[1].Messages)
	require.Equal(t, uint64(4), sum.Workloads[1].Completed)
	require.Equal(t, sum.PayloadBytes, sum.Workloads[0].Bytes+sum.Workloads[1].Bytes)
	require.Equal(t, 4, sum.Workloads[1].FCT.Count)
}
