package rust

import (
	"go/token"
	"regexp"
	"strings"
	"unicode"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/ident"
)

// reserved are the words that no variable, field, function or module may be called: keywords, and the modules of every crate.
var reserved = ident.Words(`as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut
	pub ref return self static struct super trait true type union unsafe use where while abstract become box do final macro override priv
	try typeof unsized virtual yield gen core std lib main profiles`)

func snake(name string) string {
	s := cgen.Snake(name)
	switch {
	case s == "" || reserved[s]:
		return s + "_"
	case s[0] >= '0' && s[0] <= '9':
		return "n" + s
	}
	return s
}

func screaming(name string) string { return strings.ToUpper(snake(strings.ReplaceAll(name, "-", "_"))) }

func camel(name string) string {
	s := ""
	for _, w := range strings.FieldsFunc(cgen.Snake(name), func(r rune) bool { return r == '_' }) {
		s += strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Replace(s, "Self", "Self_", map[bool]int{true: 1}[s == "Self"])
}

func visibility(public bool) string { return map[bool]string{true: "pub", false: "pub(crate)"}[public] }

// nameAll names all declarations; where two Go names of a package fall together (Learn and learn), the exported one keeps its name.
func (g *gen) nameAll() {
	for _, pkg := range g.Program.Packages {
		taken := map[string]bool{}
		g.Names[pkg], g.taken[pkg], g.goNames[pkg] = snake(pkg.Name), taken, map[string]string{}
		for _, public := range []bool{true, false} {
			for _, d := range pkg.Decls {
				fields := map[string]bool{}
				printer.Named(d, func(what any, goName string) {
					if token.IsExported(goName) != public || g.Names[what] != "" {
						return
					}
					name, in := screaming, taken
					switch what.(type) {
					case *ir.Func:
						name = snake
					case *ir.Type:
						name = camel
					case *ir.Field:
						name, in = snake, fields
					}
					g.Names[what] = ident.Unique(in, nil, name(goName))
					if strings.ContainsFunc(goName, unicode.IsLower) && strings.ToLower(goName[1:]) != goName[1:] {
						g.goNames[pkg][goName] = g.Names[what]
					}
				})
			}
		}
	}
}

// Name implements printer.Language.
func (f *fn) Name(what any) string {
	if of := printer.Owner(what); of != f.Pkg {
		return f.Names[of] + "::" + f.Names[what]
	}
	return f.Names[what]
}

// scalar is Rust's name of a scalar kind.
func scalar(k ir.Kind) string {
	return strings.NewReplacer("uint", "u", "int", "i").Replace(k.String())
}

var word = regexp.MustCompile(`\b[A-Za-z][A-Za-z0-9]*\b`)

// prose converts the names in a comment, other than plain words, to Rust.
func (g *gen) prose(pkg *ir.Package, text string) string {
	return word.ReplaceAllStringFunc(ir.Plain(text), func(w string) string {
		for _, p := range append([]*ir.Package{pkg}, pkg.Imports...) {
			if name := g.goNames[p][w]; name != "" {
				return name
			}
		}
		return w
	})
}
