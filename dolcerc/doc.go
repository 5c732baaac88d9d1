// Package dolcerc is Dolce-RC (algorithm 2 of "Data-Driven Rate Control for RDMA
// Networks"): a DCQCN reaction point in which a bandit picks, once a fast-recovery
// phase, the pair alpha, beta that cuts use.
//
// On a CNP
//
//	RT = beta RC           (equation 1)
//	RC = (1 - alpha/2) RC  (equation 2)
//
// and between CNPs the rate recovers as in DCQCN (package dcqcn, whose [Rates] this
// package embeds). A CNP is qualified if at least one fast-recovery phase passed
// since the last qualified one. At a qualified CNP the arm that was in force
// gets its reward
//
//	X = 1 - marked/sent    (equation 4)
//
// over the time since, and DR-UCB (package bandit) chooses the next arm.
//
// Marked and sent are estimated in one of the two ways of section IV-B: packets
// that left, and the number of marked ones that the CNPs report in seven reserved
// bits; or, for NICs that can do neither, time slots of about 1 us in which
// something was sent, and CNPs received at a CNP interval of 1 us.
//
// The state of a connection with four arms is 48 bytes, 20 of them learning: what
// the flow context of a programmable NIC holds.
package dolcerc
