// Package mutate plants small faults in a firmware program and reports which of
// them the test vectors find.
//
// A mutant is a program in which one operation of one function is another: a
// comparison takes in its boundary, a rounding constant is missing, a product is
// computed in half the width, two updates come in the other order. The kinds are
// those that porting firmware to C or hardware brings about, and each says in words
// what it does, so that a mutant is also a hypothesis about a wrong port. List makes
// all mutants of a program, in a stable order under stable names. A function of a
// generic one is mutated instance by instance, as each is a function of its own in
// what is printed from the program.
//
// Corpus.Run puts mutants to the vectors in the IR's interpreter. Since a row of a
// sequence holds the whole state, every step is a test by itself: the first step in
// which a mutant leaves the row's state is one that it computes from a right state.
// So a mutant is run on the steps that reach the statement it changes and on no
// other, and on no sequence twice. A
// Hunter looks for calls that kill those that no vector does.
//
// A mutant that differs on none survives. It is the same function as the original where it is
// in a reviewed list with the reason and a hash of the code that this rests on, or where a
// Checker shows it: a solver finds no arguments on which the flat forms of both differ.
package mutate
