package exact_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/exact"
	"smartnic-cc/nicmodel/topology"
)

// TestPairs: the largest round trip and window of a star and of the fabric with 320 hosts, as the simulator prints
// them (maxRtt, maxBdp).
func TestPairs(t *testing.T) {
	star, err := topology.Star{Hosts: 9, Rate: 100e9, Delay: event.Microsecond}.Build()
	require.NoError(t, err)
	require.Equal(t, exact.Pairs{RTT: 4160, BDP: 52_000, Alike: true}, exact.NewNetwork(star, false).Pairs(1000))
	fabric, err := topology.Preset("hpcc320")
	require.NoError(t, err)
	require.Equal(t, exact.Pairs{RTT: 12_240, BDP: 153_000}, exact.NewNetwork(fabric, false).Pairs(1000))
}

// TestUnlikePairs: the two hosts with long links, or slow ones, of a star are the largest pair, though neither is the
// switch's first host.
func TestUnlikePairs(t *testing.T) {
	star, err := topology.Star{Hosts: 4, Rate: 100e9, Delay: event.Microsecond}.Build()
	require.NoError(t, err)
	star.Links[1].Delay, star.Links[2].Delay = 2*event.Microsecond, 2*event.Microsecond
	require.Equal(t, exact.Pairs{RTT: 8160, BDP: 102_000}, exact.NewNetwork(star, false).Pairs(1000))
	star.Links[1].Rate, star.Links[2].Rate = 25e9, 25e9
	require.Equal(t, uint64(8640), exact.NewNetwork(star, false).Pairs(1000).RTT)
}
