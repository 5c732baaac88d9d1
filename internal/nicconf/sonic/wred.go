package sonic

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Color is what a switch gives a packet on its way in, the order in which it drops.
type Color string

// The colours of SAI.
const (
	Green  Color = "green"
	Yellow Color = "yellow"
	Red    Color = "red"
)

// Colors are all of them.
func Colors() []Color { return []Color{Green, Yellow, Red} }

// marked has the colours that each value of ecn names.
var marked = map[string][]Color{
	"ecn_none": nil, "ecn_all": Colors(), "ecn_green": {Green}, "ecn_yellow": {Yellow}, "ecn_red": {Red},
	"ecn_green_yellow": {Green, Yellow}, "ecn_green_red": {Green, Red}, "ecn_yellow_red": {Yellow, Red},
}

// Profile is a WRED profile.
type Profile struct {
	// Name is its key in WRED_PROFILE.
	Name string `json:"name"`
	// ECN is the colours that are marked: ecn_none, ecn_all, ecn_green and so on.
	ECN string `json:"ecn"`
	// Enabled are the colours whose wred_COLOR_enable is true; SAI's default is false.
	Enabled []Color `json:"enabled"`
	// Unknown are the fields that neither SONiC's YANG model nor ECTFields has, sorted.
	Unknown []string `json:"unknown,omitempty"`

	values map[string]uint64 // fields of bytes and percent that are set
}

// Named reports whether ecn names a colour.
func (p *Profile) Named(c Color) bool { return slices.Contains(marked[p.ECN], c) }

// Value returns a field of bytes or percent; set reports whether the profile has it.
func (p *Profile) Value(field string) (v uint64, set bool) {
	v, set = p.values[field]
	return v, set
}

// Quantities are what a profile has of each colour for ECN-capable packets alone.
func Quantities() []string { return []string{"min_threshold", "max_threshold", "mark_probability"} }

// ectFields are the names of such a quantity, in the spelling of the change to SONiC that
// brings them (sonic-swss PR 4719), and in its first one.
func ectFields(c Color, quantity string) []string {
	return []string{fmt.Sprintf("%s_ect_%s", c, quantity), fmt.Sprintf("ecn_%s_%s", c, quantity)}
}

// dropFields are the names of such quantities for drops, and for marks where there is no
// other.
func dropFields(c Color) []string {
	return []string{string(c) + "_min_threshold", string(c) + "_max_threshold", string(c) + "_drop_probability"}
}

// ECT returns one of Quantities, under the name that comes first in ectFields if both are
// there. Where none is, the name is the first.
func (p *Profile) ECT(c Color, quantity string) (v uint64, field string, set bool) {
	fields := ectFields(c, quantity)
	for _, field := range fields {
		if v, set := p.values[field]; set {
			return v, field, true
		}
	}
	return 0, fields[0], false
}

// ECTFields returns the fields of ECN-capable packets that are set, by colour.
func (p *Profile) ECTFields() (list []string) {
	for _, c := range Colors() {
		for _, q := range Quantities() {
			for _, field := range ectFields(c, q) {
				if _, set := p.values[field]; set {
					list = append(list, field)
				}
			}
		}
	}
	return list
}

// most has the largest value of each field that is a number. orchagent reads them by
// stoi, which refuses what an int does not hold.
var most = func() map[string]int64 {
	m := map[string]int64{}
	for _, c := range Colors() {
		list := dropFields(c)
		list = append(list, collect.Lists(Quantities(), func(q string) []string { return ectFields(c, q) })...)
		for _, field := range list {
			m[field] = math.MaxInt32
			if strings.HasSuffix(field, "probability") {
				m[field] = 100
			}
		}
	}
	return m
}()

// Marking is what a profile does to ECN-capable packets of one colour.
type Marking struct {
	Profile
	Color Color `json:"color"`
	// Min and Max are the thresholds, bytes; 0 if they are not set. Percent is the
	// probability at Max; SAI's default is 100.
	Min     uint64 `json:"min_bytes"`
	Max     uint64 `json:"max_bytes"`
	Percent uint64 `json:"percent"`
	// MinField, MaxField and PercentField name the fields that these are of.
	MinField     string `json:"min_field"`
	MaxField     string `json:"max_field"`
	PercentField string `json:"percent_field"`
}

// Marks reports whether packets of the colour are marked.
func (m *Marking) Marks() bool { return m.Named(m.Color) && slices.Contains(m.Enabled, m.Color) }

// Marking returns what the profile does to ECN-capable packets of a colour. What it has
// for them alone goes before what it has for drops, each for itself; but as in sonic-swss
// PR 4719 both thresholds are passed over where Min is above Max or set alone.
func (p *Profile) Marking(c Color) Marking {
	lo, _, _ := p.ECT(c, "min_threshold")
	hi, _, _ := p.ECT(c, "max_threshold")
	var values [3]uint64
	var fields [3]string
	for i, q := range Quantities() {
		v, field, set := p.ECT(c, q)
		if !set || lo > hi && i < 2 {
			field = dropFields(c)[i]
			v, set = p.values[field]
		}
		if !set && i == 2 {
			v = 100
		}
		values[i], fields[i] = v, field
	}
	return Marking{*p, c, values[0], values[1], values[2], fields[0], fields[1], fields[2]}
}

func (c *Config) profiles(db database) error {
	list := db["WRED_PROFILE"]
	for _, name := range slices.Sorted(maps.Keys(list)) {
		p, err := list[name].profile(name)
		if err != nil {
			return fmt.Errorf("WRED_PROFILE %q: %w", name, err)
		}
		c.Profiles = append(c.Profiles, p)
	}
	return nil
}

// profile reads the fields of a profile. Words are taken as SONiC takes them, letter for
// letter.
func (t table) profile(name string) (Profile, error) {
	p := Profile{Name: name, ECN: "ecn_none", Enabled: []Color{}, values: map[string]uint64{}}
	for _, field := range slices.Sorted(maps.Keys(t)) {
		text := t.text(field)
		if limit, ok := most[field]; ok {
			v, _, err := t.number(field, limit)
			if err != nil {
				return p, err
			}
			p.values[field] = v
			continue
		}
		i := slices.IndexFunc(Colors(), func(c Color) bool { return field == "wred_"+string(c)+"_enable" })
		switch {
		case field == "ecn":
			if _, ok := marked[text]; !ok {
				words := slices.Sorted(maps.Keys(marked))
				return p, fmt.Errorf("ecn: %.40q is unknown%s; SONiC takes %s", text, nearest.Hint(text, words), strings.Join(words, ", "))
			}
			p.ECN = text
		case i >= 0:
			on, err := strconv.ParseBool(text)
			if err != nil || text != strconv.FormatBool(on) {
				return p, fmt.Errorf("%s: %.40q is unknown; SONiC takes true, false", field, text)
			}
			if on {
				p.Enabled = append(p.Enabled, Colors()[i])
			}
		case field != "NULL": // that of an entry without fields
			p.Unknown = append(p.Unknown, field)
		}
	}
	slices.SortFunc(p.Enabled, func(a, b Color) int { return slices.Index(Colors(), a) - slices.Index(Colors(), b) })
	return p, nil
}

// FieldHint returns a hint at the field that an unknown name may mean, or "".
func FieldHint(field string) string {
	known := append(slices.Sorted(maps.Keys(most)), collect.Of(Colors(), func(c Color) string { return "wred_" + string(c) + "_enable" })...)
	return nearest.Hint(field, append(known, "ecn"))
}
