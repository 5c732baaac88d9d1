package nicmodel

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
)

// RxBuffer is a NIC's buffer for the payload that it has received and that waits for the host, which takes it at a
// rate: of PCIe or of memory. It is acknowledged as it enters. What comes in order and finds no room is refused: it is
// discarded, and the answer is a negative acknowledgement.
type RxBuffer struct {
	// Bytes is its size.
	Bytes uint32
	// Rate is that of the host, in bit/s of payload.
	Rate uint64
}

func (b *RxBuffer) check(n *NIC) error {
	switch {
	case b.Bytes == 0 || b.Bytes > 1<<24:
		return fmt.Errorf("rx_buffer: %d bytes; use 1 to %d", b.Bytes, 1<<24)
	case b.Rate < topology.MinRate || b.Rate > topology.MaxRate:
		return fmt.Errorf("rx_rate: %d bit/s; use 1 Mb/s to 1.6 Tb/s", b.Rate)
	case n.Host != nil && n.Host.SRQ.Depth != 0:
		return fmt.Errorf("rx_buffer: with host.srq it is the receive queue that refuses; leave one of them out")
	}
	return nil
}

// rxBuffer is the state of an RxBuffer, as times: of a byte, of all of it, and when it will be empty.
type rxBuffer struct {
	perByte     fabric.Serial
	size, empty event.Time
}

func (b *RxBuffer) state() *rxBuffer {
	s := &rxBuffer{perByte: fabric.SerialOf(b.Rate)}
	for left := b.Bytes; left > 0; left -= min(left, 1<<16) {
		s.size += s.perByte.Of(min(left, 1<<16))
	}
	return s
}

// take puts bytes into the buffer, and reports whether there was room.
func (b *rxBuffer) take(now event.Time, bytes uint32) bool {
	until := max(b.empty, now) + b.perByte.Of(bytes)
	if until-now > b.size {
		return false
	}
	b.empty = until
	return true
}

// level returns how full the buffer is, UQ0.16, rounded down; full is 0xFFFF.
func (b *rxBuffer) level(now event.Time) uint16 {
	// At most 2^24 bytes of 8 us: the product has 63 bits.
	return uint16(min(uint64(max(b.empty-now, 0))<<16/uint64(b.size), 0xFFFF))
}

// pass handles a packet that has passed the receive path: data in order needs room in the buffer.
func (p *partition) pass(h *host, now event.Time, k *fabric.Transit) {
	if h.rx != nil && k.Kind&^fabric.Traced == fabric.Data && !p.hasRoom(h, now, k) {
		return
	}
	switch {
	case k.Kind > fabric.PFC:
		p.traced(h, now, k)
	case k.Kind == fabric.Data:
		p.data(h, now, k)
	default:
		p.receive(h, now, k)
	}
}

// hasRoom puts a data packet that is in order into the receiver's buffer, or refuses it. The note of a packet has the
// level after that.
func (p *partition) hasRoom(h *host, now event.Time, k *fabric.Transit) bool {
	r := &p.m.receivers[k.Conn]
	ok := k.Seq != r.next || h.rx.take(now, uint32(k.Size-r.header))
	if k.Kind > fabric.PFC {
		t := p.TraceOf(uint32(k.Sent))
		t.RxLevel, t.Refused = h.rx.level(now), !ok
	}
	if !ok {
		r.nacked = true
		p.answer(h, now, k, r, fabric.Nack)
	}
	return ok
}
