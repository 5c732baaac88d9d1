package exact

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// Network is a topology as the simulator searches it.
type Network struct {
	t *topology.Topology
	// neighbors are those of each node, in the simulator's order.
	neighbors [][]neighbor
	// towards are the ports of each node towards an edge switch.
	towards map[uint32][][]uint16
}

// neighbor is a node next to another one, by a port of that.
type neighbor struct {
	node uint32
	port uint16
	link *topology.Link
}

// NewNetwork sorts each node's neighbors: the hosts, then the switches by their numbers in the topology's file,
// descending, or ascending. Of several links between two nodes the simulator knows the last.
func NewNetwork(t *topology.Topology, ascending bool) *Network {
	n := &Network{t: t, neighbors: make([][]neighbor, t.Nodes()), towards: map[uint32][][]uint16{}}
	for node, ports := range t.Ports() {
		list := make([]neighbor, 0, len(ports))
		for i, p := range ports {
			list = append(list, neighbor{p.Peer, uint16(i), &t.Links[p.Link]})
		}
		slices.SortFunc(list, func(a, b neighbor) int {
			order := cmp.Compare(t.IDOf(b.node), t.IDOf(a.node))
			if ascending {
				order = -order
			}
			if t.IsHost(a.node) != t.IsHost(b.node) {
				order = cmp.Compare(a.node, b.node) // hosts have the lower nodes
			}
			return cmp.Or(order, cmp.Compare(b.port, a.port))
		})
		n.neighbors[node] = slices.CompactFunc(list, func(a, b neighbor) bool { return a.node == b.node })
	}
	return n
}

// Paths are the shortest paths towards a host, as the simulator measures them. All are by node.
type Paths struct {
	// Delay is the propagation, and Serial the serialisation of a payload on every link, rounded down on each, in ns.
	Delay, Serial []uint64
	// Rate is the lowest of the links, bit/s.
	Rate []uint64
}

// Measure takes the paths from each node towards a host, breadth first. Hosts are not passed through.
func (n *Network) Measure(host uint32, payload uint64) *Paths {
	nodes := n.t.Nodes()
	p := &Paths{make([]uint64, nodes), make([]uint64, nodes), make([]uint64, nodes)}
	p.Rate[host] = math.MaxUint64
	for queue := []uint32{host}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range n.neighbors[at] {
			if p.Rate[next.node] != 0 {
				continue
			}
			p.Delay[next.node] = p.Delay[at] + uint64(next.link.Delay/event.Nanosecond)
			p.Serial[next.node] = p.Serial[at] + payload*8_000_000_000/next.link.Rate
			p.Rate[next.node] = min(p.Rate[at], next.link.Rate)
			if !n.t.IsHost(next.node) {
				queue = append(queue, next.node)
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

// Pairs measures all pairs of hosts. Hosts with one link each, to the same switch, that are alike have the same paths.
func (n *Network) Pairs(payload uint64) Pairs {
	p, seen := Pairs{Alike: true}, map[[3]uint64]bool{}
	for to := range n.t.Hosts {
		if own := n.neighbors[to]; len(own) == 1 {
			link := [3]uint64{uint64(own[0].node), own[0].link.Rate, uint64(own[0].link.Delay)}
			if seen[link] {
				continue
			}
			seen[link] = true
		}
		path := n.Measure(to, payload)
		for from := range n.t.Hosts {
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

// to returns the next hops of all switches towards an edge switch. A search in breadth from there meets them in order.
func (n *Network) to(edge uint32) [][]uint16 {
	if known := n.towards[edge]; known != nil {
		return known
	}
	hops := make([][]uint16, n.t.Nodes())
	far := make([]uint32, n.t.Nodes())
	far[edge] = 1
	for queue := []uint32{edge}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range n.neighbors[at] {
			if n.t.IsHost(next.node) {
				continue
			}
			if far[next.node] == 0 {
				far[next.node] = far[at] + 1
				queue = append(queue, next.node)
			}
			if far[next.node] == far[at]+1 {
				back := slices.IndexFunc(n.neighbors[next.node], func(b neighbor) bool { return b.node == at })
				hops[next.node] = append(hops[next.node], n.neighbors[next.node][back].port)
			}
		}
	}
	n.towards[edge] = hops
	return hops
}

// path calls each with the ports by which a packet leaves the switches from one host to another.
func (n *Network) path(from, to uint32, ends [3]uint32, each func(node uint32, port uint16)) {
	at, edge := n.neighbors[from][0].node, n.neighbors[to][0].node
	for hops := n.to(edge); at != edge; {
		port := hops[at][hash(ends, n.t.IDOf(at))%uint32(len(hops[at]))]
		each(at, port)
		next := slices.IndexFunc(n.neighbors[at], func(x neighbor) bool { return x.port == port })
		at = n.neighbors[at][next].node
	}
	last := slices.IndexFunc(n.neighbors[edge], func(x neighbor) bool { return x.node == to })
	each(edge, n.neighbors[edge][last].port)
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
