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
)

// turned is one flow of testdata/turn through a star, with others from the same host.
func turned(t testing.TB, others int, set ...string) (nicmodel.Config, *driver.Setup) {
	t.Helper()
	a, err := folder.Open("./testdata/turn", folder.Options{Set: set})
	require.NoError(t, err)
	list := []flow{{src: 0, dst: 1, bytes: 20_000}}
	for range others {
		list = append(list, flow{src: 0, dst: 1, bytes: 20_000})
	}
	c := plain(build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond}), flows(list...))
	c.NICs[0].Algorithm = &a.Setup
	c.Record.AllRates, c.Record.Captures = true, true
	return c, &a.Setup
}

// departures are the times, ns, at which packets of the first connection left.
func departures(t testing.TB, c nicmodel.Config) (list []int64) {
	t.Helper()
	_, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
	for _, f := range notes.Frames {
		if f.Conn == 0 && !f.CNP {
			list = append(list, f.At)
		}
	}
	return list
}

// TestRepace: with an acknowledgement that makes the rate ten times what it was, or a tenth, the next packet leaves when
// it would have, had the last one left at the new rate; without repace the one after does.
func TestRepace(t *testing.T) {
	// A packet of 1048 B takes 8384 ns at 1 Gb/s and 838.4 at 10. The first acknowledgement is there after
	// 2 (83.84 + 4.8) + 4000 ns.
	const first = 4177
	for _, c := range []struct {
		before, after  string
		keeps, repaces []int64
	}{
		{"Before=1Gb/s", "After=10Gb/s", []int64{0, 8384, 8384 + 838}, []int64{0, first, first + 838}},
		{"Before=1Gb/s", "After=100Gb/s", []int64{0, 8384, 8384 + 83}, []int64{0, first, first + 84}},
		{"Before=200Mb/s", "After=1Gb/s", []int64{0, 41920, 41920 + 8384}, []int64{0, 8384, 2 * 8384}},
		{"Before=10Gb/s", "After=1Gb/s", []int64{0, 838, 1676, 2515, 3353, 4192, 4192 + 8384}, []int64{0, 838, 1676, 2515, 3353, 3353 + 8384, 3353 + 2*8384}},
		{"Before=20Gb/s", "After=20Gb/s", []int64{0, 419, 838, 1257}, []int64{0, 419, 838, 1257}},
	} {
		config, _ := turned(t, 0, c.before, c.after, "Acks=1")
		require.Equal(t, c.keeps, departures(t, config)[:len(c.keeps)], "%s %s", c.before, c.after)
		config.NICs[0].Repace = true
		require.Equal(t, c.repaces, departures(t, config)[:len(c.repaces)], "%s %s", c.before, c.after)
	}
	// Of the port's rate a connection is always next in turn. That it is not any more is seen when its turn comes.
	config, _ := turned(t, 3, "Before=100Gb/s", "After=1Gb/s", "Acks=1")
	config.NICs[0].Repace = true
	at := departures(t, config)
	require.Len(t, at, 20)
	slow := 0
	for i := 1; i < len(at); i++ {
		if at[i] > first {
			require.GreaterOrEqual(t, at[i]-at[i-1], int64(8383), "packet %d", i)
			slow++
		}
	}
	require.Greater(t, slow, 5)
}

// TestOvershoot: a packet leaves while less than the window is unacknowledged, so that up to one packet more is.
func TestOvershoot(t *testing.T) {
	c, s := windowed(t, "Most=4500B")
	c.NICs[0].Overshoot = true
	r, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
	require.Zero(t, r.Timeouts)
	at := s.Algorithm.Contract.Control(ir.ControlWindow, "").Index
	under, window, over := [2]uint64{}, [2]uint64{500, 500}, 0
	for i := range notes.Rates {
		row := &notes.Rates[i]
		switch row.Event.Kind {
		case ir.OnSent:
			bytes := signalOf(s, row, ir.SignalBytes) - 44
			require.True(t, under[row.Conn] == 0 || under[row.Conn] < window[row.Conn], "%d ns: %d in a window of %d", row.At, under[row.Conn], window[row.Conn])
			if under[row.Conn] += bytes; under[row.Conn] > window[row.Conn] {
				over++
			}
		case ir.OnAck:
			under[row.Conn] -= signalOf(s, row, ir.SignalAcked)
		}
		window[row.Conn] = row.Output[at]
	}
	require.Greater(t, over, 20)
}

// TestRTTClock: RTTs are differences of time stamps that are whole ticks of the clock.
func TestRTTClock(t *testing.T) {
	config, s := turned(t, 0, "Before=7Gb/s", "After=7Gb/s", "Acks=1")
	_, exact := proof{Config: config, cuts: [][2]int{}}.run(t)
	config.NICs[0].Clock = 100 * event.Nanosecond
	_, notes := proof{Config: config, cuts: [][2]int{}}.run(t)
	require.Len(t, notes.Rates, 20)
	seen := map[uint64]bool{}
	for i := range notes.Rates {
		got, want := signalOf(s, &notes.Rates[i], ir.SignalRTT), signalOf(s, &exact.Rates[i], ir.SignalRTT)
		require.Zero(t, got%100)
		require.InDelta(t, want, got, 99.9)
		seen[got] = true
	}
	require.Equal(t, map[uint64]bool{4100: true, 4200: true}, seen)
}

// TestBadRules: settings without effect, or that conflict.
func TestBadRules(t *testing.T) {
	a, err := folder.Open("./testdata/turn", folder.Options{Set: []string{"Before=1Gb/s", "After=1Gb/s", "Acks=1"}})
	require.NoError(t, err)
	hops, err := folder.Open("./testdata/hops", folder.Options{Set: []string{"Least=2000B", "Most=200000B", "Queue=30000B"}})
	require.NoError(t, err)
	for want, change := range map[string]func(*nicmodel.NIC){
		"overshoot: true, but the algorithm gives no window in bytes; leave it out":                                     func(n *nicmodel.NIC) { n.Overshoot = true },
		"repace: true, but no acknowledgement changes a rate: the algorithm takes none, or gives no rate; leave it out": func(n *nicmodel.NIC) { n.Repace, n.Algorithm = true, &hops.Setup },
		"repace: true, but with contexts a time may be that of a fetch; leave one of them out":                          func(n *nicmodel.NIC) { n.Repace, n.Contexts, n.ContextMiss = true, 1, 1 },
		"repace: true, but with an engine a rate is in force when its handler ends; leave one of them out":              func(n *nicmodel.NIC) { n.Repace, n.Engine = true, &nicmodel.Engine{} },
		"rtt_clock: 1.5ns is not a whole number of ns up to 1s":                                                         func(n *nicmodel.NIC) { n.Clock = 1500 },
	} {
		n := nicmodel.DefaultNIC()
		n.Algorithm = &a.Setup
		require.NoError(t, n.Check())
		change(&n)
		require.EqualError(t, n.Check(), want)
	}
}
