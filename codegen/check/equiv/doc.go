// Package equiv proves that the circuit of a function computes the same as its flat form, for all arguments in their
// declared ranges: yosys reads the Verilog and writes its netlist as SMT-LIB, package smt writes the flat form, and
// z3 is asked for arguments on which an output differs. unsat is the proof, a model a counterexample.
//
// The netlist is in words (the operators of Verilog as yosys reads them), or in gates (yosys' synth: what is left
// after its optimization and mapping). The printer and its widths, in package verilog, are under test: the other side
// knows only which port is which input.
//
// It is all in test files: nothing but the proofs of testdata/proved.txt asks.
package equiv
