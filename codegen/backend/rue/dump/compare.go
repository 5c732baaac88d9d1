package dump

import (
	"fmt"
	"math/bits"
	"strings"

	"smartnic-cc/codegen/backend/rue/packet"
	"smartnic-cc/codegen/interp"
)

// Engine is an algorithm in place of a rate update engine.
type Engine struct {
	generation       packet.Generation
	t                *interp.Transducer
	params           []uint64
	places           *Places
	events, answers  map[string]packet.Field
	event            []uint64
	memory           map[uint64][]uint64 // states by connection
	connection, kind packet.Field
}

// NewEngine returns the engine of an algorithm with its parameters.
func NewEngine(g packet.Generation, t *interp.Transducer, params []uint64, places *Places) *Engine {
	e := &Engine{generation: g, t: t, params: params, places: places, events: map[string]packet.Field{}, answers: map[string]packet.Field{},
		event: make([]uint64, t.Def().Event.Leaves()), memory: map[uint64][]uint64{}}
	for _, f := range packet.Event(g) {
		e.events[f.Name] = f
	}
	for _, f := range packet.Response(g) {
		e.answers[f.Name] = f
	}
	e.connection, e.kind = e.events["connection_id"], e.events["event_type"]
	return e
}

// kinds are the types of events that the formats define.
var kinds = []string{"an acknowledgement", "a NACK", "a retransmission"}

// Title returns a pair's type of event and its connection, for people.
func (e *Engine) Title(p *Pair) string {
	return fmt.Sprintf("%s of connection %d", kinds[p.Event.Get(e.kind)], p.Event.Get(e.connection))
}

// Defined reports whether the event is of a type that the formats define.
func (e *Engine) Defined(p *Pair) bool { return p.Event.Get(e.kind) < uint64(len(kinds)) }

// Step takes an event that is Defined and returns the response. State that the event has not is that after the last
// event of the connection, or of the init function. The error is of a value that does not fit its type, or a fault.
func (e *Engine) Step(p *Pair) (packet.Packet, error) {
	var r packet.Packet
	id := p.Event.Get(e.connection)
	state := e.memory[id]
	if state == nil {
		var err error
		if state, err = e.t.Init(e.params); err != nil {
			return r, err
		}
		e.memory[id] = state
	}
	clear(e.event)
	if err := e.take(p, e.places.state, state); err != nil {
		return r, err
	}
	if err := e.take(p, e.places.event, e.event); err != nil {
		return r, err
	}
	output, err := e.t.Step(e.params, state, e.event)
	if err != nil {
		return r, err
	}
	for _, f := range packet.Repeated(e.generation) {
		r.Put(e.answers[f.Name], p.Event.Get(f))
	}
	if err := e.put(&r, e.places.state, state); err != nil {
		return r, err
	}
	return r, e.put(&r, e.places.output, output)
}

// take reads values from an event.
func (e *Engine) take(p *Pair, from []place, into []uint64) error {
	for _, at := range from {
		var v uint64
		if at.name == now {
			if v = p.Time; !p.Timed {
				v = p.Event.Get(e.events["timestamp_4"])
			}
			v = at.kind.Norm(v) // time wraps
		} else if f, ok := e.events[at.name]; ok {
			v = p.Event.Get(f)
		} else {
			continue
		}
		if at.kind.Norm(v) != v {
			return fmt.Errorf("%s is %d, which is more than %s holds, of type %s", at.name, v, at.label, at.kind)
		}
		into[at.leaf] = v
	}
	return nil
}

// put writes values to a response.
func (e *Engine) put(r *packet.Packet, from []place, values []uint64) error {
	for _, at := range from {
		f, ok := e.answers[at.name]
		if !ok {
			continue
		}
		if v := values[at.leaf]; v>>(f.Width-1)>>1 != 0 {
			return fmt.Errorf("%s is %d, which is more than the %d bits of %s hold", at.label, v, f.Width, at.name)
		}
		r.Put(f, values[at.leaf])
	}
	return nil
}

// Difference is a field in which two responses differ.
type Difference struct {
	Field           packet.Field
	Expected, Found uint64
	// Bit is the lowest bit that differs, from the packet's first on.
	Bit int
}

// String returns the field with both values and the bit, as in
// "rtt_state is 7, expected 6: bit 237 (byte 29, bit 5)".
func (d Difference) String() string {
	return fmt.Sprintf("%s is %d, expected %d: bit %d (byte %d, bit %d)", d.Field.Name, d.Found, d.Expected, d.Bit, d.Bit/8, d.Bit%8)
}

// Compare returns the fields in which two responses differ, in the order of their bits, reserved ones left out. Of a flow
// label that is marked valid the engine draws the upper 18 bits, which are not compared.
func Compare(g packet.Generation, expected, found *packet.Packet) (list []Difference) {
	fields := packet.Response(g)
	for _, f := range fields {
		if f.Reserved() {
			continue
		}
		want, got := expected.Get(f), found.Get(f)
		differs := want ^ got
		if valid, ok := packet.Find(fields, f.Name+"_valid"); ok && strings.HasPrefix(f.Name, "flow_label_") && found.Get(valid) == 1 {
			differs &= 3
		}
		if differs != 0 {
			list = append(list, Difference{f, want, got, f.Off + bits.TrailingZeros64(differs)})
		}
	}
	return list
}
