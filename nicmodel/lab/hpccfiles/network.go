package hpccfiles

import (
	"math"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// paths are the shortest paths towards a host, as the simulator measures them.
type paths struct {
	// delay is the propagation, and serial the serialisation of a payload on every link, rounded down on each, in ns.
	delay, serial []uint64
	// rate is the lowest of the links, bit/s.
	rate []uint64
}

// measure takes the paths from each node towards a host, breadth first. Hosts are not passed through.
func measure(t *topology.Topology, ports [][]topology.Port, host uint32, payload uint64) *paths {
	n := t.Nodes()
	p := &paths{make([]uint64, n), make([]uint64, n), make([]uint64, n)}
	p.rate[host] = math.MaxUint64
	queue := []uint32{host}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, port := range ports[at] {
			next, link := port.Peer, &t.Links[port.Link]
			if p.rate[next] != 0 {
				continue
			}
			p.delay[next] = p.delay[at] + uint64(link.Delay/event.Nanosecond)
			p.serial[next] = p.serial[at] + payload*8_000_000_000/link.Rate
			p.rate[next] = min(p.rate[at], link.Rate)
			if !t.IsHost(next) {
				queue = append(queue, next)
			}
		}
	}
	return p
}

// rtt returns the round trip from a node, without serialisation on the way back, ns.
func (p *paths) rtt(node uint32) uint64 { return 2*p.delay[node] + p.serial[node] }

// pairs are the largest round trip (ns) and bandwidth-delay product (bytes) of all pairs of hosts, and whether all
// are equal.
type pairs struct {
	rtt, bdp uint64
	alike    bool
}

func (c *Config) pairs(t *topology.Topology) pairs {
	ports, p := t.Ports(), pairs{alike: true}
	for to := range t.Hosts {
		path := measure(t, ports, to, c.count("PACKET_PAYLOAD_SIZE"))
		for from := range t.Hosts {
			if from == to {
				continue
			}
			rtt := path.rtt(from)
			bdp := rtt * path.rate[from] / 1_000_000_000 / 8
			p.alike = p.alike && (p.rtt == 0 || rtt == p.rtt && bdp == p.bdp)
			p.rtt, p.bdp = max(p.rtt, rtt), max(p.bdp, bdp)
		}
	}
	return p
}
