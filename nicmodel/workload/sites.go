package workload

import (
	"fmt"

	"smartnic-cc/nicmodel/random"
)

// Sites is flows that begin at the times of a Poisson process, as those of Poisson, between hosts of
// several sites: a share of them, the far ones, from one site to another.
type Sites struct {
	// Poisson has the rest. Its Hosts fall into Number equal runs: the sites.
	Poisson
	// Number is the number of sites, 2 or more.
	Number uint32
	// Far is the share of far flows, in millionths.
	Far uint32
	// Front puts all far flows first: destinations are drawn uniformly among all other hosts until the share of far
	// flows is used up, and then within the site. Else each flow is far with that probability.
	Front bool
}

// Plan draws the flows. Times, pairs and sizes have separate streams. The error names the field that is out of range,
// or says that there would be too many flows.
func (g Sites) Plan() (*Plan, error) {
	n := uint32(len(g.Hosts))
	switch {
	case g.Number < 2 || g.Number > n/2:
		return nil, fmt.Errorf("workload sites: %d sites of %d hosts; use 2 sites or more of 2 hosts or more", g.Number, n)
	case n%g.Number != 0:
		return nil, fmt.Errorf("workload sites: %d hosts are not %d equal sites", n, g.Number)
	case g.Far > LoadUnit:
		return nil, fmt.Errorf("workload sites: a far share of %d millionths is above 1", g.Far)
	}
	p, err := g.Poisson.Plan()
	if err != nil {
		return nil, err
	}
	pairs := random.New(g.Seed, "site pairs", g.Index)
	per := n / g.Number
	left := uint64(len(p.Messages)) * uint64(g.Far) / LoadUnit
	ports := portMaker{}
	p.Conns = p.Conns[:0]
	for i := range p.Messages {
		src := pairs.Below(n)
		site := src / per
		dst := uint32(0)
		switch far := g.Front && left > 0; {
		case far:
			if dst = pairs.Below(n - 1); dst >= src {
				dst++
			}
			if dst/per != site {
				left--
			}
		case !g.Front && pairs.Below(LoadUnit) < g.Far:
			if dst = pairs.Below(n - per); dst >= site*per {
				dst += per
			}
		default:
			if dst = site*per + pairs.Below(per-1); dst >= src {
				dst++
			}
		}
		p.Messages[i].Conn = p.connect(ports, g.Hosts[src], g.Hosts[dst], g.Class)
	}
	return p, nil
}
