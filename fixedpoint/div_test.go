package fixedpoint

import (
	"math/bits"
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

// What the first quotient lacks of n/d is n (2^63 - D y) / (2^(63-k) D), most of all for the
// largest n: less than 1 for that n, so that one correction is enough for every n, and not
// always nothing. (That 2^63 - D y is below 2 D for every D is what exhaustive shows of
// RecipNorm.) Behind a correction the remainder is at most 3: it is below d times what is
// lacking, n (2^63 - D y) / 2^63, where n < 2^32 and 2^63 - D y < 2 D < 2^33.
func TestDivFirstQuotient(t *testing.T) {
	require.Equal(t, uint32(1<<32-1), RecipNorm(1<<31), "the only divisor that is shifted by 31 bits, 1")
	corrected := 0
	for _, d := range append(weird(3000), 1, 2, 3, 5, 7, 1<<32-1) {
		if d == 0 {
			continue
		}
		k := bits.LeadingZeros32(d)
		norm := uint64(d) << k
		lack := 1<<63 - norm*uint64(RecipNorm(uint32(norm)))
		require.Less(t, lack, 2*norm, "divisor %d", d)
		hi, lo := bits.Mul64(1<<32-1, lack)
		whole, part := bits.Mul64(1<<(63-k), norm)
		require.True(t, hi < whole || hi == whole && lo < part, "divisor %d", d)
		for _, n := range []uint32{1<<32 - 1, 1<<32 - 1 - uint32((1<<32-1)%uint64(d))} {
			first := uint32(uint64(n) * uint64(RecipNorm(uint32(norm))) >> (63 - k))
			require.LessOrEqual(t, n/d-first, uint32(1), "%d / %d", n, d)
			if first != n/d {
				require.LessOrEqual(t, n%d, uint32(3), "%d / %d", n, d)
				corrected++
			}
		}
	}
	require.Greater(t, corrected, 1000)
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
