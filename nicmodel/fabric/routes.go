package fabric

// routes are a switch's ways to the hosts.
type routes struct {
	// edgeOf is the edge switch of each host by its place among edge switches, hostPort
	// that switch's port; both are shared by all switches.
	edgeOf   []uint32
	hostPort []uint16
	// edge is this switch's own place, or notEdge.
	edge uint32
	// group says by edge switch where in lists its ports begin, their number first.
	group []uint32
	lists []uint16
	seed  uint32
}

const notEdge = 1<<32 - 1

// route returns the port by which a packet leaves. Where several are as short, the
// five-tuple's hash and the switch's seed choose: mixed by two rounds of multiplication
// and shift, then scaled to the number of ports.
func (r *routes) route(dst, hash uint32) uint32 {
	e := r.edgeOf[dst]
	if e == r.edge {
		return uint32(r.hostPort[dst])
	}
	list := r.lists[r.group[e]:]
	n := uint32(list[0])
	if n == 1 {
		return uint32(list[1])
	}
	h := Mix(hash ^ r.seed)
	return uint32(list[1+uint64(h)*uint64(n)>>32])
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
