// Package egress is the sender's half of Avatar ("Toward Effective and Fair RDMA Resource
// Sharing", APNet 2018, sections 3.1 and 3.2) in the firmware subset: connections that share
// one QP, their blocks cut into segments, and the order of these.
//
// A [State] is what the one poster of a QP, the Worker, keeps. It knows the block under way
// of each connection; what waits behind that is the host's egress queue, from which the
// Worker posts the next block as soon as the last has been picked whole. Each pick gives one
// segment: of the connection whose turn it is (RR), or of the one with the smallest virtual
// finish time (WFQ). The paper gives neither the size of a segment nor how a receiver knows
// a block's end: the size is a parameter, and the end is bit 0 of the immediate data, which
// leaves 31 bits to the identifier (see [Imm]).
//
// Virtual time is that of self-clocked fair queueing: the finish time of the segment picked
// last. With weight w a segment of s bytes takes s 2^16/w of it, UQ48.16; 2^16/w is a
// parameter of the connection, rounded down by whoever opens it, so that nothing divides
// here. A weight's share is off by less than w/2^16 of it.
package egress
