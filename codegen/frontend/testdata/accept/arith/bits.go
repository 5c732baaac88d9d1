package arith

import "math/bits"

// Counts uses the counting functions of math/bits at every width.
//
//ccgen:export
func Counts(a uint8, b uint16, c uint32, d uint64) ([16]uint8, int64) {
	r := [16]uint8{
		uint8(bits.LeadingZeros8(a)), uint8(bits.LeadingZeros16(b)), uint8(bits.LeadingZeros32(c)), uint8(bits.LeadingZeros64(d)),
		uint8(bits.TrailingZeros8(a)), uint8(bits.TrailingZeros16(b)), uint8(bits.TrailingZeros32(c)), uint8(bits.TrailingZeros64(d)),
		uint8(bits.Len8(a)), uint8(bits.Len16(b)), uint8(bits.Len32(c)), uint8(bits.Len64(d)),
		uint8(bits.OnesCount8(a)), uint8(bits.OnesCount16(b)), uint8(bits.OnesCount32(c)), uint8(bits.OnesCount64(d)),
	}
	return r, int64(bits.Len64(d)) - 64
}

// Wide uses the functions with two results.
//
//ccgen:export
func Wide(a, b, c uint32, x, y, z uint64) ([6]uint32, [6]uint64) {
	var p [6]uint32
	var q [6]uint64
	p[0], p[1] = bits.Mul32(a, b)
	p[2], p[3] = bits.Add32(a, b, c&1)
	p[4], p[5] = bits.Sub32(a, b, c&1)
	q[0], q[1] = bits.Mul64(x, y)
	sum, carry := bits.Add64(x, y, z&1)
	q[2], q[3] = sum, carry
	q[4], carry = bits.Sub64(x, y, carry)
	q[5] = carry
	return p, q
}

// Halves takes one half only.
//
//ccgen:export
func Halves(x, y uint64) (uint64, uint64) {
	hi, _ := bits.Mul64(x, y)
	_, lo := bits.Mul64(x, y)
	return hi, lo
}

// Product passes both results on.
//
//ccgen:export
func Product(x, y uint64) (uint64, uint64) { return bits.Mul64(x, y) }

//ccgen:export
func Rotate(x uint32, y uint64) (uint32, uint32, uint32, uint64, uint64) {
	return bits.RotateLeft32(x, 7), bits.RotateLeft32(x, -7), bits.RotateLeft32(x, 32),
		bits.RotateLeft64(y, 63), bits.RotateLeft64(y, -100)
}
