package smt

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// rest has the operations that the random programs leave out, and an index that may be behind a table's end.
const rest = `var ends = [3]uint8{7, 8, 9}

func F(a, b int32, c uint32, d uint8, e uint64) (uint8, int32, int32, int32, uint32, uint32, uint8, uint64, uint32) {
	return ends[d&7], a / 7, b % 10, -a ^ b, c / 3, c % 1000, d / 3, bits.RotateLeft64(e, 7) / 5, uint32(bits.TrailingZeros32(c)) + uint32(bits.TrailingZeros64(e))
}`

// TestDifferAgreesWithMachine: on drawn inputs a solver finds the terms of random programs, and
// of one with the other operations, to be what the flat form's machine gives, and nothing else.
func TestDifferAgreesWithMachine(t *testing.T) {
	programs := uint64(8)
	if tier.Long() {
		programs = 25
	}
	z3 := solver(t)
	met := map[flat.Op]bool{}
	p, err := load(rest)
	require.NoError(t, err)
	differsFromMachine(t, z3, p.Func("fixedpoint.F"), 0, 12, met)
	for seed := range programs {
		p, _, err := flattest.Program(7000 + seed)
		require.NoError(t, err)
		differsFromMachine(t, z3, p.Transducers[0].Step, seed, 3, met)
	}
	for op := flat.Add; op <= flat.Lookup; op++ {
		require.True(t, met[op], "no program has %s", op)
	}
}

func differsFromMachine(t *testing.T, z3 string, fn *ir.Func, seed uint64, runs int, met map[flat.Op]bool) {
	f := flat.Build(fn, nil)
	for _, v := range f.Body {
		met[v.Op] = true
	}
	r := rand.New(rand.NewPCG(seed, 8))
	for range runs {
		in := flattest.Draw(r, f.Leaves)
		var is []string
		for i, v := range f.Inputs {
			is = append(is, fmt.Sprintf("(= %s %s)", Input(i), constant(new(big.Int).SetUint64(in[i]), v.Kind)))
		}
		out, err := flat.NewMachine(f).Run(in)
		require.NoError(t, err)
		g := *f
		g.Body, g.Outputs = nil, nil
		for i, o := range f.Outputs {
			o.Value = &flat.Value{Op: flat.Const, Kind: o.Value.Kind, Bits: out[i]}
			g.Outputs = append(g.Outputs, o)
		}
		a, said, _ := solve(t, z3, Differ(f, &g, is), bound{resources: ciResources})
		require.Equal(t, "unsat", a, "%s, seed %d: %s", fn.Name, seed, said)
		wrong := r.IntN(len(out))
		v := *g.Outputs[wrong].Value
		v.Bits = v.Kind.Norm(v.Bits ^ 1)
		g.Outputs[wrong].Value = &v
		a, said, _ = solve(t, z3, Differ(f, &g, is), bound{resources: ciResources})
		require.Equal(t, "sat", a, "%s, seed %d: %s", fn.Name, seed, said)
	}
}

// TestDifferSame: of a function and itself there is nothing to ask, also where its form was
// made twice; with other ranges of the inputs the answer is another.
func TestDifferSame(t *testing.T) {
	z3 := solver(t)
	p, err := load("func F(a, b uint32) uint32 { return min(a, 20) + b/3 }\n\nfunc G(a, b uint32) uint32 { return a + b/3 }")
	require.NoError(t, err)
	f, g := flat.Build(p.Func("fixedpoint.F"), nil), flat.Build(p.Func("fixedpoint.G"), nil)
	require.Empty(t, Differ(f, flat.Build(p.Func("fixedpoint.F"), nil), nil))
	for most, want := range map[int]string{20: "unsat", 21: "sat"} {
		a, said, _ := solve(t, z3, Differ(f, g, []string{fmt.Sprintf("(bvule %s (_ bv%d 32))", Input(0), most)}), bound{resources: ciResources})
		require.Equal(t, want, a, said)
	}
}

// TestBoundWritesAll: every shape of a range's end, signed and wide, and what is not given.
func TestBoundWritesAll(t *testing.T) {
	z3 := solver(t)
	num := func(v int64) *ir.Bound { return &ir.Bound{Op: ir.BoundConst, Value: big.NewInt(v)} }
	find := func(b *ir.Bound) (string, bool) { return number(big.NewInt(-3), BoundBits), b.Name == "x" }
	name := &ir.Bound{Op: ir.BoundName, Name: "x"}
	for _, c := range []struct {
		b    *ir.Bound
		want int64
	}{
		{num(-7), -7}, {name, -3},
		{&ir.Bound{Op: ir.BoundAdd, X: num(5), Y: name}, 2}, {&ir.Bound{Op: ir.BoundSub, X: num(5), Y: name}, 8},
		{&ir.Bound{Op: ir.BoundMul, X: num(5), Y: name}, -15}, {&ir.Bound{Op: ir.BoundShl, X: num(5), Y: num(40)}, 5 << 40},
		{&ir.Bound{Op: ir.BoundShr, X: name, Y: num(1)}, -2}, {&ir.Bound{Op: ir.BoundDiv, X: num(17), Y: num(5)}, 3},
		{&ir.Bound{Op: ir.BoundMin, X: num(17), Y: name}, -3}, {&ir.Bound{Op: ir.BoundMax, X: num(17), Y: name}, 17},
	} {
		term, ok := Bound(c.b, find)
		require.True(t, ok)
		a, said, _ := solve(t, z3, fmt.Sprintf("(set-logic QF_BV)\n(assert (not (= %s %s)))\n(check-sat)\n", term, number(big.NewInt(c.want), BoundBits)), bound{resources: ciResources})
		require.Equal(t, "unsat", a, "%s is not %d: %s", term, c.want, said)
	}
	_, ok := Bound(&ir.Bound{Op: ir.BoundAdd, X: num(1), Y: &ir.Bound{Op: ir.BoundName, Name: "y"}}, find)
	require.False(t, ok)
}
