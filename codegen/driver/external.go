package driver

import (
	"fmt"
	"io"
	"slices"

	"smartnic-cc/testvectors/transducer"
)

// External is an engine whose connections run in a firmware: a program behind the line protocol (package
// testvectors/pipe), or any other transducer.Firmware. Timers and probes are read from the state in its answers.
type External struct {
	Firmware  transducer.Firmware
	Algorithm *transducer.Algorithm
	// Reference is an engine of the same algorithm.
	Reference Engine
	// Compare ends a step, or Open, at the first answer that differs from Reference's, with an error of type
	// *transducer.Difference, in which the caller sets Conn, Step and Time. Without it the firmware's answers are
	// taken as they are.
	Compare bool

	shared []uint64 // the params of the connection opened last
}

// Program returns the name of the firmware.
func (e *External) Program() string { return e.Firmware.Name() }

// Open implements Engine.
func (e *External) Open(params []uint64) (Machine, error) {
	local, err := e.Reference.Open(params)
	if err != nil {
		return nil, err
	}
	remote, err := e.Firmware.Open(e.Algorithm.Name, params)
	if err != nil {
		return nil, err
	}
	state, err := remote.State()
	if err != nil {
		return nil, err
	}
	if !slices.Equal(e.shared, params) {
		e.shared = slices.Clone(params)
	}
	c := &externalConn{e: e, local: local, remote: remote, params: e.shared}
	if e.Compare {
		err = c.differs(transducer.CompareState(e.Algorithm, local.State(), state))
	} else {
		err = c.load(state)
	}
	return c, err
}

type externalConn struct {
	e              *External
	local          Machine
	remote         transducer.Connection
	params, before []uint64
}

// Step implements Machine.
func (c *externalConn) Step(event []uint64) ([]uint64, error) {
	output, state, err := c.remote.Step(event)
	if err != nil {
		return nil, err
	}
	if !c.e.Compare {
		if err := transducer.Check("output", c.e.Algorithm.Output, output); err != nil {
			return nil, fmt.Errorf("%s: %w", c.e.Firmware.Name(), err)
		}
		return output, c.load(state)
	}
	c.before = append(c.before[:0], c.local.State()...)
	want, err := c.local.Step(event)
	if err != nil {
		return nil, err
	}
	return want, c.differs(transducer.CompareStep(c.e.Algorithm, event, want, output, c.local.State(), state))
}

// load takes over the state of the firmware's answer.
func (c *externalConn) load(state []uint64) error {
	if err := transducer.Check("state", c.e.Algorithm.State, state); err != nil {
		return fmt.Errorf("%s: %w", c.e.Firmware.Name(), err)
	}
	c.local.Load(state)
	return nil
}

// differs returns the error of a difference, nil if d is nil.
func (c *externalConn) differs(d *transducer.Difference) error {
	if d == nil {
		return nil
	}
	d.Firmware, d.Params, d.Before = c.e.Firmware.Name(), c.params, slices.Clone(c.before)
	return d
}

// Close makes the firmware forget the connection, if it can.
func (c *externalConn) Close() error {
	if k, ok := c.remote.(io.Closer); ok {
		return k.Close()
	}
	return nil
}

// Next implements Machine.
func (c *externalConn) Next(now uint32) ([]uint64, error) { return c.local.Next(now) }

// First implements Machine.
func (c *externalConn) First() ([]uint64, error) { return c.local.First() }

// View implements Machine.
func (c *externalConn) View() ([]uint64, error) { return c.local.View() }

// State implements Machine.
func (c *externalConn) State() []uint64 { return c.local.State() }

// Load implements Machine.
func (c *externalConn) Load(state []uint64) { c.local.Load(state) }
