package hpccfiles

import (
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/pattern"
	"smartnic-cc/nicmodel/topology"
)

//go:embed keys.csv forks.csv
var tables embed.FS

// key is a key of the simulator, with its program's default.
type key struct {
	name, kind, byDefault string
	// role is how a value is used: "read", or "read 1 8" with only these values of CC_MODE; "none" without effect;
	// "only V" if no other is modelled.
	role, words string
}

// forkKey is a key that a fork of the simulator adds: of which, and what it sets.
type forkKey struct{ of, words string }

var (
	allKeys = sync.OnceValue(func() map[string]key {
		return tableOf("keys.csv", func(r []string) key { return key{r[0], r[1], r[2], r[3], r[4]} })
	})
	forkKeys = sync.OnceValue(func() map[string]forkKey {
		return tableOf("forks.csv", func(r []string) forkKey { return forkKey{r[1], r[2]} })
	})
)

// tableOf reads one of tables, by its first column.
func tableOf[T any](name string, of func(row []string) T) map[string]T {
	f, _ := tables.Open(name)
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		panic(err) // of this package's own file
	}
	return collect.Map(rows[1:], func(r []string) (string, T) { return r[0], of(r) })
}

// Config is a parsed configuration of the simulator.
type Config struct {
	// Name is the file's, for messages.
	Name string
	// Dir is the folder that its paths are relative to.
	Dir string
	// Exact has the scenario compute as the simulator does.
	Exact bool

	values map[string]value
}

// value is the words after a key, without its comment in braces.
type value struct {
	words []string
	line  int
}

// maxFile is the largest configuration: one is written by hand.
const maxFile = 1 << 20

// Is reports whether a text is a configuration of the simulator: its first word is one of the keys.
func Is(text []byte) bool {
	words := strings.Fields(string(text[:min(len(text), 4096)]))
	return len(words) > 1 && allKeys()[words[0]].name != "" && words[1] != "="
}

// Read reads a configuration. dir is the folder that its paths are relative to, "" for the parent of its folder, as the
// simulator runs in the parent of the folder mix. Errors name the file and the line.
func Read(path, dir string) (*Config, error) {
	text, err := readfile.Any(path, maxFile, "a configuration is a short text of keys and values")
	if err != nil {
		return nil, err
	}
	if dir == "" {
		dir = filepath.Join(filepath.Dir(path), "..")
	}
	return Parse(text, path, dir)
}

// Parse is Read of a text. A key that is given twice has its last value, as there.
func Parse(text []byte, name, dir string) (*Config, error) {
	c := &Config{Name: name, Dir: dir, values: map[string]value{}}
	words := split(string(text))
	for i := 0; i < len(words); {
		k, ok := allKeys()[words[i].text]
		if !ok {
			return nil, c.unknown(words[i])
		}
		v := value{line: words[i].line}
		i++
		n := 1
		switch k.kind {
		case "triple":
			n = 3
		case "map":
			if i < len(words) {
				pairs, err := count(words[i].text)
				if err != nil || pairs > 1000 {
					return nil, c.at(v.line, "%s: %.40q is no number of pairs of a rate and a value, as in %s 1 100000000000 400", k.name, words[i].text, k.name)
				}
				i++
				n = 2 * int(pairs)
			}
		}
		if len(words)-i < n {
			return nil, c.at(v.line, "%s: the file ends before its value, of %d words", k.name, n)
		}
		for _, w := range words[i : i+n] {
			if _, is := allKeys()[w.text]; is {
				return nil, c.at(w.line, "%s stands where the value of %s is expected, of %d words", w.text, k.name, n)
			}
			v.words = append(v.words, w.text)
		}
		i += n
		if err := k.check(v.words); err != nil {
			return nil, c.at(v.line, "%s: %v", k.name, err)
		}
		c.values[k.name] = v
	}
	return c, nil
}

// word is a word of a text with its line.
type word struct {
	text string
	line int
}

// split returns the words of a text outside of comments in braces.
func split(text string) (list []word) {
	depth := 0
	for i, line := range strings.Split(text, "\n") {
		line = strings.NewReplacer("{", " { ", "}", " } ").Replace(line)
		for _, w := range strings.Fields(line) {
			switch {
			case w == "{":
				depth++
			case w == "}":
				depth = max(0, depth-1)
			case depth == 0:
				list = append(list, word{w, i + 1})
			}
		}
	}
	return list
}

// at makes an error about a line of the file; 0 without one.
func (c *Config) at(line int, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if line == 0 {
		return fmt.Errorf("%s: %s", c.Name, text)
	}
	return fmt.Errorf("%s:%d: %s", c.Name, line, text)
}

// errorf makes an error about a key: at its line, or about the simulator's default.
func (c *Config) errorf(key, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if v, given := c.values[key]; given {
		return c.at(v.line, "%s: %s", key, text)
	}
	if d := allKeys()[key].byDefault; d != "" {
		return c.at(0, "%s: not given, so %s as the simulator has it: %s", key, d, text)
	}
	return c.at(0, "%s: %s", key, text)
}

// unknown returns the error for a word that is not a key of HPCC's simulator.
func (c *Config) unknown(w word) error {
	if f, ok := forkKeys()[w.text]; ok {
		return c.at(w.line, "%s is a key of %s (%s); it is not modelled: leave it out with its value", w.text, f.of, f.words)
	}
	return c.at(w.line, "unknown key %.40q%s; docs/from-hpcc.md lists those that are read", w.text, nearest.Hint(w.text, slices.Sorted(maps.Keys(allKeys()))))
}

var (
	decimal  = pattern.Of(`^[0-9]{1,15}(\.[0-9]{0,15})?([eE]-?[0-9]{1,2})?$`)
	dataRate = pattern.Of(`^([0-9]{1,12}(?:\.[0-9]{1,9})?)([kMGT]?)(?:b/s|bps)$`)
)

// count reads a whole number.
func count(text string) (uint64, error) {
	var n uint64
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil || fmt.Sprint(n) != strings.TrimLeft(text, "0") && strings.Trim(text, "0") != "" {
		return 0, fmt.Errorf("%.40q is no whole number", text)
	}
	return n, nil
}

// realOf reads a decimal number exactly.
func realOf(text string) (*big.Rat, error) {
	if r, ok := new(big.Rat).SetString(text); ok && decimal().MatchString(text) {
		return r, nil
	}
	return nil, fmt.Errorf("%.40q is no number", text)
}

// rateOf reads a rate as ns-3 writes it, in bit/s.
func rateOf(text string) (*big.Rat, error) {
	m := dataRate().FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("%.40q is no rate, as in 50Mb/s", text)
	}
	r, _ := new(big.Rat).SetString(m[1])
	for _, unit := range "kMGT" {
		if m[2] == "" {
			break
		}
		r.Mul(r, big.NewRat(1000, 1))
		if m[2] == string(unit) {
			break
		}
	}
	return r, nil
}

// check checks the words of a value.
func (k key) check(words []string) error {
	var err error
	switch k.kind {
	case "bool":
		if words[0] != "0" && words[0] != "1" {
			err = fmt.Errorf("%.40q; it is 0 or 1", words[0])
		}
	case "count":
		_, err = count(words[0])
	case "real":
		_, err = realOf(words[0])
	case "rate":
		_, err = rateOf(words[0])
	case "triple", "map":
		for _, w := range words {
			if _, err = realOf(w); err != nil {
				return err
			}
		}
	}
	return err
}

// text returns the value of a key, or its default.
func (c *Config) text(name string) string {
	if v, given := c.values[name]; given {
		return strings.Join(v.words, " ")
	}
	return allKeys()[name].byDefault
}

func (c *Config) on(name string) bool { return c.text(name) == "1" }

func (c *Config) count(name string) uint64 {
	n, _ := count(c.text(name)) // Parse has checked it
	return n
}

func (c *Config) real(name string) *big.Rat {
	r, _ := realOf(c.text(name))
	return r
}

// rate returns the value of a key in bit/s. The error is for a rate without a value and a default.
func (c *Config) rate(name string) (*big.Rat, error) {
	r, err := rateOf(c.text(name))
	if err != nil {
		return nil, c.errorf(name, "it is missing; give a rate, as in %s 50Mb/s", name)
	}
	return r, nil
}

// byRate returns the values of a map by rate in bit/s.
func (c *Config) byRate(name string) map[uint64]string {
	m := map[uint64]string{}
	words := c.values[name].words
	for i := 0; i+1 < len(words); i += 2 {
		if rate, err := count(words[i]); err == nil {
			m[rate] = words[i+1]
		}
	}
	return m
}

// path returns the path of a file that a key names. The error is for a key without one.
func (c *Config) path(name string) (string, error) {
	text := c.text(name)
	if text == "" {
		return "", c.errorf(name, "it is missing; name the file, relative to %s", c.Dir)
	}
	if filepath.IsAbs(text) {
		return text, nil
	}
	return filepath.Join(c.Dir, text), nil
}

// open opens a file that a key names. The error for a missing one names the folder that it is relative to.
func (c *Config) open(name string) (*os.File, error) {
	path, err := c.path(name)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, c.errorf(name, "%s is not there; paths are relative to %s, and --cwd names another folder", path, c.Dir)
	}
	if err != nil {
		return nil, c.errorf(name, "%v", readfile.WithName(path, err))
	}
	return f, nil
}

// network reads the topology.
func (c *Config) network() (*topology.Topology, error) {
	f, err := c.open("TOPOLOGY_FILE")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return topology.Read(f, f.Name())
}
