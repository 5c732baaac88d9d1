package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStudent: between plus and minus the quantile the density has 95 %, by Simpson's rule.
func TestStudent(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 30, 99, 999} {
		v := float64(n)
		a, _ := math.Lgamma((v + 1) / 2)
		b, _ := math.Lgamma(v / 2)
		density := func(x float64) float64 {
			return math.Exp(a-b-0.5*math.Log(v*math.Pi)) * math.Pow(1+x*x/v, -(v+1)/2)
		}
		const steps = 20_000
		h := student(n) / steps
		sum := density(0) + density(student(n))
		for i := 1; i < steps; i++ {
			sum += float64(2+2*(i%2)) * density(float64(i)*h)
		}
		require.InDelta(t, 0.95, 2*sum*h/3, 2e-5, "%d degrees of freedom", n)
	}
}

// TestSpread: of normal numbers the interval holds the true mean in 95 of 100 cases.
func TestSpread(t *testing.T) {
	require.Equal(t, MeanInterval{Mean: 3}, spread([]float64{3}))
	require.Equal(t, MeanInterval{Mean: 3}, spread([]float64{3, 3, 3}))
	rnd := rand.New(rand.NewPCG(5, 6))
	const tries = 4000
	for _, n := range []int{2, 3, 12} {
		held := 0
		for range tries {
			v := make([]float64, n)
			for i := range v {
				v[i] = 100 + 7*rnd.NormFloat64()
			}
			if s := spread(v); math.Abs(s.Mean-100) <= s.HalfWidth {
				held++
			}
		}
		require.InDelta(t, 0.95, float64(held)/tries, 0.015)
	}
}

func TestSpreadText(t *testing.T) {
	for want, s := range map[string]MeanInterval{
		"0": {}, "1.500": {Mean: 1.5}, "12.34 ±1.2": {12.3412, 1.23}, "1235 ±46": {1234.6, 45.6}, "99999 ±12345": {99999, 12345},
		"0.999 ±0.000": {0.9991, 0.0001}, "0.999 ±0.001": {0.9991, 0.0012}, "8.039 ±0.079": {8.039, 0.0791}, "11.30 ±0.40": {11.3, 0.4},
	} {
		require.Equal(t, want, s.Text())
	}
}
