// Package python prints an algorithm as one module of pure Python, for people who verify hardware: a golden model
// that a bench in Python steps alongside the design under test (docs/vectors.md).
//
// The module is readable: names, comments and the order of the source survive, structs are classes with slots, and
// arithmetic is reduced to the width of its type unless a range shows that it fits. The ranges are those of package
// cgen, which hold for any argument, so a fault injected into the state has the effect that it has in the Go source.
// Run as a program, a module answers the line protocol of docs/vectors.md; Check runs vectors through it.
package python
