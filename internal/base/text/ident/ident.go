// Package ident finds identifiers for generated text.
package ident

import (
	"fmt"
	"strings"
)

// Words returns the set of the words of a list.
func Words(list string) map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		words[w] = true
	}
	return words
}

// Unique returns a name, or name_2, name_3 and so on so that it is neither reserved nor taken, and takes it.
func Unique(taken, reserved map[string]bool, name string) string {
	n := name
	for i := 2; taken[n] || reserved[n]; i++ {
		n = fmt.Sprintf("%s_%d", name, i)
	}
	taken[n] = true
	return n
}
