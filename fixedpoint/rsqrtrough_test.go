package fixedpoint_test

import (
	"testing"

	"smartnic-cc/fixedpoint"
)

// TestRSqrtRoughIsNear tries all fractions: the exact reciprocal root times 2^16,
// rounded, against the rough one with its bounds.
func TestRSqrtRoughIsNear(t *testing.T) {
	for x := uint32(1); x < 1<<16; x++ {
		y, k := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(x))
		exact := uint64(fixedpoint.RSqrt(fixedpoint.UQ16x16(x)))
		// Both in units of 2^-38; half a unit of the exact one is 2^21.
		rough := uint64(y) << k
		if rough > exact<<22+1<<21+rough>>30+1 || exact<<22 > rough+rough>>15+1<<21 {
			t.Fatalf("x %d: y %d, k %d, exact %d", x, y, k, exact)
		}
	}
	y, k := fixedpoint.RSqrtRough(0)
	if y != 0 || k != 15 {
		t.Fatalf("x 0: y %d, k %d", y, k)
	}
}
