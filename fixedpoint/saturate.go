package fixedpoint

import (
	"math/bits"

	"golang.org/x/exp/constraints"
)

// Integer32 is every integer type of 8, 16 or 32 bits: those whose product
// fits in 64 bits.
type Integer32 interface {
	~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32
}

// limits returns the smallest and the largest value of the type of like.
//
// The width of a type parameter shows in a conversion: the largest
// value of a narrower signed type survives the way through T and back only
// where T is wide enough.
func limits[T constraints.Integer](like T) (T, T) {
	hi := like | ^like // all ones
	if hi > 0 {
		return 0, hi
	}
	if m := int64((1 << 63) - 1); int64(T(m)) == m { //ccgen:wrap that is what is asked
		hi = T(m)
		return ^hi, hi
	}
	m := int32((1 << 31) - 1)
	if int32(T(m)) != m { //ccgen:wrap that is what is asked
		m = (1 << 15) - 1
	}
	if int32(T(m)) != m {
		m = (1 << 7) - 1
	}
	hi = T(m)
	return ^hi, hi
}

// AddSat returns a + b, saturating at both ends of T (every width, signed or
// unsigned).
func AddSat[T constraints.Integer](a, b T) T {
	lo, hi := limits(a)
	s := a + b //ccgen:wrap both ends are looked for below
	if b > 0 {
		if s < a {
			return hi
		}
		return s
	}
	if s > a {
		return lo
	}
	return s
}

// SubSat returns a - b, saturating at both ends of T (every width, signed or
// unsigned).
func SubSat[T constraints.Integer](a, b T) T {
	lo, hi := limits(a)
	s := a - b //ccgen:wrap both ends are looked for below
	if b > 0 {
		if s > a {
			return lo
		}
		return s
	}
	if s < a {
		return hi
	}
	return s
}

// MulSat returns a * b, saturating at both ends of T. T has at most 32 bits;
// [MulSatU64] is the one for 64. The product has twice the bits of T.
func MulSat[T Integer32](a, b T) T {
	lo, hi := limits(a)
	if lo == 0 {
		if uint32(hi) <= (1<<16)-1 {
			return T(min(uint32(a)*uint32(b), uint32(hi)))
		}
		return T(min(uint64(a)*uint64(b), uint64(hi)))
	}
	if int32(hi) <= (1<<15)-1 {
		return T(max(min(int32(a)*int32(b), int32(hi)), int32(lo)))
	}
	return T(max(min(int64(a)*int64(b), int64(hi)), int64(lo)))
}

// AddSatU8 is AddSat for uint8.
//
//ccgen:export
func AddSatU8(a, b uint8) uint8 { return AddSat(a, b) }

// AddSatU16 is [AddSat] for uint16.
//
//ccgen:export
func AddSatU16(a, b uint16) uint16 { return AddSat(a, b) }

// AddSatU32 is [AddSat] for uint32.
//
//ccgen:export
func AddSatU32(a, b uint32) uint32 { return AddSat(a, b) }

// AddSatU64 is AddSat for uint64.
//
//ccgen:export
func AddSatU64(a, b uint64) uint64 { return AddSat(a, b) }

// AddSatI16 is AddSat for int16.
//
//ccgen:export
func AddSatI16(a, b int16) int16 { return AddSat(a, b) }

// AddSatI32 is AddSat for int32.
//
//ccgen:export
func AddSatI32(a, b int32) int32 { return AddSat(a, b) }

// SubSatU8 is SubSat for uint8.
//
//ccgen:export
func SubSatU8(a, b uint8) uint8 { return SubSat(a, b) }

// SubSatU16 is SubSat for uint16.
//
//ccgen:export
func SubSatU16(a, b uint16) uint16 { return SubSat(a, b) }

// SubSatU32 is SubSat for uint32.
//
//ccgen:export
func SubSatU32(a, b uint32) uint32 { return SubSat(a, b) }

// SubSatU64 is SubSat for uint64.
//
//ccgen:export
func SubSatU64(a, b uint64) uint64 { return SubSat(a, b) }

// SubSatI16 is SubSat for int16.
//
//ccgen:export
func SubSatI16(a, b int16) int16 { return SubSat(a, b) }

// SubSatI32 is SubSat for int32.
//
//ccgen:export
func SubSatI32(a, b int32) int32 { return SubSat(a, b) }

// MulSatU8 is MulSat for uint8.
//
//ccgen:export
func MulSatU8(a, b uint8) uint8 { return MulSat(a, b) }

// MulSatU16 is MulSat for uint16.
//
//ccgen:export
func MulSatU16(a, b uint16) uint16 { return MulSat(a, b) }

// MulSatU32 is MulSat for uint32.
//
//ccgen:export
func MulSatU32(a, b uint32) uint32 { return MulSat(a, b) }

// MulSatI16 is MulSat for int16.
//
//ccgen:export
func MulSatI16(a, b int16) int16 { return MulSat(a, b) }

// MulSatI32 is MulSat for int32.
//
//ccgen:export
func MulSatI32(a, b int32) int32 { return MulSat(a, b) }

// MulSatU64 returns a * b, saturating at 2^64-1.
//
//ccgen:export
func MulSatU64(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return 0xFFFFFFFFFFFFFFFF
	}
	return lo
}
