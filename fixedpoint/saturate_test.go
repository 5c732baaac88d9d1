package fixedpoint

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/exp/constraints"
)

// The three operations on one type, and the ends of that type.
type satOps[T constraints.Integer] struct {
	name          string
	add, sub, mul func(a, b T) T
	lo, hi        T
}

func toBig[T constraints.Integer](v T) *big.Int {
	if v > 0 {
		return new(big.Int).SetUint64(uint64(v))
	}
	return big.NewInt(int64(v))
}

func (o satOps[T]) check(t *testing.T, a, b T) {
	t.Helper()
	clamp := func(x *big.Int) string {
		if lo := toBig(o.lo); x.Cmp(lo) < 0 {
			x = lo
		}
		if hi := toBig(o.hi); x.Cmp(hi) > 0 {
			x = hi
		}
		return x.String()
	}
	x, y := toBig(a), toBig(b)
	for _, c := range []struct {
		op   string
		got  func(a, b T) T
		want *big.Int
	}{
		{"+", o.add, new(big.Int).Add(x, y)},
		{"-", o.sub, new(big.Int).Sub(x, y)},
		{"*", o.mul, new(big.Int).Mul(x, y)},
	} {
		if c.got == nil {
			continue
		}
		if got, want := toBig(c.got(a, b)).String(), clamp(c.want); got != want {
			t.Fatalf("%s: %d %s %d = %s, want %s", o.name, a, c.op, b, got, want)
		}
	}
}

// edges checks all pairs of values near the ends, near 0 and near the powers
// of two, and their own squares' roots.
func (o satOps[T]) edges(t *testing.T) {
	var v []T
	for d := T(0); d < 3; d++ {
		v = append(v, o.lo+d, o.hi-d, d)
		if o.lo != 0 {
			v = append(v, 0-d)
		}
	}
	for p := o.hi/2 + 1; p > 0; p /= 2 {
		v = append(v, p, p-1, p+1)
		if o.lo != 0 {
			v = append(v, 0-p, 1-p, 0-p-1)
		}
	}
	for _, a := range v {
		for _, b := range v {
			o.check(t, a, b)
		}
	}
}

// A named type must work as its underlying one.
type celsius int8

func TestSaturateEveryByte(t *testing.T) {
	u := satOps[uint8]{"uint8", AddSatU8, SubSatU8, MulSatU8, 0, 255}
	i := satOps[int8]{"int8", AddSat[int8], SubSat[int8], MulSat[int8], -128, 127}
	c := satOps[celsius]{"celsius", AddSat[celsius], SubSat[celsius], MulSat[celsius], -128, 127}
	for a := 0; a < 256; a++ {
		for b := 0; b < 256; b++ {
			u.check(t, uint8(a), uint8(b))
			i.check(t, int8(a), int8(b))
			c.check(t, celsius(a), celsius(b))
		}
	}
}

var (
	satU16 = satOps[uint16]{"uint16", AddSatU16, SubSatU16, MulSatU16, 0, 1<<16 - 1}
	satI16 = satOps[int16]{"int16", AddSatI16, SubSatI16, MulSatI16, -1 << 15, 1<<15 - 1}
	satU32 = satOps[uint32]{"uint32", AddSatU32, SubSatU32, MulSatU32, 0, 1<<32 - 1}
	satI32 = satOps[int32]{"int32", AddSatI32, SubSatI32, MulSatI32, -1 << 31, 1<<31 - 1}
	satU64 = satOps[uint64]{"uint64", AddSatU64, SubSatU64, MulSatU64, 0, 1<<64 - 1}
	satI64 = satOps[int64]{"int64", AddSat[int64], SubSat[int64], nil, -1 << 63, 1<<63 - 1}
)

func TestSaturateEdges(t *testing.T) {
	satU16.edges(t)
	satI16.edges(t)
	satU32.edges(t)
	satI32.edges(t)
	satU64.edges(t)
	satI64.edges(t)
}

func FuzzSaturate(f *testing.F) {
	for _, s := range [][2]uint64{{0, 0}, {1, 1<<64 - 1}, {1 << 63, 1 << 63}, {1<<63 - 1, 1}, {1 << 31, 1 << 31}, {0x10000, 0xFFFF}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, a, b uint64) {
		satU16.check(t, uint16(a), uint16(b))
		satI16.check(t, int16(a), int16(b))
		satU32.check(t, uint32(a), uint32(b))
		satI32.check(t, int32(a), int32(b))
		satU64.check(t, a, b)
		satI64.check(t, int64(a), int64(b))
	})
}

func TestLimits(t *testing.T) {
	lo, hi := limits(int64(5))
	require.Equal(t, [2]int64{-1 << 63, 1<<63 - 1}, [2]int64{lo, hi})
	ulo, uhi := limits(uint64(5))
	require.Equal(t, [2]uint64{0, 1<<64 - 1}, [2]uint64{ulo, uhi})
	slo, shi := limits(int16(-5))
	require.Equal(t, [2]int16{-1 << 15, 1<<15 - 1}, [2]int16{slo, shi})
}
