package ratelog

import (
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
)

// Layout is what the rows of an algorithm's log have.
type Layout struct {
	// Columns stand between the event and the state.
	Columns []Column

	keys   []Column       // as lines of JSON have them
	point  *ReactionPoint // nil of another algorithm
	leaves []ir.Leaf      // of the state
}

// NewLayout returns the layout of an algorithm with these parameters.
func NewLayout(a *driver.Algorithm, params []uint64) *Layout {
	l := &Layout{point: ReactionPointOf(a), leaves: ir.Layout(a.Def.State), Columns: Columns(a.Def, a.Contract, params)}
	l.keys = l.Columns
	if l.point != nil {
		l.Columns = l.point.columns(a, l.Columns)
		l.keys = l.point.keys(l.Columns)
	}
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
