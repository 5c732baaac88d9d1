// Package contracts says in the firmware subset what functions of package fixedpoint
// promise: each function here is true for all arguments in their ranges. They are
// written as SMT problems by ccgen smt.
package contracts

import "smartnic-cc/fixedpoint"

// AddSatU32 is the sum, or the largest value.
//
//ccgen:export
func AddSatU32(a, b uint32) bool {
	return uint64(fixedpoint.AddSatU32(a, b)) == min(uint64(a)+uint64(b), 0xFFFFFFFF)
}

// AddSatI32 is the sum, or the nearest end.
//
//ccgen:export
func AddSatI32(a, b int32) bool {
	return int64(fixedpoint.AddSatI32(a, b)) == max(min(int64(a)+int64(b), (1<<31)-1), -1<<31)
}

// AddSatI16 is the sum, or the nearest end.
//
//ccgen:export
func AddSatI16(a, b int16) bool {
	return int32(fixedpoint.AddSatI16(a, b)) == max(min(int32(a)+int32(b), (1<<15)-1), -1<<15)
}

// SubSatU32 is the difference, or 0.
//
//ccgen:export
func SubSatU32(a, b uint32) bool {
	return int64(fixedpoint.SubSatU32(a, b)) == max(int64(a)-int64(b), 0)
}

// SubSatI32 is the difference, or the nearest end.
//
//ccgen:export
func SubSatI32(a, b int32) bool {
	return int64(fixedpoint.SubSatI32(a, b)) == max(min(int64(a)-int64(b), (1<<31)-1), -1<<31)
}

// AddSatU32Monotone: a larger first operand never gives a smaller sum.
//
//ccgen:export
func AddSatU32Monotone(a, b, c uint32) bool {
	return a > b || fixedpoint.AddSatU32(a, c) <= fixedpoint.AddSatU32(b, c)
}

// Pack16DownError: rounded down by less than a unit, unless it saturates.
//
//ccgen:range shift 0..16
//ccgen:export
func Pack16DownError(x uint32, shift uint32) bool {
	w := uint64(fixedpoint.Pack16Down(x, shift)) << shift
	return w <= uint64(x) && (uint64(x)-w < 1<<shift || x>>shift > 0xFFFF)
}

// Pack16NearestError: off by at most half a unit, unless it saturates.
//
//ccgen:range shift 1..16
//ccgen:export
func Pack16NearestError(x uint32, shift uint32) bool {
	w := int64(fixedpoint.Pack16Nearest(x, shift)) << shift
	e := int64(x) - w
	half := int64(1) << (shift - 1)
	return e <= half && e >= -half || w == 0xFFFF<<shift && e > half
}

// Pack16NearestMonotone: never decreases.
//
//ccgen:range shift 0..16
//ccgen:export
func Pack16NearestMonotone(x, y uint32, shift uint32) bool {
	return x > y || fixedpoint.Pack16Nearest(x, shift) <= fixedpoint.Pack16Nearest(y, shift)
}

// Pack16DitherError: less than a unit off in both directions, unless it saturates.
//
//ccgen:range shift 0..16
//ccgen:export
func Pack16DitherError(x uint32, shift uint32, dither uint32) bool {
	w := int64(fixedpoint.Pack16Dither(x, shift, dither)) << shift
	e := int64(x) - w
	unit := int64(1) << shift
	return e < unit && e > -unit || w == 0xFFFF<<shift && e > 0
}

// Unpack16Inverse: packing what was unpacked gives it back.
//
//ccgen:range shift 0..16
//ccgen:export
func Unpack16Inverse(w uint16, shift uint32) bool {
	return fixedpoint.Pack16Down(fixedpoint.Unpack16(w, shift), shift) == w
}

// Hash32Start: 0 is not mapped to itself.
//
//ccgen:export
func Hash32Start(x uint32) bool { return x != 0 || fixedpoint.Hash32(x) != 0 }

// TimeOrder: of two times exactly one is before the other, unless they are equal or
// half the circle apart.
//
//ccgen:export
func TimeOrder(a, b uint32) bool {
	t, u := fixedpoint.Time(a), fixedpoint.Time(b)
	return t == u || t.Since(u) == 1<<31 || t.Before(u) != u.Before(t)
}

// TimeAdd: a time that was advanced by d is d after.
//
//ccgen:export
func TimeAdd(a, d uint32) bool {
	t := fixedpoint.Time(a)
	return t.Add(d).Since(t) == d
}

// MulShiftMonotone: never decreases in its first operand.
//
//ccgen:range shift 0..64
//ccgen:export
func MulShiftMonotone(a, b, c uint32, shift uint32) bool {
	return a > b || fixedpoint.MulShiftDown(a, c, shift) <= fixedpoint.MulShiftDown(b, c, shift)
}

// MulShiftHalfUpError: off by at most half a unit, unless it saturates.
//
//ccgen:range shift 1..32
//ccgen:range a 0..65535
//ccgen:range b 0..65535
//ccgen:export
func MulShiftHalfUpError(a, b uint32, shift uint32) bool {
	e := int64(a)*int64(b) - (int64(fixedpoint.MulShiftHalfUp(a, b, shift)) << shift)
	half := int64(1) << (shift - 1)
	return e < half && e >= -half
}

// Log2SmallMonotone: never decreases from one argument to the next.
//
//ccgen:range x 0..(1<<32)-2
//ccgen:export
func Log2SmallMonotone(x uint32) bool { return fixedpoint.Log2Small(x) <= fixedpoint.Log2Small(x+1) }

// ISqrtExact: the root of x is the largest integer with a square not above x.
//
//ccgen:export
func ISqrtExact(x uint32) bool {
	s := uint64(fixedpoint.ISqrt(x))
	return s <= 0xFFFF && s*s <= uint64(x) && uint64(x) < (s+1)*(s+1)
}

// RecipError: the product with x is off from 1 by at most half of x.
//
//ccgen:range x 2..(1<<32)-1
//ccgen:export
func RecipError(x uint32) bool {
	p := uint64(fixedpoint.Recip(fixedpoint.UQ16x16(x))) * uint64(x)
	return p <= (1<<32)+uint64(x>>1) && p+uint64(x>>1) >= 1<<32
}

// DivExact: quotient and remainder are those of the division.
//
//ccgen:range d 1..(1<<32)-1
//ccgen:export
func DivExact(n, d uint32) bool {
	q, r, ok := fixedpoint.Div(n, d)
	return ok && r < d && uint64(q)*uint64(d)+uint64(r) == uint64(n)
}
