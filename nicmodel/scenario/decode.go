package scenario

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

	"smartnic-cc/internal/sys/readfile"
	"smartnic-cc/internal/text/nearest"
)

// decode reads the text into the scenario, strictly.
func (s *Scenario) decode(text []byte) (err error) {
	s.lines, err = Decode(text, s.name, s)
	return err
}

// keyed finds a key or the head of a table: what any TOML has that says something.
var keyed = regexp.MustCompile(`(?m)^[ \t]*(\[|["'A-Za-z0-9_-][^=\n]*=)`)

// Decode reads a TOML text strictly into the struct that v points to, whose fields bear the
// tag toml. An error is one line with the name, line and column, and for a key that is not
// known those that go there. lines has the line of every key, as in nic[0].profile.
func Decode(text []byte, name string, v any) (lines map[string]int, err error) {
	if err := readfile.NoMark(text, name); err != nil {
		return nil, err
	}
	if !utf8.Valid(text) || !keyed.Match(text) {
		return nil, fmt.Errorf("%s: has no key; want a file in TOML, as docs/nicmodel.md and docs/sweep.md show", name)
	}
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(v)
	var missing *toml.StrictMissingError
	if errors.As(err, &missing) && len(missing.Errors) > 0 {
		e := &missing.Errors[0]
		line, column := e.Position()
		return nil, fmt.Errorf("%s:%d:%d: unknown key %s", name, line, column, unknown(element(reflect.TypeOf(v)), e.Key()))
	}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		line, column := bad.Position()
		key := ""
		if len(bad.Key()) > 0 {
			key = strings.Join(bad.Key(), ".") + ": "
		}
		return nil, fmt.Errorf("%s:%d:%d: %s%s", name, line, column, key, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "toml: "))
	}
	return keyLinesOf(text), nil
}

// unknown names a key of a document of type t and what its table has instead.
func unknown(t reflect.Type, key toml.Key) string {
	known := fields(t)
	for _, part := range key[:len(key)-1] {
		part, _, _ := strings.Cut(part, "[") // a setting's key has the table's number
		field, ok := fieldOf(t, part)
		if !ok {
			break
		}
		if t = element(field.Type); t.Kind() != reflect.Struct {
			break
		}
		known = fields(t)
	}
	return fmt.Sprintf("%.60s%s; here go %s", strings.Join(key, "."), nearest.Hint(key[len(key)-1], known), strings.Join(known, ", "))
}

// element is what a table of a type is: the struct, in a pointer or a slice or not.
func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

// fields lists the keys of a table.
func fields(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		if name, ok := t.Field(i).Tag.Lookup("toml"); ok {
			names = append(names, name)
		}
	}
	return names
}

func fieldOf(t reflect.Type, key string) (reflect.StructField, bool) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("toml") == key {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// misplaced returns the first key of a table that is given, though it does not go with the
// kind: the tag "for" lists those with which it does.
func misplaced(table any, kind string) (key string, kinds []string) {
	v := reflect.ValueOf(table)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		kinds, limited := f.Tag.Lookup("for")
		if !limited || v.Field(i).IsZero() || slices.Contains(strings.Split(kinds, ","), kind) {
			continue
		}
		return f.Tag.Get("toml"), strings.Split(kinds, ",")
	}
	return "", nil
}

// lineParser is a parser that knows where the lines of its text end. Parser.Shape counts them
// from the beginning of the text each time.
type lineParser struct {
	unstable.Parser
	ends []int // the offset of each newline
}

// lineEnds returns the offset of each newline of a text.
func lineEnds(text []byte) []int {
	var ends []int
	for i, c := range text {
		if c == '\n' {
			ends = append(ends, i)
		}
	}
	return ends
}

// line returns the line on which a node begins, from 1.
func (p *lineParser) line(n *unstable.Node) int {
	i, _ := slices.BinarySearch(p.ends, int(n.Raw.Offset))
	return i + 1
}

// keyLinesOf finds the line of every key of a text that has been decoded, as errorf names
// keys: tables of an array have their number, as in nic[0].profile.
func keyLinesOf(text []byte) map[string]int {
	at := map[string]int{}
	count := map[string]int{} // tables so far of each array
	p := lineParser{ends: lineEnds(text)}
	p.Reset(text)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = ""
			for it := e.Key(); it.Next(); {
				n := it.Node()
				table = join(table, string(n.Data))
				if e.Kind == unstable.ArrayTable && it.IsLast() {
					count[table]++
				}
				// What is said of a table of an array is said of the last one so far.
				if c := count[table]; c > 0 {
					table += "[" + strconv.Itoa(c-1) + "]"
				}
				note(at, table, p.line(n))
			}
		case unstable.KeyValue:
			keyLines(&p, at, table, e)
		}
	}
	return at
}

// keyLines notes the lines of a key and of what an inline table or an array of them holds.
func keyLines(p *lineParser, at map[string]int, table string, e *unstable.Node) {
	key := table
	for it := e.Key(); it.Next(); {
		key = join(key, string(it.Node().Data))
		note(at, key, p.line(it.Node()))
	}
	valueLines(p, at, key, e.Value())
}

func valueLines(p *lineParser, at map[string]int, key string, v *unstable.Node) {
	switch v.Kind {
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			keyLines(p, at, key, it.Node())
		}
	case unstable.Array:
		i := 0
		for it := v.Children(); it.Next(); i++ {
			valueLines(p, at, key+"["+strconv.Itoa(i)+"]", it.Node())
		}
	}
}

func note(at map[string]int, key string, line int) {
	if at[key] == 0 {
		at[key] = line
	}
}

func join(table, key string) string {
	if table == "" {
		return key
	}
	return table + "." + key
}
