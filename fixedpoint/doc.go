// Package fixedpoint is integer-only arithmetic for NIC firmware: logarithms,
// powers of two, roots, reciprocals, saturating and rounding operations,
// 16-bit packing and a wrapping clock.
//
// # Contract
//
// Every function is total: it has a result for every input, never panics,
// never allocates, never divides and has no hidden state. The rules that hold
// for all of them:
//
//   - "Correctly rounded" (CR) means: the value of the result's format that is
//     nearest to the exact mathematical result. Where the exact result may lie
//     half way, the direction is stated; elsewhere ties cannot occur.
//   - The logarithm of 0 is -32.0, the most negative value of the stated range.
//   - 1/0 and 1/sqrt(0) are the largest value of the result's format.
//   - A result beyond the format is the nearest end of the format's range.
//   - Where a caller must distinguish a degenerate result from a regular one, a
//     flag is returned with it ([Div]).
//
// # Formats
//
// A format's name gives its bits: [UQ16x16] is unsigned with 16 integer and 16
// fractional bits, [Q5x26] is signed with 5 integer and 26 fractional bits. One ULP
// is one unit of the integer that holds the value.
//
// # One source
//
// The files of this directory (not the tests) are written in the firmware
// subset of Go, so that the very same source is compiled to C. That is why
// they know nothing but math/bits, and why loops have constant bounds.
package fixedpoint

//go:generate go run ../internal/dev/gentables/cmd -o tables.go
