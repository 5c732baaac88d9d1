package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
)

// A link has a delay, and the model runs in windows no longer than the smallest of all
// delays. So whatever a node sends within a window arrives in a later one: within the
// window nodes need not know of each other, and each takes all its events of the window
// in a row, while its state is in the cache. Between windows receivers look at what is
// under way to them.

// transit is a packet under way: 48 bytes.
type transit struct {
	at event.Time // when its last bit arrives
	Packet
}

// flight is what is under way on one direction of a link, in order of arrival: a ring
// whose length is a power of two. During a window the sender appends, and the receiver
// reads what it saw between the windows (inlet); the two touch different places.
type flight struct {
	ring []transit
	// head is the first that the receiver had not taken between the windows, tail the
	// place of the next.
	head, tail uint32
	_          [32]byte // a line of cache each: neighbours have other senders
}

// add appends a packet and returns it, to be filled in whole.
func (f *flight) add() *transit {
	if f.tail-f.head == uint32(len(f.ring)) {
		f.grow()
	}
	t := &f.ring[f.tail&uint32(len(f.ring)-1)]
	f.tail++
	return t
}

// grow doubles the ring. The receiver goes on reading the old one until the window's end.
func (f *flight) grow() {
	larger := make([]transit, max(2*len(f.ring), 8))
	for i := f.head; i != f.tail; i++ {
		larger[i&uint32(len(larger)-1)] = f.ring[i&uint32(len(f.ring)-1)]
	}
	f.ring = larger
}

// inlet is the receiving end of a link: what of its flight is known.
type inlet struct {
	ring       []transit
	next, tail uint32
	from       *flight
}

// first returns the packet that arrives next, if one is known.
func (in *inlet) first() *transit { return &in.ring[in.next&uint32(len(in.ring)-1)] }

// look sees what the sender added, and returns when the first packet arrives.
func (in *inlet) look() event.Time {
	f := in.from
	f.head = in.next
	in.ring, in.tail = f.ring, f.tail
	if in.next == in.tail {
		return event.Never
	}
	return in.first().at
}

// under counts the packets and bytes under way, pause frames apart.
func (in *inlet) under() (packets, size uint64) {
	for i := in.next; i != in.from.tail; i++ {
		if t := &in.from.ring[i&uint32(len(in.from.ring)-1)]; t.Kind != PFC {
			packets++
			size += uint64(t.Size)
		}
	}
	return packets, size
}

// sorter puts a switch's arrivals of a window in order. Keys are the time since a base,
// shifted left by 16, and the port; a link is serial, so no two are equal.
type sorter struct {
	keys, other []uint64
	counts      []uint32
}

// few is up to how many keys insertion sorts alone.
const few = 16

// sort sorts the keys, which are below span.
func (s *sorter) sort(span uint64) {
	n := len(s.keys)
	if n > few {
		// Buckets of equal width, as many as keys or up to twice: arrivals spread over the
		// window, so that few are left to insertion.
		width := bits.Len64(uint64(n))
		shift := max(bits.Len64(span)-width, 0)
		buckets := int(span>>shift) + 1
		if cap(s.counts) < buckets {
			s.counts = make([]uint32, 2*buckets)
		}
		if cap(s.other) < n {
			s.other = make([]uint64, 2*n)
		}
		counts := s.counts[:buckets]
		clear(counts)
		for _, k := range s.keys {
			counts[k>>shift]++
		}
		sum := uint32(0)
		for i, c := range counts {
			counts[i] = sum
			sum += c
		}
		other := s.other[:n]
		for _, k := range s.keys {
			c := &counts[k>>shift]
			other[*c] = k
			*c++
		}
		s.keys, s.other = other, s.keys
	}
	keys := s.keys
	for i := 1; i < len(keys); i++ {
		k := keys[i]
		j := i
		for j > 0 && keys[j-1] > k {
			keys[j] = keys[j-1]
			j--
		}
		keys[j] = k
	}
}

// wakes is a binary heap of times and ports, a time shifted left by 16 and the port.
type wakes []uint64

func (h *wakes) push(k uint64) {
	*h = append(*h, k)
	s := *h
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 2
		if s[up] <= k {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = k
}

func (h *wakes) pop() {
	s := *h
	k := s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	i := 0
	for {
		down := 2*i + 1
		if down >= len(s) {
			break
		}
		if down+1 < len(s) && s[down+1] < s[down] {
			down++
		}
		if s[down] >= k {
			break
		}
		s[i] = s[down]
		i = down
	}
	if len(s) > 0 {
		s[i] = k
	}
}
