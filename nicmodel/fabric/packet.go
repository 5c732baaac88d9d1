package fabric

import "smartnic-cc/nicmodel/event"

// Kinds of packets.
const (
	// Free marks a slot of the pool that holds no packet.
	Free uint8 = iota
	// Data carries payload of a connection.
	Data
	// Ack acknowledges all packets below Seq.
	Ack
	// Nack tells that Seq is missing: go back to it.
	Nack
	// CNP is a congestion notification packet.
	CNP
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
	// WantAck, in data: the sender asks for an acknowledgement.
	WantAck uint8 = 8
	// ECT, in data: the sender can react, so a switch may mark instead of drop.
	ECT uint8 = 16
)

// Packet is what travels. Payload is not kept, only counted.
type Packet struct {
	// Sent is when the packet's first bit left its host; in an acknowledgement, when
	// that of the packet that caused it did.
	Sent event.Time
	// next links the packets of a queue and those of the free list.
	next uint32
	// Conn is the connection's number.
	Conn uint32
	// Seq is the packet's number in its connection; in Ack and Nack, the number of the
	// packet that the receiver waits for.
	Seq uint32
	// Hash is that of the five-tuple, for ECMP.
	Hash uint32
	// Msg is the number of the message that data belongs to.
	Msg uint32
	// Dst is the destination's node number.
	Dst uint32
	// Size is the length on the wire with all headers, bytes.
	Size uint16
	// Count is the number of marked packets that a CNP reports; in the acknowledgement of
	// a message's end, the share of its packets that were marked, UQ0.16.
	Count uint16
	// ingress is the port through which the packet came into the switch that holds it.
	ingress uint16
	Kind    uint8
	Class   uint8
	Flags   uint8
}

// Pool holds the packets of one part of the model. Packets are named by their
// index, so that neither events nor queues hold pointers. Index 0 is none.
type Pool struct {
	packets []Packet
	free    uint32
	live    int
}

// At returns the packet with an index. The pointer is good until the next Take.
func (p *Pool) At(id uint32) *Packet { return &p.packets[id] }

// Take returns the index of a packet that is to be filled in whole.
func (p *Pool) Take() uint32 {
	p.live++
	if id := p.free; id != 0 {
		p.free = p.packets[id].next
		return id
	}
	if len(p.packets) == 0 {
		p.packets = append(p.packets, Packet{})
	}
	p.packets = append(p.packets, Packet{})
	return uint32(len(p.packets) - 1)
}

// Put gives a packet back.
func (p *Pool) Put(id uint32) {
	k := &p.packets[id]
	k.Kind = Free
	k.next = p.free
	p.free = id
	p.live--
}

// Live returns the number of packets in the pool.
func (p *Pool) Live() int { return p.live }

// Each calls f for every packet in the pool.
func (p *Pool) Each(f func(*Packet)) {
	for i := range p.packets {
		if p.packets[i].Kind != Free {
			f(&p.packets[i])
		}
	}
}

// Queue is a first-in first-out queue of packets of one pool.
type Queue struct {
	head, tail uint32
	// Bytes and Packets are what is in it.
	Bytes   uint32
	Packets uint32
}

// Push appends a packet.
func (q *Queue) Push(p *Pool, id uint32) {
	k := &p.packets[id]
	k.next = 0
	if q.Packets == 0 {
		q.head = id
	} else {
		p.packets[q.tail].next = id
	}
	q.tail = id
	q.Bytes += uint32(k.Size)
	q.Packets++
}

// Pop removes the first packet of a queue that is not empty.
func (q *Queue) Pop(p *Pool) uint32 {
	id := q.head
	k := &p.packets[id]
	q.head = k.next
	q.Bytes -= uint32(k.Size)
	q.Packets--
	return id
}

// First returns the first packet of a queue that is not empty.
func (q *Queue) First(p *Pool) *Packet { return &p.packets[q.head] }
