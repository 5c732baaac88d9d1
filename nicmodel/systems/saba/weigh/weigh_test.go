package weigh_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/weigh"
)

// fill divides a port among models.
func fill[A weigh.Apps](p weigh.Params, s *weigh.State[A], models []curve.Model) (given []weigh.Output) {
	weigh.Init(&p, s)
	for i := range models {
		given = append(given, weigh.Step(&p, s, &weigh.Event{Kind: weigh.EventAdd, Model: models[i]}))
	}
	for s.Left > 0 && s.Used > 0 {
		given = append(given, weigh.Step(&p, s, &weigh.Event{Kind: weigh.EventGive}))
	}
	return append(given, weigh.Step(&p, s, &weigh.Event{Kind: weigh.EventGive}))
}

// TestSmall: with few units and three convex models no division has a smaller sum, of equal sums the
// first applications have more, and the sizes of the state agree.
func TestSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		models := make([]curve.Model, 3)
		for i := range models {
			models[i].C = [4]int64{r.Int64N(90 << 20), -r.Int64N(40 << 20), r.Int64N(40 << 20), r.Int64N(30 << 20)}
			if r.UintN(3) == 0 {
				models[i] = models[0]
			}
		}
		p := weigh.Params{Capacity: 3 + r.Uint32N(40), Least: 1}
		var small weigh.State8
		var large weigh.State256
		given := fill(p, &small, models)
		require.Equal(t, given, fill(p, &large, models))
		require.Equal(t, small.App[:], large.App[:8])
		require.False(t, small.Bent)
		least := int64(1 << 62)
		for a := uint32(1); a < p.Capacity; a++ {
			for b := uint32(1); a+b < p.Capacity; b++ {
				least = min(least, curve.At(&models[0], a)+curve.At(&models[1], b)+curve.At(&models[2], p.Capacity-a-b))
			}
		}
		sum, units := int64(0), uint32(0)
		for i := range models {
			sum += curve.At(&models[i], small.App[i].Share)
			units += small.App[i].Share
		}
		require.Equal(t, least, sum)
		require.Equal(t, p.Capacity, units)
		require.False(t, given[len(given)-1].Taken)
	}
	// Applications that are alike.
	var s weigh.State8
	fill(weigh.Params{Capacity: 11, Least: 2}, &s, make([]curve.Model, 3))
	require.Equal(t, []uint32{7, 2, 2}, []uint32{s.App[0].Share, s.App[1].Share, s.App[2].Share}, "nobody gains: the first takes it")
}

// TestRoom: who does not fit is refused, and takes nothing.
func TestRoom(t *testing.T) {
	p := weigh.Params{Capacity: 20, Least: 7}
	var s weigh.State8
	given := fill(p, &s, make([]curve.Model, 3))
	require.True(t, given[1].Taken)
	require.Equal(t, weigh.Output{}, given[2])
	require.Equal(t, uint32(2), s.Used)
	p.Least = 1
	given = fill(p, &s, make([]curve.Model, 9))
	require.True(t, given[7].Taken)
	require.Equal(t, weigh.Output{}, given[8])
	require.Equal(t, weigh.Output{}, weigh.Step(&p, &s, &weigh.Event{}))
}

// TestAllocations: no step allocates.
func TestAllocations(t *testing.T) {
	p := weigh.Params{Capacity: curve.Units, Least: 1}
	var s weigh.State256
	weigh.Init(&p, &s)
	require.Zero(t, testing.AllocsPerRun(50, func() {
		weigh.Step(&p, &s, &weigh.Event{Kind: weigh.EventAdd})
		weigh.Step(&p, &s, &weigh.Event{Kind: weigh.EventGive})
	}))
}
