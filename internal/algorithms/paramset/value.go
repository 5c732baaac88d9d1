package paramset

import (
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/nearest"
)

// scales are the units in which text may give a field of a unit, and how much each is of the field's unit, which
// comes first.
var scales = map[string][]struct {
	name string
	is   *big.Rat
}{
	"ns":   {{"ns", rat(1, 1)}, {"us", rat(1000, 1)}, {"ms", rat(1_000_000, 1)}, {"s", rat(1_000_000_000, 1)}},
	"us":   {{"us", rat(1, 1)}, {"ns", rat(1, 1000)}, {"ms", rat(1000, 1)}, {"s", rat(1_000_000, 1)}},
	"kb/s": {{"kb/s", rat(1, 1)}, {"Mb/s", rat(1000, 1)}, {"Gb/s", rat(1_000_000, 1)}, {"Tb/s", rat(1_000_000_000, 1)}},
	"B": {{"B", rat(1, 1)}, {"KB", rat(1000, 1)}, {"MB", rat(1_000_000, 1)}, {"GB", rat(1_000_000_000, 1)},
		{"KiB", rat(1<<10, 1)}, {"MiB", rat(1<<20, 1)}, {"GiB", rat(1<<30, 1)}},
}

func rat(a, b int64) *big.Rat { return big.NewRat(a, b) }

var (
	wholeForm = regexp.MustCompile(`^[+-]?(0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+)$`)
	unitForm  = regexp.MustCompile(`^([+-]?[0-9]+(?:\.[0-9]+)?) ?([A-Za-z/]+)$`)
)

// value reads the text of a leaf's value: a whole number in the unit of the field, a number with a unit, the name of
// a constant of its type, or true or false for a bool.
func (p *Params) value(l *ir.Leaf, text string) (*big.Int, error) {
	if l.Kind == ir.Bool {
		switch text {
		case "true", "1":
			return big.NewInt(1), nil
		case "false", "0":
			return new(big.Int), nil
		}
		return nil, fmt.Errorf("%.40q is not true or false", text)
	}
	if wholeForm.MatchString(text) {
		if v, ok := new(big.Int).SetString(text, 0); ok {
			return v, nil
		}
	}
	if labels := labelsOf(l); labels != nil {
		if v, ok := labels[text]; ok {
			return v, nil
		}
		names := slices.Sorted(maps.Keys(labels))
		return nil, fmt.Errorf("%.40q is none of its values%s; they are %s", text, nearest.Hint(text, names), strings.Join(names, ", "))
	}
	unit := l.Field.UnitOf()
	m := unitForm.FindStringSubmatch(text)
	if unit == "" || m == nil {
		return nil, fmt.Errorf("%.40q is not %s", text, example(unit))
	}
	is := rat(1, 1)
	if m[2] != unit {
		i := slices.IndexFunc(scales[unit], func(s struct {
			name string
			is   *big.Rat
		}) bool {
			return s.name == m[2]
		})
		if i < 0 {
			return nil, fmt.Errorf("%.40q has no unit of %s; it is not %s", text, unit, example(unit))
		}
		is = scales[unit][i].is
	}
	v, _ := new(big.Rat).SetString(m[1])
	if v.Mul(v, is); !v.IsInt() {
		return nil, fmt.Errorf("%.40q is not a whole number of %s", text, unit)
	}
	return v.Num(), nil
}

// example shows how values of a unit are written.
func example(unit string) string {
	if unit == "" {
		return "a whole number"
	}
	text := fmt.Sprintf("a whole number of %s, or text with a unit, as in %q", unit, "40 "+unit)
	for _, s := range scales[unit][min(1, len(scales[unit])):] {
		text += fmt.Sprintf(" or %q", "40"+s.name)
	}
	return text
}

// labelsOf returns the names of the constants of a leaf's type, nil if the type has none.
func labelsOf(l *ir.Leaf) map[string]*big.Int {
	if l.Type.Decl == nil || l.Field.UnitOf() != "" || l.Field.FormatOf() != nil || len(l.Type.Decl.Consts()) < 2 {
		return nil
	}
	labels := map[string]*big.Int{}
	for v, name := range l.Type.Decl.Labels() {
		labels[name] = l.Kind.Big(v)
	}
	return labels
}
