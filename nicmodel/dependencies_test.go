package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// TestGates: a dependency is met once, its delay after the last of the events that it needs, and
// not again for more; its messages are posted then, or at their start if that is later.
func TestGates(t *testing.T) {
	top := build(t, topology.Star{Hosts: 4, Rate: 100 * gigabit, Delay: event.Microsecond})
	for _, delay := range []event.Time{0, 7 * event.Microsecond} {
		plan := &workload.Plan{Dependencies: []workload.Dependency{{Host: 3, Need: 2, Delay: delay}, {Host: 0, Need: 1, Delay: delay}}}
		// Hosts 0, 1 and 2 send to 3, the larger the later; the second delivery opens dependency 0 there. Its
		// messages go back to host 0, where the acknowledgement of host 0's message meets dependency 1.
		for i := range uint32(3) {
			plan.Conns = append(plan.Conns, workload.Conn{Src: i, Dst: 3, SrcPort: 1, DstPort: 2, Class: 1})
			plan.Messages = append(plan.Messages, workload.Message{Conn: i, After: workload.NoDependency, OnArrival: 0, OnAck: workload.NoDependency, Bytes: 100_000 * uint64(i+1)})
		}
		plan.Messages[0].OnAck = 1
		plan.Conns = append(plan.Conns, workload.Conn{Src: 3, Dst: 0, SrcPort: 1, DstPort: 2, Class: 1})
		late := event.Millisecond
		for _, m := range []workload.Message{
			{Conn: 3, After: 0, Bytes: 5000}, {Conn: 3, After: 0, Bytes: 100}, {Conn: 0, After: 1, Bytes: 700}, {Conn: 3, After: 0, Bytes: 1, Start: late},
		} {
			m.OnArrival, m.OnAck = workload.NoDependency, workload.NoDependency
			plan.Messages = append(plan.Messages, m)
		}
		c := plain(top, plan)
		c.Record.Dependencies = true
		_, notes := proof{Config: c, watch: watch(top, true), cuts: [][2]int{}}.run(t)
		require.Len(t, notes.Dependencies, 2)
		opened := map[uint32]event.Time{}
		for _, g := range notes.Dependencies {
			opened[g.Dependency] = g.At
		}
		done := map[uint32]int{}
		for i, k := range notes.Completions {
			done[k.Message] = i
		}
		at := func(message uint32) (posted, delivered, acked event.Time) {
			k := notes.Completions[done[message]]
			return k.Posted, k.Delivered, k.At
		}
		_, _, first := at(0)
		_, second, _ := at(1)
		require.Equal(t, second+delay, opened[0])
		require.Equal(t, first+delay, opened[1])
		for message, want := range map[uint32]event.Time{3: opened[0], 4: opened[0], 5: opened[1], 6: late} {
			posted, _, _ := at(message)
			require.Equal(t, want, posted, "message %d", message)
		}
	}
}
