package sweep

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/tomlfile"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/scenario"
)

// file is a sweep file as written, with the text of docs/comparison.md and the schema on its keys.
type file struct {
	Title    string        `toml:"title" unit:"line" doc:"One line for reports."`
	Sets     string        `toml:"sets" unit:"path" doc:"A TOML file, relative to the sweep's folder, of lists of changes by name: @NAME among the changes of a scenario, a scheme or a change is replaced by the list NAME."`
	Search   searchTable   `toml:"search" doc:"What to minimise, and how it is searched."`
	Compare  compare       `toml:"compare" need:"[compare.baseline]" doc:"The schemes."`
	Scenario []base        `toml:"scenario" range:"1.." need:"[[scenario]]" doc:"Where the schemes compete."`
	Change   []changeTable `toml:"change" range:"0..1000" doc:"Changes that are tried one at a time: each makes an environment of every scenario and load; the first one usually changes nothing. Example: nicmodel/lab/reproduce/causes5.toml."`
	Axis     []axisTable   `toml:"axis" range:"0..32" doc:"Parameters that are searched."`
	Target   []targetTable `toml:"target" range:"0..1000" doc:"Published numbers. With them the sweep is a fit: one walk searches all axes together for the setting that comes nearest to them."`
}

// searchTable is the table [search].
type searchTable struct {
	Metric  string `toml:"metric" one:"fct-mean,fct-p50,fct-p99,fct-max,slowdown-mean,slowdown-p50,slowdown-p99,slowdown-max,mct-mean,mct-p50,mct-p99,mct-max,last" default:"fct-mean" doc:"What to minimise (--metric overrides it): completion times of flows (fct) or of messages (mct), or slow-downs, each with mean, p50, p99 or max; or last, the time of the last completion. Not with targets."`
	Walk    string `toml:"walk" one:"grid,random,descent" default:"grid" doc:"Every combination of values, as many random ones as the budget says, or one axis at a time to its best value."`
	Budget  int64  `toml:"budget" range:"0..100000" doc:"random, descent: settings that each scheme may try, with its own parameters, or in a fit both together; 1 or more."`
	Seed    uint64 `toml:"seed" default:"0" doc:"The seed of the walk's random choices. No run depends on it."`
	Seeds   string `toml:"seeds" unit:"seeds" default:"1" doc:"Seeds of the runs, as in 1-3,7."`
	HeldOut string `toml:"held_out" unit:"seeds" doc:"Seeds with which what was found runs again; none of them is in seeds. Without it nothing runs again."`
}

// compare is the table [compare].
type compare struct {
	Baseline schemeTable   `toml:"baseline" need:"[compare.baseline]" doc:"What the rival is compared with."`
	Rival    schemeTable   `toml:"rival" need:"[compare.rival]" doc:"The scheme whose best and worst settings are searched."`
	Other    []schemeTable `toml:"other" doc:"Schemes without axes that run along with the two. Not with targets."`
}

// schemeTable is a table of [compare].
type schemeTable struct {
	Name string   `toml:"name" unit:"line" need:"\"DCQCN\"" doc:"Its name in reports."`
	Set  []string `toml:"set" unit:"change-or-set" range:"1.." need:"[\"nic[0].algorithm=dcqcn\"]" doc:"Changes that make a scenario the scheme's, as in nic[0].algorithm=dcqcn: its own parameters."`
}

// base is a table [[scenario]].
type base struct {
	Name    string   `toml:"name" unit:"line" doc:"Its name in reports. Default: that of the file, or builtin."`
	File    string   `toml:"file" unit:"path" doc:"A scenario's file, relative to the sweep's folder."`
	Builtin string   `toml:"builtin" one:"alltoall,canary,dumbbell,elephants,fattree,flows64,mixed" doc:"In place of file, a scenario of nicmodel/lab/experiment/scenarios."`
	Set     []string `toml:"set" unit:"change-or-set" doc:"Changes for all schemes."`
	Loads   []any    `toml:"loads" unit:"load" doc:"Values of workload[0].load, each an environment."`
}

// changeTable is a table [[change]].
type changeTable struct {
	Name     string   `toml:"name" unit:"line" need:"\"as it is\"" doc:"Its name in reports."`
	Set      []string `toml:"set" unit:"change-or-set" doc:"Changes for all schemes."`
	Baseline []string `toml:"baseline" unit:"change-or-set" doc:"Changes for the baseline alone."`
	Rival    []string `toml:"rival" unit:"change-or-set" doc:"Changes for the rival alone."`
}

// axisTable is a table [[axis]].
type axisTable struct {
	Name   string   `toml:"name" unit:"line" need:"\"epsilon\"" doc:"Its name in reports."`
	For    string   `toml:"for" one:"rival,baseline,both" default:"rival" doc:"Whose parameter it is; with both each value is an environment, but in a fit it is searched and both schemes have it."`
	Keys   []string `toml:"keys" unit:"path" range:"1.." need:"[\"nic[0].epsilon\"]" doc:"Keys of the scenario that a value sets, as in nic[0].epsilon."`
	Values []any    `toml:"values" unit:"value" range:"1..1000" need:"[\"0.1\", \"0.2\"]" doc:"The values; of several keys each is a list, one a key."`
	Names  []string `toml:"names" unit:"line" doc:"Names of the values in reports."`
}

// targetTable is a table [[target]].
type targetTable struct {
	Scheme      string  `toml:"scheme" unit:"line" need:"\"DCQCN\"" doc:"The name of the baseline or the rival."`
	Environment string  `toml:"environment" unit:"line" need:"\"cachefollower 0.3\"" doc:"A scenario with its load, as reports name it: cachefollower 0.3."`
	Metric      string  `toml:"metric" one:"fct-mean,fct-p50,fct-p99,fct-max,slowdown-mean,slowdown-p50,slowdown-p99,slowdown-max,mct-mean,mct-p50,mct-p99,mct-max,last" default:"fct-mean" doc:"What the number is."`
	Value       float64 `toml:"value" range:"1e-6..1e15" need:"481.43" doc:"The number, in the metric's unit: us, or none for slow-downs."`
	HeldOut     bool    `toml:"held_out" doc:"Not fitted, only reported for what was found."`
}

// maxFile is the largest sweep file: one is written by hand.
const maxFile = 1 << 20

// Read reads a sweep file and the files that it names. Errors are one line with the
// file, the line and the key.
func Read(path string) (*Sweep, error) {
	text, err := readfile.Any(path, maxFile, "a sweep file is a short TOML file")
	if err != nil {
		return nil, err
	}
	return Parse(text, path)
}

// ReadFS is Read from a file system, which also has the files that the sweep names.
func ReadFS(fsys fs.FS, path string) (*Sweep, error) {
	text, err := fs.ReadFile(fsys, path)
	if err != nil {
		return nil, err
	}
	return parse(text, path, func(path, _ string) ([]byte, error) { return fs.ReadFile(fsys, filepath.ToSlash(path)) })
}

// reader turns the tables into a Sweep.
type reader struct {
	name  string // of the file, for messages
	lines tomlfile.Lines
	sets  map[string][]string
	open  func(path, hint string) ([]byte, error)
}

// read reads a file that a key names, relative to the sweep's folder, and returns its path.
func (r *reader) read(key, path, hint string) ([]byte, string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(r.name), path)
	}
	text, err := r.open(path, hint)
	if err != nil {
		return nil, "", r.errorf(key, "%v", err)
	}
	return text, path, nil
}

// set expands names of sets, as in "@testbed", to the changes in the file of sets.
func (r *reader) set(key string, list []string) (out []string, err error) {
	for i, s := range list {
		name, is := strings.CutPrefix(s, "@")
		switch more, known := r.sets[name]; {
		case !is:
			out = append(out, s)
		case r.sets == nil:
			return nil, r.errorf(fmt.Sprintf("%s[%d]", key, i), "%.40q is a name of a file of sets; name that, as in sets = \"sets.toml\"", s)
		case !known:
			return nil, r.errorf(fmt.Sprintf("%s[%d]", key, i), "there is no set %.40q%s", name, nearest.Hint(name, slices.Sorted(maps.Keys(r.sets))))
		default:
			out = append(out, more...)
		}
	}
	return out, nil
}

// errorf makes an error about a key, with the line of the key or of the table that it is in.
func (r *reader) errorf(key, format string, args ...any) error {
	return fmt.Errorf("%s: %s: %s", r.lines.Place(r.name, key), key, fmt.Sprintf(format, args...))
}

// table returns the keys of a table, given by a pointer.
func (r *reader) table(path string, table any) *keys.Table {
	return (&keys.Reader{Errorf: r.errorf}).Table(path, table)
}

// one reads one of the words of a key.
func (r *reader) one(t *keys.Table, field *string) (string, error) {
	k := t.Key(field)
	text := cmp.Or(*field, k.Default)
	if slices.Contains(k.Words, text) {
		return text, nil
	}
	return "", r.errorf(t.At(field), "unknown word %.40q%s; one of %s", text, nearest.Hint(text, k.Words), strings.Join(k.Words, ", "))
}

// maxSeeds bounds a list of seeds.
const maxSeeds = 1000

// seeds reads a list such as "1-3,7".
func (r *reader) seeds(key, text string) ([]uint64, error) {
	var list []uint64
	seen := map[uint64]bool{}
	for _, piece := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(piece), "-")
		if !isRange {
			last = first
		}
		lo, errLo := strconv.ParseUint(strings.TrimSpace(first), 10, 63)
		hi, errHi := strconv.ParseUint(strings.TrimSpace(last), 10, 63)
		switch {
		case errLo != nil || errHi != nil || lo > hi:
			return nil, r.errorf(key, "%.40q is no list of seeds, as in \"1-3,7\"", text)
		case hi-lo >= maxSeeds || len(list)+int(hi-lo) >= maxSeeds:
			return nil, r.errorf(key, "more than %d seeds", maxSeeds)
		}
		for v := lo; v <= hi; v++ {
			if seen[v] {
				return nil, r.errorf(key, "seed %d is named twice", v)
			}
			seen[v] = true
			list = append(list, v)
		}
	}
	return list, nil
}

// text formats a value of a key as in a setting. nested means within a list.
func text(v any, nested bool) (string, error) {
	switch v := v.(type) {
	case string:
		if nested {
			return strconv.Quote(v), nil
		}
		return v, nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), nil
	case bool:
		return strconv.FormatBool(v), nil
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			var err error
			if parts[i], err = text(v[i], true); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	}
	return "", fmt.Errorf("is neither text nor a number, true or false, or a list of those")
}

// plain formats a value for messages: lists without brackets and quotes.
func plain(v any) string {
	switch v := v.(type) {
	case []any:
		parts := collect.Of(v, plain)
		return strings.Join(parts, " ")
	case string:
		return v
	}
	s, err := text(v, false)
	if err != nil {
		return ""
	}
	return s
}

// source returns a point with the scenario of a table.
func (r *reader) source(key string, b *base) (experiment.Point, error) {
	p := experiment.Point{Scenario: b.Builtin, Partial: true}
	switch {
	case (b.File == "") == (b.Builtin == ""):
		return p, r.errorf(key, "give one of file and builtin, as in builtin = \"fattree\"")
	case b.Builtin != "":
		return p, nil
	}
	text, path, err := r.read(key+".file", b.File, "a scenario is a short TOML file")
	if err != nil {
		return p, err
	}
	p.Scenario = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	p.Source = &experiment.Source{Text: text, Path: path}
	_, err = scenario.Parse(text, path)
	return p, err
}
