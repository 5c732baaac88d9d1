package python

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// module prints all.
func (g *gen) module() []byte {
	g.nameAll()
	g.Root = g.at(nil)
	g.helpers, g.Faults = map[string]bool{}, false
	g.Functions, g.Constants, g.Tables, g.Helpers = "", "", "", ""
	for _, f := range g.Funcs {
		g.Functions += "\n\n" + g.function(f)
	}
	g.Classes = g.classes()
	for _, pkg := range g.Program.Packages {
		for _, d := range pkg.Decls {
			switch d := d.(type) {
			case *ir.ConstGroup:
				g.Constants += g.constGroup(d)
			case *ir.Table:
				if g.Used[d] {
					g.Root.TypeName(d.Type)
					g.Tables += "\n\n" + printer.Comment(d.Doc, "#") + g.Names[d] + " = (\n" + g.rows(d.Value.(*ir.Composite)) + ")\n"
				}
			}
		}
	}
	for part := range strings.SplitSeq(strings.TrimSpace(string(fill("helpers.py", nil))), "\n\n\n") {
		if name, _, _ := strings.Cut(strings.TrimPrefix(part, "def "), "("); g.helpers[name] {
			g.Helpers += "\n\n" + part + "\n"
		}
	}
	return fill("module.py", g)
}

// Sources returns the files of the packages that the module's functions and types are in.
func (g *gen) Sources() (files []*ir.SourceFile) {
	used := map[*ir.Package]bool{}
	for what := range g.Used {
		switch d := what.(type) {
		case *ir.Func, *ir.Type:
			used[printer.Owner(d)] = true
		}
	}
	for _, p := range g.Program.Packages {
		if used[p] {
			files = append(files, p.Files...)
		}
	}
	return files
}

// Connection is the class of connections of a transducer.
func (g *gen) Connection(t *ir.Transducer) string {
	if len(g.Transducers) == 1 {
		return "Connection"
	}
	return "Connection_" + t.Name
}

func (g *gen) constGroup(d *ir.ConstGroup) string {
	text := ""
	for _, c := range d.Consts {
		if name := g.Names[c]; name != "" {
			// By its value: its parts may be defined below it, or nowhere.
			text += printer.Comment(c.Doc, "#") + name + " = " + g.Root.Number(c.Value, c.Text, g.Kind(c, ir.Invalid)).S
			if c.LineComment != "" {
				text += "  # " + printer.Clean(c.LineComment)
			}
			text += "\n"
		}
	}
	if text == "" {
		return ""
	}
	return "\n" + printer.Comment(d.Doc, "#") + text
}

// rows prints the elements of a table, as many a line as fit.
func (g *gen) rows(c *ir.Composite) string {
	text, line := "", "   "
	for i := range c.Elems {
		s := " " + g.element(c, i) + ","
		if len(line) > 3 && len(line)+len(s) > 110 {
			text += line + "\n"
			line = "   "
		}
		line += s
	}
	return text + line + "\n"
}

func (g *gen) element(c *ir.Composite, i int) string {
	switch e := c.Elems[i].(type) {
	case *ir.Const:
		return g.Root.Number(e.Value, e.Text, e.Typ.Kind).S
	case *ir.Composite:
		parts := make([]string, len(e.Elems))
		for j := range parts {
			parts[j] = g.element(e, j)
		}
		if e.Typ.Kind == ir.Struct {
			return g.Root.TypeName(e.Typ) + "(" + strings.Join(parts, ", ") + ")"
		}
		return "(" + strings.Join(parts, ", ") + ",)"
	}
	return g.Root.Zero(c.Typ.Component(i)).S
}

// Layout prints the names and types of the leaves of a function's arguments, as elements of a list.
func (g *gen) Layout(f *ir.Func) string {
	var parts []string
	for _, v := range f.Params {
		if v.Type.Kind == ir.Struct {
			parts = append(parts, "*"+g.Root.TypeName(v.Type)+".LEAVES")
			continue
		}
		for _, l := range ir.Layout(v.Type) {
			parts = append(parts, fmt.Sprintf("(%q, %q)", v.GoName+l.Name, l.Kind.String()))
		}
	}
	return strings.Join(parts, ", ")
}

// Arguments prints what takes a function's arguments from the iterator v.
func (g *gen) Arguments(f *ir.Func) string {
	parts := collect.Of(f.Params, func(v *ir.Var) string { return g.Root.Reader(v.Type) })
	return strings.Join(parts, ", ")
}

// Results prints the leaves of a function's result, x, as elements of a list.
func (g *gen) Results(f *ir.Func) string {
	var parts []string
	for i, t := range f.Results {
		x := "x"
		if len(f.Results) > 1 {
			x = fmt.Sprintf("x[%d]", i)
		}
		parts = append(parts, g.Pieces(t, x))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// documented prints the documentation of a class or function: the source's comment, and its place.
func documented(d ir.DeclInfo) string {
	lines := slices.Clone(printer.Trim(d.Doc))
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	lines = append(lines, fmt.Sprintf("%s:%d", d.Pos.File, d.Pos.Line))
	in := printer.Indents(1)
	escape := strings.NewReplacer(`\`, `\\`, `"""`, `\"\"\"`)
	for i, l := range lines {
		if l = escape.Replace(printer.Clean(l)); i > 0 && strings.TrimSpace(l) != "" {
			l = in + l
		}
		lines[i] = strings.TrimRight(l, " ")
	}
	if len(lines) > 1 {
		lines = append(lines, in)
	}
	return in + `"""` + strings.Join(lines, "\n") + "\"\"\"\n"
}
