package cgen

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// inOrder lists the functions that are printed, in the order of the source.
func (g *gen) inOrder() []*ir.Func {
	var out []*ir.Func
	for _, pkg := range g.p.Packages {
		for _, d := range pkg.Decls {
			if f, ok := d.(*ir.Func); ok && g.isLive[f] {
				out = append(out, f)
			}
		}
		out = append(out, collect.Where(g.lawFuncs, func(f *ir.Func) bool { return f.Pkg == pkg && g.isLive[f] })...)
	}
	return out
}

// header assembles the file. Every part is printed before the needs of all parts are known, so the order of the steps
// is not that of the file.
func (g *gen) header(bodies map[*ir.Func]string) []byte {
	protos := collect.Map(g.inOrder(), func(f *ir.Func) (*ir.Func, string) { return f, g.proto(f) })
	for _, pkg := range g.p.Packages {
		g.markPublic(pkg)
	}
	typeHelpers := g.typeHelpers()
	// Constants that comments mention are included, and with them the others of their types, whose comments may
	// mention more.
	var impl, decls, inits string
	for found := -1; found != len(g.consts); {
		found = len(g.consts)
		inits = g.initializers()
		g.markTogether()
		impl = g.implementation(bodies, protos, typeHelpers)
		decls = g.declarations(protos)
	}

	var b strings.Builder
	b.WriteString(g.head(impl))
	guard := strings.ToUpper(Snake(strings.NewReplacer(".", "_", "-", "_", "/", "_").Replace(g.opt.HeaderName)))
	if startsWithDigit(guard) || !strings.HasPrefix(guard, g.upper) {
		guard = g.upper + guard
	}
	g.preamble(&b, guard)
	b.WriteString(decls)
	b.WriteString(inits)
	b.WriteString("\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " + guard + " */\n")
	b.WriteString(impl)
	return []byte(b.String())
}

// markPublic marks the public types and constants of a package that is printed as a whole.
func (g *gen) markPublic(pkg *ir.Package) {
	if !g.whole[pkg] {
		return
	}
	for _, d := range pkg.Decls {
		switch d := d.(type) {
		case *ir.TypeDecl:
			if token.IsExported(d.Name) && !g.p.IsView(d.Type) {
				g.useType(d.Type)
			}
		case *ir.ConstGroup:
			for _, c := range d.Consts {
				if token.IsExported(c.Name) {
					g.wantConst(c)
				}
			}
		}
	}
}

// markTogether marks the constants that are useful only together: all those of a named type that is printed, and
// those of a group that have the same type, as bits of a byte, if one of them is.
func (g *gen) markTogether() {
	for _, pkg := range g.p.Packages {
		for _, d := range pkg.Decls {
			group, ok := d.(*ir.ConstGroup)
			if !ok {
				continue
			}
			for _, c := range group.Consts {
				if c.Type == nil || !token.IsExported(c.Name) || g.consts[c] {
					continue
				}
				if c.Type.Decl != nil && g.types[c.Type] || slices.ContainsFunc(group.Consts, func(o *ir.ConstDecl) bool {
					return token.IsExported(o.Name) && o.Type == c.Type && g.consts[o]
				}) {
					g.wantConst(c)
				}
			}
		}
	}
}

func (g *gen) preamble(b *strings.Builder, guard string) {
	b.WriteString("#ifndef " + guard + "\n#define " + guard + "\n\n" + rename(preamble, g.opt.Prefix))
}

// shown reports whether anything of a package is printed.
func (g *gen) shown(pkg *ir.Package) bool {
	if g.whole[pkg] {
		return true
	}
	for _, d := range pkg.Decls {
		switch d := d.(type) {
		case *ir.Func:
			if g.isLive[d] {
				return true
			}
		case *ir.TypeDecl:
			if g.types[d.Type] {
				return true
			}
		case *ir.ConstGroup:
			for _, c := range d.Consts {
				if g.consts[c] {
					return true
				}
			}
		}
	}
	return false
}

func (g *gen) banner(pkg *ir.Package, what string, doc []string) string {
	lines := append([]string{fmt.Sprintf("---- %s%s_*: the Go package %s%s ----", g.opt.Prefix, Snake(pkg.Name), pkg.Name, what)}, "")
	return "\n" + comment(append(lines, doc...), "")
}

// declarations prints, package by package, constants and types, then the
// functions of the interface.
func (g *gen) declarations(protos map[*ir.Func]string) string {
	var b strings.Builder
	first := true
	for _, pkg := range g.p.Packages {
		if !g.shown(pkg) {
			continue
		}
		var parts []string
		done := map[*ir.TypeDecl]bool{}
		for i, d := range pkg.Decls {
			switch d := d.(type) {
			case *ir.ConstGroup:
				parts = appendText(parts, g.constGroup(d, true))
			case *ir.TypeDecl:
				parts = g.typeWithParts(parts, d, done)
			case *ir.CommentDecl:
				switch next := g.following(pkg, i).(type) {
				case *ir.ConstGroup:
					if g.constGroup(next, true) != "" {
						parts = append(parts, g.remark(pkg, d.Doc))
					}
				case *ir.TypeDecl:
					if g.types[next.Type] {
						parts = append(parts, g.remark(pkg, d.Doc))
					}
				}
			}
		}
		parts = append(parts, g.wrapperDefs(pkg, first)...)
		for _, d := range pkg.Decls {
			if f, ok := d.(*ir.Func); ok && g.isRoot[f] {
				parts = append(parts, g.apiComment(f)+g.contract(f)+g.upper+"API "+protos[f]+";\n")
			}
		}
		if len(parts) == 0 {
			continue
		}
		first = false
		b.WriteString(g.banner(pkg, "", g.prose(scope{pkg: pkg}, pkg.Doc)))
		for _, p := range parts {
			b.WriteString("\n" + p)
		}
	}
	return b.String()
}

func appendText(parts []string, s string) []string {
	if s == "" {
		return parts
	}
	return append(parts, s)
}

// typeWithParts prints a type after the types of its package that it contains.
func (g *gen) typeWithParts(parts []string, d *ir.TypeDecl, done map[*ir.TypeDecl]bool) []string {
	if done[d] || !g.types[d.Type] {
		return parts
	}
	done[d] = true
	var visit func(t *ir.Type)
	visit = func(t *ir.Type) {
		if t.Decl != nil && t.Decl != d {
			if t.Decl.Pkg == d.Pkg {
				parts = g.typeWithParts(parts, t.Decl, done)
			}
			return
		}
		for _, f := range t.Fields {
			visit(f.Type)
		}
		if t.Elem != nil {
			visit(t.Elem)
		}
	}
	visit(d.Type)
	return append(parts, g.typeDef(d))
}

// following returns the declaration after a stand-alone comment, or nil.
func (g *gen) following(pkg *ir.Package, i int) ir.Decl {
	for _, d := range pkg.Decls[i+1:] {
		if _, ok := d.(*ir.CommentDecl); !ok {
			return d
		}
	}
	return nil
}

func (g *gen) remark(pkg *ir.Package, lines []string) string {
	return comment(g.prose(scope{pkg: pkg}, lines), "")
}

// constGroup prints the constants of a declaration that are used: the public ones, or the others.
func (g *gen) constGroup(d *ir.ConstGroup, public bool) string {
	var b strings.Builder
	for _, c := range d.Consts {
		if !g.consts[c] || token.IsExported(c.Name) != public {
			continue
		}
		k := g.constKind(c)
		if k == ir.Invalid {
			continue
		}
		name := g.n.consts[c]
		b.WriteString(g.doc(scope{pkg: d.Pkg}, c.Doc, c.Name, name))
		v := number(k, c.Value, c.Text, isLiteral(c.Text))
		s := v.in(precPostfix)
		if c.Type != nil && k != ir.Bool && (c.Type.Decl != nil || !wide(k)) {
			s = "((" + g.typeName(c.Type) + ")" + s + ")"
		}
		b.WriteString("#define " + name + " " + s)
		switch {
		case c.LineComment != "":
			b.WriteString(" " + inlineComment(g.proseLine(d.Pkg, c.LineComment)))
		case c.Text != "" && strings.ContainsAny(c.Text, " <+*/|&") && !strings.Contains(s, "<<"):
			b.WriteString(" " + inlineComment(c.Text))
		}
		b.WriteByte('\n')
	}
	if b.Len() == 0 {
		return ""
	}
	if len(d.Consts) == 1 && len(d.Consts[0].Doc) == 0 {
		return g.doc(scope{pkg: d.Pkg}, d.Doc, d.Consts[0].Name, g.n.consts[d.Consts[0]]) + b.String()
	}
	if !public && g.constGroup(d, true) != "" {
		return b.String() // the comment stands with the public ones
	}
	return g.remark(d.Pkg, d.Doc) + b.String()
}

func isLiteral(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return text != "" && strings.Trim(text, "0123456789abcdefABCDEFxXoO_") == ""
}

// proto prints a signature without a body. A function of the implementation is
// static.
func (g *gen) proto(f *ir.Func) string {
	w := &fn{g: g, f: f, vars: map[*ir.Var]string{}}
	w.push()
	return g.signature(f, w)
}

// apiComment prints the comment before a function of the interface: the doc comment, and the bounds of its arguments
// and results.
func (g *gen) apiComment(f *ir.Func) string {
	lines := g.apiLines(f)
	if b := g.bounds(f); b != "" {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, wrapText("Bounds: "+b+".", ", ", 90)...)
	}
	return comment(lines, "")
}

// apiLines is the doc comment of a function of the interface. If it passes its arguments on to a function that the
// reader of the interface does not see, such as an instance of a generic one, it begins with that function's comment.
func (g *gen) apiLines(f *ir.Func) []string {
	at := scope{pkg: f.Pkg}
	own := g.docLines(at, f.Doc, goBase(f), g.n.funcs[f])
	inner := handsOn(f)
	if inner == nil || g.isRoot[inner] || len(inner.Doc) == 0 {
		return own
	}
	lines := g.docLines(scope{pkg: inner.Pkg}, inner.Doc, goBase(inner), g.n.funcs[f])
	if rest, ok := strings.CutPrefix(ir.Plain(strings.Join(f.Doc, " ")), goBase(f)+" is "+goBase(inner)+" "); ok {
		own = []string{"This is the one " + rest} // "Step4 is Step for 4 arms."
	}
	return append(append(lines, ""), own...)
}

// handsOn returns the function to which f only passes its own arguments, or nil.
func handsOn(f *ir.Func) *ir.Func {
	if len(f.Body) != 1 {
		return nil
	}
	var call *ir.Call
	switch s := f.Body[0].(type) {
	case *ir.CallStmt:
		call = s.Call
	case *ir.Return:
		if len(s.Values) == 1 {
			call, _ = s.Values[0].(*ir.Call)
		}
	}
	if call == nil || len(call.Args) != len(f.Params) {
		return nil
	}
	for i, a := range call.Args {
		if v, ok := a.X.(*ir.VarRef); !ok || v.Var != f.Params[i] {
			return nil
		}
	}
	return call.Func
}

// goBase is the name that a doc comment begins with.
func goBase(f *ir.Func) string {
	n := f.GoName
	if !f.Recv {
		n, _, _ = strings.Cut(n, "[") // the arguments of a generic one
	}
	return n[strings.LastIndexByte(n, '.')+1:]
}

// bounds prints the ranges of the scalar arguments and results.
func (g *gen) bounds(f *ir.Func) string {
	w := &fn{g: g, f: f, vars: map[*ir.Var]string{}}
	w.push()
	g.signature(f, w)
	var in, out []string
	for _, p := range f.Params {
		if !p.ByRef && p.Type.Kind.IsInteger() {
			in = append(in, w.vars[p]+" "+spanText(interval.Of(p.Type.Kind)))
		}
	}
	for i, t := range f.Results {
		if !t.Kind.IsInteger() {
			continue
		}
		name := "result"
		if i > 0 {
			name = "*" + g.outNames(f)[i]
		}
		out = append(out, name+" "+spanText(g.r.Results(f)[i]))
	}
	return strings.Join(append(in, out...), ", ")
}

// wrapText breaks a text after separators.
func wrapText(s, sep string, width int) []string {
	var lines []string
	line := ""
	for _, part := range strings.SplitAfter(s, sep) {
		if line != "" && len(line)+len(part) > width {
			lines = append(lines, line)
			line = "  "
		}
		line += part
	}
	return append(lines, line)
}

func spanText(i interval.Interval) string { return i.Lo.String() + ".." + i.Hi.String() }
