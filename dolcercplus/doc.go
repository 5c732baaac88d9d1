// Package dolcercplus is Dolce-RC+ (algorithm 3 of "Data-Driven Rate Control for
// RDMA Networks"): a bandit picks the rate of each message, without a reaction
// point.
//
// The arms are the rates C / 2^(K-1-i) (definition 3). When the ACK of a whole
// message comes, the arm that sent it gets its reward (equation 5)
//
//	X = ideal MCT / actual MCT * (1 - ECN ratio)^i
//
// and DR-UCB (package bandit) chooses the rate of the next message. The sender
// keeps no table of messages on their way: iteration, arm and time of departure
// travel in the data packets and come back in the ACK (figure 7), and the receiver
// adds the ECN ratio.
package dolcercplus
