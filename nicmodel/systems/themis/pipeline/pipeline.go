// Package pipeline is a gateway of THEMIS as a whole P4_16 program for v1model: a frame that is made by hand
// (gateway.p4.tmpl), in which the kernels of packages notify, pace, resubmit and dcqcn stand as ccgen prints
// them from their Go source. docs/systems.md says what v1model lacks for it.
//
//	ccgen p4 --frame nicmodel/systems/themis/pipeline/gateway.p4.tmpl ./nicmodel/systems/themis/notify ./nicmodel/systems/themis/pace \
//	    ./nicmodel/systems/themis/resubmit ./dcqcn -o gateway.p4
//
// The program that it gives is in testdata. The test runs it, by ccgen's own reader of P4, on the packets that
// gateways of the NIC model saw, and it does with each what those did.
package pipeline
