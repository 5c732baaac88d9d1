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
		if !limited || absent(v.Field(i)) || slices.Contains(strings.Split(kinds, ","), kind) {
			continue
		}
		return f.Tag.Get("toml"), strings.Split(kinds, ",")
	}
	return "", nil
}

// absent reports whether a key is not given, or a list is given without anything in it.
func absent(v reflect.Value) bool { return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 }
