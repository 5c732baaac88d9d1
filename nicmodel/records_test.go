package nicmodel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// TestBatchesDoNotCutANanosecond: rate rows and frames bear whole nanoseconds. When a
// batch ends within one, what it has of that waits for the next, so that the order of
// all is by time and connection wherever batches end.
func TestBatchesDoNotCutANanosecond(t *testing.T) {
	top, err := topology.Dumbbell{Left: 1, Right: 1, HostRate: 1e11, TrunkRate: 1e11, HostDelay: 1000, TrunkDelay: 1000}.Build()
	require.NoError(t, err)
	plan := &workload.Plan{Conns: []workload.Conn{{Src: 0, Dst: 1, Class: 1}, {Src: 1, Dst: 0, Class: 1}}}
	m, err := New(&Config{
		Topology: top, Plan: plan, NICs: []NIC{DefaultNIC()}, End: event.Second, Partitions: 2,
		Fabric: fabric.Config{Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: 1048},
	})
	require.NoError(t, err)
	require.Len(t, m.partitions, 2)
	rows := func(b *Batch) (at []int64, conns []uint32) {
		require.Len(t, b.Frames, len(b.Rates))
		for i, r := range b.Rates {
			require.Equal(t, r.At, b.Frames[i].At)
			require.Equal(t, r.Conn, b.Frames[i].Conn)
			at, conns = append(at, r.At), append(conns, r.Conn)
		}
		b.clear()
		return at, conns
	}
	note := func(part int, at int64) {
		r := &m.partitions[part].records
		r.Rates = append(r.Rates, RateRow{At: at, Conn: uint32(part)})
		r.Frames = append(r.Frames, Frame{At: at, Conn: uint32(part)})
	}
	note(0, 6)
	note(1, 5)
	note(1, 7)
	note(1, 8) // one that would have come too late for the nanosecond before
	at, conns := rows(m.gather(7400, false))
	require.Equal(t, []int64{5, 6}, at)
	require.Equal(t, []uint32{1, 0}, conns)
	note(0, 7) // at 7.5 ns
	note(0, 8)
	note(1, 8)
	at, conns = rows(m.gather(9000, false))
	require.Equal(t, []int64{7, 7, 8, 8, 8}, at)
	require.Equal(t, []uint32{0, 1, 0, 1, 1}, conns)
	note(0, 9)
	at, _ = rows(m.gather(9500, false))
	require.Empty(t, at)
	at, _ = rows(m.gather(9500, true))
	require.Equal(t, []int64{9}, at)
}
