package fabric

import "smartnic-cc/nicmodel/event"

// Kinds of packets.
const (
	// Data carries payload of a connection.
	Data uint8 = iota + 1
	// Ack acknowledges all packets below Seq.
	Ack
	// Nack tells that Seq is missing: go back to it.
	Nack
	// CNP is a congestion notification packet.
	CNP
	// PFC is a pause frame: Seq is the class and, in bit 8, whether to stop.
	PFC
)

// Bits of Packet.Flags.
const (
	// Marked: the packet met congestion (ECN CE).
	Marked uint8 = 1
	// Echo, in an acknowledgement: a packet that it acknowledges was marked.
	Echo uint8 = 2
	// Last, in data: it ends a message. In an acknowledgement: it acknowledges the end of
	// a message.
	Last uint8 = 4
	// ECT, in data: the sender can react, so a switch may mark it.
	ECT uint8 = 8
)

// Packet is what travels: 40 bytes. Payload is not kept, only counted.
type Packet struct {
	// Sent is when the packet's first bit left its host; in an acknowledgement, when
	// that of the packet that caused it did.
	Sent event.Time
	// Conn is the connection's number.
	Conn uint32
	// Seq is the packet's number in its connection; in Ack and Nack, the number of the
	// packet that the receiver waits for.
	Seq uint32
	// Hash is that of the five-tuple, for ECMP.
	Hash uint32
	// Msg is the number of the message that data belongs to.
	Msg uint32
	// To is where it goes.
	To Address
	// Size is the length on the wire with all headers, bytes.
	Size uint16
	// Count is the number of marked packets that a CNP reports; in the acknowledgement of
	// a message's end, the share of its packets that were marked, UQ0.16.
	Count uint16
	Kind  uint8
	Class uint8
	Flags uint8
}

// Address is where a host is: the place of its edge switch among the edge switches, and
// that switch's port. Packets carry it, so that switches need not look it up.
type Address struct {
	edge uint32
	port uint16
}

// Slot is a place for a packet, under way or in a queue: a line of cache, so that
// whoever looks at one waits for memory once. A packet that passes a switch stays in its
// slot.
type Slot struct {
	at event.Time // when its last bit arrives
	Packet
	next *Slot // of a list
	// port is that through which it comes into the node that it arrives at.
	port uint16
	_    [6]byte
}

// key orders arrivals at a node: by time, then by port. A link is serial, so no two are
// equal.
func (s *Slot) key() uint64 { return uint64(s.at)<<16 | uint64(s.port) }

// chunk is the number of slots that are made at a time.
const chunk = 256

// Pool holds the packets of one part of the model. Slots are made in chunks and used
// again, so that a model at work allocates nothing.
type Pool struct {
	free   *Slot
	chunks []*[chunk]Slot
}

// take returns a slot that is to be filled in whole.
func (p *Pool) take() *Slot {
	s := p.free
	if s == nil {
		s = p.extend()
	}
	p.free = s.next
	return s
}

// extend makes slots, and returns the first of those that are free.
//
//go:noinline
func (p *Pool) extend() *Slot {
	c := new([chunk]Slot)
	p.chunks = append(p.chunks, c)
	for i := range chunk - 1 {
		c[i].next = &c[i+1]
	}
	return &c[0]
}

// put gives a slot back.
func (p *Pool) put(s *Slot) {
	s.Kind = 0
	s.next = p.free
	p.free = s
}

// live counts the packets and bytes in the pool, pause frames apart.
func (p *Pool) live() (packets, size uint64) {
	for _, c := range p.chunks {
		for i := range c {
			if k := &c[i]; k.Kind != 0 && k.Kind != PFC {
				packets++
				size += uint64(k.Size)
			}
		}
	}
	return packets, size
}

// Queue is a first-in first-out queue of packets of one pool.
type Queue struct {
	head, tail *Slot
	// Bytes and Packets are what is in it.
	Bytes   uint32
	Packets uint32
}

// Add appends a packet.
func (q *Queue) Add(s *Slot) {
	s.next = nil
	if q.Packets == 0 {
		q.head = s
	} else {
		q.tail.next = s
	}
	q.tail = s
	q.Bytes += uint32(s.Size)
	q.Packets++
}

// Remove takes the first packet out of a queue that is not empty.
func (q *Queue) Remove() *Slot {
	s := q.head
	q.head = s.next
	q.Bytes -= uint32(s.Size)
	q.Packets--
	return s
}

// First returns the first packet of a queue that is not empty.
func (q *Queue) First() *Packet { return &q.head.Packet }
