// Package driver runs any algorithm that fulfils the contract of a NIC (ir.NICContract, docs/subset.md), whatever its
// event type: it writes NIC events into the leaves of the algorithm's event, fires timers when they are due, reads
// the controls from the output, and reads the probes for logs. An Engine runs the algorithm itself: as linked Go,
// interpreted, or in a firmware program (External).
//
// The caller, a replay or the NIC model, holds one Conn a connection and knows when something happens to it; the
// rules of time and order are here. A step allocates no memory.
package driver
