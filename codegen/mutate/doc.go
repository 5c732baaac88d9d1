// Package mutate plants small faults in a firmware program and tells which of them
// the test vectors find.
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
// other, and on no sequence twice. A mutant that differs on none survives; Prove asks
// a solver whether it is the same function, and Try runs it on all inputs where they are
// few enough. A Hunter looks for calls that kill those left.
//
// Package smt has a symbolic executor too, and the two stay apart. What smt says of an
// operation is a second opinion on package ranges and may use nothing of it; what is
// asked here takes the ranges found there as facts, without which most questions do not
// end. smt follows functions of scalars and writes each step as it goes, under the texts
// of which its answers are listed; here structs, arrays, pointers and switches are
// followed too, and equal terms are one, so that a mutant and its original share all but
// the fault. One executor for both would change the texts of all problems of smt.
package mutate
