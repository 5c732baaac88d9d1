package fixedpoint

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/num/bigmath"
)

// The command in ./exhaustive tries every input. These tests take the edges
// and some thousand random inputs, so that every run of go test has a second,
// independent opinion: the result rounded from big integers one by one.

// weird returns inputs near powers of two, near the ends, and random ones of
// every length.
func weird(n int) []uint32 {
	var v []uint32
	for s := 0; s < 32; s++ {
		for d := -2; d <= 2; d++ {
			v = append(v, uint32(1)<<s+uint32(d))
		}
		v = append(v, uint32(3)<<s, uint32(0xAAAAAAAA)>>s, uint32(0xB504F334)>>s)
	}
	for d := uint32(0); d < 64; d++ {
		v = append(v, d, -d)
	}
	r := rand.New(rand.NewPCG(11, 12))
	for i := 0; i < n; i++ {
		v = append(v, r.Uint32()>>r.UintN(32))
	}
	return v
}

func num(x uint32) *big.Int { return big.NewInt(int64(x)) }

func clampBig(x *big.Int, lo, hi int64) int64 {
	switch {
	case x.Cmp(big.NewInt(lo)) < 0:
		return lo
	case x.Cmp(big.NewInt(hi)) > 0:
		return hi
	}
	return x.Int64()
}

func TestLogarithmsAgainstBig(t *testing.T) {
	one := big.NewInt(1)
	for _, x := range weird(2000) {
		if x == 0 {
			continue
		}
		log2 := bigmath.NearestLog2(num(x), one, 16)
		require.Equal(t, clampBig(log2, 0, int64(MaxQ5x16)), int64(Log2(x)), "Log2(%d)", x)
		require.Equal(t, log2.Int64()-16<<16, int64(Log2UQ16x16(UQ16x16(x))), "Log2UQ16x16(%d)", x)
		wide := bigmath.NearestLog2(num(x), one, 26)
		require.Equal(t, clampBig(wide, 0, int64(MaxQ5x26)), int64(Log2Wide(x)), "Log2Wide(%d)", x)
		require.Equal(t, bigmath.NearestLn(num(x), one, 16).Int64(), int64(Ln(x)), "Ln(%d)", x)
		// Within 0.51 ULP: 2^10 units of the wide result make one.
		if Log2Small(x) != MaxQ5x16 {
			require.InDelta(t, wide.Int64(), int64(Log2Small(x))<<10, 523, "Log2Small(%d)", x)
		}
	}
}

func TestExp2AgainstBig(t *testing.T) {
	check := func(x Q5x16) {
		v := bigmath.NearestExp2(big.NewInt(int64(x)), big.NewInt(1<<16), 16)
		require.Equal(t, clampBig(v, 0, int64(MaxUQ16x16)), int64(Exp2(x)), "Exp2(%d)", x)
	}
	for i := Q5x16(-20); i <= 18; i++ {
		for d := Q5x16(-3); d <= 3; d++ {
			check(i<<16 + d)
			check(i<<16 + 1<<15 + d)
		}
	}
	r := rand.New(rand.NewPCG(13, 14))
	for i := 0; i < 3000; i++ {
		check(Q5x16(r.IntN(35<<16) - 18<<16))
	}
	for _, x := range []Q5x16{-1 << 31, MinQ5x16, -18 << 16, -17<<16 - 1} {
		require.Zero(t, Exp2(x), "%d", x)
	}
	for _, x := range []Q5x16{16 << 16, MaxQ5x16, 1<<31 - 1} {
		require.Equal(t, MaxUQ16x16, Exp2(x), "%d", x)
	}
}

func TestRootsAndReciprocalsAgainstBig(t *testing.T) {
	// floor(sqrt(n/d)) and its rounded form: round(sqrt(q)) = floor((floor(sqrt(4q)) + 1) / 2).
	floorRoot := func(n *big.Int, shift uint, d uint32) int64 {
		q := new(big.Int).Lsh(n, shift)
		q.Div(q, num(d))
		return q.Sqrt(q).Int64()
	}
	for _, x := range weird(20000) {
		require.Equal(t, floorRoot(num(x), 0, 1), int64(ISqrt(x)), "ISqrt(%d)", x)
		f := UQ16x16(x)
		require.Equal(t, floorRoot(num(x), 16, 1), int64(SqrtFloor(f)), "SqrtFloor(%d)", x)
		require.Equal(t, (floorRoot(num(x), 18, 1)+1)/2, int64(Sqrt(f)), "Sqrt(%d)", x)
		if x == 0 {
			continue
		}
		require.Equal(t, (floorRoot(big.NewInt(1), 50, x)+1)/2, int64(RSqrt(f)), "RSqrt(%d)", x)
		recip := new(big.Int).Div(big.NewInt(1<<33), num(x))
		recip.Add(recip, big.NewInt(1)).Rsh(recip, 1)
		require.Equal(t, clampBig(recip, 0, int64(MaxUQ16x16)), int64(Recip(f)), "Recip(%d)", x)
		p := uint64(RecipNorm(x)) * uint64(x|1<<31)
		require.True(t, p <= 1<<63 && p > 1<<63-2*uint64(x|1<<31), "RecipNorm(%d)", x)
	}
}

// The bit-by-bit algorithms share nothing with the table-driven ones.
func TestAgainstBitwise(t *testing.T) {
	n := 300000
	if testing.Short() {
		n = 30000
	}
	for _, x := range weird(n) {
		require.Equal(t, bitSqrt(x), ISqrt(x), "%d", x)
		require.Equal(t, bitRSqrt(x), uint32(RSqrt(UQ16x16(x))), "%d", x)
		require.Equal(t, bitRecip(x), uint32(Recip(UQ16x16(x))), "%d", x)
		require.Equal(t, uint32(bitSqrt64(uint64(x)<<16)), uint32(SqrtFloor(UQ16x16(x))), "%d", x)
		require.Equal(t, bitExp2(Q5x16(int32(x)>>10)), Exp2(Q5x16(int32(x)>>10)), "%d", x)
		if x > 0 {
			require.Equal(t, min(bitLog2(x, 16), 32<<16-1), uint64(Log2(x)), "%d", x)
			require.Equal(t, min(bitLog2(x, 26), 1<<31-1), uint64(Log2Wide(x)), "%d", x)
		}
	}
}

// The usual bit-by-bit logarithm, with 32-bit mantissas, is not correctly
// rounded: that is why the benchmarks' peer is the one with 64 bits. It is off
// by one unit here and there, never by more.
func TestInexactPeerIsInexact(t *testing.T) {
	const n = 1 << 21
	wrong := 0
	r := rand.New(rand.NewPCG(21, 22))
	for range n {
		x := r.Uint32()>>1 + 1
		d := int64(bitLog2Inexact(x)) - int64(Log2(x))
		if d < -1 || d > 1 {
			t.Fatalf("%d: off by %d", x, d)
		}
		if d != 0 {
			wrong++
		}
	}
	require.Positive(t, wrong)
	t.Logf("%d of %d off by one", wrong, n)
}

// What degenerate arguments give is the same everywhere: the end of the range.
func TestDegenerate(t *testing.T) {
	require.Equal(t, MinQ5x16, Log2(0))
	require.Equal(t, MinQ5x16, Log2UQ16x16(0))
	require.Equal(t, MinQ5x16, Log2Small(0))
	require.Equal(t, MinQ5x16, Ln(0))
	require.Equal(t, MinQ5x26, Log2Wide(0))
	require.Equal(t, MaxQ5x16, Log2(1<<32-1))
	require.Equal(t, MaxQ5x16, Log2Small(1<<32-1))
	require.Equal(t, MaxQ5x26, Log2Wide(1<<32-1))
	require.Equal(t, Q5x16(16<<16), Log2UQ16x16(1<<32-1))
	require.Equal(t, MaxUQ16x16, Recip(0))
	require.Equal(t, MaxUQ16x16, Recip(1))
	require.Equal(t, MaxUQ16x16, RSqrt(0))
	require.Equal(t, MaxUQ16x16, Exp2(16<<16))
	require.Zero(t, ISqrt(0))
	require.Zero(t, Sqrt(0))
	require.Zero(t, SqrtFloor(0))
	q, r, ok := Div(77, 0)
	require.Equal(t, uint32(0xFFFFFFFF), q)
	require.Equal(t, uint32(77), r)
	require.False(t, ok)
}

// The inputs from which the logarithms saturate, as their comments state.
func TestSaturationStarts(t *testing.T) {
	first := uint32(1<<32 - 22712)
	require.Equal(t, int64(1<<21), bigmath.NearestLog2(num(first), big.NewInt(1), 16).Int64())
	require.Equal(t, int64(1<<21-1), bigmath.NearestLog2(num(first-1), big.NewInt(1), 16).Int64())
	first = uint32(1<<32 - 22)
	require.Equal(t, int64(1<<31), bigmath.NearestLog2(num(first), big.NewInt(1), 26).Int64())
	require.Equal(t, int64(1<<31-1), bigmath.NearestLog2(num(first-1), big.NewInt(1), 26).Int64())
}

func TestNoAllocations(t *testing.T) {
	x := uint32(12345)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		x += uint32(Log2(x)) + uint32(Log2Wide(x)) + uint32(Log2Small(x)) + uint32(Ln(x)) + uint32(Exp2(Q5x16(x)))
		x += ISqrt(x) + uint32(Sqrt(UQ16x16(x))) + uint32(RSqrt(UQ16x16(x))) + uint32(Recip(UQ16x16(x)))
		q, r, _ := Div(x, x>>3)
		x += q + r + AddSat(x, q) + MulSat(x, r) + MulShiftHalfEven(x, q, 7) + uint32(Pack16Dither(x, 3, Hash32(x)))
	}))
}
