package cgen

import (
	"regexp"
	"strings"

	"smartnic-cc/codegen/ir"
)

// doc prints a doc comment for a C reader.
func (g *gen) doc(pkg *ir.Package, lines []string, goName, cName string) string {
	return comment(g.docLines(pkg, lines, goName, cName), "")
}

// docLines puts the Go name at the start of a doc comment, and the others in
// it, into C.
func (g *gen) docLines(pkg *ir.Package, lines []string, goName, cName string) []string {
	if len(lines) == 0 {
		return nil
	}
	rest, named := strings.CutPrefix(lines[0], goName+" ")
	if !named {
		return g.prose(pkg, lines)
	}
	out := g.prose(pkg, append([]string{rest}, lines[1:]...))
	out[0] = cName + " " + out[0]
	return out
}

// A name of the source in prose: perhaps with its package, and with a capital
// or digit behind its first letter, so that no plain word is taken for one.
var nameInProse = regexp.MustCompile(`\b([a-z][a-z0-9]*\.)?[A-Z][A-Za-z0-9]*[A-Z0-9][A-Za-z0-9]*\b`)

func (g *gen) prose(pkg *ir.Package, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = g.proseLine(pkg, l)
	}
	return out
}

// proseLine replaces the exported names that a comment mentions by their C
// names.
func (g *gen) proseLine(pkg *ir.Package, line string) string {
	if pkg == nil {
		return line
	}
	return nameInProse.ReplaceAllStringFunc(line, func(s string) string {
		p, name := pkg, s
		if dot := strings.IndexByte(s, '.'); dot >= 0 {
			p, name = g.p.Package(s[:dot]), s[dot+1:]
		}
		if p == nil {
			return s
		}
		if c := g.byGoName(p)[name]; c != "" {
			return c
		}
		return s
	})
}

// byGoName maps the exported constants, types and functions of a package to
// their C names.
func (g *gen) byGoName(p *ir.Package) map[string]string {
	if m := g.goNames[p]; m != nil {
		return m
	}
	m := map[string]string{}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *ir.ConstGroup:
			for _, c := range d.Consts {
				m[c.Name] = g.n.consts[c]
			}
		case *ir.TypeDecl:
			m[d.Name] = g.n.types[d]
		case *ir.Func:
			if !d.Recv && !d.Instance {
				m[d.Name] = g.n.funcs[d]
			}
		}
	}
	g.goNames[p] = m
	return m
}

func (f *fn) prose(lines []string) []string { return f.g.prose(f.f.Pkg, lines) }

func (f *fn) remark(text string) string { return inlineComment(f.g.proseLine(f.f.Pkg, text)) }
