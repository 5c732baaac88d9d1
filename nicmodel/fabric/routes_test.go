package fabric

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/topology"
)

// TestMix: Mix is a bijection, so that it has no two equal values; of 2^20 arguments it
// has none. A bit of the argument moves half of the result's bits on average, each
// between 45 and 55 % of the time.
func TestMix(t *testing.T) {
	seen := make(map[uint32]bool, 1<<20)
	for x := range uint32(1 << 20) {
		v := Mix(x * 4099)
		require.False(t, seen[v])
		seen[v] = true
	}
	for in := range 32 {
		var moved [32]int
		const n = 20_000
		for x := range uint32(n) {
			for d := Mix(x*2_654_435) ^ Mix(x*2_654_435^1<<in); d != 0; d &= d - 1 {
				moved[bits.TrailingZeros32(d)]++
			}
		}
		for out, m := range moved {
			require.InDelta(t, n/2, m, n*0.05, "bit %d to bit %d", in, out)
		}
	}
}

// TestSpread: connections of one host pair, that differ by a port, and of many pairs, are
// dealt evenly to any number of ways at any switch. The sum of (m - n/ways)^2/(n/ways) is
// chi-square with ways - 1 degrees: mean ways-1, variance 2(ways-1); six standard
// deviations are allowed.
func TestSpread(t *testing.T) {
	const n = 60_000
	for _, ways := range []uint16{2, 3, 4, 5, 7, 8, 16, 60} {
		for seed := range uint32(4) {
			for name, hash := range map[string]func(i uint32) uint32{
				"ports": func(i uint32) uint32 { return TupleHash(3, 4, uint16(i), 4791) },
				"pairs": func(i uint32) uint32 { return TupleHash(i%250, 250+i/250, 10_000, 4791) },
			} {
				count := make([]int, ways)
				for i := range uint32(n) {
					count[spread(hash(i)^Mix(seed), int(ways))]++
				}
				mean := n / int(ways)
				sum := 0
				for _, m := range count {
					sum += (m - mean) * (m - mean)
				}
				degrees := int(ways) - 1
				over := sum/mean - degrees
				require.False(t, over > 0 && over*over > 36*2*degrees+36, "%d ways, seed %d, %s: chi-square %d", ways, seed, name, sum/mean)
			}
		}
	}
}

// TestPaths: a packet that follows its path takes the ports that Way names, in a row of switches that no
// path has room for, from each of them; and from further on when the path ends.
func TestPaths(t *testing.T) {
	const switches = 60
	top := &topology.Topology{Hosts: switches, Switches: switches}
	for i := range uint32(switches) {
		top.Links = append(top.Links, topology.Link{A: i, B: switches + i, Rate: 1e9, Delay: 1000})
		if i > 0 {
			top.Links = append(top.Links, topology.Link{A: switches + i - 1, B: switches + i, Rate: 1e9, Delay: 1000})
		}
	}
	top.Finish()
	n, err := New(top, &Config{Classes: DefaultClasses(), Buffer: DefaultBuffer(), MTUWire: 1048}, 1)
	require.NoError(t, err)
	n.SetFlowHashes(func(conn uint32) FlowHashes { return FlowHashes{Source: conn / switches, Dest: conn % switches} })
	for src := range uint32(switches) {
		for dst := range uint32(switches) {
			for _, kind := range []uint8{Data, Data | Traced, Ack, CNP} {
				k := Packet{Conn: src*switches + dst, Kind: kind}
				if kind == Ack || kind == CNP {
					k.Conn = dst*switches + src
				}
				k.Path = n.PathFrom(n.EdgeOf(src), dst, 0)
				for _, e := range n.Path(src, dst, 0) {
					s := &n.Switches[e.Node-switches]
					require.EqualValues(t, e.Port, s.out(n.Partitions[0], &k))
					k.Path >>= s.width
				}
			}
		}
	}
}

// TestSwitchesDifferInTheirChoice: connections that one switch sends one way are dealt
// evenly by the next.
func TestSwitchesDifferInTheirChoice(t *testing.T) {
	var count [4]int
	n := 0
	for i := range uint32(40_000) {
		h := TupleHash(i, i+1, uint16(i), 4791)
		if spread(h^Mix(1), 4) == 2 {
			count[spread(h^Mix(2), 4)]++
			n++
		}
	}
	for way, m := range count {
		require.InDelta(t, n/4, m, 260, "way %d", way) // six standard deviations
	}
}

// TestPathsAreShortest follows the paths of all pairs of several networks and compares their lengths with an
// independent search.
func TestPathsAreShortest(t *testing.T) {
	const g = 1_000_000_000
	for _, one := range []struct {
		name string
		gen  topology.Generator
		hops []int // links on the path from host 0 to the last host
	}{
		{"star", topology.Star{Hosts: 3, Rate: g, Delay: 1}, []int{2}},
		{"dumbbell", topology.Dumbbell{Left: 2, Right: 2, HostRate: g, TrunkRate: g, HostDelay: 1, TrunkDelay: 1}, []int{3}},
		{"leaf-spine", topology.LeafSpine{Leaves: 3, HostsPerLeaf: 2, Spines: 4, LinksPerPair: 2, HostRate: g, UpRate: g, Delay: 1}, []int{4}},
		{"fat tree", topology.FatTree{Pods: 3, ToRPerPod: 2, HostsPerToR: 2, AggPerPod: 2, Cores: 4, HostRate: g, AggRate: g, CoreRate: g, Delay: 1}, []int{6}},
	} {
		t.Run(one.name, func(t *testing.T) {
			top, err := one.gen.Build()
			require.NoError(t, err)
			n, err := New(top, &Config{Classes: DefaultClasses(), Buffer: DefaultBuffer(), MTUWire: 1048}, 1)
			require.NoError(t, err)
			for src := range top.Hosts {
				away := distances(top, src)
				for dst := range top.Hosts {
					if src == dst {
						continue
					}
					for hash := range uint32(16) {
						links := 1 + len(n.Path(src, dst, Mix(hash)))
						require.Equal(t, away[dst], links)
						if src == 0 && dst == top.Hosts-1 {
							require.Equal(t, one.hops[0], links)
						}
					}
				}
			}
		})
	}
}

// distances counts links from a host to all nodes, never through another host.
func distances(t *topology.Topology, from uint32) []int {
	d := make([]int, t.Nodes())
	for i := range d {
		d[i] = -1
	}
	d[from] = 0
	for changed := true; changed; {
		changed = false
		for _, l := range t.Links {
			for _, e := range [2][2]uint32{{l.A, l.B}, {l.B, l.A}} {
				if d[e[0]] >= 0 && (d[e[1]] < 0 || d[e[1]] > d[e[0]]+1) && (e[0] >= t.Hosts || e[0] == from) {
					d[e[1]] = d[e[0]] + 1
					changed = true
				}
			}
		}
	}
	return d
}

// TestPartition: every node is in a partition that exists, hosts are with their switch, and
// no partition is without switches if there are enough edge switches.
func TestPartition(t *testing.T) {
	for _, name := range topology.PresetNames() {
		top, err := topology.Preset(name)
		require.NoError(t, err)
		routes := top.NextHops()
		for _, partitions := range []int{1, 2, 3, 8, 16} {
			t.Run(fmt.Sprint(name, partitions), func(t *testing.T) {
				of := partition(top, routes, partitions)
				require.Len(t, of, int(top.Nodes()))
				hosts := make([]int, partitions)
				for node, part := range of {
					require.Less(t, int(part), partitions)
					if top.IsHost(uint32(node)) {
						hosts[part]++
						require.Equal(t, part, of[top.Hosts+routes.EdgeOf[node]])
					}
				}
				for part, n := range hosts {
					require.InDelta(t, int(top.Hosts)/partitions, n, 16, "hosts of part %d", part)
				}
			})
		}
	}
}
