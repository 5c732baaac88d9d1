// Package bandit is DR-UCB, the discounted and randomly exploring
// upper-confidence-bound bandit of Dolce-RC (algorithm 1 of "Data-Driven Rate
// Control for RDMA Networks"), in integers and in 20 bytes for four arms.
//
// # What the paper asks
//
// At iteration t, with r = t mod floor(K/epsilon):
//
//	r < K   explore: I(t) = r                                (lines 3 to 5)
//	else    I(t) = argmax over i of  m_i + sqrt(xi ln N / n_i)  (line 7)
//
// where n_i = sum of gamma^(t-1-tau) over the past choices of arm i, N is their
// sum and m_i the discounted mean of the rewards that arm i gave. Then the
// reward X is observed and every n_i ages by gamma, the chosen one gaining 1
// (line 10).
//
// # How it is kept in two 16-bit words an arm
//
// The discount touches every arm at every step, and at gamma = 0.9998 it takes
// 0.01 off a count of 50. A 16-bit count that must reach 5000 has a resolution
// of 1/8, so dropping the low bits each step, by truncation or by rounding,
// learns five times worse than the algorithm (docs/proof.md). Three identities
// avoid the loss:
//
//   - The discount leaves the mean of an arm that was not chosen alone, so the
//     words are mean and count, not sum and count. For the chosen arm
//     m' = m + (X - m) / n', exactly.
//   - Ageing all counts by gamma is the same as letting the weight of one new
//     choice grow by 1/gamma. The counts are therefore kept in a unit that grows
//     within a block of 2^b steps, and only at the end of a block is every count
//     multiplied by gamma^(2^b). A block fits an exploration round: its position is
//     the low bits of the iteration counter, which costs no state.
//   - What is dropped is dropped fairly: a deterministic dither, a hash of the
//     state, decides between floor and ceiling, so that the error has mean zero and
//     every port computes the same bits.
//
// # Numbers
//
// A mean is UQ0.16, a count has [CountShift] fractional bits (3 at gamma =
// 0.9998), an index is UQ8.24. The index of an arm is
// m + sqrt(xi ln N * unit) * rsqrt(count), one reciprocal square root an arm and
// no division. See docs/formats.md for ranges, docs/decisions.md for what the
// paper leaves open.
package bandit
