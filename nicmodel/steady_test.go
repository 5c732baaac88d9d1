package nicmodel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// other draws an algorithm that takes acknowledgements, hops or the ends of messages, and may give a gap.
func (s *shape) other() *driver.Setup {
	speed := func() string { return pick(s, "200Mb/s", "1Gb/s", "10Gb/s", "100Gb/s") }
	name, set := "./testdata/turn", []string{"Before=" + speed(), "After=" + speed(), fmt.Sprint("Acks=", 1+s.Below(9))}
	switch s.Below(4) {
	case 0:
		name, set = "./testdata/noted", []string{"Free=" + speed(), "Full=" + speed()}
	case 1:
		name, set = "./testdata/spaced", []string{"Rate=" + speed(), fmt.Sprint("Gap=", pick[uint32](s, 0, 700, 20_000))}
	}
	a, err := folder.Open(name, folder.Options{Set: set})
	require.NoError(s.t, err)
	return &a.Setup
}

// TestSteady: what is usual at a host is handled in one loop, but not while bytes are counted in bins. Neither
// results nor records depend on it.
func TestSteady(t *testing.T) {
	for seed := range uint64(150) {
		s := &shape{Source: random.New(seed, "steady", 0), t: t}
		c, _ := s.config()
		for i := range c.NICs {
			n := &c.NICs[i]
			if s.chance(90) {
				n.AckEvery, n.ReceiveDelay = 1, 0
			}
			if s.chance(80) {
				n.Window, n.Engine = 0, nil
			}
			if s.chance(45) { // other algorithms: slow, and with what they take and give
				n.Algorithm, n.Engine = s.other(), nil
				n.Repace = s.chance(50) && n.Algorithm.Handles(ir.OnAck) && n.Contexts == 0
			}
			if s.chance(50) {
				n.RTO = pick(s, 30*event.Microsecond, 200*event.Microsecond) // between the packets of a slow sender, too
			}
		}
		for i := range c.Plan.Messages {
			c.Plan.Messages[i].Bytes *= 1 + s.Below64(8)
		}
		if s.chance(50) {
			c.Record.AllRates, c.Record.Captures = false, false
		}
		c.End = 5 * event.Millisecond
		p := proof{Config: c, unfinished: true}
		want, counted := p.once(t, 1, 1)
		require.NotEmpty(t, counted.Traffic)
		p.Record.Bin = 0
		got, notes := p.once(t, 1, 1)
		require.Equal(t, want, got, "seed %d", seed)
		require.Equal(t, counted.Completions, notes.Completions, "seed %d", seed)
		require.Equal(t, counted.Rates, notes.Rates, "seed %d", seed)
		require.Equal(t, counted.Frames, notes.Frames, "seed %d", seed)
	}
}

// TestSteadyBesideOwnEvents: a host begins a message about when another's packet arrives. An arrival comes before what
// begins at the same time, and after what begins a picosecond before. A third message begins while the first is sent alone.
func TestSteadyBesideOwnEvents(t *testing.T) {
	const delay = event.Microsecond
	links := []topology.Link{{A: 0, B: 2, Rate: 100 * gigabit, Delay: delay}, {A: 1, B: 2, Rate: 100 * gigabit, Delay: delay}}
	nic := nicmodel.DefaultNIC()
	arrives := 2 * (serial(uint64(nic.Wire()), 100*gigabit) + delay)
	digests := map[uint64]bool{}
	for after := event.Time(-2); after <= 2; after++ {
		c := plain(wired(t, 2, 1, links...), flows(flow{src: 0, dst: 1, bytes: 100_000}, flow{src: 1, dst: 0, bytes: 100_000, at: arrives + after}, flow{src: 0, dst: 1, bytes: 20_000, at: 2*delay + delay/2}))
		got, _ := proof{Config: c}.once(t, 1, 1)
		c.Record.Bin = event.Microsecond
		want, _ := proof{Config: c}.once(t, 1, 1)
		require.Equal(t, want, got, "%d ps after", after)
		digests[got.Digest] = true
	}
	require.Greater(t, len(digests), 2, "the order has no effect")
}

// behindBurst is a slow sender, alone on its host, whose packets after the first wait behind another host's burst of half a
// megabyte, three quarters of which a port has to hold.
func behindBurst(t *testing.T, gap event.Time) nicmodel.Config {
	const delay = event.Microsecond
	links := []topology.Link{{A: 0, B: 3, Rate: 100 * gigabit, Delay: delay}, {A: 1, B: 3, Rate: 100 * gigabit, Delay: delay}, {A: 2, B: 3, Rate: 400 * gigabit, Delay: delay}}
	a, err := folder.Open("./testdata/spaced", folder.Options{Set: []string{"Rate=100Gb/s", fmt.Sprint("Gap=", uint64(gap/event.Nanosecond))}})
	require.NoError(t, err)
	burst := flow{src: 2, dst: 1, bytes: 500_000, at: 40*event.Microsecond - serial(500_000, 400*gigabit)}
	c := plain(wired(t, 3, 1, links...), flows(flow{src: 0, dst: 1, bytes: 20_000}, burst))
	c.NICs = append(c.NICs, c.NICs[0])
	c.NICs[0].Algorithm = &a.Setup
	c.Kind = []uint8{0, 1, 1}
	return c
}

// TestTimeoutFromTheLastPacket: a packet waits for less than the timeout, which does not count from the last
// acknowledgement: nothing was in flight since.
func TestTimeoutFromTheLastPacket(t *testing.T) {
	c := behindBurst(t, 40*event.Microsecond)
	c.NICs[0].RTO, c.NICs[1].RTO = 42*event.Microsecond, event.Millisecond
	r, _ := proof{Config: c, cuts: [][2]int{}}.run(t)
	require.Zero(t, r.Timeouts)
	require.Greater(t, r.RTTs.Max, 10*event.Microsecond)
}

// TestSteadyMarkedShare: the marked share of a message counts all its packets.
func TestSteadyMarkedShare(t *testing.T) {
	c := behindBurst(t, 4*event.Microsecond)
	c.NICs[0].Notify = nicmodel.NotifyNone
	c.Fabric.Marking = []fabric.Marking{{Kmin: 1, Kmax: 2, PmaxPPM: 1_000_000}}
	c.Record.AllRates = true
	_, got := proof{Config: c}.once(t, 1, 1)
	c.Record.Bin = event.Microsecond
	_, want := proof{Config: c}.once(t, 1, 1)
	require.Equal(t, want.Rates, got.Rates)
	require.Len(t, got.Rates, 1)
	share := signalOf(c.NICs[0].Algorithm, &got.Rates[0], ir.SignalMarkedShare)
	require.Greater(t, share, uint64(0xFFFF/20))
	require.Less(t, share, uint64(0x10000*19/20))
}

// TestSteadyRepace: a rate that falls moves the next packet of a lone sender behind the time at which its host was to wake.
func TestSteadyRepace(t *testing.T) {
	c, _ := turned(t, 0, "Before=10Gb/s", "After=1Gb/s", "Acks=1")
	c.NICs[0].Repace = true
	c.Record.AllRates, c.Record.Captures = false, false
	got, _ := proof{Config: c}.once(t, 1, 1)
	c.Record.Bin = event.Microsecond
	want, _ := proof{Config: c}.once(t, 1, 1)
	require.Equal(t, want, got)
}
