// Package dcqcn is the reaction point (RP) and the notification point (NP) of
// DCQCN (Zhu et al., "Congestion Control for Large-Scale RDMA Deployments",
// SIGCOMM 2015) in integers, with the choices in which vendors and simulators
// differ as parameters.
//
// # The reaction point
//
// A connection sends at the current rate RC. A congestion notification packet
// (CNP) cuts it: RT = RC, RC = RC (1 - alpha/2). In the time without CNPs, alpha
// decays, and a timer and a byte counter raise the rate in three phases, counted
// in stages T (timer) and BC (byte counter):
//
//	            CNP: RT = RC, RC cut, T = BC = 0
//	      +-----------------------------------------------+
//	      v                                               |
//	+---------------+  max(T,BC) >= F  +----------+  min(T,BC) > F  +--------+
//	| fast recovery | ---------------> | additive | --------------> | hyper  |
//	| RC=(RT+RC)/2  |                  | RT+=R_AI |                 | RT+=i  |
//	+---------------+                  | RC=...   |                 |  R_HAI |
//	                                   +----------+                 +--------+
//
// # A transducer
//
// [Step] takes an event (a CNP, bytes sent, or the end of one of three timers) and
// changes the state; the timers' deadlines are part of the state, and [Next]
// returns the first to end. A driver (a replay, the NIC model, a DPA handler)
// runs the timers that are due before it hands over a packet's event. At one
// instant the order is: alpha timer, cut timer, increase timer, bytes sent, CNP
// (docs/algorithms.md).
//
// # Units
//
// Rates are unsigned 32-bit counts of kb/s (1000 bits a second): 1 Mb/s is 1000,
// 1.6 Tb/s is 1.6e9, and RT + RC fits 32 bits since neither passes 2^31 - 1.
// Times are wrapping 32-bit nanoseconds. Alpha is a fraction with
// [Params.AlphaBits] fractional bits. Package dcqcn/profile holds the parameters
// of papers, vendors and simulators.
package dcqcn
