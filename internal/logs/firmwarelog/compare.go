package firmwarelog

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// Options control Compare.
type Options struct {
	// Firmware takes the steps that those of the log are compared with; nil is the Go
	// reference of the built-in packages.
	Firmware transducer.Firmware
	// Params are the parameters of all connections, flattened.
	Params []uint64
	// Resync continues after a difference from the firmware's state; what the log does not hold of it is taken from
	// the reference. Otherwise the first difference ends the comparison.
	Resync bool
	// Join trusts the state after a connection's first step, since the log begins in the middle of its life. Fields
	// that the log does not hold are the reference's, from the initial state. A connection that goes on under another
	// name, as cctrace attach writes it, joins so if its first step has the whole state.
	Join bool
	// Differs, if not nil, is called for each difference, in order, once the steps after it that go with it are read.
	// An error ends the comparison.
	Differs func(*Difference) error
	// Most limits the calls of Differs; further differences are only counted, which is faster. 0 means all.
	Most int
	// Progress, if not nil, is called now and then with the bytes read and in all; 0 in
	// all is unknown.
	Progress func(done, total int64)
}

// Difference is a step in which firmware and reference differ.
type Difference struct {
	transducer.Difference
	Place Place
	// History holds earlier steps of the connection in which both agreed, the latest
	// last.
	History []HistoryStep
	// Later holds steps of all connections that follow in the log, each from the state
	// that the firmware had before it; none if the log does not hold whole states.
	Later []HistoryStep
	// Following holds, if the log does not hold whole states, the connection's next steps, without Before, which is
	// unknown. They end where the state is set.
	Following []HistoryStep

	life uint64 // of the connection: steps of another life do not count
	read int    // steps of all connections that were read since
}

// HistoryStep is a step near the one that differs. In the steps before it both agree as far as the log shows.
type HistoryStep struct {
	// Before is the state before the event.
	Before, Event []uint64
	// Output and State are the firmware's.
	Output, State transducer.Values
	// Run numbers runs of steps that follow one another without a gap.
	Run uint64
}

// Error says where and what in a line.
func (d *Difference) Error() string {
	f := d.Differing()[0]
	want, found := d.Of(f.Part)
	leaf := d.Algorithm.Leaves(f.Part)[f.Index]
	where := d.Place.String()
	if d.Conn != "" {
		where += ", connection " + d.Conn
	}
	return fmt.Sprintf("%s, step %d: %s is %s, expected %s", where, d.Step, f.Name(d.Algorithm), leaf.Format(found.V[f.Index]), leaf.Format(want[f.Index]))
}

// Summary counts what was compared.
type Summary struct {
	Algorithm   string `json:"algorithm"`
	Records     uint64 `json:"records"`
	Steps       uint64 `json:"steps"`
	Loads       uint64 `json:"loads"`
	Inits       uint64 `json:"inits"`
	Connections int    `json:"connections"`
	// Resumed are the connections that went on under another name: steps of theirs were lost.
	Resumed []string `json:"resumed,omitempty"`
	// Compared is the number of values that were checked against the reference's.
	Compared    uint64 `json:"comparedValues"`
	Differences uint64 `json:"differences"`
	// Fields, Kinds and Conns count the differing steps by field, by the kind of their
	// event and by connection; those without a difference are left out.
	Fields []NamedCount `json:"byField,omitempty"`
	Kinds  []NamedCount `json:"byEvent,omitempty"`
	Conns  []NamedCount `json:"byConnection,omitempty"`
	// NotInLog are fields that no record holds.
	NotInLog []string `json:"notInLog,omitempty"`
	// Timers report whether the timers end when the reference's do.
	Timers Timers `json:"timers"`
	// Zero are fields of the event that no record holds; they were taken as 0.
	Zero []string `json:"takenAsZero,omitempty"`
}

// NamedCount is a name with a number.
type NamedCount struct {
	Name string `json:"name"`
	N    uint64 `json:"count"`
}

// window is how many of the latest steps of all connections are kept.
const window = 4096

// lookAhead is how many steps after a difference are reported with it, and waiting how many differences may wait for
// them. In a log without whole states they are of one connection, and lookOut bounds the steps read for them.
const (
	lookAhead = 256
	waiting   = 16
	lookOut   = 16 * lookAhead
)

// maxConns bounds the connections of a log.
const maxConns = 1 << 20

// conn is one connection.
type conn struct {
	name        string
	state       []uint64 // the reference's
	steps       uint64
	run         uint64 // of the window
	life        uint64 // counts what set the state: init and load
	differences uint64
	joined      bool // its first step was seen
	whole       bool // all of the state is known
	overdue     end  // the deadline that passed last without its event
}

type comparison struct {
	o        Options
	r        *Reader
	a        *Algorithm
	machine  transducer.Connection
	firmware transducer.Firmware
	args     []uint64 // of the function that returns the next timer
	initial  []uint64
	conns    map[string]*conn
	order    []*conn
	runs     uint64
	recent   []pastOf // a ring
	at       int
	pending  []*Difference // that wait for later steps
	stopped  bool          // at the first difference; what is read is for that alone
	sum      Summary
	fields   map[transducer.FieldRef]uint64
	kinds    map[string]uint64
}

// pastOf is an entry of the ring: a step, and whose it is.
type pastOf struct {
	conn *conn
	HistoryStep
}

// errStop ends a comparison at its first difference.
var errStop = errors.New("stop")

// Compare checks the log against the reference. The reader is bound to the algorithm.
// The summary is that of what was read, also where an error ends it.
func Compare(r *Reader, o Options) (*Summary, error) {
	a := r.Algorithm()
	if o.Firmware == nil {
		o.Firmware = reference.New()
	}
	machine, err := o.Firmware.Open(a.Name, o.Params)
	if err != nil {
		return nil, err
	}
	initial, err := machine.State()
	if err != nil {
		return nil, err
	}
	c := &comparison{
		o: o, r: r, a: a, machine: machine, firmware: o.Firmware, initial: slices.Clone(initial), conns: map[string]*conn{},
		fields: map[transducer.FieldRef]uint64{}, kinds: map[string]uint64{},
	}
	err = c.run()
	c.summarise()
	return &c.sum, err
}

func (c *comparison) run() error {
	for {
		row, err := c.r.Next()
		if err != nil {
			if c.stopped {
				err = io.EOF // what is wrong lies behind the end of the comparison
			}
			if flushed := c.flush(0); flushed != nil {
				return flushed
			}
			if err == io.EOF {
				return nil
			}
			return err
		}
		if !c.stopped {
			c.sum.Records++
			if c.o.Progress != nil && c.sum.Records%1024 == 0 {
				c.o.Progress(c.r.Progress())
			}
		}
		err = c.record(row)
		if err == nil {
			err = c.ready()
		}
		if errors.Is(err, errStop) {
			return nil
		}
		if err != nil && c.stopped {
			return c.flush(0) // as above
		}
		if err != nil {
			return err
		}
	}
}

// done reports that a difference has all steps that go with it.
func (d *Difference) done() bool {
	return len(d.Later) >= lookAhead || len(d.Following) >= lookAhead || d.read >= lookOut
}

// ready reports the differences that have all steps that go with them.
func (c *comparison) ready() error {
	for len(c.pending) > 0 && c.pending[0].done() {
		if err := c.flush(len(c.pending) - 1); err != nil {
			return err
		}
		if c.stopped {
			return errStop
		}
	}
	return nil
}

// flush reports differences until that many are left.
func (c *comparison) flush(left int) error {
	for len(c.pending) > left {
		d := c.pending[0]
		c.pending = c.pending[1:]
		if c.o.Differs != nil {
			if err := c.o.Differs(d); err != nil {
				return err
			}
		}
	}
	return nil
}

// later adds a step to the differences that wait for it.
func (c *comparison) later(n *conn, event []uint64, output, state *transducer.Values) {
	if len(c.pending) == 0 {
		return
	}
	p := HistoryStep{slices.Clone(n.state), slices.Clone(event), output.Clone(), state.Clone(), n.run}
	for _, d := range c.pending {
		d.read++
		switch {
		case d.done():
		case state.Complete() && d.State.Complete():
			d.Later = append(d.Later, p)
		case d.Conn == n.name && d.life == n.life:
			d.Following = append(d.Following, HistoryStep{Event: p.Event, Output: p.Output, State: p.State})
		}
	}
}

func (c *comparison) conn(row *Row) (*conn, error) {
	n, ok := c.conns[row.Conn]
	if ok {
		return n, nil
	}
	if len(c.order) == maxConns {
		return nil, &Error{Name: c.r.name, Place: row.Place, Msg: fmt.Sprintf("more than %d connections; split the log", maxConns)}
	}
	if !c.stopped {
		c.sum.Connections++
	}
	n = &conn{name: string(append([]byte(nil), row.Conn...)), state: slices.Clone(c.initial), whole: !c.o.Join}
	c.conns[n.name] = n
	c.order = append(c.order, n)
	c.begin(n)
	return n, nil
}

// begin starts a new run of steps in the window.
func (c *comparison) begin(n *conn) {
	c.runs++
	n.run = c.runs
}

func (c *comparison) record(row *Row) error {
	n, err := c.conn(row)
	if err != nil {
		return err
	}
	switch row.Kind {
	case Load:
		if !c.stopped {
			c.sum.Loads++
		}
		copy(n.state, row.Parts[transducer.PartState].V)
		n.joined, n.whole = true, true
		n.life++
		c.begin(n)
		return nil
	case Init:
		copy(n.state, c.initial)
		n.steps, n.joined, n.whole = 0, true, true
		n.life++
		c.begin(n)
		if c.stopped {
			adopt(n.state, &row.Parts[transducer.PartState])
			return nil
		}
		c.sum.Inits++
		return c.initialState(n, row)
	}
	return c.step(n, row)
}

// initialState checks the state of an init record against the init function's.
func (c *comparison) initialState(n *conn, row *Row) error {
	found := &row.Parts[transducer.PartState]
	c.count(found)
	fs := transducer.Differing(transducer.PartState, n.state, found)
	if len(fs) == 0 {
		return nil
	}
	c.tally(n, "init", fs)
	if !c.wanted() {
		adopt(n.state, found)
		return nil
	}
	d := &Difference{Place: row.Place, life: n.life, Difference: transducer.Difference{
		Conn: n.name, Algorithm: &c.a.Algorithm, Params: c.o.Params, ExpectedState: slices.Clone(n.state), State: found.Clone(),
	}}
	adopt(n.state, found)
	return c.differs(d)
}

func (c *comparison) count(v *transducer.Values) {
	for _, has := range v.Has {
		if has {
			c.sum.Compared++
		}
	}
}

// goesOn matches names such as 10.0.0.9:0x22#2: the connection 10.0.0.9:0x22, of which steps before were lost.
var goesOn = regexp.MustCompile(`#[0-9]+$`)

func (c *comparison) step(n *conn, row *Row) error {
	if !c.stopped {
		c.sum.Steps++
	}
	n.steps++
	event, output, state := &row.Parts[transducer.PartEvent], &row.Parts[transducer.PartOutput], &row.Parts[transducer.PartState]
	if err := c.machine.Load(n.state); err != nil {
		return err
	}
	wantOutput, wantState, err := c.machine.Step(event.V)
	if err != nil {
		return &Error{Name: c.r.name, Place: row.Place, Err: err}
	}
	resumed := !n.joined && goesOn.MatchString(n.name) && state.Complete()
	if resumed {
		c.sum.Resumed = append(c.sum.Resumed, n.name)
	}
	if resumed || c.o.Join && !n.joined {
		n.joined = true
		copy(n.state, wantState)
		adopt(n.state, state)
		n.whole = state.Complete()
		return nil
	}
	n.joined = true
	c.later(n, event.V, output, state)
	if c.stopped {
		copy(n.state, wantState)
		adopt(n.state, state)
		return nil
	}
	if err := c.timers(n, row); err != nil {
		return err
	}
	c.count(output)
	c.count(state)
	if output.Agree(wantOutput) && state.Agree(wantState) {
		c.remember(n, event.V, output, state)
		copy(n.state, wantState)
		return nil
	}
	fs := append(transducer.Differing(transducer.PartOutput, wantOutput, output), transducer.Differing(transducer.PartState, wantState, state)...)
	c.tally(n, c.a.nameOf(event.V), fs)
	if !c.wanted() {
		copy(n.state, wantState)
		adopt(n.state, state)
		c.begin(n)
		return nil
	}
	d := &Difference{Place: row.Place, History: c.history(n), life: n.life, Difference: transducer.Difference{
		Conn: n.name, Step: n.steps, Algorithm: &c.a.Algorithm, Params: c.o.Params,
		Before: slices.Clone(n.state), Event: slices.Clone(event.V),
		ExpectedOutput: slices.Clone(wantOutput), ExpectedState: slices.Clone(wantState),
		Output: output.Clone(), State: state.Clone(),
	}}
	copy(n.state, wantState)
	adopt(n.state, state)
	c.begin(n)
	return c.differs(d)
}

// adopt takes over the part of a state that a log holds.
func adopt(state []uint64, found *transducer.Values) {
	for i, has := range found.Has {
		if has {
			state[i] = found.V[i]
		}
	}
}

// tally counts a difference.
func (c *comparison) tally(n *conn, kind string, fs []transducer.FieldRef) {
	c.sum.Differences++
	n.differences++
	c.kinds[kind]++
	for _, f := range fs {
		c.fields[f]++
	}
}

// wanted reports whether the difference just counted is to be reported.
func (c *comparison) wanted() bool {
	return c.o.Differs != nil && (c.o.Most == 0 || c.sum.Differences <= uint64(c.o.Most)) || !c.o.Resync
}

// differs has the difference wait for the steps after it.
func (c *comparison) differs(d *Difference) error {
	if len(c.pending) == waiting {
		if err := c.flush(waiting - 1); err != nil {
			return err
		}
	}
	c.pending = append(c.pending, d)
	c.stopped = !c.o.Resync
	return nil
}

// remember puts a step into the window, reusing the memory of the one that drops out.
func (c *comparison) remember(n *conn, event []uint64, output, state *transducer.Values) {
	if len(c.recent) < window {
		c.recent = append(c.recent, pastOf{n, HistoryStep{slices.Clone(n.state), slices.Clone(event), output.Clone(), state.Clone(), n.run}})
		return
	}
	p := &c.recent[c.at]
	c.at = (c.at + 1) % window
	p.conn, p.Run = n, n.run
	copy(p.Before, n.state)
	copy(p.Event, event)
	copy(p.Output.V, output.V)
	copy(p.Output.Has, output.Has)
	copy(p.State.V, state.V)
	copy(p.State.Has, state.Has)
}

// history returns copies of the connection's steps in the window.
func (c *comparison) history(n *conn) []HistoryStep {
	var h []HistoryStep
	for i := range c.recent {
		p := &c.recent[(c.at+i)%len(c.recent)]
		if p.conn == n {
			h = append(h, HistoryStep{slices.Clone(p.Before), slices.Clone(p.Event), p.Output.Clone(), p.State.Clone(), p.Run})
		}
	}
	return h
}

func (c *comparison) summarise() {
	s := &c.sum
	s.Algorithm = c.a.Name
	for p := transducer.PartOutput; p < transducer.NumParts; p++ {
		for i := range c.a.Leaves(p) {
			f := transducer.FieldRef{Part: p, Index: i}
			if n := c.fields[f]; n > 0 {
				s.Fields = append(s.Fields, NamedCount{f.Name(&c.a.Algorithm), n})
			}
		}
	}
	for name, n := range c.kinds {
		s.Kinds = append(s.Kinds, NamedCount{name, n})
	}
	for _, n := range c.order {
		if n.differences > 0 {
			s.Conns = append(s.Conns, NamedCount{n.name, n.differences})
		}
	}
	for _, l := range [][]NamedCount{s.Fields, s.Kinds, s.Conns} {
		slices.SortStableFunc(l, func(a, b NamedCount) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Name, b.Name)) })
	}
	s.Zero = c.r.Missing(transducer.PartEvent)
	s.NotInLog = append(c.r.Missing(transducer.PartOutput), c.r.Missing(transducer.PartState)...)
}
