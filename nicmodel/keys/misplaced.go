package keys

import (
	"reflect"
	"slices"
	"strings"
)

// Misplaced returns the first key of a table that is given, though it does not go with the
// kind: the tag "for" lists those with which it does.
func Misplaced(table any, kind string) (key string, kinds []string) {
	v := reflect.ValueOf(table)
	for _, f := range reflect.VisibleFields(v.Type()) {
		kinds, limited := f.Tag.Lookup("for")
		if !limited || Absent(v.FieldByIndex(f.Index)) || slices.Contains(strings.Split(kinds, ","), kind) {
			continue
		}
		return f.Tag.Get("toml"), strings.Split(kinds, ",")
	}
	return "", nil
}

// Absent reports whether a key is not given, or a list is given without anything in it.
func Absent(v reflect.Value) bool { return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 }
