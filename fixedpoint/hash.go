package fixedpoint

// Hash32 mixes the bits of x: a permutation of the 32-bit words in which each
// bit of the result depends about evenly on each bit of x. It is the source of
// deterministic dither. Not cryptographic: whoever sees a result can compute x.
//
//ccgen:export
func Hash32(x uint32) uint32 {
	h := x + 0x9E3779B9
	h = (h ^ h>>16) * 0x7FEB352D
	h = (h ^ h>>15) * 0x846CA68B
	return h ^ h>>16
}
