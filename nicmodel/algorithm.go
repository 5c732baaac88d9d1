package nicmodel

import (
	"errors"
	"fmt"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel/event"
)

// The algorithm of a connection lives in firmware time: whole nanoseconds, the model's picoseconds rounded down.
// Events of one connection at one nanosecond happen in the order of the values of their kinds (docs/subset.md); one
// that comes too late for that counts for the next nanosecond, in the log and in the firmware.
//
// Without a model of the NIC's cores (Engine) handlers take no time, and timers need no events: expired timers are
// stepped through before the connection sends or handles another event. Only a timer that may open a window has its
// own event. With an Engine every event of a connection waits for a core.

// ipOverhead is what IPv4, UDP, BTH and ICRC add to a packet's payload, bytes. Algorithms
// count IP packets, as the replay of a capture does, whatever NIC.Header says is on the wire
// besides.
const ipOverhead = 20 + 8 + 12 + 4

// capabilities are which events a NIC's algorithm takes and what it returns.
type capabilities struct {
	takes    uint16 // set of NIC events
	windowed bool   // it returns a window
	packets  bool   // in packets
	departs  bool   // it returns a rate or tags for a message whose first packet leaves
	paces    bool   // it returns a rate
	timers   bool
	traces   bool // it takes hops, or what else notes tell
	stamps   bool // it takes what notes tell besides hops
	gaps     bool // it returns a gap
	tags     int
}

func capabilitiesOf(s *driver.Setup) capabilities {
	if s == nil {
		return capabilities{}
	}
	c := s.Algorithm.Contract
	a := capabilities{tags: len(s.Algorithm.Tags), timers: c.Timer != nil}
	for h := ir.OnSent; h <= ir.OnMessage; h++ {
		if s.Handles(h) {
			a.takes |= 1 << h
		}
	}
	a.windowed = c.Windowed()
	a.packets = c.Control(ir.ControlFabricWindow, "") != nil
	a.gaps = c.Control(ir.ControlGap, "") != nil
	a.stamps = c.Stamped()
	a.paces = c.Control(ir.ControlRate, "") != nil
	a.traces = c.Signal(ir.SignalHops, "") != nil && a.has(ir.OnAck) || a.stamps
	a.departs = a.tags > 0 || c.Control(ir.ControlMessageRate, "") != nil
	return a
}

// has reports whether the algorithm takes a NIC event.
func (a *capabilities) has(h ir.NICEventKind) bool { return a.takes&(1<<h) != 0 }

// runner is the algorithm of a kind of NIC in one partition at one link rate, run by the engine of its setup or by a
// firmware.
type runner struct {
	kind, firmware uint8
	line           uint64
	*driver.Driver
}

// driverOf returns the partition's driver of a connection's algorithm.
func (p *partition) driverOf(h *host, conn uint32) (*driver.Driver, error) {
	kind, firmware := p.m.config.kindOf(h.node), p.m.externals.numberOf(conn)
	for i := range p.runners {
		if r := &p.runners[i]; r.kind == kind && r.firmware == firmware && r.line == h.line {
			return r.Driver, nil
		}
	}
	s := h.nic.Algorithm
	engine, err := s.Engine()
	if err != nil {
		return nil, err
	}
	if firmware > 0 {
		engine = p.m.externals.engine(&p.m.config.Firmware[firmware-1], s, engine)
	}
	d := driver.NewDriver(s.Algorithm, engine, h.line)
	d.Held = h.nic.Engine != nil
	if d.Held || p.m.config.Record.AllRates || len(p.m.config.Record.Rates) > 0 {
		d.Seen = p.seen
	}
	p.runners = append(p.runners, runner{kind, firmware, h.line, d})
	return d, nil
}

// fault is an error of an algorithm, which ends the run.
type fault struct {
	at   int64
	conn uint32
	err  error
}

// fail records an error of a connection's algorithm, which is not stepped again.
func (p *partition) fail(conn uint32, c *sender, err error) {
	c.failed = true
	c.due = idleDue
	at := c.cc.LastEvent()
	var f *driver.Fault
	if errors.As(err, &f) {
		at = f.Time
	}
	p.faults = append(p.faults, fault{at, conn, err})
}

// settle applies the output of a step and the deadline of the first timer.
func (c *sender) settle() {
	k := c.cc.Controls()
	c.rate, c.window, c.gap = k.Rate, k.Window, gapOf(k.Gap)
	c.wait()
}

// gapOf returns the time of a gap in ns, up to 100 s.
func gapOf(ns uint64) event.Time {
	return event.Time(min(ns, 100_000_000_000)) * event.Nanosecond
}

// wait records when the first timer expires.
func (c *sender) wait() {
	c.due = idleDue
	if at, _, ok := c.cc.NextTimer(); ok {
		c.due = event.Time(at) * event.Nanosecond
	}
}

// reportEvent feeds the current NIC event to a connection's algorithm, after the timers before it.
func (p *partition) reportEvent(conn uint32, c *sender) {
	if c.failed {
		return
	}
	if err := c.cc.Handle(&p.input); err != nil {
		p.fail(conn, c, err)
		return
	}
	c.settle()
}

// expire steps through the timers that expire at or before ns.
func (p *partition) expire(conn uint32, c *sender, ns int64) {
	if c.due > event.Time(ns)*event.Nanosecond {
		return
	}
	if err := c.cc.ExpireTimers(ns + 1); err != nil {
		p.fail(conn, c, err)
		return
	}
	c.settle()
}

// seen is called after every step of a connection that is logged, or whose handlers take time.
func (p *partition) seen(cc *driver.Conn, s *driver.Step) error {
	conn := uint32(cc.ID)
	p.stepped = s
	if !p.m.senders[conn].logged {
		return nil
	}
	row := RateRow{At: s.Time, Conn: conn, Event: s.Event, Values: p.keep(s.Values), Output: p.keep(s.Output)}
	var err error
	if p.probes, err = cc.Probes(p.probes[:0]); err != nil {
		return err
	}
	row.Probes = p.keep(p.probes)
	p.records.Rates = append(p.records.Rates, row)
	return nil
}

// keep copies values for a record.
func (p *partition) keep(values []uint64) []uint64 {
	const room = 1 << 14
	if len(p.kept)+len(values) > cap(p.kept) {
		p.kept = make([]uint64, 0, max(room, len(values)))
	}
	from := len(p.kept)
	p.kept = append(p.kept, values...)
	return p.kept[from:len(p.kept):len(p.kept)]
}

// sent reports a packet that begins to leave to the algorithm, the capture, the byte counters and the bucket.
func (p *partition) sent(h *host, conn uint32, c *sender, now event.Time, size uint32) {
	if p.bin != 0 || h.bucket != nil {
		p.measure(h, conn, now, size)
	}
	if c.cc == nil {
		return
	}
	bytes := size - uint32(h.nic.Header) + ipOverhead
	ns := int64(now / event.Nanosecond)
	switch {
	case h.engine != nil && h.has(ir.OnSent):
		p.engineSent(h, conn, c, now, bytes)
	case h.engine != nil:
	case h.has(ir.OnSent):
		ns = c.cc.Stamp(ir.OnSent, ns)
		p.input.Kind, p.input.Time, p.input.Bytes, p.input.Packets = ir.OnSent, ns, uint64(bytes), 1
		p.reportEvent(conn, c)
	default:
		ns = c.cc.Stamp(ir.OnSent, ns)
		p.expire(conn, c, ns)
	}
	if c.logged && p.m.config.Record.Captures {
		p.records.Frames = append(p.records.Frames, Frame{At: ns, Conn: conn, Bytes: bytes, Seq: c.send - 1})
	}
}

// congested reports a notification of a number of marked packets to the algorithm.
func (p *partition) congested(h *host, conn uint32, c *sender, now event.Time, marked uint16) {
	p.Notified++
	if c.cc == nil {
		return
	}
	ns := int64(now / event.Nanosecond)
	if h.engine == nil {
		ns = c.cc.Stamp(ir.OnCNP, ns)
		p.input.Kind, p.input.Time, p.input.CNPs, p.input.Marked = ir.OnCNP, ns, 1, uint64(marked)
		p.reportEvent(conn, c)
	} else if h.has(ir.OnCNP) {
		p.engineNotice(h, conn, c, now, marked)
	}
	if c.logged && p.m.config.Record.Captures {
		p.records.Frames = append(p.records.Frames, Frame{At: ns, Conn: conn, CNP: true, Marked: marked})
	}
}

// acked reports an acknowledgement to the algorithm: its bytes, round-trip time, marks, and the message of its last
// packet.
func (p *partition) acked(h *host, conn uint32, c *sender, now event.Time, bytes uint64, trip event.Time, marked uint16, message uint32) {
	rtt := h.nic.rtt(now, trip)
	if h.engine != nil {
		trace, traced := p.handNote(h)
		p.engineTell(h, c, task{came: now, conn: conn, kind: taskAck, bytes: bytes, unacked: h.unacked(c), rtt: rtt, count: uint32(marked), message: message, trace: trace, traced: traced})
		return
	}
	t := &p.input
	if p.tracing {
		p.noted(h, p.TraceOf(p.trace))
	}
	t.Kind, t.Time = ir.OnAck, c.cc.Stamp(ir.OnAck, int64(now/event.Nanosecond))
	t.Acked, t.Unacked, t.RTT, t.Marked, t.Tags = bytes, h.unacked(c), rtt, uint64(marked), p.m.tagsOf(h, message)
	rate := c.rate
	if p.reportEvent(conn, c); h.nic.Repace && c.rate != rate {
		p.repace(h, conn, c, now, rate)
	}
}

// rtt returns a round-trip time by the NIC's clock, ns.
func (n *NIC) rtt(now, trip event.Time) uint64 {
	if n.Clock == 0 {
		return uint64(trip / event.Nanosecond)
	}
	return uint64((now/n.Clock - (now-trip)/n.Clock) * n.Clock / event.Nanosecond)
}

// clock returns a time by the NIC's clock, ns.
func (n *NIC) clock(at event.Time) int64 {
	unit := max(n.Clock, event.Nanosecond)
	return int64(at / unit * unit / event.Nanosecond)
}

// missing reports packets to retransmit, after a nack that came with a round-trip time or after a timeout, to the
// algorithm.
func (p *partition) missing(h *host, conn uint32, c *sender, now event.Time, what ir.NICEventKind, packets uint32, rtt uint64) {
	if h.engine != nil {
		trace, traced := p.handNote(h)
		p.engineTell(h, c, task{came: now, conn: conn, kind: taskLoss, what: what, count: packets, rtt: rtt, trace: trace, traced: traced})
		return
	}
	p.input.Kind, p.input.Time, p.input.Lost = what, c.cc.Stamp(what, int64(now/event.Nanosecond)), uint64(packets)
	p.input.NackRTT = rtt
	if p.tracing {
		p.noted(h, p.TraceOf(p.trace))
	}
	p.reportEvent(conn, c)
}

// ended reports a fully acknowledged message to the algorithm; share is the marked share of its packets, UQ0.16.
func (p *partition) ended(h *host, conn uint32, c *sender, now event.Time, message uint32, share uint16) {
	if h.engine != nil {
		p.engineTell(h, c, task{came: now, conn: conn, kind: taskMessage, message: message, share: share})
		return
	}
	p.ofMessage(h, message, share)
	p.input.Time = c.cc.Stamp(ir.OnMessage, int64(now/event.Nanosecond))
	p.reportEvent(conn, c)
}

// ofMessage makes a message's end the current NIC event, without its time.
func (p *partition) ofMessage(h *host, message uint32, share uint16) {
	t := &p.input
	t.Kind, t.Length, t.Departed = ir.OnMessage, p.m.config.Plan.Messages[message].Bytes, int64(p.m.messages[message].first/event.Nanosecond)
	t.MarkedShare, t.Tags = share, p.m.tagsOf(h, message)
}

// tagsOf returns the tags that a message carries, which are the model's own.
func (m *Model) tagsOf(h *host, message uint32) []uint64 {
	if h.tags == 0 || message == none {
		return nil
	}
	at := int(message) * m.tagWidth
	return m.tags[at : at+h.tags]
}

// depart applies the algorithm's rate for a message whose first packet leaves, and puts the algorithm's tags into the
// message.
func (p *partition) depart(h *host, c *sender, message uint32) {
	if h.engine != nil {
		f := &h.engine.flows[c.local]
		if f.decided.messageRate != 0 {
			c.rate = f.decided.messageRate
		}
		copy(p.m.tagsOf(h, message), f.decided.tags)
		return
	}
	c.cc.StartMessage()
	c.rate = c.cc.Controls().Rate
	copy(p.m.tagsOf(h, message), c.cc.Controls().Tags)
}

// block has a connection wait for its window, and schedules the timer that may open it.
func (p *partition) block(h *host, conn uint32, c *sender, now event.Time) {
	c.state = blocked
	if !c.armed && h.timers && h.windowed && h.engine == nil && c.due != idleDue {
		c.armed = true
		p.after(h, max(c.due, now), timer, conn)
	}
}

// opened handles a timer for which a window waits.
func (p *partition) opened(h *host, conn uint32, now event.Time) {
	c := &p.m.senders[conn]
	c.armed = false
	if c.state != blocked {
		return
	}
	p.expire(conn, c, int64(now/event.Nanosecond))
	p.schedule(h, conn, now)
	p.resumeSending(h, now)
}

// refresh steps the partition's logged connections through all timers that expire before final, so that their logs
// are complete up to it. An engine's timers are events.
func (p *partition) refresh(final event.Time) {
	for _, conn := range p.logged {
		engine := p.m.hosts[p.m.config.Plan.Conns[conn].Src].engine
		if c := &p.m.senders[conn]; c.cc != nil && engine == nil {
			p.expire(conn, c, int64(final/event.Nanosecond)-1)
		}
	}
}

// checkAlgorithm returns what is wrong with the algorithm of a kind of NIC.
func (n *NIC) checkAlgorithm() error {
	switch a := n.Algorithm; {
	case a == nil:
		return nil
	case a.Algorithm == nil || a.Engine == nil:
		return fmt.Errorf("algorithm: a setup without algorithm or engine; give both (package codegen/driver)")
	case a.Algorithm.Accepts(ir.OnPacket):
		return fmt.Errorf("algorithm: %s is that of a notification point, which takes packets that come in; give that of a sender", a.Algorithm.Def.Name)
	case len(a.Params) != a.Algorithm.Def.Params.Leaves():
		return fmt.Errorf("algorithm: %d parameters for %s, which takes %d", len(a.Params), a.Algorithm.Def.Name, a.Algorithm.Def.Params.Leaves())
	}
	return nil
}
