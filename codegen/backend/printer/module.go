package printer

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Module is the common state for printing a selection, in one text or several.
type Module struct {
	*Selection
	Program *ir.Program
	Ranges  func(ir.Expr) interval.Interval // of an expression, whatever arguments come from outside
	Names   map[any]string                  // of packages, types, fields, functions, constants and tables
	// Used are the constants, tables and types that something printed so far mentions.
	Used map[any]bool

	kinds   map[*ir.ConstDecl]ir.Kind // of the uses of untyped constants
	changed bool                      // Used or kinds
	err     error
}

// NewModule makes the selection of a name. The error is that of Select.
func NewModule(p *ir.Program, name string) (*Module, error) {
	s, err := Select(p, name)
	if err != nil {
		return nil, err
	}
	return &Module{Selection: s, Program: p, Ranges: ranges.ForAny(s.Called).Of, Names: map[any]string{}, Used: map[any]bool{}, kinds: map[*ir.ConstDecl]ir.Kind{}}, nil
}

// WithLaws adds the functions that check the laws of the transducers (ir.Transducer.Check).
func (m *Module) WithLaws() {
	for _, t := range m.Transducers {
		if t.Check == nil {
			continue
		}
		m.Called = append(m.Called, t.Check)
		m.Funcs = collect.Union(m.Funcs, ir.Reachable(t.Check)...)
	}
	m.Ranges = ranges.ForAny(m.Called).Of
}

// Print calls what prints all until nothing more is found to be used, which the next call prints. The error is that of the
// first Fail.
func (m *Module) Print(all func()) error {
	for m.changed = true; m.changed && m.err == nil; {
		m.changed = false
		all()
	}
	return m.err
}

// Use notes that a constant, table or type is mentioned.
func (m *Module) Use(what any) {
	m.changed = m.changed || !m.Used[what]
	m.Used[what] = true
}

// Fail records something that the language cannot express.
func (m *Module) Fail(pos ir.Pos, format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("%s: %s", pos, fmt.Sprintf(format, args...))
	}
}

// Kind returns the type of a constant: that of its declaration, or if that has none, of its first use, which is k if there was
// none. Other uses are of its value.
func (m *Module) Kind(d *ir.ConstDecl, k ir.Kind) ir.Kind {
	switch {
	case d.Bool:
		return ir.Bool
	case d.Type != nil:
		return d.Type.Kind
	case m.kinds[d] == ir.Invalid && k != ir.Invalid && interval.Point(d.Value).Fits(k):
		m.kinds[d], m.changed = k, true
	}
	return m.kinds[d]
}

// Named calls a function for each name of a declaration: constants, a table or a function, or a type and then its
// fields.
func Named(d ir.Decl, give func(what any, name string)) {
	switch d := d.(type) {
	case *ir.Func:
		give(d, d.Name)
	case *ir.Table:
		give(d, d.Name)
	case *ir.ConstGroup:
		for _, c := range d.Consts {
			give(c, c.Name)
		}
	case *ir.TypeDecl:
		give(d.Type, d.Name)
		for _, f := range d.Type.Fields {
			give(f, f.Name)
		}
	}
}

// Owner returns the package of a function, a constant, a table or a type.
func Owner(what any) *ir.Package {
	switch d := what.(type) {
	case *ir.Func:
		return d.Pkg
	case *ir.Table:
		return d.Pkg
	case *ir.ConstDecl:
		return d.Pkg
	}
	return what.(*ir.Type).Decl.Pkg
}

// About returns the description of a field: its comments, and a line of its facts.
func About(f *ir.Field) []string {
	lines := slices.Clone(Trim(f.Doc))
	if f.LineComment != "" {
		lines = append(lines, f.LineComment)
	}
	if facts := f.Facts(); len(facts) > 0 {
		lines = append(Trim(lines), "("+strings.Join(facts, ", ")+")")
	}
	return lines
}
