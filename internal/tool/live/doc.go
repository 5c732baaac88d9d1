// Package live runs a scenario as packets that pass through a Linux kernel: hosts and a switch in
// network namespaces of their own, joined by veth pairs, RoCEv2 frames through packet sockets, and
// token bucket filters where the model has a port's rate. docs/live.md says what is real and what
// is not.
//
// A Plan is what a scenario asks for. Its nodes, hosts and a switch, know frames and the time,
// not where either comes from: Run gives them sockets and the machine's clock, tests give them a
// network in simulated time.
package live
