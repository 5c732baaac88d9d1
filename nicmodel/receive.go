package nicmodel

import (
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// arrive takes a packet that came in. The packet is its sender's: nothing here changes it.
func (p *part) arrive(h *host, now event.Time, k *fabric.Packet) {
	switch {
	case k.Kind == fabric.PFC:
		// The ring of a paused class does not move; when PFC resumes, the scheduler looks again.
		if h.SetPaused(k) {
			p.kick(h, now)
		}
	case h.nic.ReceiveDelay != 0:
		h.passing.Push(&p.Pool, k)
		p.after(h, now+h.nic.ReceiveDelay, received, 0)
	default:
		p.receive(h, now, k)
	}
}

// receive takes a packet that has passed the receive path.
func (p *part) receive(h *host, now event.Time, k *fabric.Packet) {
	p.Bury(k.Size)
	if k.Kind == fabric.Data {
		p.data(h, now, k)
		return
	}
	conn := k.Conn
	c := &p.m.senders[conn]
	p.Trips.add(now - k.Sent)
	if k.Kind != fabric.CNP {
		p.acknowledge(h, conn, c, now, k.Seq, k.Count)
	}
	switch {
	case k.Kind == fabric.CNP:
		p.congested(h, conn, c, now, k.Count)
	case k.Flags&fabric.Echo != 0:
		p.congested(h, conn, c, now, 1)
	}
	if k.Kind == fabric.Nack && k.Seq == c.acked && c.send > k.Seq {
		p.goBack(h, conn, c, now)
	}
	if c.state == blocked && c.send-c.acked < h.nic.Window {
		p.schedule(h, conn, now)
	}
	p.kick(h, now)
}

// data takes a data packet: in order, repeated or after a gap.
func (p *part) data(h *host, now event.Time, k *fabric.Packet) {
	r := &p.m.receivers[k.Conn]
	if k.Seq != r.next {
		switch {
		case k.Seq < r.next:
			p.answer(h, now, k, r, fabric.Ack) // the acknowledgement may have been lost
		case !r.nacked:
			r.nacked = true
			p.answer(h, now, k, r, fabric.Nack)
		}
		return
	}
	r.next++
	r.nacked = false
	r.packets++
	r.since++
	p.PayloadBytes += uint64(k.Size - r.header)
	if k.Flags&fabric.Marked != 0 {
		r.marked++
		r.echo = true
		if h.nic.Notify == NotifyCNP {
			p.notify(h, now, k.Conn, r)
		}
	}
	last := k.Flags&fabric.Last != 0
	if last || h.nic.AckEvery != 0 && r.since >= h.nic.AckEvery {
		p.answer(h, now, k, r, fabric.Ack)
	}
	if last {
		r.packets, r.marked = 0, 0
		p.delivered(h, now, k.Msg)
	}
}

// answer sends the acknowledgement of a data packet.
func (p *part) answer(h *host, now event.Time, k *fabric.Packet, r *receiver, kind uint8) {
	to := &p.m.routes[k.Conn]
	flags := k.Flags & fabric.Last
	if r.echo && h.nic.Notify == NotifyEcho {
		flags |= fabric.Echo
	}
	count := uint16(0)
	if flags&fabric.Last != 0 && r.packets != 0 {
		// The share of the message that was marked, UQ0.16.
		count = uint16(min(uint64(r.marked)<<16/uint64(r.packets), 0xFFFF))
	}
	r.echo = false
	r.since = 0
	p.packet = fabric.Packet{
		Sent: k.Sent, Conn: k.Conn, Seq: r.next, Hash: to.back, To: to.home,
		Size: h.nic.AckBytes, Count: count, Kind: kind, Flags: flags,
	}
	p.sendControl(h, now)
}

// sendControl sends the control packet at hand, now or when the link is idle.
func (p *part) sendControl(h *host, now event.Time) {
	p.Birth(p.packet.Size)
	if now >= h.Busy && h.control.Packets == 0 {
		// What waited for this time waits for the link now: the wake finds it busy.
		h.Send(p.Part, now, &p.packet)
		return
	}
	h.control.Push(&p.Pool, &p.packet)
	h.wakeBy(max(now, h.Busy))
}

// notify is the notification point: it may answer a marked packet with a CNP.
func (p *part) notify(h *host, now event.Time, conn uint32, r *receiver) {
	p.npEvent = dcqcn.NPEvent{Now: fixedpoint.Time(now / event.Nanosecond), Marked: 1}
	out := dcqcn.StepNP(&h.nic.NP, &r.np, &p.npEvent)
	if !out.CNP {
		return
	}
	to := &p.m.routes[conn]
	p.packet = fabric.Packet{Sent: now, Conn: conn, Hash: to.back, To: to.home, Size: h.nic.CNPBytes, Kind: fabric.CNP, Count: uint16(out.Marked)}
	p.CNPs++
	p.sendControl(h, now)
}

// acknowledge takes an acknowledgement of all packets below seq.
func (p *part) acknowledge(h *host, conn uint32, c *sender, now event.Time, seq uint32, count uint16) {
	if seq <= c.acked || seq > c.high {
		return
	}
	c.acked = seq
	c.progress = now
	for c.oldest != none && p.m.messages[c.oldest].end <= seq {
		message := c.oldest
		c.oldest = p.m.messages[message].next
		p.complete(h, conn, c, now, message, count)
	}
	if c.send < seq {
		// It had gone back, but what it was to send again did arrive.
		c.send = seq
		c.cursor = c.oldest
	}
}

// complete ends a message at its sender.
func (p *part) complete(h *host, conn uint32, c *sender, now event.Time, message uint32, count uint16) {
	msg := &p.m.messages[message]
	p.records.Completions = append(p.records.Completions, Completion{At: now, Conn: conn, Message: message, Posted: msg.posted, First: msg.first, Delivered: p.m.delivered[message]})
	p.Completed++
	if h.engine != nil {
		p.engineCompleted(h, conn, c, now, message, count)
	} else if c.plus != nil {
		p.reward(c, msg, p.m.config.Plan.Messages[message].Bytes, now, count)
	}
	p.count(h, now, p.m.config.Plan.Messages[message].Acked)
}

// delivered ends a message at its receiver.
func (p *part) delivered(h *host, now event.Time, message uint32) {
	p.m.delivered[message] = now
	p.count(h, now, p.m.config.Plan.Messages[message].Arrives)
}
