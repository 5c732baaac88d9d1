package fabric

import "smartnic-cc/nicmodel/event"

// Inbox is what is in flight to a host: a ring in order of arrival.
type Inbox struct {
	// Next is when the first packet arrives, event.Never if none is in flight.
	Next       event.Time
	ring       []Transit // its length is a power of two
	head, tail uint32
}

// enter adds a packet in flight, the last to arrive.
func (b *Inbox) enter(key uint64, k *Packet) {
	if b.tail-b.head == uint32(len(b.ring)) {
		b.grow()
	}
	if b.tail == b.head {
		b.Next = event.Time(key >> 16)
		// The ring's first places were used most recently; the others may have left the cache.
		b.head, b.tail = 0, 0
	}
	to := &b.ring[b.tail&uint32(len(b.ring)-1)]
	to.Packet = *k
	to.key = key
	b.tail++
}

// grow doubles the ring.
//
//go:noinline
func (b *Inbox) grow() {
	larger := make([]Transit, max(2*len(b.ring), 8))
	for i := b.head; i != b.tail; i++ {
		larger[i&uint32(len(larger)-1)] = b.ring[i&uint32(len(b.ring)-1)]
	}
	b.ring = larger
}

// First returns the first packet. It may be read and changed until the host has handled all its events of the window,
// after Drop, too.
func (b *Inbox) First() *Transit { return &b.ring[b.head&uint32(len(b.ring)-1)] }

// Drop removes the first packet and returns the one behind it, if there is one; Next is when that arrives. The caller
// counts the first as received (Consume), or keeps it in a queue.
func (b *Inbox) Drop() *Transit {
	b.head++
	k := b.First()
	if b.head != b.tail {
		b.Next = k.at()
	} else {
		b.Next = event.Never
	}
	return k
}

// live counts packets and bytes without pause frames.
func (b *Inbox) live(c *traffic) {
	for i := b.head; i != b.tail; i++ {
		at := i & uint32(len(b.ring)-1)
		c.addAll(b.ring[at : at+1])
	}
}
