// Package ingress is the receiver's half of Avatar ("Toward Effective and Fair RDMA Resource
// Sharing", APNet 2018, sections 3.1 and 3.3) in the firmware subset: the Poller's table from
// immediate data to connections, and the counters that gather blocks of segments.
//
// An identifier has 31 bits: the connection's place in the table in the low 16, and above
// them how often the place was closed, modulo 2^15. So a segment that still comes after its
// connection was closed is stale, and reaches nobody, also when the place is open again.
// Bit 0 of the immediate data says that a segment ends its block (package egress).
package ingress

// MaxGeneration is the largest count of closings of a place before it begins again: 15 bits.
const MaxGeneration = (1 << 15) - 1

// MaxID is the largest identifier.
const MaxID = (1 << 31) - 1

// Params are parameters of the table.
type Params struct {
	// MaxBlock is the longest block; one that is longer is broken.
	//
	//ccgen:range 1..1<<31
	//ccgen:unit B
	MaxBlock uint32
}

// Slot is one place of the table: 12 bytes.
//
//ccgen:size 12
type Slot struct {
	// Bytes is how much of the block under way has come.
	//
	//ccgen:range 0..1<<31
	//ccgen:unit B
	Bytes uint32
	// Segments is how many segments of it came; it saturates.
	Segments uint32
	// Generation is how often the place was closed, modulo 2^15.
	//
	//ccgen:range 0..MaxGeneration
	Generation uint16
	// Open reports that a connection is here.
	Open bool
	// Broken reports that the block under way is longer than [MaxBlock]. Its segments are
	// dropped up to its end.
	Broken bool
}

// Slots is the set of array types that hold the table.
type Slots interface {
	[8]Slot | [64]Slot | [1024]Slot
}

// State is the table of one SRQ.
type State[S Slots] struct {
	// Slot holds the places.
	Slot S
	// Stale counts segments whose identifier is of no open connection; it saturates.
	//
	//ccgen:show stale
	Stale uint32
}

// State8 is a table of 8 places.
//
//ccgen:size 100
type State8 = State[[8]Slot]

// State1024 is a table of 1024 places.
//
//ccgen:size 12292
type State1024 = State[[1024]Slot]

// EventKind is what is asked of the table.
type EventKind uint8

// The events.
const (
	// EventNone is none.
	EventNone EventKind = iota
	// EventOpen opens a place.
	EventOpen
	// EventClose closes a place. What it has of its block is dropped.
	EventClose
	// EventArrive is a CQE of the SRQ: a segment came.
	EventArrive
)

// Event is what is asked.
type Event struct {
	// Kind is what is asked.
	Kind EventKind
	// Slot is the place, at [EventOpen] and [EventClose].
	//
	//ccgen:unit index
	Slot uint16
	// Imm is the immediate data of the segment, at [EventArrive].
	Imm uint32
	// Length is the segment's.
	//
	//ccgen:range 0..(1<<31)-1
	//ccgen:unit B
	Length uint32
}

// Verdict is what became of an event.
type Verdict uint8

// The verdicts.
const (
	// VerdictRefused: no such place, or it is open ([EventOpen]) or is not ([EventClose]).
	VerdictRefused Verdict = iota
	// VerdictDone: opened, or closed.
	VerdictDone
	// VerdictStored: the segment is the connection's, and more of its block is to come.
	VerdictStored
	// VerdictComplete: the segment is the connection's, and ends its block.
	VerdictComplete
	// VerdictStale: the identifier is of no open connection; the segment is dropped.
	VerdictStale
	// VerdictBroken: the block is longer than [MaxBlock]; the segment is dropped.
	VerdictBroken
)

// Output is the answer.
type Output struct {
	// ID is the identifier to tell the peer, at [EventOpen].
	//
	//ccgen:range 0..MaxID
	ID uint32
	// Offset is where in its block the segment begins.
	//
	//ccgen:unit B
	Offset uint32
	// Block is the length of the block that the segment ends.
	//
	//ccgen:unit B
	Block uint32
	// Segments is how many segments it came in.
	Segments uint32
	// Slot is whose the segment is.
	//
	//ccgen:unit index
	Slot uint16
	// Verdict is what became of the event.
	Verdict Verdict
}

// Init8 sets the state of a table without connections.
func Init8(p *Params, s *State8) { *s = State8{} }

// Step8 is [Step] for 8 places.
//
//ccgen:transducer avataringress8 init=Init8
func Step8(p *Params, s *State8, e *Event) Output { return Step(p, s, e) }

// Step takes one event, in constant time.
func Step[S Slots](p *Params, s *State[S], e *Event) Output {
	switch e.Kind {
	case EventOpen:
		out := open(s, e.Slot)
		return out
	case EventClose:
		out := closed(s, e.Slot)
		return out
	case EventArrive:
		out := arrive(p, s, e)
		return out
	}
	return Output{}
}

// ID returns the identifier of a place.
//
//ccgen:export id
//ccgen:range generation 0..MaxGeneration
//ccgen:range return 0..MaxID
func ID(slot, generation uint16) uint32 {
	return uint32(generation)<<16 | uint32(slot)
}

// open opens a place that is closed.
func open[S Slots](s *State[S], slot uint16) Output {
	if uint32(slot) >= uint32(len(s.Slot)) || s.Slot[slot].Open {
		return Output{}
	}
	s.Slot[slot].Open = true
	return Output{ID: ID(slot, s.Slot[slot].Generation), Slot: slot, Verdict: VerdictDone}
}

// closed closes a place that is open.
func closed[S Slots](s *State[S], slot uint16) Output {
	if uint32(slot) >= uint32(len(s.Slot)) || !s.Slot[slot].Open {
		return Output{}
	}
	s.Slot[slot] = Slot{Generation: (s.Slot[slot].Generation + 1) & MaxGeneration}
	return Output{Slot: slot, Verdict: VerdictDone}
}

// arrive hands a segment to its connection.
func arrive[S Slots](p *Params, s *State[S], e *Event) Output {
	id, last := e.Imm>>1, (e.Imm&1) != 0
	slot := uint16(id & 0xFFFF)
	if uint32(slot) >= uint32(len(s.Slot)) || !s.Slot[slot].Open || ID(slot, s.Slot[slot].Generation) != id {
		s.Stale = count(s.Stale)
		return Output{Verdict: VerdictStale}
	}
	out := Output{Offset: s.Slot[slot].Bytes, Slot: slot, Verdict: VerdictStored}
	bytes := s.Slot[slot].Bytes + e.Length
	s.Slot[slot].Segments = count(s.Slot[slot].Segments)
	if s.Slot[slot].Broken || bytes > p.MaxBlock {
		s.Slot[slot].Broken = true
		bytes = 0
		out = Output{Slot: slot, Verdict: VerdictBroken}
	} else if last {
		out.Verdict = VerdictComplete
		out.Block = bytes
		out.Segments = s.Slot[slot].Segments
	}
	s.Slot[slot].Bytes = bytes
	if last {
		s.Slot[slot].Bytes = 0
		s.Slot[slot].Segments = 0
		s.Slot[slot].Broken = false
	}
	return out
}

// count adds 1 and saturates.
func count(n uint32) uint32 {
	if n == (1<<32)-1 {
		return n
	}
	return n + 1
}
