package saba

import (
	"fmt"
	"math/big"
	"slices"

	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/nearest"
)

// rounds is the largest number of rounds of K-means.
const rounds = 50

// Coefficients returns a model's coefficients, its place for clustering.
func Coefficients(m *curve.Model) nearest.Point { return nearest.Point{C: m.C} }

// Groups puts applications of like sensitivity into at most levels groups, the priority levels, by K-means over their
// places (section 4.3.3.1). It returns the level of each place and the levels' centres, the least sensitive level
// first, by the slow-down with a quarter of the link.
//
// The first centre is the place farthest from the mean, each other the place farthest from those before; of equal
// ones the first. A centre is the mean of its group, rounded down. Equal places make fewer groups.
func Groups(places []nearest.Point, levels int) (level []uint8, centres []nearest.Point, err error) {
	if levels < 1 || levels > nearest.Levels {
		return nil, nil, fmt.Errorf("saba: %d priority levels; use 1 to %d, which InfiniBand has (Ethernet has 8)", levels, nearest.Levels)
	}
	if len(places) == 0 {
		return nil, nil, nil
	}
	t := start(places, levels)
	level = make([]uint8, len(places))
	for range rounds {
		changed := false
		for i := range places {
			l, _ := nearest.Of(t, &places[i])
			changed = changed || uint8(l) != level[i]
			level[i] = uint8(l)
		}
		for l := range t.Used {
			if c, any := mean(places, func(i int) bool { return level[i] == uint8(l) }); any {
				t.Level[l] = c
			}
		}
		if !changed {
			break
		}
	}
	return byRank(t, level)
}

// start chooses the first centres.
func start(places []nearest.Point, levels int) *nearest.Table {
	from, _ := mean(places, func(int) bool { return true })
	t := &nearest.Table{Used: 1}
	t.Level[0] = from
	for l := range levels {
		far, most := 0, uint64(0)
		for i := range places {
			if _, d := nearest.Of(t, &places[i]); d > most {
				far, most = i, d
			}
		}
		if most == 0 && l > 0 {
			break
		}
		t.Level[l] = places[far]
		t.Used = uint32(l) + 1
	}
	return t
}

// mean returns the mean of some of the places, rounded down, and whether there are any.
func mean(places []nearest.Point, in func(i int) bool) (c nearest.Point, any bool) {
	n := int64(0)
	for i := range places {
		if in(i) {
			n++
			for k := range c.C {
				c.C[k] += places[i].C[k]
			}
		}
	}
	for k := range c.C {
		c.C[k] = floorDiv(c.C[k], max(n, 1))
	}
	return c, n > 0
}

// floorDiv returns a/b rounded down; b is above 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// byRank drops empty groups and numbers the others by their centres' sensitivity.
func byRank(t *nearest.Table, level []uint8) ([]uint8, []nearest.Point, error) {
	var order []int
	for l := range int(t.Used) {
		if slices.Contains(level, uint8(l)) {
			order = append(order, l)
		}
	}
	rank := func(l int) int64 { return curve.At(&curve.Model{C: t.Level[l].C}, curve.Units/4) }
	slices.SortStableFunc(order, func(a, b int) int {
		if rank(a) != rank(b) {
			return int(max(min(rank(a)-rank(b), 1), -1))
		}
		return slices.Compare(t.Level[a].C[:], t.Level[b].C[:])
	})
	centres := make([]nearest.Point, len(order))
	number := map[uint8]uint8{}
	for i, l := range order {
		centres[i], number[uint8(l)] = t.Level[l], uint8(i)
	}
	for i := range level {
		level[i] = number[level[i]]
	}
	return level, centres, nil
}

// Standardise scales the coefficients of places to a mean of 0 and a deviation of 1 each, in Q11.20, rounded down;
// equal coefficients become 0. The thesis does not mention scaling.
func Standardise(places []nearest.Point) []nearest.Point {
	out := make([]nearest.Point, len(places))
	n := big.NewInt(int64(len(places)))
	for k := range 4 {
		sum, square := new(big.Int), new(big.Int)
		for i := range places {
			c := big.NewInt(places[i].C[k])
			sum.Add(sum, c)
			square.Add(square, c.Mul(c, c))
		}
		// n times the deviation.
		deviation := square.Mul(square, n)
		deviation.Sub(deviation, new(big.Int).Mul(sum, sum)).Sqrt(deviation)
		if deviation.Sign() == 0 {
			continue
		}
		for i := range places {
			d := new(big.Int).Mul(big.NewInt(places[i].C[k]), n)
			d.Sub(d, sum).Lsh(d, 20)
			out[i].C[k] = d.Div(d, deviation).Int64()
		}
	}
	return out
}

// Hierarchy is the clusters of priority levels, one merge after the other.
type Hierarchy struct {
	// Cluster[i][l] is the cluster of priority level l after i merges: the lowest level in it.
	Cluster [][]uint8
}

// Merge makes the hierarchy of levels with these centres down to clusters clusters (section 4.3.3.2): the two nearest
// clusters become one at the midpoint of their places, rounded down; of equal distances the pair with the lowest
// numbers.
func Merge(centres []nearest.Point, clusters int) *Hierarchy {
	place := slices.Clone(centres)
	now := make([]uint8, len(centres))
	alive := make([]int, len(centres))
	for l := range now {
		now[l], alive[l] = uint8(l), l
	}
	h := &Hierarchy{Cluster: [][]uint8{slices.Clone(now)}}
	for len(alive) > max(clusters, 1) {
		least, first, second := uint64(1<<63), 0, 0
		for i, a := range alive {
			for _, b := range alive[i+1:] {
				if d := nearest.Distance(&place[a], &place[b]); d < least {
					least, first, second = d, a, b
				}
			}
		}
		for k := range place[first].C {
			place[first].C[k] = (place[first].C[k] + place[second].C[k]) >> 1
		}
		alive = slices.DeleteFunc(alive, func(l int) bool { return l == second })
		for l := range now {
			if now[l] == uint8(second) {
				now[l] = uint8(first)
			}
		}
		h.Cluster = append(h.Cluster, slices.Clone(now))
	}
	return h
}

// Queues maps the priority levels present at a port to its queues: merges is the smallest number of merges that
// leaves them in at most queues clusters, and queue[l] the queue of level l. Queues are numbered by their lowest
// present level. An absent level has the queue of its cluster, or queue 0.
func (h *Hierarchy) Queues(present []uint8, queues int) (merges int, queue [nearest.Levels]uint8, err error) {
	for merges, cluster := range h.Cluster {
		var order []uint8
		for _, l := range slices.Sorted(slices.Values(present)) {
			if int(l) >= len(cluster) {
				return 0, queue, fmt.Errorf("saba: priority level %d; there are %d", l, len(cluster))
			}
			if !slices.Contains(order, cluster[l]) {
				order = append(order, cluster[l])
			}
		}
		if len(order) > queues {
			continue
		}
		for l := range cluster {
			queue[l] = uint8(max(slices.Index(order, cluster[l]), 0))
		}
		return merges, queue, nil
	}
	last := h.Cluster[len(h.Cluster)-1]
	return 0, queue, fmt.Errorf("saba: more priority levels than queues: %d levels are in %d clusters at least, and the port has %d queues; merge them down to %d",
		len(last), len(slices.Compact(slices.Sorted(slices.Values(last)))), queues, max(queues, 1))
}
