package device

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/ir"
)

// Word is a field of the parameters that one word sets.
type Word struct {
	// Name is the field's name in Go.
	Name string
	// Text describes it in a few words; its unit or format is added, before a semicolon.
	Text string
	// Min and Max, if they are not 0, narrow the range of the field.
	Min, Max uint32
	// Fixed is that of Param.
	Fixed bool
}

// Fields returns the words that set fields of a struct in the parameters of a transducer. in is the
// path of the struct with a dot behind it, "" for the parameters themselves, and prefix begins the
// names of its words. values are the parameters by ir.Layout. Width, unit, format and range are
// those that the source has for the field.
func Fields(t *ir.Transducer, values []uint64, in, prefix string, words []Word) []Param {
	of, path := t.Params, ""
	if name, nested := strings.CutSuffix(in, "."); nested {
		_, of = ir.FieldAt(t.Params, name)
		path = cgen.Snake(name) + "."
	}
	var all []Param
	for _, w := range words {
		f := fieldOf(of, w.Name)
		leaf, _ := ir.FieldAt(t.Params, in+w.Name)
		name := cgen.Snake(w.Name)
		text, rest, more := strings.Cut(w.Text, ";")
		text += unitOf(f)
		if more {
			text += ";" + rest
		}
		p := Param{Name: prefix + name, Text: text, Default: uint32(values[leaf]), Fixed: w.Fixed,
			Fields: []string{"p->" + path + name + " = " + cast[f.Type.Kind]}}
		p.Min = max(uint32(end(of, f, false).Uint64()), w.Min)
		p.Max = uint32(end(of, f, true).Uint64())
		if w.Max != 0 {
			p.Max = min(p.Max, w.Max)
		}
		all = append(all, p)
	}
	return all
}

// cast makes of a word the value of a field.
var cast = map[ir.Kind]string{ir.Uint8: "(uint8_t)%s", ir.Uint16: "(uint16_t)%s", ir.Uint32: "%s", ir.Bool: "%s != 0u"}

func fieldOf(t *ir.Type, name string) *ir.Field {
	for _, f := range t.Fields {
		if f.Name == name {
			return f
		}
	}
	panic("device: " + t.String() + " has no field " + name) // a test looks at all words
}

// unitOf returns the unit or format of a field for its text; counts say it in words.
func unitOf(f *ir.Field) string {
	format := f.FormatOf()
	switch unit := f.UnitOf(); {
	case format == nil && (unit == "ns" || unit == "kb/s"):
		return ", " + unit
	case format == nil:
		return ""
	case format.FracOf != "":
		return ", 2^-" + cgen.Snake(format.FracOf)
	case format.Frac <= 16:
		return fmt.Sprintf(", 1/%d", 1<<format.Frac)
	}
	return fmt.Sprintf(", 2^-%d", format.Frac)
}

// end returns the least or the greatest value of a field, for any values of the fields that its range names.
func end(of *ir.Type, f *ir.Field, greatest bool) *big.Int {
	r := f.Range
	switch {
	case r == nil && greatest:
		return f.Type.Kind.Max()
	case r == nil:
		return f.Type.Kind.Min()
	}
	bound := r.Lo
	if greatest {
		bound = r.Hi
	}
	var widest *big.Int
	for _, at := range []bool{false, true} {
		v := bound.Eval(func(name string, _ bool) *big.Int { return end(of, fieldOf(of, name), at) })
		if widest == nil || (v.Cmp(widest) > 0) == greatest {
			widest = v
		}
	}
	return widest
}
