package fabric

// routes are a switch's ways to the hosts.
type routes struct {
	// groups are the ports to each edge switch, by its place among edge switches.
	groups []group
	lists  []uint16
	seed   uint32
}

// group is the set of ports that begin a shortest path, in one word, as every packet looks
// at one: a single port is its number; of several the lower 32 bits are the first if they are
// in a row, else the place of the first in lists, and the upper bits are their number, and
// row if they are in a row.
type group uint64

const (
	row = 1 << 31
	// own is the switch's own group: the address has the port.
	own group = 1 << 32
)

// groupOf returns the group of some ports, in order, which are in lists from a place on.
func groupOf(ports []uint16, at uint32) group {
	count := uint32(len(ports))
	first, inRow := ports[0], uint32(ports[count-1]-ports[0]) == count-1
	switch {
	case count == 1:
		return group(first)
	case inRow:
		return group(first) | group(count|row)<<32
	}
	return group(at) | group(count)<<32
}

// single reports whether a group is a single port.
func (g group) single() bool { return g>>32 == 0 }

// route returns the port by which a packet leaves.
func (r *routes) route(k *Packet) uint32 {
	g := r.groups[k.To.edge]
	if g.single() {
		return uint32(g)
	}
	return r.spread(g, k)
}

// spread returns the port by which a packet leaves where it is not the only one of a
// group: the address's own; or of several the one that the five-tuple's hash and the
// switch's seed choose, mixed by two rounds of multiplication and shift, then scaled to
// their number.
func (r *routes) spread(g group, k *Packet) uint32 {
	if g == own {
		return uint32(k.To.port)
	}
	count := uint32(g >> 32)
	turn := uint32(g) + uint32(uint64(Mix(k.Hash^r.seed))*uint64(count&^row)>>32)
	if count&row != 0 {
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
