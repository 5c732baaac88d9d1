// Package transducer is the shape that everything that runs an algorithm has, as ordinary Go: something
// that is called with integers and answers with integers. The Go reference
// (package reference below this one), the interpreter of the compiler and an
// external firmware program all have this shape, so that one piece of code
// compares any two of them bit for bit.
package transducer

import "fmt"

// Leaf is one integer of a flattened value: its path in the source's names
// (`Learn.Arm[0].Mean`) and its type.
type Leaf struct {
	Name   string
	Bits   int // 8, 16, 32 or 64; a bool is 8 and Bool
	Signed bool
	Bool   bool
}

// Type returns the leaf's type as Go writes it.
func (l Leaf) Type() string {
	switch {
	case l.Bool:
		return "bool"
	case l.Signed:
		return fmt.Sprintf("int%d", l.Bits)
	default:
		return fmt.Sprintf("uint%d", l.Bits)
	}
}

// Fits reports whether v, a two's complement pattern, is a value of the leaf's
// type: sign-extended to 64 bits if signed, zero-extended if not.
func (l Leaf) Fits(v uint64) bool {
	switch {
	case l.Bool:
		return v <= 1
	case l.Bits == 64:
		return true
	case l.Signed:
		s := int64(v)
		return s >= -1<<(l.Bits-1) && s < 1<<(l.Bits-1)
	default:
		return v>>l.Bits == 0
	}
}

// Format writes v in decimal, signed where the leaf is.
func (l Leaf) Format(v uint64) string {
	if l.Signed {
		return fmt.Sprintf("%d", int64(v))
	}
	return fmt.Sprintf("%d", v)
}

// Func describes a function that can be called by name.
type Func struct {
	Name    string // package.Function, as in fixedpoint.Log2
	Args    []Leaf
	Results []Leaf
}

// Algorithm describes an algorithm: how its parameters, state, event and output
// flatten to integers.
type Algorithm struct {
	Name   string // as in dolcerc4
	Params []Leaf
	State  []Leaf
	Event  []Leaf
	Output []Leaf
}

// Firmware is something that runs the firmware: the reference, the interpreter,
// or a program behind a pipe. Values are two's complement patterns that fit their
// leaf (sign- or zero-extended to 64 bits).
type Firmware interface {
	// Name says what this is, for messages: "reference", "interpreter", "./port".
	Name() string
	// Call calls a function by name.
	Call(name string, args []uint64) ([]uint64, error)
	// Open makes a connection of the algorithm with these parameters, in the state
	// that the algorithm's init function sets. It does not keep params, which the caller
	// may write over.
	Open(algorithm string, params []uint64) (Connection, error)
	// Close ends it. A second call does nothing.
	Close() error
}

// Connection is one connection's algorithm: parameters and state.
type Connection interface {
	// State returns the state, valid until the next call.
	State() ([]uint64, error)
	// Load overwrites the state.
	Load(state []uint64) error
	// Step feeds one event. output and state are valid until the next call.
	Step(event []uint64) (output, state []uint64, err error)
}

// FirstDifference returns the index of the first element in which a and b differ,
// or -1. A missing element differs.
func FirstDifference(a, b []uint64) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}
