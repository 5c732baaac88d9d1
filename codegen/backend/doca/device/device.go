// Package device is what an algorithm says of itself to run by the glue of package doca: the
// words by which the device library sets its parameters, and where its state has what the glue
// reads. The code of an algorithm's profiles (codegen/profile) has it.
package device

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
)

// Algorithm is an algorithm that the glue can run: a reaction point on DCQCN's events.
type Algorithm struct {
	Name, Title string
	// Only selects it in the port.
	Only []string
	// Rates is the C path of the dcqcn.Rates in the state, and Base that of the dcqcn.Params in
	// the parameters, with a dot behind it.
	Rates, Base string
	// Alpha says that it has DCQCN's alpha and its timer, Learns that it has a bandit.
	Alpha, Learns bool
	// Words are what the library can set, in the order of their numbers.
	Words []Word
	// Values returns its parameters by a profile, flattened. The error is that of the profile, or of a
	// change that it, the algorithm or the target does not take.
	Values func(c profile.Choice) ([]uint64, error)
}

// Family is the profiles of a package of which some algorithms run by the glue.
type Family interface {
	profile.Family
	Devices() []Algorithm
}

// Word is a word of 32 bits by which the library sets a parameter. Its range, unit and width are
// those of the field.
type Word struct {
	// Field is the parameter, by its path in the parameters. Low is another one of 16 bits: it is the
	// low half of the word then, and Field the high one.
	Field, Low string
	// Name is what the word is called, if not as the field in C.
	Name string
	// Text says in a few words what it is, with %s for the unit of each field.
	Text string
	// Least and Most are ends that the target has within those of the field; 0 is none.
	Least, Most uint32
	// Fixed: it cannot be set at run time, since the states of running flows are in its unit.
	Fixed bool
}

// MaxPeriod is the longest period of a timer. The firmware takes periods up to 2^30; events out of
// order by 2^20 ns take that much of the distance at which a deadline ahead and one long past are
// distinguished.
const MaxPeriod = 1<<30 - 1<<20

// Param is a parameter as the device library knows it.
type Param struct {
	// Name is the C name of the field that the word sets, or what it is called where it
	// sets none or two: rate_ai, learn_period, arm0, line_rate.
	Name string
	// Text says in a few words what it is, with its unit.
	Text string
	// Least, Most and Default bound the word and set it at the start.
	Least, Most, Default uint32
	// Fixed: it cannot be set at run time.
	Fixed bool
	// Fields are the C statements that set fields from the word %s: "p->rate_ai = %s".
	Fields []string
}

// Upper is the name as C macros and enumerators have it.
func (p Param) Upper() string { return strings.ToUpper(p.Name) }

// Permission is what the device library gets: 1 allows to set the word.
func (p Param) Permission() int {
	if p.Fixed {
		return 0
	}
	return 1
}

// Stores returns the C statements that set the fields from the word w[...].
func (p Param) Stores(word string) []string {
	var s []string
	for _, f := range p.Fields {
		s = append(s, strings.ReplaceAll(f, "%s", word)+";")
	}
	return s
}

// Params returns the parameters of the words, with values as the defaults. t is the type of the
// parameters. The error is that of a word whose field t does not have: a mistake in the algorithm's code.
func (a *Algorithm) Params(t *ir.Type, values []uint64) ([]Param, error) {
	leaves := ir.Layout(t)
	var all []Param
	for _, w := range a.Words {
		p := Param{Name: w.Name, Fixed: w.Fixed}
		var units []any
		for _, path := range []string{w.Field, w.Low} {
			if path == "" {
				continue
			}
			i := slices.IndexFunc(leaves, func(l ir.Leaf) bool { return l.Name == path })
			if i < 0 {
				return nil, fmt.Errorf("%s: the parameters have no field %s", a.Name, path)
			}
			lo, hi := ends(leaves, i)
			c := cPath(path)
			if p.Name == "" {
				p.Name = strings.ReplaceAll(strings.TrimPrefix(c, a.Base), ".", "_")
			}
			switch {
			case path == w.Low:
				p.Least, p.Most, p.Default = p.Least<<16|lo, p.Most<<16|hi, p.Default<<16|uint32(values[i])
				p.Fields = []string{"p->" + c + " = (uint16_t)(%s & 0xffffu)", "p->" + cPath(w.Field) + " = (uint16_t)(%s >> 16)"}
			default:
				p.Least, p.Most, p.Default = lo, hi, uint32(values[i])
				p.Fields = []string{"p->" + c + " = " + fromWord(leaves[i].Kind)}
			}
			units = append(units, unit(&leaves[i]))
		}
		p.Text = fmt.Sprintf(w.Text, units[:strings.Count(w.Text, "%s")]...)
		p.Least = max(p.Least, w.Least)
		if w.Most > 0 {
			p.Most = min(p.Most, w.Most)
		}
		all = append(all, p)
	}
	return all, nil
}

// cPath returns a path of fields as C has it.
func cPath(path string) string {
	parts := strings.Split(path, ".")
	for i, p := range parts {
		name, index, _ := strings.Cut(p, "[")
		if parts[i] = cgen.Snake(name); index != "" {
			parts[i] += "[" + index
		}
	}
	return strings.Join(parts, ".")
}

// fromWord is the value of a field in C for that of a word %s.
func fromWord(k ir.Kind) string {
	switch {
	case k == ir.Bool:
		return "%s != 0u"
	case k.Bits() < 32:
		return fmt.Sprintf("(uint%d_t)%%s", k.Bits())
	}
	return "%s"
}

// unit writes the unit of a field, or what its last bit is worth in its Q format.
func unit(l *ir.Leaf) string {
	f := l.Field.FormatOf()
	switch {
	case f == nil:
		return l.Field.UnitOf()
	case f.FracOf != "":
		return "2^-" + cgen.Snake(f.FracOf)
	case f.Frac <= 16:
		return fmt.Sprintf("1/%d", 1<<f.Frac)
	}
	return fmt.Sprintf("2^-%d", f.Frac)
}

// ends returns the ends of the declared range of a leaf. One that depends on fields beside it is as
// wide as these make it.
func ends(leaves []ir.Leaf, i int) (lo, hi uint32) {
	least, most := leaves[i].Kind.Min(), leaves[i].Kind.Max()
	if leaves[i].Kind == ir.Bool {
		most = big.NewInt(1)
	}
	beside := leaves[i].Name[:strings.LastIndexByte(leaves[i].Name, '.')+1]
	at := func(high bool) func(name string, length bool) *big.Int {
		return func(name string, _ bool) *big.Int {
			j := slices.IndexFunc(leaves, func(l ir.Leaf) bool { return l.Name == beside+name })
			if j < 0 {
				return nil
			}
			lo, hi := ends(leaves, j)
			if high {
				lo = hi
			}
			return new(big.Int).SetUint64(uint64(lo))
		}
	}
	for _, r := range leaves[i].Ranges() {
		a, b, c, d := r.Lo.Eval(at(false)), r.Lo.Eval(at(true)), r.Hi.Eval(at(false)), r.Hi.Eval(at(true))
		if a == nil || c == nil {
			continue
		}
		if b.Cmp(a) < 0 {
			a = b
		}
		if d.Cmp(c) > 0 {
			c = d
		}
		least, most = a, c
	}
	return uint32(least.Uint64()), uint32(most.Uint64())
}
