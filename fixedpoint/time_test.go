package fixedpoint

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A 64-bit clock is the oracle: for every pair of instants less than 2^31 ns
// apart the wrapped clock must tell the same distance and order.
func checkTime(t *testing.T, start uint64, d uint32) {
	a, b := Time(uint32(start)), Time(uint32(start+uint64(d)))
	require.Equal(t, b, a.Add(d))
	require.Equal(t, d, b.Since(a))
	switch {
	case d == 0:
		require.False(t, a.Before(b) || b.Before(a))
	case d < 1<<31:
		require.True(t, a.Before(b) && !b.Before(a), "start %d, distance %d", start, d)
	case d == 1<<31: // the stated ambiguity
		require.True(t, a.Before(b) && b.Before(a))
	default:
		require.True(t, b.Before(a) && !a.Before(b), "start %d, distance %d", start, d)
	}
}

func TestTime(t *testing.T) {
	for _, start := range []uint64{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1<<32 + 5} {
		for _, d := range weird(500) {
			checkTime(t, start, d)
		}
		for _, d := range []uint32{1<<31 - 1, 1 << 31, 1<<31 + 1} {
			checkTime(t, start, d)
		}
	}
}

func FuzzTime(f *testing.F) {
	f.Add(uint64(0), uint32(0))
	f.Add(uint64(1<<32-1), uint32(1))
	f.Add(uint64(7), uint32(1<<31))
	f.Fuzz(func(t *testing.T, start uint64, d uint32) { checkTime(t, start>>1, d) })
}
