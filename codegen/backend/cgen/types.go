package cgen

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// useType notes that a type is mentioned, with what it contains.
func (g *gen) useType(t *ir.Type) {
	if g.types[t] {
		return
	}
	g.types[t] = true
	for _, f := range t.Fields {
		g.useType(f.Type)
	}
	if t.Elem != nil {
		g.useType(t.Elem)
	}
}

// typeName prints a type other than an unnamed array.
func (g *gen) typeName(t *ir.Type) string {
	g.useType(t)
	switch {
	case t.Decl != nil:
		return g.n.types[t.Decl]
	case t.Kind.IsScalar():
		return cKind[t.Kind]
	}
	return g.wrapperName(t)
}

// structName returns the C name of a struct. The subset has none without a name.
func (g *gen) structName(t *ir.Type) string { return g.n.types[t.Decl] }

// wrapperName returns the struct that carries an array by value, as parameter
// or result.
func (g *gen) wrapperName(t *ir.Type) string {
	g.useType(t)
	g.wrappers[t] = true
	if t.Elem.Kind == ir.Array { // printed before
		g.wrapperName(t.Elem)
	}
	name := g.opt.Prefix + wrapperBase(t, func(e *ir.Type) string { return strings.TrimPrefix(g.typeName(e), g.opt.Prefix) })
	return g.named("wrapper "+t.String(), name)
}

func wrapperBase(t *ir.Type, elem func(*ir.Type) string) string {
	base := ""
	switch {
	case t.Elem.Kind == ir.Array:
		base = wrapperBase(t.Elem, elem)
	case t.Elem.Kind == ir.Bool && t.Elem.Decl == nil:
		base = "bool"
	case t.Elem.Kind.IsScalar() && t.Elem.Decl == nil:
		base = suffix(t.Elem.Kind)
	default:
		base = elem(t.Elem)
	}
	return fmt.Sprintf("array%d_%s", t.Len, base)
}

// decl declares name, which may begin with a star, as a t.
func (g *gen) decl(t *ir.Type, name string) string {
	if t.Kind == ir.Array && t.Decl == nil {
		g.useType(t)
		if strings.HasPrefix(name, "*") {
			name = "(" + name + ")"
		}
		return g.decl(t.Elem, fmt.Sprintf("%s[%d]", name, t.Len))
	}
	return g.typeName(t) + " " + name
}

func (g *gen) typeDef(d *ir.TypeDecl) string {
	name := g.n.types[d]
	goName := goTypeBase(d)
	if len(d.Doc) > 0 && strings.HasPrefix(d.Doc[0], d.Name+" ") {
		goName = d.Name // an alias of an instance
	}
	s := g.doc(scope{d.Pkg, d.Type}, d.Doc, goName, name)
	t := d.Type
	switch t.Kind {
	case ir.Struct:
		s += g.structDef(d.Pkg, t, name)
		if d.Size > 0 {
			s += fmt.Sprintf("%sSTATIC_ASSERT(%s_has_%d_bytes, sizeof(%s) == %d);\n", g.upper, name, d.Size, name, d.Size)
		}
	case ir.Array:
		unnamed := &ir.Type{Kind: ir.Array, Elem: t.Elem, Len: t.Len}
		s += "typedef " + g.decl(unnamed, name) + ";\n"
	default:
		s += "typedef " + cKind[t.Kind] + " " + name + ";\n"
	}
	return s
}

func (g *gen) structDef(pkg *ir.Package, t *ir.Type, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "typedef struct %s {\n", name)
	for _, f := range t.Fields {
		b.WriteString(comment(g.docLines(scope{pkg, t}, f.Doc, f.Name, g.n.fields[f]), "\t"))
		b.WriteString("\t" + g.decl(f.Type, g.n.fields[f]) + ";")
		if f.LineComment != "" {
			b.WriteString(" " + inlineComment(g.proseLine(pkg, f.LineComment)))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "}%s%s;\n", g.resultAttribute(t), name)
	return b.String()
}

// wrapperDefs prints the wrapper structs whose elements have a type of the
// package; those of basic types come with the first package.
func (g *gen) wrapperDefs(pkg *ir.Package, first bool) []string {
	var out []string
	for _, t := range g.wrapperList() {
		e := t
		for e.Kind == ir.Array {
			e = e.Elem
		}
		if e.Decl == nil && !first || e.Decl != nil && e.Decl.Pkg != pkg {
			continue
		}
		name := g.wrapperName(t)
		out = append(out, fmt.Sprintf("/* %s as a value. */\ntypedef struct %s {\n\t%s;\n} %s;\n",
			escapeComment(t.String()), name, g.decl(t, "v"), name))
	}
	return out
}

// wrapperList lists the arrays that have a wrapper, inner ones first and
// otherwise in the order of the functions that mention them.
func (g *gen) wrapperList() []*ir.Type {
	var all, list []*ir.Type
	seen := map[*ir.Type]bool{}
	for _, f := range g.inOrder() {
		for _, p := range f.Params {
			all = appendArrays(all, seen, p.Type)
		}
		for _, r := range f.Results {
			all = appendArrays(all, seen, r)
		}
	}
	for _, h := range g.help {
		all = appendArrays(all, seen, h.t)
	}
	return append(list, collect.Where(all, func(t *ir.Type) bool { return g.wrappers[t] })...)
}

// appendArrays lists the arrays in t, inner ones first.
func appendArrays(list []*ir.Type, seen map[*ir.Type]bool, t *ir.Type) []*ir.Type {
	if seen[t] {
		return list
	}
	seen[t] = true
	for _, f := range t.Fields {
		list = appendArrays(list, seen, f.Type)
	}
	if t.Elem != nil {
		list = appendArrays(list, seen, t.Elem)
		list = append(list, t)
	}
	return list
}

// typeHelpers prints the functions made for types. Printing one may call for
// another, which is put before it.
func (g *gen) typeHelpers() []string {
	var out []string
	done := map[typeHelper]bool{}
	var visit func(h typeHelper)
	visit = func(h typeHelper) {
		if done[h] {
			return
		}
		done[h] = true
		before := len(g.help)
		text := g.typeHelperDef(h)
		for _, d := range g.help[before:] {
			visit(d)
		}
		out = append(out, text)
	}
	for i := 0; i < len(g.help); i++ {
		visit(g.help[i])
	}
	return out
}

func (g *gen) typeHelperDef(h typeHelper) string {
	var b strings.Builder
	name := g.useTypeHelper(h.op, h.t)
	array := h.t.Kind == ir.Array
	base := g.valueName(h.t)
	start := func(format string, args ...any) {
		fmt.Fprintf(&b, "static inline %s\n{\n", fmt.Sprintf(format, args...))
	}
	switch h.op {
	case "zero":
		start("%s %s(void)", base, name)
		fmt.Fprintf(&b, "\t%s zero = %s;\n\treturn zero;\n", base, g.useZero())
	case "of":
		c := "const "
		if nestedArray(h.t) {
			c = ""
		}
		start("%s %s(%s%s)", base, name, c, g.decl(h.t, "a"))
		fmt.Fprintf(&b, "\t%s r;\n", base)
		b.WriteString(copyText("r.v", "a", h.t, "\t", 0))
		b.WriteString("\treturn r;\n")
	case "make":
		var params []string
		var body strings.Builder
		n := h.t.Len
		if !array {
			n = len(h.t.Fields)
		}
		for i := range n {
			t, dst, p := h.t.Component(i), fmt.Sprintf("r.v[%d]", i), fmt.Sprintf("e%d", i)
			if !array {
				p = g.n.fields[h.t.Fields[i]]
				dst = "r." + p
			}
			if t.Kind == ir.Array {
				params = append(params, g.wrapperName(t)+" "+p)
				body.WriteString(copyText(dst, p+".v", t, "\t", 0))
				continue
			}
			params = append(params, g.typeName(t)+" "+p)
			fmt.Fprintf(&body, "\t%s = %s;\n", dst, p)
		}
		result := "r"
		for _, f := range h.t.Fields {
			if g.n.fields[f] == "r" {
				result = "made"
			}
		}
		start("%s %s(%s)", base, name, strings.Join(params, ", "))
		text := strings.ReplaceAll(body.String(), "\tr.", "\t"+result+".")
		fmt.Fprintf(&b, "\t%s %s;\n%s\treturn %s;\n", base, result, text, result)
	}
	b.WriteString("}\n")
	return b.String()
}

// valueName returns the type by which C passes a struct or array as a value.
func (g *gen) valueName(t *ir.Type) string {
	if t.Kind == ir.Array {
		return g.wrapperName(t)
	}
	return g.structName(t)
}

// copyText prints loops that copy an array.
func copyText(dst, src string, t *ir.Type, indent string, depth int) string {
	i := string(rune('i' + depth))
	s := fmt.Sprintf("%sfor (uint32_t %s = 0u; %s < %du; %s++) {\n", indent, i, i, t.Len, i)
	d, e := fmt.Sprintf("%s[%s]", dst, i), fmt.Sprintf("%s[%s]", src, i)
	if t.Elem.Kind == ir.Array {
		s += copyText(d, e, t.Elem, indent+"\t", depth+1)
	} else {
		s += fmt.Sprintf("%s\t%s = %s;\n", indent, d, e)
	}
	return s + indent + "}\n"
}

// goTypeBase is the name that a type's doc comment begins with.
func goTypeBase(d *ir.TypeDecl) string {
	n, _, _ := strings.Cut(d.GoName, "[")
	return n
}
