package fabric

// A packet's route is known when it leaves its host: the output port at each switch is in its Path, the next in the
// lowest bits, in as many bits as the switch's number of ports has; each switch shifts its port out. The bits above
// the last are ones, which no switch has enough ports for, so that the rest of a route that is too long is looked up
// where the path ends.

// pathBits is how many bits of a path say ports. The others are ones, as many as any port has bits.
const pathBits = 48

// PathFrom returns the path to a host of packets whose five-tuple has a hash, from a switch, a node's
// number.
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

// walk calls each with the switches on the way to a host, and with the ports by which they send there,
// while it returns true.
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

// route returns the port by which a switch sends to a host: of several that begin a shortest path the one
// that the five-tuple's hash and the switch's seed choose.
func (n *Network) route(s *Switch, dst, hash uint32) uint16 {
	number := s.node - n.topology.Hosts
	if n.routes.EdgeOf[dst] == number {
		return n.routes.HostPort[dst]
	}
	ports := n.routes.Next(number, n.routes.EdgeIndex[dst])
	return ports[spread(hash^s.seed, len(ports))]
}

// spread deals a number to one of count: mixed by two rounds of multiplication and shift, then scaled.
func spread(x uint32, count int) uint32 { return uint32(uint64(Mix(x)) * uint64(count) >> 32) }

// out returns the port by which a packet leaves.
func (s *Switch) out(p *Partition, k *Packet) uint32 {
	if out := k.Path & s.mask; out < uint64(len(s.links)) {
		return uint32(out)
	}
	return uint32(s.further(p, k))
}

// further gives a packet whose path ends here, on its way, the next piece of it, and returns its port.
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

// Mix is a bijection of 32 bits in which every bit of x moves about half of those of
// the result: xor-shift and multiplication by odd constants with about as many ones as
// zeros (the golden ratio's, and one found by search to have little bias, as in the
// finalisers of common hash functions).
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
