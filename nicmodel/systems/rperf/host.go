package rperf

import (
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// kinds of packets. What a source sends is not delivered to a program.
const (
	kindSend uint8 = iota
	kindWrite
	kindSource
	kindAck
	kindSourceAck
)

// Kinds of steps in addition to the NIC's.
const (
	stepReceived uint8 = iota + hostpath.Kinds // a packet has passed the receive pipe
	stepWritten                                // the payload of a WRITE is in memory
	stepProduce                                // of a source
	stepMeasure                                // the next measurement begins
)

// The queue pairs of a host that measures.
const (
	qpWire = iota
	qpLoop
)

// host is a NIC at the network: a hostpath.Environment and a credit.Host.
type host struct {
	run    *run
	number uint32
	nic    *hostpath.NIC // nil if it neither measures nor is measured
	// Packets in the receive pipe, and WRITEs on their way to memory; both in order.
	receiving, writing []credit.Packet
	source             source
}

// source is the state of a Source.
type source struct {
	index   int // of Setup.Sources; -1 for none
	next    event.Time
	blocked bool
	bytes   uint64 // of payload received since Warm
}

// depth is how many packets of a source may wait in the NIC.
const depth = 2

// After implements hostpath.Environment.
func (h *host) After(at event.Time, kind uint8, arg uint32) {
	h.run.net.At(at, h.number, kind, arg)
}

// Send implements hostpath.Environment.
func (h *host) Send(_ event.Time, wqe uint32) {
	r := h.run
	c := h.nic.Slot(wqe)
	p := credit.Packet{User: uint64(wqe), From: h.number, To: r.peer(h.number), Bytes: uint32(c.Bytes) + Header, VL: r.setup.VL, Kind: kindSend}
	if c.Write {
		p.Kind = kindWrite
	}
	r.send(p)
}

// Polled implements hostpath.Environment.
func (h *host) Polled(now event.Time, c *hostpath.Completion) { h.run.polled(h, now, c) }

// Departed implements credit.Host.
func (h *host) Departed(now event.Time, p *credit.Packet) {
	if p.Kind == kindSource && h.source.blocked {
		h.source.blocked = false
		h.run.net.At(max(now, h.source.next), h.number, stepProduce, 0)
	}
}

// Arrived implements credit.Host: a packet is in the receive pipe.
func (h *host) Arrived(now event.Time, p *credit.Packet) {
	r := h.run
	switch p.Kind {
	case kindSource:
		r.came(p)
	case kindSourceAck:
		return
	default:
		if h.number == r.setup.To && p.Kind != kindAck {
			r.delivered = now - r.posted
		}
		// The software of a ping-pong does not wait for acknowledgements.
		if r.setup.Tool != PingPong || p.Kind != kindAck {
			r.truth += now - p.Sent - r.net.Serial(p.Bytes)
		}
	}
	h.receiving = append(h.receiving, *p)
	h.run.net.At(now+r.setup.Receive, h.number, stepReceived, 0)
}

// Step implements credit.Host.
func (h *host) Step(now event.Time, kind uint8, arg uint32) {
	switch kind {
	case stepReceived:
		p := h.receiving[0]
		h.receiving = h.receiving[:copy(h.receiving, h.receiving[1:])]
		h.received(now, &p)
	case stepWritten:
		p := h.writing[0]
		h.writing = h.writing[:copy(h.writing, h.writing[1:])]
		h.acknowledge(&p, kindAck)
	case stepProduce:
		h.produce(now)
	case stepMeasure:
		h.run.measure(now)
	default:
		h.nic.Step(now, kind, arg)
	}
}

// received handles a packet from the receive pipe. A SEND is acknowledged before it is delivered, a WRITE when it is
// in memory.
func (h *host) received(now event.Time, p *credit.Packet) {
	message := hostpath.WQE{Bytes: uint64(p.Bytes - Header)}
	switch p.Kind {
	case kindSource:
		h.acknowledge(p, kindSourceAck)
	case kindSend:
		h.acknowledge(p, kindAck)
		h.nic.Receive(now, qpWire, message)
	case kindWrite:
		message.Write = true
		h.writing = append(h.writing, *p)
		h.run.net.At(h.nic.Deliver(now, qpWire, message), h.number, stepWritten, 0)
	case kindAck:
		h.nic.Acked(now, uint32(p.User))
	}
}

// acknowledge sends an acknowledgement of a packet.
func (h *host) acknowledge(p *credit.Packet, kind uint8) {
	h.run.send(credit.Packet{User: p.User, From: h.number, To: p.From, Bytes: AckBytes, VL: p.VL, Kind: kind})
}

// produce has a source send its next message, unless enough wait in the NIC.
func (h *host) produce(now event.Time) {
	r := h.run
	k := &r.setup.Sources[h.source.index]
	if r.net.QueueLength(h.number) >= depth {
		h.source.blocked = true
		return
	}
	r.send(credit.Packet{From: h.number, To: k.To, Bytes: k.Payload + Header, VL: k.VL, Kind: kindSource})
	h.source.next = now + k.Message
	r.net.At(h.source.next, h.number, stepProduce, 0)
}
