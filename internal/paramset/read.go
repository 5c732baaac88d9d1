package paramset

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"smartnic-cc/internal/sys/readfile"
	"smartnic-cc/internal/text/nearest"
)

// FileName is the name of the file beside the source.
const FileName = "profiles.toml"

// Limit is the largest file that is read, bytes.
const Limit = 1 << 20

// Read reads profiles: a table of the file each, in its order. file is how messages call it. Every
// profile is checked. The error names file, line, what is wrong and what is right.
func (p *Params) Read(text []byte, file string) ([]*Profile, error) {
	if err := readfile.NoMark(text, file); err != nil {
		return nil, err
	}
	// The decoder knows what is no TOML and which keys are there twice; the parser knows lines.
	var whole map[string]any
	if err := toml.Unmarshal(text, &whole); err != nil {
		var bad *toml.DecodeError
		if errors.As(err, &bad) {
			line, _ := bad.Position()
			return nil, fmt.Errorf("%s:%d: %s", file, line, readfile.OneLine(strings.TrimPrefix(bad.Error(), "toml: ")))
		}
		return nil, fmt.Errorf("%s: %s", file, readfile.OneLine(strings.TrimPrefix(err.Error(), "toml: ")))
	}
	r := &reader{p: p, file: file}
	r.parser.Reset(text)
	for r.parser.NextExpression() {
		if err := r.expression(r.parser.Expression()); err != nil {
			return nil, err
		}
	}
	if err := r.parser.Error(); err != nil {
		return nil, fmt.Errorf("%s: %s", file, readfile.OneLine(err.Error()))
	}
	if len(r.profiles) == 0 {
		return nil, fmt.Errorf("%s: has no profile; write a table with a name, as in [default], and the parameters below it", file)
	}
	for _, of := range r.profiles {
		if err := p.Check(of); err != nil {
			return nil, err
		}
	}
	return r.profiles, nil
}

// Find returns the profile of a name, the first if it is "". The error names those that exist.
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

type reader struct {
	p        *Params
	file     string
	parser   unstable.Parser
	profiles []*Profile
	table    []string // of the expressions that follow: a profile, and a field of it
}

// expression reads a table's head or a key with its value.
func (r *reader) expression(e *unstable.Node) error {
	var keys []string
	place := r.file
	for it := e.Key(); it.Next(); {
		if len(keys) == 0 {
			place = fmt.Sprintf("%s:%d", r.file, r.parser.Shape(it.Node().Raw).Start.Line)
		}
		keys = append(keys, string(it.Node().Data))
	}
	if keys[0] == "" && (len(r.table) == 0 || e.Kind != unstable.KeyValue) {
		return fmt.Errorf("%s: a profile without a name; give it one, as in [default]", place)
	}
	switch e.Kind {
	case unstable.ArrayTable:
		return fmt.Errorf("%s: [[%s]]: a profile is one table; write [%s], and an array as NAME = [1, 2]", place, strings.Join(keys, "."), keys[0])
	case unstable.Table:
		r.table = keys
		r.profile(keys[0], place)
		return nil
	case unstable.KeyValue:
		path := append(slices.Clone(r.table), keys...)
		if len(path) == 1 && e.Value().Kind != unstable.InlineTable {
			return fmt.Errorf("%s: %s: is in no profile; write a table with the profile's name above it, as in [default]", place, path[0])
		}
		return r.value(r.profile(path[0], place), strings.Join(path[1:], "."), e.Value(), place)
	}
	return nil
}

// profile returns the profile of a name, which begins there if there is none yet.
func (r *reader) profile(name, place string) *Profile {
	i := slices.IndexFunc(r.profiles, func(p *Profile) bool { return p.Name == name })
	if i < 0 {
		r.profiles = append(r.profiles, r.p.empty(name, place))
		i = len(r.profiles) - 1
	}
	return r.profiles[i]
}

// value sets the leaves that a value is of.
func (r *reader) value(to *Profile, name string, v *unstable.Node, place string) error {
	switch v.Kind {
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			path := name
			for k := it.Node().Key(); k.Next(); {
				if path != "" {
					path += "."
				}
				path += string(k.Node().Data)
			}
			if err := r.value(to, path, it.Node().Value(), place); err != nil {
				return err
			}
		}
		return nil
	case unstable.Array:
		i := 0
		for it := v.Children(); it.Next(); i++ {
			if err := r.value(to, name+"["+strconv.Itoa(i)+"]", it.Node(), place); err != nil {
				return err
			}
		}
		return nil
	case unstable.Integer, unstable.Bool, unstable.String:
		return r.p.set(to, name, string(v.Data), place)
	}
	return fmt.Errorf("%s: %s: want a whole number, text with a unit, true or false", place, name)
}
