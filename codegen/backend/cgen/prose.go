package cgen

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"smartnic-cc/codegen/ir"
)

// scope is where the names in a comment are looked up: in a package, and in a struct if
// the comment stands at the struct or at one of its fields.
type scope struct {
	pkg *ir.Package
	of  *ir.Type
}

// doc prints a doc comment for a C reader.
func (g *gen) doc(at scope, lines []string, goName, cName string) string {
	return comment(g.docLines(at, lines, goName, cName), "")
}

// docLines puts the Go name at the start of a doc comment, and the others in
// it, into C.
func (g *gen) docLines(at scope, lines []string, goName, cName string) []string {
	if len(lines) == 0 {
		return nil
	}
	rest, named := strings.CutPrefix(lines[0], goName)
	if !named || rest != "" && !strings.ContainsRune(" ,:'", rune(rest[0])) {
		return g.prose(at, lines)
	}
	out := g.inC(at, append([]string{rest}, lines[1:]...), '.')
	out[0] = cName + out[0]
	return refill(out)
}

// prose replaces the names that a comment mentions by their C names, where the header has
// what they name.
func (g *gen) prose(at scope, lines []string) []string { return refill(g.inC(at, lines, 0)) }

// proseLine is prose for a comment of one line.
func (g *gen) proseLine(pkg *ir.Package, line string) string {
	return g.inC(scope{pkg: pkg}, []string{line}, 0)[0]
}

// What may be the name of something in a comment: a package, a basic type, or a
// capitalised name with what follows by dots, perhaps after a package.
var nameInProse = regexp.MustCompile(`\b(?:[Pp]ackage\s+[a-z][a-z0-9]*(?:/[a-z]+)?|u?int(?:8|16|32|64)|(?:[a-z][a-z0-9]*\.)?[A-Z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*)\b`)

// inC is prose without filling the lines again. before is the last character before the
// text, 0 at its start.
func (g *gen) inC(at scope, lines []string, before rune) []string {
	if at.pkg == nil {
		return slices.Clone(lines)
	}
	text := strings.Join(lines, "\n")
	var b strings.Builder
	done := 0
	for _, m := range nameInProse.FindAllStringIndex(text, -1) {
		if strings.Count(text[:m[0]], `"`)%2 == 1 {
			continue // a title
		}
		name := text[m[0]:m[1]]
		c := ""
		switch {
		case strings.HasPrefix(name, "uint"), strings.HasPrefix(name, "int"):
			c = name + "_t"
		case strings.HasPrefix(name, "package"), strings.HasPrefix(name, "Package"):
			c = g.packageInC(name)
		default:
			c = g.nameInC(at, name, startsSentence(text[:m[0]], before), text[m[1]:])
		}
		if c != "" {
			b.WriteString(text[done:m[0]] + c)
			done = m[1]
		}
	}
	return strings.Split(b.String()+text[done:], "\n")
}

// packageInC returns how C calls what a package has in the header, or "".
func (g *gen) packageInC(text string) string {
	words := strings.Fields(text)
	if p := g.p.Package(words[1]); p != nil && g.shown(p) {
		return g.opt.Prefix + Snake(p.Name) + "_*"
	}
	return ""
}

// startsSentence reports whether the word after text begins a sentence, a heading or an
// item of a list: there a capital says nothing. before is the character before the text.
func startsSentence(text string, before rune) bool {
	trimmed := strings.TrimRight(text, " \n\t")
	if trimmed == "" {
		return before == 0
	}
	return strings.ContainsRune(".!?#-", rune(trimmed[len(trimmed)-1])) || strings.Contains(text[len(trimmed):], "\n\n")
}

// A verb or an argument after a function's name at the start of a sentence shows that it is
// one.
var callAfter = regexp.MustCompile(`^\s+[a-z]+s\b|^\(`)

// nameInC returns the C name of what a comment calls by a Go name, or "" if that is a
// plain word, or the header has nothing by that name.
func (g *gen) nameInC(at scope, name string, starts bool, after string) string {
	parts := strings.Split(name, ".")
	qualified := false
	if p := g.p.Package(parts[0]); p != nil && len(parts) > 1 {
		at, parts, qualified = scope{pkg: p}, parts[1:], true
	}
	first := parts[0]
	if len(parts) > 1 || qualified {
		if c := g.pathInC(at, parts); c != "" {
			return c
		}
		return g.funcInC(at, strings.Join(parts, "_"))
	}
	capitals := strings.IndexFunc(strings.TrimSuffix(first, "s"), unicode.IsLower) < 0
	plain := strings.IndexFunc(first[1:], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) < 0
	switch {
	case capitals: // an acronym
		return ""
	case plain && starts:
		if callAfter.MatchString(after) {
			return g.funcInC(at, first)
		}
		return ""
	}
	if c := g.pathInC(at, parts); c != "" {
		return c
	}
	if c := g.funcInC(at, first); c != "" {
		return c
	}
	if c := g.fieldInC(at.pkg, first); c != "" {
		return c
	}
	for _, p := range at.pkg.Imports {
		if c := g.pathInC(scope{pkg: p}, parts); c != "" {
			return c
		}
		if c := g.funcInC(scope{pkg: p}, first); c != "" {
			return c
		}
		if c := g.fieldInC(p, first); c != "" {
			return c
		}
	}
	return ""
}

// pathInC returns the C name of a constant, a type, a field of the scope's struct, or of
// a field or method of one of these.
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
func (g *gen) fieldInC(pkg *ir.Package, name string) string {
	for _, d := range pkg.Decls {
		if td, ok := d.(*ir.TypeDecl); ok && (g.types[td.Type] || g.known[td.Type]) {
			if f := fieldNamed(td.Type, name); f != nil {
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

// seenAs returns the function of the interface that hands on to f, or f.
func (g *gen) seenAs(f *ir.Func) *ir.Func {
	for _, r := range g.roots {
		if handsOn(r) == f {
			return r
		}
	}
	return f
}

// refill breaks the lines of paragraphs again that names have made too long. Lists,
// headings and indented text stay.
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

// unbroken reports whether a line of a comment is no text of a paragraph.
func unbroken(line string) bool {
	return line == "" || strings.ContainsRune(" \t#", rune(line[0]))
}

func (f *fn) prose(lines []string) []string { return f.g.prose(scope{pkg: f.f.Pkg}, lines) }

func (f *fn) remark(text string) string { return inlineComment(f.g.proseLine(f.f.Pkg, text)) }
