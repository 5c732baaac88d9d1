package generate

import (
	"reflect"

	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
)

// machine is a transducer as typed Go, from which sequences are recorded.
type machine[P, S, E, O any] struct {
	name string
	init func(*P, *S)
	step func(*P, *S, *E) O
}

// recording is a group under construction: one set of parameters.
type recording[P, S, E, O any] struct {
	machine[P, S, E, O]
	p     P
	group testvectors.Group
}

// record begins a group of an algorithm with these parameters.
func record[P, S, E, O any](m machine[P, S, E, O], comment string, p P) *recording[P, S, E, O] {
	return &recording[P, S, E, O]{machine: m, p: p, group: testvectors.Group{
		Type: testvectors.SequenceTest, Source: source, Name: m.name, Comment: title(comment),
		Params: reference.Leaves(reflect.TypeFor[P](), ""), ParamValues: reference.Flatten(&p),
		Event: reference.Leaves(reflect.TypeFor[E](), ""), Output: reference.Leaves(reflect.TypeFor[O](), ""),
		State: reference.Leaves(reflect.TypeFor[S](), ""),
	}}
}

// tape records one sequence. Steps beyond its length are dropped, so that a script
// need not count.
type tape[P, S, E, O any] struct {
	r    *recording[P, S, E, O]
	s    S
	left int
	seq  testvectors.Sequence
}

// begin begins a sequence of at most length steps in the initial state.
func (r *recording[P, S, E, O]) begin(length int, comment string, flags ...string) *tape[P, S, E, O] {
	t := &tape[P, S, E, O]{r: r, left: length}
	r.init(&r.p, &t.s)
	t.seq.Comment = title(comment)
	t.seq.Flags = flags
	t.seq.Initial = reference.Flatten(&t.s)
	return t
}

// load changes the state before the first step.
func (t *tape[P, S, E, O]) load(change func(s *S)) {
	change(&t.s)
	t.seq.Loaded = true
	t.seq.Initial = reference.Flatten(&t.s)
}

// step feeds one event and returns the output.
func (t *tape[P, S, E, O]) step(e E) O {
	if t.left == 0 {
		var o O
		return o
	}
	t.left--
	row := reference.Flatten(&e)
	o := t.r.step(&t.r.p, &t.s, &e)
	row = append(row, reference.Flatten(&o)...)
	row = append(row, reference.Flatten(&t.s)...)
	t.seq.Steps = append(t.seq.Steps, row)
	return o
}

// end puts the sequence into its group.
func (t *tape[P, S, E, O]) end() {
	if len(t.seq.Steps) > 0 {
		t.r.group.Sequences = append(t.r.group.Sequences, t.seq)
	}
}

// driver feeds a reaction point as a NIC would: the timers that are due come before
// what happens at a time, in the order that Next tells. Its own clock does not wrap.
type driver struct {
	now  uint64
	feed func(e dcqcn.Event) dcqcn.Output
	next func(now fixedpoint.Time) dcqcn.Timer
	more func() bool
	rate dcqcn.Rate // what the last event told to send at
	mtu  uint32
}

// drive makes the driver of a tape. next is the algorithm's own.
func drive[P, S any](t *tape[P, S, dcqcn.Event, dcqcn.Output], start uint64, rate dcqcn.Rate, next func(s *S, now fixedpoint.Time) dcqcn.Timer) *driver {
	d := &driver{now: start, rate: rate, mtu: 4096}
	d.feed = func(e dcqcn.Event) dcqcn.Output { return t.step(e) }
	d.next = func(now fixedpoint.Time) dcqcn.Timer { return next(&t.s, now) }
	d.more = func() bool { return t.left > 0 }
	return d
}

// event feeds an event at the present time.
func (d *driver) event(e dcqcn.Event) {
	e.Now = fixedpoint.Time(d.now)
	if o := d.feed(e); d.more() {
		d.rate = o.Rate
	}
}

// due returns when the next timer ends, as driver time, and its kind; EventNone if
// none runs.
func (d *driver) due() (uint64, dcqcn.EventKind) {
	timer := d.next(fixedpoint.Time(d.now))
	return d.now + uint64(int64(int32(timer.At.Since(fixedpoint.Time(d.now))))), timer.Kind
}

// until runs all timers that end at or before t, then sets the clock to t.
func (d *driver) until(t uint64) {
	for d.more() {
		at, kind := d.due()
		if kind == dcqcn.EventNone || int64(at-t) > 0 {
			break
		}
		d.now = at
		d.event(dcqcn.Event{Kind: kind})
	}
	d.now = t
}

// after lets ns pass.
func (d *driver) after(ns uint64) { d.until(d.now + ns) }

// timers runs the next n timers, whatever time it takes.
func (d *driver) timers(n int) {
	for range n {
		at, kind := d.due()
		if kind == dcqcn.EventNone || !d.more() {
			return
		}
		d.until(at)
	}
}

// cnp brings CNPs now.
func (d *driver) cnp(count, marked uint16) {
	d.event(dcqcn.Event{Kind: dcqcn.EventCNP, CNPs: count, Marked: marked})
}

// sent reports bytes that left now.
func (d *driver) sent(bytes, packets uint32) {
	d.event(dcqcn.Event{Kind: dcqcn.EventSent, Bytes: bytes, Packets: packets})
}

// send sends at the current rate for ns, reporting every part, and runs the timers on
// the way.
func (d *driver) send(ns uint64, parts int) {
	for range parts {
		slice := ns / uint64(parts)
		d.after(slice)
		// kb/s * ns = 1e-6 bits.
		bytes := uint64(d.rate) * slice / 8_000_000
		packets := (bytes + uint64(d.mtu) - 1) / uint64(d.mtu)
		if bytes > 0 {
			d.sent(uint32(min(bytes, 1<<30)), uint32(packets))
		}
	}
}
