// Package backend groups what prints a program for somebody else: cgen (C99, with cc, which runs C
// compilers), doca (the glue of a DOCA PCC device program), p4 (P4_16 for v1model), verilog (circuits),
// python (a golden model), rust (a crate), svdpi (the C port for benches in SystemVerilog) and port (a header with the
// parameters of profiles, as ccgen c writes it); printer is what python and rust share. A back end prints ir or flat and computes nothing; what shows that its
// text is right is in codegen/check.
package backend
