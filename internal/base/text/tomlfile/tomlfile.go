// Package tomlfile reads files in TOML into structs, strictly, with errors of one line that name the place, and
// says on which line every key is.
package tomlfile

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/nearest"
)

// Lines has the line of every key, from 1: tables of an array have their number, as in nic[0].profile.
type Lines map[string]int

// Line returns the line of a key. For a missing key it is that of its table or array; 0 if there is none.
func (l Lines) Line(key string) int {
	for l[key] == 0 && key != "" {
		key = key[:max(strings.LastIndexAny(key, ".["), 0)]
	}
	return l[key]
}

// Place returns FILE:LINE of a key, or the file if it has no line.
func (l Lines) Place(file, key string) string {
	if line := l.Line(key); line > 0 {
		return file + ":" + strconv.Itoa(line)
	}
	return file
}

// Decode reads a text into what v points to: a struct whose fields have the tag toml, or a map. The error is
// one line with the file's name, line and column, and for a key that is not known those that go there.
func Decode(text []byte, file string, v any) (Lines, error) {
	if err := readfile.RefuseBOM(text, file); err != nil {
		return nil, err
	}
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(v)
	var missing *toml.StrictMissingError
	var bad *toml.DecodeError
	switch {
	case err == nil:
		return linesOf(text), nil
	case errors.As(err, &missing) && len(missing.Errors) > 0:
		e := &missing.Errors[0]
		line, column := e.Position()
		return nil, fmt.Errorf("%s:%d:%d: unknown key %s", file, line, column, Unknown(reflect.TypeOf(v), e.Key()))
	case errors.As(err, &bad):
		line, column := bad.Position()
		key := ""
		if len(bad.Key()) > 0 {
			key = fmt.Sprintf("%.100s: ", strings.Join(bad.Key(), "."))
		}
		return nil, fmt.Errorf("%s:%d:%d: %s", file, line, column, readfile.OneLine(key+Reason(bad)+wanted(bad, reflect.TypeOf(v))))
	}
	return nil, fmt.Errorf("%s: %s", file, readfile.OneLine(Reason(err)))
}

// What the reader of TOML says of Go: the type that a value goes into, and the package that reads numbers.
var (
	ofGo      = regexp.MustCompile(`^cannot (?:decode TOML|store an?) ([a-z ]+?) in(?:to)? `)
	ofStrconv = regexp.MustCompile(`strconv\.\w+: parsing ("[^"]*"): `)
)

// Reason is the text of an error of the reader of TOML, without Go's names.
func Reason(err error) string {
	text := strings.TrimPrefix(err.Error(), "toml: ")
	if m := ofStrconv.FindStringSubmatch(text); m != nil {
		return m[1] + " is not a number that fits"
	}
	if m := ofGo.FindStringSubmatch(text); m != nil {
		return "takes no " + m[1]
	}
	return text
}

// wanted describes the value that belongs at the key of a type error, in a document of type t.
func wanted(err *toml.DecodeError, t reflect.Type) string {
	key := err.Key()
	if !ofGo.MatchString(strings.TrimPrefix(err.Error(), "toml: ")) {
		return ""
	}
	for _, part := range key {
		if t = element(t); t.Kind() != reflect.Struct {
			return ""
		}
		f, ok := field(t, part)
		if !ok {
			return ""
		}
		t = f.Type
	}
	switch list := t.Kind() == reflect.Slice; {
	case len(key) == 0:
		return ""
	case element(t).Kind() == reflect.Struct && list:
		return "; want tables, as in [[" + strings.Join(key, ".") + "]]"
	case element(t).Kind() == reflect.Struct, t.Kind() == reflect.Map:
		return "; want a table, as in [" + strings.Join(key, ".") + "]"
	case list:
		return `; want an array, as in ["a", "b"]`
	case t.Kind() == reflect.Bool:
		return "; want true or false"
	case t.Kind() == reflect.String:
		return `; want text, as in "a"`
	}
	return "; want a number"
}

// keyed finds a key or the head of a table: what any TOML has that says something.
var keyed = regexp.MustCompile(`(?m)^[ \t]*(\[|["'A-Za-z0-9_-][^=\n]*=)`)

// DecodeKeyed is Decode of a file that must have some key, unlike a capture given by mistake: the error names the
// page to read.
func DecodeKeyed(text []byte, file, page string, v any) (Lines, error) {
	if err := readfile.RefuseBOM(text, file); err != nil {
		return nil, err
	}
	if !utf8.Valid(text) || !keyed.Match(text) {
		return nil, fmt.Errorf("%s: has no key; want a file in TOML, as %s shows", file, page)
	}
	return Decode(text, file, v)
}

// Unknown names a key that a document of type t does not have, and the keys that its table has instead.
func Unknown(t reflect.Type, key []string) string {
	t = element(t)
	for _, part := range key[:len(key)-1] {
		part, _, _ = strings.Cut(part, "[") // a setting's key has the table's number
		f, ok := field(t, part)
		if !ok || element(f.Type).Kind() != reflect.Struct {
			break
		}
		t = element(f.Type)
	}
	var known []string
	for _, f := range reflect.VisibleFields(t) {
		if name, ok := f.Tag.Lookup("toml"); ok {
			known = append(known, name)
		}
	}
	return readfile.OneLine(fmt.Sprintf("%.60s%s; here go %s", strings.Join(key, "."), nearest.Hint(key[len(key)-1], known), strings.Join(known, ", ")))
}

// element is the struct of a table, in a pointer or a slice or not.
func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

// field returns the field of a struct, its own or that of a struct embedded in it, that a key names.
func field(t reflect.Type, key string) (reflect.StructField, bool) {
	for _, f := range reflect.VisibleFields(t) {
		if f.Tag.Get("toml") == key {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// liner finds the lines of keys.
type liner struct {
	unstable.Parser
	ends  []int // the offset of each newline: Parser.Shape would count them from the beginning each time
	lines Lines
}

// linesOf returns the lines of the keys of a text that has been decoded.
func linesOf(text []byte) Lines {
	l := &liner{lines: Lines{}}
	for i, c := range text {
		if c == '\n' {
			l.ends = append(l.ends, i)
		}
	}
	l.Reset(text)
	tables := map[string]int{} // so far of each array
	table := ""
	for l.NextExpression() {
		e := l.Expression()
		if e.Kind == unstable.KeyValue {
			l.key(table, e)
			continue
		}
		table = ""
		for it := e.Key(); it.Next(); {
			table = Join(table, string(it.Node().Data))
			if e.Kind == unstable.ArrayTable && it.IsLast() {
				tables[table]++
			}
			// An index in a key means the last table of the array so far.
			if n := tables[table]; n > 0 {
				table += "[" + strconv.Itoa(n-1) + "]"
			}
			l.note(table, it.Node())
		}
	}
	return l.lines
}

// key notes a key, and those of the inline tables of its value.
func (l *liner) key(table string, e *unstable.Node) {
	key := table
	for it := e.Key(); it.Next(); {
		key = Join(key, string(it.Node().Data))
		l.note(key, it.Node())
	}
	l.value(key, e.Value())
}

func (l *liner) value(key string, v *unstable.Node) {
	if v.Kind != unstable.InlineTable && v.Kind != unstable.Array {
		return
	}
	i := 0
	for it := v.Children(); it.Next(); i++ {
		if v.Kind == unstable.InlineTable {
			l.key(key, it.Node())
		} else {
			l.value(key+"["+strconv.Itoa(i)+"]", it.Node())
		}
	}
}

// note notes the line of a key where it is first.
func (l *liner) note(key string, n *unstable.Node) {
	if l.lines[key] == 0 {
		i, _ := slices.BinarySearch(l.ends, int(n.Raw.Offset))
		l.lines[key] = i + 1
	}
}

// Join returns the key of Lines that a key of a table has. Keys with a dot or a bracket are quoted.
func Join(table, key string) string {
	if strings.ContainsAny(key, ".[]\"") {
		key = strconv.Quote(key)
	}
	if table == "" {
		return key
	}
	return table + "." + key
}
