// Package explain finds possible causes of a firmware's wrong step.
//
// It runs the reference's step in the compiler's interpreter, which gives the chain of intermediate values, and then
// tries hypotheses: that the firmware differs from the reference in one thing, of three kinds:
//
//   - one operation of the program is different: a rounding, a shift, a sign, a width, a missing saturation, the
//     order of two updates, and so on. These are the mutants of package codegen/check/mutate, and the ones of this
//     package that mutate does not plant;
//   - one input was different: a field of the event or a parameter in another byte order, unit or width, another
//     choice of a parameter, the state of an earlier step;
//   - one field was logged wrongly: bytes swapped, cut, one off, not updated.
//
// A hypothesis holds if the step under it gives the log's value of every field. Those that would have shown in an
// earlier step, in which firmware and reference agree, are marked as contradicted. Of several that hold, the one with
// the weakest assumptions comes first, and the others are named, too.
package explain
