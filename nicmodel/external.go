package nicmodel

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"

	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// External puts a firmware in the place of one connection's algorithm: a program behind the
// line protocol (package testvectors/pipe), or anything else of that shape. It runs the
// algorithm of the connection's reaction point and gets the same parameters and events; its
// rate paces the connection, and the timers are read from the state that it answers.
//
// An error of the firmware ends the run at the end of the window in which it happened. The
// firmware stays the caller's, who closes it after the run; several connections may share one.
type External struct {
	Conn     uint32
	Firmware transducer.Firmware
	// Compare ends the run at the first answer that is not the reference's, with an error of
	// type *transducer.Difference.
	Compare bool
}

// externals are the connections that a firmware runs.
type externals struct {
	// Firmwares are for one goroutine at a time, and connections of one may live in several
	// parts.
	mu  sync.Mutex
	all []*external
}

// open puts the firmwares of the configuration in their places.
func (x *externals) open(m *Model) error {
	taken := map[uint32]bool{}
	for i := range m.config.Firmware {
		c := &m.config.Firmware[i]
		switch {
		case int(c.Conn) >= len(m.senders):
			return fmt.Errorf("firmware: connection %d does not exist; there are %d", c.Conn, len(m.senders))
		case taken[c.Conn]:
			return fmt.Errorf("firmware: connection %d is given twice", c.Conn)
		case c.Firmware == nil:
			return fmt.Errorf("firmware: none given for connection %d", c.Conn)
		}
		taken[c.Conn] = true
		nic := m.config.nicOf(m.config.Plan.Conns[c.Conn].Src)
		if nic.React == nil {
			return fmt.Errorf("firmware: connection %d has no reaction point; give its host an algorithm", c.Conn)
		}
		e, err := newExternal(c, nic, &x.mu)
		if err != nil {
			return fmt.Errorf("connection %d: %w", c.Conn, err)
		}
		x.all = append(x.all, e)
		m.senders[c.Conn].machine = e
		m.senders[c.Conn].rate = e.View().RC
	}
	return nil
}

// failed returns the first error of a firmware, by time and connection.
func (x *externals) failed() error {
	var first *external
	for _, e := range x.all {
		if e.err != nil && (first == nil || e.failedAt < first.failedAt || e.failedAt == first.failedAt && e.conn < first.conn) {
			first = e
		}
	}
	if first == nil {
		return nil
	}
	return first.err
}

// close tells firmwares to forget the connections, where they take that.
func (x *externals) close() error {
	var err error
	for _, e := range x.all {
		if c, ok := e.twin.(io.Closer); ok && e.err == nil {
			err = errors.Join(err, c.Close())
		}
	}
	return err
}

// external is one connection in a firmware, behind the interface of the reference. near is
// the reference with the state that the firmware answered last.
type external struct {
	conn     uint32
	name     string // of the firmware
	mu       *sync.Mutex
	twin     transducer.Connection
	compare  bool
	near     reaction.Machine
	state    *reference.Bound
	leaves   []transducer.Leaf
	event    dcqcn.Event
	output   dcqcn.Output
	eventOf  *reference.Bound
	outputOf *reference.Bound
	steps    uint64
	now      int64 // of the last event, ns; right if no two are further apart than 2^32 ns
	timerAt  int64 // of the last timer, ns
	timers   int   // that ended then
	ideal    bool  // handlers take no time
	failedAt int64
	err      error
}

func newExternal(c *External, nic *NIC, mu *sync.Mutex) (*external, error) {
	setup := nic.React
	twin, err := c.Firmware.Open(setup.Algorithm, setup.Params)
	if err != nil {
		return nil, err
	}
	e := &external{
		conn: c.Conn, name: c.Firmware.Name(), mu: mu, twin: twin, compare: c.Compare,
		near: setup.New(), leaves: setup.StateLeaves(), ideal: nic.Engine == nil,
	}
	e.state = reaction.State(e.near)
	e.eventOf, e.outputOf = reference.Bind(&e.event), reference.Bind(&e.output)
	e.output.Rate = e.near.View().RC
	initial, err := twin.State()
	if err != nil {
		return nil, err
	}
	if e.compare {
		if want := e.state.Values(); transducer.FirstDifference(want, initial) >= 0 {
			return nil, e.difference(nil, nil, want, initial)
		}
	}
	if err := e.state.Load(initial); err != nil {
		return nil, fmt.Errorf("%s: %w", e.name, err)
	}
	return e, nil
}

// Step implements reaction.Machine. After an error the rate stays.
func (e *external) Step(ev *dcqcn.Event) dcqcn.Output {
	if e.err != nil {
		return dcqcn.Output{Rate: e.output.Rate}
	}
	e.now += int64(uint32(ev.Now) - uint32(e.now))
	e.steps++
	e.mu.Lock()
	defer e.mu.Unlock() // what a step answers is valid until the next of the firmware
	if err := e.step(ev); err != nil {
		e.err, e.failedAt = err, e.now
	}
	return e.output
}

func (e *external) step(ev *dcqcn.Event) error {
	e.event = *ev
	output, state, err := e.twin.Step(e.eventOf.Values())
	if err != nil {
		return fmt.Errorf("connection %d, %d ns: %w", e.conn, e.now, err)
	}
	if e.compare {
		e.output = e.near.Step(ev)
		wantOut, wantState := e.outputOf.Values(), e.state.Values()
		if transducer.FirstDifference(wantOut, output) >= 0 || transducer.FirstDifference(wantState, state) >= 0 {
			return e.difference(wantOut, output, wantState, state)
		}
		return nil
	}
	rate := e.output.Rate
	if err := e.outputOf.Load(output); err != nil {
		e.output = dcqcn.Output{Rate: rate}
		return fmt.Errorf("%s: %w", e.name, err)
	}
	if err := e.state.Load(state); err != nil {
		return fmt.Errorf("%s: %w", e.name, err)
	}
	return e.check(ev)
}

// maxAtOnce is how many timers may end at one time of a connection; the reference has three.
const maxAtOnce = 16

// check refuses what would stop the model's clock or its pacing.
func (e *external) check(ev *dcqcn.Event) error {
	if e.output.Rate == 0 {
		e.output.Rate = 1
		return fmt.Errorf("%s: connection %d, %d ns: answered a rate of 0 kb/s; a connection that may not send at all never ends", e.name, e.conn, e.now)
	}
	if ev.Kind >= dcqcn.EventSent || e.now != e.timerAt {
		e.timerAt, e.timers = e.now, 0
	}
	e.timers++
	if e.timers > maxAtOnce {
		return fmt.Errorf("%s: connection %d, %d ns: %d timers ended at that time, and another is due; a timer's handler has to set its next end later", e.name, e.conn, e.now, maxAtOnce)
	}
	return nil
}

// Next implements reaction.Machine. Without an engine no timer can be late: one that seems
// to have ended before now ends now.
func (e *external) Next(now fixedpoint.Time) dcqcn.Timer {
	if e.err != nil {
		return dcqcn.Timer{}
	}
	t := e.near.Next(now)
	if e.ideal && t.At.Before(now) {
		t.At = now
	}
	return t
}

// View implements reaction.Machine.
func (e *external) View() reaction.View { return e.near.View() }

// Flat implements reaction.Machine.
func (e *external) Flat() []uint64 { return e.near.Flat() }

// difference names what is not the reference's; without an output it is the initial state.
func (e *external) difference(wantOut, out, wantState, state []uint64) *transducer.Difference {
	flat := &transducer.Algorithm{Event: reference.Leaves(reflect.TypeFor[dcqcn.Event](), ""), Output: reference.Leaves(reflect.TypeFor[dcqcn.Output](), ""), State: e.leaves}
	d := transducer.CompareState(flat, wantState, state)
	if wantOut != nil {
		d = transducer.CompareStep(flat, reference.Flatten(&e.event), wantOut, out, wantState, state)
	}
	d.Firmware, d.Conn, d.Step, d.Time = e.name, fmt.Sprint(e.conn), e.steps, e.now
	return d
}
