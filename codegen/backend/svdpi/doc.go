// Package svdpi prints an algorithm for benches in SystemVerilog: the C port with glue for DPI-C, a package of packed
// structs and imported functions, a scoreboard that steps the model alongside a design, and a bench without UVM that
// plays vectors to the scoreboard (docs/vectors.md). Bench runs it with verilator.
package svdpi
