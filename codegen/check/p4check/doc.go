// Package p4check reads P4_16 for v1model or the Portable NIC Architecture (PNA) and runs it on packets.
//
// It was written from the language's specification (P4_16, version 1.2), independently of the printer whose output it
// checks. It accepts the subset for printed programs: constants, headers, structs, a parser with select, controls
// with variables, actions, tables with one key and constant entries (exact, lpm, ternary), registers, if,
// assignments, and expressions on bool, bit<W> and int<W> up to 128 bits; of v1model mark_to_drop, hash and checksums
// by crc32 and csum16, clones from ingress to egress, resubmission, truncation, and lists of metadata that these
// keep; of PNA send_to_port, hashes by CRC32, and the types of ports, times and classes. All else is refused at its line
// and column, and so is what the compilers, simple_switch and pna_nic are known to refuse, to warn of or to get wrong:
// names of core.p4, v1model.p4 and pna.p4 declared again, names that hide
// others, signed arguments in tables, division, a shift by a signed amount or one wider than bit<8>, a table applied
// in two places, a branch in an action, anything but emit in a deparser, functions of PNA that pna_nic lacks. PNA's
// registers, which pna_nic of bmv2 1.15.5 lacks as well, are in the subset.
//
// Where the language leaves a result undefined (a field of an invalid header, a register beyond its end), a run ends
// with a Fault. An uninitialised variable holds a bit pattern that shows up as wrong.
package p4check
