// Package mutate plants small faults in a firmware program and reports which of
// them the test vectors find.
//
// A mutant is a program in which one operation of one function is another: a comparison takes in its boundary, a
// rounding constant is missing, a product is computed in half the width, two updates come in the other order. The
// kinds are mistakes typical of porting firmware to C or hardware, and each describes itself in words, so that a
// mutant is also a hypothesis about a wrong port. List makes all mutants of a program, in a stable order under stable
// names. A generic function is mutated instance by instance, as each instance is printed as a separate function.
//
// Corpus.Run runs the vectors on mutants in the IR's interpreter. Since a row of a sequence holds the whole state,
// every step is an independent test: the first step in which a mutant departs from the row's state began in a correct
// state. So a mutant is run only on steps that reach the statement it changes, and on no sequence twice. A Searcher
// looks for calls that kill the mutants that survive the vectors.
//
// A mutant that no vector tells from the original survives. It is equivalent to the original if a reviewed list has
// it, with the reason and a hash of the code that the reason rests on, or if a Checker proves it: a solver finds no
// arguments on which the two flat forms differ.
package mutate
