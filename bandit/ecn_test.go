package bandit_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit"
	"smartnic-cc/fixedpoint"
)

func TestPendingCountsAreExactUpTo255(t *testing.T) {
	var s bandit.State4
	for i := uint32(1); i <= 255; i++ {
		bandit.Observe(&s, 1, i&1, fixedpoint.Hash32(i))
		sent, marked := bandit.Pending(&s)
		require.Equal(t, i, sent)
		require.Equal(t, (i+1)/2, marked)
	}
	require.Zero(t, s.Iteration(), "the iteration is untouched")
}

// TestPendingCountsAreFair: far beyond 8 bits the counts have no bias. Each addition
// of one is a coin with the odds of the unit, so a count of m units has a variance
// of at most m from them and less than a unit from each change of the unit: a standard
// deviation of 1/sqrt(m) of itself, where m is at least 128 for what is sent and a tenth
// of that for what is marked. The mean of the runs must lie within five of theirs.
func TestPendingCountsAreFair(t *testing.T) {
	for _, c := range []struct{ total, runs uint32 }{{1000, 4000}, {30_000, 400}, {300_000, 40}} {
		meanSent, meanMarked := 0.0, 0.0
		for run := range c.runs {
			var s bandit.State4
			for i := range c.total {
				bandit.Observe(&s, 1, 0, fixedpoint.Hash32(i^run<<20))
				if i%10 == 0 {
					bandit.Observe(&s, 0, 1, fixedpoint.Hash32(^i^run<<20))
				}
			}
			sent, marked := bandit.Pending(&s)
			meanSent += float64(sent) / float64(c.runs)
			meanMarked += float64(marked) / float64(c.runs)
		}
		runs := float64(c.runs)
		require.InEpsilon(t, float64(c.total), meanSent, 5/math.Sqrt(128*runs))
		require.InEpsilon(t, float64(c.total/10), meanMarked, 5/math.Sqrt(12.8*runs))
	}
}

func TestPendingCountsSaturate(t *testing.T) {
	var s bandit.State4
	for i := range uint32(40) {
		bandit.Observe(&s, 1<<24, 1<<23, fixedpoint.Hash32(i))
	}
	sent, marked := bandit.Pending(&s)
	require.EqualValues(t, 255<<15, sent)
	require.EqualValues(t, 255<<15, marked)
	require.Zero(t, s.Iteration())
}

func TestTakeECNRatio(t *testing.T) {
	for _, c := range []struct {
		sent, marked uint32
		want         fixedpoint.UQ0x16
	}{
		{0, 0, 0},
		{10, 0, 0},
		{0, 3, 0xFFFF},
		{3, 3, 0xFFFF},
		{3, 5, 0xFFFF},
		{4, 1, 0x4000},
		{200, 50, 0x4000},
	} {
		s := bandit.State4{Rest: 77}
		bandit.Observe(&s, c.sent, c.marked, 0)
		require.Equal(t, c.want, bandit.TakeECNRatio(&s), "%+v", c)
		require.EqualValues(t, 77, s.Rest, "pending cleared, iteration kept")
	}
}

// TestRatio checks n/d against big.Rat: up to 16 bits the result is off by at most
// one unit (half for rounding, half for the reciprocal), beyond by less than 2^-14.
func TestRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	check := func(n, d uint32) {
		got := bandit.Ratio(n, d)
		if n >= d {
			require.EqualValues(t, 0xFFFF, got)
			return
		}
		exact := big.NewRat(int64(n)<<16, int64(d))
		diff, _ := new(big.Rat).Sub(exact, big.NewRat(int64(got), 1)).Float64()
		bound := 1.0
		if d > 0xFFFF {
			bound = 4
		}
		require.LessOrEqual(t, max(diff, -diff), bound, "%d/%d", n, d)
	}
	for d := range uint32(300) {
		for n := range uint32(300) {
			check(n, d)
		}
	}
	for range 500_000 {
		d := rng.Uint32() >> rng.Uint32N(32)
		check(rng.Uint32N(max(d, 1)), d)
		check(d-min(d, 1), d)
	}
	check(0xFFFFFFFE, 0xFFFFFFFF)
}

func TestComplement(t *testing.T) {
	require.EqualValues(t, 0xFFFF, bandit.Complement(0))
	require.EqualValues(t, 0, bandit.Complement(0xFFFF))
	require.EqualValues(t, 0x7FFF, bandit.Complement(0x8000))
}
