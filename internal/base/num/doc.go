// Package num groups small arithmetic: bigmath (exact and arbitrarily precise, for oracles),
// bytesize and linerate (as people write them) and splitmix (a seeded generator).
package num
