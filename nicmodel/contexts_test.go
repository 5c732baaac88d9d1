package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// busy is one host that sends 200 packets on each of n connections.
func busy(t testing.TB, n int, contexts uint32, miss event.Time) nicmodel.Config {
	t.Helper()
	top := build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond})
	list := make([]flow, n)
	for i := range list {
		list[i] = flow{src: 0, dst: 1, bytes: 200_000}
	}
	c := plain(top, flows(list...))
	c.NICs[0].Contexts, c.NICs[0].ContextMiss = contexts, miss
	return c
}

// TestContextThrash: round robin over more connections than contexts is the worst for a
// cache that evicts the least recently used: every packet misses. All go on, whatever the
// penalty; and how long it takes is by the number of fetches that run side by side.
func TestContextThrash(t *testing.T) {
	const n, packets = 8, 200
	_, without := proof{Config: busy(t, n, 0, 0), cuts: [][2]int{}}.run(t)
	for _, contexts := range []uint32{1, 2, n - 1} {
		r, notes := proof{Config: busy(t, n, contexts, event.Microsecond)}.run(t)
		require.EqualValues(t, n*packets, r.ContextMisses+r.ContextHits)
		// A packet takes 83.84 ns, a fetch 1 us: the connections fetch side by side, and
		// each sends a packet in 1 us or, if all wait for the link, that and a round more; and
		// there is the way there and back.
		last := notes.Completions[len(notes.Completions)-1].At
		require.Greater(t, last, packets*event.Microsecond)
		require.Less(t, last, packets*(event.Microsecond+n*84*event.Nanosecond)+5*event.Microsecond)
		require.Greater(t, last, without.Completions[len(without.Completions)-1].At)
	}
	r, _ := proof{Config: busy(t, n, 1, event.Microsecond), cuts: [][2]int{}}.run(t)
	require.EqualValues(t, n*packets, r.ContextMisses)
}

// TestContextsSuffice: with a context for each connection only the first packet of each
// misses.
func TestContextsSuffice(t *testing.T) {
	const n, packets = 8, 200
	r, notes := proof{Config: busy(t, n, n, event.Microsecond)}.run(t)
	require.EqualValues(t, n, r.ContextMisses)
	require.EqualValues(t, n*(packets-1), r.ContextHits)
	_, without := proof{Config: busy(t, n, 0, 0), cuts: [][2]int{}}.run(t)
	// The link idles for one fetch, and then the same follows.
	for i, k := range notes.Completions {
		require.Equal(t, without.Completions[i].At+event.Microsecond, k.At)
	}
}
