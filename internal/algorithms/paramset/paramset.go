// Package paramset reads the parameters of an algorithm as data next to its source: profiles.toml has named sets of
// them, whose keys are the fields of Params as spelled in the source (docs/subset.md). The source's types, units and
// ranges decide what a value may be.
package paramset

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/setting"
)

// Params are the parameters of a transducer in the form used in profiles.
type Params struct {
	t      *ir.Transducer
	leaves []ir.Leaf
	names  []string
	at     func(ir.Pos) string
}

// New returns the parameters of a transducer. at writes a position in the source, as file:line.
func New(t *ir.Transducer, at func(ir.Pos) string) *Params {
	p := &Params{t: t, leaves: ir.Layout(t.Params), at: at}
	p.names = collect.Of(p.leaves, func(l ir.Leaf) string { return l.Name })
	return p
}

// Profile is a named set of parameters.
type Profile struct {
	Name string
	// Values are flattened by ir.Layout.
	Values []uint64

	places []string // where each was set; "" if it was not
	place  string   // of the table
}

// Clone returns a copy, for changes.
func (p *Profile) Clone() *Profile {
	c := *p
	c.Values, c.places = slices.Clone(p.Values), slices.Clone(p.places)
	return &c
}

// None returns a profile without values, to be set one by one, if the file does not exist.
func (p *Params) None(file string) *Profile { return p.empty("", file) }

func (p *Params) empty(name, place string) *Profile {
	return &Profile{Name: name, Values: make([]uint64, len(p.leaves)), places: make([]string, len(p.leaves)), place: place}
}

// Change makes a change "FIELD=VALUE" of a profile, as in --set. It fails if the field does not exist or the value is
// invalid.
func (p *Params) Change(to *Profile, change string) error {
	name, value, err := setting.Parse(change, "FIELD=VALUE", p.names[0]+"=1")
	if err != nil {
		return fmt.Errorf("set: %w", err)
	}
	return p.set(to, name, value, "set")
}

// set sets one leaf from its text.
func (p *Params) set(to *Profile, name, text, place string) error {
	i := slices.Index(p.names, name)
	if i < 0 {
		return fmt.Errorf("%s: %.60s: no parameter of %s%s; there are %s", place, readfile.OneLine(name), p.t.Name, nearest.Hint(name, p.names), p.list())
	}
	if to.places[i] != "" && place != "set" {
		return fmt.Errorf("%s: %s: is set at %s already; leave one out", place, name, to.places[i])
	}
	l := &p.leaves[i]
	v, err := p.value(l, text)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", place, name, err)
	}
	if v.Cmp(l.Kind.Min()) < 0 || v.Cmp(l.Kind.Max()) > 0 {
		return fmt.Errorf("%s: %s = %s: outside %s..%s (%s, %s); write a value within", place, name, p.text(l, v), l.Kind.Min(), p.text(l, l.Kind.Max()), l.Kind, p.at(l.Field.Pos))
	}
	to.Values[i], to.places[i] = l.Kind.Norm(ir.Word(v)), place
	return nil
}

// list names the parameters, as many as fit a line.
func (p *Params) list() string {
	const most = 12
	if len(p.names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(p.names[:most], ", "), len(p.names)-most)
	}
	return strings.Join(p.names, ", ")
}

// Check checks a profile as a whole: every parameter must be set and in its declared range, which may depend on
// others. The error names the first that is not, with its place.
func (p *Params) Check(of *Profile) error {
	for i := range p.leaves {
		l := &p.leaves[i]
		if of.places[i] == "" && of.Name == "" {
			return fmt.Errorf("%s: there is no such file, and %s%s (%s) is not set; write a table of parameters there, as in [default], or --set %s=VALUE",
				of.place, l.Name, unitOf(l), p.at(l.Field.Pos), l.Name)
		}
		if of.places[i] == "" {
			return fmt.Errorf("%s: profile %s lacks %s%s; write %s = VALUE (%s)", of.place, of.Name, l.Name, unitOf(l), key(l.Name), p.at(l.Field.Pos))
		}
		for _, r := range l.Ranges() {
			value := func(name string, length bool) *big.Int { return p.named(of.Values, i, r, name, length) }
			lo, hi := r.Lo.Eval(value), r.Hi.Eval(value)
			v := l.Kind.Big(of.Values[i])
			if lo != nil && v.Cmp(lo) < 0 || hi != nil && v.Cmp(hi) > 0 {
				return fmt.Errorf("%s: %s = %s: outside %s..%s (range %s, %s); write a value within",
					of.places[i], l.Name, p.text(l, v), lo, p.text(l, hi), r.Text, p.at(r.Pos))
			}
		}
	}
	return nil
}

// named returns the value that a declared range of leaf i names, a field of the same struct or one of the one value
// of a type; nil if it is not a parameter.
func (p *Params) named(values []uint64, i int, r *ir.Range, name string, length bool) *big.Int {
	path := p.leaves[i].Name
	beside := path[:strings.LastIndexByte(path, '.')+1] + name
	at, t := ir.FieldAt(p.t.Params, beside)
	if strings.Contains(beside, "[") { // in an element of an array: by the leaf's name
		if at = slices.Index(p.names, beside); at >= 0 {
			t = p.leaves[at].Type
		}
	}
	if t == nil {
		owner, field, _ := strings.Cut(name, ".")
		from, in := ir.StructIn(p.t.Params, owner, r.Pos.File)
		if in == nil {
			return nil
		}
		at, t = ir.FieldAt(in, field)
		at += from
	}
	switch {
	case t == nil || length != (t.Kind == ir.Array) || !length && !t.Kind.IsScalar():
		return nil
	case length:
		return big.NewInt(int64(t.Len))
	}
	return t.Kind.Big(values[at])
}

// text writes a value with its unit.
func (p *Params) text(l *ir.Leaf, v *big.Int) string { return v.String() + unitOf(l) }

// unitOf returns a leaf's unit or format after a space, "" if it has none.
func unitOf(l *ir.Leaf) string {
	if u := l.Field.UnitOf(); u != "" {
		return " " + u
	}
	if f := l.Field.FormatOf(); f != nil {
		return " " + f.Text
	}
	return ""
}

// key writes a name as a key of TOML.
func key(name string) string {
	if strings.ContainsAny(name, "[]") {
		return strconv.Quote(name)
	}
	return name
}
