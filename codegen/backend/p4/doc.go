// Package p4 prints a transducer as a P4_16 program for v1model or the Portable NIC Architecture (PNA), from its flat form.
//
// One packet is one event: it carries the event's fields and the number of the connection, finds the connection's
// state in registers, and returns with the output and the next state. Parameters are constants of the program or
// registers that a packet sets. docs/ports.md has the packets' layout.
//
// The program stays inside what the compilers for both accept: no loop, no division, a shift's amount of 8 bits
// without sign, one table for every use of a table of constants, no branch in an action, ternary selects instead of
// branches; no name that core.p4, v1model.p4 or pna.p4 declares; no action data with a sign.
//
// Package p4check reads the text back and runs it; it is independent of the printer. Packets packs vectors into
// packets, for p4check and for a switch alike.
package p4
