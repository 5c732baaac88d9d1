package keys

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
func reading() *Reader {
	return &Reader{Errorf: func(key, format string, args ...any) error { return fmt.Errorf(key+": "+format, args...) }}
}

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
		got := r.Bytes("k", Text(number+" "+unit), 0, most)
		require.Equal(t, valid, r.Err == nil, "%s %s: %v", number, unit, r.Err)
		if valid {
			taken++
			require.Equal(t, exact.Num().Uint64(), got)
		}
	}
	require.Greater(t, taken, 3000)
	for _, bad := range []Text{"-1", "1e3", "KB", ".", "1.", "1.5", "1..5KB", "0x10", "1 K", "99999999999999999999", "18446744073709551616B", "1_0"} {
		r := reading()
		r.Bytes("k", bad, 0, 1<<63)
		require.Error(t, r.Err, string(bad))
	}
}

// TestValues: the other kinds of values, at their edges.
func TestValues(t *testing.T) {
	r := reading()
	require.Equal(t, event.Time(1500), r.Time("k", "1.5ns", 7))
	require.Equal(t, event.Time(7), r.Time("k", "", 7))
	require.Equal(t, event.Time(0), r.Time("k", "0", 7))
	require.Equal(t, uint32(1<<30), r.Nanoseconds("k", "1073741824ns", 1))
	require.Equal(t, uint64(1_800_000_000), r.Hertz("k", "1.8GHz", 1))
	require.Equal(t, uint64(32_768), r.Hertz("k", "32.768 kHz", 1))
	require.Equal(t, uint32(300_000), r.Millionths("k", "0.3", 1))
	require.Equal(t, uint32(300_000), r.Millionths("k", "30%", 1))
	require.Equal(t, uint32(1_000_000), r.Millionths("k", "1", 1))
	require.Equal(t, uint32(1_000_000), r.Millionths("k", "100 %", 1))
	require.Equal(t, uint32(1), r.Millionths("k", "0.0000005", 1))
	require.Equal(t, uint32(25_000), r.Kbps("k", "25Mbps", 1))
	require.Equal(t, []uint32{3, 0, 1, 2, 3}, r.Numbers("k", "3, 0 - 2,3", "host", 4))
	require.Equal(t, []uint32{0, 1}, r.Numbers("k", "all", "host", 2))
	require.NoError(t, r.Err)
	for name, read := range map[string]func(r *Reader){
		"nanoseconds, fraction": func(r *Reader) { r.Nanoseconds("k", "1.5ns", 0) },
		"nanoseconds, large":    func(r *Reader) { r.Nanoseconds("k", "1073741825ns", 0) },
		"kbps, fraction":        func(r *Reader) { r.Kbps("k", "1500bps", 0) },
		"kbps, large":           func(r *Reader) { r.Kbps("k", "5000000Mbps", 0) },
		"millionths":            func(r *Reader) { r.Millionths("k", "1.000001", 0) },
		"millionths, percent":   func(r *Reader) { r.Millionths("k", "100.0001%", 0) },
		"inf":                   func(r *Reader) { r.Millionths("k", "inf", 0) },
		"nan":                   func(r *Reader) { r.Millionths("k", "nan", 0) },
		"clock":                 func(r *Reader) { r.Hertz("k", "GHz", 0) },
		"count":                 func(r *Reader) { r.Count("k", "0x1", 0, 0, 9) },
		"list":                  func(r *Reader) { r.Numbers("k", "1,,2", "host", 4) },
		"long list":             func(r *Reader) { r.Numbers("k", Text(strings.Repeat("0-1000000,", 5)+"1"), "host", 1<<30) },
	} {
		r := reading()
		read(r)
		require.Error(t, r.Err, name)
		first := r.Err
		r.Fail("k", "another")
		require.Equal(t, first, r.Err, "the first error stays")
	}
}
