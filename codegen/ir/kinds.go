package ir

import (
	"strings"
	"unicode"
)

// NamedKind is a value of the field Kind of a transducer's events, and its name.
type NamedKind struct {
	Value uint64
	Name  string // of its constant, as in "increase-timer"
}

// EventKinds returns which leaf of the event says what happened: the field Kind, an integer
// of a named type. kinds are the constants of that type, in source order. The leaf is -1 if
// there is no such field.
func (t *Transducer) EventKinds() (leaf int, kinds []NamedKind) {
	leaf, typ := FieldAt(t.Event, "Kind")
	if typ == nil || typ.Decl == nil || !typ.Kind.IsInteger() {
		return -1, nil
	}
	consts := ConstsOf(typ)
	for i, name := range shortNames(consts) {
		kinds = append(kinds, NamedKind{Value: typ.Kind.Norm(consts[i].Value.Uint64()), Name: name})
	}
	return leaf, kinds
}

// ConstsOf returns the constants of a named type in the package that declares it, in source
// order.
func ConstsOf(t *Type) []*ConstDecl {
	var out []*ConstDecl
	for _, d := range t.Decl.Pkg.Decls {
		g, ok := d.(*ConstGroup)
		if !ok {
			continue
		}
		for _, c := range g.Consts {
			if c.Type == t {
				out = append(out, c)
			}
		}
	}
	return out
}

// shortNames returns the names of constants in lower case with hyphens between the words,
// without the words that all of them begin with.
func shortNames(consts []*ConstDecl) []string {
	var all [][]string
	for _, c := range consts {
		all = append(all, words(c.Name))
	}
	same := 0
	for common := len(all) > 1; common; {
		for _, w := range all {
			common = common && same+1 < len(w) && w[same] == all[0][same]
		}
		if common {
			same++
		}
	}
	var names []string
	for _, w := range all {
		names = append(names, strings.ToLower(strings.Join(w[same:], "-")))
	}
	return names
}

// words takes a Go name apart: EventCNPTimer is Event, CNP, Timer.
func words(name string) []string {
	var out []string
	r := []rune(name)
	begin := 0
	for i := 1; i < len(r); i++ {
		if r[i] == '_' || unicode.IsUpper(r[i]) && (!unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])) {
			out = append(out, strings.Trim(string(r[begin:i]), "_"))
			begin = i
		}
	}
	return append(out, strings.Trim(string(r[begin:]), "_"))
}
