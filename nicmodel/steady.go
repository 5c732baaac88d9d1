package nicmodel

import (
	"math/bits"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// steady handles a host's first events before a time as long as they are what most are, in the order of runHost, and
// returns how many: data in order that is acknowledged at once without a mark, as data and answer do; acknowledgements,
// as receive does; and wakes of the scheduler while one connection sends alone or several take turns, as transmit does.
// None of them changes what the others depend on but the link and the connection's numbers.
func (p *partition) steady(h *host, before event.Time) (n uint64) {
	if h.acks != nil || h.nic.AckEvery != 1 || h.usual == 0 || p.bin != 0 {
		return 0
	}
	var one turn
	reports, last := h.has(ir.OnAck), min(h.due, before-1)
	var k *fabric.Transit
	if h.in.Next <= last {
		k = h.in.First()
	}
	for ; ; n++ {
		at := h.in.Next
		if now := h.wakes; now < at {
			if one.sender == nil {
				if now >= before || now >= h.due {
					break
				}
				if h.Busy > now {
					h.wakes = never
					p.rest(h)
					continue
				}
				if !p.turn(h, &one, before) {
					break
				}
			}
			c := one.sender
			if now >= one.until || c.due <= now || c.send+1 >= c.sendEnd {
				break
			}
			if now >= h.Busy {
				p.sendFull(h, &one, now)
				if r := one.ring; r != nil && r.head != r.tail {
					p.rotate(r, one.conn, c)
					one.sender = nil
				}
			}
			h.wakes = max(h.Busy, c.next)
			continue
		}
		if at > last {
			break
		}
		if k.Kind == fabric.Data {
			r := &p.m.receivers[k.Conn]
			if k.Seq != r.next || k.Flags&(fabric.Marked|fabric.Last) != 0 { // of earlier marks none is unanswered
				break
			}
			h.digested(at, k)
			r.next++
			r.nacked = false
			r.packets++
			p.PayloadBytes += uint64(k.Size - r.header)
			p.Deliver(k.Size)
			size := h.nic.AckBytes
			p.Inject(size)
			now := max(at, h.Busy)
			a := h.Place(p.Partition, now, size, r.path)
			a.Sent, a.Conn, a.Seq, a.Arg = k.Sent, k.Conn, r.next, 0
			a.Size, a.Kind, a.Flags = size, fabric.Ack, 0
			h.Placed(p.Partition, now, a)
			k = h.in.Drop()
			continue
		}
		if k.Kind != fabric.Ack || reports {
			break
		}
		c, seq := &p.m.senders[k.Conn], k.Seq
		if k.Flags&fabric.Echo != 0 || c.acked >= seq || seq >= c.ackEnd || seq > c.send || c.state == blocked {
			break
		}
		h.digested(at, k)
		p.RTTs.add(at - k.Sent)
		p.Deliver(k.Size)
		c.acked, c.progress = seq, at
		k = h.in.Drop()
	}
	if one.sender != nil && one.ring == nil {
		h.later[0].At = one.sender.next
	}
	return n
}

// turn is the connection whose turn it is.
type turn struct {
	*sender
	conn  uint32
	ring  *ring      // nil if it waits between its packets, alone on its host
	gap   event.Time // between the begins of its packets, 0 if it is in its ring
	until event.Time // when others may send, or the host's own events come first
}

// turn finds the connection whose turn it is while nothing changes, if there is one whose next packets nothing but the
// network sees.
func (p *partition) turn(h *host, one *turn, before event.Time) bool {
	if h.looks || h.limited || h.traces {
		return false
	}
	until := min(before, h.due)
	switch waiting := len(h.later) > 0; {
	case h.filled == 0 && len(h.later) == 1:
		one.conn = uint32(h.later[0].Key)
	case h.filled > 1 && h.filled&(h.filled-1) == 0:
		r := &h.rings[bits.TrailingZeros8(h.filled)&(fabric.Classes-1)]
		one.ring, one.conn = r, r.head
		if waiting {
			until = min(until, h.later[0].At)
		}
	default:
		return false
	}
	c := &p.m.senders[one.conn]
	one.gap = max(c.gap, h.gap(c.rate, h.nic.Payload+h.nic.Header))
	if h.Paused>>(c.class%fabric.Classes)&1 != 0 || c.begins || c.observed || !c.timing && h.nic.RTO != 0 || (one.ring == nil) != (one.gap > 0) {
		return false
	}
	one.sender, one.until = c, until
	return true
}

// sendFull is sendData for a packet that does not end a message.
func (p *partition) sendFull(h *host, one *turn, now event.Time) {
	c, size := one.sender, h.nic.Payload+h.nic.Header
	p.Inject(size)
	k := h.Place(p.Partition, now, size, c.path)
	k.Sent, k.Conn, k.Seq, k.Arg = now, one.conn, c.send, c.cursor
	k.Size, k.Kind, k.Flags = size, fabric.Data, fabric.ECT|fabric.ClassFlags(c.class)
	h.Placed(p.Partition, now, k)
	if c.send++; c.send > c.high {
		if c.high = c.send; c.acked+1 == c.send {
			c.progress = now
		}
	}
	c.next = now + one.gap // and paced is as before: the first packet of the message was as long
}
