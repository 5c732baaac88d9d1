//go:build unix

package nicmodel_test

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
)

// stamping replaces the algorithm of a model by testdata/stamps.
func stamping(t testing.TB, c *nicmodel.Config, set ...string) *driver.Setup {
	t.Helper()
	a, err := folder.Open("./testdata/stamps", folder.Options{Set: append([]string{"Fabric=40", "NIC=50", "Gap=0"}, set...)})
	require.NoError(t, err)
	c.NICs[0].Algorithm = &a.Setup
	c.Record.AllRates = true
	return &a.Setup
}

// times are the time stamps of an event, ns.
func times(s *driver.Setup, row *nicmodel.RateRow) (sent, arrived, answered, returned uint64) {
	return signalOf(s, row, ir.SignalSentAt), signalOf(s, row, ir.SignalArrivedAt), signalOf(s, row, ir.SignalAnsweredAt), signalOf(s, row, ir.SignalReturnedAt)
}

// TestStampsAreWhatTapsSee: when a packet left is what a tap at the first switch says, when its answer left what one at
// the last switch says. A receiver that sends nothing answers as soon as the packet has passed its receive path.
func TestStampsAreWhatTapsSee(t *testing.T) {
	for _, delay := range []event.Time{0, 3 * event.Microsecond} {
		c, _ := traced(t)
		s := stamping(t, &c)
		c.NICs[0].ReceiveDelay = delay
		_, notes, w := tapped(t, c, [][2]int{{2, 1}, {4, 2}})
		first, last, hops := [5]int{4: 3}, [5]int{3, 3, 1, 0, 0}, [5]uint64{4, 4, 2, 1, 4}
		type packet struct{ conn, seq uint32 }
		left, answers := map[packet]event.Time{}, map[packet]event.Time{}
		for i := range w {
			for _, a := range w[i] {
				key, at := packet{a.Conn, a.Seq}, a.at-event.Microsecond-serial(uint64(a.Size), 100*gigabit)
				if a.Kind == fabric.Data && i == first[a.Conn] {
					left[key] = at
				}
				// Both ends of connection 3 are at one switch; no other answers come in from a host there.
				if a.Kind == fabric.Ack && i == last[a.Conn] && answers[key] == 0 {
					answers[key] = at
				}
			}
		}
		var seqs [5]uint32
		waited := 0
		for i := range notes.Rates {
			row := &notes.Rates[i]
			seq := seqs[row.Conn]
			seqs[row.Conn]++
			sent, arrived, answered, returned := times(s, row)
			require.EqualValues(t, left[packet{row.Conn, seq}]/event.Nanosecond, sent)
			require.EqualValues(t, answers[packet{row.Conn, seq + 1}]/event.Nanosecond, answered, "connection %d packet %d", row.Conn, seq)
			require.Equal(t, hops[row.Conn], signalOf(s, row, ir.SignalForwardHops))
			require.EqualValues(t, 1, signalOf(s, row, ir.SignalAckedPackets))
			require.Zero(t, signalOf(s, row, ir.SignalRxLevel))
			require.Greater(t, arrived, sent+1000*hops[row.Conn])
			if row.Conn == 2 { // to the host that sends nothing
				require.Equal(t, arrived+uint64(delay/event.Nanosecond), answered)
			} else if answered > arrived+uint64(delay/event.Nanosecond)+1 {
				waited++
			}
			require.LessOrEqual(t, returned+uint64(delay/event.Nanosecond), uint64(row.At)+1)
			require.InDelta(t, returned-sent+uint64(delay/event.Nanosecond), signalOf(s, row, ir.SignalRTT), 1)
		}
		require.Equal(t, [5]uint32{701, 701, 400, 100, 300}, seqs)
		require.Positive(t, waited, "answers waited for data")
	}
}

// TestStampsComeBack: with losses, cores, a coarse clock and acknowledgements that wait with data, an answer's stamps
// are in order, a NACK has them, and acknowledged packets add up to all. An answer may be both: it brings them twice.
func TestStampsComeBack(t *testing.T) {
	for name, change := range map[string]func(*nicmodel.Config){
		"losses": func(*nicmodel.Config) {},
		"cores": func(c *nicmodel.Config) {
			c.NICs[0].Engine = &nicmodel.Engine{Cores: 2, ClockHz: gigabit, Depth: 64, Target: "dpa", Cycles: 300}
		},
		"clock":     func(c *nicmodel.Config) { c.NICs[0].Clock = 128 * event.Nanosecond },
		"with data": func(c *nicmodel.Config) { c.NICs[0].AckAsData = true },
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := traced(t)
			s := stamping(t, &c)
			for i := range c.Topology.Links {
				c.Topology.Links[i].LossPPB = 20_000_000
			}
			c.NICs[0].RTO = 200 * event.Microsecond
			change(&c)
			r, notes := proof{Config: c, cuts: [][2]int{{2, 2}, {4, 2}}}.run(t)
			require.Zero(t, r.Engine.Lost)
			unit := uint64(max(c.NICs[0].Clock, event.Nanosecond) / event.Nanosecond)
			acked, hops, nacks, both := [5]uint64{}, [5]uint64{4, 4, 2, 1, 4}, 0, 0
			for i := range notes.Rates {
				row := &notes.Rates[i]
				sent, arrived, answered, returned := times(s, row)
				if row.Event.Kind == ir.OnTimeout {
					require.Zero(t, sent+arrived+answered+returned)
					continue
				}
				acked[row.Conn] += signalOf(s, row, ir.SignalAckedPackets)
				require.Equal(t, hops[row.Conn], signalOf(s, row, ir.SignalForwardHops))
				require.Zero(t, (sent|arrived|answered|returned)%unit)
				require.Less(t, sent, arrived)
				require.LessOrEqual(t, arrived, answered)
				require.Less(t, answered, returned)
				require.LessOrEqual(t, returned, uint64(row.At))
				if row.Event.Kind != ir.OnNack {
					continue
				}
				nacks++
				require.Zero(t, signalOf(s, row, ir.SignalRefused))
				for k := i - 1; k >= 0 && row.At-notes.Rates[k].At < 2000; k-- {
					before := &notes.Rates[k]
					if before.Conn == row.Conn && before.Event.Kind == ir.OnAck && signalOf(s, before, ir.SignalReturnedAt) == returned {
						both++
					}
				}
			}
			require.Equal(t, [5]uint64{701, 701, 400, 100, 300}, acked)
			require.Greater(t, nacks, 20)
			require.Positive(t, both)
		})
	}
}

// TestWindowsInPackets: as many packets are in flight as the smaller window says, whatever their payload, and one if it
// says none; packets are the gap apart, or as far as the window and the link have them.
func TestWindowsInPackets(t *testing.T) {
	for _, tt := range []struct {
		set  []string
		most uint64
		gap  event.Time
	}{
		{[]string{"Fabric=7", "NIC=9"}, 7, 0},
		{[]string{"Fabric=9", "NIC=6"}, 6, 0},
		{[]string{"Fabric=0", "NIC=6"}, 1, 0},
		{[]string{"Fabric=100", "Gap=1500"}, 3, 1500 * event.Nanosecond},
		{[]string{"Fabric=1", "Gap=9000"}, 1, 9 * event.Microsecond},
	} {
		for _, engine := range []*nicmodel.Engine{nil, {Cores: 1, ClockHz: gigabit, Depth: 64, Target: "dpa", Cycles: 10}} {
			plan := flows(flow{src: 0, dst: 1, bytes: 20_000})
			for range 40 {
				msg := plan.Messages[0]
				msg.Bytes = 100
				plan.Messages = append(plan.Messages, msg)
			}
			c := plain(build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond}), plan)
			s := stamping(t, &c, tt.set...)
			c.NICs[0].Engine = engine
			c.Record.Captures = true
			_, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
			require.Len(t, notes.Frames, 60)
			begins := make([]int64, 60)
			for i := range notes.Frames {
				begins[notes.Frames[i].Seq] = notes.Frames[i].At
			}
			most, acked := uint64(0), uint64(0)
			for seq, at := range begins {
				for int(acked) < len(notes.Rates) && int64(signalOf(s, &notes.Rates[acked], ir.SignalReturnedAt)) <= at {
					acked++
				}
				most = max(most, uint64(seq)+1-acked)
				if seq > 0 && tt.gap > 0 {
					require.GreaterOrEqual(t, at-begins[seq-1], int64(tt.gap/event.Nanosecond))
					require.LessOrEqual(t, at-begins[seq-1], int64(tt.gap/event.Nanosecond)+1)
				}
			}
			require.Equal(t, tt.most, most, "%v", tt.set)
		}
	}
}

// TestReceiverRefuses: the level that answers bring is that of a buffer that drains at its rate, by the times at which
// packets came; what had no room is refused, and all arrives in the end, no faster than the host takes it.
func TestReceiverRefuses(t *testing.T) {
	const size, rate = 30_000, 20 * gigabit
	for _, delay := range []event.Time{0, event.Microsecond} {
		plan := flows(flow{src: 0, dst: 2, bytes: 300_200}, flow{src: 1, dst: 2, bytes: 300_000})
		c := plain(build(t, topology.Star{Hosts: 3, Rate: 100 * gigabit, Delay: event.Microsecond}), plan)
		s := stamping(t, &c)
		c.NICs[0].ReceiveDelay = delay
		c.NICs[0].RxBuffer = &nicmodel.RxBuffer{Bytes: size, Rate: rate}
		r, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
		require.Zero(t, r.Timeouts)
		refused, most, last := 0, uint64(0), int64(0)
		// Answers come back in the order in which packets came: both connections have the same path.
		fill, at := 0.0, uint64(0)
		next := [2]uint64{}
		packets := [2]uint64{301, 300}
		for i := range notes.Rates {
			row := &notes.Rates[i]
			_, arrived, _, _ := times(s, row)
			fill, at = max(fill-float64(arrived-at)*rate/8e9, 0), arrived
			level, no := signalOf(s, row, ir.SignalRxLevel), signalOf(s, row, ir.SignalRefused)
			payload := 1000.0
			if row.Conn == 0 && next[0] == packets[0]-1 {
				payload = 200
			}
			if row.Event.Kind == ir.OnNack {
				require.EqualValues(t, 1, no)
				require.Greater(t, fill+payload, size-10.0)
				refused++
			} else {
				require.Zero(t, no)
				next[row.Conn] += signalOf(s, row, ir.SignalAckedPackets)
				fill += payload
				require.LessOrEqual(t, fill, size+10.0)
			}
			// A time stamp is up to 1 ns early, 2.5 bytes of what drains, each time that the buffer does not run dry.
			require.InDelta(t, fill/size*65536, level, 100)
			most, last = max(most, level), row.At
		}
		require.Equal(t, packets, next)
		require.Greater(t, refused, 5)
		require.Greater(t, most, uint64(63_000))
		require.Greater(t, float64(last), (600_200-size)*8e9/rate)
	}
}

// TestReceiverBufferRefusals: what makes no sense is refused.
func TestReceiverBufferRefusals(t *testing.T) {
	for want, change := range map[string]func(n *nicmodel.NIC){
		"rx_buffer: 0 bytes; use 1 to 16777216":                                                                      func(n *nicmodel.NIC) { n.RxBuffer.Bytes = 0 },
		"rx_rate: 7 bit/s; use 1 Mb/s to 1.6 Tb/s":                                                                   func(n *nicmodel.NIC) { n.RxBuffer.Rate = 7 },
		"rx_buffer: 999 bytes have no room for a packet of 1000; make it larger":                                     func(n *nicmodel.NIC) { n.RxBuffer.Bytes = 999 },
		"repace: true, but the algorithm gives a gap, which counts from the next packet on; leave it out":            func(n *nicmodel.NIC) { n.Repace = true },
		"overshoot: true, but the algorithm gives no window in bytes; leave it out":                                  func(n *nicmodel.NIC) { n.Overshoot = true },
		"ack_every: 2, but stamps gives a window, in which one packet may be all that is under way; use ack_every 1": func(n *nicmodel.NIC) { n.AckEvery = 2 },
	} {
		c, _ := traced(t)
		stamping(t, &c)
		c.NICs[0].RxBuffer = &nicmodel.RxBuffer{Bytes: 1 << 16, Rate: gigabit}
		change(&c.NICs[0])
		_, err := nicmodel.New(&c)
		require.EqualError(t, err, want)
	}
}

// TestNotesAllocateNothing: nor do time stamps, copies of notes that wait for a core, and refusals.
func TestNotesAllocateNothing(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, partitions := range []int{1, 2} {
		c := plain(build(t, topology.Dumbbell{Left: 2, Right: 2, HostRate: 100 * gigabit, TrunkRate: 100 * gigabit, HostDelay: event.Microsecond, TrunkDelay: event.Microsecond}),
			flows(flow{src: 0, dst: 2, bytes: 1 << 30}, flow{src: 1, dst: 2, bytes: 1 << 30}, flow{src: 3, dst: 0, bytes: 1 << 30}))
		stamping(t, &c)
		c.Record.AllRates = false
		c.Partitions = partitions
		c.NICs[0].RxBuffer = &nicmodel.RxBuffer{Bytes: 60_000, Rate: 70 * gigabit}
		c.NICs[0].Engine = &nicmodel.Engine{Cores: 2, ClockHz: gigabit, Depth: 1024, Target: "dpa", Cycles: 100}
		r := allocatesNothing(t, &c)
		require.Greater(t, r.GoBacks, uint64(50))
		require.Greater(t, r.Engine.Losses, uint64(50))
	}
}
