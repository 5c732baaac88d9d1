package nicmodel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// TestHandedWhileRefused: what a refused connection is handed waits, also if it stands in the ring still and
// has its turn; when its time is over it sends from where it was refused.
func TestHandedWhileRefused(t *testing.T) {
	top, err := topology.Star{Hosts: 2, Rate: 100_000_000_000, Delay: event.Microsecond}.Build()
	require.NoError(t, err)
	plan := &workload.Plan{Conns: []workload.Conn{{Src: 0, Dst: 1, DstPort: 4791, Class: 1}}}
	for range 3 {
		plan.Messages = append(plan.Messages, workload.Message{After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency, Bytes: 2500})
	}
	nic := DefaultNIC()
	nic.Host = &Host{Threads: 1}
	m, err := New(&Config{Topology: top, Plan: plan, NICs: []NIC{nic}, End: event.Second,
		Fabric: fabric.Config{Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: 1048}})
	require.NoError(t, err)
	h, c := &m.hosts[0], &m.senders[0]
	p := m.partitionOf(h.node)
	h.Busy = event.Microsecond // the link has another's packet
	p.hand(h, 1, 0)
	require.EqualValues(t, 1, c.reportedOf)
	require.Equal(t, ready, c.state)
	p.refuse(h, 0, c, 0)
	require.Equal(t, c.posted, c.send)
	until := c.progress
	p.refuse(h, 0, c, event.Nanosecond) // as if it had been sent twice
	require.Equal(t, until, c.progress)
	p.hand(h, 2, 0)
	require.EqualValues(t, 1, c.reportedOf)
	require.EqualValues(t, 6, c.posted)
	require.Equal(t, c.posted, c.send)
	p.transmit(h, event.Microsecond) // its turn
	require.Equal(t, idle, c.state)
	require.Zero(t, c.high)
	p.hand(h, 0, event.Microsecond)
	require.Equal(t, idle, c.state)
	p.retry(h, 0, 2*event.Microsecond)
	require.EqualValues(t, 1, c.high)
	require.EqualValues(t, 1, c.send)
	p.retry(h, 0, 3*event.Microsecond) // of a time that is over
	require.EqualValues(t, 1, p.GoBacks)
}

// TestQueueOfMany: the queue of a connection's completions is that of its posting threads, however many
// connections there are.
func TestQueueOfMany(t *testing.T) {
	host := Host{Threads: 4095, Sharers: 4095}
	for _, local := range []uint32{0, 1, 1 << 20, 1<<20 + 1, 1<<22 + 3} {
		require.EqualValues(t, uint64(local)*4095%4095, host.sendingQP(local, &workload.Conn{}).CQ)
	}
}
