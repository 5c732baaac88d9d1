package bigmath

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func ints(a, b int64) (*big.Int, *big.Int) { return big.NewInt(a), big.NewInt(b) }

// approx turns an end of a Bound into a float64.
func approx(x *big.Int, prec uint) float64 {
	f := new(big.Float).SetInt(x)
	f.SetMantExp(f, -int(prec))
	v, _ := f.Float64()
	return v
}

// A Bound must be ordered, narrow, and hold what the float64 library says to
// its own precision.
func requireBound(t *testing.T, b Bound, prec uint, want float64, msg string) {
	t.Helper()
	width := new(big.Int).Sub(b.Hi, b.Lo)
	require.True(t, width.Sign() >= 0 && width.Cmp(big.NewInt(2)) <= 0, "%s: width %v", msg, width)
	require.InDelta(t, want, approx(b.Lo, prec), 1e-13*max(1, math.Abs(want)), msg)
}

func TestAgainstFloat64(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < 3000; i++ {
		a, b := r.Int64N(1<<(1+r.UintN(40)))+1, r.Int64N(1<<(1+r.UintN(40)))+1
		prec := 60 + r.UintN(100)
		n, d := ints(a, b)
		q := float64(a) / float64(b)
		msg := fmt.Sprint(a, "/", b, " prec ", prec)
		requireBound(t, Ln(n, d, prec), prec, math.Log(q), "ln "+msg)
		requireBound(t, Log2(n, d, prec), prec, math.Log2(q), "log2 "+msg)
		if q < 30 {
			if i%2 == 0 {
				n.Neg(n)
				q = -q
			}
			if q > -40 {
				requireBound(t, Exp(n, d, prec), prec, math.Exp(q), "exp "+msg)
				requireBound(t, Exp2(n, d, prec), prec, math.Exp2(q), "exp2 "+msg)
			}
		}
	}
}

// The enclosure at a low precision must contain the one at a high precision:
// an upper end rounded down, or a lower end rounded up, fails this soon.
func TestNested(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	fs := map[string]func(n, d *big.Int, prec uint) Bound{"ln": Ln, "log2": Log2, "exp": Exp, "exp2": Exp2}
	for name, f := range fs {
		for i := 0; i < 2000; i++ {
			n, d := ints(r.Int64N(1<<20)+1, r.Int64N(1<<20)+1<<17)
			low, high := f(n, d, 70), f(n, d, 270)
			require.True(t, new(big.Int).Lsh(low.Lo, 200).Cmp(high.Lo) <= 0, "%s %v/%v", name, n, d)
			require.True(t, new(big.Int).Lsh(low.Hi, 200).Cmp(high.Hi) >= 0, "%s %v/%v", name, n, d)
		}
	}
}

func TestKnownDigits(t *testing.T) {
	// Leading decimal digits of ln 2, e and sqrt 2, times 10^30.
	ten30 := new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)
	for _, c := range []struct {
		b    Bound
		want string
	}{
		{Ln2(160), "693147180559945309417232121458"},
		{Exp(big.NewInt(1), big.NewInt(1), 160), "2718281828459045235360287471352"},
		{Exp2(big.NewInt(1), big.NewInt(2), 160), "1414213562373095048801688724209"},
		{Log2(big.NewInt(10), big.NewInt(1), 160), "3321928094887362347870319429489"},
	} {
		lo := new(big.Int).Mul(c.b.Lo, ten30)
		require.Equal(t, c.want, lo.Rsh(lo, 160).String())
	}
}

func TestExactPowers(t *testing.T) {
	for k := int64(-40); k <= 40; k++ {
		b := Exp2(big.NewInt(3*k), big.NewInt(3), 60)
		require.Equal(t, b.Lo, b.Hi)
		require.Equal(t, new(big.Int).Lsh(one, uint(60+k)), b.Lo)
	}
	for k := uint(0); k <= 40; k++ {
		b := Log2(new(big.Int).Lsh(one, k), one, 60)
		require.Zero(t, b.Lo.Cmp(b.Hi))
		require.Zero(t, b.Lo.Cmp(new(big.Int).Lsh(big.NewInt(int64(k)), 60)))
	}
	require.Equal(t, int64(1), NearestExp2(big.NewInt(-17), one, 16).Int64(), "a tie goes up")
	require.Equal(t, int64(0), NearestExp2(big.NewInt(-18), one, 16).Int64())
	require.Equal(t, int64(94547), NearestLn(big.NewInt(4232), big.NewInt(1000), 16).Int64())
}

func TestUndecidablePanics(t *testing.T) {
	half := func(prec uint) Bound {
		v := new(big.Int).Lsh(one, prec-1)
		return Bound{new(big.Int).Sub(v, one), v}
	}
	require.Panics(t, func() { Nearest(0, half) })
	require.Panics(t, func() { Ln(new(big.Int), one, 10) })
}

// The quick path of Thresholds must agree with the big integers, and a
// threshold must be what it says: the logarithm crosses the half there.
func TestThresholds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		base     Base
		den, max uint64
		scale    int
	}{
		{Two, 1 << 17, 1 << 17, 31},
		{Two, 1 << 27, 1 << 27, 31},
		{Two, 100 << 16, 100 << 16, 31},
		{Two, 1 << 16, 36 << 16, 0},
		{E, 1 << 17, 2907270, 0},
	} {
		if c.den == 1<<27 && testing.Short() {
			continue
		}
		th := NewThresholds(c.base, c.den, c.max, c.scale)
		check := func(k uint64) {
			require.Equal(t, th.ceilBig(k), th.Ceil(k), "base %v den %d k %d", c.base, c.den, k)
		}
		for k := uint64(0); k < 200; k++ {
			check(k)
			check(c.max - k)
			check(r.Uint64N(c.max + 1))
		}
		require.Panics(t, func() { th.Ceil(c.max + 1) })
	}
}

func TestThresholdMeaning(t *testing.T) {
	th := NewThresholds(Two, 1<<17, 1<<17, 31)
	for _, k := range []uint64{1, 2, 3, 1000, 32768, 40000, 65535} {
		m := th.Ceil(2*k - 1)
		at := func(m uint64) int64 {
			return NearestLog2(new(big.Int).SetUint64(m), new(big.Int).Lsh(one, 31), 16).Int64()
		}
		require.Equal(t, int64(k), at(m))
		require.Equal(t, int64(k-1), at(m-1))
	}
}

func Example() {
	// log2(10) to 16 bits after the point, rounded to nearest.
	fmt.Println(NearestLog2(big.NewInt(10), big.NewInt(1), 16))
	// The smallest input whose log2 rounds to 3 + 1/65536 or more.
	th := NewThresholds(Two, 1<<17, 1<<17, 3)
	fmt.Println(th.Ceil(1))
	// Output:
	// 217706
	// 9
}
