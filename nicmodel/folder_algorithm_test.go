//go:build unix

package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/docs/examples/timelyns3"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

const example = "../docs/examples/timelyns3"

// foreign is the TIMELY example, interpreted, or as the Go that is linked in.
func foreign(t testing.TB, native bool) *driver.Setup {
	t.Helper()
	a, err := folder.Open(example, folder.Options{})
	require.NoError(t, err)
	s := a.Setup
	if native {
		s.Engine = func() (driver.Engine, error) {
			return driver.Native(driver.Table[timelyns3.Params, timelyns3.State, timelyns3.Event, timelyns3.Output]{
				Init: timelyns3.Init, Step: timelyns3.Step, First: timelyns3.First,
			}), nil
		}
	}
	return &s
}

// withForeign has two senders of a foreign algorithm and two of DCQCN send to one host.
func withForeign(t testing.TB, s *driver.Setup) nicmodel.Config {
	t.Helper()
	top := build(t, topology.Star{Hosts: 5, Rate: 100 * gigabit, Delay: event.Microsecond})
	var list []flow
	for i := range uint32(4) {
		list = append(list, flow{src: i, dst: 4, bytes: 1_000_001, at: event.Time((i+2)%4) * 700})
	}
	c := reacting(t, plain(top, flows(list...)), reaction.Choice{Algo: "dcqcn", Profile: "paper", Line: 100_000_000}, nicmodel.NotifyCNP)
	c.Fabric.Marking[0].Kmin, c.Fabric.Marking[0].Kmax = 20_000, 200_000
	c.NICs = append(c.NICs, c.NICs[0])
	c.NICs[1].Algorithm = s
	c.Kind = []uint8{0, 0, 1, 1, 0}
	c.End = 20 * event.Millisecond
	c.Record.AllRates = true
	return c
}

// TestForeignAlgorithm: an algorithm with an event an acknowledgement runs alongside DCQCN, alike interpreted and
// linked in, in all cuts, with and without cores; it gets every acknowledgement, and its rate log is what stepping it
// by hand with them gives.
func TestForeignAlgorithm(t *testing.T) {
	for _, engine := range []*nicmodel.Engine{nil, {Cores: 2, ClockHz: 2 * gigabit, Depth: 64, Target: "dpa", Cycles: 300}} {
		c := withForeign(t, foreign(t, false))
		c.NICs[1].Engine = engine
		r, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
		c.NICs[1].Algorithm = foreign(t, true)
		same, linked := proof{Config: c, cuts: [][2]int{}}.run(t)
		require.Equal(t, r, same)
		require.Len(t, linked.Rates, len(notes.Rates))
		acked, least := uint64(0), ^uint64(0)
		h := byHandOf(t, c.NICs[1].Algorithm, 2)
		for i, row := range notes.Rates {
			require.Equal(t, row.Values, linked.Rates[i].Values)
			require.Equal(t, row.Output, linked.Rates[i].Output)
			require.Equal(t, row.Probes, linked.Rates[i].Probes)
			if row.Conn != 2 {
				continue
			}
			s := c.NICs[1].Algorithm
			require.Equal(t, ir.OnAck, row.Event.Kind)
			acked += signalOf(s, &row, ir.SignalAcked)
			least = min(least, signalOf(s, &row, ir.SignalRTT))
			h.step(row.At, row.Event, map[ir.Signal]uint64{ir.SignalAcked: signalOf(s, &row, ir.SignalAcked), ir.SignalRTT: signalOf(s, &row, ir.SignalRTT), ir.SignalUnacked: signalOf(s, &row, ir.SignalUnacked)})
			require.Equal(t, h.rows[len(h.rows)-1].Output, row.Output)
		}
		require.Greater(t, len(h.rows), 900)
		// There and back over two links: the first packet meets no other.
		require.EqualValues(t, (4*event.Microsecond+2*serial(1048, 100*gigabit)+2*serial(60, 100*gigabit))/event.Nanosecond, least)
		if engine == nil {
			require.EqualValues(t, 1_000_001, acked)
		} else {
			require.Positive(t, r.Engine.Acks)
		}
	}
}

// BenchmarkDoor runs the flows of docs/sample/hpcc320.toml: DCQCN built in, and TIMELY, which has an
// event an acknowledgement, linked in and interpreted.
func BenchmarkDoor(b *testing.B) {
	run := func(name string, s *driver.Setup) {
		b.Run(name, func(b *testing.B) {
			c := poisson(b, "hpcc320", "websearch", 100*gigabit, event.Millisecond)
			if s != nil {
				c.NICs[0].Algorithm, c.NICs[0].Notify = s, nicmodel.NotifyNone
			}
			simulate(b, c)
		})
	}
	run("DCQCN", nil)
	run("TIMELY linked in", foreign(b, true))
	run("TIMELY interpreted", foreign(b, false))
}
