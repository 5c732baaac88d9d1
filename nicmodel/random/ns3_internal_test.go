package random

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNS3Streams compares with numbers that are known: the first of L'Ecuyer's own package,
// seeded with 12345, and the first of ns-3's.
func TestNS3Streams(t *testing.T) {
	known := NewStreams(0)
	for i := range 3 {
		known.s1[i], known.s2[i] = 12345, 12345
	}
	require.InDelta(t, 0.127011122046577, known.Next(), 1e-15)
	require.InDelta(t, 0.816532, NewStreams(0).Next(), 5e-7)

	// Of a second implementation, in Python, which raises the matrices to the power as a whole.
	require.Equal(t, 0.05698547508869759, NewStreams(7).Next())
	one := NewStream(1<<63 + 50)
	for _, want := range []float64{0.46039245737754536, 0.05666046538049747, 0.09433582718992888, 0.7163766145255268} {
		require.Equal(t, want, one.Next())
	}
}
