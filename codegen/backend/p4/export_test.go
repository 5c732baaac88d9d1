package p4

import "smartnic-cc/codegen/ir"

// Taken reports whether a program has a name before anything of the source is named.
func Taken(t *ir.Transducer, name string) bool { return !newNames(t).free(name) }

// FieldName is a leaf as a program names it.
func FieldName(leaf string) string { return fieldName(leaf) }
