package nicmodel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

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
			if s.chance(30) { // slow, and takes acknowledgements
				speed := func() string { return pick(s, "100Mb/s", "1Gb/s", "10Gb/s", "100Gb/s") }
				a, err := folder.Open("./testdata/turn", folder.Options{Set: []string{"Before=" + speed(), "After=" + speed(), fmt.Sprint("Acks=", 1+s.Below(9))}})
				require.NoError(t, err)
				n.Algorithm, n.Engine, n.Repace = &a.Setup, nil, n.Contexts == 0 && s.chance(50)
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
