package nicmodel_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// steady is a network in which every host sends without end and queues, marks, CNPs and
// pauses go on.
func steady(t testing.TB, hosts uint32) nicmodel.Config {
	top := build(t, topology.LeafSpine{Leaves: 4, HostsPerLeaf: hosts / 4, Spines: 2, HostRate: 100 * gigabit, UpRate: 100 * gigabit, Delay: event.Microsecond})
	var list []flow
	for h := range hosts {
		list = append(list, flow{src: h, dst: (h + hosts/4) % hosts, bytes: 1 << 30}, flow{src: h, dst: (h*5 + 3) % hosts, bytes: 1 << 30})
		if list[len(list)-1].dst == h {
			list[len(list)-1].dst = (h + 1) % hosts
		}
	}
	c := controlled(t, plain(top, flows(list...)), "hpcc", 100*gigabit, nicmodel.NotifyCNP)
	c.Fabric.Marking[0].Kmin, c.Fabric.Marking[0].Kmax = 50_000, 200_000
	c.Fabric.Buffer.Bytes = fixedBytes(top, &c.Fabric) + 200_000
	c.NICs[0].NP.Interval = 20_000
	return c
}

// TestNothingIsAllocated: once queues have grown to what they need, windows allocate
// nothing, in one partition and in four, and with weighted queues.
func TestNothingIsAllocated(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, partitions := range []int{1, 4, 0} {
		c := steady(t, 16)
		c.Partitions = max(partitions, 1)
		if partitions == 0 {
			// With weighted queues, which are as many as classes.
			c.Fabric.Classes = append(c.Fabric.Classes, c.Fabric.Classes[1], c.Fabric.Classes[1])
			c.Fabric.Levels, c.Fabric.Queues = make([]uint8, len(c.Plan.Conns)), weighing([]uint8{1, 2, 3}, 1, 5, 20)
			for i := range c.Fabric.Levels {
				c.Fabric.Levels[i] = uint8(i % 3)
			}
			c.Fabric.Buffer.Bytes = 3*fixedBytes(c.Topology, &c.Fabric) + 200_000
		}
		r := allocatesNothing(t, &c)
		require.Positive(t, r.CNPs)
		require.Positive(t, r.Marks)
		require.Positive(t, r.Pauses)
	}
}

// allocatesNothing runs a model for 6 ms, the last of which has to allocate nothing.
func allocatesNothing(t *testing.T, c *nicmodel.Config) *nicmodel.Result {
	t.Helper()
	c.End = 6 * event.Millisecond
	m, err := nicmodel.New(c)
	require.NoError(t, err)
	var before, after runtime.MemStats
	from, to := event.Never, event.Never
	r, err := m.Run(nil, func(now event.Time, _ uint64) error {
		switch {
		case from == event.Never && now >= 5*event.Millisecond:
			from = now
			runtime.ReadMemStats(&before)
		case from != event.Never && to == event.Never && now >= c.End-20*event.Microsecond:
			to = now
			runtime.ReadMemStats(&after)
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, to-from, 900*event.Microsecond)
	t.Logf("%d parts: %d allocations in %v of %d events", c.Partitions, after.Mallocs-before.Mallocs, to-from, r.Events)
	// The runtime's own goroutines may allocate now and then.
	require.Less(t, after.Mallocs-before.Mallocs, uint64(10))
	return r
}
