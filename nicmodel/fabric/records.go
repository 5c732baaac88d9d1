package fabric

import "smartnic-cc/nicmodel/event"

// Records are the records of a partition's switches, in order.
type Records struct {
	WantPauses bool
	Queues     []QueueSample
	Pauses     []PauseRecord
	Crossings  []Crossing
}

// Crossing is a packet that begins to leave a node by a watched link. Records of it are in no order.
type Crossing struct {
	// At is when its last bit arrives, unless Lost.
	At   event.Time
	Node uint32
	Port uint16
	Lost bool
	// Packet is it as it arrives. Of one with a note Sent is the note's number.
	Packet Packet
}

// QueueSample is the length of a queue. One with 0 bytes means that all queues of the node are empty until the next
// sample.
type QueueSample struct {
	At    event.Time
	Node  uint32
	Port  uint16
	Class uint8
	Bytes uint32
}

// PauseRecord is a PFC frame that a switch sent.
type PauseRecord struct {
	At    event.Time
	Node  uint32
	Port  uint16
	Class uint8
	// Stop: a pause, not a resume.
	Stop bool
}
