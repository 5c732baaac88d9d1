// Package avatar runs Avatar ("Toward Effective and Fair RDMA Resource Sharing", APNet 2018) and its baselines on the
// host interface of the NIC model (package hostpath).
//
// Avatar lets the connections of a host to one remote node share QPs. An application pushes a
// block into its connection's egress queue; the Worker, the only thread that posts to these
// QPs, cuts blocks into segments and posts them in fair order (package egress), with at most a
// window of them in flight; at the receiver all QPs take buffers of one SRQ, and the Poller
// hands each segment to its connection by its immediate data (package ingress). [Native] is
// RDMA without that: a QP a connection, or one QP that threads share under a lock.
//
// A [Load] is what the applications do; [Run] runs it on either. [Companion] compares the paper's numbers with the
// model's. All arithmetic is integer, and the same load gives the same [Result].
//
// Left out are the CPU time of Fig. 10(b) to (d), memory registration, and RDMA writes with immediate data. At the
// receiver each native connection has its own thread and unlimited buffers, and several senders do not share the link
// to it. So a comparison shows effects of the sender only, except for RNRs of an SRQ that ran dry.
//
// ccgen compiles the kernels as it does any folder in the firmware subset; golden vectors are in their testdata:
//
//	ccgen c ./nicmodel/systems/avatar/egress ./nicmodel/systems/avatar/ingress -o avatar.h
//	ccgen verify ./nicmodel/systems/avatar/egress nicmodel/systems/avatar/egress/testdata/*.json
//	ccgen fuzz ./nicmodel/systems/avatar/ingress --time 2m
//
// Times of host, PCIe and wire are those of [Default], which says where each comes from.
package avatar
