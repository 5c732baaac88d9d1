package scenario

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"smartnic-cc/internal/sys/readfile"
	"smartnic-cc/internal/text/tomlfile"
)

// keyed finds a key or the head of a table: what any TOML has that says something.
var keyed = regexp.MustCompile(`(?m)^[ \t]*(\[|["'A-Za-z0-9_-][^=\n]*=)`)

// Decode reads the TOML text of a scenario or of a sweep strictly into the struct that v points to (package
// tomlfile).
func Decode(text []byte, name string, v any) (tomlfile.Lines, error) {
	if err := readfile.NoMark(text, name); err != nil {
		return nil, err
	}
	if !utf8.Valid(text) || !keyed.Match(text) {
		return nil, fmt.Errorf("%s: has no key; want a file in TOML, as docs/nicmodel.md and docs/sweep.md show", name)
	}
	return tomlfile.Decode(text, name, v)
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
