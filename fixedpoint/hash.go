package fixedpoint

// Hash32 mixes the bits of x: a permutation of the 32-bit words in which every
// bit of the result changes for about half of the inputs when any one bit of x
// changes. It is meant as the source of deterministic dither, say of a step
// count. Not cryptographic: whoever sees a result can compute x.
//
// Every step can be undone (an addition, a word xored with its own upper part,
// a product with an odd number), so it is a permutation. The addend is the
// fraction of the square root of 2 and keeps 0 from being mapped to itself;
// the multipliers are the best of some hundred odd numbers drawn at random, judged by
// the bias of all 1024 pairs of an input and an output bit (squared and summed,
// 1.17 times what a random function shows on 2^15 inputs) and by the uniformity
// of the results of counters. 2 multiplications.
//
//ccgen:export
//ccgen:wrap all of it is modulo 2^32
func Hash32(x uint32) uint32 {
	h := x + 0x6A09E667
	h = (h ^ h>>16) * 0x76ECEF2D
	h = (h ^ h>>15) * 0x15B3C1B9
	return h ^ h>>16
}
