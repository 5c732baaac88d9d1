package sweep

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// drive walks to the end: rounds of wanted settings are scored by f. It returns what was
// tried and the number of rounds.
func drive(t *testing.T, w Strategy, size []int, f func(setting) uint64) (progress, int) {
	t.Helper()
	scores := map[string]*score{}
	for rounds := 0; ; rounds++ {
		p := w.steps(size, 0, func(s setting) *score { return scores[s.key()] })
		if len(p.want) == 0 {
			require.Len(t, p.tried, len(scores))
			return p, rounds
		}
		require.Len(t, p.tried, len(scores), "what has a score was wanted before")
		for _, s := range p.want {
			require.Nil(t, scores[s.key()], "wanted once")
			scores[s.key()] = newScore([]Cell{{Sum: f(s), Runs: 1}})
		}
	}
}

// naive is coordinate descent one setting at a time, as one would write it without rounds.
// It ends where it would begin again.
func naive(size []int, f func(setting) uint64) (setting, []setting) {
	at := own(len(size))
	tried := []setting{slices.Clone(at)}
	seen := map[string]bool{at.key(): true}
	for changed := true; changed; {
		changed = false
		for axis := range size {
			best := slices.Clone(at)
			for v := range size[axis] {
				next := slices.Clone(at)
				next[axis] = v
				if !seen[next.key()] {
					seen[next.key()] = true
					tried = append(tried, next)
				}
				if f(next) < f(best) {
					best = next
				}
			}
			if !slices.Equal(at, best) {
				at, changed = best, true
			}
		}
	}
	return at, tried
}

// rough is a function of settings without order.
func rough(seed uint64) func(setting) uint64 {
	return func(s setting) uint64 {
		r := rand.New(rand.NewPCG(seed, 1))
		sum := uint64(1)
		for i, v := range s {
			for range 8 {
				x := r.Uint64N(100)
				if (v+i)%4 == int(x%4) {
					sum += x
				}
			}
			sum ^= uint64(v+2) * 7
		}
		return sum
	}
}

// TestDescentIsTheNaiveOne: the first descent tries the naive one's settings in its order, and its best is no worse.
func TestDescentIsTheNaiveOne(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		size := make([]int, 1+r.IntN(4))
		for i := range size {
			size[i] = 1 + r.IntN(4)
		}
		f := rough(seed)
		end, tried := naive(size, f)
		p, _ := drive(t, Strategy{Kind: CoordinateDescent, Budget: 1000, Seed: seed}, size, f)
		require.GreaterOrEqual(t, len(p.tried), len(tried))
		require.Equal(t, tried, p.tried[:len(tried)], "seed %d", seed)
		least := f(p.tried[0])
		for _, s := range p.tried {
			least = min(least, f(s))
		}
		require.LessOrEqual(t, least, f(end))
		short, rounds := drive(t, Strategy{Kind: CoordinateDescent, Budget: 5, Seed: seed}, size, f)
		require.LessOrEqual(t, len(short.tried), 5)
		require.LessOrEqual(t, rounds, 5)
		require.Equal(t, p.tried[:len(short.tried)], short.tried, "a smaller budget cuts the walk short")
	}
}

// TestWalksEnd: every walk tries settings once and within the budget, own parameters first;
// with a budget for all, all are tried.
func TestWalksEnd(t *testing.T) {
	for _, size := range [][]int{{}, {1}, {3}, {2, 3, 4}, {1, 1}, {10, 10, 10}} {
		all := combinations(size)
		for _, budget := range []int{1, 2, 10, 24, 5000} {
			for _, kind := range []string{Grid, Random, CoordinateDescent} {
				w := Strategy{Kind: kind, Budget: budget, Seed: 7}
				if kind == Grid {
					w.Budget = 0
				}
				name := fmt.Sprint(size, budget, kind)
				p, rounds := drive(t, w, size, rough(3))
				require.Equal(t, own(len(size)), p.tried[0], name)
				seen := map[string]bool{}
				for _, s := range p.tried {
					require.False(t, seen[s.key()], name)
					seen[s.key()] = true
				}
				x := &Scheme{Axes: make([]Axis, len(size))}
				for i := range size {
					x.Axes[i].Values = make([]Value, size[i])
				}
				require.LessOrEqual(t, len(p.tried), w.most(x), name)
				switch kind {
				case Grid:
					require.Equal(t, int(all)+1, len(p.tried), name)
					require.Equal(t, 1, rounds, name)
				case Random:
					require.Equal(t, min(int(all)+1, budget), len(p.tried), name)
					require.Equal(t, 1, rounds, name)
				default:
					require.LessOrEqual(t, len(p.tried), budget, name)
				}
			}
		}
	}
	p, _ := drive(t, Strategy{Kind: Grid}, []int{2, 3}, rough(1))
	require.Equal(t, []setting{{-1, -1}, {0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}, p.tried)
	a, _ := drive(t, Strategy{Kind: Random, Budget: 20, Seed: 1}, []int{100, 100}, rough(1))
	b, _ := drive(t, Strategy{Kind: Random, Budget: 20, Seed: 2}, []int{100, 100}, rough(1))
	require.NotEqual(t, a.tried, b.tried)
}

func TestCombinations(t *testing.T) {
	require.Equal(t, uint64(24), combinations([]int{2, 3, 4}))
	require.Equal(t, ^uint64(0), combinations(slices.Repeat([]int{1000}, 7)))
	require.Equal(t, uint64(0), combinations(nil))
	for n := range uint64(24) {
		s := nth([]int{2, 3, 4}, n)
		require.Equal(t, n, uint64(s[0]*12+s[1]*4+s[2]))
	}
}

// TestScoresOrderAsGeometricMeans holds the order of scores to that of exact quotients: a is
// better than b if the product of b over a is above 1.
func TestScoresOrderAsGeometricMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		n := 1 + r.IntN(5)
		a, b := make([]Cell, n), make([]Cell, n)
		quotient := big.NewRat(1, 1)
		for i := range n {
			a[i] = Cell{Sum: 1 + r.Uint64()>>r.IntN(64), Runs: 2}
			b[i] = Cell{Sum: 1 + r.Uint64()>>r.IntN(64), Runs: 2}
			if r.IntN(3) == 0 {
				b[i] = a[i]
			}
			quotient.Mul(quotient, new(big.Rat).SetFrac(new(big.Int).SetUint64(b[i].Sum), new(big.Int).SetUint64(a[i].Sum)))
		}
		require.Equal(t, quotient.Cmp(big.NewRat(1, 1)) > 0, newScore(a).better(newScore(b)))
		// Whatever is incomplete is worse than what is not.
		a[0].Incomplete = 1
		require.False(t, newScore(a).better(newScore(b)))
		require.True(t, newScore(b).better(newScore(a)))
		require.Negative(t, b[0].compare(a[0]))
	}
}

func TestMetricText(t *testing.T) {
	m, err := ParseMetric("fct-p99")
	require.NoError(t, err)
	for _, c := range []struct {
		cell Cell
		want string
	}{
		{Cell{}, "-"},
		{Cell{Sum: 1_500_000, Runs: 1}, "1.500"},
		{Cell{Sum: 3_000_000_000, Runs: 2}, "1500"},
		{Cell{Sum: 123_456_789, Runs: 1}, "123.5"},
		{Cell{Sum: 12_345_678, Runs: 1, Incomplete: 1}, "12.35*"},
		{Cell{Sum: 9_876_543_000_000, Runs: 1}, "9876543"},
	} {
		require.Equal(t, c.want, m.Text(c.cell))
	}
	_, err = ParseMetric("speed")
	require.ErrorContains(t, err, "fct-mean, fct-p50")
}
