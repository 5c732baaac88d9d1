package nicconf

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"smartnic-cc/dcqcn"
)

// raw is what a reader found, before anything is made of it.
type raw struct {
	from   source
	title  string // what was read, in a line
	label  string // for messages; title if ""
	list   []setting
	others []Setting
	rp, np *uint8
	line   dcqcn.Rate
	notes  []Note
	// What a TOML profile says of itself, and texts of package dcqcn/profile.
	name, base, convention string
}

// setting is one parameter as a source has it.
type setting struct {
	knob  string // of the parameter
	name  string // in the source
	value string // a decimal number
	where string // file, and the line if there is one
}

// read names what was read, for messages.
func (r *raw) read() string {
	if r.label != "" {
		return r.label
	}
	return r.title
}

// note adds a note.
func (r *raw) note(where, format string, args ...any) {
	r.notes = append(r.notes, Note{where, fmt.Sprintf(format, args...)})
}

// add takes a setting under the name that the source r.from has for it; unknown tells
// that there is no such name. A name may come twice with one value.
func (r *raw) add(name, value, where string) (unknown bool, err error) {
	k, other := find(r.from, name)
	if k == "" {
		return true, nil
	}
	return false, r.put(k, other, name, value, where)
}

func (r *raw) put(k string, other bool, name, value, where string) error {
	if other {
		for _, o := range r.others {
			if o.Name == k && o.Value != value {
				return fmt.Errorf("%s: %s: %.40q here and %.40q before; keep one", where, name, value, o.Value)
			}
		}
		r.others = append(r.others, Setting{k, value})
		return nil
	}
	v, err := number(value)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", where, name, err)
	}
	for _, s := range r.list {
		if s.knob == k && s.value != v {
			return fmt.Errorf("%s: %s: %s here and %s at %s; keep one", where, name, v, s.value, s.where)
		}
		if s.knob == k {
			return nil
		}
	}
	r.list = append(r.list, setting{k, name, v, where})
	return nil
}

// get returns a parameter that was found.
func (r *raw) get(knob string) *setting {
	for i := range r.list {
		if r.list[i].knob == knob {
			return &r.list[i]
		}
	}
	return nil
}

// enable notes the priorities on which an end works; mask has a bit each.
func (r *raw) enable(end **uint8, bit int, on bool) {
	if *end == nil {
		*end = new(uint8)
	}
	if on {
		**end |= 1 << bit
	}
}

var (
	decimalForm = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,24})?$`)
	hexForm     = regexp.MustCompile(`^0[xX][0-9a-fA-F]{1,8}$`)
	inBrackets  = regexp.MustCompile(`^[A-Za-z_0-9]*\(([0-9]{1,10})\)$`)
)

// number returns a value as a decimal number: 300, 0x12c, True(1), Y, enabled.
func number(text string) (string, error) {
	switch strings.ToLower(text) {
	case "true", "y", "yes", "on", "enable", "enabled":
		return "1", nil
	case "false", "n", "no", "off", "disable", "disabled":
		return "0", nil
	}
	if m := inBrackets.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	switch {
	case decimalForm.MatchString(text):
		// 007 and 7 are one value; 1.50 and 1.5 too.
		v, _ := new(big.Rat).SetString(text)
		if v.IsInt() {
			return v.Num().String(), nil
		}
		return strings.TrimRight(v.FloatString(24), "0"), nil
	case hexForm.MatchString(text):
		v, _ := new(big.Int).SetString(text[2:], 16)
		return v.String(), nil
	case strings.ContainsAny(text, "$`"):
		return "", fmt.Errorf("%.40q is a variable; write its value", text)
	}
	return "", fmt.Errorf("%.40q is not a number; want one such as 300", text)
}
