// Package testvectors is the format of golden vectors and their corpus: for
// every function of the firmware packages arguments and results, for every
// algorithm sequences of events with the output and the full state after each.
//
// The shape is Wycheproof's: a file has an algorithm, a schema, notes that explain
// its flags, and groups of tests, each test with an id, a comment and flags. There
// are two types of group. In a FunctionTest a test is one call. In a SequenceTest
// the group carries the parameters and the names and types of all fields, once, and
// a test is one connection's life: the initial state, then a row of integers
// a step.
//
// Integers are decimal; those of 64-bit fields are strings, since many JSON readers
// round beyond 2^53. Files are byte-stable: reading and writing gives the same
// bytes, and a digest over the whole content catches what was changed by hand or
// on the way. Any file may be compressed by gzip, as those of the corpus are.
//
// Derived forms are a C99 table (WriteCTable) and plain text with one case a line (WriteText). Verify runs a file
// against any transducer.Firmware. docs/vectors.md describes the forms for readers without this package.
package testvectors
