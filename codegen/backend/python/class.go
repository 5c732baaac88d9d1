package python

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

const base = `

class _Struct:
    """What structs have in common: values compare by their leaves."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.leaves() == other.leaves()

    __hash__ = None

    def __repr__(self) -> str:
        return type(self).__name__ + "(" + ", ".join(f"{n}={getattr(self, n)!r}" for n in self.__slots__) + ")"
`

// classes prints the structs, those first that are in others.
func (g *gen) classes() string {
	var b strings.Builder
	if len(g.types) == 0 {
		return ""
	}
	b.WriteString(base)
	printed := map[*ir.Type]bool{}
	var class func(t *ir.Type)
	class = func(t *ir.Type) {
		for t.Kind == ir.Array {
			t = t.Elem
		}
		if t.Kind != ir.Struct || printed[t] {
			return
		}
		printed[t] = true
		for _, f := range t.Fields {
			class(f.Type)
		}
		b.WriteString(g.class(t))
	}
	for _, pkg := range g.p.Packages {
		for _, d := range pkg.Decls {
			if t, ok := d.(*ir.TypeDecl); ok && g.types[t.Type] {
				class(t.Type)
			}
		}
	}
	return b.String()
}

// class prints one struct.
func (g *gen) class(t *ir.Type) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	name := g.typeName(t)
	p("\n\nclass %s(_Struct):\n", name)
	doc := []string{name + "."}
	if t.Decl != nil {
		doc = nil
		if len(trim(t.Decl.Doc)) > 0 {
			doc = append(append(doc, trim(t.Decl.Doc)...), "")
		}
		doc = append(doc, fmt.Sprintf("%s:%d", t.Decl.Pos.File, t.Decl.Pos.Line))
	}
	b.WriteString(docstring(doc, indents(1)))
	var slots, params, copies, assigns, pieces, reads []string
	for _, f := range t.Fields {
		n := g.names.fields[f]
		slots = append(slots, fmt.Sprintf("%q", n))
		zero := "None"
		if f.Type.Kind.IsScalar() {
			zero = g.zero(f.Type, true)
		}
		params = append(params, fmt.Sprintf("%s: %s = %s", n, g.annotation(f.Type), zero))
		copies = append(copies, g.copied(atom("self."+n), f.Type).S)
		assigns = append(assigns, fmt.Sprintf("        self.%s = %s\n", n, g.copied(atom("other."+n), f.Type).S))
		pieces = append(pieces, strings.Split(g.pieces(f.Type, "self."+n), ", ")...)
		reads = append(reads, g.reader(f.Type, true))
	}
	if len(slots) == 1 {
		slots[0] += ","
	}
	p("\n%s", wrapped(indents(1)+"__slots__ = (", slots, ")"))
	p("    LEAVES = (\n")
	for _, l := range ir.Layout(t) {
		p("        (%q, %q),\n", l.Name, l.Kind.String())
	}
	p("    )\n")
	p("\n%s", wrapped(indents(1)+"def __init__(", append([]string{"self"}, params...), ") -> None:"))
	for _, f := range t.Fields {
		n := g.names.fields[f]
		b.WriteString(comment(g.about(f), indents(2)))
		if f.Type.Kind.IsScalar() {
			p("        self.%s = %s\n", n, n)
		} else {
			p("        self.%s = %s if %s is None else %s\n", n, g.zero(f.Type, true), n, n)
		}
	}
	if len(t.Fields) == 0 {
		p("        pass\n")
	}
	p("\n    def copy(self) -> %s:\n%s", name, wrapped(indents(2)+"return "+name+"(", copies, ")"))
	p("\n    def assign(self, other: %s) -> None:\n", name)
	for _, a := range assigns {
		b.WriteString(a)
	}
	if len(assigns) == 0 {
		p("        pass\n")
	}
	p("\n    def leaves(self) -> list[int]:\n%s", wrapped(indents(2)+"return [", pieces, "]"))
	p("\n    @classmethod\n    def from_leaves(cls, v) -> %s:\n        v = iter(v)\n%s", name, wrapped(indents(2)+"return cls(", reads, ")"))
	if g.nested[t] {
		p("\n\n_%s = %s\n", name, name)
	}
	return b.String()
}

// about is what the source says of a field.
func (g *gen) about(f *ir.Field) []string {
	lines := append([]string(nil), trim(f.Doc)...)
	if f.Trail != "" {
		lines = append(lines, f.Trail)
	}
	if facts := f.Facts(); len(facts) > 0 {
		lines = append(trim(lines), "("+strings.Join(facts, ", ")+")")
	}
	return lines
}

// pieces prints the leaves of a value as elements of a list.
func (g *gen) pieces(t *ir.Type, x string) string {
	switch {
	case t.Kind == ir.Bool:
		return "int(" + x + ")"
	case t.Kind == ir.Struct:
		return "*" + x + ".leaves()"
	case t.Kind == ir.Array && t.Elem.Kind.IsInteger():
		return "*" + x
	case t.Kind == ir.Array && t.Len <= 8: // faster than a loop
		parts := make([]string, t.Len)
		for i := range parts {
			parts[i] = g.pieces(t.Elem, fmt.Sprintf("%s[%d]", x, i))
		}
		return strings.Join(parts, ", ")
	case t.Kind == ir.Array:
		return fmt.Sprintf("*(w for y in %s for w in [%s])", x, g.pieces(t.Elem, "y"))
	}
	return x
}

// reader prints what takes a value's leaves from the iterator v.
func (g *gen) reader(t *ir.Type, outer bool) string {
	switch t.Kind {
	case ir.Bool:
		return "next(v) != 0"
	case ir.Struct:
		if outer {
			return "_" + g.typeName(t) + ".from_leaves(v)"
		}
		return g.typeName(t) + ".from_leaves(v)"
	case ir.Array:
		return fmt.Sprintf("[%s for _ in range(%d)]", g.reader(t.Elem, outer), t.Len)
	}
	return "next(v)"
}

// layout prints the names and types of the leaves of an argument, as elements of a list.
func (g *gen) layout(t *ir.Type, name string) string {
	if t.Kind == ir.Struct {
		return "*" + g.typeName(t) + ".LEAVES"
	}
	var parts []string
	for _, l := range ir.Layout(t) {
		parts = append(parts, fmt.Sprintf("(%q, %q)", name+l.Name, l.Kind.String()))
	}
	return strings.Join(parts, ", ")
}
