package saba

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/nearest"
)

// point makes a place of c0 to c3.
func point(c ...int64) (p nearest.Point) {
	for i := range c {
		p.C[i] = c[i] * One
	}
	return p
}

// TestGroupsPaper: the ten workloads with lines fitted to them fall into the three groups of figure 4.7.
// Which numbers are the thesis' and which ours is said at the table.
func TestGroupsPaper(t *testing.T) {
	var places []nearest.Point
	want := make([]uint8, len(table))
	for i, p := range Workloads() {
		s, err := p.Fit(1)
		require.NoError(t, err)
		places = append(places, Coefficients(&s.Model))
		want[i] = uint8(table[i].group)
	}
	level, centres, err := Groups(places, 3)
	require.NoError(t, err)
	require.Equal(t, want, level)
	require.Len(t, centres, 3)
}

// TestGroups: every place is in the group of the nearest centre, a centre is the mean of its group, and
// groups are numbered by sensitivity.
func TestGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		places := make([]nearest.Point, 1+r.IntN(40))
		for i := range places {
			places[i] = point(r.Int64N(30), -r.Int64N(20), r.Int64N(9))
		}
		levels := 1 + r.IntN(nearest.Levels)
		level, centres, err := Groups(slices.Clone(places), levels)
		require.NoError(t, err)
		require.LessOrEqual(t, len(centres), levels)
		for i := range places {
			own := nearest.Distance(&centres[level[i]], &places[i])
			for l := range centres {
				require.LessOrEqual(t, own, nearest.Distance(&centres[l], &places[i]))
			}
		}
		for l := range centres {
			c, any := mean(places, func(i int) bool { return int(level[i]) == l })
			require.True(t, any)
			require.Equal(t, c, centres[l])
			if l > 0 {
				at := func(l int) int64 { return curve.At(&curve.Model{C: centres[l].C}, 64) }
				require.LessOrEqual(t, at(l-1), at(l))
			}
		}
	}
	alike := []nearest.Point{point(1), point(1), point(1)}
	level, centres, err := Groups(alike, 4)
	require.NoError(t, err)
	require.Equal(t, []uint8{0, 0, 0}, level)
	require.Equal(t, alike[:1], centres)
	_, _, err = Groups(alike, 17)
	require.EqualError(t, err, "saba: 17 priority levels; use 1 to 16, which InfiniBand has (Ethernet has 8)")
}

// TestStandard: scaled coefficients have a mean of 0 and a deviation of 1.
func TestStandard(t *testing.T) {
	scaled := Standardise([]nearest.Point{point(1, 10, 5), point(3, 10, -7), point(2, 10, 1), point(7, 10, 90)})
	for k := range 3 {
		sum, square := 0.0, 0.0
		for _, p := range scaled {
			v := float64(p.C[k]) / One
			sum, square = sum+v, square+v*v
		}
		require.InDelta(t, 0, sum, 1e-5)
		if k == 1 {
			require.Zero(t, square)
		} else {
			require.InDelta(t, 4, square, 1e-5)
		}
	}
}

// TestHierarchy: the thesis' rule on places on a line: the two nearest clusters merge to their midpoint,
// whatever their sizes, rounded down.
func TestHierarchy(t *testing.T) {
	h := Merge([]nearest.Point{point(0), point(10), point(13), point(30), {C: [4]int64{24*One - 3}}}, 1)
	require.Equal(t, [][]uint8{
		{0, 1, 2, 3, 4}, // 10 and 13 are nearest
		{0, 1, 1, 3, 4}, // 11.5; then 24 and 30
		{0, 1, 1, 3, 3}, // 27 less two units; then 0 and 11.5 rather than 11.5 and 27
		{0, 0, 0, 3, 3},
		{0, 0, 0, 0, 0},
	}, h.Cluster)
	one := Merge([]nearest.Point{point(0), point(2), point(4), point(6)}, 2)
	require.Equal(t, [][]uint8{{0, 1, 2, 3}, {0, 0, 2, 3}, {0, 0, 2, 2}}, one.Cluster, "of equal distances the first pair")
	// In a plane: (0, 0) and (10, 0) merge, then (5, 11) with them at (5, 5.5). From there (19, 5.5) is nearer than from
	// (33.05, 5.5). It were not if the cluster's two weighed more than the one, at (5, 3.7).
	plane := func(x, y int64) nearest.Point { return nearest.Point{C: [4]int64{x, y}} }
	odd := Merge([]nearest.Point{plane(0, 0), plane(1000, 0), plane(500, 1100), plane(1900, 550), plane(3305, 550)}, 2)
	require.Equal(t, [][]uint8{{0, 1, 2, 3, 4}, {0, 0, 2, 3, 4}, {0, 0, 0, 3, 4}, {0, 0, 0, 0, 4}}, odd.Cluster)
}

// TestMean: means are rounded down on both sides of 0.
func TestMean(t *testing.T) {
	c, any := mean([]nearest.Point{{C: [4]int64{1, -1, -4, 0}}, {C: [4]int64{2, -2, -2, 0}}}, func(int) bool { return true })
	require.True(t, any)
	require.Equal(t, [4]int64{1, -2, -3, 0}, c.C)
}

// TestQueues is the acceptance of the map: with as many queues as levels it is one to one, the number of
// merges is the least that fits, and of three levels at two queues the nearest two share one.
func TestQueues(t *testing.T) {
	h := Merge([]nearest.Point{point(0), point(10), point(13), point(30), point(40)}, 1)
	merges, queue, err := h.Queues([]uint8{0, 1, 3}, 2)
	require.NoError(t, err)
	require.Equal(t, 3, merges)
	require.Equal(t, []uint8{0, 0, 1}, []uint8{queue[0], queue[1], queue[3]})
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		centres := make([]nearest.Point, 1+r.IntN(nearest.Levels))
		for i := range centres {
			centres[i] = point(r.Int64N(50), r.Int64N(50))
		}
		h := Merge(centres, 1)
		var present []uint8
		for l := range centres {
			if r.IntN(2) == 0 || l == 0 {
				present = append(present, uint8(l))
			}
		}
		queues := 1 + r.IntN(nearest.Levels)
		merges, queue, err := h.Queues(present, queues)
		require.NoError(t, err)
		used := map[uint8]bool{}
		for _, l := range present {
			used[queue[l]] = true
		}
		require.LessOrEqual(t, len(used), queues)
		for q := range used {
			require.Less(t, int(q), len(used))
		}
		if queues >= len(present) {
			require.Zero(t, merges)
			require.Len(t, used, len(present), "one to one")
		}
		if merges > 0 {
			before := map[uint8]bool{}
			for _, l := range present {
				before[h.Cluster[merges-1][l]] = true
			}
			require.Greater(t, len(before), queues, "one merge less does not fit")
		}
	}
	_, _, err = Merge([]nearest.Point{point(0), point(1), point(2), point(9)}, 3).Queues([]uint8{0, 2, 3}, 2)
	require.EqualError(t, err, "saba: more priority levels than queues: 4 levels are in 3 clusters at least, and the port has 2 queues; merge them down to 2")
	_, _, err = h.Queues([]uint8{5}, 2)
	require.EqualError(t, err, "saba: priority level 5; there are 5")
}

// TestWeights: weights sum to 255, each is 1 or more, and no unit moved from one queue to another brings
// them nearer to their parts.
func TestWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		shares := make([]uint32, 1+r.IntN(40))
		total := uint32(0)
		for i := range shares {
			shares[i] = 1 + r.Uint32N(1<<r.UintN(9))
			total += shares[i]
		}
		w, err := Weights(shares)
		require.NoError(t, err)
		sum := 0
		for _, v := range w {
			sum += int(v)
			require.GreaterOrEqual(t, v, uint8(1))
		}
		require.Equal(t, WeightSum, sum)
		// No unit moved from one queue to another lowers the sum of the distances.
		off := func(i int, v uint8) int64 {
			d := int64(v)*int64(total) - int64(shares[i])*WeightSum
			return d * d
		}
		for i := range w {
			for j := range w {
				if i != j && w[i] > 1 && off(i, w[i]-1)+off(j, w[j]+1) < off(i, w[i])+off(j, w[j]) {
					t.Fatalf("%v of %v: a unit from queue %d to %d would be nearer", w, shares, i, j)
				}
			}
		}
	}
	for want, shares := range map[string][]uint32{
		"saba: impossible weights: queue 1 has a share of 0 and would starve; give it 1 or more": {3, 0},
		"saba: impossible weights: 256 queues and a sum of 255; a weight is 1 or more":           slices.Repeat([]uint32{1}, 256),
	} {
		_, err := Weights(shares)
		require.EqualError(t, err, want)
	}
}

// TestDivide: applications of one queue share what they have together.
func TestDivide(t *testing.T) {
	require.Equal(t, []uint32{51, 100, 50, 55}, PerApplication([]uint32{90, 100, 11, 55}, []uint8{2, 0, 2, 1}))
}
