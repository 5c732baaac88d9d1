// Package smartnic holds the source of the firmware packages, so that a compiled
// ccgen can compile that very source where only the binary is.
package smartnic

// Module is the path of this module.
const Module = "smartnic-cc"
