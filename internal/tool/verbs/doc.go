// Package verbs runs RDMA applications through a switch of this process: virtual machines with Debian's kernel, whose
// software RoCE (rdma_rxe) sends RoCEv2 frames, joined by the switch of a scenario. docs/verbs.md says what is real and
// what is not.
//
// A Plan is what a scenario asks for. An Image is the kernel and the files that all machines boot, made of Debian's
// packages. Bench starts the machines under qemu, each with two sockets of this process: one carries its Ethernet
// frames, the other what it is asked to do and what it has to say. A Switch has the ports; it does not know where
// frames and the time come from, and tests give it both.
package verbs
