package fixedpoint

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func requireDiv(t *testing.T, n, d uint32) {
	t.Helper()
	q, r, ok := Div(n, d)
	if d == 0 {
		require.True(t, q == 0xFFFFFFFF && r == n && !ok, "Div(%d, 0) = %d, %d, %v", n, q, r, ok)
		return
	}
	require.True(t, q == n/d && r == n%d && ok, "Div(%d, %d) = %d, %d, %v", n, d, q, r, ok)
}

// For each divisor the dividends where a quotient that is one off would show:
// both sides of its multiples, the largest ones above all, where the error of
// the reciprocal weighs most.
func TestDivDirected(t *testing.T) {
	divisors := weird(3000)
	for d := uint32(0); d < 300; d++ {
		divisors = append(divisors, d)
	}
	for _, d := range divisors {
		for _, n := range []uint32{0, 1, 2, 1<<32 - 1, 1<<32 - 2, 1 << 31, 1<<31 - 1, d, d - 1, d + 1} {
			requireDiv(t, n, d)
		}
		if d == 0 {
			continue
		}
		top := (1<<32 - 1) / d
		for _, k := range []uint32{1, 2, 3, top, top - 1, top - 2, top / 2, top/2 + 1, top/3 + 1} {
			requireDiv(t, k*d, d)
			requireDiv(t, k*d-1, d)
			requireDiv(t, k*d+1, d)
			requireDiv(t, k*d+d-1, d)
		}
	}
}

// All quotients of the shifted 10-bit numbers: every pair of leading bits.
func TestDivSmall(t *testing.T) {
	for n := uint32(0); n < 1<<10; n++ {
		for d := uint32(0); d < 1<<10; d++ {
			requireFastDiv(t, n, d)
			requireFastDiv(t, n<<22, d)
			requireFastDiv(t, n<<22|0x3FFFFF, d<<11|0x7FF)
		}
	}
}

// requireFastDiv is requireDiv without the cost of building a message.
func requireFastDiv(t *testing.T, n, d uint32) {
	if q, r, ok := Div(n, d); d != 0 && (q != n/d || r != n%d || !ok) {
		t.Fatalf("Div(%d, %d) = %d, %d, %v", n, d, q, r, ok)
	}
}

func FuzzDiv(f *testing.F) {
	for _, s := range [][2]uint32{{0, 0}, {1, 0}, {0, 1}, {1<<32 - 1, 1}, {1<<32 - 1, 3}, {1<<32 - 1, 1<<32 - 1},
		{1<<32 - 1, 1 << 31}, {1 << 31, 1<<31 + 1}, {1<<32 - 2, 1<<16 + 1}, {100, 7}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, n, d uint32) { requireDiv(t, n, d) })
}
