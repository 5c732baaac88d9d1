// Package enum names the values of enumerations, for String methods.
package enum

import "fmt"

// Integer is any type of integer that an enumeration may be over.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Name returns names[value], or the type with the number where there is no name: "themis.Law(7)".
func Name[E Integer](value E, names ...string) string {
	if value >= 0 && uint64(value) < uint64(len(names)) && names[value] != "" {
		return names[value]
	}
	return fmt.Sprintf("%T(%d)", value, value)
}
