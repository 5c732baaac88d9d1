package fabric

// A packet's route is known when it leaves its host: the output port at each switch is in its Path, the next in the
// lowest bits, in as many bits as the switch's number of ports has, at least 6; each switch shifts its port out. The bits above
// the last are ones, which no switch has enough ports for, so that the rest of a route that is too long is looked up
// where the path ends.

// pathBits is the bits of a path that hold ports. The others are ones, as many as the bits of any port.
const pathBits = 48

// PathFrom returns the path from a switch, given by its node number, to a host, of packets with a five-tuple hash.
func (n *Network) PathFrom(node, dst, hash uint32) uint64 {
	path, used := ^uint64(0), uint8(0)
	n.walk(node, dst, hash, func(s *Switch, port uint16) bool {
		if used+s.width > pathBits {
			return false
		}
		path ^= (s.mask ^ uint64(port)) << used
		used += s.width
		return true
	})
	return path
}

// walk calls each with the switches on the path to a host and their output ports, while it returns true.
func (n *Network) walk(node, dst, hash uint32, each func(s *Switch, port uint16) bool) {
	for node != dst {
		s := &n.Switches[node-n.topology.Hosts]
		port := n.route(s, dst, hash)
		if !each(s, port) {
			return
		}
		node = n.routes.Ports[node][port].Peer
	}
}

// route returns the output port of a switch to a host: of several with a shortest path the one chosen by the
// five-tuple's hash and the switch's seed.
func (n *Network) route(s *Switch, dst, hash uint32) uint16 {
	number := s.node - n.topology.Hosts
	if n.routes.EdgeOf[dst] == number {
		return n.routes.HostPort[dst]
	}
	ports := n.routes.Next(number, n.routes.EdgeIndex[dst])
	return ports[spread(hash^s.seed, len(ports))]
}

// spread maps a number to 0..count-1: mixed by two rounds of multiplication and shift, then scaled.
func spread(x uint32, count int) uint32 { return uint32(uint64(Mix(x)) * uint64(count) >> 32) }

// out returns a packet's output port.
func (s *Switch) out(p *Partition, k *Packet) uint32 {
	if out := k.Path & s.mask; out < uint64(len(s.links)) {
		return uint32(out)
	}
	return uint32(s.further(p, k))
}

// further gives a packet whose path ends before its destination the next piece of its route, and returns its port.
//
//go:noinline
func (s *Switch) further(p *Partition, k *Packet) uint64 {
	w := p.paths(k.Conn)
	if k.Kind&^Traced == Data {
		k.Path = p.network.PathFrom(s.node, w.Dest, w.Forward)
	} else {
		k.Path = p.network.PathFrom(s.node, w.Source, w.Reverse)
	}
	return k.Path & s.mask
}

// Mix is a bijection of 32 bits in which every bit of x flips about half of the result's: xor-shift and
// multiplication by odd constants with about as many ones as zeros (the golden ratio's, and one found by search to
// have little bias, as in the finalisers of common hash functions).
func Mix(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x9E3779B1
	x ^= x >> 15
	x *= 0x85EBCA77
	x ^= x >> 16
	return x
}

// TupleHash is the hash of a five-tuple of RoCEv2: the hosts and the UDP ports.
func TupleHash(src, dst uint32, srcPort, dstPort uint16) uint32 {
	return Mix(Mix(Mix(src)+dst) + uint32(srcPort)<<16 + uint32(dstPort))
}
