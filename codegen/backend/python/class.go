package python

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
)

// classes prints the structs, those first that are in others.
func (g *gen) classes() string {
	text, printed := "", map[*ir.Type]bool{}
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
		text += g.class(t)
	}
	for _, pkg := range g.Program.Packages {
		for _, d := range pkg.Decls {
			if t, ok := d.(*ir.TypeDecl); ok && g.Used[t.Type] {
				class(t.Type)
			}
		}
	}
	if text == "" {
		return ""
	}
	return string(fill("struct.py", nil)) + text
}

// class prints one struct.
func (g *gen) class(t *ir.Type) string {
	f := g.at(nil)
	f.Class = func(t *ir.Type) string {
		g.Use(hidden{t})
		return "_" + f.TypeName(t)
	}
	type field struct{ Name, Doc, Begin, Assign string }
	var fields []field
	var slots, params, copies, pieces, reads []string
	for _, x := range t.Fields {
		n := g.Names[x]
		begin, zero := n, "None"
		if x.Type.Kind.IsScalar() {
			zero = f.Zero(x.Type).S
		} else {
			begin = fmt.Sprintf("%s if %s is None else %s", f.Zero(x.Type).S, n, n)
		}
		fields = append(fields, field{n, printer.Comment(printer.About(x), printer.Indents(2)+"#"), begin, f.Copied(atom("other."+n), x.Type).S})
		slots = append(slots, fmt.Sprintf("%q", n))
		params = append(params, fmt.Sprintf("%s: %s = %s", n, f.TypeName(x.Type), zero))
		copies = append(copies, f.Copied(atom("self."+n), x.Type).S)
		pieces = append(pieces, strings.Split(g.Pieces(x.Type, "self."+n), ", ")...)
		reads = append(reads, f.Reader(x.Type))
	}
	if len(slots) == 1 {
		slots[0] += ","
	}
	in, name := printer.Indents(2), f.TypeName(t)
	return string(fill("class.py", map[string]any{"Name": name, "Doc": documented(t.Decl.DeclInfo), "Layout": ir.Layout(t), "Fields": fields, "Hidden": g.Used[hidden{t}],
		"Slots":  printer.Wrapped(printer.Indents(1)+"__slots__ = (", slots, ")"),
		"Init":   printer.Wrapped(printer.Indents(1)+"def __init__(", append([]string{"self"}, params...), ") -> None:"),
		"Copy":   printer.Wrapped(in+"return "+name+"(", copies, ")"),
		"Leaves": printer.Wrapped(in+"return [", pieces, "]"),
		"Read":   printer.Wrapped(in+"return cls(", reads, ")")}))
}

// Pieces prints the leaves of a value as elements of a list.
func (g *gen) Pieces(t *ir.Type, x string) string {
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
			parts[i] = g.Pieces(t.Elem, fmt.Sprintf("%s[%d]", x, i))
		}
		return strings.Join(parts, ", ")
	case t.Kind == ir.Array:
		return fmt.Sprintf("*(w for y in %s for w in [%s])", x, g.Pieces(t.Elem, "y"))
	}
	return x
}

// Reader prints what takes a value's leaves from the iterator v.
func (f *fn) Reader(t *ir.Type) string {
	switch t.Kind {
	case ir.Bool:
		return "next(v) != 0"
	case ir.Struct:
		return f.ClassOf(t) + ".from_leaves(v)"
	case ir.Array:
		return fmt.Sprintf("[%s for _ in range(%d)]", f.Reader(t.Elem), t.Len)
	}
	return "next(v)"
}
