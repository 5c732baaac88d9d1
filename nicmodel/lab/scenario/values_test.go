package scenario

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// reading returns a reader and the error of what it reads.
func reading() *reader { return &reader{s: &Scenario{source: source{name: "t"}}} }

// TestBytes holds sizes to exact rationals: a size is taken if and only if it is a whole
// number of bytes in range.
func TestBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	units := map[string]int64{"": 1, "B": 1, "KB": 1e3, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
	var names []string
	for u := range units {
		names = append(names, u)
	}
	slices.Sort(names)
	taken := 0
	for range 20_000 {
		unit := names[rng.IntN(len(names))]
		number := fmt.Sprint(rng.Uint64N(1 << rng.UintN(40)))
		if rng.IntN(2) == 0 {
			number += fmt.Sprintf(".%0*d", 1+rng.IntN(9), rng.IntN(10))
		}
		exact, ok := new(big.Rat).SetString(number)
		require.True(t, ok)
		exact.Mul(exact, new(big.Rat).SetInt64(units[unit]))
		const most = 1 << 45
		valid := exact.IsInt() && exact.Cmp(new(big.Rat).SetInt64(most)) <= 0
		r := reading()
		got := r.bytes("k", Text(number+" "+unit), 0, most)
		require.Equal(t, valid, r.err == nil, "%s %s: %v", number, unit, r.err)
		if valid {
			taken++
			require.Equal(t, exact.Num().Uint64(), got)
		}
	}
	require.Greater(t, taken, 3000)
	for _, bad := range []Text{"-1", "1e3", "KB", ".", "1.", "1.5", "1..5KB", "0x10", "1 K", "99999999999999999999", "18446744073709551616B", "1_0"} {
		r := reading()
		r.bytes("k", bad, 0, 1<<63)
		require.Error(t, r.err, string(bad))
	}
}

// TestValues: the other kinds of values, at their edges.
func TestValues(t *testing.T) {
	r := reading()
	require.Equal(t, event.Time(1500), r.time("k", "1.5ns", 7))
	require.Equal(t, event.Time(7), r.time("k", "", 7))
	require.Equal(t, event.Time(0), r.time("k", "0", 7))
	require.Equal(t, uint32(1<<30), r.nanoseconds("k", "1073741824ns", 1))
	require.Equal(t, uint64(1_800_000_000), r.hertz("k", "1.8GHz", 1))
	require.Equal(t, uint64(32_768), r.hertz("k", "32.768 kHz", 1))
	require.Equal(t, uint32(300_000), r.millionths("k", "0.3", 1))
	require.Equal(t, uint32(300_000), r.millionths("k", "30%", 1))
	require.Equal(t, uint32(1_000_000), r.millionths("k", "1", 1))
	require.Equal(t, uint32(1_000_000), r.millionths("k", "100 %", 1))
	require.Equal(t, uint32(1), r.millionths("k", "0.0000005", 1))
	require.Equal(t, uint32(25_000), r.kbps("k", "25Mbps", 1))
	require.Equal(t, []uint32{3, 0, 1, 2, 3}, r.numbers("k", "3, 0 - 2,3", "host", 4))
	require.Equal(t, []uint32{0, 1}, r.numbers("k", "all", "host", 2))
	require.NoError(t, r.err)
	for name, read := range map[string]func(r *reader){
		"nanoseconds, fraction": func(r *reader) { r.nanoseconds("k", "1.5ns", 0) },
		"nanoseconds, large":    func(r *reader) { r.nanoseconds("k", "1073741825ns", 0) },
		"kbps, fraction":        func(r *reader) { r.kbps("k", "1500bps", 0) },
		"kbps, large":           func(r *reader) { r.kbps("k", "5000000Mbps", 0) },
		"millionths":            func(r *reader) { r.millionths("k", "1.000001", 0) },
		"millionths, percent":   func(r *reader) { r.millionths("k", "100.0001%", 0) },
		"inf":                   func(r *reader) { r.millionths("k", "inf", 0) },
		"nan":                   func(r *reader) { r.millionths("k", "nan", 0) },
		"clock":                 func(r *reader) { r.hertz("k", "GHz", 0) },
		"count":                 func(r *reader) { r.count("k", "0x1", 0, 0, 9) },
		"list":                  func(r *reader) { r.numbers("k", "1,,2", "host", 4) },
		"long list":             func(r *reader) { r.numbers("k", Text(strings.Repeat("0-1000000,", 5)+"1"), "host", 1<<30) },
	} {
		r := reading()
		read(r)
		require.Error(t, r.err, name)
		first := r.err
		r.fail("k", "another")
		require.Equal(t, first, r.err, "the first error stays")
	}
}

// TestLines: errors find their key's line, in tables, lists of tables, inline tables and
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
			// The least value that at least so many percent do not exceed.
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
	require.Equal(t, Spread{}, spread(nil))
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
