package plot

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// curve makes n points with bursts, ties in x and spikes.
func curve(seed uint64, n int) (x, y []float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	at := r.Float64() * 1e3
	for range n {
		switch r.IntN(4) {
		case 0:
		case 1:
			at += r.ExpFloat64() * 1e3
		default:
			at += r.Float64()
		}
		v := r.NormFloat64()
		if r.IntN(100) == 0 {
			v *= 1e6
		}
		x, y = append(x, at), append(y, v)
	}
	return x, y
}

// isThinned checks what thinning promises: points of the curve, in its order, with its
// ends and its extremes, and few.
func isThinned(t *testing.T, x, y, tx, ty []float64, limit int) {
	t.Helper()
	require.Equal(t, len(tx), len(ty))
	require.LessOrEqual(t, len(tx), limit)
	at := 0
	for k := range tx {
		for at < len(x) && (x[at] != tx[k] || y[at] != ty[k]) {
			at++
		}
		require.Less(t, at, len(x), "point %d is none of the curve's, or out of order", k)
		at++
	}
	require.Equal(t, []float64{x[0], y[0]}, []float64{tx[0], ty[0]})
	require.Equal(t, []float64{x[len(x)-1], y[len(y)-1]}, []float64{tx[len(tx)-1], ty[len(ty)-1]})
	require.Equal(t, slices.Max(y), slices.Max(ty))
	require.Equal(t, slices.Min(y), slices.Min(ty))
}

func TestThinKeepsEndsAndExtremes(t *testing.T) {
	for seed := range uint64(20) {
		for _, n := range []int{1, 7, 9, 100, 5000} {
			x, y := curve(seed, n)
			for _, log := range []bool{false, true} {
				tx, ty := Downsample(x, y, 64, log)
				isThinned(t, x, y, tx, ty, 64+8)
			}
			for _, columns := range []int{2, 5, 16} {
				// A second value whose extremes lie elsewhere.
				_, z := curve(seed+100, n)
				s := NewDownsampler(columns, 2)
				for i := range x {
					s.Add(x[i], y[i], z[i])
				}
				require.Equal(t, n, s.Len())
				for range 2 {
					tx, ty := s.Points()
					isThinned(t, x, y, tx, ty[0], 6*columns)
					isThinned(t, x, z, tx, ty[1], 6*columns)
					s.Coarsen(3)
					columns = min(columns, 3)
				}
			}
		}
	}
}

// TestThinnerKeepsAllOfFew: a short curve is not touched.
func TestThinnerKeepsAllOfFew(t *testing.T) {
	x, y := curve(1, 40)
	s := NewDownsampler(10, 1)
	for i := range x {
		s.Add(x[i], y[i])
	}
	tx, ty := s.Points()
	require.Equal(t, x, tx)
	require.Equal(t, y, ty[0])
}

// TestThinnerOfOneInstant: many points of one x, and then far away, need no time.
func TestThinnerOfOneInstant(t *testing.T) {
	for _, at := range []float64{0, 1, -5e300, 1e-300} {
		s := NewDownsampler(4, 1)
		for i := range 1000 {
			s.Add(at, math.Sin(float64(i)))
		}
		s.Add(1e300, 7)
		tx, ty := s.Points()
		require.LessOrEqual(t, len(tx), 16)
		require.Equal(t, 7.0, ty[0][len(tx)-1])
		require.Equal(t, at, tx[0])
	}
}
