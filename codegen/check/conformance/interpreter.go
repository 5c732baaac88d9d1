// Package conformance runs the test vectors on everything that is made of the firmware's source: the IR in its
// interpreter, and the C port under each compiler and optimisation level.
package conformance

import (
	"errors"
	"slices"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// Interpreter returns the IR's interpreter as a firmware.
func Interpreter(p *ir.Program) transducer.Firmware {
	return &interpreter{m: interp.New(p)}
}

// Trapped reports whether an error of the interpreter is an index out of range.
func Trapped(err error) bool {
	var fault *interp.Fault
	return errors.As(err, &fault)
}

type interpreter struct{ m *interp.Machine }

func (i *interpreter) Name() string { return "interpreter" }
func (i *interpreter) Close() error { return nil }

func (i *interpreter) Call(name string, args []uint64) ([]uint64, error) {
	return i.m.Call(name, args)
}

func (i *interpreter) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	t, err := i.m.Transducer(algorithm)
	if err != nil {
		return nil, err
	}
	state, err := t.Init(params)
	if err != nil {
		return nil, err
	}
	return &connection{t: t, params: slices.Clone(params), state: state}, nil
}

type connection struct {
	t             *interp.Transducer
	params, state []uint64
}

func (c *connection) State() ([]uint64, error) { return c.state, nil }

func (c *connection) Load(state []uint64) error {
	copy(c.state, state)
	return nil
}

func (c *connection) Step(event []uint64) (output, state []uint64, err error) {
	output, err = c.t.Step(c.params, c.state, event)
	return output, c.state, err
}
