package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// TestAcknowledgementsAsData: acknowledgements in the class of data wait behind it, in switches and where
// PFC has stopped their host, and none is lost.
func TestAcknowledgementsAsData(t *testing.T) {
	var both []flow
	for i := range uint32(4) {
		both = append(both, flow{src: i, dst: 4 + i, bytes: 600_000}, flow{src: 4 + i, dst: i, bytes: 600_000})
	}
	c := plain(build(t, topology.Dumbbell{Left: 4, Right: 4, HostRate: 100 * gigabit, TrunkRate: 40 * gigabit, HostDelay: event.Microsecond, TrunkDelay: event.Microsecond}), flows(both...))
	c.Fabric.Buffer.Bytes = 1 << 20
	before, _ := proof{Config: c, cuts: [][2]int{}}.run(t)
	c.NICs[0].AckAsData = true
	r, _ := proof{Config: c, cuts: [][2]int{{2, 2}, {8, 1}}}.run(t)
	require.Positive(t, r.Pauses)
	require.Zero(t, r.DroppedPackets)
	require.Greater(t, r.RTTs.Sum/event.Time(r.RTTs.Count), before.RTTs.Sum/event.Time(before.RTTs.Count)*11/10)

	// Alone a message takes what Ideal says, whatever the class of its answer.
	c = plain(c.Topology, flows(flow{src: 0, dst: 5, bytes: 123_456}))
	c.NICs[0].AckAsData = true
	m, err := nicmodel.New(&c)
	require.NoError(t, err)
	notes := &notebook{}
	_, err = m.Run(notes, nil)
	require.NoError(t, err)
	require.Equal(t, m.Ideal(0, 123_456), notes.Completions[0].At)
}
