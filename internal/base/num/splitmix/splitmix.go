// Package splitmix is SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014): a stream of 64-bit numbers that this
// repository owns, so that no library's change moves what is made with it. It is not for
// secrets.
package splitmix

// Step is added to the state before each number: 2^64 divided by the golden ratio, odd.
const Step = 0x9E3779B97F4A7C15

// Source is a stream. Its value is the state, and so the seed before the first number; each
// of the 2^64 states comes once a period.
type Source uint64

// Uint64 returns the next number, uniform on 0..2^64-1.
func (s *Source) Uint64() uint64 {
	*s += Step
	return Mix(uint64(*s))
}

// Mix is the finaliser of SplitMix64: a bijection of the 64-bit words, of which each bit of
// the result depends on all bits of x. Mix(0) is 0.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
