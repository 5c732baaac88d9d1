package fabric

// routes are a switch's ways to the hosts.
type routes struct {
	// groups are the ports to each edge switch, by its place among edge switches.
	groups []group
	lists  []uint16
	seed   uint32
}

// group is the set of ports that begin a shortest path. None is the switch's own group:
// then the address tells the port.
type group struct {
	// first is the first port if they are in a row, else their place in lists.
	first uint32
	count uint16
	row   bool
}

// route returns the port by which a packet leaves.
func (r *routes) route(k *Packet) uint32 {
	g := &r.groups[k.To.edge]
	if g.count == 1 {
		return g.first
	}
	return r.spread(g, k)
}

// spread returns the port by which a packet leaves where it is not the only one of a
// group: the address's own; or of several the one that the five-tuple's hash and the
// switch's seed choose, mixed by two rounds of multiplication and shift, then scaled to
// their number.
func (r *routes) spread(g *group, k *Packet) uint32 {
	if g.count == 0 {
		return uint32(k.To.port)
	}
	turn := g.first + uint32(uint64(Mix(k.Hash^r.seed))*uint64(g.count)>>32)
	if g.row {
		return turn
	}
	return uint32(r.lists[turn])
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
