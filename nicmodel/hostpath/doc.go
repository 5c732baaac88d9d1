// Package hostpath is the host interface of a NIC: from an application's post of a work request (WQE) to the first
// byte that may leave, and from the acknowledgement to the polled completion.
//
//	thread --post, lock--> doorbell --MMIO--> WQE fetch (PCIe) --> send queue of the QP
//	  send queues --arbiter--> QP context, message processing --> payload read (PCIe)
//	  --> TX pipe --> wire, or loop-back
//	acknowledgement --> CQE write (PCIe) --> completion queue --poll--> thread
//	wire --> receive queue (SRQ, RNR) --> payload and CQE write (PCIe) --> completion queue
//
// An Environment, with the clock and the wire, drives a NIC. The NIC has it call Step at a time, hands it each WQE
// whose first byte may leave, and reports each polled completion; the Environment reports acknowledgements (Acked)
// and arrived messages (Receive). A program posts with Post, also from within Environment.Polled, for closed loops.
// The packet model of package nicmodel is an Environment; Sim is a small one, of NICs joined by plain wires.
//
// All times are integer picoseconds, random draws come from the NIC's own seeded stream, and steps of one time run in
// the order of their scheduling: the same calls give the same times on every machine. A NIC is not safe for
// concurrent use; NICs are independent of each other.
//
// The model has cycle-approximate resources, each serving in order: a thread, a QP's lock, PCIe in each direction,
// the message processor, the TX pipe. Left out are limits of queue depths other than the SRQ's, atomics and RDMA
// reads, MTT misses, and NUMA.
package hostpath
