// Package explain finds out why a firmware's step may have come out as it did.
//
// It has the reference's step run in the interpreter of the compiler, which gives the
// chain of intermediate values, and then tries hypotheses: that the firmware differs from
// the reference in one thing. One of three:
//
//   - one operation of the program is another: a rounding, a shift, a sign, a width, a
//     missing saturation, the order of two updates, and so on. These are the mutants of
//     package codegen/check/mutate, and the ones of this package that mutate does not plant;
//   - one input was another: a field of the event or a parameter in another byte order,
//     unit or width, another choice of a parameter, the state before a step earlier;
//   - one field was written down wrongly: its bytes turned, cut, one off, not updated.
//
// A hypothesis holds if the step under it gives what the log has, in every field that the
// log has. Those that would have shown in an earlier step, in which firmware and
// reference agree, are marked as contradicted. Of several that hold, the one that takes
// the least for granted comes first, and the others are named too.
package explain
