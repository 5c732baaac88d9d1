package driver

import (
	"fmt"
	"slices"
	"unsafe"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// Engine makes connections of one algorithm. It and its machines are for one goroutine at a
// time. All values are flattened by ir.Layout.
type Engine interface {
	// Open returns a connection after init. params are not kept. The error is of params that do not fit the
	// algorithm, or of a fault in it.
	Open(params []uint64) (Machine, error)
}

// Machine is one connection's algorithm with its parameters and state. Slices that it returns
// are valid until the next call of a machine of the same Engine. An error is a fault in the
// algorithm.
type Machine interface {
	// Step takes an event and returns the output.
	Step(event []uint64) (output []uint64, err error)
	// Next returns the timer that ends first, seen from now. It is called only if the algorithm has next=; First and
	// View only with first= and view=.
	Next(now uint32) (timer []uint64, err error)
	First() (output []uint64, err error)
	View() (view []uint64, err error)
	State() []uint64
	// Load overwrites the state with values of its leaves.
	Load(state []uint64)
}

// inPlace is a Machine whose event is written where it is.
type inPlace interface {
	// blank returns the memory of the next event, all 0; leaves says where they are.
	blank() unsafe.Pointer
	leaves() codec
	// take takes the event there and returns the output.
	take() (output []uint64)
}

// Interpreted returns an engine that interprets the named transducer. Its machine may be used for other calls in the
// same goroutine; for another goroutine, Fork it. The error is that of m.Transducer.
func Interpreted(m *interp.Machine, name string) (Engine, error) {
	t, err := m.Transducer(name)
	if err != nil {
		return nil, err
	}
	e := &interpreted{m: m, t: t}
	def := t.Def()
	if def.First != nil {
		e.first = make([]uint64, def.Output.Leaves())
	}
	if def.View != nil {
		e.view = make([]uint64, def.View.Results[0].Leaves())
	}
	e.args = make([]uint64, def.Params.Leaves()+def.State.Leaves())
	return e, nil
}

type interpreted struct {
	m                 *interp.Machine
	t                 *interp.Transducer
	args, first, view []uint64
	shared            []uint64 // the params of the connections opened last
}

// Open implements Engine.
func (e *interpreted) Open(params []uint64) (Machine, error) {
	for i, l := range ir.Layout(e.t.Def().Params) {
		if i < len(params) && !fits(l.Kind, params[i]) {
			return nil, fmt.Errorf("parameter %s = %#x is outside the range of %s", l.Name, params[i], l.Kind)
		}
	}
	state, err := e.t.Init(params)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(e.shared, params) {
		e.shared = slices.Clone(params)
	}
	return &interpretedConn{e: e, params: e.shared, state: state}, nil
}

// fits reports whether v is a value of a scalar kind, as a leaf holds it.
func fits(k ir.Kind, v uint64) bool { return k.Norm(v) == v }

type interpretedConn struct {
	e             *interpreted
	params, state []uint64
}

// Step implements Machine.
func (c *interpretedConn) Step(event []uint64) ([]uint64, error) {
	return c.e.t.Step(c.params, c.state, event)
}

// Next implements Machine.
func (c *interpretedConn) Next(now uint32) ([]uint64, error) {
	return c.e.t.Next(c.state, uint64(now))
}

// First implements Machine.
func (c *interpretedConn) First() ([]uint64, error) {
	return c.call(c.e.t.Def().First, c.e.first)
}

// View implements Machine.
func (c *interpretedConn) View() ([]uint64, error) {
	return c.call(c.e.t.Def().View, c.e.view)
}

// call calls a function of params and state.
func (c *interpretedConn) call(f *ir.Func, into []uint64) ([]uint64, error) {
	n := copy(c.e.args, c.params)
	copy(c.e.args[n:], c.state)
	return into, c.e.m.CallInto(f, c.e.args, into)
}

// State implements Machine.
func (c *interpretedConn) State() []uint64 { return c.state }

// Load implements Machine.
func (c *interpretedConn) Load(state []uint64) { copy(c.state, state) }
