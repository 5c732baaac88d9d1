package nicconf

import (
	"cmp"
	"fmt"
	"math/big"
	"path"
	"strconv"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/base/text/pattern"
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

// setting is a parameter in a source's terms.
type setting struct {
	knob  string // of the parameter
	name  string // in the source
	value string // a decimal number
	where string // file, and the line if there is one
}

// read names what was read, for messages.
func (r *raw) read() string {
	return cmp.Or(r.label, r.title)
}

// note adds a note.
func (r *raw) note(where, format string, args ...any) {
	r.notes = append(r.notes, Note{where, fmt.Sprintf(format, args...)})
}

// prioMask is mlxconfig's name of the priorities on which both ends work, a bit each.
const prioMask = "ROCE_CC_PRIO_MASK"

// add takes a setting under the name that the source r.from has for it, and reports whether it has that name. A name
// may come twice with one value.
func (r *raw) add(name, value, where string) (known bool, err error) {
	return r.addFrom(r.from, name, name, value, where)
}

// addFrom is add under the name of another source; shown is what messages call it.
func (r *raw) addFrom(from source, name, shown, value, where string) (known bool, err error) {
	k, other := find(from, name)
	mask := from == fromNV && strings.EqualFold(name, prioMask)
	if k == "" && !mask {
		return false, nil
	}
	// ionic's tree shares some names with mlx5's, so that only a name that is ionic's alone shows it.
	if r.from == fromText || from == fromIonic {
		r.from = from
	}
	if mask {
		return true, r.mask(value, where)
	}
	return true, r.put(k, other, shown, value, where)
}

// path takes a value under the path of a parameter's file, and reports whether it is one.
func (r *raw) path(file, value, where string) (known bool, err error) {
	base, dir := path.Base(file), path.Base(path.Dir(file))
	if end := path.Base(path.Dir(path.Dir(file))); dir == "enable" {
		bit, err := strconv.Atoi(base)
		if err != nil || bit < 0 || bit > 7 || end != "roce_rp" && end != "roce_np" {
			return false, nil
		}
		return true, r.enables(end, bit, value, where)
	}
	if dir != "roce_rp" && dir != "roce_np" {
		if strings.EqualFold(file, prioMask) {
			return r.addFrom(fromNV, file, file, value, where)
		}
		k, other, from := anyName(file)
		if k == "" {
			return false, nil
		}
		if r.from == fromText {
			r.from = from
		}
		return true, r.put(k, other, base, value, where)
	}
	if k, other := find(fromSysfs, base); k != "" && !other && r.from != fromIonic {
		return r.addFrom(fromSysfs, base, base, value, where)
	}
	return r.addFrom(fromIonic, base, base, value, where)
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

// enables notes whether an end, roce_rp or roce_np, works on a priority: value is 0 or 1.
func (r *raw) enables(end string, bit int, value, where string) error {
	if value != "0" && value != "1" {
		return fmt.Errorf("%s: enable/%d: %.40q is not 0 or 1", where, bit, value)
	}
	mask := &r.rp
	if end == "roce_np" {
		mask = &r.np
	}
	if *mask == nil {
		*mask = new(uint8)
	}
	if value == "1" {
		**mask |= 1 << bit
	}
	return nil
}

// mask reads the priorities of both ends.
func (r *raw) mask(text, where string) error {
	v, err := number(text)
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	bits, err := strconv.ParseUint(v, 10, 8)
	if err != nil {
		return fmt.Errorf("%s: %s %.20s is out of range 0..255", where, prioMask, v)
	}
	rp, np := uint8(bits), uint8(bits)
	r.rp, r.np = &rp, &np
	return nil
}

var (
	decimalForm = pattern.Of(`^[0-9]{1,12}(\.[0-9]{1,24})?$`)
	hexForm     = pattern.Of(`^0[xX][0-9a-fA-F]{1,8}$`)
	inBrackets  = pattern.Of(`^[A-Za-z_0-9]*\(([0-9]{1,10})\)$`)
)

// number returns a value as a decimal number: 300, 0x12c, True(1), Y, enabled.
func number(text string) (string, error) {
	switch strings.ToLower(text) {
	case "true", "y", "yes", "on", "enable", "enabled":
		return "1", nil
	case "false", "n", "no", "off", "disable", "disabled":
		return "0", nil
	}
	if m := inBrackets().FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	switch {
	case decimalForm().MatchString(text):
		// 007 and 7 are one value; 1.50 and 1.5 too.
		v, _ := new(big.Rat).SetString(text)
		if v.IsInt() {
			return v.Num().String(), nil
		}
		return strings.TrimRight(v.FloatString(24), "0"), nil
	case hexForm().MatchString(text):
		v, _ := new(big.Int).SetString(text[2:], 16)
		return v.String(), nil
	case strings.ContainsAny(text, "$`"):
		return "", fmt.Errorf("%.40q is a variable; write its value", text)
	}
	return "", fmt.Errorf("%.40q is not a number; want one such as 300", text)
}
