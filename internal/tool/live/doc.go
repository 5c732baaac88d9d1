// Package live runs a scenario as packets that pass through a Linux kernel: hosts and a switch in separate network
// namespaces, joined by veth pairs, RoCEv2 frames through packet sockets, and token bucket filters for the rates of
// ports. docs/live.md says what is real and what is not.
//
// A Plan is what a scenario asks for. Its nodes, hosts and a switch, do not know where frames and the time come from:
// Run gives them sockets and the machine's clock, tests give them a network in simulated time.
package live
