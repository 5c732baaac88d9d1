// Package cgen is the C99 backend: it prints a program of the firmware subset
// as one freestanding C header, and as a hosted C program that speaks the line
// protocol for checking that header against vectors.
//
// The header reads like the source: names (snake_cased, with a prefix), order,
// comments and blank lines survive. What it needs is stdint.h and stdbool.h. It
// compiles as C99 and as C++11 without a warning, and does nothing that C leaves
// undefined or to the implementation:
//
//   - A signed sum, product or shift that could leave its type is computed in
//     the unsigned type and converted back by comparison, not by a cast.
//   - A shift whose count could reach the width goes through a function that gives
//     0 or the sign, as Go does. So does a right shift of a value that may be
//     negative.
//   - Operands of 8 and 16 bits are promoted to int by C: results are cut back
//     to their type, and a product of two uint16 is formed in uint32_t.
//   - An index that is not shown to be in range goes through a function that calls
//     PREFIX_TRAP() first, which a build may define.
//
// Which of these is needed is decided by an interval analysis (ranges.ForAny), so
// that code that cannot overflow is printed plainly. docs/ports.md has the whole
// list.
package cgen
