// Package fabric is the network of the NIC model: links with a rate and a delay, and
// switches with shared memory, strict and weighted classes, RED marking (ECN), PFC with
// dynamic thresholds, and ECMP.
//
// Switches are output-queued, and store and forward. A packet that finds its way out
// idle leaves at once and takes no room. Marking happens when a packet leaves, by what
// it leaves behind. docs/nicmodel.md says what is modelled and what is left out.
//
// Nodes belong to partitions, which an event loop may run side by side (package event): a
// node touches only its own state and its partition's, and speaks to others by packets.
package fabric
