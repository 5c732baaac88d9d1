package keys

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Key is what the tags of a field state about a key, their only source.
type Key struct {
	// Name (tag toml) is its name in the table, For (for) the kinds of the table that have it, nil for all.
	Name string
	For  []string
	// Unit (unit) is its form, as count or time, and Words (one) the alternatives. Without both the field's type is
	// the form.
	Unit  string
	Words []string
	// Range (range) is the smallest and the largest value, as in 1..16, or >0s..1s if the lower end is excluded; of a
	// list it is for the number of elements. Times, counts and the most bytes are checked as they are read, the
	// others where they are used, with a better message.
	Range string
	// Default (default) is the value without the key; "" if it depends on other keys, as Doc then says.
	Default string
	// Need (need) makes a key required: an example for the message that it is missing.
	Need string
	// Doc (doc) says what the key means. The first sentence of a table's Doc is in the pages.
	Doc string

	// Type and Index are those of the field in package reflect.
	Type  reflect.Type
	Index []int
}

// known are the keys of tables by type.
var known sync.Map

// Of returns the keys of a table, including those of embedded structs. They are not to be changed.
func Of(table reflect.Type) (list []*Key) {
	if list, is := known.Load(table); is {
		return list.([]*Key)
	}
	defer func() { known.Store(table, list) }()
	for _, f := range reflect.VisibleFields(table) {
		// The text of a doc may be long, and is the last.
		head, _, _ := strings.Cut(string(f.Tag), ` doc:"`)
		tag := reflect.StructTag(head).Get
		if tag("toml") != "" {
			list = append(list, &Key{
				Name: tag("toml"), For: words(tag("for")), Unit: tag("unit"), Words: words(tag("one")), Range: tag("range"),
				Default: tag("default"), Need: tag("need"), Doc: f.Tag.Get("doc"), Type: f.Type, Index: f.Index,
			})
		}
	}
	return list
}

// words splits a list of words.
func words(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// GoesWith reports whether the key applies to a kind of its table.
func (k *Key) GoesWith(kind string) bool { return k.For == nil || slices.Contains(k.For, kind) }

// Ends returns the ends of the range, "" for an open one, and whether the lower end is excluded.
func (k *Key) Ends() (least, most string, above bool) {
	least, most, _ = strings.Cut(k.Range, "..")
	least, above = strings.CutPrefix(least, ">")
	return least, most, above
}

// Within returns the range in words, "" without one.
func (k *Key) Within() string {
	least, most, above := k.Ends()
	switch {
	case k.Range == "":
		return ""
	case above:
		return "more than " + least + " and at most " + most
	}
	return least + " to " + most
}

// Absent reports whether a key is not given, or is an empty list.
func Absent(v reflect.Value) bool { return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 }
