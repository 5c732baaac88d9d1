// Package corner holds, in little, what P4 has to be helped with: shifts by wide
// amounts, signed numbers, counts of bits, tables of structs, high halves of products,
// arrays that a variable indexes.
package corner

import "math/bits"

// Row is a row of a table.
type Row struct {
	Gain int8
	Step uint16
}

// rows is read one column at a time.
var rows = [4]Row{{1, 1000}, {-2, 2000}, {3, 4096}, {-4, 65535}}

// squares has an index whose range is not known.
var squares = [5]uint64{0, 1, 4, 9, 16}

// Params are the parameters.
type Params struct {
	// Shift is how far Event.Value is shifted.
	Shift uint32
	// Negate changes the sign.
	Negate bool
}

// State is the state.
type State struct {
	// Slot holds what came by kind.
	Slot [3]int32
	// Wide is 64 bits.
	Wide uint64
	// Seen tells that an event came.
	Seen bool
}

// Event is an event.
type Event struct {
	Value uint32
	Index uint32
	Small int8
	Kind  uint8
}

// Output is the output.
type Output struct {
	Sum  int64
	Bits uint8
	Flag bool
}

// Init clears the state.
func Init(p *Params, s *State) { *s = State{Wide: 1 << 63} }

// Step does a bit of everything.
//
//ccgen:transducer corner init=Init
func Step(p *Params, s *State, e *Event) Output {
	// The amount may be anything: the width or more gives 0.
	shifted := e.Value << p.Shift
	back := int32(shifted) >> (p.Shift + 1)
	if e.Kind < 3 {
		s.Slot[e.Kind] += back // the index is a variable
	}
	row := rows[e.Index&3]
	hi, lo := bits.Mul64(s.Wide, uint64(e.Value)*0x9E3779B97F4A7C15)
	s.Wide = hi ^ lo
	if e.Index < 5 {
		s.Wide += squares[e.Index]
	}
	sum := int64(s.Slot[0]) + int64(row.Gain)*int64(row.Step) - int64(e.Small)
	if p.Negate {
		sum = -sum
	}
	count := uint8(bits.LeadingZeros32(e.Value)) + uint8(bits.TrailingZeros32(e.Value)) + uint8(bits.Len64(s.Wide)) + uint8(bits.OnesCount8(e.Kind))
	first := !s.Seen
	s.Seen = true
	return Output{Sum: sum, Bits: count, Flag: first == (sum < 0)}
}
