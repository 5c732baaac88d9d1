package ranges

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// held reports whether f returned, and what.
func held[T any](f func() T) (v T, ok bool) {
	defer func() {
		if x := recover(); x != nil {
			if _, is := x.(fault); !is {
				panic(x)
			}
			ok = false
		}
	}()
	return f(), true
}

var weird = []int64{0, 1, 2, 3, 127, 128, 255, 256, 1<<15 - 1, 1 << 15, 1<<16 - 1, 1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, math.MaxInt64, math.MinInt64, -1, -2, -128, -129, -1 << 31, -1<<31 - 1}

// TestCheckedArith compares the checks with big integers: they fail exactly where the
// result is outside the type.
func TestCheckedArith(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func() int64 {
		if r.IntN(2) == 0 {
			return weird[r.IntN(len(weird))]
		}
		return int64(r.Uint64()) >> r.IntN(64)
	}
	for range 200_000 {
		n := []int{8, 16, 32, 64}[r.IntN(4)]
		x, y := pick(), pick()
		ux, uy := uint64(x), uint64(y)
		c := uint64(r.IntN(70))
		bx, by := new(big.Int).SetUint64(ux), new(big.Int).SetUint64(uy)
		sx, sy := big.NewInt(x), big.NewInt(y)
		top := new(big.Int).Lsh(big.NewInt(1), uint(n))
		half := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
		fitsU := func(v *big.Int) bool { return v.Sign() >= 0 && v.Cmp(top) < 0 }
		fitsI := func(v *big.Int) bool { return v.Cmp(half) < 0 && v.Cmp(new(big.Int).Neg(half)) >= 0 }
		if fitsU(bx) && fitsU(by) { // operands are of the type
			for _, k := range []struct {
				f    func() uint64
				want *big.Int
			}{
				{func() uint64 { return addU(ux, uy, n, 0) }, new(big.Int).Add(bx, by)},
				{func() uint64 { return subU(ux, uy, n, 0) }, new(big.Int).Sub(bx, by)},
				{func() uint64 { return mulU(ux, uy, n, 0) }, new(big.Int).Mul(bx, by)},
				{func() uint64 { return shlU(ux, c, n, 0) }, new(big.Int).Lsh(bx, uint(c))},
			} {
				got, ok := held(k.f)
				require.Equal(t, fitsU(k.want), ok, "%d %d %d", ux, uy, n)
				if ok {
					require.Equal(t, k.want.Uint64(), got)
				}
			}
		}
		if fitsI(sx) && fitsI(sy) {
			for _, k := range []struct {
				f    func() int64
				want *big.Int
			}{
				{func() int64 { return addI(x, y, n, 0) }, new(big.Int).Add(sx, sy)},
				{func() int64 { return subI(x, y, n, 0) }, new(big.Int).Sub(sx, sy)},
				{func() int64 { return mulI(x, y, n, 0) }, new(big.Int).Mul(sx, sy)},
				{func() int64 { return shlI(x, c, n, 0) }, new(big.Int).Lsh(sx, uint(c))},
			} {
				got, ok := held(k.f)
				require.Equal(t, fitsI(k.want), ok, "%d %d %d", x, y, n)
				if ok {
					require.Equal(t, k.want.Int64(), got)
				}
			}
		}
		_, ok := held(func() uint64 { return convUU(ux, n, 0) })
		require.Equal(t, fitsU(bx), ok)
		_, ok = held(func() int64 { return convUI(ux, n, 0) })
		require.Equal(t, fitsI(bx), ok)
		_, ok = held(func() uint64 { return convIU(x, n, 0) })
		require.Equal(t, fitsU(sx), ok)
		_, ok = held(func() int64 { return convII(x, n, 0) })
		require.Equal(t, fitsI(sx), ok)
	}
}
