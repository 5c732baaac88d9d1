// Package replay drives reaction points with the events of a trace: one reaction
// point a connection, whose timers run in the trace's time. What comes out is a
// log of rates, a summary and, if an external firmware program runs along, the
// first event at which it differs from the reference.
package replay

import (
	"container/heap"
	"io"
	"slices"

	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/trace"
	"smartnic-cc/testvectors/transducer"
)

// Source yields the events of a trace in order of time, then io.EOF; *trace.Reader
// is one.
type Source interface {
	Next() (trace.Event, error)
	Conns() []trace.Conn
	Stats() trace.Stats
}

// Row is one event of one connection and the state after it.
type Row struct {
	Time  int64 // ns, the trace's
	Conn  trace.ConnID
	Event dcqcn.Event
	Out   dcqcn.Output
	View  reaction.View
	// Assumed tells that the bytes of an EventSent were assumed, not seen.
	Assumed bool
	// State is the whole state, flattened; valid during the call only. Nil
	// unless Options.WantState.
	State []uint64
}

// Options say what a replay runs, and who is told of every event.
type Options struct {
	Setup reaction.Setup
	// Firmware, if not nil, runs the same events, and the replay stops at its first
	// difference.
	Firmware transducer.Firmware
	// Row is called after every event, in order of time; connections at one instant
	// in order of their number. It may be nil.
	Row func(*Row) error
	// Estimate is what the summary says of how Setup counts marks; nil where it learns
	// nothing.
	Estimate *Estimate
	// WantState asks for Row.State.
	WantState bool
	// PacketBytes is the packet size with which assumed bytes are counted as packets;
	// 0 stands for 1024.
	PacketBytes uint32
}

// Run replays a trace and returns its summary. A difference of the firmware is an error
// of type *Difference.
func Run(src Source, o Options) (*Summary, error) {
	r := &run{o: o, sum: newSummary(src, &o), firmwareTimers: src.Stats().Timers > 0}
	if r.o.PacketBytes == 0 {
		r.o.PacketBytes = 1024
	}
	for i, c := range src.Conns() {
		r.conns = append(r.conns, &conn{id: trace.ConnID(i), m: o.Setup.New(), silent: c.DataPackets == 0 && c.DataBytes == 0})
	}
	if o.Firmware != nil {
		for _, c := range r.conns {
			var err error
			if c.twin, err = o.Firmware.Open(o.Setup.Algorithm, o.Setup.Params); err != nil {
				return nil, err
			}
			if err := r.compareState(c); err != nil {
				return nil, err
			}
		}
	}
	if err := r.events(src); err != nil {
		return r.sum, err
	}
	// Timers that end within the trace run, though no packet follows.
	if err := r.advance(src.Stats().Duration + 1); err != nil {
		return r.sum, err
	}
	r.sum.finish(r, src.Stats())
	return r.sum, nil
}

// conn is one connection under replay.
type conn struct {
	id   trace.ConnID
	m    reaction.Machine
	twin transducer.Connection
	// before is the state after the last event, flattened, if there is a twin.
	before []uint64

	started bool
	last    int64 // time of the last event
	// silent: the trace shows no data of this connection; it is taken to send at RC.
	silent  bool
	accrued int64  // time up to which assumed bytes are in rest
	rest    uint64 // assumed bytes that no event has told of yet, in 8e6ths
	slotAt  int64  // when the next event tells of them

	due  int64 // when the first timer or slot of the connection ends
	heap int   // index in the heap, -1 if nothing is due
	tot  totals
}

type run struct {
	o              Options
	conns          []*conn
	waiting        waiting
	sum            *Summary
	firmwareTimers bool // the trace tells of the timers itself
	row            Row
}

// events feeds the trace's events, those of one instant in the normative order
// (dcqcn event kinds), connections in order of their number.
func (r *run) events(src Source) error {
	var batch []trace.Event
	flush := func() error {
		slices.SortStableFunc(batch, func(a, b trace.Event) int {
			if a.Conn != b.Conn {
				return int(a.Conn) - int(b.Conn)
			}
			return int(kindOf(a.Kind)) - int(kindOf(b.Kind))
		})
		for i := range batch {
			if err := r.event(&batch[i]); err != nil {
				return err
			}
		}
		batch = batch[:0]
		return nil
	}
	for {
		e, err := src.Next()
		if err == io.EOF {
			return flush()
		}
		if err != nil {
			return err
		}
		if len(batch) > 0 && batch[0].Time != e.Time {
			if err := flush(); err != nil {
				return err
			}
		}
		if len(batch) == 0 {
			if err := r.advance(e.Time + 1); err != nil {
				return err
			}
		}
		batch = append(batch, e)
	}
}

// kindOf maps a trace's event to the firmware's; EventNone for those that a
// reaction point does not take.
func kindOf(k trace.Kind) dcqcn.EventKind {
	switch k {
	case trace.KindCNP:
		return dcqcn.EventCNP
	case trace.KindData:
		return dcqcn.EventSent
	case trace.KindAlphaTimer:
		return dcqcn.EventAlphaTimer
	case trace.KindCutTimer:
		return dcqcn.EventCutTimer
	case trace.KindIncreaseTimer:
		return dcqcn.EventIncreaseTimer
	default:
		return dcqcn.EventNone
	}
}

// event feeds one event of the trace.
func (r *run) event(e *trace.Event) error {
	c := r.conns[e.Conn]
	kind := kindOf(e.Kind)
	if kind == dcqcn.EventNone {
		return nil
	}
	if !c.started {
		c.started = true
		c.heap = -1
		c.accrued = e.Time
		c.slotAt = e.Time + r.slot()
	}
	if c.silent && kind == dcqcn.EventCNP {
		if err := r.assumeSent(c, e.Time); err != nil {
			return err
		}
	}
	ev := dcqcn.Event{Now: fixedpoint.Time(e.Time), Kind: kind}
	switch kind {
	case dcqcn.EventCNP:
		ev.CNPs = uint16(min(max(e.Count, 1), 65535))
		ev.Marked = uint16(min(e.Marked, 65535))
	case dcqcn.EventSent:
		c.tot.bytes += uint64(e.Bytes)
		ev.Bytes = e.Bytes
		ev.Packets = e.Packets
		if ev.Packets == 0 {
			ev.Packets = packets(e.Bytes, r.o.PacketBytes)
		}
	}
	return r.step(c, e.Time, ev, false)
}

func packets(bytes, each uint32) uint32 {
	return uint32((uint64(bytes) + uint64(each) - 1) / uint64(each))
}

// step feeds one event to a connection, logs it and holds the firmware against it.
func (r *run) step(c *conn, at int64, e dcqcn.Event, assumed bool) error {
	// An event of more than 2^30 bytes, from a text trace, is taken in pieces.
	for e.Bytes > 1<<30 {
		piece := e
		piece.Bytes, piece.Packets = 1<<30, 0
		e.Bytes -= 1 << 30
		if err := r.step(c, at, piece, assumed); err != nil {
			return err
		}
	}
	before := c.m.View().RC
	if c.silent {
		c.accrue(at, before)
	}
	out := c.m.Step(&e)
	r.sum.Steps++
	c.tot.add(c.last, at, before, &e, &out)
	c.last = at
	if c.twin != nil {
		if err := r.compare(c, at, &e, &out); err != nil {
			return err
		}
	}
	r.reschedule(c)
	if r.o.Row == nil {
		return nil
	}
	r.row = Row{Time: at, Conn: c.id, Event: e, Out: out, View: c.m.View(), Assumed: assumed}
	if r.o.WantState {
		r.row.State = c.m.Flat()
	}
	return r.o.Row(&r.row)
}

// timer returns the connection's first timer and its time on the trace's clock.
func (r *run) timer(c *conn) (dcqcn.Timer, int64) {
	if r.firmwareTimers {
		return dcqcn.Timer{}, 0
	}
	t := c.m.Next(fixedpoint.Time(c.last))
	return t, c.last + int64(int32(t.At.Since(fixedpoint.Time(c.last))))
}

// reschedule finds when the connection wants to run by itself next.
func (r *run) reschedule(c *conn) {
	t, at := r.timer(c)
	due := int64(-1)
	if t.Kind != dcqcn.EventNone {
		due = at
	}
	if c.silent && (due < 0 || c.slotAt < due) {
		due = c.slotAt
	}
	switch {
	case due < 0 && c.heap >= 0:
		heap.Remove(&r.waiting, c.heap)
	case due >= 0 && c.heap >= 0:
		c.due = due
		heap.Fix(&r.waiting, c.heap)
	case due >= 0:
		c.due = due
		heap.Push(&r.waiting, c)
	}
}

// advance runs everything that is due before the time end.
func (r *run) advance(end int64) error {
	for len(r.waiting) > 0 && r.waiting[0].due < end {
		c := r.waiting[0]
		at := c.due
		if t, due := r.timer(c); t.Kind != dcqcn.EventNone && due == at {
			if err := r.step(c, at, dcqcn.Event{Now: t.At, Kind: t.Kind}, false); err != nil {
				return err
			}
			continue
		}
		if err := r.assumeSent(c, at); err != nil {
			return err
		}
	}
	return nil
}

// assumeSent counts what a connection whose data the trace does not show is
// taken to have sent up to the time at: RC times the time.
func (r *run) assumeSent(c *conn, at int64) error {
	c.accrue(at, c.m.View().RC)
	c.slotAt = at + r.slot()
	bytes := uint32(c.rest / 8e6)
	c.rest %= 8e6
	c.tot.assumed += uint64(bytes)
	if bytes == 0 {
		r.reschedule(c)
		return nil
	}
	e := dcqcn.Event{Now: fixedpoint.Time(at), Kind: dcqcn.EventSent, Bytes: bytes, Packets: packets(bytes, r.o.PacketBytes)}
	return r.step(c, at, e, true)
}

// accrue counts RC times the time: kb/s times ns is 1e-6 bits. No more than a slot
// passes between two calls, so it fits.
func (c *conn) accrue(at int64, rc dcqcn.Rate) {
	c.rest += uint64(rc) * uint64(at-c.accrued)
	c.accrued = at
}

// slot is the time between two events that tell of assumed bytes, ns.
func (r *run) slot() int64 { return 1 << r.o.Setup.Slot }

// waiting is a heap of connections by due time, then number.
type waiting []*conn

func (w waiting) Len() int { return len(w) }
func (w waiting) Less(i, j int) bool {
	return w[i].due < w[j].due || w[i].due == w[j].due && w[i].id < w[j].id
}
func (w waiting) Swap(i, j int) {
	w[i], w[j] = w[j], w[i]
	w[i].heap, w[j].heap = i, j
}

// Push implements heap.Interface.
func (w *waiting) Push(x any) {
	c := x.(*conn)
	c.heap = len(*w)
	*w = append(*w, c)
}

// Pop implements heap.Interface.
func (w *waiting) Pop() any {
	last := len(*w) - 1
	c := (*w)[last]
	*w = (*w)[:last]
	c.heap = -1
	return c
}
