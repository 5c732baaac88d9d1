package scenario

import (
	"reflect"
	"slices"
	"strings"
)

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
