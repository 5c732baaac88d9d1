package nicmodel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// idealSizes are sizes around one packet, small ones, and large ones.
var idealSizes = []uint64{1, 2, 11, 12, 13, 47, 500, 999, 1000, 1001, 1002, 1011, 1012, 1013, 1500, 1999, 2000, 2001, 3001, 10_000, 65_537, 1_000_000, 10_000_000}

// TestIdealOfALoneFlow: a flow that is alone takes exactly its ideal time, whatever the
// number of links, their rates and the size.
func TestIdealOfALoneFlow(t *testing.T) {
	leaf := func(host, up uint64) *topology.Topology {
		return build(t, topology.LeafSpine{Leaves: 2, HostsPerLeaf: 2, Spines: 2, HostRate: host * gigabit, UpRate: up * gigabit, Delay: 1500 * event.Nanosecond})
	}
	fat := func(host, agg, core uint64) *topology.Topology {
		return build(t, topology.FatTree{Pods: 2, ToRPerPod: 2, HostsPerToR: 2, AggPerPod: 2, Cores: 4,
			HostRate: host * gigabit, AggRate: agg * gigabit, CoreRate: core * gigabit, Delay: event.Microsecond})
	}
	for _, one := range []struct {
		name string
		top  *topology.Topology
		dst  []uint32 // from host 0
	}{
		{"star", build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond}), []uint32{1}},
		{"uneven star", mixed(t), []uint32{1, 2, 3, 4, 5, 6}},
		{"56 Gb/s", build(t, topology.Star{Hosts: 2, Rate: 56 * gigabit, Delay: event.Nanosecond}), []uint32{1}},
		{"leaf-spine 100/100", leaf(100, 100), []uint32{1, 2, 3}},
		{"leaf-spine 100/400", leaf(100, 400), []uint32{1, 3}},
		{"leaf-spine 400/100", leaf(400, 100), []uint32{1, 3}},
		{"fat tree 100/100/100", fat(100, 100, 100), []uint32{1, 2, 4, 7}},
		{"fat tree 100/400/400", fat(100, 400, 400), []uint32{1, 3, 5}},
		{"fat tree 400/200/100", fat(400, 200, 100), []uint32{1, 3, 5}},
		{"fat tree 200/40/100", fat(200, 40, 100), []uint32{1, 3, 5}},
	} {
		for _, dst := range one.dst {
			t.Run(fmt.Sprintf("%s to %d", one.name, dst), func(t *testing.T) {
				for _, size := range idealSizes {
					for _, every := range []uint16{1, 0, 3} {
						c := plain(one.top, flows(flow{src: 0, dst: dst, bytes: size, at: 123_457}))
						c.NICs[0].AckEvery = every
						c.NICs[0].ReceiveDelay = event.Time(every) * 300 * event.Nanosecond
						c.NICs[0].RTO = event.Second
						lone(t, c, fmt.Sprintf("%d bytes, an acknowledgement every %d", size, every))
					}
				}
			})
		}
	}
}

// lone runs a model of one flow and compares its time with the ideal.
func lone(t testing.TB, c nicmodel.Config, what string) {
	t.Helper()
	m, err := nicmodel.New(&c)
	require.NoError(t, err)
	ideal := m.Ideal(0, c.Plan.Messages[0].Bytes)
	notes := &notebook{}
	r, err := m.Run(notes, nil)
	require.NoError(t, err)
	require.True(t, r.Conserved())
	require.Len(t, notes.Completions, 1)
	k := notes.Completions[0]
	require.Equal(t, k.Posted, k.First, what)
	require.Equal(t, ideal, k.At-k.Posted, what)
}

// TestIdealByHand computes the ideal of one packet and of many over two links again.
func TestIdealByHand(t *testing.T) {
	const rate = 100 * gigabit
	top := build(t, topology.Star{Hosts: 2, Rate: rate, Delay: event.Microsecond})
	c := plain(top, flows(flow{src: 0, dst: 1, bytes: 1}))
	m, err := nicmodel.New(&c)
	require.NoError(t, err)
	ways := 4*event.Microsecond + 2*serial(60, rate)
	for _, n := range []uint64{1, 2, 3, 1000} {
		// n full packets: they follow one another on the first link, and the last one takes
		// its time on the second.
		want := event.Time(n+1)*serial(1048, rate) + ways
		require.Equal(t, want, m.Ideal(0, 1000*n), "%d packets", n)
	}
	require.Equal(t, 2*serial(49, rate)+ways, m.Ideal(0, 1))
	// Behind a full packet, the second link has to send that first.
	require.Equal(t, 2*serial(1048, rate)+serial(148, rate)+ways, m.Ideal(0, 1100))
}

// TestIdealOfRandomPaths draws chains of switches with random rates and delays, packet
// sizes and messages.
func TestIdealOfRandomPaths(t *testing.T) {
	rates := []uint64{10, 25, 40, 56, 100, 200, 400, 800}
	for seed := range uint64(300) {
		s := random.New(seed, "paths", 0)
		n := 1 + s.Below(6)
		var links []topology.Link
		link := func(a, b uint32) {
			links = append(links, topology.Link{A: a, B: b, Rate: rates[s.Below(uint32(len(rates)))] * gigabit, Delay: event.Time(1 + s.Below(5_000_000))})
		}
		link(0, 2)
		for i := range n - 1 {
			link(2+i, 3+i)
		}
		link(1, 2+n-1)
		size := 1 + s.Below64(uint64(1)<<(1+s.Below(20)))
		c := plain(wired(t, 2, n, links...), flows(flow{src: 0, dst: 1, bytes: size}))
		c.NICs[0].Payload = uint16(64 + s.Below(4000))
		c.NICs[0].Header = uint16(s.Below(100))
		c.NICs[0].AckBytes = uint16(1 + s.Below(100))
		c.NICs[0].AckEvery = uint16(s.Below(5))
		c.NICs[0].ReceiveDelay = event.Time(s.Below(1_000_000))
		c.NICs[0].RTO = 0
		c.Fabric.MTUWire = 5000
		c.Fabric.Buffer.Bytes = 1 << 30
		lone(t, c, fmt.Sprintf("seed %d: %d switches, %d bytes, %+v", seed, n, size, c.NICs[0]))
	}
}
