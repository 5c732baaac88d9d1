package experiment

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// TestDetail: what a run adds up to is what its groups say too, and other points have none of it.
func TestDetail(t *testing.T) {
	p := Point{Scenario: "canary", Set: dcqcnPaper, Seed: 1, Detail: true}
	r, err := Run(p, "m", nil)
	require.NoError(t, err)
	d := r.Detail
	require.InDelta(t, 8e12*float64(r.All.Bytes)/float64(r.All.Last), float64(d.Goodput), 1)
	require.Equal(t, r.All.Slowdown, Percentiles{Mean: r.All.Slowdown.Mean, P50: d.Quantiles[50], P99: d.Quantiles[99], Max: d.Quantiles[100]})
	require.Equal(t, event.Microsecond, d.QueueEvery)
	require.NotZero(t, d.Queue.Max)
	require.LessOrEqual(t, d.Queue.P99, d.Queue.Max)
	require.Len(t, d.Slowdowns, len(r.All.Sizes))
	mean := 0.0
	for i, s := range r.All.Sizes {
		require.Equal(t, s.Count > 0, d.Slowdowns[i].Mean > 0)
		mean += float64(s.Count) * float64(d.Slowdowns[i].Mean)
	}
	require.InDelta(t, float64(r.All.Slowdown.Mean), mean/float64(r.All.Completed), 1)

	p.Detail = false
	other, err := Run(p, "m", nil)
	require.NoError(t, err)
	require.Nil(t, other.Detail)
	require.Equal(t, r.All, other.All, "looks at queues change nothing")
}

// TestJain holds the integers to float64, and the ends of the index.
func TestJain(t *testing.T) {
	require.Zero(t, jain(nil))
	require.EqualValues(t, 1_000_000, jain([]uint64{1700, 1700, 1700}))
	require.InDelta(t, 500_000, float64(jain([]uint64{1000, 1 << 39})), 1)
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		var slow []uint64
		sum, squares := 0.0, 0.0
		for range 1 + rnd.IntN(500) {
			s := 990 + rnd.Uint64N(100_000)
			slow = append(slow, s)
			sum += 1 / float64(s)
			squares += 1 / float64(s) / float64(s)
		}
		require.InDelta(t, 1e6*sum*sum/float64(len(slow))/squares, float64(jain(slow)), 1.1)
	}
}

// TestLooks: of all looks those that found nothing count too; control packets and what comes after
// the time do not.
func TestLooks(t *testing.T) {
	var l looks
	require.Equal(t, Percentiles{}, l.values(10, 1000))
	l.add([]fabric.QueueSample{{At: 10, Class: 1, Bytes: 5}, {At: 10, Class: 2, Bytes: 700}, {At: 20, Class: 0, Bytes: 9000}, {At: 30}})
	l.add([]fabric.QueueSample{{At: 40, Class: 1, Bytes: 300}, {At: 1010, Class: 1, Bytes: 10_000}})
	require.Equal(t, Percentiles{Mean: 10, P99: 300, Max: 700}, l.values(10, 1000))

	rnd := rand.New(rand.NewPCG(3, 4))
	l = looks{}
	all := make([]uint64, 1000)
	for i := range all {
		if rnd.IntN(3) == 0 {
			all[i] = 1 + rnd.Uint64N(1e6)
			l.add([]fabric.QueueSample{{At: event.Time(10 * (i + 1)), Class: 1, Bytes: uint32(all[i])}})
		}
	}
	got := l.values(10, 10_000)
	require.Equal(t, valuesOf(slices.Clone(all)), got)
}

func TestPerSecond(t *testing.T) {
	require.EqualValues(t, 100_000_000_000, perSecond(12_500, event.Microsecond))
	require.EqualValues(t, 0, perSecond(1, 0))
	require.EqualValues(t, 8_000_000_000_000, perSecond(1<<40, event.Time(1<<40)))
}
