package replay

import (
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
)

// Column is a value of a log's rows.
type Column struct {
	Name string // in headers; it ends with the unit and the fractional bits
	What What
	// Label is what the source calls it: a signal, a control or a show. Unit is of the contract's
	// closed list, "" without one; Frac is the number of fractional bits.
	Label, Unit string
	Frac        int
	Kind        ir.Kind

	index int // a leaf of the event or the output, or a show; -1: the column is empty
	of    ir.Control
}

// What says what a column is.
type What uint8

// What columns are.
const (
	Signal  What = iota // what an event reported; 0 in others
	Control             // in force after the event: what the step returned
	Show                // shown by the algorithm, after the event
	Output              // of the step
)

// Layout is what the rows of an algorithm's log have.
type Layout struct {
	// Columns stand between the event and the state.
	Columns []Column

	keys   []Column       // as lines of JSON have them
	point  *reactionPoint // nil of another algorithm
	leaves []ir.Leaf      // of the state
}

// NewLayout returns the layout of an algorithm with these parameters.
func NewLayout(a *driver.Algorithm, params []uint64) *Layout {
	l := &Layout{point: reactionPointOf(a), leaves: ir.Layout(a.Def.State)}
	if l.point != nil {
		l.Columns = l.point.columns(a, params)
		l.keys = l.point.keys(l.Columns)
		return l
	}
	l.Columns = columnsOf(a, params)
	l.keys = l.Columns
	return l
}

// Header returns the names of the columns, with commas between.
func (l *Layout) Header() string {
	names := make([]string, len(l.Columns))
	for i, c := range l.Columns {
		names[i] = c.Name
	}
	return strings.Join(names, ",")
}

// IsReactionPoint reports whether the log is that of a reaction point (docs/traces.md).
func (l *Layout) IsReactionPoint() bool { return l.point != nil }

// Turned reports whether a row may show something else than the one before: of a reaction point
// whether anything but an increase did.
func (l *Layout) Turned(r *Row) bool {
	return l.point == nil || r.Output[l.point.did]&^l.point.increase != 0
}

// columnsOf returns the columns of an algorithm that is no reaction point.
func columnsOf(a *driver.Algorithm, params []uint64) []Column {
	t := table{a: a, params: params}
	for _, s := range a.Contract.Signals {
		if s.Signal != ir.SignalNow && s.Signal != ir.SignalKind {
			t.add(s.Field.Signal.String(), "signal", Column{What: Signal, index: s.Index}, s.Leaf)
		}
	}
	for _, c := range a.Contract.Controls {
		t.add(c.Field.Control.String(), "new", Column{What: Control, index: c.Index, of: c.Control}, c.Leaf)
	}
	for i, s := range a.Contract.Shows {
		t.add(s.Name, "show", Column{What: Show, index: i}, s.Leaf)
	}
	return t.columns
}

// table collects columns.
type table struct {
	a       *driver.Algorithm
	params  []uint64
	columns []Column
}

// suffixes are what the names of columns of a unit end with.
var suffixes = map[string]string{"kb/s": "kbps", "ns": "ns", "us": "us", "B": "bytes", "ns/B": "ns_per_byte"}

// add adds a column. Its name ends with its unit and its fractional bits, and begins with what it is if another has the
// name already.
func (t *table) add(label, what string, c Column, leaf ir.Leaf) {
	c.Label, c.Kind, c.Unit = label, leaf.Kind, leaf.Field.UnitOf()
	c.Name = strings.NewReplacer("-", "_", " ", "_").Replace(label)
	if s := suffixes[c.Unit]; s != "" && s != c.Name {
		c.Name += "_" + s
	}
	if f := leaf.Field.FormatOf(); f != nil {
		c.Frac = f.Frac
		if at, ok := t.a.Def.FracLeaf("", dotted(f)); ok {
			c.Frac = int(t.params[at])
		}
		c.Name += "_q" + strconv.Itoa(c.Frac)
	}
	if slices.ContainsFunc(t.columns, func(o Column) bool { return o.Name == c.Name }) {
		c.Name = what + "_" + c.Name
	}
	t.columns = append(t.columns, c)
}

// dotted returns the format if its fractional bits are in the parameters, else nil.
func dotted(f *ir.Format) *ir.Format {
	if strings.Contains(f.FracOf, ".") {
		return f
	}
	return nil
}

// Empty reports whether no row has a value there.
func (c *Column) Empty() bool { return c.index < 0 }

// Drawn reports whether a figure draws the column beside the rate: a window, and what the algorithm
// shows but for the rate once more.
func (c *Column) Drawn() bool {
	if c.What == Show {
		return c.index >= 0 && c.Label != ir.ControlRate.String()
	}
	return c.What == Control && c.of == ir.ControlWindow
}

// Number returns what a row has in the column.
func (c *Column) Number(r *Row) float64 {
	v := c.value(r)
	if c.Kind.IsSigned() {
		return float64(int64(v))
	}
	return float64(v)
}

// value returns what a row has in the column, as its leaf holds it.
func (c *Column) value(r *Row) uint64 {
	switch {
	case c.index < 0:
		return 0
	case c.What == Signal:
		return r.Values[c.index]
	case c.What == Show:
		return r.Shows[c.index]
	}
	return r.Output[c.index]
}
