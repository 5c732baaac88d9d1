// Package random gives every component of the NIC model its own random stream.
//
// A stream is named by the scenario's seed, the component's name and its number, so that
// a switch added, or a coin thrown more often in one place, changes no other stream.
// All is integer arithmetic: the same names give the same numbers on every machine.
//
// The generator is xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number
// generators", 2021), its state filled by splitmix64. It is not for secrets.
package random

import (
	"math/bits"

	"smartnic-cc/internal/base/num/splitmix"
	"smartnic-cc/nicmodel/event"
)

// Source is a random stream: the state of xoshiro256**, never all zero after New.
// It is a small value; a copy goes on as an equal stream. The zero Source is not usable.
type Source struct {
	s0, s1, s2, s3 uint64
}

// New returns the stream of a component of a run: seed is the scenario's, component a name such as "poisson", index
// its number. Different triples give unrelated streams.
func New(seed uint64, component string, index uint64) Source {
	// The name goes in byte by byte with its length, so that no two triples are
	// the same bytes.
	h := splitmix.Mix(seed + splitmix.Step)
	for i := range len(component) {
		h = splitmix.Mix(h ^ uint64(component[i]) + splitmix.Step)
	}
	h = splitmix.Mix(h ^ uint64(len(component)) + splitmix.Step)
	h = splitmix.Mix(h ^ index + splitmix.Step)
	// Mix is a bijection, of four different words: at most one of them is 0.
	var word [4]uint64
	for i := range word {
		h += splitmix.Step
		word[i] = splitmix.Mix(h)
	}
	return Source{word[0], word[1], word[2], word[3]}
}

// Uint64 returns a number uniform on 0..2^64-1.
func (s *Source) Uint64() uint64 {
	x := bits.RotateLeft64(s.s1*5, 7) * 9
	t := s.s1 << 17
	s.s2 ^= s.s0
	s.s3 ^= s.s1
	s.s1 ^= s.s2
	s.s0 ^= s.s3
	s.s2 ^= t
	s.s3 = bits.RotateLeft64(s.s3, 45)
	return x
}

// Uint32 returns a number uniform on 0..2^32-1.
func (s *Source) Uint32() uint32 {
	return uint32(s.Uint64() >> 32)
}

// Below returns a number uniform on 0..n-1, without bias; 0 if n is 0 or 1. Most calls
// take one number of the stream, few take more (Lemire, "Fast random integer
// generation in an interval", 2019).
func (s *Source) Below(n uint32) uint32 {
	product := uint64(s.Uint32()) * uint64(n)
	if uint32(product) < n {
		// Of the 2^32 values of the low half, 2^32 mod n would make some
		// results more likely than others.
		for reject := -n % n; uint32(product) < reject; {
			product = uint64(s.Uint32()) * uint64(n)
		}
	}
	return uint32(product >> 32)
}

// Below64 is Below for 64-bit bounds.
func (s *Source) Below64(n uint64) uint64 {
	hi, lo := bits.Mul64(s.Uint64(), n)
	if lo < n {
		for reject := -n % n; lo < reject; {
			hi, lo = bits.Mul64(s.Uint64(), n)
		}
	}
	return hi
}

// Exp returns an exponential variate of the given mean: -mean ln u, u uniform. It is rounded to the nearest
// picosecond (0 with probability 1/(2 mean)), with a further error of at most mean/2^56 ps; it is at most 44.4 times
// the mean and event.Never. A mean of 0 or less gives 0, but still draws a number.
func (s *Source) Exp(mean event.Time) event.Time {
	// The odd numbers are the middles of 2^63 equal cells of (0, 1): u is
	// never 0 or 1, and has no bias.
	e := negLn(s.Uint64() | 1)
	if mean <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(mean), e)
	lo, carry := bits.Add64(lo, 1<<(lnBits-1), 0)
	hi += carry
	if hi>>(lnBits-1) != 0 {
		return event.Never
	}
	return event.Time(hi<<(64-lnBits) | lo>>lnBits)
}
