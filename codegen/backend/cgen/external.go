package cgen

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Names are the C names of a header's declarations, for texts that use the header.
type Names struct{ n *names }

// NamesOf returns the names of a program's declarations in a header of the prefix.
func NamesOf(p *ir.Program, prefix string) Names { return Names{nameProgram(p, prefix)} }

// Func returns the name of a function.
func (n Names) Func(f *ir.Func) string { return n.n.funcs[f] }

// Const returns the name of a constant.
func (n Names) Const(c *ir.ConstDecl) string { return n.n.consts[c] }

// Type returns the name of a struct, or of a scalar type.
func (n Names) Type(t *ir.Type) string {
	if t.Decl != nil {
		return n.n.types[t.Decl]
	}
	return cKind[t.Kind]
}

// Leaves returns the C suffixes that select the scalars of a value, in the order of ir.Layout: .learn.arm[0].mean, or
// nothing for a scalar.
func (n Names) Leaves(t *ir.Type) []string {
	var out []string
	switch t.Kind {
	case ir.Struct:
		for _, f := range t.Fields {
			out = append(out, collect.Of(n.Leaves(f.Type), func(l string) string { return "." + n.n.fields[f] + l })...)
		}
		return out
	case ir.Array:
		inner := n.Leaves(t.Elem)
		for i := range t.Len {
			out = append(out, collect.Of(inner, func(l string) string { return fmt.Sprintf("[%d]%s", i, l) })...)
		}
		return out
	}
	return []string{""}
}

// CType returns the C type of a scalar kind.
func CType(k ir.Kind) string { return cKind[k] }

// Literal returns a constant of a kind, given its bits, as C text.
func Literal(k ir.Kind, bits uint64) string {
	return strings.TrimSpace(number(k, k.Big(bits), "", false).s)
}
