// Package laws proves the laws of a transducer (ir.Law, docs/subset.md) for all parameters, states and events in their
// declared ranges, by induction: an invariant holds of what init makes, and each step from states of which all
// invariants hold keeps them and fulfils the laws.
//
// A law becomes a function of the IR that runs a step and says whether the law holds of it (Questions). Where its flat
// form is not the constant true, package smt asks z3 for arguments that make it false: first with products of which
// only some properties are known, then exactly, then for each value of parameters that have few. Steps that change the
// state in a loop are proven turn by turn.
//
// A counterexample is run by the interpreter before it counts, and Reach looks for a trace from init that ends in such
// a one. Efforts of z3 are counts of its resources, which do not depend on the machine. What was proven is recorded
// under a hash of the problems (Answers).
//
// That arithmetic fits and indices are in range is not proven here but by package ranges.
package laws
