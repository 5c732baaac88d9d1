package lemmas

import "smartnic-cc/fixedpoint"

// The lemmas of this file are said where the scale is followed to the counts that it is
// made of (explorationScale of package bandit).

// RoughOfNone says that the rough root of nothing is nothing.
func RoughOfNone(c uint32) bool {
	y, _ := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(c))
	return c != 0 || y == 0
}

// PaddingAtLeast says that the padding is not below the scale.
//
//ccgen:range scale 0..1<<24
//ccgen:range c 0..65535
func PaddingAtLeast(scale uint32, c uint32) bool {
	return fixedpoint.MulShiftDown(scale, uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(c))), 16) >= scale
}

// PaddingAtMost says that the padding of an arm that was chosen is at most 256 times the
// scale.
//
//ccgen:range scale 0..1<<24
//ccgen:range c 1..65535
func PaddingAtMost(scale uint32, c uint32) bool {
	exact := fixedpoint.MulShiftDown(scale, uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(c))), 16)
	return uint64(exact) <= uint64(scale)<<8
}

// PaddingOfFive says that from a count of 5 on the padding is below 2^31 by more than a mean
// can be.
//
//ccgen:range scale 0..1<<24
//ccgen:range c 5..65535
func PaddingOfFive(scale uint32, c uint32) bool {
	return fixedpoint.MulShiftDown(scale, uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(c))), 16) < (1<<31)-(1<<25)
}

// LogOfFew says that of no choices the logarithm is the least there is, and of up to 8 at
// most 3.
func LogOfFew(x uint32) bool {
	l := fixedpoint.Log2(x)
	return x > 8 || (x != 0 || l == fixedpoint.MinQ5x16) && l <= 3<<16
}

// ProductOfXi says that a product with a xi ln 2 of up to 2 is at most twice the other
// factor.
//
//ccgen:range xi 0..1<<17
func ProductOfXi(a uint32, xi uint32, shift uint32) bool {
	return shift != 16 || uint64(fixedpoint.MulShiftDown(a, xi, shift)) <= uint64(a)<<1
}

// ProductOfFew says that a product of factors up to 8 and 16 is at most 128.
func ProductOfFew(a uint32, b uint32, shift uint32) bool {
	return shift != 16 || a > 1<<19 || b > 1<<20 || fixedpoint.MulShiftDown(a, b, shift) <= 1<<23
}

// RootOfFew says that the root of up to 128 is below 12, and that of more than nothing
// at least 2^-8.
func RootOfFew(x fixedpoint.UQ16x16) bool {
	y := fixedpoint.Sqrt(x)
	return (x > 1<<23 || y < 12<<16) && (x == 0 || y >= 1<<8)
}
