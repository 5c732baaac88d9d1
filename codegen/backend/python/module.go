package python

import (
	_ "embed" // the parts of a module that do not depend on the algorithm
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

var (
	//go:embed runtime/helpers.py
	helpersText string
	//go:embed runtime/connection.py
	connectionText string
	//go:embed runtime/serve.py
	serveText string
)

// module prints all.
func (g *gen) module() string {
	var funcs strings.Builder // first: they say which helpers are needed
	for _, f := range g.funcs {
		funcs.WriteString("\n\n" + g.function(f))
	}
	classes, constants, tables := g.classes(), g.constants(), g.tableTexts()
	var b strings.Builder
	b.WriteString(g.head())
	b.WriteString("\nfrom __future__ import annotations\n\nimport os\nimport re\nimport sys\n\n")
	b.WriteString("# In signatures: how many bits a value has, and whether it has a sign.\nint8 = int16 = int32 = int64 = uint8 = uint16 = uint32 = uint64 = int\n")
	b.WriteString(constants)
	b.WriteString(g.usedHelpers())
	b.WriteString(classes)
	b.WriteString(tables)
	b.WriteString(funcs.String())
	b.WriteString(g.connections())
	b.WriteString(g.protocol())
	return b.String()
}

// head prints the comment at the start of the file.
func (g *gen) head() string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(strings.TrimRight("# "+fmt.Sprintf(format, args...), " ") + "\n")
	}
	b.WriteString("#!/usr/bin/env python3\n")
	line("%s: congestion control for NIC firmware in Python, compiled from Go. Generated; do not edit.", g.o.Name)
	if g.o.Command != "" {
		line("\n#\n# Command:\n#   %s", g.o.Command)
	}
	line("\n#\n# Sources, SHA-256:")
	used := map[*ir.Package]bool{}
	for _, f := range g.funcs {
		used[f.Pkg] = true
	}
	for t := range g.types {
		if t.Decl != nil {
			used[t.Decl.Pkg] = true
		}
	}
	for _, p := range g.p.Packages {
		if used[p] {
			for _, f := range p.Files {
				line("  %s  %s", f.SHA256, f.Name)
			}
		}
	}
	text := strings.NewReplacer("# \n#\n", "#\n", "\n# \n", "\n").Replace(b.String())
	doc := []string{"The golden model of " + g.o.Name + ", bit for bit what the Go source computes.", ""}
	if len(g.transducers) > 0 {
		name := g.connectionName(g.transducers[0])
		doc = append(doc, fmt.Sprintf("A connection is %s(params); its step(event) takes an event, changes its state and", name),
			"returns the output. Fields and functions have the names of the Go source and of the vectors; LEAVES of a",
			"class has the flattened fields with their types, leaves() the values in that order.", "")
	}
	index := "Every index is shown to be in range."
	if g.faults {
		index = "An index that is out of range is an IndexError, where Go panics."
	}
	doc = append(doc, "Arithmetic is reduced to the width of its type wherever it may leave it: any value that fits its field gives",
		"what Go gives. "+index,
		"", "Run as a program it answers the line protocol of vectors and ports on standard input and output.")
	return text + docstring(doc, "")
}

// constants prints the constants, in the order of the source.
func (g *gen) constants() string {
	var b strings.Builder
	for _, pkg := range g.p.Packages {
		for _, d := range pkg.Decls {
			if group, ok := d.(*ir.ConstGroup); ok {
				b.WriteString(g.constGroup(group))
			}
		}
	}
	return b.String()
}

// tableTexts prints the tables, in the order of the source.
func (g *gen) tableTexts() string {
	var b strings.Builder
	for _, pkg := range g.p.Packages {
		for _, d := range pkg.Decls {
			if t, ok := d.(*ir.Table); ok && g.tables[t] {
				b.WriteString("\n\n" + comment(t.Doc, "") + g.names.tables[t] + " = (\n" + g.rows(t.Value.(*ir.Composite)) + ")\n")
			}
		}
	}
	return b.String()
}

func (g *gen) constGroup(d *ir.ConstGroup) string {
	var b strings.Builder
	for _, c := range d.Consts {
		name := g.names.consts[c]
		if name == "" {
			continue
		}
		b.WriteString(comment(c.Doc, ""))
		x := boolean(c.Value)
		if !c.Bool && (c.Type == nil || c.Type.Kind != ir.Bool) {
			// By its value: what it is made of may stand below it, or nowhere.
			x = (&gen{p: &ir.Program{}, names: &names{}}).spelled(nil, c.Value, c.Text).S
		}
		fmt.Fprintf(&b, "%s = %s", name, x)
		if c.Trail != "" {
			b.WriteString("  # " + clean(c.Trail))
		}
		b.WriteString("\n")
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n" + comment(d.Doc, "") + b.String()
}

// rows prints the elements of a table, as many a line as fit.
func (g *gen) rows(c *ir.Composite) string {
	var b strings.Builder
	line := "   "
	for i := range c.Elems {
		s := " " + g.element(c, i) + ","
		if len(line) > 3 && len(line)+len(s) > 110 {
			b.WriteString(line + "\n")
			line = "   "
		}
		line += s
	}
	return b.String() + line + "\n"
}

func (g *gen) element(c *ir.Composite, i int) string {
	switch e := c.Elems[i].(type) {
	case *ir.Const:
		if e.Typ.Kind == ir.Bool {
			return boolean(e.Value)
		}
		return (&gen{p: &ir.Program{}, names: &names{}}).spelled(nil, e.Value, e.Text).S
	case *ir.Composite:
		parts := make([]string, len(e.Elems))
		for j := range parts {
			parts[j] = g.element(e, j)
		}
		if e.Typ.Kind == ir.Struct {
			return g.typeName(e.Typ) + "(" + strings.Join(parts, ", ") + ")"
		}
		return "(" + strings.Join(parts, ", ") + ",)"
	}
	return g.zero(c.Typ.Part(i), false)
}

// usedHelpers prints the functions of helpers.py that are needed.
func (g *gen) usedHelpers() string {
	var b strings.Builder
	for _, part := range strings.Split(strings.TrimSpace(helpersText), "\n\n\n") {
		name, _, _ := strings.Cut(strings.TrimPrefix(part, "def "), "(")
		if g.helpers[name] {
			b.WriteString("\n\n" + part + "\n")
		}
	}
	return b.String()
}

// connectionName is the class of connections of a transducer.
func (g *gen) connectionName(t *ir.Transducer) string {
	if len(g.transducers) == 1 {
		return "Connection"
	}
	return "Connection_" + t.Name
}

func (g *gen) connections() string {
	var b strings.Builder
	for _, t := range g.transducers {
		text, next, _ := strings.Cut(connectionText, "    # next\n")
		if t.Next != nil {
			text = strings.TrimRight(text, "\n") + "\n\n" + next
		}
		repl := []string{"@CLASS@", g.connectionName(t), "@NAME@", t.Name, "@PARAMS@", g.typeName(t.Params), "@STATE@", g.typeName(t.State),
			"@EVENT@", g.typeName(t.Event), "@OUTPUT@", g.annotation(t.Output), "@INIT@", g.names.funcs[t.Init], "@STEP@", g.names.funcs[t.Step]}
		if t.Next != nil {
			repl = append(repl, "@NEXT@", g.names.funcs[t.Next], "@NOW@", t.Next.Params[1].Type.Kind.String(), "@TIMER@", g.annotation(t.Next.Results[0]))
		}
		b.WriteString("\n\n" + strings.TrimRight(strings.NewReplacer(repl...).Replace(text), "\n") + "\n")
	}
	return b.String()
}

// protocol prints the tables of what can be called, and what answers requests.
func (g *gen) protocol() string {
	var b strings.Builder
	b.WriteString("\n\n# What follows answers the line protocol.\n\n# By name: the classes of connections, parameters, states and events, and the leaves of an output.\n_ALGORITHMS = {\n")
	for _, t := range g.transducers {
		fmt.Fprintf(&b, "    %q: (%s, %s, %s, %s, lambda x: [%s]),\n", t.Name, g.connectionName(t), g.typeName(t.Params), g.typeName(t.State), g.typeName(t.Event), g.pieces(t.Output, "x"))
	}
	b.WriteString("}\n# By name: layout of the arguments, the call, leaves of what it returns.\n_FUNCTIONS = {\n")
	for _, f := range g.exports {
		var layout, args, results []string
		for _, v := range f.Params {
			layout = append(layout, g.layout(v.Type, v.GoName))
			args = append(args, g.reader(v.Type, false))
		}
		for i, t := range f.Results {
			x := "x"
			if len(f.Results) > 1 {
				x = fmt.Sprintf("x[%d]", i)
			}
			results = append(results, g.pieces(t, x))
		}
		if len(f.Results) == 0 {
			results = nil
		}
		fmt.Fprintf(&b, "    %q: (\n        [%s],\n        lambda v: %s(%s),\n        lambda x: [%s],\n    ),\n", f.FullName(),
			strings.Join(layout, ", "), g.names.funcs[f], strings.Join(args, ", "), strings.Join(slices.DeleteFunc(results, func(s string) bool { return s == "" }), ", "))
	}
	text := serveText
	if !g.faults {
		begin, rest, _ := strings.Cut(text, "        before = c.state.copy()\n")
		_, after, _ := strings.Cut(rest, "            raise\n")
		text = begin + "        out = c.step(event.from_leaves(_values(rest, event.LEAVES, \"event fields\")))\n" + after
	}
	b.WriteString("}\n\n\n" + strings.ReplaceAll(text, "@NAME@", g.o.Name))
	return b.String()
}
