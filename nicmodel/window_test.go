package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// windowed is two senders of testdata/window to one host, with some messages each.
func windowed(t testing.TB, set ...string) (nicmodel.Config, *driver.Setup) {
	t.Helper()
	a, err := folder.Open("./testdata/window", folder.Options{Set: append([]string{"Least=500B", "Most=64000B", "Period=50us", "Slow=10Gb/s", "Fast=100Gb/s"}, set...)})
	require.NoError(t, err)
	top := build(t, topology.Star{Hosts: 3, Rate: 100 * gigabit, Delay: event.Microsecond})
	plan := flows(flow{src: 0, dst: 2, bytes: 40_300}, flow{src: 1, dst: 2, bytes: 40_300})
	for k := range 12 {
		for conn := range uint32(2) {
			msg := plan.Messages[0]
			msg.Conn, msg.Bytes, msg.Start = conn, uint64(1+7777*k), event.Time(k)*event.Microsecond
			plan.Messages = append(plan.Messages, msg)
		}
	}
	plan.Sort()
	c := plain(top, plan)
	c.NICs[0].Algorithm = &a.Setup
	c.NICs[0].Notify = nicmodel.NotifyEcho
	c.Record.AllRates = true
	c.End = 100 * event.Millisecond
	return c, &a.Setup
}

// TestWindow: the payload in flight never exceeds the current window by more than one packet; the timer opens the
// window, also while the connection waits for it; all bytes are acknowledged.
func TestWindow(t *testing.T) {
	for _, most := range []string{"Most=500B", "Most=64000B"} {
		c, s := windowed(t, most)
		r, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
		require.Zero(t, r.Timeouts)
		under, window, total := [2]uint64{}, [2]uint64{500, 500}, [2]uint64{}
		at := s.Algorithm.Contract.Control(ir.ControlWindow, "").Index
		largest := uint64(0)
		for i := range notes.Rates {
			row := &notes.Rates[i]
			switch row.Event.Kind {
			case ir.OnSent:
				bytes := signalOf(s, row, ir.SignalBytes) - 44
				require.True(t, under[row.Conn] == 0 || under[row.Conn]+bytes <= window[row.Conn], "%d ns: %d and %d in a window of %d", row.At, under[row.Conn], bytes, window[row.Conn])
				under[row.Conn] += bytes
				total[row.Conn] += bytes
				largest = max(largest, under[row.Conn])
			case ir.OnAck:
				under[row.Conn] -= signalOf(s, row, ir.SignalAcked)
			}
			window[row.Conn] = row.Output[at]
		}
		require.Equal(t, [2]uint64{}, under)
		require.Equal(t, c.Plan.Bytes(), total[0]+total[1])
		if most == "Most=500B" {
			require.EqualValues(t, 1000, largest, "one packet may be under way")
		} else {
			require.Greater(t, largest, uint64(30_000))
		}
	}
}

// TestWindowOpensByTimer: a connection that waits for its window sends when the timer opens it, not
// when the next acknowledgement comes.
func TestWindowOpensByTimer(t *testing.T) {
	c, _ := windowed(t, "Least=1000B", "Period=2us")
	c.End = 20 * event.Millisecond
	for i := range c.Topology.Links {
		c.Topology.Links[i].Delay = 100 * event.Microsecond
	}
	_, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
	// The first acknowledgement comes after 400 us; the window is doubled at 2, 4, 6, ... us.
	var sent []int64
	for i := range notes.Rates {
		if row := &notes.Rates[i]; row.Conn == 0 && row.Event.Kind == ir.OnSent && row.At < 400_000 {
			sent = append(sent, row.At)
		}
	}
	require.Greater(t, len(sent), 20)
	require.EqualValues(t, 0, sent[0])
	// The packet goes before the timer at one nanosecond, and so is taken for one of the next.
	require.EqualValues(t, 2001, sent[1])
	require.EqualValues(t, 4001, sent[2])
}

// TestMessagesCarryTags: a message leaves with the tag and at the rate that were in force when its
// first packet left, its acknowledgements and its end bring the tag back, and the signals of the end
// are those of the message.
func TestMessagesCarryTags(t *testing.T) {
	for _, engine := range []*nicmodel.Engine{nil, {Cores: 2, ClockHz: gigabit, Depth: 1024, Target: "dpa", Cycles: 100}} {
		c, s := windowed(t, "Least=64000B")
		c.NICs[0].Engine = engine
		r, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
		tag := s.Algorithm.Contract.Signal(ir.SignalTag, "turn").Index
		byConn := [2][]nicmodel.Completion{}
		for _, d := range notes.Completions {
			byConn[d.Conn] = append(byConn[d.Conn], d)
		}
		// What the model gave a message is what the algorithm had returned when it began to leave.
		turns := [2]uint64{}
		given := map[uint32]uint64{}
		ended := [2]int{}
		rows := notes.Rates
		for i := range rows {
			row := &rows[i]
			switch row.Event.Kind {
			case ir.OnMessage:
				d := byConn[row.Conn][ended[row.Conn]]
				ended[row.Conn]++
				require.Equal(t, c.Plan.Messages[d.Message].Bytes, signalOf(s, row, ir.SignalLength))
				require.EqualValues(t, uint32(d.First/event.Nanosecond), signalOf(s, row, ir.SignalDeparted))
				given[d.Message] = row.Values[tag]
				require.LessOrEqual(t, row.Values[tag], turns[row.Conn])
				turns[row.Conn]++
			case ir.OnAck:
				require.LessOrEqual(t, row.Values[tag], turns[row.Conn])
			}
		}
		require.EqualValues(t, len(c.Plan.Messages), r.Completed)
		require.Len(t, given, len(c.Plan.Messages))
		several := map[uint64]bool{}
		for _, v := range given {
			several[v] = true
		}
		require.Greater(t, len(several), 3)
		if engine == nil {
			// By the log: the tag of a message is how many had ended when its first packet left.
			for _, list := range byConn {
				for _, d := range list {
					before := uint64(0)
					for _, e := range list {
						if e.At <= d.First {
							before++
						}
					}
					require.Equal(t, before, given[d.Message], "message %d", d.Message)
				}
			}
		}
	}
}

// TestMessageRate: each message keeps the rate that it left with.
func TestMessageRate(t *testing.T) {
	c, _ := windowed(t, "Least=64000000B", "Most=64000000B")
	c.Plan = flows(flow{src: 0, dst: 2, bytes: 100_000})
	for k := range 3 {
		msg := c.Plan.Messages[0]
		msg.Start = event.Time(1+k) * event.Millisecond
		c.Plan.Messages = append(c.Plan.Messages, msg)
	}
	c.Plan.Sort()
	_, notes := proof{Config: c, cuts: [][2]int{}}.run(t)
	for i, d := range notes.Completions {
		took := d.At - d.First
		if i%2 == 0 { // 99 packets at 10 Gb/s before the last
			require.Greater(t, took, 99*serial(1048, 10*gigabit))
		} else {
			require.Less(t, took, 20*event.Microsecond)
		}
	}
	require.Len(t, notes.Completions, 4)
}

// TestLossesAreTold: gaps and timeouts come with what is missing.
func TestLossesAreTold(t *testing.T) {
	c, s := windowed(t, "Least=16000B")
	for i := range c.Topology.Links {
		c.Topology.Links[i].LossPPB = 20_000_000
	}
	c.NICs[0].RTO = 200 * event.Microsecond
	c.Plan = plenty()
	r, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
	nacks, timeouts, lost := uint64(0), uint64(0), uint64(0)
	for i := range notes.Rates {
		row := &notes.Rates[i]
		switch row.Event.Kind {
		case ir.OnNack:
			nacks++
			require.Positive(t, signalOf(s, row, ir.SignalNackRTT))
		case ir.OnTimeout:
			timeouts++
		default:
			require.Zero(t, signalOf(s, row, ir.SignalLost))
			continue
		}
		require.Positive(t, signalOf(s, row, ir.SignalLost))
		lost += signalOf(s, row, ir.SignalLost)
	}
	require.Equal(t, r.GoBacks, nacks+timeouts)
	require.Equal(t, r.Timeouts, timeouts)
	require.Positive(t, nacks)
	require.Positive(t, timeouts)
	require.GreaterOrEqual(t, lost, nacks+timeouts)
}

func plenty() *workload.Plan {
	return flows(flow{src: 0, dst: 2, bytes: 2_000_000}, flow{src: 1, dst: 2, bytes: 2_000_000})
}

// TestAlgorithmRefuses: what no sender can run, and windows without acknowledgements.
func TestAlgorithmRefuses(t *testing.T) {
	for want, change := range map[string]func(c *nicmodel.Config){
		"ack_every: 2, but window gives a window, in which one packet may be all that is under way; use ack_every 1": func(c *nicmodel.Config) {
			c.NICs[0].AckEvery = 2
		},
		"algorithm: 3 parameters for window, which takes 5": func(c *nicmodel.Config) {
			a := *c.NICs[0].Algorithm
			a.Params = a.Params[:3]
			c.NICs[0].Algorithm = &a
		},
		"algorithm: a setup without algorithm or engine; give both (package codegen/driver)": func(c *nicmodel.Config) {
			c.NICs[0].Algorithm = &driver.Setup{}
		},
	} {
		c, _ := windowed(t)
		change(&c)
		_, err := nicmodel.New(&c)
		require.EqualError(t, err, want)
	}
}
