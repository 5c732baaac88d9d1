package event

// Event is something that will happen to a node: 24 bytes without pointers, so that queues of them cost the garbage
// collector nothing. What Arg, Port and Kind mean is the node's affair; the queue orders by (At, Key) alone.
type Event struct {
	At       Time   // when
	Key      uint64 // the order among events at one time, and in its high 20 bits the node: see ArrivalKey, OwnKey
	Arg      uint32 // for the node: an index, such as a packet's
	Port     uint16 // for the node
	Kind     uint8  // for the node
	Reserved uint8  // carried along
}

// The parts of a key.
const (
	NodeShift = 44      // the node's number is Key >> NodeShift, 20 bits
	OwnBit    = 1 << 43 // set in the keys of a node's own events, which so come after arrivals of the same time
)

// ArrivalKey is the key of the arrival of a packet at node (less than 2^20) over its given port. A link is serial, so no
// two packets arrive over one port at one time; control tells apart what may come beside a packet at the same time (such
// as a pause frame), which comes after the packet.
func ArrivalKey(node uint32, port uint16, control bool) uint64 {
	key := uint64(node)<<NodeShift | uint64(port)<<1
	if control {
		key |= 1
	}
	return key
}

// OwnKey is the key of an event that a node makes for itself; seq is the node's own count of such events (43 bits), which
// keeps events of one time in the order in which they were made.
func OwnKey(node uint32, seq uint64) uint64 {
	return uint64(node)<<NodeShift | OwnBit | seq&(OwnBit-1)
}

// Node is the number of the node that the event happens to.
func (e *Event) Node() uint32 { return uint32(e.Key >> NodeShift) }

// Before says whether e comes before f in the order (At, Key).
func (e *Event) Before(f *Event) bool {
	return e.At < f.At || e.At == f.At && e.Key < f.Key
}
