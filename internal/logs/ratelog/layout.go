package ratelog

import (
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Layout is what the rows of an algorithm's log have.
type Layout struct {
	// Columns stand between the event and the state.
	Columns []Column

	leaves []ir.Leaf // of the state
	// sent reports that bytes sent may change something, with these parameters.
	sent bool
}

// NewLayout returns the layout of an algorithm with these parameters, nil if they are not known.
func NewLayout(a *driver.Algorithm, params []uint64) *Layout {
	return &Layout{Columns: Columns(a.Def, a.Contract, params), leaves: ir.Layout(a.Def.State), sent: params == nil || a.Handles(ir.OnSent, params)}
}

// Header returns the names of the columns, with commas between.
func (l *Layout) Header() string {
	names := collect.Of(l.Columns, func(c Column) string { return c.Name })
	return strings.Join(names, ",")
}
