package ir_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

// TestEval: every shape of a bound, and what has no value.
func TestEval(t *testing.T) {
	c := func(v int64) *ir.Bound { return &ir.Bound{Op: ir.BoundConst, Value: big.NewInt(v)} }
	name := &ir.Bound{Op: ir.BoundName, Name: "a.B"}
	length := &ir.Bound{Op: ir.BoundLen, Name: "a.B"}
	values := func(name string, length bool) *big.Int {
		switch {
		case name != "a.B":
			return nil
		case length:
			return big.NewInt(4)
		}
		return big.NewInt(40)
	}
	for _, tc := range []struct {
		op   ir.BoundOp
		x, y *ir.Bound
		want int64
	}{
		{ir.BoundAdd, c(5), name, 45}, {ir.BoundSub, c(5), name, -35}, {ir.BoundMul, c(5), length, 20}, {ir.BoundShl, c(1), length, 16},
		{ir.BoundShr, name, length, 2}, {ir.BoundDiv, name, c(3), 13}, {ir.BoundMin, name, c(3), 3}, {ir.BoundMin, c(3), name, 3},
		{ir.BoundMax, name, c(3), 40}, {ir.BoundMax, c(3), name, 40},
	} {
		got := (&ir.Bound{Op: tc.op, X: tc.x, Y: tc.y}).Eval(values)
		require.EqualValues(t, tc.want, got.Int64(), "%v", tc)
	}
	for _, b := range []*ir.Bound{
		{Op: ir.BoundName, Name: "x"}, {Op: ir.BoundAdd, X: c(1), Y: &ir.Bound{Op: ir.BoundLen, Name: "x"}},
		{Op: ir.BoundDiv, X: c(1), Y: c(0)}, {Op: ir.BoundShl, X: c(1), Y: c(129)}, {Op: ir.BoundShr, X: c(1), Y: c(-1)},
	} {
		require.Nil(t, b.Eval(values))
	}
}
