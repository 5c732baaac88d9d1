package falcon

import (
	"math/bits"

	"smartnic-cc/fixedpoint"
)

// Float is a number of IEEE 754 binary64 that is not negative: [Float.Frac] 2^[Float.Exp]. The
// functions of this file round as the standard says, to nearest and ties to even, so that they
// give the bits that a machine with floating point gives for normal numbers. There are no
// infinities, no NaN and no subnormal numbers: where the engine's source could meet one, the
// caller takes the case out first.
type Float struct {
	// Frac is 0, or has 53 bits.
	//
	//ccgen:range 0..(1<<53)-1
	Frac uint64
	// Exp is 0 in the number 0, so that equal numbers have equal fields.
	//
	//ccgen:range -MaxExp..MaxExp
	Exp int32
}

// MaxExp limits the exponents: what the parameters' ranges allow stays far below.
const MaxExp = 4095

// one returns 1.
func one() Float {
	return Float{Frac: 1 << 52, Exp: -52}
}

// load returns the number of the 64 bits of a binary64. The sign is dropped, and what is below
// the normal numbers is 0.
func load(word Double) Float {
	exp := int32(word >> 52 & 0x7FF)
	if exp == 0 {
		return Float{}
	}
	return Float{Frac: uint64(word&((1<<52)-1)) | 1<<52, Exp: exp - 1075}
}

// scaled returns n 2^exp, exact.
//
//ccgen:range exp -64..64
func scaled(n uint32, exp int32) Float {
	return pack(uint64(n), exp)
}

// pack returns m 2^exp, rounded.
//
//ccgen:range exp -9000..9000
func pack(m uint64, exp int32) Float {
	if m == 0 {
		return Float{}
	}
	zeros := uint32(bits.LeadingZeros64(m)) & 63
	m = m << zeros
	frac, rest := m>>11, m&0x7FF
	if rest > 0x400 || rest == 0x400 && (frac&1) != 0 {
		frac++
	}
	exp += 11 - int32(zeros)
	if frac > (1<<53)-1 {
		frac = 1 << 52
		exp++
	}
	return Float{Frac: frac, Exp: min(max(exp, -MaxExp), MaxExp)}
}

// mul returns a b.
func mul(a, b Float) Float {
	hi, lo := bits.Mul64(a.Frac, b.Frac)
	// The product is below 2^106. Its upper 64 bits are enough, if the last tells what is below.
	m := hi<<22 | lo>>42
	if lo<<22 != 0 { //ccgen:wrap the bits below are looked at
		m |= 1
	}
	return pack(m, a.Exp+b.Exp+42)
}

// div returns a / b of a b that is not 0, with two digits of 28 bits: no division is in it.
func div(a, b Float) Float {
	recip := fixedpoint.RecipNorm(uint32(b.Frac >> 21))
	high, rest := digit(a.Frac, b.Frac, recip)
	low, rest := digit(rest, b.Frac, recip)
	m := (high << 28) + low //ccgen:wrap high is below 2^29, low at most 2^28
	if rest != 0 {
		m |= 1
	}
	return pack(m, a.Exp-b.Exp-56)
}

// digit returns n 2^28 / d rounded down, and the rest, of an n below 2 d and a d of 53 bits. recip is
// fixedpoint.RecipNorm of d's upper 32 bits, D: at most 2^63/D, and less than 2 below it. So n recip is
// n 2^28 / d with 56 more bits, less by 2^-30 of itself at most for recip, and more by 2^-31 for D:
// of numbers below 2^29, one too small, right, or one too large.
//
//ccgen:range d 0..(1<<53)-1
//ccgen:wrap the rest is from -d to below 2 d, whatever is above 2^64
func digit(n, d uint64, recip uint32) (uint64, uint64) {
	hi, lo := bits.Mul64(n, uint64(recip))
	q := hi<<8 | lo>>56
	rest := (n << 28) - q*d
	if rest>>63 != 0 {
		q--
		rest += d
	} else if rest >= d {
		q++
		rest -= d
	}
	return q, rest
}

// root returns the root of window / 1024, of a window that is not 0: 24 bits of fixedpoint.SqrtFloor, and
// two digits of 16 bits.
//
//ccgen:range window 1..MaxWindow
//ccgen:wrap s is at most the root, and has 24, 40, and 56 bits
func root(window uint32) Float {
	pairs := uint32(bits.LeadingZeros32(window)) >> 1
	m := window << (2 * pairs)
	s := uint64(fixedpoint.SqrtFloor(fixedpoint.UQ16x16(m)))
	recip := uint64(fixedpoint.RecipNorm(uint32(s << 8))) // 2^55 / s
	rest := (uint64(m) << 16) - s*s
	s, rest = longer(s, rest, rest*recip>>40)
	hi, lo := bits.Mul64(rest, recip)
	s, rest = longer(s, rest, hi<<8|lo>>56)
	s = s << 1
	if rest != 0 {
		s |= 1
	}
	// 40 pairs of zeros came after those of m, and the root of 1024 is 2^5.
	return pack(s, -46-int32(pairs))
}

// longer returns a root with 16 more bits, and its rest, from a guess of these, rest 2^15 / s, which is
// at most one off: what its square takes is below 1, as is what the reciprocal of s's upper 24 bits lacks.
//
//ccgen:wrap the rest is from -2 s to 4 s, whatever is above 2^64
func longer(s, rest, guess uint64) (uint64, uint64) {
	rest = (rest << 32) - (s<<17)*guess - guess*guess
	s = (s << 16) + guess
	if rest>>63 != 0 {
		s--
		rest += 2*s + 1
	} else if rest > 2*s {
		rest -= 2*s + 1
		s++
	}
	return s, rest
}

// add returns a + b.
func add(a, b Float) Float {
	if less(a, b) {
		a, b = b, a
	}
	if b.Frac == 0 {
		return a
	}
	return pack((a.Frac<<10)+aligned(b, a.Exp), a.Exp-10)
}

// sub returns a - b if a is not below b, else b - a, and whether it is.
func sub(a, b Float) (Float, bool) {
	below := less(a, b)
	if below {
		a, b = b, a
	}
	if b.Frac == 0 {
		return a, below
	}
	return pack((a.Frac<<10)-aligned(b, a.Exp), a.Exp-10), below //ccgen:wrap b is not above a
}

// aligned returns b / 2^(exp-10), whose last bit tells what is below it.
//
//ccgen:range return 0..(1<<63)-1
func aligned(b Float, exp int32) uint64 {
	down := uint32(max(exp-b.Exp, 0))
	wide := b.Frac << 10
	m := wide >> down
	if m<<down != wide { //ccgen:wrap the bits come back to where they were
		m |= 1
	}
	return m
}

// less reports whether a < b.
func less(a, b Float) bool {
	switch {
	case b.Frac == 0:
		return false
	case a.Frac == 0:
		return true
	case a.Exp != b.Exp:
		return a.Exp < b.Exp
	default:
		return a.Frac < b.Frac
	}
}

// equal reports whether a == b.
func equal(a, b Float) bool {
	return a.Frac == b.Frac && a.Exp == b.Exp
}

// lesser returns the smaller one.
func lesser(a, b Float) Float {
	if less(b, a) {
		return b
	}
	return a
}

// clamp returns a, not below low and then not above high.
func clamp(a, low, high Float) Float {
	if less(a, low) {
		return low
	}
	return lesser(a, high)
}

// floor returns a rounded down; 2^63 of what is not below that, as x86-64 converts.
//
//ccgen:range return 0..1<<63
func floor(a Float) uint64 {
	switch {
	case a.Exp > 10:
		return 1 << 63
	case a.Exp >= 0:
		return a.Frac << uint32(a.Exp)
	default:
		return a.Frac >> uint32(-a.Exp)
	}
}

// nearest returns a rounded to nearest, ties up, and 2^63 as [floor].
//
//ccgen:range return 0..1<<63
func nearest(a Float) uint64 {
	if a.Exp >= 0 {
		return floor(a)
	}
	down := uint32(-a.Exp)
	return (a.Frac >> down) + (a.Frac >> (down - 1) & 1)
}

// whole returns the low 32 bits of floor: a converted to a 32-bit integer as x86-64 does.
func whole(a Float) uint32 {
	return uint32(floor(a) & 0xFFFFFFFF)
}
