package workload

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

func sites(t testing.TB, front bool) Sites {
	return Sites{Poisson: Poisson{Hosts: hosts(32), Load: 993_000, Rate: 100 * gig, Size: dist(t, "websearch"), Duration: 10 * event.Millisecond, Class: 1, Seed: 1},
		Number: 2, Far: 166_667, Front: front}
}

// TestSites: times and sizes are those of Poisson; the share of far flows is what was asked for, and at
// the front they are over when there are as many.
func TestSites(t *testing.T) {
	for _, front := range []bool{true, false} {
		g := sites(t, front)
		p := planned(t, g, 32, g.Duration)
		base := planned(t, g.Poisson, 32, g.Duration)
		n := len(p.Messages)
		require.InDelta(t, 2321, n, 5*math.Sqrt(2321)) // the prototype's list has 2321 flows
		require.Len(t, p.Conns, n)
		far, last := 0, 0
		var to [2][2]int
		for i, m := range p.Messages {
			require.Equal(t, base.Messages[i].Start, m.Start)
			require.Equal(t, base.Messages[i].Bytes, m.Bytes)
			c := p.Conns[m.Conn]
			a, b := c.Src/16, c.Dst/16
			to[a][b]++
			if a != b {
				far++
				last = i
			}
		}
		// Sources are uniform, and both sites alike.
		require.InDelta(t, n/2, to[0][0]+to[0][1], 5*math.Sqrt(float64(n)/4))
		require.InDelta(t, far/2, to[0][1], 5*math.Sqrt(float64(far)/4))
		if !front {
			require.InDelta(t, float64(n)/6, far, 5*math.Sqrt(float64(n)*5/36))
			require.Greater(t, last, n*9/10)
			continue
		}
		require.Equal(t, n/6, far)
		// Of all other hosts 16 of 31 are far: 52 % of the flows are, while there are any.
		require.InDelta(t, float64(far)*31/16, last, 5*math.Sqrt(float64(far)))
		require.InDelta(t, 3.07, float64(p.Messages[last].Start)/float64(event.Millisecond), 0.5) // the prototype's
	}
}

func TestSitesAreRefused(t *testing.T) {
	for want, change := range map[string]func(*Sites){
		"workload sites: 1 sites of 32 hosts; use 2 sites or more of 2 hosts or more":  func(g *Sites) { g.Number = 1 },
		"workload sites: 17 sites of 32 hosts; use 2 sites or more of 2 hosts or more": func(g *Sites) { g.Number = 17 },
		"workload sites: 32 hosts are not 3 equal sites":                               func(g *Sites) { g.Number = 3 },
		"workload sites: a far share of 1000001 millionths is above 1":                 func(g *Sites) { g.Far = LoadUnit + 1 },
		"workload poisson: the rate of the hosts is 0":                                 func(g *Sites) { g.Rate = 0 },
	} {
		g := sites(t, true)
		change(&g)
		_, err := g.Plan()
		require.EqualError(t, err, want)
	}
}
