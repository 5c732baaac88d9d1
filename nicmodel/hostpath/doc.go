// Package hostpath is the host interface of a NIC: what lies between an application's post of a work
// request (WQE) and the first byte that may leave, and between the acknowledgement and the
// application's knowing.
//
//	thread --post, lock--> doorbell --MMIO--> WQE fetch (PCIe) --> send queue of the QP
//	  send queues --arbiter--> QP context, message processing --> payload read (PCIe)
//	  --> TX pipe --> wire, or loop-back
//	acknowledgement --> CQE write (PCIe) --> completion queue --poll--> thread
//	wire --> receive queue (SRQ, RNR) --> payload and CQE write (PCIe) --> completion queue
//
// A NIC is driven by a Environment, which has the clock and the wire. The NIC asks it to call Step at a
// time, hands it each WQE whose first byte may leave, and tells it each completion that a thread
// polls; the Environment tells the NIC of acknowledgements (Acked) and of messages that came (Receive).
// A program posts with Post, also from within Environment.Polled: so closed loops are made. The packet
// model of package nicmodel is a Environment; Sim is a small one, of NICs joined by plain wires.
//
// All times are integer picoseconds, random draws come from the NIC's own seeded stream, and what
// happens at one time happens in the order in which it was asked for: the same calls give the same
// times on every machine. A NIC is not safe for concurrent use; NICs are independent of each other.
//
// The model is of cycle-approximate resources, each serving in order: a thread, a QP's lock, PCIe
// in each direction, the message processor, the TX pipe. What is left out: limits of queue depths
// but the SRQ's, atomics and RDMA reads, MTT misses, NUMA.
package hostpath
