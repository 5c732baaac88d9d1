package egress

// MaxInverse is the inverse of weight 1, UQ1.16.
const MaxInverse = 1 << 16

// MaxPeer is the largest identifier: 31 bits.
const MaxPeer = (1 << 31) - 1

// MaxFinish is where virtual times saturate. None comes near from [Init] on: a finish time is at most
// the virtual time and one segment of weight 1, 2^62 + 2^40.
const MaxFinish = 1 << 63

// Params are the parameters of all connections of a QP.
type Params struct {
	// Segment is the most payload of one WQE.
	//
	//ccgen:range 1..1<<24
	//ccgen:unit B
	Segment uint32
	// Weighted says that segments go by virtual finish time (WFQ), and not in turn (RR).
	Weighted bool
	// RebaseAt is the virtual time from which on all times are rebased.
	//
	//ccgen:range 1<<16..1<<62
	//ccgen:format UQ48.16
	RebaseAt uint64
}

// Conn is what the Worker knows of one connection: 32 bytes.
//
//ccgen:size 32
type Conn struct {
	// Finish is the virtual finish time of the segment that is next, or without a block that
	// of the last one picked.
	//
	//ccgen:range 0..MaxFinish
	//ccgen:format UQ48.16
	Finish uint64
	// Peer is the identifier that the receiver gave the connection.
	//
	//ccgen:range 0..MaxPeer
	Peer uint32
	// Inverse is 2^16 by the connection's weight, rounded down; 0 if it is not open.
	//
	//ccgen:range 0..MaxInverse
	//ccgen:format UQ1.16
	Inverse uint32
	// Left is what is not yet picked of the block under way; 0 is no block.
	//
	//ccgen:unit B
	Left uint32
	// Offset is what was picked of it.
	//
	//ccgen:unit B
	Offset uint32
	// Next is who has its turn behind this connection, if one has.
	//
	//ccgen:unit index
	Next uint32
	// Winner belongs to node i of a tree over the connections, i the place of this [Conn]: the
	// connection below the node that WFQ picks first. Node 1 is the root, the children of
	// node i are 2 i and 2 i + 1, and connection c stands at N + c.
	//
	//ccgen:unit index
	Winner uint32
}

// Conns is the set of array types that hold the connections of a QP. Lengths are powers of 2.
type Conns interface {
	[8]Conn | [64]Conn | [1024]Conn
}

// State is what the Worker keeps of a QP.
type State[C Conns] struct {
	// Conn holds the connections by their number at this end.
	Conn C
	// Virtual is the virtual time.
	//
	//ccgen:range 0..1<<62
	//ccgen:format UQ48.16
	//ccgen:show virtual
	Virtual uint64
	// Ready is how many connections have a block.
	//
	//ccgen:show ready
	Ready uint16
	// First and [Last] have the first and the last turn, if [Ready] is not 0.
	//
	//ccgen:unit index
	First uint16
	//ccgen:unit index
	Last uint16
}

// State8 is a QP of 8 connections: 272 bytes.
//
//ccgen:size 272
type State8 = State[[8]Conn]

// State1024 is a QP of 1024 connections.
//
//ccgen:size 32784
type State1024 = State[[1024]Conn]

// EventKind is what is asked of the scheduler.
type EventKind uint8

// The events.
const (
	// EventNone is none.
	EventNone EventKind = iota
	// EventOpen gives a connection its identifier at the peer and its weight.
	EventOpen
	// EventPost gives a connection the next block of its egress queue.
	EventPost
	// EventPick takes a segment.
	EventPick
)

// Event is what is asked.
type Event struct {
	// Kind is what is asked.
	Kind EventKind
	// Conn is the connection, at [EventOpen] and [EventPost].
	//
	//ccgen:unit index
	Conn uint16
	// Length is the block's, at [EventPost], 1 or more.
	//
	//ccgen:unit B
	Length uint32
	// Peer is the identifier, at [EventOpen].
	//
	//ccgen:range 0..MaxPeer
	Peer uint32
	// Inverse is 2^16 by the weight, at [EventOpen].
	//
	//ccgen:range 1..MaxInverse
	//ccgen:format UQ1.16
	Inverse uint32
}

// Output is the answer.
type Output struct {
	// Finish is the virtual finish time of the segment by which it was picked.
	//
	//ccgen:format UQ48.16
	Finish uint64
	// Offset is where in its block the segment begins.
	//
	//ccgen:unit B
	Offset uint32
	// Length is the segment's; 0 if there was none to pick.
	//
	//ccgen:unit B
	Length uint32
	// Imm is the immediate data of its WQE.
	Imm uint32
	// Conn is whose it is.
	//
	//ccgen:unit index
	Conn uint16
	// Taken reports that the event was taken: of a post, that there was no block under way and
	// the connection is open; of an open, that there was no block under way; of a pick, that
	// there was a segment.
	Taken bool
	// Last reports that the segment ends its block.
	Last bool
}
