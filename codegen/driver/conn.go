package driver

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"smartnic-cc/codegen/ir"
)

// Driver runs the connections of one algorithm on one engine. It is for one goroutine at a time.
type Driver struct {
	Algorithm *Algorithm
	// Port is the speed of the port, kb/s: the rate in force if the algorithm outputs none.
	Port uint64
	// Quiet leaves the timers to the caller, which reports them as OnTimer.
	Quiet bool
	// Held leaves it to the caller when a timer fires: Tell fires none before its own event, Due returns the one that
	// ends first, possibly in the past, and FireTimerAt fires it.
	Held bool
	// Seen, if not nil, is called after every step, with values that are valid during the call. An error of it aborts
	// the call that made the step.
	Seen func(c *Conn, s *Step) error

	engine Engine
	event  []uint64
	step   Step
	// flat is the layout of event, native that of machines that have their events in place, nil before the first.
	flat, native *layout
}

// Step is one event that an algorithm took.
type Step struct {
	Time   int64        // ns, on the driver's clock
	Event  *ir.NICEvent // which
	Values []uint64     // the event's leaves
	Output []uint64     // the output's
	Before uint64       // the rate in force before, kb/s
	Last   int64        // time of the event before, or when the connection began
}

// NewDriver returns a driver of an algorithm on an engine that runs it.
func NewDriver(a *Algorithm, e Engine, port uint64) *Driver {
	d := &Driver{Algorithm: a, Port: port, engine: e, event: make([]uint64, a.event)}
	leaves := make(codec, a.event)
	for i := range leaves {
		leaves[i] = slot{8 * uintptr(i), reflect.Uint64}
	}
	d.flat = a.layout(leaves)
	return d
}

// Controls are the values in force.
type Controls struct {
	Rate uint64 // kb/s; the port's if the algorithm has none
	// MessageRate is the rate of the next message that begins to leave, kb/s: see StartMessage. It is 0 if the
	// algorithm has none.
	MessageRate uint64
	// Window is what may be unacknowledged; NoWindow if the algorithm has none. It is in bytes, or, of an algorithm with
	// a fabric window, in packets: the smaller of that and the NIC window, as both count the same packets.
	Window    uint64
	Gap       uint64   // least time between the beginnings of two packets, ns
	SendCNP   bool     // of the last step
	CNPMarked uint64   // packets, of the last step
	Tags      []uint64 // in the order of Algorithm.Tags
}

// Fault is an error of the engine in a connection's step, such as an index out of range. Its text is made on demand,
// so that the caller may first rewrite the position in Err to the user's names of files.
type Fault struct {
	Conn string // the connection's name, if the caller has set it
	Time int64  // ns, on the driver's clock
	Err  error
}

// Error returns "CONN: at TIME ns: ERR".
func (f *Fault) Error() string {
	text := fmt.Sprintf("at %d ns: %s", f.Time, f.Err)
	if f.Conn != "" {
		text = f.Conn + ": " + text
	}
	return text
}

// Unwrap returns Err.
func (f *Fault) Unwrap() error { return f.Err }

// NoWindow is a window that never limits.
const NoWindow = math.MaxUint64

// turns is how many timers in a row may fire at the same time.
const turns = 1 << 18

// Conn is one connection.
type Conn struct {
	// ID is the caller's.
	ID int

	d       *Driver
	m       Machine
	t       inPlace // m, if it is one
	layout  *layout
	out     Controls
	at      int64  // time of the last event
	due     int64  // when the first timer fires; never if none runs
	ends    uint32 // the same on the firmware's clock
	kind    uint64 // of that timer's event
	event   int    // index in Contract.Events
	stopped int    // timers in a row at the time at
	last    uint64 // kind of the last event
	ignored uint16 // set of NIC events that //ccgen:needs rules out
}

// Open makes a connection that begins at a time, ns: after init, with the controls then in force. The error is that
// of the engine, or a rate of 0.
func (d *Driver) Open(id int, params []uint64, at int64) (*Conn, error) {
	m, err := d.engine.Open(params)
	if err != nil {
		return nil, err
	}
	c := &Conn{ID: id, d: d, m: m, due: never, out: Controls{Rate: d.Port, Window: NoWindow, Tags: make([]uint64, len(d.Algorithm.Tags))}}
	if c.t, _ = m.(inPlace); c.t != nil && d.native == nil {
		d.native = d.Algorithm.layout(c.t.leaves())
	}
	if c.layout = d.flat; c.t != nil {
		c.layout = d.native
	}
	for _, n := range d.Algorithm.Def.Needs {
		if params[n.Leaf] == 0 {
			c.ignored |= 1 << n.Kind
		}
	}
	if d.Algorithm.Def.First != nil {
		out, err := m.First()
		if err != nil {
			return nil, err
		}
		if err := c.take(out, at); err != nil {
			return nil, err
		}
	}
	return c, c.Begin(at)
}

// Begin sets the time from which the timers of a connection without events run; by default that of Open.
func (c *Conn) Begin(at int64) error {
	c.at = at
	return c.reschedule()
}

// Controls returns the controls in force, which the connection owns.
func (c *Conn) Controls() *Controls { return &c.out }

// PacingRate returns the rate in force, kb/s, at most the port's.
func (c *Conn) PacingRate() uint64 { return min(c.out.Rate, c.d.Port) }

// LastEvent returns the time of the last event.
func (c *Conn) LastEvent() int64 { return c.at }

// StartMessage puts the algorithm's rate for a message in force as the message begins to leave, with the tags of
// Controls.
func (c *Conn) StartMessage() {
	if c.out.MessageRate != 0 {
		c.out.Rate = c.out.MessageRate
	}
}

// Stamp returns the first time, from at on, at which a NIC event is in order: not before the last event, and after it
// if its kind precedes that of the last event. An event without a kind in the algorithm may have the last event's
// time.
func (c *Conn) Stamp(what ir.NICEventKind, at int64) int64 {
	if at > c.at {
		return at
	}
	if t := &c.d.Algorithm.happen[what]; t.event >= 0 && t.kind < c.last {
		return c.at + 1
	}
	return c.at
}

// NextTimer returns when the first timer fires and the value of its kind; ok is false if none runs.
func (c *Conn) NextTimer() (at int64, kind uint64, ok bool) { return c.due, c.kind, c.due != never }

// Handle feeds a NIC event, after the timers that precede it: those that fire earlier, and those of the same
// nanosecond with a lower kind. An event that the algorithm has no kind for, or that //ccgen:needs rules out, does
// nothing.
func (c *Conn) Handle(h *NICEvent) error {
	t := &c.layout.happen[h.Kind]
	i, kind := t.event, t.kind
	if h.Kind == ir.OnTimer {
		i, kind = c.d.Algorithm.timerOf(h.Timer), h.Timer
	}
	if i < 0 || c.ignored&(1<<h.Kind) != 0 {
		return nil
	}
	for !c.d.Held && (c.due < h.Time || c.due == h.Time && c.kind < kind) {
		if err := c.FireTimer(); err != nil {
			return err
		}
	}
	to := c.blank()
	t.fill(to, h)
	return c.feed(to, h.Time, uint32(h.Time), kind, i)
}

// ExpireTimers fires the timers that end before a time, in order.
func (c *Conn) ExpireTimers(end int64) error {
	for c.due < end {
		if err := c.FireTimer(); err != nil {
			return err
		}
	}
	return nil
}

// FireTimer fires the timer that ends first, at its deadline. A timer must be running.
func (c *Conn) FireTimer() error {
	if c.due > c.at {
		c.stopped = 0
	} else if c.stopped++; c.stopped > turns {
		return fmt.Errorf("%s: timer %s ends again and again at %d ns: its event has to move the deadline that %s returns, or stop the timer",
			c.d.Algorithm.Def.Name, c.d.Algorithm.Contract.Events[c.event].Label, c.at, c.d.Algorithm.Def.Next.GoName)
	}
	return c.feed(c.blank(), c.due, c.ends, c.kind, c.event)
}

// FireTimerAt fires the timer that ends first at the given time, as a NIC does whose cores were busy at the deadline.
// A timer must be running.
func (c *Conn) FireTimerAt(at int64) error {
	return c.feed(c.blank(), at, uint32(at), c.kind, c.event)
}

// blank returns the memory of the next event, all 0.
func (c *Conn) blank() unsafe.Pointer {
	if c.t != nil {
		return c.t.blank()
	}
	clear(c.d.event)
	return unsafe.Pointer(unsafe.SliceData(c.d.event))
}

// feed steps with the event in memory, which lacks its time and kind.
func (c *Conn) feed(to unsafe.Pointer, at int64, now uint32, kind uint64, i int) error {
	d := c.d
	contract := d.Algorithm.Contract
	c.layout.codec[contract.Now].load(to, uint64(now))
	if contract.Kind >= 0 {
		c.layout.codec[contract.Kind].load(to, kind)
	}
	before := c.out.Rate
	if c.t != nil {
		if d.Seen != nil {
			c.layout.codec.store(to, d.event)
		}
		return c.follow(at, kind, i, before, c.t.take())
	}
	out, err := c.m.Step(d.event)
	if err != nil {
		return &Fault{Time: at, Err: err}
	}
	return c.follow(at, kind, i, before, out)
}

// follow applies the output of a step.
func (c *Conn) follow(at int64, kind uint64, i int, before uint64, out []uint64) error {
	d := c.d
	if err := c.take(out, at); err != nil {
		return err
	}
	last := c.at
	c.at, c.last = at, kind
	if d.Seen != nil {
		// Next may use the memory of the output.
		d.step = Step{Time: at, Event: &d.Algorithm.Contract.Events[i], Values: d.event, Output: out, Before: before, Last: last}
		if err := d.Seen(c, &d.step); err != nil {
			return err
		}
	}
	return c.reschedule()
}

// take reads the controls from an output.
func (c *Conn) take(out []uint64, at int64) error {
	controls := c.d.Algorithm.controls
	for i := range controls {
		v := out[controls[i].leaf]
		switch controls[i].control {
		case ir.ControlRate:
			if v == 0 {
				return c.d.stopped(at)
			}
			c.out.Rate = v
		case ir.ControlMessageRate:
			if v == 0 {
				return c.d.stopped(at)
			}
			c.out.MessageRate = v
		case ir.ControlWindow:
			c.out.Window = v
		case ir.ControlSendCNP:
			c.out.SendCNP = v != 0
		case ir.ControlCNPMarked:
			c.out.CNPMarked = v
		case ir.ControlTag:
			c.out.Tags[controls[i].tag] = v
		case ir.ControlFabricWindow:
			c.out.Window = v
		case ir.ControlNICWindow: // after the fabric's
			c.out.Window = min(c.out.Window, v)
		case ir.ControlGap:
			c.out.Gap = v
		}
	}
	return nil
}

// stopped returns the error of a rate of 0.
func (d *Driver) stopped(at int64) error {
	who, what := d.Algorithm.Def.Name, d.Algorithm.Def.Step.GoName+" must return"
	if e, ok := d.engine.(interface{ Program() string }); ok {
		who, what = e.Program(), "it must answer"
	}
	return fmt.Errorf("%s: rate 0 at %d ns: nothing may ever leave again; %s 1 kb/s or more", who, at, what)
}

// reschedule finds the timer that ends first. One that should have fired already is due at once, with its deadline as
// time on the firmware's clock.
func (c *Conn) reschedule() error {
	c.due = never
	t := c.d.Algorithm.Contract.Timer
	if t == nil || c.d.Quiet {
		return nil
	}
	timer, err := c.m.Next(uint32(c.at))
	if err != nil {
		return &Fault{Time: c.at, Err: err}
	}
	i := c.d.Algorithm.timerOf(timer[t.Kind])
	if i < 0 {
		return nil
	}
	c.kind, c.event, c.ends = timer[t.Kind], i, uint32(timer[t.At])
	left := int64(int32(c.ends - uint32(c.at)))
	if !c.d.Held {
		left = max(0, left)
	}
	c.due = c.at + left
	return nil
}

// Probes appends the probes, in the order of Contract.Shows, to values.
func (c *Conn) Probes(values []uint64) ([]uint64, error) {
	shows := c.d.Algorithm.Contract.Probes
	if len(shows) == 0 {
		return values, nil
	}
	state := c.m.State()
	for i := range shows {
		if !shows[i].InView {
			values = append(values, state[shows[i].Index])
		}
	}
	if !shows[len(shows)-1].InView {
		return values, nil
	}
	view, err := c.m.View() // those of the view come last
	if err != nil {
		return values, err
	}
	for i := range shows {
		if shows[i].InView {
			values = append(values, view[shows[i].Index])
		}
	}
	return values, nil
}

// State returns the whole state, flattened, valid until the next call of any connection.
func (c *Conn) State() []uint64 { return c.m.State() }
