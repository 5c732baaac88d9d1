package fabric

import "smartnic-cc/nicmodel/event"

// Inbox is what is under way to a host: a ring in order of arrival. The times stand in
// the ring, so that packets are touched when they have come and not before.
type Inbox struct {
	// Next is when the first packet arrives, event.Never if none is under way.
	Next       event.Time
	ring       []coming // its length is a power of two
	head, tail uint32
}

// coming is a packet and when it arrives.
type coming struct {
	at event.Time
	k  *Slot
}

// enter adds a packet that is under way, the last to arrive.
func (b *Inbox) enter(s *Slot) {
	if b.tail-b.head == uint32(len(b.ring)) {
		b.grow()
	}
	if b.tail == b.head {
		b.Next = s.at
	}
	b.ring[b.tail&uint32(len(b.ring)-1)] = coming{s.at, s}
	b.tail++
}

// grow doubles the ring.
//
//go:noinline
func (b *Inbox) grow() {
	larger := make([]coming, max(2*len(b.ring), 8))
	for i := b.head; i != b.tail; i++ {
		larger[i&uint32(len(larger)-1)] = b.ring[i&uint32(len(b.ring)-1)]
	}
	b.ring = larger
}

// Take takes the first packet out; Next tells when it arrives. Whoever takes it ends it
// (Bury), answers it (Reborn) or keeps it in a queue.
func (b *Inbox) Take() *Slot {
	mask := uint32(len(b.ring) - 1)
	k := b.ring[b.head&mask].k
	b.head++
	b.Next = event.Never
	if b.head != b.tail {
		b.Next = b.ring[b.head&mask].at
	}
	return k
}

// Fetch looks at the packets that arrive before a time, for the reason of wheel.fetch.
func (b *Inbox) Fetch(p *Part, before event.Time) {
	if len(p.chunks) < manyChunks {
		return
	}
	mask, sum := uint32(len(b.ring)-1), uint64(0)
	for i := b.head; i != b.tail; i++ {
		c := &b.ring[i&mask]
		if c.at >= before {
			break
		}
		sum += uint64(c.k.Conn)
	}
	p.fetched = sum
}
