package random

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// TestGolden pins the streams: every scenario's bytes hang on them. The values are those of
// a second implementation, in Python with decimal logarithms.
func TestGolden(t *testing.T) {
	draw := func(s Source) (x [4]uint64) {
		for i := range x {
			x[i] = s.Uint64()
		}
		return x
	}
	// The state 1, 2, 3, 4 and its numbers are those by which implementations of
	// xoshiro256** are commonly checked.
	require.Equal(t, [4]uint64{11520, 0, 1509978240, 1215971899390074240}, draw(Source{1, 2, 3, 4}))
	require.Equal(t, [4]uint64{0x419f1750fa257ef5, 0xa54cf74aa3eaa275, 0x74bf935e4943f5f, 0x5998a2d95efb74c6},
		draw(New(1, "poisson", 0)))
	require.Equal(t, [4]uint64{0x9cb4415a279e7bd4, 0x42d9131aa92eeb33, 0xe46b7d7db8f0c8ba, 0x1c381aeb1d87e40e},
		draw(New(math.MaxUint64, "ecmp", math.MaxUint64)))

	exp, below := New(1, "poisson", 0), New(1, "poisson", 0)
	for i, want := range []event.Time{1361275, 437412, 3557745, 1049864, 915889, 472858} {
		require.Equal(t, want, exp.Exp(event.Microsecond))
		require.Equal(t, [6]uint32{256, 645, 28, 349, 400, 623}[i], below.Below(1000))
	}
}

// exactNegLn returns -ln(x/2^64) with 200 bits, by halving the argument to near 1 and
// the series of atanh in big floats.
func exactNegLn(x uint64) *big.Float {
	const prec = 200
	num := func(v float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(v) }
	atanh := func(s *big.Float) *big.Float {
		square := num(0).Mul(s, s)
		power, sum := num(0).Set(s), num(0)
		for k := 1; k < 500; k += 2 {
			sum.Add(sum, num(0).Quo(power, num(float64(k))))
			power.Mul(power, square)
		}
		return sum
	}
	n := bits.Len64(x)
	m := num(0).SetUint64(x)
	m.SetMantExp(m, -n) // [1/2, 1)
	// -ln(m 2^(n-64)) = (64-n) ln 2 + 2 atanh((1-m)/(1+m)); ln 2 = 2 atanh(1/3).
	ln2 := num(0).Mul(num(2), atanh(num(0).Quo(num(1), num(3))))
	s := num(0).Quo(num(0).Sub(num(1), m), num(0).Add(num(1), m))
	sum := num(0).Mul(num(float64(64-n)), ln2)
	return sum.Add(sum, num(0).Mul(num(2), atanh(s)))
}

func TestNegLn(t *testing.T) {
	cases := []uint64{1, 2, 3, sqrtHalf - 1, sqrtHalf, sqrtHalf + 1, math.MaxUint64, math.MaxUint64 - 1, math.MaxUint64 - 2}
	for i := range 64 {
		cases = append(cases, 1<<i, 1<<i+1, sqrtHalf>>i)
	}
	s := New(3, "test", 0)
	for range 600 {
		x := s.Uint64()
		cases = append(cases, max(x>>s.Below(64), 1), -max(x>>s.Below(64), 1))
	}
	worst := 0.0
	for _, x := range cases {
		want := exactNegLn(x)
		got := new(big.Float).SetPrec(200).SetUint64(negLn(x))
		diff := got.Sub(got, want.SetMantExp(want, lnBits))
		ulp, _ := diff.Abs(diff).Float64()
		worst = max(worst, ulp)
		require.Less(t, ulp, 2.0, "x = %#x", x)
	}
	t.Logf("largest error %.2f ULP of 2^-58", worst)
}

// TestExp compares the very variates with float64, which has 53 bits.
func TestExp(t *testing.T) {
	a := New(9, "exp", 1)
	for _, mean := range []event.Time{1, 7, 1000, 1_234_567, event.Second, event.Never} {
		for range 2000 {
			b := a
			got := a.Exp(mean)
			want := -float64(mean) * (math.Log(float64(b.Uint64()|1)) - 64*math.Ln2)
			if want > math.MaxInt64 {
				require.Equal(t, event.Never, got)
				continue
			}
			require.InDelta(t, want, float64(got), 0.5+1e-5+want*1e-12+float64(mean)*1e-13)
		}
	}
	before := a
	require.Zero(t, a.Exp(0))
	require.NotEqual(t, before, a, "a number is taken whatever the mean")
	require.Zero(t, a.Exp(-5))
}

// TestExpLaw checks mean, variance and tail of a million variates.
func TestExpLaw(t *testing.T) {
	const n, mean = 1_000_000, 1_000_000
	s := New(5, "law", 0)
	sum, squares, tail := 0.0, 0.0, 0
	for range n {
		x := float64(s.Exp(mean))
		sum += x
		squares += x * x
		if x > 3*mean {
			tail++
		}
	}
	require.InEpsilon(t, mean, sum/n, 0.004)
	require.InEpsilon(t, 2*mean*mean, squares/n, 0.02)
	require.InEpsilon(t, math.Exp(-3)*n, float64(tail), 0.02)
}

func TestBelow(t *testing.T) {
	s := New(2, "below", 0)
	require.Zero(t, s.Below(0))
	require.Zero(t, s.Below(1))
	require.Zero(t, s.Below64(0))
	for _, n := range []uint32{2, 3, 7, 10, 100} {
		const each = 20_000
		count := make([]int, n)
		wide := make([]int, n)
		for range each * n {
			count[s.Below(n)]++
			wide[s.Below64(uint64(n))]++
		}
		chi, chiWide := 0.0, 0.0
		for i := range count {
			d, e := float64(count[i]-each), float64(wide[i]-each)
			chi += d * d / each
			chiWide += e * e / each
		}
		// The mean is n-1 and the standard deviation sqrt(2(n-1)).
		limit := float64(n-1) + 5*math.Sqrt(2*float64(n-1))
		require.Less(t, chi, limit, "n = %d", n)
		require.Less(t, chiWide, limit, "n = %d", n)
	}
	// 3 2^30 does not divide 2^32: without the rejection the first third of the range
	// would come up too often by a third.
	const n = 3 << 30
	low := 0
	for range 90_000 {
		if s.Below(n) < n/2 {
			low++
		}
	}
	require.InDelta(t, 45_000, low, 5*150)
}

// TestStreams: streams that differ in one of the three names have nothing in common, and
// bytes cannot move from one name to another.
func TestStreams(t *testing.T) {
	seen := map[uint64][3]any{}
	for seed := range uint64(20) {
		for _, name := range []string{"", "a", "b", "ab", "\x00", "a\x00", "a\x01"} {
			for index := range uint64(50) {
				s := New(seed, name, index)
				x := s.Uint64()
				require.NotContains(t, seen, x)
				seen[x] = [3]any{seed, name, index}
			}
		}
	}
	// Bits of streams of neighbouring numbers agree as often as they differ.
	a, b, agree := New(1, "x", 0), New(1, "x", 1), 0
	for range 10_000 {
		agree += 64 - bits.OnesCount64(a.Uint64()^b.Uint64())
	}
	require.InDelta(t, 320_000, agree, 5*400)
}

func BenchmarkUint64(b *testing.B) {
	b.ReportAllocs()
	s := New(1, "bench", 0)
	sum := uint64(0)
	for range b.N {
		sum += s.Uint64()
	}
	sink = sum
}

func BenchmarkExp(b *testing.B) {
	b.ReportAllocs()
	s := New(1, "bench", 0)
	sum := event.Time(0)
	for range b.N {
		sum += s.Exp(event.Microsecond)
	}
	sink = uint64(sum)
}

var sink uint64
