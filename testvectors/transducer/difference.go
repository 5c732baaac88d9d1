package transducer

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"smartnic-cc/internal/base/text/enum"
)

// Part is a part of a step.
type Part uint8

// The parts of a step, in the order in which reports show them.
const (
	PartEvent Part = iota
	PartOutput
	PartState
	// NumParts is how many there are.
	NumParts
)

// String returns the name of the part.
func (p Part) String() string { return enum.Name(p, "event", "output", "state") }

// Leaves returns the layout of a part.
func (a *Algorithm) Leaves(p Part) []Leaf { return [...][]Leaf{a.Event, a.Output, a.State}[p] }

// Values are the integers of one part of a step, as patterns that fit their leaves, and which of
// them are known.
type Values struct {
	V   []uint64
	Has []bool
}

// NewValues returns n values, all unknown.
func NewValues(n int) Values { return Values{make([]uint64, n), make([]bool, n)} }

// Known returns values that are all known. It keeps v.
func Known(v []uint64) Values { return Values{v, slices.Repeat([]bool{true}, len(v))} }

// answered returns what a firmware answered of n values.
func answered(v []uint64, n int) Values {
	out := NewValues(n)
	for i := range min(copy(out.V, v), n) {
		out.Has[i] = true
	}
	return out
}

// Complete reports whether all values are known.
func (v *Values) Complete() bool { return !slices.Contains(v.Has, false) }

// Clone returns a copy.
func (v *Values) Clone() Values { return Values{slices.Clone(v.V), slices.Clone(v.Has)} }

// Agree reports whether the values that are known are these.
func (v *Values) Agree(want []uint64) bool {
	for i, has := range v.Has {
		if has && v.V[i] != want[i] {
			return false
		}
	}
	return true
}

// Difference is a step, or the beginning of a connection, in which a firmware does not do what the
// reference does. It is an error.
type Difference struct {
	Firmware string
	Conn     string
	Step     uint64 // number of the event, from 1; 0 is the initial state
	Time     int64  // ns
	// Algorithm and Params are what both ran.
	Algorithm *Algorithm
	Params    []uint64
	// Before is the state before the event, in which both agreed. Both are nil where the initial
	// state differs.
	Before, Event []uint64
	// ExpectedOutput and ExpectedState are the reference's, Output and State the firmware's as far
	// as they are known.
	ExpectedOutput, ExpectedState []uint64
	Output, State                 Values
}

// FieldRef names a field of a step: the leaf of that index in its part.
type FieldRef struct {
	Part  Part
	Index int
}

// Name returns the field's name with its part before it.
func (f FieldRef) Name(a *Algorithm) string {
	return f.Part.String() + "." + a.Leaves(f.Part)[f.Index].Name
}

// Differing returns the fields of a part that are known and are not what is wanted.
func Differing(p Part, want []uint64, found *Values) []FieldRef {
	var fs []FieldRef
	for i, has := range found.Has {
		if has && found.V[i] != want[i] {
			fs = append(fs, FieldRef{p, i})
		}
	}
	return fs
}

// Differing returns the fields that differ.
func (d *Difference) Differing() []FieldRef {
	return append(Differing(PartOutput, d.ExpectedOutput, &d.Output), Differing(PartState, d.ExpectedState, &d.State)...)
}

// Of returns what was expected of a part, and what was found.
func (d *Difference) Of(p Part) (expected []uint64, found *Values) {
	if p == PartState {
		return d.ExpectedState, &d.State
	}
	return d.ExpectedOutput, &d.Output
}

// CompareState compares the state in which a firmware begins a connection of an algorithm
// with the reference's; nil if they are the same.
func CompareState(a *Algorithm, want, got []uint64) *Difference {
	if FirstDifference(want, got) < 0 {
		return nil
	}
	return &Difference{Algorithm: a, ExpectedState: slices.Clone(want), State: answered(got, len(want))}
}

// CompareStep compares what a firmware answers to an event with what the reference does; nil
// if they are the same.
func CompareStep(a *Algorithm, event, wantOutput, output, wantState, state []uint64) *Difference {
	if FirstDifference(wantOutput, output) < 0 && FirstDifference(wantState, state) < 0 {
		return nil
	}
	return &Difference{
		Algorithm: a, Event: slices.Clone(event),
		ExpectedOutput: slices.Clone(wantOutput), Output: answered(output, len(wantOutput)),
		ExpectedState: slices.Clone(wantState), State: answered(state, len(wantState)),
	}
}

// Error names the first field that differs, in one line.
func (d *Difference) Error() string {
	if fs := d.Differing(); len(fs) > 0 {
		l, want, found := d.values(fs[0])
		return fmt.Sprintf("%s differs from the reference at step %d, %d ns, connection %s: %s is %s, expected %s",
			d.Firmware, d.Step, d.Time, d.Conn, l.Name, l.Format(found), l.Format(want))
	}
	return fmt.Sprintf("%s answered another number of fields than the reference at step %d", d.Firmware, d.Step)
}

// values returns the layout of a field, and what was expected and found.
func (d *Difference) values(f FieldRef) (l Leaf, want, found uint64) {
	expected, values := d.Of(f.Part)
	return d.Algorithm.Leaves(f.Part)[f.Index], expected[f.Index], values.V[f.Index]
}

// Write prints the event, and expected and found field by field, those that differ marked.
// The error is that of w.
func (d *Difference) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, d.Error())
	fmt.Fprint(t, "\nevent")
	for i, v := range d.Event {
		fmt.Fprintf(t, " %s=%s", d.Algorithm.Event[i].Name, d.Algorithm.Event[i].Format(v))
	}
	fmt.Fprintln(t, "\n\n\tfield\texpected\tfound\texpected hex\tfound hex")
	for _, p := range []Part{PartOutput, PartState} {
		_, answers := d.Of(p)
		for i := range answers.V {
			l, want, found := d.values(FieldRef{p, i})
			mark := ""
			if want != found {
				mark = ">"
			}
			digits := l.Bits / 4
			mask := ^uint64(0) >> (64 - l.Bits)
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%0*x\t%0*x\n", mark, l.Name, l.Format(want), l.Format(found), digits, want&mask, digits, found&mask)
		}
	}
	return t.Flush()
}
