// Package num groups small arithmetic: bigmath (exact and arbitrarily precise, for oracles),
// bytesize and linerate (as people write them), sums (of structs of counters) and splitmix (a seeded generator).
package num
