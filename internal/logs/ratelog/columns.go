// Package ratelog names the columns of rate logs after the directives of an algorithm's
// source, for those who write and read them (docs/algorithms-of-your-own.md), and writes the logs.
package ratelog

import (
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
)

// Column is a column of what the event reported, of what the step did, of what is in force after it, or of what logs
// show: one of Signal, Flags, Control and Show is not nil.
type Column struct {
	// Name is that in the log. If a parameter has the number of fractional bits of its
	// values, and the parameters are not known, it ends with _q*.
	Name string
	// Base is the name without unit, format and prefix.
	Base string
	// Label is what the source calls it. Unit is of the contract's closed list, "" without one, and
	// Frac the number of fractional bits, 0 if it is not known.
	Label, Unit string
	Frac        int
	Kind        ir.Kind
	Signal      *ir.NICSignal
	Control     *ir.NICControl
	Probe       *ir.NICProbe
	// Flags are the bits of an output of the unit flags, by what their constants are called: "cut" of DidCut.
	Flags map[uint64]string
	// Index is the leaf of the event or the output, or the number of the show.
	Index int
}

// suffixes are what the names of columns of a unit end with.
var suffixes = map[string]string{"kb/s": "kbps", "ns": "ns", "us": "us", "B": "bytes", "ns/B": "ns_per_byte"}

// Columns returns the columns of a transducer in the order of a log: signals but for time and
// kind, flags, controls, shows. params are flattened, or nil if they are not known.
func Columns(t *ir.Transducer, c *ir.NICContract, params []uint64) []Column {
	var list []Column
	add := func(base, what string, leaf ir.Leaf, column Column) {
		column.Label, column.Unit, column.Kind = base, leaf.Field.UnitOf(), leaf.Kind
		column.Base = strings.NewReplacer("-", "_", " ", "_").Replace(base)
		column.Name = column.Base
		if s := suffixes[column.Unit]; s != "" && s != column.Base {
			column.Name += "_" + s
		}
		if f := leaf.Field.FormatOf(); f != nil {
			frac, known := fraction(t, f, params)
			column.Name += "_q" + map[bool]string{true: strconv.Itoa(frac), false: "*"}[known]
			column.Frac = frac
		}
		if slices.ContainsFunc(list, func(o Column) bool { return o.Name == column.Name }) {
			column.Name = what + "_" + column.Name
		}
		list = append(list, column)
	}
	for i := range c.Signals {
		if s := &c.Signals[i]; s.Signal != ir.SignalNow && s.Signal != ir.SignalKind {
			name := s.Field.Signal.String()
			if s.Signal.Info().Hops {
				name += " " + strconv.Itoa(s.Hop)
			}
			add(name, "signal", s.Leaf, Column{Signal: s, Index: s.Index})
		}
	}
	for i, l := range ir.Layout(t.Output) {
		if l.Field != nil && l.Field.UnitOf() == "flags" && l.Type.Decl != nil && len(l.Type.Decl.Consts()) > 0 {
			add(strings.ToLower(strings.ReplaceAll(l.Name, ".", "_")), "output", l, Column{Flags: l.Type.Decl.Labels(), Index: i})
		}
	}
	for i := range c.Controls {
		o := &c.Controls[i]
		add(o.Field.Control.String(), "new", o.Leaf, Column{Control: o, Index: o.Index})
	}
	for i := range c.Probes {
		s := &c.Probes[i]
		add(s.Name, "show", s.Leaf, Column{Probe: s, Index: i})
	}
	return list
}

// value returns what a row has in the column, as its leaf holds it.
func (c *Column) value(r *Row) uint64 {
	switch {
	case c.Signal != nil:
		return r.Values[c.Index]
	case c.Probe != nil:
		return r.Probes[c.Index]
	}
	return r.Output[c.Index]
}

// Value returns what a row has in the column, as a number without its unit.
func (c *Column) Value(r *Row) float64 {
	if c.Kind.IsSigned() {
		return float64(int64(c.value(r)))
	}
	return float64(c.value(r))
}

// fraction returns the number of fractional bits of a format; false if it is a parameter that is not
// known.
func fraction(t *ir.Transducer, f *ir.Format, params []uint64) (int, bool) {
	if !strings.Contains(f.FracOf, ".") {
		return f.Frac, true
	}
	at, ok := t.FracLeaf("", f)
	switch {
	case !ok:
		return f.Frac, true
	case at >= len(params):
		return 0, false
	}
	return int(params[at]), true
}
