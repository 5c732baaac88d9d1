package nicmodel

import (
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// arrive takes a packet that came in.
func (p *part) arrive(h *host, now event.Time, id uint32) {
	if h.nic.ReceiveDelay != 0 {
		p.after(h, now+h.nic.ReceiveDelay, received, id)
		return
	}
	p.receive(h, now, id)
}

// receive takes a packet that has passed the receive path.
func (p *part) receive(h *host, now event.Time, id uint32) {
	k := p.At(id)
	if k.Kind == fabric.Data {
		p.data(h, now, id, k)
		return
	}
	conn, seq, kind, flags, count := k.Conn, k.Seq, k.Kind, k.Flags, k.Count
	sent := k.Sent
	p.Bury(id)
	c := &p.m.senders[conn]
	if kind != fabric.CNP {
		p.acknowledge(h, conn, c, now, seq, count)
	}
	switch {
	case kind == fabric.CNP:
		p.congested(h, conn, c, now, count)
	case flags&fabric.Echo != 0:
		p.congested(h, conn, c, now, 1)
	}
	if kind == fabric.Nack && seq == c.acked && c.send > seq {
		p.goBack(h, conn, c, now)
	}
	p.Trips.add(now - sent)
	if c.state == blocked && c.send-c.acked < h.nic.Window {
		p.schedule(h, conn, now)
	}
	p.kick(h, now)
}

// data takes a data packet: in order, repeated or after a gap.
func (p *part) data(h *host, now event.Time, id uint32, k *fabric.Packet) {
	m := p.m
	conn := k.Conn
	r := &m.receivers[conn]
	if k.Seq != r.next {
		if k.Seq > r.next && r.nacked {
			p.Bury(id)
			return
		}
		kind := fabric.Ack // of a repetition: the acknowledgement may have been lost
		if k.Seq > r.next {
			kind = fabric.Nack
			r.nacked = true
		}
		p.answer(h, now, id, r, kind)
		return
	}
	r.next++
	r.nacked = false
	r.packets++
	r.since++
	p.PayloadBytes += uint64(k.Size - h.nic.Header)
	marked := k.Flags&fabric.Marked != 0
	last := k.Flags&fabric.Last != 0
	message := k.Msg
	if marked {
		r.marked++
		r.echo = true
		if h.nic.Notify == NotifyCNP {
			p.notify(h, now, conn, r)
		}
	}
	if last || h.nic.AckEvery != 0 && r.since >= h.nic.AckEvery {
		p.answer(h, now, id, r, fabric.Ack)
	} else {
		p.Bury(id)
	}
	if last {
		r.packets, r.marked = 0, 0
		p.delivered(h, now, message)
	}
}

// answer turns a data packet into its acknowledgement and sends that.
func (p *part) answer(h *host, now event.Time, id uint32, r *receiver, kind uint8) {
	k := p.At(id)
	p.GonePackets++
	p.GoneBytes += uint64(k.Size)
	to := &p.m.routes[k.Conn]
	flags := k.Flags & fabric.Last
	if r.echo && h.nic.Notify == NotifyEcho {
		flags |= fabric.Echo
	}
	r.echo = false
	r.since = 0
	k.Count = 0
	if flags&fabric.Last != 0 && r.packets != 0 {
		// The share of the message that was marked, UQ0.16.
		k.Count = uint16(min(uint64(r.marked)<<16/uint64(r.packets), 0xFFFF))
	}
	k.Kind, k.Class, k.Flags = kind, 0, flags
	k.Seq, k.Dst, k.Hash, k.Size = r.next, to.src, to.back, h.nic.AckBytes
	p.Birth(k)
	p.sendControl(h, now, id)
}

// sendControl sends a control packet now or when the link is idle.
func (p *part) sendControl(h *host, now event.Time, id uint32) {
	if now >= h.Busy && h.control.Packets == 0 {
		h.Send(p.Part, now, id)
		// What waited for a time may have to wait for the link now.
		return
	}
	h.control.Push(&p.Pool, id)
	p.wakeBy(h, max(now, h.Busy))
}

// notify is the notification point: it may answer a marked packet with a CNP.
func (p *part) notify(h *host, now event.Time, conn uint32, r *receiver) {
	p.npEvent = dcqcn.NPEvent{Now: fixedpoint.Time(now / event.Nanosecond), Marked: 1}
	out := dcqcn.StepNP(&h.nic.NP, &r.np, &p.npEvent)
	if !out.CNP {
		return
	}
	to := &p.m.routes[conn]
	id := p.Take()
	k := p.At(id)
	*k = fabric.Packet{Sent: now, Conn: conn, Hash: to.back, Dst: to.src, Size: h.nic.CNPBytes, Kind: fabric.CNP, Count: uint16(out.Marked)}
	p.Birth(k)
	p.CNPs++
	p.sendControl(h, now, id)
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
	p.records.Completions = append(p.records.Completions, Completion{At: now, Conn: conn, Message: message, Posted: msg.posted, First: msg.first})
	p.Completed++
	if c.plus != nil {
		p.reward(c, msg, p.m.config.Plan.Messages[message].Bytes, now, count)
	}
	p.count(h, now, p.m.config.Plan.Messages[message].Acked)
}

// delivered ends a message at its receiver.
func (p *part) delivered(h *host, now event.Time, message uint32) {
	p.count(h, now, p.m.config.Plan.Messages[message].Arrives)
}
