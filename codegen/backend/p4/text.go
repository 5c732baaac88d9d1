package p4

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/ident"
)

// typeName is the P4 type of a kind.
func typeName(k ir.Kind) string {
	switch {
	case k == ir.Bool:
		return "bool"
	case k.IsSigned():
		return fmt.Sprintf("int<%d>", k.Bits())
	}
	return fmt.Sprintf("bit<%d>", k.Bits())
}

// literal is a constant of a kind. Small ones are decimal, others hexadecimal.
func literal(k ir.Kind, v uint64) string {
	switch {
	case k == ir.Bool && v != 0:
		return "true"
	case k == ir.Bool:
		return "false"
	case !k.IsSigned():
		return unsigned(k.Bits(), v)
	case int64(v) >= 0:
		return fmt.Sprintf("%ds%d", k.Bits(), v)
	}
	// A negative literal would be a positive one that may not fit, negated.
	return fmt.Sprintf("(int<%d>)%s", k.Bits(), unsigned(k.Bits(), v<<(64-k.Bits())>>(64-k.Bits())))
}

func unsigned(width int, v uint64) string {
	if v < 4096 {
		return fmt.Sprintf("%dw%d", width, v)
	}
	return fmt.Sprintf("%dw0x%X", width, v)
}

// convert prints a conversion between integer kinds. P4 casts change either the
// width or the sign: the width first, in the sign of the source, as Go extends.
func convert(to, from ir.Kind, x string) string {
	if to.Bits() != from.Bits() {
		if from.IsSigned() {
			x = fmt.Sprintf("(int<%d>)%s", to.Bits(), x)
		} else {
			x = fmt.Sprintf("(bit<%d>)%s", to.Bits(), x)
		}
		if to.IsSigned() == from.IsSigned() {
			return x
		}
		x = "(" + x + ")"
	}
	return fmt.Sprintf("(%s)%s", typeName(to), x)
}

// fromWire and toWire go between a value and its field, which is a bit string.
func fromWire(k ir.Kind, field string) string {
	switch {
	case k == ir.Bool:
		return "(" + field + " != 8w0)"
	case k.IsSigned():
		return "((" + typeName(k) + ")" + field + ")"
	}
	return field
}

func toWire(k ir.Kind, x string) string {
	switch {
	case k == ir.Bool:
		return "(" + x + " ? 8w1 : 8w0)"
	case k.IsSigned():
		return fmt.Sprintf("(bit<%d>)%s", k.Bits(), x)
	}
	return x
}

// wireBits is the width of a field.
func wireBits(k ir.Kind) int { return max(8, k.Bits()) }

// fieldName is a leaf as an identifier.
func fieldName(leaf string) string {
	name := printer.Field(leaf)
	if reserved[name] {
		name += "_"
	}
	return name
}

// reserved are the words that a field cannot, or should not, be called.
var reserved = ident.Words(`abstract action actions apply bit bool break const continue control default else
	entries enum error exit extern false for header header_union if in inout int key list main match_kind
	out package parser priority return select state string struct switch table this transition true
	tuple type typedef value_set varbit void isValid setValid setInvalid`)

// docs returns for each leaf of a type what its field's comment says.
func docs(t *ir.Type) [][]string {
	var out [][]string
	var walk func(t *ir.Type, doc []string)
	walk = func(t *ir.Type, doc []string) {
		switch t.Kind {
		case ir.Struct:
			for i, f := range t.Fields {
				d := f.Doc
				if f.LineComment != "" {
					d = append(append([]string(nil), d...), f.LineComment)
				}
				if f.Type.Kind == ir.Struct || f.Type.Kind == ir.Array || i == 0 && len(doc) > 0 {
					d = append(append([]string(nil), doc...), d...)
				}
				walk(f.Type, d)
				doc = nil
			}
		case ir.Array:
			for range t.Len {
				walk(t.Elem, doc)
				doc = nil // said at the first element
			}
		default:
			out = append(out, doc)
		}
	}
	walk(t, nil)
	said := map[string]bool{}
	for i, d := range out {
		text := strings.Join(d, "\n")
		if said[text] {
			out[i] = nil
		}
		said[text] = true
	}
	return out
}
