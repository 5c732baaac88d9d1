// Package reaction is DCQCN and Dolce-RC as users choose them for replays and simulations: by a profile, changes of
// it, and what Dolce-RC learns with.
package reaction

import (
	"fmt"

	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/internal/reference"
)

// Setup is an algorithm with its parameters.
type Setup struct {
	// Algorithm is its name among the transducers: dcqcn, dolcerc2 to dolcerc8. Ports have instances of only some of
	// them.
	Algorithm string
	// Params are the parameters, flattened.
	Params []uint64
	// Arms is the number of arms; 0 for an algorithm without arms.
	Arms int
	// Slot is the base-2 logarithm of the interval, ns, in which bytes are assumed to be sent if the trace does not
	// show them.
	Slot uint8
}

// defaultSlot is the Tx time slot of 1.024 us.
const defaultSlot = 10

// DCQCN returns the setup of a DCQCN reaction point.
func DCQCN(p dcqcn.Params) Setup {
	return Setup{Algorithm: AlgoDCQCN, Params: reference.Flatten(&p), Slot: defaultSlot}
}

// DolceRC returns the setup of a Dolce-RC connection with 2 to 8 arms.
func DolceRC(p dolcerc.Params, arms int) Setup {
	if arms < 2 || arms > bandit.MaxArms {
		panic(fmt.Sprintf("reaction: %d arms; package dolcerc/profile refuses them", arms))
	}
	return Setup{Algorithm: fmt.Sprintf("%s%d", AlgoDolceRC, arms), Params: reference.Flatten(&p), Arms: arms, Slot: p.SlotShift}
}
