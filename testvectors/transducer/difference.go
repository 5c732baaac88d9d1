package transducer

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Difference is the first event at which a firmware does not do what the reference
// does. It is an error.
type Difference struct {
	Firmware string
	Conn     string
	Step     uint64 // number of the event over all connections, from 1; 0 is the initial state
	Time     int64  // ns
	// Algorithm and Params are what both ran, and Before is the state before the event, in
	// which both agreed; for those who explain the difference. Before is nil where the
	// initial state differs.
	Algorithm      *Algorithm
	Params, Before []uint64
	Event          []Field
	// Fields are output and state after the event; of the initial state, the state.
	Fields []Field
}

// Field is one integer, as the reference has it and as the firmware has it.
type Field struct {
	Leaf            Leaf
	Expected, Found uint64
	Missing         bool // the firmware did not answer so far
}

// Differs reports whether the two are not the same.
func (f *Field) Differs() bool { return f.Missing || f.Expected != f.Found }

// CompareState compares the state in which a firmware begins a connection of an algorithm
// with the reference's; nil if they are the same.
func CompareState(a *Algorithm, want, got []uint64) *Difference {
	if FirstDifference(want, got) < 0 {
		return nil
	}
	return &Difference{Algorithm: a, Fields: fields(a.State, want, got)}
}

// CompareStep compares what a firmware answers to an event with what the reference does; nil
// if they are the same.
func CompareStep(a *Algorithm, event, wantOutput, output, wantState, state []uint64) *Difference {
	if FirstDifference(wantOutput, output) < 0 && FirstDifference(wantState, state) < 0 {
		return nil
	}
	return &Difference{Algorithm: a, Event: fields(a.Event, event, event),
		Fields: append(fields(a.Output, wantOutput, output), fields(a.State, wantState, state)...)}
}

func fields(leaves []Leaf, want, got []uint64) []Field {
	fs := make([]Field, len(leaves))
	for i, l := range leaves {
		fs[i] = Field{Leaf: l, Expected: want[i], Missing: i >= len(got)}
		if i < len(got) {
			fs[i].Found = got[i]
		}
	}
	return fs
}

// Error names the first field that differs, in one line.
func (d *Difference) Error() string {
	for i := range d.Fields {
		f := &d.Fields[i]
		if f.Differs() {
			return fmt.Sprintf("%s differs from the reference at step %d, %d ns, connection %s: %s is %s, expected %s",
				d.Firmware, d.Step, d.Time, d.Conn, f.Leaf.Name, f.found(), f.Leaf.Format(f.Expected))
		}
	}
	return fmt.Sprintf("%s: answered more fields than the reference at step %d", d.Firmware, d.Step)
}

func (f *Field) found() string {
	if f.Missing {
		return "missing"
	}
	return f.Leaf.Format(f.Found)
}

// Write prints the event, and expected and found field by field, those that differ marked.
// The error is that of w.
func (d *Difference) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, d.Error())
	fmt.Fprint(t, "\nevent")
	for i := range d.Event {
		fmt.Fprintf(t, " %s=%s", d.Event[i].Leaf.Name, d.Event[i].Leaf.Format(d.Event[i].Expected))
	}
	fmt.Fprintln(t, "\n\n\tfield\texpected\tfound\texpected hex\tfound hex")
	for i := range d.Fields {
		f := &d.Fields[i]
		mark := ""
		if f.Differs() {
			mark = ">"
		}
		digits := f.Leaf.Bits / 4
		mask := ^uint64(0) >> (64 - f.Leaf.Bits)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%0*x\t%0*x\n", mark, f.Leaf.Name, f.Leaf.Format(f.Expected), f.found(), digits, f.Expected&mask, digits, f.Found&mask)
	}
	return t.Flush()
}
