package p4

import (
	"fmt"
	"sort"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
)

// constants are the source's named constants that a program mentions. A constant that is mentioned in several types
// is declared once for each in P4.
type constants struct {
	all   []constant
	names map[string]int // places in all
	taken names
}

type constant struct {
	name string
	ref  *ir.ConstDecl
	kind ir.Kind
	bits uint64
}

// name is the P4 name of a constant: package_Name, with the type where the plain name is
// taken by another.
func (c *constants) name(v *flat.Value) string {
	if c.names == nil {
		c.names = map[string]int{}
	}
	plain := v.Ref.Pkg.Name + "_" + v.Ref.Name
	typed := plain + "_" + v.Kind.String()
	for n := 1; ; n++ {
		for _, name := range []string{plain, typed} {
			i, known := c.names[name]
			if !known && c.taken.free(name) {
				c.taken[name] = true
				c.names[name] = len(c.all)
				c.all = append(c.all, constant{name, v.Ref, v.Kind, v.Bits})
				return name
			}
			if !known {
				continue // something else has the name
			}
			if o := c.all[i]; o.ref == v.Ref && o.kind == v.Kind && o.bits == v.Bits {
				return name
			}
		}
		// Two functions have local constants of one name, or both names are taken.
		plain = fmt.Sprintf("%s_%s_local%d", v.Ref.Pkg.Name, v.Ref.Name, n)
		typed = plain + "_" + v.Kind.String()
	}
}

// print declares them in the order of the source, with their comments.
func (c *constants) print(b *strings.Builder) {
	sort.SliceStable(c.all, func(i, j int) bool {
		x, y := c.all[i].ref.Pos, c.all[j].ref.Pos
		if x.File != y.File {
			return x.File < y.File
		}
		return x.Line < y.Line || x.Line == y.Line && x.Col < y.Col
	})
	var last *ir.ConstDecl
	for _, k := range c.all {
		if k.ref != last {
			b.WriteString(printer.Comment(k.ref.Doc, "//"))
			if k.ref.LineComment != "" {
				b.WriteString(printer.Comment([]string{k.ref.LineComment}, "//"))
			}
		}
		last = k.ref
		fmt.Fprintf(b, "const %s %s = %s;\n", typeName(k.kind), k.name, literal(k.kind, k.bits))
	}
	if len(c.all) > 0 {
		b.WriteString("\n")
	}
}
