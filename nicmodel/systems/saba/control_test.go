package saba

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/nearest"
)

// TestControl is the way from samples to weights of the ten workloads, bit by bit: coefficients of each degree, levels,
// the clusters of levels, shares at a port, and what different queues make of them.
func TestControl(t *testing.T) {
	var b bytes.Buffer
	for degree := 1; degree <= 3; degree++ {
		table, err := Fit(Workloads(), degree)
		require.NoError(t, err)
		var places []nearest.Point
		var models []curve.Model
		for _, s := range table {
			fmt.Fprintf(&b, "degree %d, %s: coefficients %d, slope %d below %d\n", degree, s.Name, s.Model.C, s.Model.Slope, s.Model.Low)
			places, models = append(places, Coefficients(&s.Model)), append(models, s.Model)
		}
		level, centres, err := Groups(places, 6)
		require.NoError(t, err)
		h := Merge(centres, 2)
		fmt.Fprintf(&b, "degree %d: levels %d, clusters %d\n", degree, level, h.Cluster)
		for _, capacity := range []uint32{curve.Units, 192} {
			var s Solver
			shares, err := s.Solve(models, capacity, MinShare(len(models), capacity))
			require.NoError(t, err)
			greedy, bent, err := s.Greedy(models, capacity, MinShare(len(models), capacity))
			require.NoError(t, err)
			fmt.Fprintf(&b, "degree %d, %d units: shares %d, by marginal gains %d, bent %t\n", degree, capacity, shares, greedy, bent)
			for _, queues := range []int{2, 4, 8} {
				merges, queue, err := h.Queues(level, queues)
				require.NoError(t, err)
				sums := make([]uint32, 0, queues)
				for i, l := range level {
					for len(sums) <= int(queue[l]) {
						sums = append(sums, 0)
					}
					sums[queue[l]] += shares[i]
				}
				weights, err := Weights(sums)
				require.NoError(t, err)
				fmt.Fprintf(&b, "degree %d, %d units, %d queues: merges %d, queues of levels %d, weights %d\n", degree, capacity, queues, merges, queue[:len(centres)], weights)
			}
		}
	}
	golden.Check(t, "testdata/control.txt", b.Bytes())
}
