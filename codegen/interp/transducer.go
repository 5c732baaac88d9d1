package interp

import (
	"fmt"

	"smartnic-cc/codegen/ir"
)

// Transducer runs one transducer of a machine, for any number of connections. A connection is its state, which the
// caller keeps.
type Transducer struct {
	m      *Machine
	def    *ir.Transducer
	sizes  [3]int // of params, state and event
	output []uint64
	timer  []uint64
}

// Transducer returns the named transducer, compiled. It fails if the program has no such transducer, or if the memory
// cannot hold its values.
func (m *Machine) Transducer(name string) (*Transducer, error) {
	def := m.prog.Transducer(name)
	if def == nil {
		return nil, fmt.Errorf("no transducer %s", name)
	}
	t := &Transducer{m: m, def: def, sizes: [3]int{def.Params.Leaves(), def.State.Leaves(), def.Event.Leaves()}}
	t.output = make([]uint64, def.Output.Leaves())
	for _, f := range []*ir.Func{def.Init, def.Step, def.Next} {
		if f == nil {
			continue
		}
		if _, err := m.code(f); err != nil {
			return nil, err
		}
	}
	if def.Next != nil {
		t.timer = make([]uint64, def.Next.ResultLeaves())
	}
	return t, nil
}

// Def returns the definition, with the types of params, state, event and output.
func (t *Transducer) Def() *ir.Transducer { return t.def }

// Init returns the state that the init function makes of params, in memory that is not initialised
// (ir.Uninitialized). All values are flattened by ir.Layout. The error is a *Fault, or says that the number of params
// is wrong.
func (t *Transducer) Init(params []uint64) ([]uint64, error) {
	np := t.sizes[0]
	if len(params) != np {
		return nil, fmt.Errorf("transducer %s takes %d parameters, not %d", t.def.Name, np, len(params))
	}
	args := append(append([]uint64{}, params...), ir.Uninitialized(t.def.State)...) // Init sets all of it
	if _, err := t.m.CallFunc(t.def.Init, args); err != nil {
		return nil, err
	}
	return args[np:], nil
}

// Step runs one event: it changes state in place and returns the output, which is valid until the next call. All
// values are flattened by ir.Layout; params must be those of Init, and state a result of Init and Step, which is not
// checked again. The error is a *Fault, which leaves state unchanged, or says which number of values is wrong or
// which value of the event does not fit its type. A step allocates nothing.
func (t *Transducer) Step(params, state, event []uint64) (output []uint64, err error) {
	c, err := t.m.code(t.def.Step)
	if err != nil {
		return nil, err
	}
	np, ns, ne := len(params), len(state), len(event)
	if n := (&t.sizes); np != n[0] || ns != n[1] || ne != n[2] {
		return nil, fmt.Errorf("transducer %s takes %d parameters, %d state words and %d event words, not %d, %d and %d", t.def.Name,
			n[0], n[1], n[2], np, ns, ne)
	}
	r := t.m.load(c)
	copy(r[:], params)
	copy(r[np:], state)
	if err := c.take(r, np+ns, event); err != nil {
		return nil, err
	}
	if f := c.run(r); f != nil {
		return nil, f
	}
	copy(state, r[np:])
	for i := range t.output {
		t.output[i] = r[c.result.at+i]
	}
	return t.output, nil
}

// Next returns the result of the transducer's next function for a state and a time, by leaf, or nil if the transducer
// has none. It is valid until the next call. The error is that of CallFunc.
func (t *Transducer) Next(state []uint64, now uint64) (timer []uint64, err error) {
	if t.def.Next == nil {
		return nil, nil
	}
	c, err := t.m.code(t.def.Next)
	if err != nil {
		return nil, err
	}
	if len(state) != t.sizes[1] {
		return nil, fmt.Errorf("transducer %s has %d state words, not %d", t.def.Name, t.sizes[1], len(state))
	}
	r := t.m.load(c)
	copy(r[:], state)
	if err := c.take(r, len(state), []uint64{now}); err != nil {
		return nil, err
	}
	if f := c.run(r); f != nil {
		return nil, f
	}
	copy(t.timer, r[c.result.at:])
	return t.timer, nil
}
