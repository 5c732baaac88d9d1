package port

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/text/collect"
)

// held is the profiles of a package of a header, and which of its algorithms the header has.
type held struct {
	algorithms.Entry
	algorithms []string
}

// families returns the profiles of what Only names, of everything if it is empty, and of the
// packages that import these. An unknown name is left to cgen.Generate to refuse.
func (c *Config) families() (has, above []held, err error) {
	p, err := codegen.Firmware()
	if err != nil {
		return nil, nil, err
	}
	entries, err := algorithms.Entries()
	if err != nil {
		return nil, nil, err
	}
	named := func(q *ir.Package) bool {
		return len(c.Only) == 0 || slices.ContainsFunc(c.Only, func(name string) bool {
			pkg, _, _ := strings.Cut(name, ".")
			if t := p.Transducer(name); t != nil {
				return t.Pkg == q
			}
			return pkg == q.Name || p.Package(pkg) == nil
		})
	}
	for _, e := range entries {
		q := p.Package(e.Package)
		if q == nil {
			continue // an instance, which the program does not have
		}
		h := held{Entry: e}
		for _, t := range p.Transducers {
			if t.Pkg == q && (len(c.Only) == 0 || slices.ContainsFunc(c.Only, func(name string) bool { return names(p, t, name) })) {
				h.algorithms = append(h.algorithms, t.Name)
			}
		}
		switch {
		case named(q):
			has = append(has, h)
		case slices.ContainsFunc(q.Imports, named):
			above = append(above, h)
		}
	}
	return has, above, nil
}

// names reports whether an element of Only names a transducer: itself, its package, one of its functions
// (dolcerc.Step4), or one of its package that belongs to no transducer.
func names(p *ir.Program, t *ir.Transducer, name string) bool {
	pkg, _, function := strings.Cut(name, ".")
	if name == t.Name || pkg != t.Pkg.Name || !function {
		return name == t.Name || pkg == t.Pkg.Name && !function
	}
	others := slices.ContainsFunc(p.Transducers, func(x *ir.Transducer) bool { return owns(x, name) })
	return owns(t, name) || !others
}

// owns reports whether a function is that of a transducer's directive.
func owns(t *ir.Transducer, name string) bool {
	return slices.ContainsFunc([]*ir.Func{t.Step, t.Init, t.Next, t.First, t.View}, func(f *ir.Func) bool { return f != nil && f.FullName() == name })
}

// initializers returns the parameters of the profiles, and their description for the head of the header.
func (c *Config) initializers() ([]cgen.Initializer, string, error) {
	words := c.Change.Args()
	if len(c.Profiles) == 0 {
		if len(words) > 0 {
			return nil, "", fmt.Errorf("%s: it changes a profile; name that with --profile", strings.TrimPrefix(words[0], "--"))
		}
		return nil, "none: all parameters are arguments of the functions", nil
	}
	if _, err := linerate.Parse(c.Line); err != nil {
		return nil, "", err
	}
	has, above, err := c.families()
	if err != nil {
		return nil, "", err
	}
	if err := c.takesChanges(has); err != nil {
		return nil, "", err
	}
	var all []cgen.Initializer
	var text []string
	from := map[string]string{}
	for _, name := range c.Profiles {
		h, err := c.header(name, has, above)
		if err != nil {
			return nil, "", err
		}
		if other, again := from[h.ID]; again {
			return nil, "", fmt.Errorf("profile: %s and %s would both be %s in the header; leave one out, or change the name in its file", other, name, h.ID)
		}
		from[h.ID] = name
		for _, m := range h.Macros {
			all = append(all, cgen.Initializer{Name: m.Name, Type: m.Type, Comment: m.Comment, Values: m.Values, Profile: name})
		}
		text = append(text, name+" at "+c.Line+h.Title)
		if len(words) > 0 {
			text = append(text, "  changed by "+strings.Join(words, " "))
		}
		text = append(text, collect.Of(h.Notes, func(note string) string { return "  " + note })...)
	}
	return all, strings.Join(text, "\n"), nil
}

// takesChanges refuses changes that affect nothing in the header.
func (c *Config) takesChanges(has []held) error {
	only := strings.Join(c.Only, ",")
	if len(has) == 0 || !slices.ContainsFunc(has, func(h held) bool { return h.Files() || len(h.algorithms) > 0 }) {
		return fmt.Errorf("profile: %s has no parameters that profiles give; leave --profile out, or name algorithms with --only, as in dolcerc4", only)
	}
	takes := collect.Pick(has, func(h held) (profile.Family, bool) { return h.Family, len(h.algorithms) > 0 })
	if err := algorithms.UnusedOptions(c.Change, takes); err != nil {
		return err
	}
	if words := c.Change.Args(); len(words) > 0 && !slices.ContainsFunc(has, func(h held) bool { return h.Changes() }) {
		return fmt.Errorf("%s: it changes profiles of %s, and the header has only %s; leave it out", strings.TrimPrefix(words[0], "--"), algorithms.Titles(), only)
	}
	return nil
}

// header assembles what the header's packages have of one profile. The macros of a package that imports another may
// repeat those.
func (c *Config) header(name string, has, above []held) (*profile.Header, error) {
	var out *profile.Header
	ask := func(h held) error {
		r := profile.Request{Choice: c.Change, Algorithms: h.algorithms, All: len(c.Only) == 0}
		r.Profile, r.Line = name, c.Line
		its, err := h.Header(r)
		if err != nil {
			return err
		}
		if out == nil {
			out = &profile.Header{ID: its.ID}
		}
		if out.Title == "" && its.Title != "" {
			out.Title = ": " + its.Title
		}
		out.Notes = append(out.Notes, its.Notes...)
		for _, m := range its.Macros {
			if !slices.ContainsFunc(out.Macros, func(x profile.Macro) bool { return x.Name == m.Name }) {
				out.Macros = append(out.Macros, m)
			}
		}
		return nil
	}
	files := slices.ContainsFunc(has, func(h held) bool { return h.Files() })
	for _, h := range has {
		if h.Has(name) {
			if err := ask(h); err != nil {
				return nil, err
			}
		}
	}
	for _, h := range above {
		if out == nil && files && slices.Contains(h.Names(), name) {
			if err := ask(h); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case out != nil:
		return out, nil
	case files:
		return nil, algorithms.UnknownProfile(name)
	}
	var known []string
	for _, h := range has {
		known = collect.Union(known, h.Names()...)
	}
	return nil, fmt.Errorf("profile: %s has no parameters of %s; it has %s", name, strings.Join(c.Only, ","), strings.Join(known, ", "))
}
