// Package sums adds up structs of counters.
package sums

import "reflect"

// Add adds the fields of from to those of to: integers and, in turn, structs and arrays of them, all exported. Of those
// with the tag sums:"max" to keeps the larger. Sums wrap around, as those of their types do. It panics for other types.
func Add[T any](to, from *T) { add(reflect.ValueOf(to).Elem(), reflect.ValueOf(from).Elem(), "") }

func add(to, from reflect.Value, tag string) {
	switch {
	case to.Kind() == reflect.Struct:
		for i := range to.NumField() {
			add(to.Field(i), from.Field(i), to.Type().Field(i).Tag.Get("sums"))
		}
	case to.Kind() == reflect.Array:
		for i := range to.Len() {
			add(to.Index(i), from.Index(i), tag)
		}
	case to.CanUint() && tag == "max":
		to.SetUint(max(to.Uint(), from.Uint()))
	case to.CanUint():
		to.SetUint(to.Uint() + from.Uint())
	case tag == "max":
		to.SetInt(max(to.Int(), from.Int()))
	default:
		to.SetInt(to.Int() + from.Int())
	}
}
