package p4

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"smartnic-cc/codegen/ir"
)

// What a request asks for; a reply has opReply added.
const (
	opEvent  = 1
	opInit   = 2
	opLoad   = 3
	opRead   = 4
	opParams = 5
	opReply  = 0x80

	etherType = 0x88B5
	version   = 1
)

// The addresses of requests: locally administered ones.
var (
	requesterMAC = []byte{0x02, 0, 0, 0, 0, 0x01}
	deviceMAC    = []byte{0x02, 0, 0, 0, 0, 0x02}
)

const (
	etherLen   = 14
	requestLen = 8
)

// Packets packs the values of a transducer into the packets that its program takes,
// and unpacks the replies.
type Packets struct {
	def                          *ir.Transducer
	params, state, event, output []ir.Leaf
}

// NewPackets returns the packets of a transducer.
func NewPackets(t *ir.Transducer) *Packets {
	return &Packets{def: t, params: ir.Layout(t.Params), state: ir.Layout(t.State), event: ir.Layout(t.Event), output: ir.Layout(t.Output)}
}

func request(op byte, connection uint16, tag uint32) []byte {
	b := append(append(make([]byte, 0, 128), deviceMAC...), requesterMAC...)
	b = binary.BigEndian.AppendUint16(b, etherType)
	b = append(b, version, op)
	b = binary.BigEndian.AppendUint16(b, connection)
	return binary.BigEndian.AppendUint32(b, tag)
}

// put appends values as fields, the top byte first.
func put(b []byte, leaves []ir.Leaf, values []uint64) ([]byte, error) {
	if len(values) != len(leaves) {
		return nil, fmt.Errorf("%d values; want %d", len(values), len(leaves))
	}
	for i, l := range leaves {
		for n := wireBits(l.Kind) - 8; n >= 0; n -= 8 {
			b = append(b, byte(values[i]>>n))
		}
	}
	return b, nil
}

// Fields takes values off the beginning of b, where each is a field, the top byte first, and returns the
// rest. The error names the field that b ends before.
func Fields(b []byte, leaves []ir.Leaf) ([]uint64, []byte, error) {
	values := make([]uint64, len(leaves))
	for i, l := range leaves {
		n := wireBits(l.Kind) / 8
		if len(b) < n {
			return nil, nil, fmt.Errorf("the reply ends before field %s", l.Name)
		}
		for _, c := range b[:n] {
			values[i] = values[i]<<8 | uint64(c)
		}
		if l.Kind.IsSigned() {
			values[i] = l.Kind.Norm(values[i])
		}
		b = b[n:]
	}
	return values, b, nil
}

// Event is the request to run an event. tag comes back in the reply. A wrong number of
// values is an error.
func (p *Packets) Event(connection uint16, tag uint32, event []uint64) ([]byte, error) {
	return put(request(opEvent, connection, tag), p.event, event)
}

// Init is the request to begin a connection.
func (p *Packets) Init(connection uint16, tag uint32) []byte { return request(opInit, connection, tag) }

// Read is the request to read a connection's state.
func (p *Packets) Read(connection uint16, tag uint32) []byte { return request(opRead, connection, tag) }

// Load is the request to overwrite a connection's state. A wrong number of values is an
// error.
func (p *Packets) Load(connection uint16, tag uint32, state []uint64) ([]byte, error) {
	return put(request(opLoad, connection, tag), p.state, state)
}

// Params is the request to set the parameters of all connections. A program whose
// parameters are constants drops it. A wrong number of values is an error.
func (p *Packets) Params(tag uint32, params []uint64) ([]byte, error) {
	return put(request(opParams, 0, tag), p.params, params)
}

// Whole is the request of a program whose packets carry the state (Options.Carried): to run an event, or to begin a
// connection where event is nil. params is nil where they are constants. A wrong number of values is an error.
func (p *Packets) Whole(connection uint16, tag uint32, params, state, event []uint64) ([]byte, error) {
	op := byte(opInit)
	if event != nil {
		op = opEvent
	}
	b, err := request(op, connection, tag), error(nil)
	if params != nil {
		b, err = put(b, p.params, params)
	}
	if event != nil && err == nil {
		if b, err = put(b, p.state, state); err == nil {
			b, err = put(b, p.event, event)
		}
	}
	return b, err
}

// Reply splits the reply to a request: the output of an event, and the state, if the reply has them. It fails if the
// packet was dropped, is cut short, has extra bytes, or answers another request.
func (p *Packets) Reply(request, reply []byte) (output, state []uint64, err error) {
	switch {
	case reply == nil:
		return nil, nil, fmt.Errorf("the packet was dropped")
	case len(reply) < etherLen+requestLen:
		return nil, nil, fmt.Errorf("a reply of %d bytes is shorter than its header", len(reply))
	}
	want := append([]byte(nil), request[:etherLen+requestLen]...)
	copy(want, request[6:12])
	copy(want[6:], request[:6])
	want[etherLen+1] |= opReply
	if !bytes.Equal(want, reply[:len(want)]) {
		return nil, nil, fmt.Errorf("the reply begins with %x, not %x", reply[:len(want)], want)
	}
	rest := reply[len(want):]
	op := request[etherLen+1]
	if op == opEvent {
		if output, rest, err = Fields(rest, p.output); err != nil {
			return nil, nil, err
		}
	}
	if op != opParams {
		if state, rest, err = Fields(rest, p.state); err != nil {
			return nil, nil, err
		}
	}
	if len(bytes.Trim(rest, "\x00")) > 0 { // zeros may fill a short frame
		return nil, nil, fmt.Errorf("%d bytes behind the reply", len(rest))
	}
	return output, state, nil
}
