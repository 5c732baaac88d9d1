package workload

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

const (
	gig = 1_000_000_000
	us  = event.Microsecond
)

func dist(t testing.TB, name string) *Distribution {
	d, err := Named(name)
	require.NoError(t, err)
	return d
}

// hosts returns 0..n-1.
func hosts(n uint32) []uint32 {
	h := make([]uint32, n)
	for i := range h {
		h[i] = uint32(i)
	}
	return h
}

// star returns n hosts on one switch.
func star(t testing.TB, n uint32) *topology.Topology {
	top, err := topology.Star{Hosts: n, Rate: 100 * gig, Delay: us}.Build()
	require.NoError(t, err)
	return top
}

type planner interface{ Plan() (*Plan, error) }

// planned makes a plan and validates it for a number of hosts.
func planned(t testing.TB, g planner, hosts uint32, end event.Time) *Plan {
	p, err := g.Plan()
	require.NoError(t, err)
	require.NoError(t, p.Validate(hosts, end))
	return p
}
