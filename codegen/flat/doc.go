// Package flat turns a function of the structured IR into one straight line of
// operations: the form that a P4 pipeline, a circuit or a solver wants.
//
//   - Calls are inlined, loops unrolled. A parameter passed by address is copied
//     in and out, which comes to the same since the arguments of a call never
//     overlap.
//   - Branches are gone. Both sides are computed, and where they left a variable
//     with two values a Select takes the one of the side that runs. An early return, a
//     break or a continue is a predicate under which the rest is selected.
//   - Structs and arrays are scalars by leaf, as ir.Layout has them. An array
//     that is indexed by a variable becomes Selects; a table of constants
//     stays one, behind Lookup.
//   - Every value is assigned once and keeps the name of the variable of the source
//     that it was assigned to, with a number.
//
// An operation takes numbers and has an ir.Kind, width and sign, to which its result
// wraps. All operations are total: an index out of range, which is a fault in Go, gives an
// unspecified value, so that a side that does not run does no harm.
//
// The form is made small in two steps. While the source is translated, each frame knows
// what the branches around it have decided, and operations come to what they equal
// (reduce, rewrite). What takes to know how often a value is used is done afterwards
// (shrink): Selects are joined, kinds made narrower, copies of code on sides that exclude
// each other merged, and the longest paths shortened.
//
// Source is the form before that, with what the operations must fulfil, for a solver.
//
// Guard finds the condition under which alone a part of a function is needed; Given and Without are
// the function with it and without.
//
// Machine runs the form; the vectors are run on it.
package flat
