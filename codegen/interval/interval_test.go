package interval_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// small returns an interval of few numbers around 0, so that all of them can be tried.
func small(r *rand.Rand) interval.Interval {
	lo := int64(r.IntN(40) - 20)
	return interval.Span(lo, lo+int64(r.IntN(12)))
}

// each calls f for every number of an interval.
func each(a interval.Interval, f func(x int64)) {
	for x := a.Lo.Int64(); x <= a.Hi.Int64(); x++ {
		f(x)
	}
}

// apply computes as Go does; ok is false where it panics.
func apply(op ir.Op, x, y int64) (v int64, ok bool) {
	switch op {
	case ir.Add:
		return x + y, true
	case ir.Sub:
		return x - y, true
	case ir.Mul:
		return x * y, true
	case ir.Div:
		if y == 0 {
			return 0, false
		}
		return x / y, true
	case ir.Rem:
		if y == 0 {
			return 0, false
		}
		return x % y, true
	case ir.And:
		return x & y, true
	case ir.Or:
		return x | y, true
	case ir.Xor:
		return x ^ y, true
	case ir.Shl:
		return x << max(y, 0), true
	case ir.Shr:
		return x >> max(y, 0), true
	}
	return x &^ y, true
}

var ops = []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Rem, ir.And, ir.Or, ir.Xor, ir.AndNot, ir.Shl, ir.Shr}

// TestArith: the results of all pairs of numbers of two intervals are in what Arith returns.
func TestArith(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		a, b := small(r), small(r)
		if r.IntN(2) == 0 {
			b.Hi = b.Lo
		}
		op := ops[r.IntN(len(ops))]
		got := interval.Arith(op, a, b)
		each(a, func(x int64) {
			each(b, func(y int64) {
				if v, ok := apply(op, x, y); ok && !interval.Point(big.NewInt(v)).Within(got) {
					t.Fatalf("%d %s %d = %d is not in %s, of %s and %s", x, op, y, v, got, a, b)
				}
			})
		})
	}
	require.Panics(t, func() { interval.Arith(ir.Lt, small(r), small(r)) })
}

// TestArithIsTight: of the operations whose least interval Arith knows, it returns that. With
// one number on the right these are all but the bitwise ones and the remainder.
func TestArithIsTight(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		a, b := small(r), small(r)
		op := []ir.Op{ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Shl, ir.Shr}[r.IntN(6)]
		if op == ir.Div {
			b.Hi = b.Lo
		}
		var values []*big.Int
		each(a, func(x int64) {
			each(b, func(y int64) {
				if v, ok := apply(op, x, y); ok {
					values = append(values, big.NewInt(v))
				}
			})
		})
		if len(values) > 0 {
			require.Equal(t, interval.Hull(values...).String(), interval.Arith(op, a, b).String(), "%s %s %s", a, op, b)
		}
	}
	// Masks of low bits keep the order of what does not cross a multiple of theirs.
	require.Equal(t, "3..7", interval.Arith(ir.And, interval.Span(0x13, 0x17), interval.Span(15, 15)).String())
	require.Equal(t, "0..15", interval.Arith(ir.And, interval.Span(0x13, 0x27), interval.Span(15, 15)).String())
	require.Equal(t, "8..15", interval.Arith(ir.Or, interval.Span(8, 8), interval.Span(0, 3)).String())
}

// TestSets: what is said of sets and what is made of two of them, against all their numbers.
func TestSets(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	in := func(x int64, a interval.Interval) bool { return interval.Point(big.NewInt(x)).Within(a) }
	for range 5000 {
		a, b := small(r), small(r)
		common, ok := a.Meet(b)
		within, shared := true, false
		each(interval.Span(-40, 40), func(x int64) {
			both := in(x, a) && in(x, b)
			shared = shared || both
			within = within && (!in(x, a) || in(x, b))
			if both != (ok && in(x, common)) || (in(x, a) || in(x, b)) && !in(x, a.Join(b)) {
				t.Fatalf("%d of %s and %s: %s, %s", x, a, b, common, a.Join(b))
			}
		})
		require.Equal(t, shared, ok)
		require.Equal(t, within, a.Within(b))
		require.Equal(t, a.Lo.Int64() >= 0, a.NonNegative())
		require.Equal(t, a.Lo.Int64() == a.Hi.Int64(), a.IsPoint())
		n := int64(r.IntN(20))
		require.Equal(t, a.Hi.Int64() < n, a.Below(n))
		for _, greater := range []bool{false, true} {
			var values []*big.Int
			each(a, func(x int64) {
				each(b, func(y int64) {
					if (x > y) == greater {
						values = append(values, big.NewInt(x))
					} else {
						values = append(values, big.NewInt(y))
					}
				})
			})
			require.Equal(t, interval.Hull(values...).String(), interval.MinMax(greater, a, b).String())
		}
	}
}

// TestCompare: what is known of a comparison holds for all pairs, and what is not known comes
// out both ways.
func TestCompare(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 5000 {
		a, b := small(r), small(r)
		for _, op := range []ir.Op{ir.Ne, ir.Eq, ir.Lt, ir.Le, ir.Gt, ir.Ge} {
			truth, known := interval.Compare(op, a, b)
			seen := map[bool]bool{}
			each(a, func(x int64) {
				each(b, func(y int64) {
					seen[map[ir.Op]bool{ir.Eq: x == y, ir.Ne: x != y, ir.Lt: x < y, ir.Le: x <= y, ir.Gt: x > y, ir.Ge: x >= y}[op]] = true
				})
			})
			if known {
				require.Equal(t, map[bool]bool{truth: true}, seen, "%s %s %s", a, op, b)
			} else if !a.IsPoint() || !b.IsPoint() { // that two points are equal is left to constants
				require.Len(t, seen, 2, "%s %s %s", a, op, b)
			}
		}
	}
	_, known := interval.Compare(ir.Add, small(r), small(r))
	require.False(t, known)
}

// TestWrap: a number of the interval, reduced to a kind, is in the wrapped interval, and that is
// no wider than need be where it is within one period.
func TestWrap(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 2000 {
		lo := int64(r.IntN(2000) - 1000)
		a := interval.Span(lo, lo+int64(r.IntN(300)))
		for _, k := range []ir.Kind{ir.Int8, ir.Uint8} {
			got := a.Wrap(k)
			require.True(t, got.Fits(k))
			var values []*big.Int
			each(a, func(x int64) { values = append(values, k.Wrap(big.NewInt(x))) })
			require.True(t, interval.Hull(values...).Within(got), "%s as %s: %s", a, k, got)
			if hull := interval.Hull(values...); new(big.Int).Sub(hull.Hi, hull.Lo).Cmp(new(big.Int).Sub(a.Hi, a.Lo)) == 0 {
				require.Equal(t, hull.String(), got.String())
			}
		}
	}
	require.Equal(t, "0", interval.Of(ir.Struct).String())
	require.Equal(t, "-128..127", interval.Of(ir.Int8).String())
	require.Equal(t, "0..2^32-1", interval.Of(ir.Uint32).String())
}

// TestLargeCounts: counts of shifts have no bound that matters, and do not make huge numbers.
func TestLargeCounts(t *testing.T) {
	huge := new(big.Int).Lsh(big.NewInt(1), 100)
	require.Equal(t, "0", interval.Arith(ir.Shr, interval.Of(ir.Uint64), interval.Point(huge)).String())
	require.Less(t, interval.Arith(ir.Shl, interval.Of(ir.Uint64), interval.Point(huge)).Hi.BitLen(), 400)
	require.EqualValues(t, 0, interval.ShiftCount(big.NewInt(-1)))
	require.Equal(t, "2^64-1", interval.Point(interval.Ones(64)).String())
}

func ExampleArith() {
	product := interval.Arith(ir.Mul, interval.Of(ir.Uint16), interval.Of(ir.Uint16))
	fmt.Println(product, product.Fits(ir.Int32), product.Fits(ir.Uint32))
	fmt.Println(interval.Arith(ir.Shr, product, interval.Span(16, 16)))
	// Output:
	// 0..4294836225 false true
	// 0..65534
}
