// Package check groups what checks the printed code against the Go source: conformance (the vectors,
// on compilers and emulated machines), difffuzz (libFuzzer against Go), mutate (which planted faults
// the vectors find), p4check (a reader and interpreter of P4, written from the language and not
// from the printer). Proofs about the source itself are in codegen/analysis.
package check
