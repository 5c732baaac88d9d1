package ir_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

// goInt8 and goUint8 are what Go computes.
func goInt8(op ir.Op, x, y int8) (int8, bool) {
	switch op {
	case ir.Add:
		return x + y, true
	case ir.Sub:
		return x - y, true
	case ir.Mul:
		return x * y, true
	case ir.Div:
		return x / y, true
	case ir.Rem:
		return x % y, true
	case ir.And:
		return x & y, true
	case ir.Or:
		return x | y, true
	case ir.Xor:
		return x ^ y, true
	case ir.AndNot:
		return x &^ y, true
	case ir.Shl:
		return x << uint8(y), true
	case ir.Shr:
		return x >> uint8(y), true
	case ir.Neg:
		return -x, true
	case ir.Compl:
		return ^x, true
	}
	return 0, map[ir.Op]bool{ir.Eq: x == y, ir.Ne: x != y, ir.Lt: x < y, ir.Le: x <= y, ir.Gt: x > y, ir.Ge: x >= y}[op]
}

func goUint8(op ir.Op, x, y uint8) (uint8, bool) {
	switch op {
	case ir.Add:
		return x + y, true
	case ir.Sub:
		return x - y, true
	case ir.Mul:
		return x * y, true
	case ir.Div:
		return x / y, true
	case ir.Rem:
		return x % y, true
	case ir.Shl:
		return x << y, true
	case ir.Shr:
		return x >> y, true
	case ir.Neg:
		return -x, true
	case ir.Compl:
		return ^x, true
	}
	v, ok := goInt8(op, int8(x), int8(y))
	if op.IsCompare() {
		ok = map[ir.Op]bool{ir.Eq: x == y, ir.Ne: x != y, ir.Lt: x < y, ir.Le: x <= y, ir.Gt: x > y, ir.Ge: x >= y}[op]
	}
	return uint8(v), ok
}

// TestApply: all operators on all pairs of bytes, with a sign and without, are as in Go.
func TestApply(t *testing.T) {
	truth := map[bool]uint64{true: 1}
	for op := ir.Add; op <= ir.Compl; op++ {
		for x := -128; x <= 127; x++ {
			for y := -128; y <= 127; y++ {
				if op == ir.LAnd || op == ir.LOr || y == 0 && (op == ir.Div || op == ir.Rem) {
					continue
				}
				count := uint64(y)
				if op == ir.Shl || op == ir.Shr {
					count = uint64(uint8(y))
				}
				s, is := goInt8(op, int8(x), int8(y))
				u, iu := goUint8(op, uint8(x), uint8(y))
				wantS, wantU := uint64(s), uint64(u)
				if op.IsCompare() {
					wantS, wantU = truth[is], truth[iu]
				}
				if got := op.Apply(ir.Int8, uint64(x), count); got != wantS {
					t.Fatalf("int8 %d %s %d is %#x, want %#x", x, op, y, got, wantS)
				}
				if got := op.Apply(ir.Uint8, uint64(uint8(x)), uint64(uint8(y))); got != wantU {
					t.Fatalf("uint8 %d %s %d is %#x, want %#x", uint8(x), op, uint8(y), got, wantU)
				}
			}
		}
	}
	least := uint64(1) << 63
	require.Equal(t, least, ir.Div.Apply(ir.Int64, least, ^uint64(0)))
	require.Zero(t, ir.Rem.Apply(ir.Int64, least, ^uint64(0)))
	require.Equal(t, uint64(1), ir.LOr.Apply(ir.Bool, 1, 0))
	require.Zero(t, ir.LAnd.Apply(ir.Bool, 1, 0))
	require.Zero(t, ir.Not.Apply(ir.Bool, 1, 0))
	require.EqualValues(t, math.MinInt64, ir.Int64.Big(least).Int64())
	require.Equal(t, least, ir.Uint64.Big(least).Uint64())
}
