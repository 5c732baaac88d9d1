package fabric

import "smartnic-cc/nicmodel/event"

// Kinds of packets.
const (
	// Data carries payload of a connection.
	Data uint8 = iota + 1
	// Ack acknowledges all packets below Seq.
	Ack
	// Nack: Seq is missing: go back to it.
	Nack
	// CNP is a congestion notification packet.
	CNP
	// PFC is a pause frame: Seq is the class and, in bit 8, whether to stop.
	PFC
)

// Bits of Packet.Flags. The upper three are the packet's class.
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
	// Reacted, in an acknowledgement with Echo or a CNP: a switch has reacted to what it reports. Neither
	// is ever marked.
	Reacted = Marked
	// RNR, in a negative acknowledgement: the receiver had no buffer for the message.
	RNR uint8 = 16
)

// classShift is where the class is in Packet.Flags.
const classShift = 5

// ClassFlags returns the flags of a class without any other.
func ClassFlags(class uint8) uint8 { return class << classShift }

// Packet is a packet: 32 bytes, as all packets in flight in a large model go through the caches at each hop. Payload
// is only counted.
type Packet struct {
	// Sent is when the first bit of the packet left its host; in an acknowledgement, that of the packet that caused
	// it.
	Sent event.Time
	// Conn is the connection's number.
	Conn uint32
	// Seq is the packet's number in its connection; in Ack and Nack, the number that the receiver expects next.
	Seq uint32
	// Path is the output ports at switches: see PathFrom.
	Path uint64
	// Arg is, in data, the number of the message; in a CNP, the number of marked packets
	// that it reports; and in the acknowledgement of a message's end, the share of its
	// packets that were marked, UQ0.16.
	Arg uint32
	// Size is the length on the wire with all headers, bytes.
	Size uint16
	Kind uint8
	// Flags are the bits above and the class.
	Flags uint8
}

// Class is the traffic class.
func (k *Packet) Class() uint8 { return k.Flags >> classShift }
