// Package replay replays a trace through any algorithm that fulfils the contract, a connection of it for each of the
// trace, with timers in the trace's time. It produces a log, whose columns follow from the algorithm's source, and a
// summary.
package replay

import (
	"cmp"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"slices"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/testvectors/transducer"
)

// Source yields the events of a trace in order of time, then io.EOF; *trace.Reader is one.
type Source interface {
	Next() (trace.Event, error)
	Conns() []trace.Conn
	Stats() trace.Stats
}

// Options say what a replay runs, and what is called for every event.
type Options struct {
	driver.Setup
	// Port is the speed of the senders' ports, kb/s.
	Port uint64
	// Row, if not nil, is called after every event, in order of time; of one instant connections come in order of
	// their number, after the timers whose kinds precede all else.
	Row func(*ratelog.Row) error
	// WantState asks for the state of each Row.
	WantState bool
	// PacketBytes is the packet size by which bytes are counted as packets if the trace does not say; 0 means 1024.
	PacketBytes uint32
	// Slot is the base-2 logarithm of the interval, ns, of reports of bytes that the trace does not show but are
	// assumed to be sent; 0 means 10.
	Slot uint8
}

// Run replays a trace and returns its summary. The error may be that of Algorithm.Check, if the trace cannot give
// what the algorithm needs, or a *transducer.Difference, if the engine is a firmware that differs from the reference
// (driver.External).
func Run(src Source, o Options) (*Summary, error) {
	acks := watchAcks(src, o.Algorithm)
	if err := o.Algorithm.Check(SourceOf(src, acks)); err != nil {
		return nil, err
	}
	o.PacketBytes = cmp.Or(o.PacketBytes, 1024)
	o.Slot = cmp.Or(o.Slot, 10)
	engine, err := o.Engine()
	if err != nil {
		return nil, err
	}
	r := &run{o: o, acks: acks, flags: flagsOf(o.Algorithm), receiver: o.Algorithm.Accepts(ir.OnPacket), rated: o.Algorithm.Contract.Control(ir.ControlRate, "") != nil}
	d := driver.NewDriver(o.Algorithm, engine, o.Port)
	d.Seen = r.seen
	if src.Stats().Timers > 0 {
		r.timers = map[trace.Kind]uint64{}
		for k, label := range timerLabels {
			if v, ok := o.Algorithm.Timer(label); ok {
				r.timers[k] = v
			}
		}
		d.Quiet = len(r.timers) > 0
	}
	for i, c := range src.Conns() {
		one := &conn{id: trace.ConnID(i), name: c.Name, heap: -1}
		one.tot.did = make([]uint64, len(r.flags))
		if one.Conn, err = d.Open(i, o.Params, 0); err != nil {
			return nil, r.fault(one, err)
		}
		if one.silent = o.Algorithm.Accepts(ir.OnSent) && c.DataPackets == 0 && c.DataBytes == 0; one.silent && !r.rated {
			return nil, fmt.Errorf("%s: the trace does not show what the connection sends, and %s gives no rate from which it could be reckoned: replay a trace with data",
				c.Name, o.Algorithm.Def.Name)
		}
		r.conns = append(r.conns, one)
	}
	if err := r.events(src); err != nil {
		return nil, err
	}
	// Timers that end within the trace run, though no packet follows.
	if err := r.advance(src.Stats().Duration, true); err != nil {
		return nil, err
	}
	return r.summary(src)
}

// conn is one connection under replay.
type conn struct {
	*driver.Conn
	id      trace.ConnID
	name    string
	started bool
	// silent: the trace shows no data of this connection, which is assumed to send at its rate.
	silent  bool
	accrued int64  // time up to which assumed bytes are in rest
	rest    uint64 // assumed bytes that no event has told of yet, in 8e6ths
	slotAt  int64  // when the next event reports them

	due  int64 // when the first timer or slot of the connection ends
	slot bool  // it is the slot
	late bool  // it goes after what else happens at that time
	heap int   // index in the heap, -1 if nothing is due
	tot  totals
}

type run struct {
	o           Options
	flags       []flag // of the output
	conns       []*conn
	waiting     waiting
	receiver    bool
	rated       bool
	timers      map[trace.Kind]uint64 // of a trace that has timer events: the values of their kinds
	steps       uint64
	assumed     bool
	acks        bool // acknowledgements say what they acknowledge
	acksLeftOut uint64
	refused     error // of Options.Row
	told        driver.NICEvent
	row         ratelog.Row
	probes      []uint64
}

// events feeds the trace's events, connections in order of their number, those of one instant in
// the order of the values of their kinds.
func (r *run) events(src Source) error {
	var batch []trace.Event
	order := func(e *trace.Event) uint64 {
		return r.o.Algorithm.Order(nicEvent(e.Kind, r.receiver), r.timers[e.Kind])
	}
	flush := func() error {
		slices.SortStableFunc(batch, func(a, b trace.Event) int {
			if a.Conn != b.Conn {
				return int(a.Conn) - int(b.Conn)
			}
			return int(order(&a)) - int(order(&b))
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
			if err := r.advance(e.Time, false); err != nil {
				return err
			}
		}
		batch = append(batch, e)
	}
}

// event feeds one event of the trace.
func (r *run) event(e *trace.Event) error {
	r.conns[e.Conn].tot.bytes += uint64(e.Bytes)
	what := nicEvent(e.Kind, r.receiver)
	timer, own := r.timers[e.Kind]
	if !r.o.Algorithm.Accepts(what) || what == ir.OnTimer && !own {
		return nil
	}
	if r.acks && what == ir.OnAck && e.Acked == 0 {
		r.acksLeftOut++
		return nil
	}
	c := r.conns[e.Conn]
	if !c.started {
		c.started = true
		c.accrued = e.Time
		c.slotAt = e.Time + r.slot()
		if err := c.Begin(e.Time); err != nil {
			return r.fault(c, err)
		}
	}
	if c.silent && what == ir.OnCNP {
		if err := r.assumeSent(c, e.Time); err != nil {
			return err
		}
	}
	h := &r.told
	*h = driver.NICEvent{Kind: what, Timer: timer, Time: e.Time}
	switch what {
	case ir.OnAck:
		h.Acked, h.RTT = uint64(e.Acked), uint64(e.RTT)
	case ir.OnCNP:
		h.CNPs, h.Marked = uint64(e.Count), uint64(e.Marked)
	case ir.OnSent, ir.OnPacket:
		h.Bytes, h.Packets, h.Marked = uint64(e.Bytes), uint64(e.Packets), uint64(e.Marked)
		if h.Packets == 0 {
			h.Packets = r.packets(h.Bytes)
		}
	}
	return r.report(c, h, false)
}

func (r *run) packets(bytes uint64) uint64 {
	return (bytes + uint64(r.o.PacketBytes) - 1) / uint64(r.o.PacketBytes)
}

// pieces is how many bytes one event reports at most.
const pieces = 1 << 30

// report feeds one NIC event to a connection.
func (r *run) report(c *conn, h *driver.NICEvent, assumed bool) error {
	// More bytes, from a text trace, are taken in pieces; the last has the packets.
	if h.Kind == ir.OnSent && h.Bytes > pieces {
		bytes, packets := h.Bytes, h.Packets
		for h.Packets = 0; bytes > pieces; bytes -= pieces {
			h.Bytes = pieces
			if err := r.report(c, h, assumed); err != nil {
				return err
			}
		}
		h.Bytes, h.Packets = bytes, packets
	}
	r.assumed = assumed
	err := c.Handle(h)
	r.assumed = false
	r.reschedule(c)
	return r.fault(c, err)
}

// fault returns the error of a step with the connection's name, or that of Options.Row as it is.
func (r *run) fault(c *conn, err error) error {
	if err == nil || r.refused != nil {
		return r.refused
	}
	var f *driver.Fault
	step := errors.As(err, &f)
	var d *transducer.Difference
	if errors.As(err, &d) {
		d.Conn = c.name
		if step {
			d.Step, d.Time = r.steps+1, f.Time
		}
		return d
	}
	if step {
		f.Conn = c.name
		return f
	}
	return fmt.Errorf("%s: %w", c.name, err)
}

// seen is called after every step.
func (r *run) seen(dc *driver.Conn, s *driver.Step) error {
	c := r.conns[dc.ID]
	if c.silent {
		c.accrue(s.Time, min(s.Before, r.o.Port))
	}
	r.steps++
	c.tot.add(r, dc, s)
	if r.o.Row == nil {
		return nil
	}
	var err error
	if r.probes, err = dc.Probes(r.probes[:0]); err != nil {
		return err
	}
	r.row = ratelog.Row{Step: s, Conn: uint32(c.id), Assumed: r.assumed && s.Event.Kind == ir.OnSent, Controls: dc.Controls(), Probes: r.probes}
	if r.o.WantState {
		r.row.State = dc.State()
	}
	r.refused = r.o.Row(&r.row)
	return r.refused
}

// reschedule finds when the connection next has to run without an event of the trace.
func (r *run) reschedule(c *conn) {
	due, kind, runs := c.NextTimer()
	late := runs && !r.o.Algorithm.TimersFirst(kind)
	c.slot = c.silent && (!runs || c.slotAt < due || c.slotAt == due && late)
	if c.slot {
		due, late, runs = c.slotAt, false, true
	}
	c.due, c.late = due, late
	switch {
	case !runs && c.heap >= 0:
		heap.Remove(&r.waiting, c.heap)
	case runs && c.heap >= 0:
		heap.Fix(&r.waiting, c.heap)
	case runs:
		heap.Push(&r.waiting, c)
	}
}

// advance runs everything that is due up to a time; of that time itself only what precedes its other events, or, if
// late, all of it.
func (r *run) advance(end int64, late bool) error {
	for len(r.waiting) > 0 {
		c := r.waiting[0]
		if c.due > end || c.due == end && c.late && !late {
			return nil
		}
		var err error
		if c.slot {
			err = r.assumeSent(c, c.due)
		} else {
			err = r.fault(c, c.FireTimer())
			r.reschedule(c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// assumeSent counts the bytes that a connection whose data the trace does not show is assumed to have sent up to at:
// its rate times the time.
func (r *run) assumeSent(c *conn, at int64) error {
	c.accrue(at, c.PacingRate())
	c.slotAt = at + r.slot()
	bytes := c.rest / 8e6
	c.rest %= 8e6
	c.tot.assumed += bytes
	if bytes == 0 {
		r.reschedule(c)
		return nil
	}
	r.told = driver.NICEvent{Kind: ir.OnSent, Time: at, Bytes: bytes, Packets: r.packets(bytes)}
	return r.report(c, &r.told, true)
}

// accrue counts a rate times the time: kb/s times ns is 1e-6 bits. No more than a slot
// passes between two calls, so it fits.
func (c *conn) accrue(at int64, rate uint64) {
	c.rest += rate * uint64(at-c.accrued)
	c.accrued = at
}

// slot is the time between two events that report assumed bytes, ns.
func (r *run) slot() int64 { return 1 << r.o.Slot }

// waiting is a heap of connections by due time, then late ones, then number.
type waiting []*conn

func (w waiting) Len() int { return len(w) }
func (w waiting) Less(i, j int) bool {
	a, b := w[i], w[j]
	switch {
	case a.due != b.due:
		return a.due < b.due
	case a.late != b.late:
		return b.late
	}
	return a.id < b.id
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
