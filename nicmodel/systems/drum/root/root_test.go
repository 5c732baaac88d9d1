package root

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// bigOf is n as an integer of any length.
func bigOf(n uint64) *big.Int { return new(big.Int).SetUint64(n) }

// xBeyond is xAbove with integers of any length: w sqrt(x) > 8 where w > 0, squared.
func xBeyond(square uint32, pull int64, selected bool, x uint64) bool {
	w := new(big.Int).Mul(bigOf(uint64(square)), bigOf(x))
	w.Sub(w, big.NewInt(pull))
	if w.Sign() <= 0 {
		return false
	}
	if !selected {
		return true
	}
	w.Mul(w, w)
	w.Mul(w, bigOf(x))
	return w.Cmp(new(big.Int).Lsh(big.NewInt(64), 64+16)) > 0
}

// zBeyond is zAbove so.
func zBeyond(pull int64, z uint64) bool {
	w := new(big.Int).Lsh(bigOf(z), 16)
	w.Sub(w, big.NewInt(pull))
	if w.Sign() <= 0 {
		return false
	}
	for range 3 {
		w.Mul(w, bigOf(z))
	}
	return w.Cmp(new(big.Int).Lsh(big.NewInt(16), 32+48)) > 0
}

// factors, rates, multipliers and prices of the grid: ends, the middle, and what a run has.
var (
	gridA     = []uint32{One, One + 1, 3*One + 12345, 5 * One, MaxFactor - 1, MaxFactor}
	gridZ     = []uint64{0, 1, 255, One / 2, One, 3 * One / 2, 70 * One, 5025 * One, 1 << 32, MaxRate}
	gridU     = []int64{-MaxMultiplier, -40 * One, -One, -1, 0, 1, One / 3, 7 * One, MaxMultiplier}
	gridPrice = []uint64{0, 1, 1 << 15, 3 << 19, 100 << 19, 1 << 40, MaxPrice}
)

// grid calls a function at all points of the grid.
func grid(f func(a uint32, rate uint64, u int64, price uint64)) {
	for _, a := range gridA {
		for _, z := range gridZ {
			for _, u := range gridU {
				for _, p := range gridPrice {
					f(a, z, u, p)
				}
			}
		}
	}
}

func requireX(t testing.TB, square uint32, pull int64, selected bool, guess uint64) {
	x := XRoot(square, pull, selected)
	at := fmt.Sprintf("XRoot(%d, %d, %t) = %d", square, pull, selected, x)
	if x > 1 || (x == 1 && !selected) {
		require.False(t, xBeyond(square, pull, selected, x), "%s is above the root", at)
	}
	require.True(t, x == MaxRate || xBeyond(square, pull, selected, x+1), "%s is below the root by more than one", at)
	require.Equal(t, x, XNewton(square, pull, selected, guess), "%s from %d", at, guess)
}

func requireZ(t testing.TB, pull int64, guess uint64) {
	z := ZRoot(pull)
	at := fmt.Sprintf("ZRoot(%d) = %d", pull, z)
	require.True(t, !zBeyond(pull, z), "%s is above the root", at)
	require.True(t, z == MaxRate || zBeyond(pull, z+1), "%s is below the root by more than one", at)
	require.Equal(t, z, ZNewton(pull, guess), "%s from %d", at, guess)
}

// TestRootsExact: the roots are those of integers of any length, and Newton's method ends where the
// bisection does, from near and from far.
func TestRootsExact(t *testing.T) {
	grid(func(a uint32, rate uint64, u int64, price uint64) {
		pull := XPull(a, rate, u, price)
		for _, selected := range []bool{false, true} {
			x := XRoot(Square(a), pull, selected)
			for _, guess := range []uint64{0, x, One, MaxRate} {
				requireX(t, Square(a), pull, selected, guess)
			}
		}
		pull = ZPull(a, rate, u, price)
		for _, guess := range []uint64{0, One, MaxRate} {
			requireZ(t, pull, guess)
		}
	})
}

// TestRootsNearEnds has the terms cross the places where the comparison changes its words.
func TestRootsNearEnds(t *testing.T) {
	for bit := range 60 {
		for _, sign := range []int64{-1, 1} {
			for d := int64(-2); d <= 2; d++ {
				pull := sign*(1<<bit) + d
				for _, square := range []uint32{One, 77777, MaxSquare} {
					requireX(t, square, pull, true, 3*One)
					requireX(t, square, pull, false, 3*One)
				}
				requireZ(t, pull, 3*One)
			}
		}
	}
}

// TestSettleRepairs: settle finds the root from any start, so that a fault of Newton's method, which chooses it,
// changes no root; equivalent.txt rests on this. It starts from each of the first integers, around each power of two
// and at random, with roots at 0, at the end and of each magnitude between.
func TestSettleRepairs(t *testing.T) {
	var starts []uint64
	for at := range uint64(300) {
		starts = append(starts, at)
	}
	for bit := range 64 {
		for d := range uint64(5) {
			starts = append(starts, uint64(1)<<bit+d-2)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		starts = append(starts, r.Uint64()>>r.UintN(64))
	}
	for bit := range 60 {
		for _, pull := range []int64{1 << bit, -1 << bit, r.Int64N(1<<bit) + 1<<bit} {
			pull = min(pull, MaxPull)
			selected, other, z := XRoot(One, pull, true), XRoot(One, pull, false), ZRoot(pull)
			for _, at := range append(starts, other, other+1, z-1, z, z+1) {
				require.Equal(t, selected, xLeast(settle(selectedX, One, pull, at), true), "x selected, pull %d, from %d", pull, at)
				require.Equal(t, other, settle(otherX, One, pull, at), "x, pull %d, from %d", pull, at)
				require.Equal(t, z, settle(anyZ, One, pull, at), "z, pull %d, from %d", pull, at)
			}
		}
	}
}

// TestRootsFloat: the roots solve the equations of the package comment, in floating point.
func TestRootsFloat(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a := One + uint32(r.Uint32N(9*One))
		z, x0 := r.Uint64N(100*One), r.Uint64N(100*One)
		u := int64(r.Uint64N(4*One)) - 2*One
		price := r.Uint64N(3 << 19)
		fa, fu, fp := float64(a)/One, float64(u)/One, float64(price)/(1<<19)
		x := float64(XRoot(Square(a), XPull(a, z, u, price), true)) / One
		left := func(x float64) float64 {
			return -1/math.Sqrt(x) + fa*fa*x/8 - (fa*float64(z)/One/8 - fa*fu) + fp
		}
		require.LessOrEqual(t, left(x*(1-1e-4)-2.0/One), 0.0, "a %v z %v u %v lambda %v: x %v", fa, z, fu, fp, x)
		require.GreaterOrEqual(t, left(x*(1+1e-4)+2.0/One), 0.0, "a %v z %v u %v lambda %v: x %v", fa, z, fu, fp, x)
		w := float64(ZRoot(ZPull(a, x0, u, price))) / One
		below := func(z float64) float64 {
			return z/8 - 2/(z*z*z) - (fu + fa*float64(x0)/One/8) + fp
		}
		require.LessOrEqual(t, below(w-1.0/(1<<20)), 0.0, "a %v x %v u %v mu %v: z %v", fa, x0, fu, fp, w)
		require.GreaterOrEqual(t, below(w+1.0/One+1.0/(1<<20)), 0.0, "a %v x %v u %v mu %v: z %v", fa, x0, fu, fp, w)
	}
}

// TestMonotone: a higher price never raises a root, and moves it by at most a unit per unit.
func TestMonotone(t *testing.T) {
	for _, a := range gridA {
		for _, u := range []int64{-One, 0, One} {
			for p := uint64(1 << 18); p < 1<<18+200; p++ {
				x := XRoot(Square(a), XPull(a, 20*One, u, p), true)
				y := XRoot(Square(a), XPull(a, 20*One, u, p+1), true)
				require.True(t, y <= x && x-y <= 1, "a %d, u %d, price %d: %d then %d", a, u, p, x, y)
			}
		}
	}
}

// TestUpdate: the eighth is rounded toward minus infinity, and the ends hold.
func TestUpdate(t *testing.T) {
	require.Equal(t, int64(-1), Update(One, 0, 1, 0))
	require.Equal(t, int64(-1), Update(One, 0, 8, 0))
	require.Equal(t, int64(-2), Update(One, 0, 9, 0))
	require.Equal(t, int64(0), Update(One, 7, 0, 0))
	require.Equal(t, int64(1), Update(One, 8, 0, 0))
	require.Equal(t, int64(3*One+2*One/8), Update(4*One, One/2, 0, 3*One))
	require.Equal(t, int64(MaxMultiplier), Update(MaxFactor, MaxRate, 0, MaxMultiplier))
	require.Equal(t, int64(-MaxMultiplier), Update(One, 0, MaxRate, -MaxMultiplier))
}

func TestISqrt64(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	check := func(x uint64) {
		require.Equal(t, new(big.Int).Sqrt(bigOf(x)).Uint64(), ISqrt64(x), "x = %d", x)
	}
	for i := range uint64(70000) {
		check(i)
	}
	for range 5000 {
		x := r.Uint64() >> r.UintN(64)
		check(x)
		root := ISqrt64(x)
		check(root * root)
		check(root*root - 1)
	}
	check(math.MaxUint64)
	require.Equal(t, uint64(2*One), Utility(One))
	require.Equal(t, uint64(6*One), Utility(9*One))
}

func FuzzRoots(f *testing.F) {
	f.Add(uint32(3*One), uint64(One), int64(One), uint64(1<<19), uint64(One))
	f.Fuzz(func(t *testing.T, a uint32, rate uint64, u int64, price, guess uint64) {
		a = One + a%(MaxFactor-One+1)
		rate, guess, price, u = rate&MaxRate, guess&MaxRate, price&MaxPrice, u%(MaxMultiplier+1)
		requireX(t, Square(a), XPull(a, rate, u, price), true, guess)
		requireX(t, Square(a), XPull(a, rate, u, price), false, guess)
		requireZ(t, ZPull(a, rate, u, price), guess)
	})
}

func BenchmarkRoots(b *testing.B) {
	pull := XPull(5*One, 3*One/2, One/3, 1<<18)
	b.Run("XRoot", func(b *testing.B) {
		for range b.N {
			XRoot(25*One, pull, true)
		}
	})
	b.Run("XNewton", func(b *testing.B) {
		for range b.N {
			XNewton(25*One, pull, true, One/2)
		}
	})
}
