package cgen

import (
	"fmt"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
)

// Initializer is a value of a named type of the program that the header holds as
// a macro: `#define CC_NAME {...}`, to initialise an object of that type.
type Initializer struct {
	Name    string // snake case, without the prefix
	Type    string // "dcqcn.Params"
	Comment string
	Values  []uint64 // flattened by ir.Layout, two's complement patterns
	// Profile names the parameter set that it belongs to, "" for none. A header with nothing of a set is refused.
	Profile string
}

// initializers prints the macros of Options.Initializers whose type is printed.
func (g *gen) initializers() string {
	var b strings.Builder
	printed := map[string]bool{"": true}
	for _, in := range g.opt.Initializers {
		t := g.namedType(in.Type)
		if t == nil {
			g.fail(fmt.Errorf("initializer %s: the program has no type %s", in.Name, in.Type))
			return ""
		}
		if !g.types[t] {
			continue // Only left the type out
		}
		printed[in.Profile] = true
		if len(in.Values) != t.Leaves() {
			g.fail(fmt.Errorf("initializer %s: %d values for the %d integers of %s", in.Name, len(in.Values), t.Leaves(), in.Type))
			return ""
		}
		fmt.Fprintf(&b, "\n/* %s */\n#define %s ", in.Comment, g.upper+strings.ToUpper(in.Name))
		values := in.Values
		g.initializer(&b, t, &values, "\t")
		b.WriteString("\n")
	}
	for _, in := range g.opt.Initializers {
		if !printed[in.Profile] {
			g.fail(fmt.Errorf("profile %s: %s has no parameters of it; leave the profile out, or select an algorithm too, as in dolcerc4",
				in.Profile, strings.Join(g.opt.Only, ",")))
			break
		}
	}
	return b.String()
}

// initializer prints one value and removes its leaves from values.
func (g *gen) initializer(b *strings.Builder, t *ir.Type, values *[]uint64, indent string) {
	if c := enumerator(t, *values); c != nil {
		b.WriteString(g.n.consts[c])
		*values = (*values)[1:]
		return
	}
	switch t.Kind {
	case ir.Struct:
		b.WriteString("{ \\\n")
		for i, f := range t.Fields {
			b.WriteString(indent)
			g.initializer(b, f.Type, values, indent+"\t")
			if i < len(t.Fields)-1 {
				b.WriteString(",")
			}
			b.WriteString(" /* " + Snake(f.Name) + " */ \\\n")
		}
		b.WriteString(indent[1:] + "}")
	case ir.Array:
		b.WriteString("{")
		for i := range t.Len {
			if i > 0 {
				b.WriteString(", ")
			}
			g.initializer(b, t.Elem, values, indent+"\t")
		}
		b.WriteString("}")
	case ir.Bool:
		b.WriteString([]string{"false", "true"}[(*values)[0]&1])
		*values = (*values)[1:]
	case ir.Int8, ir.Int16, ir.Int32:
		// C has no literal for -2^31.
		v := int64((*values)[0])
		if v == -1<<31 {
			b.WriteString("(-2147483647 - 1)")
		} else {
			b.WriteString(strconv.FormatInt(v, 10))
		}
		*values = (*values)[1:]
	case ir.Int64:
		v := int64((*values)[0])
		if v == -1<<63 {
			b.WriteString("(-INT64_C(9223372036854775807) - 1)")
		} else {
			b.WriteString("INT64_C(" + strconv.FormatInt(v, 10) + ")")
		}
		*values = (*values)[1:]
	default:
		suffix := map[ir.Kind]string{ir.Uint32: "u"}[t.Kind]
		text := strconv.FormatUint((*values)[0], 10) + suffix
		if t.Kind == ir.Uint64 {
			text = "UINT64_C(" + text + ")"
		}
		b.WriteString(text)
		*values = (*values)[1:]
	}
}

// enumerator returns the constant that the first value is, if the type is an enumeration: its constants are the
// numbers from 0 on. Else it returns nil.
func enumerator(t *ir.Type, values []uint64) *ir.ConstDecl {
	if t.Decl == nil || !t.Kind.IsInteger() {
		return nil
	}
	var found *ir.ConstDecl
	next := uint64(0)
	for _, d := range t.Decl.Pkg.Decls {
		group, ok := d.(*ir.ConstGroup)
		if !ok {
			continue
		}
		for _, c := range group.Consts {
			if c.Type != t {
				continue
			}
			if !c.Value.IsUint64() || c.Value.Uint64() != next {
				return nil
			}
			if next == values[0] {
				found = c
			}
			next++
		}
	}
	if next < 2 {
		return nil
	}
	return found
}

// namedType finds a type of the program by "package.Type".
func (g *gen) namedType(full string) *ir.Type {
	pkgName, name, _ := strings.Cut(full, ".")
	pkg := g.p.Package(pkgName)
	if pkg == nil {
		return nil
	}
	for _, d := range pkg.Decls {
		if td, ok := d.(*ir.TypeDecl); ok && td.Name == name {
			return td.Type
		}
	}
	return nil
}

func (g *gen) fail(err error) {
	if g.err == nil {
		g.err = err
	}
}
