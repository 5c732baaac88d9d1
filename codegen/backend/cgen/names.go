package cgen

import (
	"go/token"
	"slices"
	"strings"
	"unicode"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/ident"
)

// Snake returns a Go name as a C programmer would write it: lower case words
// joined by underscores. Acronyms are one word, digits belong to the word
// before them, and a single leading capital belongs to the word after it:
// ISqrt is isqrt, UQ16x16 is uq16x16, TakeECNRatio is take_ecn_ratio.
func Snake(name string) string {
	words := collect.Lists(strings.Split(name, "_"), func(part string) []string { return splitWords([]rune(part)) })
	if len(words) > 1 && len(words[0]) == 1 && unicode.IsUpper(rune(words[0][0])) && !startsWithDigit(words[1]) {
		words = append([]string{words[0] + words[1]}, words[2:]...)
	}
	return strings.ToLower(strings.Join(words, "_"))
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// splitWords cuts a name without underscores into its words.
func splitWords(r []rune) []string {
	var words []string
	start := 0
	cut := func(i int) {
		if i > start {
			words = append(words, string(r[start:i]))
			start = i
		}
	}
	for i := 1; i < len(r); i++ {
		if !unicode.IsUpper(r[i]) {
			continue
		}
		switch prev := r[i-1]; {
		case unicode.IsUpper(prev):
			// Inside an acronym; its last capital begins a word if a small letter
			// follows, except the plural s of CNPs.
			if i+1 < len(r) && unicode.IsLower(r[i+1]) && !pluralS(r, i+1) && !formatX(r, i) {
				cut(i)
			}
		default:
			cut(i)
		}
	}
	cut(len(r))
	return words
}

// pluralS reports whether r[i] is the s of a plural acronym: the last letter, or
// followed by a capital.
func pluralS(r []rune, i int) bool {
	return r[i] == 's' && (i+1 == len(r) || unicode.IsUpper(r[i+1]))
}

// formatX reports whether the capital r[i] is followed by digits, as the Q of
// UQ16x16: it stays with the capitals before it.
func formatX(r []rune, i int) bool { return i+1 < len(r) && unicode.IsDigit(r[i+1]) }

// reserved are the words that a local variable, parameter or field must not
// have: keywords of C99, C11 and C++, and macros that are common in the headers
// or compilers of hosted and embedded systems.
var reserved = ident.Words(`
	auto break case char const continue default do double else enum extern float for goto if inline int long
	register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
	alignas alignof and and_eq asm atomic bitand bitor bool catch char8_t char16_t char32_t class compl concept
	const_cast consteval constexpr constinit co_await co_return co_yield decltype delete dynamic_cast explicit
	export false friend module import mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected
	public reinterpret_cast requires static_assert static_cast template this thread_local throw true try typeid
	typename using virtual wchar_t xor xor_eq typeof
	assert complex errno far huge i386 imaginary interrupt isnan linux major makedev math_errhandling max min minor
	near noreturn offsetof pascal setjmp signbit small stderr stdin stdout unix
	int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ptrdiff_t intptr_t uintptr_t main`)

// safe returns a name that is neither a reserved word nor empty, and does not begin with a digit.
func safe(name string) string {
	switch {
	case name == "" || name == "_":
		return "unused"
	case reserved[name]:
		return name + "_"
	case startsWithDigit(name):
		return "n" + name
	}
	return name
}

// names holds the C names of all declarations of a program. They do not
// depend on which part of it is printed.
type names struct {
	funcs  map[*ir.Func]string
	types  map[*ir.TypeDecl]string
	tables map[*ir.Table]string
	consts map[*ir.ConstDecl]string
	fields map[*ir.Field]string
	taken  map[string]bool // names at file scope
}

// nameProgram chooses the C names. If two Go names map to the same one (Learn and learn), the exported one keeps the
// plain name.
func nameProgram(p *ir.Program, prefix string) *names {
	n := &names{
		funcs: map[*ir.Func]string{}, types: map[*ir.TypeDecl]string{}, tables: map[*ir.Table]string{},
		consts: map[*ir.ConstDecl]string{}, fields: map[*ir.Field]string{}, taken: map[string]bool{},
	}
	for _, h := range slices.Concat(helpers, verified) {
		n.taken[prefix+h.name] = true
	}
	for _, public := range []bool{true, false} {
		for _, pkg := range p.Packages {
			for _, d := range pkg.Decls {
				n.nameDecl(d, prefix+Snake(pkg.Name)+"_", public)
			}
		}
	}
	return n
}

func (n *names) nameDecl(d ir.Decl, prefix string, public bool) {
	lower := func(name string) string { return ident.Unique(n.taken, nil, prefix+Snake(name)) }
	switch d := d.(type) {
	case *ir.Func:
		if (d.Export || token.IsExported(d.Name)) == public {
			n.funcs[d] = lower(d.Name)
		}
	case *ir.Table:
		if token.IsExported(d.Name) == public {
			n.tables[d] = lower(d.Name)
		}
	case *ir.TypeDecl:
		if token.IsExported(d.Name) != public {
			return
		}
		n.types[d] = lower(d.Name)
		taken := map[string]bool{}
		for _, f := range d.Type.Fields {
			if n.fields[f] == "" {
				n.fields[f] = ident.Unique(taken, nil, safe(Snake(f.Name)))
			}
		}
	case *ir.ConstGroup:
		for _, c := range d.Consts {
			if token.IsExported(c.Name) == public && c.Name != "_" {
				n.consts[c] = ident.Unique(n.taken, nil, strings.ToUpper(prefix+Snake(c.Name)))
			}
		}
	}
}
