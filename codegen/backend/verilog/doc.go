// Package verilog prints a transducer as synthesizable Verilog-2005, from its flat form.
//
// A core takes the state and an event and gives the output and the state after it, one event a
// clock, with a latency that does not change. Around it stands a wrapper: the connections' states
// in a two-port memory, a stream of events with numbers of connections, and a scoreboard that
// holds an event of a connection that is in flight. The init function and next are cores too.
//
// Values are as wide as what they may be: the ranges that the source declares of its inputs
// (ranges.go) are carried through the operations (width.go), and of a value of which only low
// bits are used no others are made. A model of delays (delay.go) says where the pipeline is cut
// (stage.go).
//
// In the shared form (splitcore.go) events part ways by the condition under which most products
// stand: those for which it holds go to a unit with one multiplier that works step by step
// (shared.go, unit.go), others through a pipeline.
//
// Check runs the vectors on the text, through verilator or iverilog, which know nothing of the
// printer.
package verilog
