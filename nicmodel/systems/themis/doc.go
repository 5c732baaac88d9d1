// Package themis is THEMIS on the NIC model ("THEMIS: Efficiently Mitigating Congestion-Induced Fairness
// Disparities in Long-Haul RDMA Networks"): the switches at the ends of a long link between two data
// centres notify senders and react to receivers in their place, so that both loops are as short as those
// within a data centre.
//
// A [Gateway] is what such a switch does besides forwarding (fabric.Gateway). It has the kernels of packages notify
// (CNPs minted, filtered and marked), dcqcn (the reaction point: DCQCN's own source with other parameters,
// [Reaction]) and pace (how long a packet is held), and keeps their state in a table by the hash of the five-tuple,
// where flows may collide. With [HoldResubmit] packets are not held exactly but pass repeatedly through the ingress
// queue (package resubmit).
//
// An [Experiment] is the paper's; [Companion] compares its numbers with the model's. docs/systems.md says what is
// from the paper, chosen here, or fitted.
//
// ccgen compiles the kernels as it does any folder in the firmware subset; golden vectors are in their testdata:
//
//	ccgen c ./nicmodel/systems/themis/notify ./nicmodel/systems/themis/pace ./nicmodel/systems/themis/resubmit -o themis.h
//	ccgen p4 ./nicmodel/systems/themis/notify -o notify.p4
//	ccgen verify ./nicmodel/systems/themis/pace nicmodel/systems/themis/pace/testdata/themispace.json
//
// Package pipeline puts them into a P4 program of a gateway.
package themis
