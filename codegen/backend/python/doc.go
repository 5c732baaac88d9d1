// Package python prints an algorithm as one module of pure Python, for people who verify hardware: a
// golden model that a bench in Python steps beside the design under test (docs/vectors.md).
//
// The module is to be read: names, comments and the order of the source survive, structs are classes
// with slots, and arithmetic is reduced to the width of its type where a range does not show that
// nothing is lost. The ranges are those of package cgen, which hold for any argument: what a fault that
// is injected into the state does is then what the Go source does. Run as a program a module answers
// the line protocol of docs/vectors.md; Check runs vectors on it in that way.
package python
