package curve_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/saba/curve"
)

// exact is the slow-down as a fraction, by powers instead of Horner's rule.
func exact(m *curve.Model, share uint32) *big.Rat {
	x := max(share, m.Low)
	sum := new(big.Rat)
	for i, c := range m.C {
		power := new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(i)), nil)
		term := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(c), power), new(big.Int).Lsh(big.NewInt(1), uint(20+8*i)))
		sum.Add(sum, term)
	}
	sum.Add(sum, new(big.Rat).Mul(big.NewRat(m.Slope, 1<<20), big.NewRat(int64(x-share), 256)))
	switch {
	case sum.Cmp(big.NewRat(1, 1)) < 0:
		return big.NewRat(1, 1)
	case sum.Cmp(big.NewRat(1024, 1)) > 0:
		return big.NewRat(1024, 1)
	}
	return sum
}

// draw draws a model; every fourth has coefficients of the ends of the range.
func draw(r *rand.Rand) curve.Model {
	var m curve.Model
	size := int64(1) << (18 + r.UintN(12))
	for i := range m.C {
		m.C[i] = r.Int64N(2*size+1) - size
		if r.UintN(4) == 0 {
			m.C[i] = []int64{-curve.MaxCoefficient, 0, curve.MaxCoefficient}[r.UintN(3)]
		}
	}
	m.Slope, m.Low = r.Int64N(size+1), r.Uint32N(curve.Units+1)
	return m
}

// TestExact: the slow-down is that of integers of any length, bit by bit.
func TestExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 8000 {
		m := draw(r)
		share := r.Uint32N(curve.Units + 1)
		got := new(big.Rat).SetFrac(big.NewInt(curve.At(&m, share)), big.NewInt(curve.One))
		require.Zero(t, got.Cmp(exact(&m, share)), "%+v at %d: %s", m, share, got.FloatString(12))
	}
}

// TestBent: bent is what has a second difference below 0, and no convex polynomial is.
func TestBent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	bent := 0
	for range 400 {
		m := draw(r)
		from := r.Uint32N(curve.Units)
		to := min(from+r.Uint32N(40)+1, curve.Units)
		want := false
		for w := from; w+2 <= to; w++ {
			second := new(big.Rat).Add(exact(&m, w), exact(&m, w+2))
			second.Sub(second, new(big.Rat).Mul(big.NewRat(2, 1), exact(&m, w+1)))
			want = want || second.Sign() < 0
		}
		if want {
			bent++
		}
		require.Equal(t, want, curve.Bent(&m, from, to), "%+v, %d to %d", m, from, to)
	}
	require.Greater(t, bent, 20)
	require.Less(t, bent, 350)
	for range 400 {
		c := r.Int64N(40 << 20)
		m := curve.Model{C: [4]int64{r.Int64N(20 << 20), -r.Int64N(40 << 20), c, r.Int64N(40 << 20)}}
		require.False(t, curve.Bent(&m, 0, curve.Units), "%+v", m)
	}
}
