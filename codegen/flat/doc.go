// Package flat turns a function of the structured IR into one straight line of operations: the form for a P4
// pipeline, a circuit or a solver.
//
//   - Calls are inlined, loops unrolled. A parameter passed by address is copied in and out, which is equivalent
//     since the arguments of a call never overlap.
//   - Branches are gone. Both sides are computed, and if they leave a variable with two values a Select takes the one
//     of the side that runs. An early return, a break or a continue is a predicate under which the rest is selected.
//   - Structs and arrays are scalars by leaf, as ir.Layout has them. An array
//     that is indexed by a variable becomes Selects; a table of constants
//     stays one, behind Lookup.
//   - Every value is assigned once and keeps the name of the variable of the source
//     that it was assigned to, with a number.
//
// An operation takes numbers and has an ir.Kind, width and sign, to which its result wraps. All operations are total:
// an index out of range, which is a fault in Go, gives an unspecified value, so that computing a side that does not
// run is harmless.
//
// The form is simplified in two steps. During translation each frame knows the outcome of the branches around it, and
// operations are replaced by simpler equals (reduce, rewrite). Afterwards shrink does what depends on the number of
// uses of a value: it joins Selects, narrows kinds, merges copies of code on exclusive sides, and shortens the
// longest paths.
//
// Source is the form without any of this, with what its operations must fulfil, for a solver.
//
// Guard finds a condition without which a part of a function is not needed; Given and Without are the function under
// that condition and without it.
//
// Machine runs the form, to check it against the vectors.
package flat
