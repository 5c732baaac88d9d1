package p4

import (
	"cmp"
	"fmt"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/testvectors/transducer"
)

// The ports of requests and replies.
const (
	requestPort = 0
	replyPort   = 1
)

// device is something that a program runs on: a packet in, at most one out.
type device interface {
	Process(port uint16, packet []byte) (out []byte, outPort uint16, err error)
}

// BuiltIn runs the text of a program with package p4check, packet by packet, as a firmware with one algorithm.
//
// All connections share the program's parameters: they are those of the connection opened last. If p4check refuses
// the text, the error has its line and column.
func (t *Text) BuiltIn() (transducer.Firmware, error) {
	prog, err := p4check.Parse(string(t.Program))
	if err != nil {
		return nil, fmt.Errorf("%s:%w", t.name(), err)
	}
	return t.firmware("built-in P4 reader", prog.NewSwitch()), nil
}

func (t *Text) name() string { return t.Def.Name + ".p4" }

func (t *Text) firmware(name string, d device) *firmware {
	n := cmp.Or(t.Connections, printer.DefaultConnections)
	return &firmware{name: name, dev: d, packets: NewPackets(t.Def), values: t.Values, carried: t.Carried, numbers: min(n, 16)}
}

// firmware drives a program on a device through packets.
type firmware struct {
	name    string
	dev     device
	packets *Packets
	values  []uint64
	carried bool
	// Connections are numbered up to here, and then from 0 again.
	numbers int
	opened  int
	tag     uint32
}

func (w *firmware) Name() string { return w.name }
func (w *firmware) Close() error { return nil }

func (w *firmware) Call(name string, _ []uint64) ([]uint64, error) {
	return nil, fmt.Errorf("a P4 program runs events of %s, not function %s", w.packets.def.Name, name)
}

// exchange sends a request and parses the reply.
func (w *firmware) exchange(request []byte, err error) (output, state []uint64, _ error) {
	if err != nil {
		return nil, nil, err
	}
	reply, port, err := w.dev.Process(requestPort, request)
	if err != nil {
		return nil, nil, err
	}
	if reply != nil && port != replyPort {
		return nil, nil, fmt.Errorf("the reply left on port %d, not %d", port, replyPort)
	}
	return w.packets.Reply(request, reply)
}

func (w *firmware) next() uint32 {
	w.tag++
	return w.tag
}

func (w *firmware) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	if algorithm != w.packets.def.Name {
		return nil, fmt.Errorf("the program runs %s, not %s", w.packets.def.Name, algorithm)
	}
	c := &connection{w: w, number: uint16(w.opened % w.numbers)}
	switch i := transducer.FirstDifference(w.values, params); {
	case w.values != nil && i >= 0:
		return nil, fmt.Errorf("the program was made for other parameters; the first that differs is %s", w.packets.params[i].Name)
	case w.values == nil && w.carried:
		c.params = append([]uint64{}, params...)
	case w.values == nil:
		if _, _, err := w.exchange(w.packets.Params(w.next(), params)); err != nil {
			return nil, err
		}
	}
	w.opened++
	var err error
	if w.carried {
		_, c.state, err = w.exchange(w.packets.Whole(c.number, w.next(), c.params, nil, nil))
	} else {
		_, _, err = w.exchange(w.packets.Init(c.number, w.next()), nil)
	}
	return c, err
}

type connection struct {
	w      *firmware
	number uint16
	// What packets carry: the parameters that are not constants, and the state.
	params, state []uint64
}

// State asks the program for the state, to see the content of the registers, or returns the one that the last reply
// carried.
func (c *connection) State() ([]uint64, error) {
	if c.w.carried {
		return append([]uint64{}, c.state...), nil
	}
	_, state, err := c.w.exchange(c.w.packets.Read(c.number, c.w.next()), nil)
	return state, err
}

func (c *connection) Load(state []uint64) error {
	if c.w.carried {
		c.state = append([]uint64{}, state...)
		return nil
	}
	_, got, err := c.w.exchange(c.w.packets.Load(c.number, c.w.next(), state))
	if err == nil && transducer.FirstDifference(got, state) >= 0 {
		return fmt.Errorf("the state that was loaded came back changed")
	}
	return err
}

func (c *connection) Step(event []uint64) (output, state []uint64, err error) {
	if !c.w.carried {
		return c.w.exchange(c.w.packets.Event(c.number, c.w.next(), event))
	}
	output, state, err = c.w.exchange(c.w.packets.Whole(c.number, c.w.next(), c.params, c.state, event))
	if err == nil {
		c.state = state
	}
	return output, state, err
}
