package keys

import (
	"reflect"
	"slices"
	"strings"
)

// Key is what the tags of a field state of a key, the only place where that is said.
type Key struct {
	// Name (tag toml) is what the table calls it, For (for) the kinds of the table that it goes with, nil for all.
	Name string
	For  []string
	// Unit (unit) is how it is written, as count or time, and Words (one) what it is one of. Without both the field's type says it.
	Unit  string
	Words []string
	// Range (range) is the least and the largest value, as in 1..16, or >0s..1s where the least one is too small; of a list it
	// is of the number of its elements. Times, counts and the most bytes are held to it as they are read, the others by what they
	// are for, which knows a better message.
	Range string
	// Default (default) is what holds where the key is not given; "" if that depends on other keys, which Doc says then.
	Default string
	// Need (need) is an example for the message that the key is missing, where it has to be given.
	Need string
	// Doc (doc) says what the key means. The first sentence of a table's is in the pages.
	Doc string

	// Type and Index are the field's, as reflect has them.
	Type  reflect.Type
	Index []int
}

// Of returns the keys of a table, those of structs that are embedded too.
func Of(table reflect.Type) (list []*Key) {
	for _, f := range reflect.VisibleFields(table) {
		tag := f.Tag.Get
		if tag("toml") != "" {
			list = append(list, &Key{
				Name: tag("toml"), For: words(tag("for")), Unit: tag("unit"), Words: words(tag("one")), Range: tag("range"),
				Default: tag("default"), Need: tag("need"), Doc: tag("doc"), Type: f.Type, Index: f.Index,
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

// GoesWith reports whether the key goes with a kind of its table.
func (k *Key) GoesWith(kind string) bool { return k.For == nil || slices.Contains(k.For, kind) }

// Ends returns the ends of the range, "" for one that is open, and whether the least value is above the first.
func (k *Key) Ends() (least, most string, above bool) {
	least, most, _ = strings.Cut(k.Range, "..")
	least, above = strings.CutPrefix(least, ">")
	return least, most, above
}

// Within says what the range is, "" without a range.
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

// Absent reports whether a key is not given, or a list is given without anything in it.
func Absent(v reflect.Value) bool { return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 }
