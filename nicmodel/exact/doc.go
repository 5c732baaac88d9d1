// Package exact runs a configuration of the NIC model as HPCC's ns-3 simulator computes it, so that each flow's
// completion time is that simulator's to the ns: whole nanoseconds, rounded down; events of one instant in the order in
// which they were scheduled; its ECMP, buffers and PFC; its NIC; its rules of congestion control in float64; the first
// numbers of ns-3's random streams where RED throws a coin.
//
// It is a separate, serial simulator of packets, so that the NIC model needs no knowledge of it. Its input is a
// nicmodel.Config, of which it refuses what that simulator does not have, and its records go to a nicmodel.Sink.
//
// Source: alibaba-edu/High-Precision-Congestion-Control, commit 9f4be2a, read, not copied. No product and sum are
// fused: float64 conversions around products keep compilers from it, on machines that could.
package exact
