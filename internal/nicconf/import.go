package nicconf

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Options are what a source does not say.
type Options struct {
	// Name is what to call the profile; "" takes the source's name.
	Name string
	// Base is the built-in profile for what is not given and for the modes; "" takes
	// connectx, ionic or irdma by the names in the source.
	Base string
	// Convention is that of dce_tcp_g, if the source does not state it.
	Convention profile.Convention
	// Line is the port's speed, kb/s; 0 if it is not known.
	Line dcqcn.Rate
	// Port is the port whose parameters are taken where names have one (_P1), 1..9; 0
	// is 1.
	Port int
	// Device chooses where a text has several: by mlxconfig's name or number, or
	// nicctl's RoCE device, with /PROFILE where it has several profiles.
	Device string
	// Column chooses where mlxconfig prints several: default, current or next.
	Column string
	// Stdin is what "-" reads.
	Stdin io.Reader
}

// conventionKey is the key by which a text or a profile in TOML states the convention of
// dce_tcp_g.
const conventionKey = "dce_tcp_g_convention"

// Read reads the settings that path leads to: a folder, a text, a profile in TOML, or
// standard input, "-". What they are is found by content. Errors are one line with the
// file, the line if there is one, and what would be right.
func Read(path string, o Options) (*Profile, []Note, error) {
	if columns := []string{"default", "current", "next"}; o.Column != "" && !slices.Contains(columns, o.Column) {
		return nil, nil, fmt.Errorf("column: %.40q is unknown%s; use default, current or next", o.Column, nearest.Hint(o.Column, columns))
	}
	if o.Port < 0 || o.Port > 9 {
		return nil, nil, fmt.Errorf("port: %d is out of range 1..9", o.Port)
	}
	var r *raw
	var err error
	name := nameOf(path)
	if path != "-" && isFolder(path) {
		r, err = fromFolder(path, 2)
	} else {
		var text []byte
		file := path
		if path == "-" {
			file, name = "standard input", "stdin"
			text, err = readfile.All(o.Stdin, file, maxTextFile, tooLong)
		} else {
			text, err = readfile.Input(path, maxTextFile, tooLong)
		}
		if err == nil {
			r, err = parse(text, file, o)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if r.name == "" {
		r.name = name
		if strings.Trim(name, "0123456789") == "" {
			r.name = "profile " + name // ionic's folders have numbers
		}
	}
	return build(r, o)
}

// nameOf is what a profile from a path is called: the folder, or the file without its
// ending.
func nameOf(path string) string {
	base := filepath.Base(path)
	if base == "." || base == ".." {
		if full, err := filepath.Abs(path); err == nil {
			base = filepath.Base(full)
		}
	}
	name := strings.TrimSuffix(base, filepath.Ext(base))
	if name == "" || isFolder(path) { // a folder's name may be 0000:04:00.0
		return base
	}
	return name
}

// Parse is Read of a text. file is for messages.
func Parse(text []byte, file string, o Options) (*Profile, []Note, error) {
	r, err := parse(text, file, o)
	if err != nil {
		return nil, nil, err
	}
	r.name = cmp.Or(r.name, "text")
	return build(r, o)
}

// Found is what a package above this one reads in a text.
type Found struct {
	// Title says what was read, Base is the built-in profile for the rest, Line the port's speed, kb/s, or 0.
	Title, Base string
	Line        uint64
	// Settings are parameters by their names in package dcqcn/profile, dce_tcp_g as the weight of the old alpha.
	Settings []FoundSetting
	Notes    []Note
}

// FoundSetting is a parameter, its value in the parameter's unit, and the file, with the line if there is one.
type FoundSetting struct{ Parameter, Value, Where string }

var above []func(text []byte, file string) (*Found, error)

// Register adds a reader for programs that import its package. It returns nil for a text that is not of its kind.
func Register(read func(text []byte, file string) (*Found, error)) { above = append(above, read) }

func parse(text []byte, file string, o Options) (*raw, error) {
	if !plain(text) {
		if err := readfile.RefuseBOM(text, file); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: is no text; want settings as docs/profiles.md lists them", file)
	}
	for _, read := range above {
		f, err := read(text, file)
		if err != nil {
			return nil, err
		}
		if f != nil {
			r := &raw{title: f.Title, base: f.Base, line: dcqcn.Rate(min(f.Line, uint64(profile.MaxLine))), notes: f.Notes, convention: profile.OldWeight.String()}
			for _, s := range f.Settings {
				r.list = append(r.list, setting{s.Parameter, s.Parameter, s.Value, s.Where})
			}
			return r, nil
		}
	}
	switch {
	case isTOML(text):
		return fromTOML(text, file)
	case isOTG(text):
		return fromOTG(text, file, o)
	case isMlxconfig(text):
		return fromMlxconfig(text, file, o)
	case isNicctl(text):
		return fromNicctlShow(text, file, o)
	}
	r, err := fromCommands(text, file, o)
	if r != nil || err != nil {
		return r, err
	}
	return fromLines(text, file, o)
}

// baseOf returns the built-in profile that goes with a source.
func (r *raw) baseOf() string {
	switch {
	case r.base != "":
		return r.base
	case r.from == fromIRDMA, slices.ContainsFunc(r.list, func(s setting) bool { return strings.HasPrefix(s.knob, "dcqcn_") }):
		return "irdma"
	case r.from == fromIonic || r.from == fromNicctl || r.from == fromOption:
		return "ionic"
	}
	return "connectx"
}

// build makes a profile of what was read.
func build(r *raw, o Options) (*Profile, []Note, error) {
	base := o.Base
	if base == "" {
		base = r.baseOf()
	}
	line := cmp.Or(o.Line, r.line)
	// Without a speed, the values are checked against that of the fastest port.
	at := cmp.Or(line, profile.MaxLine)
	d, err := baseProfile(base, at)
	if err != nil {
		if o.Base != "" {
			err = fmt.Errorf("base: %w", err)
		}
		return nil, nil, err
	}
	if len(r.list) == 0 && r.base == "" {
		return nil, nil, fmt.Errorf("%s: no parameter in it", r.read())
	}
	if err := r.convert(o, base); err != nil {
		return nil, nil, err
	}
	given := map[string]bool{}
	for _, s := range r.list {
		next, beyond, err := set(d, s.knob, s.value)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.where, err)
		}
		if beyond {
			k := knob(s.knob)
			r.note(s.where, "%s is %s, outside the documented %s; kept as it is", s.name, withUnit(k, s.value), k.Range())
		}
		r.driverLimits(s, base)
		d = next
		given[s.knob] = true
	}
	if err := profile.Check(d.RP); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", r.read(), err)
	}
	p := &Profile{Name: r.name, Base: base, Source: r.title, Line: line, RPEnabled: r.rp, NPEnabled: r.np, Other: r.others}
	p.Name = cmp.Or(o.Name, p.Name)
	slices.SortFunc(p.Other, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	p.Other = slices.Compact(p.Other)
	if err := p.take(&d, given); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", r.read(), err)
	}
	r.missing(p)
	r.states(p)
	return p, r.notes, nil
}

// missing notes what the source does not have.
func (r *raw) missing(p *Profile) {
	names := collect.Pick(p.Values, func(v Value) (string, bool) { return v.Name, !v.Given && nameIn(r.from, v.Name) != "" })
	if len(names) > 0 && r.from != fromText {
		r.note("", "not in the source, as in %s: %s", p.Base, strings.Join(names, ", "))
	}
}

func init() { reaction.RegisterReader(readProfile) }

// readProfile reads the settings that path leads to, for a port of the given speed.
func readProfile(path string, line dcqcn.Rate) (profile.Profile, *reaction.File, error) {
	p, _, err := Read(path, Options{Line: line})
	if err != nil {
		return profile.Profile{}, nil, err
	}
	d, err := p.At(line)
	return d, &reaction.File{Name: p.Name, Base: p.Base, TOML: func(source string) string {
		copied := *p
		copied.Source = source
		return copied.toml()
	}}, err
}
