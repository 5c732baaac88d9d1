package nicmodel_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// binned checks what holds of all records of what connections moved: they are in order, one for
// each bin and connection, and have all that was delivered; and all that the captures have.
func binned(t testing.TB, c *nicmodel.Config, r *nicmodel.Result, n *notebook) {
	t.Helper()
	if c.Record.Bin == 0 {
		require.Empty(t, n.Traffic)
		return
	}
	sent := make([]uint64, len(c.Plan.Conns))
	delivered := uint64(0)
	for i, v := range n.Traffic {
		require.Zero(t, v.Begin%c.Record.Bin)
		require.Positive(t, v.Sent+v.Delivered)
		if i > 0 {
			last := n.Traffic[i-1]
			require.True(t, last.Begin < v.Begin || last.Begin == v.Begin && last.Conn < v.Conn, "%+v after %+v", v, last)
		}
		sent[v.Conn] += v.Sent
		delivered += v.Delivered
	}
	require.Equal(t, r.PayloadBytes, delivered)
	if !c.Record.AllRates || !c.Record.Captures {
		return
	}
	captured := make([]uint64, len(c.Plan.Conns))
	kind := func(conn uint32) *nicmodel.NIC {
		if c.Kind == nil {
			return &c.NICs[0]
		}
		return &c.NICs[c.Kind[c.Plan.Conns[conn].Src]]
	}
	for _, f := range n.Frames {
		if !f.CNP {
			captured[f.Conn] += uint64(f.Bytes) - 44 + uint64(kind(f.Conn).Header)
		}
	}
	for conn := range sent {
		if kind(uint32(conn)).Algorithm != nil { // others are not captured
			require.Equal(t, captured[conn], sent[conn], "connection %d", conn)
		}
	}
}

// TestBins compares the bins of two packets and a bit with what is computed by hand: on the wire
// they take 83.84, 83.84 and 3.92 ns, and the last bytes come 2000 ns and the second link later.
func TestBins(t *testing.T) {
	top := build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond})
	c := plain(top, flows(flow{src: 0, dst: 1, bytes: 2001}))
	c.Record.Bin = 83_840
	_, n := proof{Config: c}.run(t)
	// The second packet begins at the begin of the second bin, the third at that of the third; at
	// the receiver they are there after 2000 + 2*83.84, + 83.84, and + 3.92 ns more.
	bin := func(ps int64) event.Time { return event.Time(ps - ps%83_840) }
	require.Equal(t, []nicmodel.TrafficSample{
		{Begin: 0, Sent: 1048},
		{Begin: 83_840, Sent: 1048},
		{Begin: 2 * 83_840, Sent: 49},
		{Begin: bin(2_167_680), Delivered: 1000},
		{Begin: bin(2_251_520), Delivered: 1001},
	}, n.Traffic)

	// One bin of all, cut short by the end of the run.
	c.Record.Bin = 2 * c.End
	_, n = proof{Config: c}.run(t)
	require.Equal(t, []nicmodel.TrafficSample{{Sent: 2145, Delivered: 2001}}, n.Traffic)
}

// TestBinsOfAStoppedRun: what is written of a run that is stopped are whole bins.
func TestBinsOfAStoppedRun(t *testing.T) {
	c := steady(t, 16)
	c.Record.Bin = 3 * event.Microsecond
	c.End = 300 * event.Microsecond
	_, whole := proof{Config: c, unfinished: true, cuts: [][2]int{{4, 2}}}.run(t)
	stopped := errors.New("stopped")
	for _, partitions := range []int{1, 4} {
		c.Partitions = partitions
		m, err := nicmodel.New(&c)
		require.NoError(t, err)
		n := &notebook{}
		_, err = m.Run(n, func(now event.Time, _ uint64) error {
			if now >= 100*event.Microsecond {
				return stopped
			}
			return nil
		})
		require.Equal(t, stopped, err)
		same(t, "the begin of the whole run", whole.Traffic[:len(n.Traffic)], n.Traffic)
		require.LessOrEqual(t, n.Traffic[len(n.Traffic)-1].Begin+c.Record.Bin, n.Until)
		require.Greater(t, whole.Traffic[len(n.Traffic)].Begin+c.Record.Bin, n.Until, "the next is not whole")
	}
}
