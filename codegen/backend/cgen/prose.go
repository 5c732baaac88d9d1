package cgen

import (
	"regexp"
	"strings"

	"smartnic-cc/codegen/ir"
)

// scope is where the names in a comment are looked up: in a package, and in a struct if the comment is on the struct
// or on one of its fields.
type scope struct {
	pkg *ir.Package
	of  *ir.Type
}

// doc prints a doc comment for a C reader.
func (g *gen) doc(at scope, lines []string, goName, cName string) string {
	return comment(g.docLines(at, lines, goName, cName), "")
}

// docLines converts the Go name at the start of a doc comment, and the links in it, to C.
func (g *gen) docLines(at scope, lines []string, goName, cName string) []string {
	if len(lines) == 0 {
		return nil
	}
	lines = strings.Split(g.inC(at, strings.Join(lines, "\n")), "\n")
	if rest, named := strings.CutPrefix(lines[0], goName); named && (rest == "" || strings.ContainsRune(" ,:'", rune(rest[0]))) {
		lines[0] = cName + rest
	}
	return refill(lines)
}

// prose replaces linked names in a comment by their C names, if the header has them.
func (g *gen) prose(at scope, lines []string) []string {
	return g.docLines(at, lines, "", "")
}

// proseLine is prose for a comment of one line.
func (g *gen) proseLine(pkg *ir.Package, line string) string { return g.inC(scope{pkg: pkg}, line) }

// notLinks matches what is converted to C without a link: a package, and a basic type.
var notLinks = regexp.MustCompile(`\b(?:[Pp]ackage\s+[a-z][a-z0-9]*(?:/[a-z]+)?|u?int(?:8|16|32|64))\b`)

// inC is prose without refilling the lines.
func (g *gen) inC(at scope, text string) string {
	if at.pkg == nil {
		return text
	}
	text = notLinks.ReplaceAllStringFunc(text, func(name string) string {
		words := strings.Fields(name)
		if len(words) == 1 {
			return name + "_t"
		}
		if p := g.p.Package(words[1]); p != nil && g.shown(p) {
			return g.opt.Prefix + Snake(p.Name) + "_*"
		}
		return name
	})
	return ir.Links(text, func(link string) string { return g.nameInC(at, strings.Split(link, ".")) })
}

// nameInC returns the C name for the parts of a link, or "" if the header has nothing by that name: of the package,
// or else of one that it imports.
func (g *gen) nameInC(at scope, parts []string) string {
	if p := g.p.Package(parts[0]); p != nil && len(parts) > 1 {
		at, parts = scope{pkg: p}, parts[1:]
	}
	imports := at.pkg.Imports
	for {
		if c := g.pathInC(at, parts); c != "" {
			return c
		}
		if c := g.funcInC(at, strings.Join(parts, "_")); c != "" {
			return c
		}
		if c := g.fieldInC(at.pkg, parts); c != "" || len(imports) == 0 {
			return c
		}
		at, imports = scope{pkg: imports[0]}, imports[1:]
	}
}

// pathInC returns the C name of a constant, a type, a field of the scope's struct, or of a field or method of one
// of these.
func (g *gen) pathInC(at scope, parts []string) string {
	t, c := at.of, ""
	if f := fieldNamed(at.of, parts[0]); f != nil {
		t, c = f.Type, g.n.fields[f]
	} else {
		for _, d := range at.pkg.Decls {
			switch d := d.(type) {
			case *ir.ConstGroup:
				for _, k := range d.Consts {
					if k.Name == parts[0] && len(parts) == 1 && g.constKind(k) != ir.Invalid {
						g.wantConst(k)
						return g.n.consts[k]
					}
				}
			case *ir.TypeDecl:
				switch {
				case !g.types[d.Type] && !g.known[d.Type]:
				case d.Name == parts[0], goTypeBase(d) == parts[0]:
					t, c = d.Type, g.n.types[d]
				case c == "" && len(parts) > 1 && fieldNamed(d.Type, parts[0]) != nil:
					f := fieldNamed(d.Type, parts[0])
					t, c = f.Type, g.n.fields[f]
				}
			}
		}
	}
	for _, p := range parts[1:] {
		f := fieldNamed(t, p)
		if f == nil {
			return ""
		}
		t, c = f.Type, c+"."+g.n.fields[f]
	}
	return c
}

func fieldNamed(t *ir.Type, name string) *ir.Field {
	if t != nil {
		for _, f := range t.Fields {
			if f.Name == name {
				return f
			}
		}
	}
	return nil
}

// fieldInC returns the C name of a field by that name in the package's structs.
func (g *gen) fieldInC(pkg *ir.Package, parts []string) string {
	for _, d := range pkg.Decls {
		if td, ok := d.(*ir.TypeDecl); ok && len(parts) == 1 && (g.types[td.Type] || g.known[td.Type]) {
			if f := fieldNamed(td.Type, parts[0]); f != nil {
				return g.n.fields[f]
			}
		}
	}
	return ""
}

// funcInC returns the C name of a function, or of a method as Type_Method: of the package;
// or else of the algorithms in the header that are built on it, as Next of a package
// whose types they share; or else of the package's one method by that name.
func (g *gen) funcInC(at scope, name string) string {
	var own, others, methods []string
	for _, d := range at.pkg.Decls {
		f, ok := d.(*ir.Func)
		switch {
		case !ok || !g.isLive[f] && !g.called[f]:
		case f.Name == name, !f.Recv && goBase(f) == name:
			own = append(own, g.n.funcs[g.seenAs(f)])
		case f.Recv && goBase(f) == name:
			methods = append(methods, g.n.funcs[f])
		}
	}
	for _, t := range g.p.Transducers {
		for _, f := range []*ir.Func{t.Init, t.Step, t.Next} {
			if f != nil && g.isRoot[f] && strings.TrimRight(f.Name, "0123456789") == name {
				others = append(others, g.n.funcs[f])
			}
		}
	}
	for _, names := range [][]string{own, others, methods} {
		if len(names) == 1 || len(names) == 2 && names[0] != names[1] {
			return strings.Join(names, " or ")
		}
	}
	return ""
}

// seenAs returns the function of the interface that passes its arguments on to f, or f.
func (g *gen) seenAs(f *ir.Func) *ir.Func {
	for _, r := range g.roots {
		if handsOn(r) == f {
			return r
		}
	}
	return f
}

// refill breaks the lines of paragraphs that names have made too long. Lists, headings and indented text stay.
func refill(lines []string) []string {
	const width = 96
	var out []string
	for i := 0; i < len(lines); i++ {
		if len(lines[i]) <= width || unbroken(lines[i]) {
			out = append(out, lines[i])
			continue
		}
		words := []string{}
		for ; i < len(lines) && !unbroken(lines[i]); i++ {
			words = append(words, strings.Fields(lines[i])...)
		}
		i--
		line := ""
		for _, w := range words {
			if line != "" && len(line)+1+len(w) > width {
				out = append(out, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += w
		}
		out = append(out, line)
	}
	return out
}

// unbroken reports whether a line of a comment is not paragraph text.
func unbroken(line string) bool {
	return line == "" || strings.ContainsRune(" \t#", rune(line[0]))
}

func (f *fn) prose(lines []string) []string { return f.g.prose(scope{pkg: f.f.Pkg}, lines) }

func (f *fn) remark(text string) string { return inlineComment(f.g.proseLine(f.f.Pkg, text)) }
