// Package drum shares the WQE rates and the CQE poll rates of a host among its applications as DRUM
// does ("Distributed and Optimal RDMA Resource Scheduling in Shared Data Center Networks"), in
// integers: the alternating direction method of multipliers (ADMM) on each host, the selection of the
// k applications whose queue pairs are active, and the agent with token buckets in front of a NIC.
//
// The problem of a host with m applications, of which the set I is selected, is
//
//	maximise  sum over I of 2 sqrt(x_j)  -  sum of 1/z_j^2
//	so that   a_j x_j = z_j,  sum x_j <= Q,  sum z_j <= C
//
// x_j is the rate at which WQEs are issued, z_j that at which CQEs are polled, a_j the number of CQEs to a WQE.
// Corrections to the paper's text:
//
//   - The update of u takes the residual a x - z; equation (7) and algorithm 2 add a x + z, and u grows
//     without end (UpdatePrinted).
//   - Each host has its u. Algorithm 2 has one for all hosts, and the residual does not fall (UpdateShared).
//   - The budgets are linear. A sum of logarithms, as in section III-A, bounds no convex set; with alpha = 1/2 and
//     more than 5 applications the problem has no maximum, and Check refuses it. Q = m e^(q/m) and C = m e^(c/m) with
//     the paper's q = 25 and c = 15 imply the paper's bounds.
//   - The maximum over selections (lemma 1) is not concave. A selection holds for a whole run.
//   - rho is 1/8. With the paper's 1/1000 the corrected iteration needs hundreds of iterations.
//
// alpha = 1/2 and beta = 1 are not in the paper. Packages root, budget, topk and bucket run on a NIC, in the firmware
// subset.
package drum
