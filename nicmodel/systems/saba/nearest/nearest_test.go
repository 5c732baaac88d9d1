package nearest_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/saba/nearest"
)

// TestNearest: distances are those of integers of any length, and the first of the nearest levels is taken.
func TestNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := func(size int64) nearest.Point {
		var p nearest.Point
		for i := range p.C {
			p.C[i] = r.Int64N(2*size+1) - size
		}
		return p
	}
	ties := 0
	for range 5000 {
		size := int64(2)
		if r.UintN(2) == 0 {
			size = nearest.MaxCoefficient
		}
		table := nearest.Table{Used: 1 + r.Uint32N(nearest.Levels)}
		for i := range table.Level {
			table.Level[i] = draw(size)
		}
		p := draw(size)
		want, least := 0, new(big.Int).Lsh(big.NewInt(1), 70)
		for i := range int(table.Used) {
			sum := new(big.Int)
			for k := range p.C {
				d := new(big.Int).Sub(big.NewInt(p.C[k]), big.NewInt(table.Level[i].C[k]))
				sum.Add(sum, d.Mul(d, d))
			}
			switch sum.Cmp(least) {
			case -1:
				want, least = i, sum
			case 0:
				ties++
			}
		}
		level, distance := nearest.Of(&table, &p)
		require.Equal(t, want, int(level))
		require.Equal(t, least.String(), new(big.Int).SetUint64(distance).String())
	}
	require.Greater(t, ties, 100)
	far := nearest.Point{C: [4]int64{nearest.MaxCoefficient, nearest.MaxCoefficient, nearest.MaxCoefficient, nearest.MaxCoefficient}}
	other := nearest.Point{C: [4]int64{-nearest.MaxCoefficient, -nearest.MaxCoefficient, -nearest.MaxCoefficient, -nearest.MaxCoefficient}}
	require.Equal(t, uint64(1)<<62, nearest.Distance(&far, &other))
}
