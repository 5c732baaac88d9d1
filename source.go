// Package smartnic holds the source of the firmware packages, so that a compiled
// ccgen can compile that very source where only the binary is.
package smartnic

import "embed"

// Module is the path of this module.
const Module = "smartnic-cc"

// FirmwareDirs are the folders of the firmware packages, from the ground up.
var FirmwareDirs = []string{"fixedpoint", "bandit", "dcqcn", "dolcerc", "dolcercplus"}

// InstanceDirs are the folders of firmware packages that have further instances of generic
// algorithms: replays and simulations run them. What is made of all algorithms, such as the
// vectors, leaves them out.
var InstanceDirs = []string{"dolcerc/arms"}

// Source is the Go source of the firmware packages (with tests and names
// of constants, _test.go and _string.go, which the compiler passes over).
//
//go:embed fixedpoint/*.go bandit/*.go dcqcn/*.go dolcerc/*.go dolcerc/arms/*.go dolcercplus/*.go
var Source embed.FS
