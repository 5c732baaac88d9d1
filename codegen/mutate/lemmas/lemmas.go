// Package lemmas holds what package codegen/mutate tells a solver about functions of the
// firmware that it does not follow, because a solver loses itself in products and tables.
// Each function is a lemma: written in the firmware's subset, and true for all arguments in
// their declared ranges, which the tests show without a solver.
//
// The padding is what selectExact of package bandit adds to an arm's mean, and the rough
// padding what Select adds at first.
package lemmas

import "smartnic-cc/fixedpoint"

// PaddingAbove says that the padding exceeds the rough one by at most 2^-15 of that, rounded
// down, and 2, less scale * 2^-17: the rough one is not as much too low as it may be, and
// that is more than half a unit of the root.
//
//ccgen:range scale 0..1<<24
//ccgen:range c 1..65535
func PaddingAbove(scale uint32, c uint32) bool {
	y, k := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(c))
	rough := uint32(uint64(scale) * uint64(y) >> (38 - k))
	rs := uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(c)))
	exact := fixedpoint.MulShiftDown(scale, rs, 16)
	limit := uint64(rough) + uint64(rough>>15) + 2
	return (uint64(exact)<<17)+uint64(scale) <= limit<<17
}

// PaddingBelow says that the padding is below the rough one by at most scale * 2^-17
// and 1.
//
//ccgen:range scale 0..1<<24
//ccgen:range c 1..65535
func PaddingBelow(scale uint32, c uint32) bool {
	y, k := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(c))
	rough := uint32(uint64(scale) * uint64(y) >> (38 - k))
	rs := uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(c)))
	exact := fixedpoint.MulShiftDown(scale, rs, 16)
	limit := uint64(exact) + 1
	return uint64(rough)<<17 <= (limit<<17)+uint64(scale)
}

// PaddingFalls says that an arm with a larger count has no larger padding.
//
//ccgen:range scale 0..1<<24
//ccgen:range c 0..65535
//ccgen:range d 0..65535
func PaddingFalls(scale uint32, c uint32, d uint32) bool {
	x := fixedpoint.MulShiftDown(scale, uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(c))), 16)
	y := fixedpoint.MulShiftDown(scale, uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(d))), 16)
	return c > d || x >= y
}

// ZeroProduct says that nothing times something is nothing.
func ZeroProduct(a uint32, b uint32, shift uint32) bool {
	return a != 0 || fixedpoint.MulShiftDown(a, b, shift) == 0
}

// ZeroRoot says that the root of nothing is nothing.
func ZeroRoot(x fixedpoint.UQ16x16) bool {
	return x != 0 || fixedpoint.Sqrt(x) == 0
}

// RootOfFraction says that the reciprocal root of a fraction is at least 1.
//
//ccgen:range c 0..65535
func RootOfFraction(c uint32) bool {
	return fixedpoint.RSqrt(fixedpoint.UQ16x16(c)) >= 1<<16
}
