package control

import (
	"smartnic-cc/codegen/frontend/testdata/accept/lib"
)

// A comment that stands alone.

/*
A block comment that stands alone:

	with a formula
*/

// Limits of something.
const (
	// Low is the lower one.
	Low = 3 // inclusive

	// Apart from the next.

	High = 1 << 4
	_    = iota // nothing
)

// Commented has comments wherever one may stand.
//
//ccgen:export
func Commented(x uint32, b bool) uint32 { // after the brace
	// First.
	y := x + // inside the statement
		Low

	// After an empty line.

	// And another.
	y ^= High // beside

	if b { // beside if
		// only a comment
	} else if y > 3 { // beside else if
		y++
		// last in the block
	} else { // beside else
		y-- // beside --
	}

	/* block */
	for i := uint32(0); i < 2; i++ { // beside for
		y += i
	} // after for
	switch y { // beside switch
	// above the first case
	case 1: // beside case
		y = 2

	// above the second case
	case 2:
		y = 1
		// end of the second case
	}
	switch {
	// above default
	default: // beside default
		y++
	}
	const k = 5 // beside const
	var (
		z uint32 // beside z
		w = x    // beside w
	)
	return y + z + w + k + uint32(lib.One) // beside return
	// after all
}

// The end.
