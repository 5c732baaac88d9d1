package p4

import (
	"fmt"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/p4/p4check"
	"smartnic-cc/internal/transducer"
)

// Port is where requests come in.
const Port = 0

// Builtin runs the text of a program with package p4check, packet by packet, as a
// firmware that knows one algorithm. values are the parameters that the program has as
// constants, nil if it has them in registers.
//
// All connections opened share the program's parameters: they are those of the last
// one.
func Builtin(name string, text []byte, t *ir.Transducer, values []uint64) (transducer.Firmware, error) {
	prog, err := p4check.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return &builtin{sw: prog.NewSwitch(), packets: NewPackets(t), values: values}, nil
}

type builtin struct {
	sw      *p4check.Switch
	packets *Packets
	values  []uint64
	opened  int
	tag     uint32
}

func (w *builtin) Name() string { return "built-in P4 reader" }
func (w *builtin) Close() error { return nil }

func (w *builtin) Call(name string, _ []uint64) ([]uint64, error) {
	return nil, fmt.Errorf("a P4 program runs events of %s, not function %s", w.packets.def.Name, name)
}

// exchange sends a request and takes the reply apart.
func (w *builtin) exchange(request []byte, err error) (output, state []uint64, _ error) {
	if err != nil {
		return nil, nil, err
	}
	reply, port, err := w.sw.Process(Port, request)
	if err != nil {
		return nil, nil, err
	}
	if reply != nil && port != 1 {
		return nil, nil, fmt.Errorf("the reply left on port %d, not 1", port)
	}
	return w.packets.Reply(request, reply)
}

func (w *builtin) next() uint32 {
	w.tag++
	return w.tag
}

// connections is how many connections are used one after the other.
const connections = 16

func (w *builtin) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	if algorithm != w.packets.def.Name {
		return nil, fmt.Errorf("the program runs %s, not %s", w.packets.def.Name, algorithm)
	}
	if w.values == nil {
		if _, _, err := w.exchange(w.packets.Params(w.next(), params)); err != nil {
			return nil, err
		}
	} else if i := transducer.FirstDifference(w.values, params); i >= 0 {
		return nil, fmt.Errorf("the program was made for other parameters; the first that differs is %s", w.packets.params[i].Name)
	}
	c := &connection{w: w, number: uint16(w.opened % connections)}
	w.opened++
	var err error
	_, c.state, err = w.exchange(w.packets.Init(c.number, w.next()), nil)
	return c, err
}

type connection struct {
	w      *builtin
	number uint16
	state  []uint64
}

// State asks the program for the state, so that what is in the registers is seen.
func (c *connection) State() ([]uint64, error) {
	_, state, err := c.w.exchange(c.w.packets.Read(c.number, c.w.next()), nil)
	return state, err
}

func (c *connection) Load(state []uint64) error {
	_, got, err := c.w.exchange(c.w.packets.Load(c.number, c.w.next(), state))
	if err == nil && transducer.FirstDifference(got, state) >= 0 {
		return fmt.Errorf("the state that was loaded came back changed")
	}
	return err
}

func (c *connection) Step(event []uint64) (output, state []uint64, err error) {
	return c.w.exchange(c.w.packets.Event(c.number, c.w.next(), event))
}
