// Package kernels tests the firmware kernels of the NIC model as what they are: algorithms and
// functions of a folder. It finds them by their directives. Golden vectors stand in testdata of the
// folder, those of the package's own test and NAME-found.json, which ccgen vectors added; faults that
// change nothing in equivalent.txt. make kernels has what takes longer: planted faults and other
// machines.
package kernels
