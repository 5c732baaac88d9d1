// Package algorithms finds the built-in algorithms by name, in tables that are generated from the directives in the
// folders of the firmware packages.
package algorithms

//go:generate go run ./generate/cmd -root ../..
