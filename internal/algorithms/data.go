package algorithms

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms/paramset"
	"smartnic-cc/internal/base/text/collect"
)

// data is a package's profiles that are data: the profiles.toml next to its source.
type data struct {
	name     string // of the package
	of       map[string]*ir.Transducer
	first    string // of the algorithms
	file     string
	profiles []*paramset.Profile
}

// dataOf reads the profiles of the package in a folder, nil if it has none.
func dataOf(dir string) (profile.Family, error) {
	file := path.Join(dir, paramset.FileName)
	text, err := fs.ReadFile(smartnic.Source, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := codegen.Declared(dir)
	if err != nil {
		return nil, err
	}
	d := &data{name: path.Base(dir), of: map[string]*ir.Transducer{}, file: file}
	for _, t := range p.Transducers {
		if t.Pkg.Dir != dir {
			continue
		}
		d.of[t.Name] = t
		d.first = cmp.Or(d.first, t.Name)
		if d.profiles, err = params(t).Read(text, file); err != nil {
			return nil, err
		}
	}
	if len(d.of) == 0 {
		return nil, fmt.Errorf("%s: package %s has no algorithm; remove the file", file, d.name)
	}
	return d, nil
}

func params(t *ir.Transducer) *paramset.Params {
	return paramset.New(t, func(at ir.Pos) string { return fmt.Sprintf("%s:%d", at.File, at.Line) })
}

// Title and the other methods implement profile.Family.
func (d *data) Title() string { return d.name }

// Algorithm returns the first in the source.
func (d *data) Algorithm(profile.Choice) string { return d.first }

func (d *data) Names() []string {
	return collect.Of(d.profiles, func(p *paramset.Profile) string { return p.Name })
}

func (d *data) Has(name string) bool { return slices.Contains(d.Names(), name) }

func (d *data) Files() bool { return false }

func (d *data) Changes() bool { return true }

func (d *data) Settings() []profile.Setting { return nil }

// Params accepts changes by the names of fields.
func (d *data) Params(algorithm string, c profile.Choice) ([]uint64, string, error) {
	if given := c.SetOptions(); len(given) > 0 {
		return nil, "", fmt.Errorf("%s: it changes profiles of other algorithms, not those of %s; use --set NAME=VALUE", given[0], algorithm)
	}
	found, err := paramset.Find(d.profiles, c.Profile, d.file)
	if err != nil {
		return nil, "", err
	}
	p, own := params(d.of[algorithm]), found.Clone()
	for _, change := range c.Set {
		if err := p.Change(own, change); err != nil {
			return nil, "", err
		}
	}
	c.Profile, c.Line = own.Name, "" // it does not depend on a port's speed
	return own.Values, c.Title(), p.Check(own)
}

// Header has a macro for each type of parameters.
func (d *data) Header(r profile.Request) (*profile.Header, error) {
	h := &profile.Header{ID: word(r.Profile)}
	for _, name := range r.Algorithms {
		t := d.of[name].Params.Decl
		of := t.Pkg.Name + "." + t.Name
		if slices.ContainsFunc(h.Macros, func(m profile.Macro) bool { return m.Type == of }) {
			continue
		}
		values, _, err := d.Params(name, r.Choice)
		if err != nil {
			return nil, err
		}
		h.Macros = append(h.Macros, profile.Macro{
			Name: t.Pkg.Name + "_" + cgen.Snake(t.Name) + "_" + h.ID, Type: of, Values: values,
			Comment: fmt.Sprintf("Parameters of profile %s (%s).", r.Profile, d.file),
		})
	}
	return h, nil
}

// word returns a name in the form for the end of a macro's name.
func word(name string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(name))
}
