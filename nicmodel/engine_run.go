package nicmodel

import (
	"math/bits"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/event"
)

// Kinds of tasks.
const (
	taskNotice uint8 = iota
	taskSent
	taskTimer
	taskMessage
	taskAck
	taskLoss
)

// task is an event that waits for a core. The flow has the contents of coalesced events, notifications and bytes
// sent.
type task struct {
	came       event.Time
	bytes, rtt uint64 // acknowledged; ns
	unacked    uint64 // bytes
	conn       uint32
	message    uint32
	count      uint32 // packets: marked, or lost
	next       uint32 // of its list
	share      uint16 // of the message's packets that were marked, UQ0.16
	kind       uint8
	what       ir.NICEventKind // of a loss
	traced     bool
	trace      uint32 // number of the note that a traced answer brought
}

// decision is a handler's output, in force once it has ended.
type decision struct {
	rate, messageRate, window uint64
	gap                       event.Time
	tags                      []uint64
}

// set copies a decision; tags have room.
func (d *decision) set(from *decision) {
	d.rate, d.messageRate, d.window, d.gap = from.rate, from.messageRate, from.window, from.gap
	copy(d.tags, from.tags)
}

// list is a first-in first-out list of tasks, or of flows by connection, linked through
// their next; empty if head is 0 for tasks, none for flows.
type list struct{ head, tail uint32 }

// flow is the engine's state of a connection.
type flow struct {
	// wakes is when the valid timer event comes; never without one.
	wakes event.Time
	// Notifications that wait: their number, 0 if none do, and the marked packets that
	// they report.
	cnps, marked uint16
	// Bytes and packets sent that no handler has seen yet.
	bytes, packets uint32
	// parked are the tasks that wait for the connection's running handler.
	parked list
	next   uint32 // of the list of late timers, a connection
	left   uint32 // unacknowledged messages, including future ones
	// decided is in force.
	decided   decision
	running   bool // a handler runs
	reporting bool // an event of bytes sent waits
	timing    bool // an event of a timer waits, in the queue or for room
}

// core is a core and the handler that it runs.
type core struct {
	ends    event.Time
	came    event.Time // when its event came
	conn    uint32
	kind    uint8 // a task's
	busy    bool
	decided decision
}

// engine is the congestion-control engine of a host. If a core is free, all ready tasks are of flows whose handlers
// run. If a flow has parked tasks, a handler of it runs, and they came before its ready ones.
type engine struct {
	config *Engine
	times  *handlerTimes
	tags   int    // of the algorithm
	flows  []flow // by number at the host
	cores  []core
	free   []uint64 // set of free cores
	idle   int      // its size
	// tasks holds what waits; index 0 is unused. Free entries are linked through next from unused.
	tasks   []task
	unused  uint32
	ready   list // in the order in which it came
	late    list // flows whose timer waits for room
	waiting uint32
	area    uint64     // integral of waiting, tasks times ps
	changed event.Time // up to here
	spans   bool       // record spans of cores
	stats   EngineStats
}

func newEngine(config *Engine, times *handlerTimes, conns uint32, tags int) *engine {
	e := &engine{
		config: config, times: times, tags: tags, idle: config.Cores,
		flows: make([]flow, conns), cores: make([]core, config.Cores), free: make([]uint64, (config.Cores+63)/64),
		tasks: make([]task, 1, min(config.Depth, 64)+1), late: list{head: none},
	}
	room := make([]uint64, (len(e.flows)+len(e.cores))*tags)
	next := func() (t []uint64) {
		t, room = room[:tags:tags], room[tags:]
		return t
	}
	for i := range e.flows {
		e.flows[i].wakes = never
		e.flows[i].decided.tags = next()
	}
	for i := range config.Cores {
		e.cores[i].decided.tags = next()
		e.free[i/64] |= 1 << (i % 64)
	}
	e.stats.Hosts, e.stats.Cores = 1, uint64(config.Cores)
	return e
}

// state returns the statistics up to a time.
func (e *engine) state(until event.Time) EngineStats {
	s := e.stats
	for i := range e.cores {
		if c := &e.cores[i]; c.busy && c.ends > until {
			s.Busy -= c.ends - until // counted when the handler began
		}
	}
	s.QueueTime = (e.area + uint64(e.waiting)*uint64(max(until-e.changed, 0))) / uint64(event.Nanosecond)
	return s
}

// count changes the number of waiting tasks.
func (e *engine) count(now event.Time, by int32) {
	e.area += uint64(e.waiting) * uint64(now-e.changed)
	e.changed = now
	e.waiting += uint32(by)
	e.stats.MaxQueue = max(e.stats.MaxQueue, e.waiting)
}

// append appends a task to a list.
func (e *engine) append(l *list, id uint32) {
	e.tasks[id].next = 0
	if l.head == 0 {
		l.head = id
	} else {
		e.tasks[l.tail].next = id
	}
	l.tail = id
}

// enter appends a new task to the ready list.
func (e *engine) enter(now event.Time, t task) {
	id := e.unused
	if id != 0 {
		e.unused = e.tasks[id].next
	} else {
		id = uint32(len(e.tasks))
		e.tasks = append(e.tasks, task{})
	}
	e.tasks[id] = t
	e.count(now, 1)
	e.append(&e.ready, id)
}

// take removes the first task of a non-empty list.
func (e *engine) take(l *list) uint32 {
	id := l.head
	l.head = e.tasks[id].next
	return id
}

// release moves the first parked task of a flow to the front of the ready list, whose tasks all came later.
func (e *engine) release(f *flow) {
	if f.parked.head == 0 {
		return
	}
	id := e.take(&f.parked)
	if e.ready.head == 0 {
		e.ready.tail = id
	}
	e.tasks[id].next = e.ready.head
	e.ready.head = id
}

// submit gives a task to a core or queues it, and reports whether there was room.
func (p *partition) submit(h *host, e *engine, f *flow, now event.Time, t task) bool {
	if e.idle != 0 && !f.running {
		p.execute(h, e, f, now, &t)
		return true
	}
	if e.waiting >= uint32(e.config.Depth) {
		return false
	}
	e.enter(now, t)
	return true
}

// dispatch gives ready tasks to free cores.
func (p *partition) dispatch(h *host, e *engine, now event.Time) {
	for e.idle != 0 && e.ready.head != 0 {
		id := e.take(&e.ready)
		t := e.tasks[id]
		f := &e.flows[p.m.senders[t.conn].local]
		if f.running {
			e.append(&f.parked, id)
			continue
		}
		e.tasks[id].next = e.unused
		e.unused = id
		e.count(now, -1)
		if !p.execute(h, e, f, now, &t) {
			e.release(f)
		}
		if e.late.head != none {
			p.admit(e, now)
		}
	}
}

// admit moves the first late timer into the queue if there is room.
func (p *partition) admit(e *engine, now event.Time) {
	conn := e.late.head
	e.late.head = e.flows[p.m.senders[conn].local].next
	e.enter(now, task{came: now, conn: conn, kind: taskTimer})
}

// execute has the first free core handle a task of a connection without a running handler. It returns false if there
// is nothing to do, which takes no time.
func (p *partition) execute(h *host, e *engine, f *flow, now event.Time, t *task) bool {
	c := &p.m.senders[t.conn]
	input := &p.input
	if t.traced {
		p.noted(h, p.TraceOf(t.trace))
		p.ReleaseTrace(t.trace)
	}
	if c.failed {
		return false
	}
	input.Time = max(int64(now/event.Nanosecond), c.cc.LastEvent())
	switch t.kind {
	case taskNotice:
		input.Kind, input.CNPs, input.Marked = ir.OnCNP, uint64(f.cnps), uint64(f.marked)
		f.cnps, f.marked = 0, 0
		e.stats.Notifications++
	case taskSent:
		input.Kind, input.Bytes, input.Packets = ir.OnSent, uint64(f.bytes), uint64(f.packets)
		f.bytes, f.packets = 0, 0
		f.reporting = false
		e.stats.SentReports++
	case taskTimer:
		f.timing = false
		if c.due > event.Time(input.Time)*event.Nanosecond {
			e.stats.StaleTimers++
			p.arm(h, e, f, t.conn, c, now)
			return false
		}
		e.stats.Timers++
		e.stats.TimerDelay.add(now - c.due)
	case taskMessage:
		// How long the message took ends with its acknowledgement.
		input.Time = max(int64(t.came/event.Nanosecond), c.cc.LastEvent())
		p.ofMessage(h, t.message, t.share)
		e.stats.Messages++
	case taskAck:
		input.Kind, input.Acked, input.Unacked, input.RTT, input.Marked, input.Tags = ir.OnAck, t.bytes, t.unacked, t.rtt, uint64(t.count), p.m.tagsOf(h, t.message)
		e.stats.Acks++
	case taskLoss:
		input.Kind, input.Lost, input.NackRTT = t.what, uint64(t.count), t.rtt
		e.stats.Losses++
	}
	i := e.claim()
	k := &e.cores[i]
	k.conn, k.came, k.kind, k.busy = t.conn, t.came, t.kind, true
	p.stepped = nil
	var err error
	if t.kind == taskTimer {
		err = c.cc.FireTimerAt(input.Time)
	} else {
		err = c.cc.Handle(input)
	}
	took := event.Time(1)
	if err != nil {
		p.fail(t.conn, c, err)
	} else {
		c.wait()
		in := c.cc.Controls()
		k.decided.set(&decision{in.Rate, in.MessageRate, in.Window, gapOf(in.Gap), in.Tags})
		took = e.times.of(p.stepped)
	}
	e.stats.Handled++
	e.stats.Waited.add(now - t.came)
	e.stats.Busy += took
	f.running = true
	k.ends = now + took
	p.after(h, k.ends, handled, i)
	if e.spans && err == nil {
		p.records.Spans = append(p.records.Spans, Span{
			Begin: now, End: k.ends, Queued: t.came, Host: h.node, Core: uint16(i), Waiting: uint16(e.waiting), Conn: t.conn, Event: p.stepped.Event,
		})
	}
	return true
}

// claim takes the free core with the lowest number.
func (e *engine) claim() uint32 {
	e.idle--
	for i, w := range e.free {
		if w != 0 {
			e.free[i] = w & (w - 1)
			return uint32(64*i + bits.TrailingZeros64(w))
		}
	}
	panic("nicmodel: no core is free")
}

// handled ends the handler of a core: its decision is in force, and the core is free.
func (p *partition) handled(h *host, i uint32, now event.Time) {
	e := h.engine
	k := &e.cores[i]
	k.busy = false
	e.free[i/64] |= 1 << (i % 64)
	e.idle++
	conn := k.conn
	c := &p.m.senders[conn]
	f := &e.flows[c.local]
	f.running = false
	if !c.failed {
		f.decided.set(&k.decided)
		if h.paces {
			c.rate = k.decided.rate
		}
		c.window, c.gap = k.decided.window, k.decided.gap
	}
	switch k.kind {
	case taskMessage, taskNotice, taskAck, taskLoss:
		e.stats.decided(now - k.came)
	}
	e.release(f)
	p.dispatch(h, e, now)
	if !f.running {
		p.arm(h, e, f, conn, c, now)
	}
	if h.windowed && c.state == blocked && p.mayHaveMore(h, c) {
		p.schedule(h, conn, now)
		p.resumeSending(h, now)
	}
}

// arm schedules a connection's first timer unless the connection is closed. No handler of it runs.
func (p *partition) arm(h *host, e *engine, f *flow, conn uint32, c *sender, now event.Time) {
	if f.timing || c.due == idleDue || f.left == 0 {
		return
	}
	at := c.due
	if at > now {
		if at < f.wakes {
			f.wakes = at
			p.after(h, at, timer, conn)
		}
		return
	}
	f.timing = true
	if p.submit(h, e, f, now, task{came: now, conn: conn, kind: taskTimer}) {
		return
	}
	e.stats.LateTimers++
	f.next = none
	if e.late.head == none {
		e.late.head = conn
	} else {
		e.flows[p.m.senders[e.late.tail].local].next = conn
	}
	e.late.tail = conn
}

// timer handles the event of a connection's timer. A rescheduled timer gets its next event only now, so that few
// events of a connection are pending.
func (p *partition) timer(h *host, conn uint32, now event.Time) {
	e := h.engine
	c := &p.m.senders[conn]
	f := &e.flows[c.local]
	if f.wakes != now {
		return
	}
	f.wakes = never
	if !f.running { // else the handler's end does it
		p.arm(h, e, f, conn, c, now)
	}
}

// engineNotice handles a notification of a number of marked packets.
func (p *partition) engineNotice(h *host, conn uint32, c *sender, now event.Time, marked uint16) {
	e := h.engine
	f := &e.flows[c.local]
	if f.cnps != 0 {
		f.cnps = fixedpoint.AddSat(f.cnps, 1)
		f.marked = fixedpoint.AddSat(f.marked, marked)
		e.stats.Coalesced++
		return
	}
	f.cnps, f.marked = 1, marked
	if !p.submit(h, e, f, now, task{came: now, conn: conn, kind: taskNotice}) {
		f.cnps, f.marked = 0, 0
		e.stats.Lost++
	}
}

// engineSent handles a packet that leaves.
func (p *partition) engineSent(h *host, conn uint32, c *sender, now event.Time, payload uint32) {
	e := h.engine
	f := &e.flows[c.local]
	if f.bytes < 1<<30-1<<16 { // an event's limit
		f.bytes += payload
	}
	f.packets = fixedpoint.AddSat(f.packets, 1)
	if f.reporting {
		e.stats.Merged++
		return
	}
	if f.bytes < e.config.SentBytes {
		return
	}
	f.reporting = true
	if !p.submit(h, e, f, now, task{came: now, conn: conn, kind: taskSent}) {
		f.reporting = false
		e.stats.Refused++
	}
}

// engineTell handles events that are not coalesced: the end of a message, an acknowledgement, a loss.
func (p *partition) engineTell(h *host, c *sender, t task) {
	e := h.engine
	if !p.submit(h, e, &e.flows[c.local], t.came, t) {
		e.stats.Lost++
		if t.traced {
			p.ReleaseTrace(t.trace)
		}
	}
}
