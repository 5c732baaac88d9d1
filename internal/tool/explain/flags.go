package explain

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// bitName is a bit of a set, or several adjacent ones that form a number.
type bitName struct {
	mask uint64
	name string
}

// flagTable has the constants of fields that are sets of bits, by package, type and path.
type flagTable map[string][]*ir.ConstDecl

// bitsOfField begins the comment of a group of constants that are the bits of a field, which it names by its type and
// path, with or without a doc link: Bits of [State.Flags].
const bitsOfField = "Bits of "

// flagsOf returns those groups of a program.
func flagsOf(p *ir.Program) flagTable {
	t := flagTable{}
	for _, q := range p.Packages {
		for _, d := range q.Decls {
			g, ok := d.(*ir.ConstGroup)
			if !ok || len(g.Doc) == 0 {
				continue
			}
			if rest, ok := strings.CutPrefix(ir.Plain(g.Doc[0]), bitsOfField); ok {
				name, _, _ := strings.Cut(rest, " ")
				key := q.Name + "." + strings.TrimRight(name, ".:,")
				t[key] = append(t[key], g.Consts...)
			}
		}
	}
	return t
}

// of returns the bits of a field in nested structs, the innermost last.
func (t flagTable) of(owners []*ir.Type, in []*ir.Field) []bitName {
	path := ""
	var list []bitName
	for i := len(in) - 1; i >= 0; i-- {
		path = "." + in[i].Name + path
		list = append(list, bitsOf(t[owner(owners[i])+path])...)
	}
	return list
}

// bitsOf returns the bits that constants name. Of two constants with the same value, the one with a type is taken.
// Constants that give a bit position are skipped.
func bitsOf(consts []*ir.ConstDecl) []bitName {
	consts = slices.DeleteFunc(slices.Clone(consts), func(c *ir.ConstDecl) bool {
		return c.Value.Sign() <= 0 || !c.Value.IsUint64() || strings.HasSuffix(strings.ToLower(c.Name), "shift")
	})
	var list []bitName
	for v, label := range ir.LabelsOf(consts) {
		list = append(list, bitName{v, strings.TrimSuffix(label, "-mask")})
	}
	slices.SortFunc(list, func(a, b bitName) int { return cmp.Compare(a.mask, b.mask) })
	return list
}

// set names the bits of v that are set, with the values of numbers.
func set(v uint64, names []bitName) string {
	var parts []string
	number := false
	for _, f := range names {
		switch several := f.mask&(f.mask-1) != 0; {
		case several:
			parts = append(parts, fmt.Sprintf("%s %d", f.name, v&f.mask>>bits.TrailingZeros64(f.mask)))
			number = true
		case v&f.mask != 0:
			parts = append(parts, f.name)
		}
		v &^= f.mask
	}
	for ; v != 0; v &= v - 1 {
		parts = append(parts, fmt.Sprintf("bit %d", bits.TrailingZeros64(v)))
	}
	if len(parts) == 0 && !number {
		return "none"
	}
	return strings.Join(parts, "+")
}
