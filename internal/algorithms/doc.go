// Package algorithms is the built-in algorithms as tools find them: by name, from tables that are
// generated from the directives in the folders of the firmware packages.
package algorithms

//go:generate go run ./generate/cmd -root ../..
