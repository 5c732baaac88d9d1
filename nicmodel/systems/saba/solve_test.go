package saba

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/saba/curve"
)

// hyperbola is a model of an application that computes for a part of its time and sends for the rest, by the
// thesis' shares of the link.
func hyperbola(t testing.TB, name string, serial, overlapped float64, degree int) *Sensitivity {
	t.Helper()
	p := &Profile{Name: name}
	for _, b := range Percents() {
		d := max(1-serial, overlapped*100/float64(b)) + serial*100/float64(b)
		p.Samples = append(p.Samples, Sample{b, int64(d*One + 0.5)})
	}
	s, err := p.Fit(degree)
	require.NoError(t, err)
	return s
}

// drawModels draws profiles' models, and now and then any polynomial.
func drawModels(t testing.TB, r *rand.Rand, n, degree int) []curve.Model {
	list := make([]curve.Model, n)
	for i := range list {
		list[i] = hyperbola(t, "x", r.Float64()*0.9, r.Float64(), degree).Model
		if r.UintN(5) == 0 {
			for k := range list[i].C {
				list[i].C[k] = r.Int64N(40*One) - 20*One
			}
		}
	}
	return list
}

// TestSolve is the acceptance of the solver: the sum is never above that of equal shares, no application is
// below the least share, the shares sum to the capacity, and where no model is bent the marginal gains
// come to the sum of the dynamic program, exactly.
func TestSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var s Solver
	straight, crooked, missed := 0, 0, 0
	for i := range 400 {
		n := 1 + int(r.UintN(20))
		models := drawModels(t, r, n, 1+i%3)
		capacity := curve.Units - r.Uint32N(100)
		least := MinShare(n, capacity)
		shares, err := s.Solve(models, capacity, least)
		require.NoError(t, err)
		sum := uint32(0)
		for _, w := range shares {
			require.GreaterOrEqual(t, w, least)
			sum += w
		}
		require.Equal(t, capacity, sum)
		got := TotalSlowdown(models, shares)
		require.LessOrEqual(t, got, TotalSlowdown(models, EqualShares(n, capacity)))
		exact, err := s.Best(n, func(i int, share uint32) int64 { return curve.At(&models[i], share) }, capacity, least)
		require.NoError(t, err)
		require.Equal(t, TotalSlowdown(models, exact), got)
		greedy, bent, err := s.Greedy(models, capacity, least)
		require.NoError(t, err)
		switch {
		case !bent:
			straight++
			require.Equal(t, got, TotalSlowdown(models, greedy))
		case TotalSlowdown(models, greedy) > got:
			missed++
			fallthrough
		default:
			crooked++
		}
	}
	t.Logf("%d ports without a bent model, %d with one, at %d of which marginal gains miss the minimum", straight, crooked, missed)
	require.Greater(t, straight, 50)
	require.Greater(t, crooked, 50)
	require.Positive(t, missed)
}

// TestProgram compares the dynamic program with all divisions of few units.
func TestProgram(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		models := drawModels(t, r, 3, 3)
		const units, from = 24, 5
		var s Solver
		shares, err := s.Best(3, func(i int, share uint32) int64 { return curve.At(&models[i], share) }, units+3*from, from)
		require.NoError(t, err)
		least := int64(1 << 62)
		for a := range uint32(units + 1) {
			for b := range units + 1 - a {
				least = min(least, TotalSlowdown(models, []uint32{from + a, from + b, from + units - a - b}))
			}
		}
		require.Equal(t, least, TotalSlowdown(models, shares))
	}
}

// TestTies: of equal sums the first applications have the most.
func TestTies(t *testing.T) {
	var s Solver
	shares, err := s.Best(3, func(int, uint32) int64 { return curve.One }, 20, 2)
	require.NoError(t, err)
	require.Equal(t, []uint32{16, 2, 2}, shares)
}

// TestLeast: 2 % of the capacity, of more than 12 applications a quarter of an equal share, 1 at least.
func TestLeast(t *testing.T) {
	require.Equal(t, []uint32{5, 5, 4, 1, 2, 1}, []uint32{MinShare(1, 256), MinShare(12, 256), MinShare(13, 256), MinShare(200, 256), MinShare(2, 100), MinShare(2, 9)})
	require.Equal(t, []uint32{86, 85, 85}, EqualShares(3, 256))
}

// TestImpossible: weights that cannot be are refused in a line that says what to do.
func TestImpossible(t *testing.T) {
	var s Solver
	for want, f := range map[string]func() error{
		"saba: impossible weights: 60 applications with 5 units or more each do not fit into 256 of 256 units; lower the least share to 4, or let fewer applications share the port": func() error {
			_, err := s.Solve(make([]curve.Model, 60), 256, 5)
			return err
		},
		"saba: impossible weights: 300 applications with 1 unit or more each do not fit into 256 of 256 units; let 256 applications or fewer share the port": func() error {
			_, err := s.Solve(make([]curve.Model, 300), 256, 1)
			return err
		},
		"saba: a capacity of 257 units; use 1 to 256, which is the whole link":       func() error { _, err := s.Solve(make([]curve.Model, 2), 257, 1); return err },
		"saba: a least share of 0 units; use 1, as 0 starves an application, to 256": func() error { _, err := s.Solve(make([]curve.Model, 2), 256, 0); return err },
		"saba: no applications to divide 256 units among":                            func() error { _, err := s.Solve(nil, 256, 1); return err },
	} {
		require.EqualError(t, f(), want)
	}
}
