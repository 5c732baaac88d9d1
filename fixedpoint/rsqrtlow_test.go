package fixedpoint_test

import (
	"testing"

	"smartnic-cc/fixedpoint"
)

// TestRSqrtLowIsALowerBound tries all fractions.
func TestRSqrtLowIsALowerBound(t *testing.T) {
	for x := uint32(1); x < 1<<16; x++ {
		low, exact := uint64(fixedpoint.RSqrtLow(fixedpoint.UQ16x16(x))), uint64(fixedpoint.RSqrt(fixedpoint.UQ16x16(x)))
		if low > exact || exact > low+low>>15+3 {
			t.Fatalf("x %d: low %d, exact %d", x, low, exact)
		}
	}
}
