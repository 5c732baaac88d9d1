package fabric

import "smartnic-cc/nicmodel/event"

// Inbox is the receiving end of a host's link.
type Inbox struct {
	inlet
	// Next is when the first known packet arrives.
	Next event.Time
}

// Look sees what was sent to the host.
func (b *Inbox) Look() {
	if b.next != b.tail || b.tail != b.from.tail {
		b.Next = b.look()
	}
}

// First returns the packet that arrives next; Next tells when. It is good until the end of
// the window.
func (b *Inbox) First() *Packet { return &b.first().Packet }

// Drop goes on to the packet after the first.
func (b *Inbox) Drop() {
	b.next++
	b.Next = event.Never
	if b.next != b.tail {
		b.Next = b.first().at
	}
}

// Under counts the packets and bytes under way to the host.
func (b *Inbox) Under() (packets, size uint64) { return b.under() }
