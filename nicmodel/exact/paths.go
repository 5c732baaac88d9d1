package exact

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// Paths are the shortest paths towards a host, as the simulator measures them. All are by node.
type Paths struct {
	// Delay is the propagation, and Serial the serialisation of a payload on every link, rounded down on each, in ns.
	Delay, Serial []uint64
	// Rate is the lowest of the links, bit/s.
	Rate []uint64
}

// Measure takes the paths from each node towards a host, breadth first. Hosts are not passed through.
func Measure(t *topology.Topology, ports [][]topology.Port, host uint32, payload uint64) *Paths {
	n := t.Nodes()
	p := &Paths{make([]uint64, n), make([]uint64, n), make([]uint64, n)}
	p.Rate[host] = math.MaxUint64
	queue := []uint32{host}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, port := range ports[at] {
			next, link := port.Peer, &t.Links[port.Link]
			if p.Rate[next] != 0 {
				continue
			}
			p.Delay[next] = p.Delay[at] + uint64(link.Delay/event.Nanosecond)
			p.Serial[next] = p.Serial[at] + payload*8_000_000_000/link.Rate
			p.Rate[next] = min(p.Rate[at], link.Rate)
			if !t.IsHost(next) {
				queue = append(queue, next)
			}
		}
	}
	return p
}

// RTT returns the round trip from a node, without serialisation on the way back, ns.
func (p *Paths) RTT(node uint32) uint64 { return 2*p.Delay[node] + p.Serial[node] }

// Pairs are the largest round trip (ns) and bandwidth-delay product (bytes) of all pairs of hosts, and whether all
// pairs are alike.
type Pairs struct {
	RTT, BDP uint64
	Alike    bool
}

// MeasurePairs measures all pairs of hosts.
func MeasurePairs(t *topology.Topology, payload uint64) Pairs {
	ports, p := t.Ports(), Pairs{Alike: true}
	for to := range t.Hosts {
		path := Measure(t, ports, to, payload)
		for from := range t.Hosts {
			if from == to {
				continue
			}
			rtt := path.RTT(from)
			bdp := rtt * path.Rate[from] / 1_000_000_000 / 8
			p.Alike = p.Alike && (p.RTT == 0 || rtt == p.RTT && bdp == p.BDP)
			p.RTT, p.BDP = max(p.RTT, rtt), max(p.BDP, bdp)
		}
	}
	return p
}

// routes are the next hops of switches towards edge switches, in the simulator's order.
type routes struct {
	t     *topology.Topology
	ports [][]topology.Port
	first []int32 // of each node, the number of its port 0 among all ports
	// towards are the ports of each node towards an edge switch.
	towards map[uint32][][]int32
	links   [][]neighbor // of each switch, by node
}

// neighbor is a switch next to another one, by a port of that.
type neighbor struct {
	node uint32
	port int32
}

// newRoutes sorts each switch's neighbors by their numbers in the topology's file. Of several links between two
// switches the simulator uses the last.
func newRoutes(t *topology.Topology, ports [][]topology.Port, first []int32, ascending bool) *routes {
	r := &routes{t: t, ports: ports, first: first, towards: map[uint32][][]int32{}, links: make([][]neighbor, t.Nodes())}
	for node := t.Hosts; node < t.Nodes(); node++ {
		last := map[uint32]int32{}
		for i, p := range ports[node] {
			if !t.IsHost(p.Peer) {
				last[p.Peer] = first[node] + int32(i)
			}
		}
		for peer, port := range last {
			r.links[node] = append(r.links[node], neighbor{peer, port})
		}
		slices.SortFunc(r.links[node], func(a, b neighbor) int {
			order := cmp.Compare(t.IDOf(b.node), t.IDOf(a.node))
			if ascending {
				order = -order
			}
			return order
		})
	}
	return r
}

// to returns the next hops of all nodes towards an edge switch. A search in breadth from there meets them in order.
func (r *routes) to(edge uint32) [][]int32 {
	if known := r.towards[edge]; known != nil {
		return known
	}
	hops := make([][]int32, r.t.Nodes())
	far := make([]uint32, r.t.Nodes())
	far[edge] = 1
	for queue := []uint32{edge}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range r.links[at] {
			if far[next.node] == 0 {
				far[next.node] = far[at] + 1
				queue = append(queue, next.node)
			}
			if far[next.node] == far[at]+1 {
				for _, back := range r.links[next.node] {
					if back.node == at {
						hops[next.node] = append(hops[next.node], back.port)
					}
				}
			}
		}
	}
	r.towards[edge] = hops
	return hops
}

// path appends the ports by which a packet leaves the switches from one host to another.
func (r *routes) path(list []int32, from, to uint32, ends [3]uint32) []int32 {
	at, edge := r.ports[from][0].Peer, r.ports[to][0].Peer
	hops := r.to(edge)
	for at != edge {
		port := hops[at][hash(ends, r.t.IDOf(at))%uint32(len(hops[at]))]
		list = append(list, port)
		at = r.ports[at][port-r.first[at]].Peer
	}
	return append(list, r.first[edge]+int32(r.ports[to][0].PeerPort))
}

// hash is MurmurHash3 for x86 with 32 bits, of three words.
func hash(words [3]uint32, seed uint32) uint32 {
	h := seed
	for _, k := range words {
		h ^= bits.RotateLeft32(k*0xcc9e2d51, 15) * 0x1b873593
		h = bits.RotateLeft32(h, 13)*5 + 0xe6546b64
	}
	h ^= 4 * uint32(len(words))
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}
