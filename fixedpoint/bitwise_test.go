package fixedpoint

import "math/bits"

// The bit-by-bit algorithms: one turn of a loop for each bit of the result.
// They are what firmware without tables does, serve as a second opinion in the
// tests, and are the peers of the benchmarks.

// bitLog2 returns log2(x), x > 0, rounded to frac bits, by squaring the
// mantissa: each square gives one bit of the logarithm.
func bitLog2(x uint32, frac uint32) uint64 {
	n := uint32(bits.LeadingZeros32(x))
	m := uint64(x<<n) << 32
	r := uint64(31 - n)
	for i := uint32(0); i <= frac; i++ {
		hi, lo := bits.Mul64(m, m)
		r <<= 1
		if hi >= 1<<63 {
			r |= 1
			m = hi
		} else {
			m = hi<<1 | lo>>63
		}
	}
	return (r + 1) >> 1
}

// bitLog2Inexact is bitLog2 for 16 bits with 32-bit mantissas, the form found
// in practice: quicker, and wrong where the error of the squares adds up.
func bitLog2Inexact(x uint32) uint32 {
	n := uint32(bits.LeadingZeros32(x))
	m := x << n
	r := 31 - n
	for i := 0; i < 17; i++ {
		s := uint64(m) * uint64(m)
		r <<= 1
		if s >= 1<<63 {
			r |= 1
			m = uint32(s >> 32)
		} else {
			m = uint32(s >> 31)
		}
	}
	return (r + 1) >> 1
}

// bitExp2Root[i] is 2^(2^-(i+1)) in Q1.63.
var bitExp2Root = [16]uint64{
	0xB504F333F9DE6484, 0x9837F0518DB8A96F, 0x8B95C1E3EA8BD6E7, 0x85AAC367CC487B15,
	0x82CD8698AC2BA1D7, 0x8164D1F3BC030773, 0x80B1ED4FD999AB6C, 0x8058D7D2D5E5F6B1,
	0x802C6436D0E04F51, 0x8016302F17467628, 0x800B179C82028FD1, 0x80058BAF7FEE3B5D,
	0x8002C5D00FDCFCB7, 0x800162E61BED4A49, 0x8000B17292F702A4, 0x800058B92ABBAE02,
}

// bitExp2 multiplies one root of 2 for each bit of the fraction.
func bitExp2(x Q5x16) UQ16x16 {
	if x >= 16<<16 {
		return MaxUQ16x16
	}
	if x < -17<<16 {
		return 0
	}
	v := uint64(1 << 63)
	for i := uint32(0); i < 16; i++ {
		if uint32(x)>>(15-i)&1 != 0 {
			hi, lo := bits.Mul64(v, bitExp2Root[i])
			v = hi<<1 | lo>>63
		}
	}
	s := uint32(47 - int32(x>>16))
	return UQ16x16((v>>(s-1) + 1) >> 1)
}

// bitSqrt returns floor(sqrt(x)) by the school's method in base 2.
func bitSqrt(x uint32) uint32 {
	r := uint32(0)
	for b := uint32(1 << 30); b != 0; b >>= 2 {
		if x >= r+b {
			x -= r + b
			r = r>>1 + b
		} else {
			r >>= 1
		}
	}
	return r
}

// bitSqrt64 is bitSqrt for a radicand below 2^52.
func bitSqrt64(x uint64) uint64 {
	r := uint64(0)
	for b := uint64(1 << 50); b != 0; b >>= 2 {
		if x >= r+b {
			x -= r + b
			r = r>>1 + b
		} else {
			r >>= 1
		}
	}
	return r
}

// bitRSqrt finds the largest h with h^2 x <= 2^50, bit by bit.
func bitRSqrt(x uint32) uint32 {
	if x == 0 {
		return 0xFFFFFFFF
	}
	h := uint64(0)
	for b := uint64(1 << 25); b != 0; b >>= 1 {
		if hi, lo := bits.Mul64((h+b)*(h+b), uint64(x)); hi == 0 && lo <= 1<<50 {
			h += b
		}
	}
	return uint32((h + 1) >> 1)
}

// bitDiv is restoring division.
func bitDiv(n uint64, d uint32) (q, r uint64) {
	for i := 33; i >= 0; i-- {
		r = r<<1 | n>>uint(i)&1
		q <<= 1
		if r >= uint64(d) {
			r -= uint64(d)
			q |= 1
		}
	}
	return q, r
}

// bitRecip is 1/x in UQ16.16 by restoring division.
func bitRecip(x uint32) uint32 {
	if x <= 1 {
		return 0xFFFFFFFF
	}
	q, _ := bitDiv(1<<33, x)
	return uint32((q + 1) >> 1)
}
