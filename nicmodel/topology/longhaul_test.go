package topology

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// TestLongHaul: the preset is two data centres without oversubscription, whose only joint is the long
// link; and what is out of range is named.
func TestLongHaul(t *testing.T) {
	top, err := Preset("longhaul32")
	require.NoError(t, err)
	require.Equal(t, "longhaul32", top.Name)
	require.Equal(t, [2]uint32{32, 18}, [2]uint32{top.Hosts, top.Switches})
	long := 0
	up := map[uint32]uint64{} // of each switch, bit/s
	down := map[uint32]uint64{}
	for _, l := range top.Links {
		if l.Delay == 500*event.Microsecond {
			long++
			require.EqualValues(t, 1600*gig, l.Rate)
			require.Equal(t, [2]uint32{48, 49}, [2]uint32{l.A, l.B})
			up[l.A] += l.Rate
			up[l.B] += l.Rate
			continue
		}
		require.Equal(t, us, l.Delay)
		down[l.B] += l.Rate
		up[l.A] += l.Rate
	}
	require.Equal(t, 1, long)
	for s := top.Hosts; s < top.Nodes(); s++ {
		require.GreaterOrEqual(t, up[s], down[s], "switch %d", s)
	}
	for s, tier := range top.Tier {
		switch {
		case tier == 2:
			require.Equal(t, uint16(NoPod), top.Pod[s])
		default:
			require.EqualValues(t, s%8/4, top.Pod[s], "switch %d", s)
		}
	}
	r := top.NextHops()
	require.Len(t, r.Path(nil, 0, 15), 4) // within a data centre: up and down
	require.Len(t, r.Path(nil, 15, 16), 7)

	good := LongHaul{ToRs: 1, HostsPerToR: 1, Aggs: 1, HostRate: gig, AggRate: gig, GatewayRate: gig, LongRate: gig, Delay: us, LongDelay: us}
	_, err = good.Build()
	require.NoError(t, err)
	for want, change := range map[string]func(*LongHaul){
		"topology long-haul: ToRs is 0; it has to be 1 at least":        func(g *LongHaul) { g.ToRs = 0 },
		"topology long-haul: Aggs is 0; it has to be 1 at least":        func(g *LongHaul) { g.Aggs = 0 },
		"topology long-haul: HostsPerToR is 1048577; 1048576 nodes fit": func(g *LongHaul) { g.HostsPerToR = 1<<20 + 1 },
		"topology long-haul: the delay between switch 6 and switch 7 is not above 0; parts of the model run ahead of one another by a link's delay, so give 1ps at least": func(g *LongHaul) { g.LongDelay = 0 },
		"topology long-haul: the rate between switch 6 and switch 7 is 0; a link needs a capacity":                                                                        func(g *LongHaul) { g.LongRate = 0 },
	} {
		g := good
		change(&g)
		_, err := g.Build()
		require.EqualError(t, err, want)
	}
}
