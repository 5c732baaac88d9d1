package flat_test

import (
	"fmt"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// flatFirmware returns the flat form of a program as a firmware. Functions are made
// flat when they are first used.
func flatFirmware(p *ir.Program) transducer.Firmware {
	return &firmware{prog: p, machines: map[*ir.Func]*machine{}}
}

type firmware struct {
	prog     *ir.Program
	machines map[*ir.Func]*machine
}

func (w *firmware) Name() string { return "flat form" }
func (w *firmware) Close() error { return nil }

func (w *firmware) machine(f *ir.Func) *machine {
	m := w.machines[f]
	if m == nil {
		form := flat.Build(f, nil)
		m = &machine{flat.NewMachine(form), f.ResultLeaves()}
		w.machines[f] = m
	}
	return m
}

// Call calls a function by name. What it leaves behind pointers is not returned, as of any
// firmware.
func (w *firmware) Call(name string, args []uint64) ([]uint64, error) {
	f := w.prog.Func(name)
	if f == nil {
		return nil, fmt.Errorf("no function %s: the name is package.Function, as in fixedpoint.Log2", name)
	}
	m := w.machine(f)
	out, err := m.Run(args)
	if err != nil {
		return nil, err
	}
	return out[:m.results], nil
}

func (w *firmware) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	t := w.prog.Transducer(algorithm)
	if t == nil {
		return nil, fmt.Errorf("no transducer %s", algorithm)
	}
	c := &connection{def: t, step: w.machine(t.Step), params: params, state: make([]uint64, t.State.Leaves()), output: make([]uint64, t.Output.Leaves())}
	out, err := w.machine(t.Init).Run(append(append([]uint64(nil), params...), ir.Uninitialized(t.State)...))
	if err != nil {
		return nil, err
	}
	copy(c.state, out[len(params):])
	return c, nil
}

type machine struct {
	*flat.Machine
	results int
}

type connection struct {
	def           *ir.Transducer
	step          *machine
	params, state []uint64
	output, args  []uint64
}

func (c *connection) State() ([]uint64, error) { return c.state, nil }

func (c *connection) Load(state []uint64) error {
	copy(c.state, state)
	return nil
}

func (c *connection) Step(event []uint64) (output, state []uint64, err error) {
	c.args = append(append(append(c.args[:0], c.params...), c.state...), event...)
	out, err := c.step.Run(c.args)
	if err != nil {
		return nil, nil, err
	}
	n := copy(c.output, out)
	copy(c.state, out[n+len(c.params):])
	return c.output, c.state, nil
}
