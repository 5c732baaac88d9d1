// Package cost counts what the handlers of the firmware cost: operations by kind and
// width, table look-ups, bytes of state, on the worst path and on the mean path over
// vectors, and from a target's profile its instructions, cycles or pipeline stages.
//
// The counts are of the operations left after the optimisations that every compiler makes: constants are folded, also
// through calls of small functions, common subexpressions are computed once, and a loaded value stays in a register
// until it may have changed. docs/ports.md has the rules.
package cost

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/base/text/enum"
)

// Op is a kind of operation, with its width where that matters.
type Op uint8

// The kinds of operation.
const (
	Add32      Op = iota // addition, subtraction, negation up to 32 bits
	Add64                // the same in 64 bits
	Logic32              // and, or, xor, complement up to 32 bits
	Logic64              // the same in 64 bits
	Shift32              // shift by a constant up to 32 bits
	Shift64              // the same in 64 bits
	ShiftVar32           // shift by a variable up to 32 bits
	ShiftVar64           // the same in 64 bits
	Mul32                // product of up to 32 bits, the low word
	MulWide              // 32 by 32 to 64 bits
	Mul64                // 64 by 64 bits, the low word
	MulHigh              // 64 by 64 bits, the high word
	DivConst             // quotient or remainder by a constant that is not a power of two
	Compare32            // comparison up to 32 bits
	Compare64            // comparison in 64 bits
	Branch               // jump on a comparison or a truth value
	SetBool              // truth value made of a comparison
	Select               // minimum or maximum of two
	Extend               // widening of a computed 8 or 16-bit value, or of a signed one
	Extend32             // widening of an unsigned 32-bit value to 64
	CountZeros           // leading or trailing zeros, length in bits
	CountOnes            // population count
	Const64              // a constant of more than 32 bits
	Load                 // load from parameters, state or event
	Store                // store to the state
	Table                // look-up in a table of constants
	Index                // address of an element by a variable index
	Switch               // selection among cases
	Loop                 // turn of a loop
	Call                 // call of a function that is not inlined
	Entry                // entry to the handler and return from it
	Frame                // function with calls in it that are not inlined
	Pack                 // further field of a struct that is returned in registers
	NumOps               // number of kinds
)

var opNames = [NumOps]string{"add32", "add64", "logic32", "logic64", "shift32", "shift64", "shiftvar32", "shiftvar64",
	"mul32", "mulwide", "mul64", "mulhigh", "divconst", "compare32", "compare64", "branch", "truth", "select",
	"extend", "extend32", "zeros", "ones", "const64", "load", "store", "table", "index", "switch", "loop", "call", "entry", "frame", "pack"}

// String returns the name that profiles and tables use.
func (o Op) String() string { return enum.Name(o, opNames[:]...) }

// parseOp returns the kind of that name. The error of an unknown name lists all kinds.
func parseOp(name string) (Op, error) {
	for o, n := range opNames {
		if n == name {
			return Op(o), nil
		}
	}
	return 0, fmt.Errorf("operation %.40q is unknown; there are %s", name, strings.Join(opNames[:], ", "))
}

// Counts are operations by kind, and bytes of state.
type Counts struct {
	N [NumOps]uint64
	// StateRead and StateWritten are the bytes of state that loads and stores move.
	StateRead, StateWritten uint64
}

func (c *Counts) add(d *Counts) {
	for i, n := range d.N {
		c.N[i] += n
	}
	c.StateRead += d.StateRead
	c.StateWritten += d.StateWritten
}

// weigh returns the sum of the counts times the weights.
func (c *Counts) weigh(w *[NumOps]float64) float64 {
	sum := 0.0
	for i, n := range c.N {
		sum += float64(n) * w[i]
	}
	return sum
}
