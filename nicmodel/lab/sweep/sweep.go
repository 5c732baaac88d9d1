package sweep

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/tomlfile"
	"smartnic-cc/nicmodel/lab/experiment"
)

// Sweep is a sweep file that was understood.
type Sweep struct {
	// Name is the name of the file without folder and ending, Title what it says of itself.
	Name, Title string
	// Metric is what is to be small; a fit has none.
	Metric   Metric
	Strategy Strategy
	// Seeds are those of the search, HeldOut those that what it found is run with again;
	// none is in both.
	Seeds, HeldOut []uint64
	// Environments are all in which a setting is run.
	Environments []Environment
	// Schemes are the baseline and its rival.
	Schemes [2]Scheme
	// Others are schemes without axes, to compare with.
	Others []Scheme
	// Targets are numbers that both schemes are fitted to. With any, the sweep is a fit: the
	// axes for both schemes are the first ones of each, and one walk searches all.
	Targets []Target

	shared int // axes for both schemes in a fit
	// places are the values of the one axis for both that the environments are along, and axis its
	// name: what a figure is drawn over.
	places []float64
	axis   string
	path   string
}

// The schemes that are searched, by their number in Sweep.Schemes.
const (
	Baseline = iota
	Rival
)

// Environment is what a scheme runs in: a scenario with a load, a change and the values of axes for
// both schemes.
type Environment struct {
	// Name is the scenario's, with the load, the change and the values.
	Name string
	// Values are what Name is made of, by the name of an axis, "load" and "change".
	Values map[string]string
	// point is a point without scheme, setting and seed.
	point experiment.Point
	// both are the changes of a change and of axes for both schemes, own those of a change for one of them.
	both []string
	own  [2][]string
	tail string // of Name, while it is made
}

// Scheme is an algorithm with parameters that may be searched.
type Scheme struct {
	Name string
	// Set are the changes of a scenario that make it, as in "nic[0].algorithm=dolcerc".
	Set  []string
	Axes []Axis
}

// Axis is a parameter or several that change together.
type Axis struct {
	Name   string
	Values []Value
}

// Value is one value of an axis.
type Value struct {
	Name string
	// Set are the changes that it makes.
	Set []string
}

// Bounds of what a file may ask for.
const (
	maxEnvironments = 1000
	maxAxes         = 32
	maxValues       = 1000
	maxBudget       = 100_000
	maxName         = 200
	maxPoints       = 1_000_000
)

// named reports whether a name can stand in tables.
func named(name string) bool {
	return name != "" && len(name) <= maxName && !strings.ContainsFunc(name, unicode.IsControl)
}

// Parse understands a sweep file. name is for messages; the scenarios that it names are
// relative to its folder.
func Parse(text []byte, name string) (*Sweep, error) {
	return parse(text, name, func(path, hint string) ([]byte, error) { return readfile.Any(path, maxFile, hint) })
}

func parse(text []byte, name string, open func(path, hint string) ([]byte, error)) (*Sweep, error) {
	var f file
	lines, err := tomlfile.DecodeKeyed(text, name, "docs/comparison.md", &f)
	if err != nil {
		return nil, err
	}
	r := &reader{name: name, lines: lines, open: open}
	if f.Title != "" && !named(f.Title) {
		return nil, r.errorf("title", "is not a line of at most %d bytes", maxName)
	}
	s := &Sweep{
		Name: strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), Title: f.Title, path: name,
	}
	if f.Sets != "" {
		text, path, err := r.read("sets", f.Sets, "sets are a short TOML file")
		if err != nil {
			return nil, err
		}
		if _, err := tomlfile.DecodeKeyed(text, path, "docs/comparison.md", &r.sets); err != nil {
			return nil, err
		}
	}
	fit := len(f.Target) > 0
	if err := s.search(r, &f.Search, fit); err != nil {
		return nil, err
	}
	if err := s.schemes(r, &f.Compare, fit); err != nil {
		return nil, err
	}
	both, err := s.axes(r, f.Axis)
	if err != nil {
		return nil, err
	}
	if fit {
		s.share(both)
		both = nil
	}
	if err := s.environments(r, f.Scenario, f.Change, both); err != nil {
		return nil, err
	}
	if s.places = along(both, len(s.Environments)); s.places != nil {
		s.axis = both[0].Name
	}
	if err := s.targets(r, f.Target); err != nil {
		return nil, err
	}
	return s, s.limits(r)
}

func (s *Sweep) search(r *reader, t *searchTable, fit bool) (err error) {
	if fit && t.Metric != "" {
		return r.errorf("search.metric", "does not go with targets, each of which has a metric; leave it out")
	}
	if !fit {
		if s.Metric, err = ParseMetric(t.Metric); err != nil {
			return r.errorf("search.metric", "%v", err)
		}
	}
	k := r.table("search", t)
	if s.Strategy.Kind, err = r.one(k, &t.Walk); err != nil {
		return err
	}
	s.Strategy.Seed, s.Strategy.Budget = t.Seed, int(t.Budget)
	switch {
	case s.Strategy.Kind == Grid && t.Budget != 0:
		return r.errorf("search.budget", "goes with walk = random or descent only; a grid has all settings")
	case s.Strategy.Kind != Grid && (t.Budget < 1 || t.Budget > maxBudget):
		return r.errorf("search.budget", "%d settings a scheme; use 1 to %d", t.Budget, maxBudget)
	}
	if s.Seeds, err = r.seeds("search.seeds", cmp.Or(t.Seeds, k.Key(&t.Seeds).Default)); err != nil {
		return err
	}
	if t.HeldOut == "" {
		return nil
	}
	if s.HeldOut, err = r.seeds("search.held_out", t.HeldOut); err != nil {
		return err
	}
	for _, seed := range s.HeldOut {
		if slices.Contains(s.Seeds, seed) {
			return r.errorf("search.held_out", "seed %d is one of the search's; held-out seeds have to be others", seed)
		}
	}
	return nil
}

func (s *Sweep) schemes(r *reader, t *compare, fit bool) error {
	if fit && len(t.Other) > 0 {
		return r.errorf("compare.other[0]", "does not go with targets: a fit runs the baseline and the rival alone; leave it out")
	}
	known := map[string]bool{}
	scheme := func(key string, t *schemeTable) (Scheme, error) {
		switch {
		case !named(t.Name):
			return Scheme{}, r.errorf(key, "name is missing, or not a line of at most %d bytes; give it, as in name = \"DCQCN\"", maxName)
		case known[t.Name]:
			return Scheme{}, r.errorf(key+".name", "%.40q is the name of two schemes", t.Name)
		case len(t.Set) == 0:
			return Scheme{}, r.errorf(key, "set is missing; give it, as in set = [\"nic[0].algorithm=dcqcn\"]")
		}
		known[t.Name] = true
		set, err := r.set(key+".set", t.Set)
		return Scheme{Name: t.Name, Set: set}, err
	}
	var err error
	if s.Schemes[Baseline], err = scheme("compare.baseline", &t.Baseline); err != nil {
		return err
	}
	if s.Schemes[Rival], err = scheme("compare.rival", &t.Rival); err != nil {
		return err
	}
	for i := range t.Other {
		one, err := scheme(fmt.Sprintf("compare.other[%d]", i), &t.Other[i])
		if err != nil {
			return err
		}
		s.Others = append(s.Others, one)
	}
	return nil
}

// axes gives the schemes their axes and returns those that make environments.
func (s *Sweep) axes(r *reader, list []axisTable) (both []Axis, err error) {
	if len(list) > maxAxes {
		return nil, r.errorf("axis", "%d tables; use at most %d", len(list), maxAxes)
	}
	names := map[string]bool{}
	for i := range list {
		t := &list[i]
		key := fmt.Sprintf("axis[%d]", i)
		whose, err := r.one(r.table(key, t), &t.For)
		if err != nil {
			return nil, err
		}
		a, err := r.axis(key, t)
		if err != nil {
			return nil, err
		}
		// The same name may be a parameter of each scheme.
		for _, w := range map[string][]string{"rival": {"rival"}, "baseline": {"baseline"}, "both": {"rival", "baseline"}}[whose] {
			if names[w+" "+a.Name] {
				return nil, r.errorf(key+".name", "%.40q is the name of two axes", a.Name)
			}
			names[w+" "+a.Name] = true
		}
		switch whose {
		case "rival":
			s.Schemes[Rival].Axes = append(s.Schemes[Rival].Axes, a)
		case "baseline":
			s.Schemes[Baseline].Axes = append(s.Schemes[Baseline].Axes, a)
		default:
			both = append(both, a)
		}
	}
	return both, nil
}

// axis reads one table.
func (r *reader) axis(key string, t *axisTable) (Axis, error) {
	a := Axis{Name: t.Name}
	switch {
	case !named(t.Name):
		return a, r.errorf(key, "name is missing, or not a line of at most %d bytes; give it, as in name = \"epsilon\"", maxName)
	case len(t.Keys) == 0:
		return a, r.errorf(key, "keys is missing; give it, as in keys = [\"nic[0].epsilon\"]")
	case len(t.Values) == 0 || len(t.Values) > maxValues:
		return a, r.errorf(key, "%d values; give 1 to %d, as in values = [\"0.1\", \"0.2\"]", len(t.Values), maxValues)
	case len(t.Names) > 0 && len(t.Names) != len(t.Values):
		return a, r.errorf(key+".names", "%d names of %d values; give one a value, or none", len(t.Names), len(t.Values))
	}
	seen := map[string]bool{}
	for i, v := range t.Values {
		at := fmt.Sprintf("%s.values[%d]", key, i)
		tuple := []any{v}
		if len(t.Keys) > 1 {
			list, ok := v.([]any)
			if !ok || len(list) != len(t.Keys) {
				return a, r.errorf(at, "is no list of %d values, one a key", len(t.Keys))
			}
			tuple = list
		}
		val := Value{Name: plain(v)}
		if len(t.Names) > 0 {
			val.Name = t.Names[i]
		}
		if !named(val.Name) || seen[val.Name] {
			return a, r.errorf(at, "%.40q is no name of its own; give each value another one in names, one line of at most %d bytes", val.Name, maxName)
		}
		seen[val.Name] = true
		for k, one := range tuple {
			value, err := text(one, false)
			if err != nil {
				return a, r.errorf(at, "%v", err)
			}
			val.Set = append(val.Set, t.Keys[k]+"="+value)
		}
		a.Values = append(a.Values, val)
	}
	return a, nil
}

// turn is what environments differ in: a load, a change, an axis for both schemes. Each of its options makes an
// environment of every one that there was.
type turn struct {
	name    string
	options []option
}

// option is a value of a turn.
type option struct {
	name       string
	head, tail string   // of the environment's name
	set        []string // of the scenario
	both       []string // of the schemes
	own        [2][]string
}

// environments crosses scenarios, changes, loads and the values of axes for both schemes.
func (s *Sweep) environments(r *reader, list []base, changes []changeTable, both []Axis) error {
	if len(list) == 0 {
		return r.errorf("scenario", "there is none; add a table [[scenario]]")
	}
	changed, err := r.changes(changes)
	if err != nil {
		return err
	}
	axes := make([]turn, len(both))
	for i, a := range both {
		axes[i].name = a.Name
		for _, v := range a.Values {
			axes[i].options = append(axes[i].options, option{name: v.Name, tail: ", " + a.Name + " " + v.Name, both: v.Set})
		}
	}
	names, seen := map[string]bool{}, map[string]bool{}
	for i := range list {
		t := &list[i]
		key := fmt.Sprintf("scenario[%d]", i)
		p, err := r.source(key, t)
		if err != nil {
			return err
		}
		if p.Set, err = r.set(key+".set", t.Set); err != nil {
			return err
		}
		name := cmp.Or(t.Name, p.Scenario)
		if !named(name) || names[name] {
			return r.errorf(key, "%.40q is the name of two scenarios, or not a line of at most %d bytes; give each a name", name, maxName)
		}
		names[name] = true
		loads, err := r.loads(key+".loads", t.Loads)
		if err != nil {
			return err
		}
		group := []Environment{{Name: name, Values: map[string]string{}, point: p}}
		for _, turn := range append([]turn{changed, loads}, axes...) {
			var next []Environment
			for _, e := range group {
				for _, o := range turn.options {
					next = append(next, e.with(turn.name, &o))
				}
			}
			if len(next) > maxEnvironments {
				return r.errorf(key, "loads, changes and axes for both schemes make more than %d environments of it", maxEnvironments)
			}
			if len(turn.options) > 0 {
				group = next
			}
		}
		// A load that is there twice would count twice in every mean.
		for k := range group {
			e := &group[k]
			e.Name += e.tail
			if seen[e.Name] {
				return r.errorf(key, "%.60q is the name of two environments; give each load once, and each scenario another name", e.Name)
			}
			seen[e.Name] = true
		}
		s.Environments = append(s.Environments, group...)
	}
	if len(s.Environments) > maxEnvironments {
		return r.errorf("scenario", "%d environments; use at most %d", len(s.Environments), maxEnvironments)
	}
	return nil
}

// with returns an environment with an option more.
func (e *Environment) with(name string, o *option) Environment {
	one := *e
	one.Name, one.tail = e.Name+o.head, e.tail+o.tail
	one.Values = maps.Clone(e.Values)
	one.Values[name] = o.name
	one.point.Set = slices.Concat(e.point.Set, o.set)
	one.both = slices.Concat(e.both, o.both)
	for k := range one.own {
		one.own[k] = slices.Concat(e.own[k], o.own[k])
	}
	return one
}

// loadKey is the key that the loads of a scenario change.
const loadKey = "workload[0].load"

// loads reads those of a scenario.
func (r *reader) loads(key string, list []any) (turn, error) {
	t := turn{name: "load"}
	if len(list) > maxEnvironments {
		return t, r.errorf(key, "%d loads; use at most %d", len(list), maxEnvironments)
	}
	for k, load := range list {
		value, err := text(load, false)
		if err != nil || len(value) > 40 {
			return t, r.errorf(fmt.Sprintf("%s[%d]", key, k), "%.40q is no load, as in 0.3 or \"30%%\"", plain(load))
		}
		t.options = append(t.options, option{name: value, head: " " + value, set: []string{loadKey + "=" + value}})
	}
	return t, nil
}

// changes reads the tables [[change]].
func (r *reader) changes(list []changeTable) (turn, error) {
	t := turn{name: "change"}
	if len(list) > maxEnvironments {
		return t, r.errorf("change", "%d tables; use at most %d", len(list), maxEnvironments)
	}
	seen := map[string]bool{}
	for i := range list {
		c := &list[i]
		key := fmt.Sprintf("change[%d]", i)
		if !named(c.Name) || seen[c.Name] {
			return t, r.errorf(key, "%.40q is the name of two changes, or not a line of at most %d bytes; give each a name", c.Name, maxName)
		}
		seen[c.Name] = true
		o := option{name: c.Name, tail: ", " + c.Name}
		for _, part := range []struct {
			name string
			from []string
			to   *[]string
		}{{"set", c.Set, &o.both}, {"baseline", c.Baseline, &o.own[Baseline]}, {"rival", c.Rival, &o.own[Rival]}} {
			var err error
			if *part.to, err = r.set(key+"."+part.name, part.from); err != nil {
				return t, err
			}
		}
		t.options = append(t.options, o)
	}
	return t, nil
}

// Change appends changes to those of the scenarios, before what changes, schemes and axes make of them.
func (s *Sweep) Change(set ...string) {
	for i := range s.Environments {
		p := &s.Environments[i].point
		p.Set = slices.Concat(p.Set, set)
	}
}

// Point is a run of a scheme as it is, by its number among Schemes and then Others, in an environment.
func (s *Sweep) Point(scheme, env int, seed uint64) experiment.Point {
	return s.point(scheme, env, nil, seed)
}

// point is a run of a setting of a scheme. What all schemes get comes after what makes the scheme, and before what it
// alone gets.
func (s *Sweep) point(scheme, env int, x setting, seed uint64) experiment.Point {
	e, one := &s.Environments[env], &s.All()[scheme]
	set := slices.Concat(e.point.Set, one.Set, e.both)
	if scheme < len(e.own) {
		set = append(set, e.own[scheme]...)
	}
	p := e.point
	p.Set, p.Seed = nil, seed
	return p.With(append(set, one.changes(x)...)...)
}

// All returns the baseline, its rival, and the others.
func (s *Sweep) All() []Scheme { return slices.Concat(s.Schemes[:], s.Others) }

// limits holds the search to what can be listed.
func (s *Sweep) limits(r *reader) error {
	if s.fit() {
		joint := s.joint()
		if n := s.Strategy.most(&joint); n > maxPoints {
			return r.errorf("search", "the axes of both schemes make over %d settings; name fewer values, or use walk = random or descent", maxPoints)
		}
	}
	for i := range s.Schemes {
		n := s.Strategy.most(&s.Schemes[i])
		runs := len(s.Environments) * len(s.Seeds)
		if n > maxPoints/runs {
			return r.errorf("search", "%s has over %d points; name fewer values, environments or seeds, or use walk = random or descent", s.Schemes[i].Name, maxPoints)
		}
	}
	return nil
}
