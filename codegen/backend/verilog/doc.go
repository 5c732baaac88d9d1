// Package verilog prints a transducer as synthesizable Verilog-2005, from its flat form.
//
// A core takes the state and an event and returns the output and the next state, one event a clock, with a constant
// latency. The wrapper around it holds the connections' states in a two-port memory, takes a stream of events with
// connection numbers, and stalls an event while another one of the same connection is in flight, by a scoreboard. The
// init function and next are cores, too.
//
// Values are as wide as their ranges: those that the source declares for its inputs (ranges.go) are propagated
// through the operations (width.go). High bits that are not used are not computed. A model of delays (delay.go)
// decides where the pipeline is cut (stage.go).
//
// In the shared form (splitcore.go) events are split by the condition under which most products are needed: those for
// which it holds go to a unit with one multiplier that works step by step (shared.go, unit.go), others through a
// pipeline.
//
// Check runs the vectors on the text in verilator or iverilog, which are independent of the printer.
package verilog
