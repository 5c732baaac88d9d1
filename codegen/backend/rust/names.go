package rust

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/ir"
)

// reserved are the words that no variable, field, function or module may be called: keywords, and the module that a
// crate adds.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod
		move mut pub ref return self static struct super trait true type union unsafe use where while abstract become box do final
		macro override priv try typeof unsized virtual yield gen core std profiles`) {
		m[w] = true
	}
	return m
}()

// names are the names in Rust, of all of the program. Those of constants, tables, functions and types are unique in their
// module.
type names struct {
	of    map[any]string
	taken map[*ir.Package]map[string]bool
}

func snake(name string) string {
	s := cgen.Snake(name)
	switch {
	case reserved[s], s == "":
		return s + "_"
	case s[0] >= '0' && s[0] <= '9':
		return "n" + s
	}
	return s
}

func camel(name string) string {
	var b strings.Builder
	for _, w := range strings.Split(cgen.Snake(name), "_") {
		if w != "" {
			b.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	if b.String() == "Self" {
		return "Self_"
	}
	return b.String()
}

// unique returns name, or name_2, name_3 and so on so that it is not in taken, and adds it there.
func unique(taken map[string]bool, name string) string {
	n := name
	for i := 2; taken[n]; i++ {
		n = name + "_" + strconv.Itoa(i)
	}
	taken[n] = true
	return n
}

func exported(name string) bool { return name != "" && unicode.IsUpper(rune(name[0])) }

// nameAll names all declarations; where two Go names fall together (Learn and learn), the exported one keeps its name.
func nameAll(p *ir.Program) *names {
	n := &names{of: map[any]string{}, taken: map[*ir.Package]map[string]bool{}}
	for _, pkg := range p.Packages {
		taken := map[string]bool{}
		n.of[pkg], n.taken[pkg] = snake(pkg.Name), taken
		for _, public := range []bool{true, false} {
			for _, d := range pkg.Decls {
				switch d := d.(type) {
				case *ir.Func:
					if exported(d.Name) == public {
						n.of[d] = unique(taken, snake(d.Name))
					}
				case *ir.Table:
					if exported(d.Name) == public {
						n.of[d] = unique(taken, strings.ToUpper(snake(d.Name)))
					}
				case *ir.TypeDecl:
					if exported(d.Name) == public && n.of[d.Type] == "" {
						n.of[d.Type] = unique(taken, camel(d.Name))
						fields := map[string]bool{}
						for _, f := range d.Type.Fields {
							n.of[f] = unique(fields, snake(f.Name))
						}
					}
				case *ir.ConstGroup:
					for _, c := range d.Consts {
						if exported(c.Name) == public && c.Name != "_" {
							n.of[c] = unique(taken, strings.ToUpper(snake(c.Name)))
						}
					}
				}
			}
		}
	}
	return n
}

// path returns the name of a declaration as a module calls it.
func (g *gen) path(from, of *ir.Package, what any) string {
	if from == of {
		return g.names.of[what]
	}
	return g.names.of[of] + "::" + g.names.of[what]
}

// typeName prints a type for a module.
func (g *gen) typeName(in *ir.Package, t *ir.Type) string {
	switch {
	case t.Decl != nil:
		g.use(t)
		return g.path(in, t.Decl.Pkg, t)
	case t.Kind == ir.Array:
		return "[" + g.typeName(in, t.Elem) + "; " + strconv.Itoa(t.Len) + "]"
	case t.Kind == ir.Struct:
		g.fail(ir.Pos{}, "a struct without a name; declare a type for it")
	}
	return scalar(t.Kind)
}

// scalar is Rust's name of a scalar kind.
func scalar(k ir.Kind) string {
	return strings.NewReplacer("uint", "u", "int", "i").Replace(k.String())
}

// What may be a name in a comment: a capitalised word, with what follows by dots, perhaps after a package.
var nameInProse = regexp.MustCompile(`\b(?:[a-z][a-z0-9]*\.)?[A-Z][A-Za-z0-9]*(?:\.[A-Z][A-Za-z0-9]*)*\b`)

// prose puts the names that a comment mentions into Rust; self is the Go name of what it is about, and called what Rust
// calls that.
func (g *gen) prose(pkg *ir.Package, lines []string, self, called string) []string {
	text := strings.Join(lines, "\n")
	if rest, ok := strings.CutPrefix(text, self); ok && self != "" && (rest == "" || strings.ContainsRune(" ,:'\n", rune(rest[0]))) {
		return append([]string{}, strings.Split(called+g.inRust(pkg, rest), "\n")...)
	}
	return strings.Split(g.inRust(pkg, text), "\n")
}

func (g *gen) inRust(pkg *ir.Package, text string) string {
	var b strings.Builder
	done := 0
	for _, m := range nameInProse.FindAllStringIndex(text, -1) {
		before := strings.TrimRight(text[:m[0]], " \n")
		starts := before == "" || strings.ContainsRune(".!?:#-", rune(before[len(before)-1]))
		if name := g.nameInRust(pkg, strings.Split(text[m[0]:m[1]], "."), starts); name != "" {
			b.WriteString(text[done:m[0]] + name)
			done = m[1]
		}
	}
	return b.String() + text[done:]
}

// nameInRust returns what Rust calls something that a comment names by its parts, or "" if that is a plain word.
func (g *gen) nameInRust(pkg *ir.Package, parts []string, starts bool) string {
	where, prefix := append([]*ir.Package{pkg}, pkg.Imports...), ""
	if p := g.p.Package(parts[0]); p != nil && len(parts) > 1 {
		where, parts, prefix, starts = []*ir.Package{p}, parts[1:], g.names.of[p]+"::", false
	}
	mixed := strings.IndexFunc(parts[0][1:], func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) >= 0
	acronym := strings.ToUpper(strings.TrimSuffix(parts[0], "s")) == strings.TrimSuffix(parts[0], "s")
	if len(parts) == 1 && prefix == "" && (acronym || starts && !mixed) {
		return ""
	}
	for _, p := range where {
		for _, d := range p.Decls {
			switch d := d.(type) {
			case *ir.ConstGroup:
				for _, c := range d.Consts {
					if c.Name == parts[0] && len(parts) == 1 {
						return prefix + g.names.of[c]
					}
				}
			case *ir.Func:
				if g.funcs[d] && d.Name == strings.Join(parts, "_") {
					return prefix + g.names.of[d]
				}
			case *ir.TypeDecl:
				at := parts
				if d.Name == parts[0] {
					at = parts[1:]
				}
				if name := g.fieldPath(d.Type, at); name != "" && len(at) < len(parts) {
					return prefix + g.names.of[d.Type] + "." + name
				} else if len(at) == 0 {
					return prefix + g.names.of[d.Type]
				} else if name != "" {
					return prefix + name
				}
			}
		}
	}
	return ""
}

// fieldPath returns the names of fields of a struct, one in the other, or "".
func (g *gen) fieldPath(t *ir.Type, parts []string) string {
	var path []string
	for _, part := range parts {
		var found *ir.Field
		for _, f := range t.Fields {
			if f.Name == part {
				found = f
			}
		}
		if found == nil {
			return ""
		}
		t, path = found.Type, append(path, g.names.of[found])
	}
	return strings.Join(path, ".")
}
