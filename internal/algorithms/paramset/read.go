package paramset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/tomlfile"
)

// FileName is the name of the file next to the source.
const FileName = "profiles.toml"

// Limit is the largest file that is read, bytes.
const Limit = 1 << 20

// Read reads the profiles of a file, one per table, in order. file is its name for messages. Every profile is
// checked. The error names file and line, what is wrong and what would be right.
func (p *Params) Read(text []byte, file string) ([]*Profile, error) {
	var tables map[string]any
	lines, err := tomlfile.Decode(text, file, &tables)
	if err != nil {
		return nil, err
	}
	if len(tables) == 0 {
		return nil, fmt.Errorf("%s: has no profile; write a table with a name, as in [default], and the parameters below it", file)
	}
	var profiles []*Profile
	for _, name := range slices.SortedFunc(maps.Keys(tables), func(a, b string) int { return cmp.Compare(lineOf(lines, a), lineOf(lines, b)) }) {
		place := fmt.Sprintf("%s:%d", file, lineOf(lines, name))
		switch tables[name].(type) {
		case map[string]any:
		case []any:
			return nil, fmt.Errorf("%s: [[%s]]: a profile is one table; write [%[2]s], and an array as NAME = [1, 2]", place, name)
		default:
			return nil, fmt.Errorf("%s: %s: is in no profile; write a table with the profile's name above it, as in [default]", place, name)
		}
		if name == "" {
			return nil, fmt.Errorf("%s: a profile without a name; give it one, as in [default]", place)
		}
		of := p.empty(name, place)
		list := leaves(nil, lines, tomlfile.Join("", name), "", tables[name])
		slices.SortStableFunc(list, func(a, b leaf) int { return cmp.Compare(a.line, b.line) })
		for _, l := range list {
			if err := p.leaf(of, l, file); err != nil {
				return nil, err
			}
		}
		profiles = append(profiles, of)
	}
	for _, of := range profiles {
		if err := p.Check(of); err != nil {
			return nil, err
		}
	}
	return profiles, nil
}

// lineOf returns the line on which a profile begins.
func lineOf(lines tomlfile.Lines, name string) int {
	key := tomlfile.Join("", name)
	return max(lines[key], lines[key+"[0]"])
}

// leaf is a value in a file.
type leaf struct {
	name  string // of the parameter
	value any
	line  int
}

// leaves adds the values in v. key is the place of v in the file, and name its parameter or struct.
func leaves(list []leaf, lines tomlfile.Lines, key, name string, v any) []leaf {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			list = leaves(list, lines, tomlfile.Join(key, k), strings.TrimPrefix(name+"."+k, "."), v[k])
		}
		return list
	case []any:
		for i := range v {
			at := "[" + strconv.Itoa(i) + "]"
			list = leaves(list, lines, key+at, name+at, v[i])
		}
		return list
	}
	return append(list, leaf{name, v, lines.Line(key)})
}

// leaf sets the parameter of a value.
func (p *Params) leaf(to *Profile, l leaf, file string) error {
	place := fmt.Sprintf("%s:%d", file, l.line)
	switch l.value.(type) {
	case int64, bool, string:
		return p.set(to, l.name, fmt.Sprint(l.value), place)
	}
	return fmt.Errorf("%s: %s: want a whole number, text with a unit, true or false", place, l.name)
}

// Find returns the profile of a name, the first if it is "". The error lists the known ones.
func Find(profiles []*Profile, name, file string) (*Profile, error) {
	if name == "" {
		return profiles[0], nil
	}
	var names []string
	for _, p := range profiles {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return nil, fmt.Errorf("profile: %.60q is unknown%s; %s has %s", name, nearest.Hint(name, names), file, strings.Join(names, ", "))
}
