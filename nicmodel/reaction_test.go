package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
)

// bottleneck is one connection at 100 Gb/s through a switch to a receiver at 25 Gb/s.
func bottleneck(t testing.TB, choice reaction.Choice, notify nicmodel.Notify) nicmodel.Config {
	top := wired(t, 2, 1,
		topology.Link{A: 0, B: 2, Rate: 100 * gigabit, Delay: event.Microsecond},
		topology.Link{A: 1, B: 2, Rate: 25 * gigabit, Delay: event.Microsecond})
	c := plain(top, flows(flow{src: 0, dst: 1, bytes: 4_000_000, at: 777_777}))
	c = reacting(t, c, choice, notify)
	c.Fabric.Marking[0] = fabric.Marking{Kmin: 20_000, Kmax: 200_000, PmaxPPM: 100_000}
	c.NICs[0].NP = dcqcn.NPParams{Interval: 20_000}
	c.End = 3 * event.Millisecond
	c.Record = nicmodel.Record{Rates: []uint32{0}, Captures: true}
	return c
}

// TestRateLogOfALoneConnection takes what the sender's NIC saw of a connection, the
// packets that it sent and the notifications that came, drives the reference with them
// and its own timers by hand, and expects the same log: of every profile and of Dolce-RC,
// with CNPs and with echoes.
func TestRateLogOfALoneConnection(t *testing.T) {
	choices := []reaction.Choice{
		{Algo: "dolcerc", Profile: "paper"},
		{Algo: "dolcerc", Profile: "connectx", Arms: []string{"0.25:1.05", "0.5:1.1"}},
	}
	for _, name := range profile.Names() {
		choices = append(choices, reaction.Choice{Algo: "dcqcn", Profile: name})
	}
	for _, choice := range choices {
		for _, notify := range []nicmodel.Notify{nicmodel.NotifyCNP, nicmodel.NotifyEcho} {
			name := choice.Algo + " " + choice.Profile
			if notify == nicmodel.NotifyEcho {
				name += " with echoes"
			}
			t.Run(name, func(t *testing.T) {
				choice.Line = rateOf(100 * gigabit)
				c := bottleneck(t, choice, notify)
				r, notes := proof{Config: c, watch: watch(c.Topology, true), cuts: [][2]int{}, unfinished: true}.run(t)
				require.Positive(t, r.Notified)
				require.Equal(t, notify == nicmodel.NotifyCNP, r.CNPs > 0)
				want := byHand(t, c.NICs[0].Algorithm, notes.Frames, int64(c.End/event.Nanosecond))
				same(t, "rate log", want, notes.Rates)
				timers := 0
				for _, row := range notes.Rates {
					if row.Event.Kind == ir.OnTimer {
						timers++
					}
				}
				require.Positive(t, timers)
				paced(t, &c, notes)
			})
		}
	}
}

// paced checks that packets of a lone connection leave at the distance that the rate at
// the leaving of the first of two sets: its size over the rate, or its time on the link.
func paced(t testing.TB, c *nicmodel.Config, notes *notebook) {
	t.Helper()
	setup := c.NICs[0].Algorithm
	rate := uint64(100_000_000)
	rows, slower := notes.Rates, 0
	var before nicmodel.Frame
	var gap int64
	for _, f := range notes.Frames {
		if f.CNP {
			continue
		}
		if gap != 0 {
			// Both times are rounded down to ns, and the later may be one more for a
			// notification of the same.
			require.InDelta(t, gap, f.At-before.At, 2, "packet %d", f.Seq)
		}
		for len(rows) > 0 && rows[0].At <= f.At && (rows[0].At < f.At || rows[0].Event.Kind != ir.OnCNP) {
			rate = rateOfRow(setup, &rows[0])
			rows = rows[1:]
		}
		wire := uint64(f.Bytes) - 44 + 48
		gap = int64(serial(wire, 100*gigabit) / event.Nanosecond)
		if rate < 100_000_000 {
			gap = int64(wire * 8_000_000 / rate)
			slower++
		}
		before = f
	}
	require.Greater(t, slower, 100)
}

// TestSentTimesOfTheLog: what a log tells a connection to have sent is what it sent.
func TestSentTimesOfTheLog(t *testing.T) {
	c := bottleneck(t, reaction.Choice{Algo: "dolcerc", Profile: "paper", Line: rateOf(100 * gigabit)}, nicmodel.NotifyCNP)
	c.End = 50 * event.Millisecond
	_, notes := proof{Config: c, cuts: [][2]int{}}.run(t)
	bytes, packets := uint64(0), uint64(0)
	for _, row := range notes.Rates {
		if row.Event.Kind == ir.OnSent {
			bytes += signalOf(c.NICs[0].Algorithm, &row, ir.SignalBytes)
			packets += signalOf(c.NICs[0].Algorithm, &row, ir.SignalPackets)
		}
	}
	require.Equal(t, uint64(4000), packets)
	require.Equal(t, uint64(4_000_000+4000*44), bytes)
}

// TestLogsDoNotDisturb: what is recorded does not change what happens.
func TestLogsDoNotDisturb(t *testing.T) {
	c := incast(t, 8, 3)
	c.End = 10 * event.Millisecond
	with, without := c, c
	with.Record = nicmodel.Record{AllRates: true, Captures: true, Pauses: true, Dependencies: true}
	a, _ := proof{Config: with, cuts: [][2]int{}}.run(t)
	b, _ := proof{Config: without, cuts: [][2]int{}}.run(t)
	require.Equal(t, a, b)
}
