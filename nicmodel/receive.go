package nicmodel

import (
	"math/bits"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// hold handles what is not simply received: a PFC frame, a traced packet, or one that must pass the receive path or
// needs room in the buffer.
func (p *partition) hold(h *host, now event.Time, k *fabric.Transit) {
	if k.Kind != fabric.PFC {
		if h.usual != 0 && !h.stamped {
			p.traced(h, now, k)
			return
		}
		if h.stamped && k.Kind > fabric.PFC {
			p.stamp(now, k)
		}
		if h.nic.ReceiveDelay == 0 {
			p.pass(h, now, k)
			return
		}
		h.passing.Add(p.Partition, k)
		p.after(h, now+h.nic.ReceiveDelay, received, 0)
		return
	}
	// The ring of a paused class does not move; when PFC resumes, the scheduler looks again.
	resumes := h.setPaused(&k.Packet)
	h.answerable()
	p.Consume(&k.Packet)
	if resumes {
		p.resumeSending(h, now)
	}
}

// digested appends the arrival of a packet to the host's digest.
func (h *host) digested(at event.Time, k *fabric.Transit) {
	h.digest = fabric.Chain(fabric.Chain(h.digest, uint64(at)<<16|uint64(k.Kind)<<8|uint64(k.Flags)), uint64(k.Conn)<<32|uint64(k.Seq))
}

// receive handles an answer that has passed the receive path. Inlined into runHost it would leave no budget to inline
// its calls.
//
//go:noinline
func (p *partition) receive(h *host, now event.Time, k *fabric.Transit) {
	c := &p.m.senders[k.Conn]
	p.RTTs.add(now - k.Sent)
	p.Consume(&k.Packet)
	if seq := k.Seq; k.Kind == fabric.Ack && k.Flags&fabric.Echo == 0 && c.acked < seq && seq < c.ackEnd && seq <= c.send && c.state != blocked && !h.has(ir.OnAck) {
		c.acked, c.progress = seq, now // as most
		return
	}
	p.answered(h, now, k, c)
}

// answered handles an answer that may do more than acknowledge.
func (p *partition) answered(h *host, now event.Time, k *fabric.Transit, c *sender) {
	conn, seq, flags, arg, kind, sent := k.Conn, k.Seq, k.Flags, k.Arg, k.Kind, k.Sent
	if kind == fabric.CNP {
		p.congested(h, conn, c, now, uint16(arg))
		return
	}
	if seq > c.acked && seq <= c.high {
		p.acknowledge(h, conn, c, now, seq, uint16(arg))
		if h.has(ir.OnAck) {
			p.report(h, c, now, k)
		}
	}
	if flags&fabric.Echo != 0 {
		p.congested(h, conn, c, now, 1)
	}
	if kind == fabric.Nack && seq == c.acked && c.send > seq {
		if flags&fabric.RNR != 0 {
			p.refuse(h, conn, c, now)
			return
		}
		if h.has(ir.OnNack) {
			p.missing(h, conn, c, now, ir.OnNack, c.send-seq, h.nic.rtt(now, now-sent))
		}
		p.goBack(h, conn, c, now)
		p.resumeSending(h, now)
	}
	if c.state == blocked && p.mayHaveMore(h, c) {
		p.schedule(h, conn, now)
		p.resumeSending(h, now)
	}
}

// traced handles a packet with a note of hops, which its answer takes back.
func (p *partition) traced(h *host, now event.Time, k *fabric.Transit) {
	number := uint32(k.Sent)
	if k.Kind == fabric.Data|fabric.Traced {
		if p.data(h, now, k); k.Kind == fabric.Data|fabric.Traced {
			p.ReleaseTrace(number) // nothing answers it
		}
		return
	}
	trace := p.TraceOf(number)
	k.Kind, k.Sent = k.Kind&^fabric.Traced, trace.Sent
	if h.stamps {
		trace.Acked = k.Seq - min(p.m.senders[k.Conn].acked, k.Seq)
	}
	p.trace, p.tracing = number, true
	p.receive(h, now, k)
	if p.tracing {
		p.tracing = false
		p.ReleaseTrace(number)
	}
}

// stamp writes into its note when a packet, or its answer, arrived.
func (p *partition) stamp(now event.Time, k *fabric.Transit) {
	t := p.TraceOf(uint32(k.Sent))
	if k.Kind == fabric.Data|fabric.Traced {
		t.Arrived = now
	} else {
		t.Returned = now
	}
}

// noted puts what a note tells into the current NIC event.
func (p *partition) noted(h *host, t *fabric.Trace) {
	in := &p.input
	in.Hops = p.hopsOf(t)
	if !h.stamps {
		return
	}
	in.AckedPackets, in.ForwardHops, in.RxLevel, in.Refused = uint64(t.Acked), uint64(len(t.Hops())), t.RxLevel, 0
	if t.Refused {
		in.Refused = 1
	}
	in.SentAt, in.ArrivedAt = h.nic.clock(t.Sent), h.nic.clock(t.Arrived)
	in.AnsweredAt, in.ReturnedAt = h.nic.clock(t.Answered), h.nic.clock(t.Returned)
}

// handNote returns the number of the current answer's note for an event that may wait. The answer may bring another
// event: of what is stamped it is a copy.
func (p *partition) handNote(h *host) (number uint32, traced bool) {
	if h.stamps && p.tracing {
		return p.CopyTrace(p.trace), true
	}
	number, traced = p.trace, p.tracing
	p.tracing = false
	return number, traced
}

// hopsOf returns the hops of a note, valid until the next call.
func (p *partition) hopsOf(trace *fabric.Trace) []driver.Hop {
	hops := trace.Hops()
	for i := range hops {
		k := &hops[i]
		p.hops[i] = driver.Hop{Queue: uint64(k.Queue), Sent: k.Sent, At: int64(k.At / event.Nanosecond), Rate: uint64(k.Rate)}
	}
	return p.hops[:len(hops)]
}

// data handles a data packet: in order, repeated or after a gap.
func (p *partition) data(h *host, now event.Time, k *fabric.Transit) {
	r := &p.m.receivers[k.Conn]
	if k.Seq != r.next {
		switch {
		case r.next == none:
			p.begins(h, now, k, r)
		case k.Seq < r.next:
			p.answer(h, now, k, r, fabric.Ack) // the acknowledgement may have been lost
		case !r.nacked:
			r.nacked = true
			p.answer(h, now, k, r, fabric.Nack)
		default:
			p.Consume(&k.Packet)
		}
		return
	}
	r.next++
	r.nacked = false
	r.packets++
	r.since++
	p.PayloadBytes += uint64(k.Size - r.header)
	switch {
	case p.bin != 0 || k.Flags&(fabric.Marked|fabric.Last) != 0:
		p.arrived(h, now, k, r)
	case h.nic.AckEvery != 0 && r.since >= h.nic.AckEvery:
		p.answer(h, now, k, r, fabric.Ack)
	default:
		p.Consume(&k.Packet)
	}
}

// arrived handles a data packet in order that is counted, was marked or ends a message.
func (p *partition) arrived(h *host, now event.Time, k *fabric.Transit, r *receiver) {
	if p.bin != 0 {
		p.meterDelivered(k.Conn, now, uint64(k.Size-r.header))
	}
	if k.Flags&fabric.Marked != 0 {
		r.marked++
		r.echo++
		if h.nic.Notify == NotifyCNP {
			p.notify(h, now, k.Conn, r)
		}
	}
	last, message := k.Flags&fabric.Last != 0, k.Arg
	if last || h.nic.AckEvery != 0 && r.since >= h.nic.AckEvery {
		p.answer(h, now, k, r, fabric.Ack)
	} else {
		p.Consume(&k.Packet)
	}
	if last {
		r.packets, r.marked = 0, 0
		p.delivered(h, now, message)
	}
}

// answer turns a data packet into its acknowledgement, and sends it.
func (p *partition) answer(h *host, now event.Time, k *fabric.Transit, r *receiver, kind uint8) {
	flags, arg := uint8(0), uint32(0)
	if k.Flags&fabric.Last != 0 {
		flags = fabric.Last
		if k.Seq+1 == r.next && r.packets != 0 {
			// The marked share of the message, UQ0.16. It is unknown for a repetition and after a gap.
			arg = uint32(min(uint64(r.marked)<<16/uint64(r.packets), 0xFFFF))
		}
	}
	if r.echo != 0 && h.nic.Notify == NotifyEcho {
		flags, arg = flags|fabric.Echo, arg|uint32(r.echo)<<16
	}
	r.echo = 0
	r.since = 0
	p.Consume(&k.Packet)
	p.Inject(h.nic.AckBytes)
	k.Kind += kind - fabric.Data // traced as before
	k.Flags, k.Seq, k.Arg = flags, r.next, arg
	k.Path, k.Size = r.path, h.nic.AckBytes
	if h.acks != nil {
		class := p.m.config.Plan.Conns[k.Conn].Class & (fabric.Classes - 1)
		k.Flags |= fabric.ClassFlags(class)
		if now >= h.Busy && h.filled|h.answers|h.Paused == 0 && (len(h.later) == 0 || h.later[0].At > now) {
			// It would be sent at once.
			h.Forward(p.Partition, now, &k.Packet)
			p.rest(h)
			return
		}
		h.acks[class].Add(p.Partition, k)
		h.answers |= 1 << class
		h.answerable()
		p.resumeSending(h, now)
		return
	}
	p.sendControl(h, now, &k.Packet)
}

// answerable checks whether an acknowledgement that waits with data may go.
func (h *host) answerable() {
	h.filled &^= 1
	if h.answers&^h.Paused != 0 {
		h.filled |= 1
	}
}

// sendAnswer sends the acknowledgement that goes before the data of its class, at an idle link.
func (p *partition) sendAnswer(h *host, now event.Time) {
	class := bits.TrailingZeros8(h.answers&^h.Paused) & (fabric.Classes - 1)
	q := &h.acks[class]
	k := q.First().Packet
	if q.Remove(p.Partition); q.Packets == 0 {
		h.answers &^= 1 << class
		h.answerable()
	}
	h.Forward(p.Partition, now, &k)
}

// sendControl sends a control packet before all data, at the known time at which the link is idle. The scheduler's
// wake then finds the link busy.
func (p *partition) sendControl(h *host, now event.Time, k *fabric.Packet) {
	h.Forward(p.Partition, max(now, h.Busy), k)
}

// notify is the notification point: it may answer a marked packet with a CNP.
func (p *partition) notify(h *host, now event.Time, conn uint32, r *receiver) {
	p.npEvent = dcqcn.NPEvent{Now: fixedpoint.Time(now / event.Nanosecond), Marked: 1}
	out := dcqcn.StepNP(&h.nic.NP, &r.np, &p.npEvent)
	if !out.CNP {
		return
	}
	p.Inject(h.nic.CNPBytes)
	k := fabric.Packet{Sent: now, Conn: conn, Path: r.path, Size: h.nic.CNPBytes, Kind: fabric.CNP, Arg: uint32(uint16(out.Marked))}
	p.CNPs++
	p.sendControl(h, now, &k)
}

// report reports a new acknowledgement to the algorithm: the bytes since the last, the round-trip time, the marks,
// and its last packet's message.
func (p *partition) report(h *host, c *sender, now event.Time, k *fabric.Transit) {
	for p.m.messages[c.reportedOf].end < k.Seq {
		c.reportedOf = p.m.messages[c.reportedOf].next
	}
	bytes := uint64(k.Seq-c.reported)*uint64(h.nic.Payload) - (c.ackShort - c.reportedShort)
	c.reported, c.reportedShort = k.Seq, c.ackShort
	p.acked(h, k.Conn, c, now, bytes, now-k.Sent, uint16(k.Arg>>16), c.reportedOf)
}

// acknowledge handles a new acknowledgement of all packets below seq.
func (p *partition) acknowledge(h *host, conn uint32, c *sender, now event.Time, seq uint32, count uint16) {
	c.acked = seq
	c.progress = now
	for seq >= c.ackEnd {
		message := c.oldest
		c.oldest, c.ackEnd = p.m.messages[message].next, none
		if c.oldest != none {
			c.ackEnd = p.m.messages[c.oldest].end
		}
		p.complete(h, conn, c, now, message, count)
	}
	if c.send < seq {
		// It had gone back, but the packets to retransmit had arrived.
		c.send, c.sentShort = seq, c.ackShort
		c.turn(c.oldest, c.ackEnd)
	}
}

// complete ends a message at its sender.
func (p *partition) complete(h *host, conn uint32, c *sender, now event.Time, message uint32, count uint16) {
	msg := &p.m.messages[message]
	if h.iface != nil {
		h.iface.acked(message, now)
	} else {
		p.knows(conn, now, message)
	}
	c.ackShort += uint64(h.nic.Payload - msg.tail)
	if h.engine != nil {
		h.engine.flows[c.local].left--
	}
	if h.has(ir.OnMessage) {
		p.ended(h, conn, c, now, message, count)
	}
	if h.iface == nil {
		p.count(h, now, p.m.config.Plan.Messages[message].OnAck)
	}
}

// knows records that the application has seen a message's completion.
func (p *partition) knows(conn uint32, now event.Time, message uint32) {
	msg := &p.m.messages[message]
	p.records.Completions = append(p.records.Completions, Completion{At: now, Conn: conn, Message: message, Posted: msg.posted, First: msg.first, Delivered: p.m.delivered[message]})
	p.Completed++
}

// delivered ends a message at its receiver.
func (p *partition) delivered(h *host, now event.Time, message uint32) {
	p.m.delivered[message] = now
	if h.iface != nil {
		h.iface.delivered(message, now)
		return
	}
	p.count(h, now, p.m.config.Plan.Messages[message].OnArrival)
}
