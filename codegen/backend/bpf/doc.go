// Package bpf prints a transducer as C for the BPF machine of the Linux kernel, and runs
// vectors on it there.
//
// What is printed is the header of codegen/backend/cgen with guarded indexes, and beside it
// maps for state and parameters, functions to call from a program of your own, and one XDP
// program that takes an event as a packet and answers with output and state. Packets are
// those of the P4 programs.
//
// The kernel's verifier shows before a program runs that it ends, stays inside its memory
// and leaves nothing unset. It knows nothing of the ranges that the source declares: each
// index that it cannot bound by itself has its bound printed, products of 64 bits are made
// of pieces, and parameters lie in read-only data, whose values it knows.
package bpf
