// Package rperf measures the round-trip time of a network without that of its end points, as RPerf does (thesis
// "Application-Centric Bandwidth Allocation in Datacenters", chapter 5), on the NIC's host interface (package
// hostpath) and the network of credit switches (package credit).
//
// It posts a pair of SENDs, one over the wire and one by loop-back, and polls their completions at T_W and T_L: the
// round-trip time is T_W - T_L (equation 1). The remote NIC acknowledges a SEND on its last byte, before its PCIe and
// software; the time of the local host and NIC is in both completions. The arithmetic is package rttmeter, which
// compiles to C.
//
// The thesis compares two other tools: a ping-pong of SENDs that the remote software answers (perftest), and a WRITE
// that the remote NIC acknowledges when its payload is in memory (qperf). Unlike a testbed a model also has the
// truth: of each measurement the time that its packet and its acknowledgement were in the network, without their
// serialisation.
//
// # What is fitted
//
// Two numbers of [DefaultHost] are fitted, to RPerf's two medians of back-to-back hosts: the time of the internal
// acknowledgement (20 ns at 64 B) and the rate of PCIe (76 ns at 4096 B). The jitter of PCIe is fitted to the tail of
// the first, 47 ns. Of [credit.Default] the credit-return delay is fitted to the thesis's simulator with FCFS (4.5 us
// with two senders). The time of a message is fitted to five senders of 64 B (35 % of the link), and the high limit
// to the bandwidth of the gaming source the priorities (21.5 Gb/s). All other measurements of the thesis are held
// out: both sizes through the switch, both comparators, all other loads, round robin, two switches, the separate VL,
// other sizes. [Companion] compares each number.
package rperf
