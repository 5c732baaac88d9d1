// Package pipeline is a gateway of THEMIS as a whole P4_16 program for v1model: a hand-written frame
// (gateway.p4.tmpl) with the kernels of packages notify, pace, resubmit and dcqcn as ccgen prints them from their Go
// source. docs/systems.md says what v1model lacks for it.
//
//	ccgen p4 --frame nicmodel/systems/themis/pipeline/gateway.p4.tmpl ./nicmodel/systems/themis/notify ./nicmodel/systems/themis/pace \
//	    ./nicmodel/systems/themis/resubmit ./dcqcn -o gateway.p4
//
// The program is in testdata. The test interprets it with ccgen's P4 reader on the packets that gateways of the NIC
// model saw, and it does with each what those did.
package pipeline
