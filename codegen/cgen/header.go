package cgen

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
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
	}
	return out
}

// header puts the file together. Every part is printed before it is known what
// all parts need, so the order of the steps is not that of the file.
func (g *gen) header(bodies map[*ir.Func]string) []byte {
	protos := map[*ir.Func]string{}
	for _, f := range g.inOrder() {
		protos[f] = g.proto(f)
	}
	for _, pkg := range g.p.Packages {
		g.markPublic(pkg)
	}
	typeHelpers := g.typeHelpers()
	impl := g.implementation(bodies, protos, typeHelpers)
	decls := g.declarations(protos)

	var b strings.Builder
	b.WriteString(g.head())
	guard := strings.ToUpper(Snake(strings.NewReplacer(".", "_", "-", "_", "/", "_").Replace(g.opt.HeaderName)))
	if startsWithDigit(guard) || !strings.HasPrefix(guard, g.upper) {
		guard = g.upper + guard
	}
	g.preamble(&b, guard)
	b.WriteString(decls)
	b.WriteString(g.initializers())
	b.WriteString("\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " + guard + " */\n")
	b.WriteString(impl)
	return []byte(b.String())
}

// markPublic notes the public types and constants of a package that is printed
// as a whole.
func (g *gen) markPublic(pkg *ir.Package) {
	if !g.whole[pkg] {
		return
	}
	for _, d := range pkg.Decls {
		switch d := d.(type) {
		case *ir.TypeDecl:
			if exported(d.Name) {
				g.useType(d.Type)
			}
		case *ir.ConstGroup:
			for _, c := range d.Consts {
				if exported(c.Name) {
					g.consts[c] = true
					if c.Type != nil {
						g.useType(c.Type)
					}
				}
			}
		}
	}
}

func (g *gen) preamble(b *strings.Builder, guard string) {
	p := func(s string) { b.WriteString(rename(s, g.opt.Prefix)) }
	b.WriteString("#ifndef " + guard + "\n#define " + guard + "\n\n")
	p(`#include <stdbool.h>
#include <stdint.h>

#if defined(CC_STATIC) && !defined(CC_IMPLEMENTATION)
#define CC_IMPLEMENTATION
#endif

#ifndef CC_API
#ifdef CC_STATIC
#define CC_API static inline
#else
#define CC_API extern
#endif
#endif

#if defined(__cplusplus)
#define CC_STATIC_ASSERT(name, cond) static_assert(cond, #name)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define CC_STATIC_ASSERT(name, cond) _Static_assert(cond, #name)
#else
#define CC_STATIC_ASSERT(name, cond) typedef char name[(cond) ? 1 : -1]
#endif

#ifdef __cplusplus
extern "C" {
#endif

CC_STATIC_ASSERT(cc_int_has_32_bits, sizeof(int) == 4);
`)
}

// shown reports whether a package has anything to print.
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

func banner(pkg *ir.Package, what string, doc []string) string {
	lines := append([]string{fmt.Sprintf("---- package %s%s ----", pkg.Name, what)}, "")
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
				parts = append(parts, g.apiComment(f)+g.upper+"API "+protos[f]+";\n")
			}
		}
		if len(parts) == 0 {
			continue
		}
		first = false
		b.WriteString(banner(pkg, "", g.prose(pkg, pkg.Doc)))
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

// typeWithParts prints a type after those of its package that it contains.
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
	return comment(g.prose(pkg, lines), "")
}

// constGroup prints the constants of a declaration that are wanted: the public
// ones, or the others.
func (g *gen) constGroup(d *ir.ConstGroup, public bool) string {
	var b strings.Builder
	for _, c := range d.Consts {
		if !g.consts[c] || exported(c.Name) != public {
			continue
		}
		k := g.constKind(c)
		if k == ir.Invalid {
			continue
		}
		name := g.n.consts[c]
		b.WriteString(g.doc(d.Pkg, c.Doc, c.Name, name))
		v := number(k, c.Value, c.Text, isLiteral(c.Text))
		s := v.in(precPostfix)
		if c.Type != nil && k != ir.Bool && (c.Type.Decl != nil || !wide(k)) {
			s = "((" + g.typeName(c.Type) + ")" + s + ")"
		}
		b.WriteString("#define " + name + " " + s)
		switch {
		case c.Trail != "":
			b.WriteString(" " + inlineComment(g.proseLine(d.Pkg, c.Trail)))
		case c.Text != "" && strings.ContainsAny(c.Text, " <+*/|&") && !strings.Contains(s, "<<"):
			b.WriteString(" " + inlineComment(c.Text))
		}
		b.WriteByte('\n')
	}
	if b.Len() == 0 {
		return ""
	}
	if len(d.Consts) == 1 && len(d.Consts[0].Doc) == 0 {
		return g.doc(d.Pkg, d.Doc, d.Consts[0].Name, g.n.consts[d.Consts[0]]) + b.String()
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

// apiComment prints what stands before a function of the interface: the doc
// comment, and the bounds that hold for its arguments and results.
func (g *gen) apiComment(f *ir.Func) string {
	lines := g.docLines(f.Pkg, f.Doc, goBase(f), g.n.funcs[f])
	if b := g.bounds(f); b != "" {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, wrapText("Bounds: "+b+".")...)
	}
	return comment(lines, "")
}

// goBase is the name that a doc comment begins with.
func goBase(f *ir.Func) string {
	n := f.GoName
	n = n[strings.LastIndexByte(n, '.')+1:]
	if i := strings.IndexByte(n, '['); i > 0 {
		n = n[:i]
	}
	return n
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
		out = append(out, name+" "+spanText(g.r.results[f][i]))
	}
	return strings.Join(append(in, out...), ", ")
}

// wrapText breaks a text at commas.
func wrapText(s string) []string {
	const width = 90
	var lines []string
	line := ""
	for _, part := range strings.SplitAfter(s, ", ") {
		if line != "" && len(line)+len(part) > width {
			lines = append(lines, line)
			line = "  "
		}
		line += part
	}
	return append(lines, line)
}

func spanText(i interval.Interval) string { return i.Lo.String() + ".." + i.Hi.String() }
