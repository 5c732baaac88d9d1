// Package analysis groups what the compiler finds out about a program without running it on a
// target: ranges (the proof that its arithmetic fits), smt (the same as problems for a solver) and
// cost (what a handler takes on a core). Nothing here prints code, and no back end imports it.
package analysis
