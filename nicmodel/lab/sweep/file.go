package sweep

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/sys/readfile"
	"smartnic-cc/internal/text/nearest"
	"smartnic-cc/internal/text/tomlfile"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/scenario"
)

// file is a sweep file as it stands. docs/comparison.md describes its keys.
type file struct {
	Title    string        `toml:"title"`
	Sets     string        `toml:"sets"`
	Search   searchTable   `toml:"search"`
	Compare  compare       `toml:"compare"`
	Scenario []base        `toml:"scenario"`
	Change   []changeTable `toml:"change"`
	Axis     []axisTable   `toml:"axis"`
	Target   []targetTable `toml:"target"`
}

// searchTable is the table [search].
type searchTable struct {
	Metric  string `toml:"metric"`
	Walk    string `toml:"walk"`
	Budget  int64  `toml:"budget"`
	Seed    uint64 `toml:"seed"`
	Seeds   string `toml:"seeds"`
	HeldOut string `toml:"held_out"`
}

// compare is the table [compare].
type compare struct {
	Baseline schemeTable   `toml:"baseline"`
	Rival    schemeTable   `toml:"rival"`
	Other    []schemeTable `toml:"other"`
}

// schemeTable is a table of [compare].
type schemeTable struct {
	Name string   `toml:"name"`
	Set  []string `toml:"set"`
}

// base is a table [[scenario]].
type base struct {
	Name    string   `toml:"name"`
	File    string   `toml:"file"`
	Builtin string   `toml:"builtin"`
	Set     []string `toml:"set"`
	Loads   []any    `toml:"loads"`
}

// changeTable is a table [[change]].
type changeTable struct {
	Name     string   `toml:"name"`
	Set      []string `toml:"set"`
	Baseline []string `toml:"baseline"`
	Rival    []string `toml:"rival"`
}

// axisTable is a table [[axis]].
type axisTable struct {
	Name   string   `toml:"name"`
	For    string   `toml:"for"`
	Keys   []string `toml:"keys"`
	Values []any    `toml:"values"`
	Names  []string `toml:"names"`
}

// targetTable is a table [[target]].
type targetTable struct {
	Scheme      string  `toml:"scheme"`
	Environment string  `toml:"environment"`
	Metric      string  `toml:"metric"`
	Value       float64 `toml:"value"`
	HeldOut     bool    `toml:"held_out"`
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

// ReadFS is Read of a file system, in which the files are that it names.
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

// read reads a file that a key names, relative to the sweep's folder, and returns where it is.
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

// set puts the changes of a file of sets in the place of their name, as in "@testbed".
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

// one reads one of several words, the first of which is the default.
func (r *reader) one(key, text string, words ...string) (string, error) {
	if text == "" {
		return words[0], nil
	}
	for _, w := range words {
		if text == w {
			return w, nil
		}
	}
	return "", r.errorf(key, "unknown word %.40q%s; one of %s", text, nearest.Hint(text, words), strings.Join(words, ", "))
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

// text writes a value of a key as a setting takes it. nested is within a list.
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

// plain writes a value for people: lists without brackets and quotes.
func plain(v any) string {
	switch v := v.(type) {
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = plain(v[i])
		}
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

// source is a point with the scenario of a table.
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
