// Package fabric is the network of the NIC model: links with a rate and a delay, and
// switches with shared memory, strict and weighted classes, RED marking (ECN), PFC with
// dynamic thresholds, and ECMP.
//
// Switches are output-queued, and store and forward. A packet that finds its output idle leaves at once and takes no
// memory. Packets are marked when they leave, by what they leave behind. docs/nicmodel.md says what is modelled and
// what is left out.
//
// Nodes belong to partitions, which may run in parallel (package event): a node touches only its own state and its
// partition's, and affects others only by packets.
package fabric
