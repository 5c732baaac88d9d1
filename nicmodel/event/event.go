package event

// Event is a future event of a node: 24 bytes without pointers, so that queues of them cost the garbage collector
// nothing. Arg and Kind are for the node; the queue orders by (At, Key) alone.
type Event struct {
	At   Time   // when
	Key  uint64 // the node in the high 20 bits, then its count of events: see KeyOf
	Arg  uint32 // for the node: an index, such as a connection's
	Kind uint8  // for the node
}

// nodeShift is where the number of the node begins in a key.
const nodeShift = 44

// KeyOf returns the key of an event that a node (below 2^20) schedules for itself; seq is the node's count of such
// events (44 bits), which keeps events of one time in the order of scheduling.
func KeyOf(node uint32, seq uint64) uint64 {
	return uint64(node)<<nodeShift | seq&(1<<nodeShift-1)
}

// Node returns the number of the node that the event happens to.
func (e *Event) Node() uint32 { return uint32(e.Key >> nodeShift) }

// Before reports whether e comes before f in the order (At, Key).
func (e *Event) Before(f *Event) bool {
	return e.At < f.At || e.At == f.At && e.Key < f.Key
}
