package nicmodel

import (
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/event"
)

// The reaction point of a connection lives in firmware time: whole nanoseconds, the
// model's picoseconds rounded down. Events of one connection at one nanosecond happen in
// the order of their kinds (package dcqcn); one that would come too late for that is
// taken for one of the nanosecond after, by the log and by the firmware alike.
//
// Without a model of the NIC's cores handlers take no time, and then timers need no
// events: what a timer changes is seen when the connection sends, or when something else
// happens to it, so the timers that ended are stepped through before that. With such a
// model (Engine) all that happens to a connection waits for a core.

// ipOverhead is what IPv4, UDP, BTH and ICRC add to a packet's payload, bytes. Reaction
// points count IP packets, as the replay of a capture does, whatever NIC.Header says is on
// the wire besides.
const ipOverhead = 20 + 8 + 12 + 4

// stampOf returns the firmware's time of an event of some kind at a connection.
func (c *sender) stampOf(now event.Time, kind dcqcn.EventKind) int64 {
	ns := max(int64(now/event.Nanosecond), c.last)
	if ns == c.last && kind < c.lastKind {
		ns++
	}
	return ns
}

// expire steps through the timers that end at a time, ns, or before.
func (p *part) expire(conn uint32, c *sender, ns int64) {
	for c.due <= ns {
		p.ev = dcqcn.Event{Now: fixedpoint.Time(c.due), Kind: c.dueKind}
		c.rate = p.step(conn, c, c.due).Rate
	}
}

// step feeds the event at hand to a connection's machine and returns what it tells.
func (p *part) step(conn uint32, c *sender, ns int64) dcqcn.Output {
	out := c.machine.Step(&p.ev)
	c.last, c.lastKind = ns, p.ev.Kind
	t := c.machine.Next(p.ev.Now)
	if t.Kind == dcqcn.EventNone {
		c.due = idleDue
	} else {
		c.due = ns + int64(int32(t.At.Since(p.ev.Now)))
		c.dueKind = t.Kind
	}
	if c.logged {
		p.records.Rates = append(p.records.Rates, RateRow{At: ns, Conn: conn, Event: p.ev, Out: out, View: c.machine.View()})
	}
	return out
}

// sent tells who heeds it of a packet that begins to leave, and paces the next.
func (p *part) sent(h *host, conn uint32, c *sender, now event.Time, size uint32) {
	if c.heeds || c.due <= int64(now/event.Nanosecond) {
		p.heed(h, conn, c, now, size)
	}
	h.pace(c, now, size)
}

// heed tells the reaction point, the capture and the meter of a packet that begins to leave.
func (p *part) heed(h *host, conn uint32, c *sender, now event.Time, size uint32) {
	if p.bin != 0 {
		p.meterSent(conn, now, uint64(size))
	}
	if c.machine == nil {
		return
	}
	bytes := size - uint32(h.nic.Header) + ipOverhead
	ns := int64(now / event.Nanosecond)
	if h.engine == nil {
		ns = c.stampOf(now, dcqcn.EventSent)
		if c.due <= ns {
			p.expire(conn, c, ns)
		}
		if h.nic.React.NeedsSent {
			p.ev = dcqcn.Event{Now: fixedpoint.Time(ns), Kind: dcqcn.EventSent, Bytes: bytes, Packets: 1}
			c.rate = p.step(conn, c, ns).Rate
		}
	} else if h.nic.React.NeedsSent {
		p.engineSent(h, conn, c, now, bytes)
	}
	if c.logged && p.m.config.Record.Captures {
		p.records.Frames = append(p.records.Frames, Frame{At: ns, Conn: conn, Bytes: bytes, Seq: c.send - 1})
	}
}

// congested tells the reaction point of a notification that reports a number of marked
// packets.
func (p *part) congested(h *host, conn uint32, c *sender, now event.Time, marked uint16) {
	p.Notified++
	if c.machine == nil {
		return
	}
	ns := int64(now / event.Nanosecond)
	if h.engine == nil {
		ns = c.stampOf(now, dcqcn.EventCNP)
		p.expire(conn, c, ns)
		p.ev = dcqcn.Event{Now: fixedpoint.Time(ns), Kind: dcqcn.EventCNP, CNPs: 1, Marked: marked}
		c.rate = p.step(conn, c, ns).Rate
	} else {
		p.engineNotice(h, conn, c, now, marked)
	}
	if c.logged && p.m.config.Record.Captures {
		p.records.Frames = append(p.records.Frames, Frame{At: ns, Conn: conn, CNP: true, Marked: marked})
	}
}

// refresh steps the logged connections of the part through all timers that end before
// a time, so that their logs are complete up to it. An engine's timers are events.
func (p *part) refresh(final event.Time) {
	for _, conn := range p.logged {
		engine := p.m.hosts[p.m.config.Plan.Conns[conn].Src].engine
		if c := &p.m.senders[conn]; c.machine != nil && engine == nil {
			p.expire(conn, c, int64(final/event.Nanosecond)-1)
		}
	}
}
