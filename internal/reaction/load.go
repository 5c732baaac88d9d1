package reaction

import "smartnic-cc/internal/reference"

// stateful is a machine whose state can be set.
type stateful interface {
	bindState() *reference.Bound
}

func (m *dcqcnMachine) bindState() *reference.Bound    { return reference.Bind(&m.s) }
func (m *dolceMachine[A]) bindState() *reference.Bound { return reference.Bind(&m.s) }

// State gives access to the flattened state of a machine that Setup.New made, as often as
// one likes without garbage.
func State(m Machine) *reference.Bound { return m.(stateful).bindState() }
