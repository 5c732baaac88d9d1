// Package scenario makes a run of the NIC model from a TOML file, and writes the results.
//
//	s, err := scenario.Read("incast.toml")
//	sum, err := scenario.Run(s, scenario.Options{Out: "incast.out"})
//
// A scenario says what is connected ([topology]), how switches behave ([switch]), what runs on the NICs of which
// hosts ([[nic]]), what is sent ([[workload]]), for how long and with which seed ([run]), and what is written down
// ([record]). docs/nicmodel.md explains it; Schema lists all keys with their units, ranges and defaults. With credit
// switches a scenario runs the measurement of its table [probe] instead. Tables of papers' systems are those of
// package systems.
//
// Numbers with a unit are text ("100Gbps", "1.5us", "400KiB") and are exact: nothing passes
// through floating point. Files that a scenario names are relative to its own folder.
// Errors are one line with the file, the line and the key.
//
// All outputs of a scenario are the same bytes on every machine and for any number of parts and threads. They are
// written to temporary files and renamed when the run ends or is interrupted, complete up to the last flush.
package scenario
