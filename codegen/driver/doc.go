// Package driver runs any algorithm that fulfils the contract of a NIC (ir.NICContract,
// docs/subset.md), whatever its event type: it writes what happened into the leaves of the
// event, feeds timers when they are due, takes the controls out of the output, and reads what
// logs show. An Engine is how the algorithm itself runs: as Go that is linked in, interpreted,
// or in a firmware program (External).
//
// Who drives, a replay or the NIC model, holds a Conn a connection and knows when something
// happens to it; the rules of time and order are here. A step makes no garbage.
package driver
