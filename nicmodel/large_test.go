package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// TestLargeNetwork: a switch of a network whose packets fill the caches reads what arrives before it handles it, which changes
// nothing. In four partitions each is small enough for the caches.
func TestLargeNetwork(t *testing.T) {
	top, err := topology.Preset("fattree1024")
	require.NoError(t, err)
	var list []flow
	for src := range top.Hosts {
		for i := range uint32(4) {
			// Four to one of every fourth host, from near and far, over queues of several blocks.
			list = append(list, flow{src: src, dst: (src/4*4 + 4 + 257*i) % top.Hosts, bytes: 30_000, at: event.Time(src%7) * event.Microsecond})
		}
	}
	var first *nicmodel.Result
	for _, partitions := range []int{1, 4} {
		c := controlled(t, plain(top, flows(list...)), "hpcc", 200*gigabit, nicmodel.NotifyEcho)
		c.Partitions, c.Fabric.Marking[0].Kmin, c.Fabric.Marking[0].Kmax = partitions, 20_000, 80_000
		m, err := nicmodel.New(&c)
		require.NoError(t, err)
		r, err := m.Run(nil, nil)
		require.NoError(t, err)
		require.True(t, r.Conserved())
		require.EqualValues(t, len(list), r.Completed)
		require.Positive(t, r.Marks)
		if first == nil {
			first = r
		}
		require.Equal(t, first, r)
	}
}
