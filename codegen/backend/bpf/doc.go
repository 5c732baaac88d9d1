// Package bpf prints a transducer as C for the BPF machine of the Linux kernel, and runs
// vectors on it there.
//
// It prints the header of codegen/backend/cgen with guarded indexes, maps for state and parameters, functions to call
// from your own program, and an XDP program that takes an event as a packet and answers with output and state. The
// packets are those of the P4 programs.
//
// Before a program runs, the kernel's verifier proves that it terminates, stays inside its memory and reads nothing
// unset. The verifier does not know the ranges that the source declares, so each index that it cannot bound is
// guarded, products of 64 bits are made of smaller ones, and parameters are read-only data, whose values it knows.
package bpf
