package fabric

import "smartnic-cc/nicmodel/event"

// Records are what the switches of a partition record, in the order in which it
// happened.
type Records struct {
	WantPauses bool
	Queues     []QueueSample
	Pauses     []PauseRecord
}

// QueueSample is the length of a queue. One with 0 bytes says that all queues of the
// node are empty, and holds until the next.
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
