package replay

import (
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/ratelog"
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

// columnsOf returns the columns of an algorithm that is no reaction point.
func columnsOf(a *driver.Algorithm, params []uint64) []Column {
	var list []Column
	shows := 0
	for _, c := range ratelog.Columns(a.Def, a.Contract, params) {
		column := Column{Name: c.Name, Label: c.Label, Unit: c.Unit, Frac: c.Frac, Kind: c.Kind}
		switch {
		case c.Signal != nil:
			column.What, column.index = Signal, c.Signal.Index
		case c.Control != nil:
			column.What, column.index, column.of = Control, c.Control.Index, c.Control.Control
		default:
			column.What, column.index = Show, shows
			shows++
		}
		list = append(list, column)
	}
	return list
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
