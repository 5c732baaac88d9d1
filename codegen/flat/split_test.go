package flat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// split checks a split of a function on inputs that are drawn: where the guard holds one part gives
// what the whole does, elsewhere the other. It returns how often the guard held, and did not.
func split(t testing.TB, f *flat.Function, weight func(*flat.Value) int, draws int, draw func() []uint64) (holds, not int) {
	t.Helper()
	g := f.Guard(weight)
	if g == nil {
		return 0, 0
	}
	require.NotEmpty(t, g.Part)
	given, without, cond := f.Specialize(g), f.Exclude(g), f.Condition(g, "Slow")
	for _, x := range []*flat.Function{given, without, cond} {
		wellFormed(t, x)
	}
	require.Equal(t, text(given), text(f.Specialize(g)))
	whole, a, b, c := flat.NewMachine(f), flat.NewMachine(given), flat.NewMachine(without), flat.NewMachine(cond)
	for range draws {
		in := draw()
		want, err := whole.Run(in)
		require.NoError(t, err)
		slow, err := c.Run(in)
		require.NoError(t, err)
		part := b
		if slow[0] != 0 {
			part = a
			holds++
		} else {
			not++
		}
		got, err := part.Run(in)
		require.NoError(t, err)
		require.Equal(t, want, got, "guard %v %s %v, inputs %v", g.Main.Holds, g.Main.Cond, g.Cases, in)
	}
	return holds, not
}

func products(v *flat.Value) int {
	if v.Op == flat.Mul || v.Op == flat.MulHi {
		return 1
	}
	return 0
}

// TestSplitPrograms splits drawn programs by what they multiply, and by shifts.
func TestSplitPrograms(t *testing.T) {
	programs := uint64(60)
	if tier.Long() {
		programs = 600
	}
	splits := 0
	for seed := range programs {
		p, _, err := flattest.Program(5000 + seed)
		require.NoError(t, err)
		tr := p.Transducers[0]
		r := rand.New(rand.NewPCG(seed, 5))
		draw := func() []uint64 {
			return append(append(flattest.Draw(r, ir.Layout(tr.Params)), flattest.Draw(r, ir.Layout(tr.State))...), flattest.Draw(r, ir.Layout(tr.Event))...)
		}
		f := flat.Build(tr.Step, nil)
		for _, weight := range []func(*flat.Value) int{products, func(v *flat.Value) int {
			if v.Op == flat.Shr || v.Op == flat.Add {
				return 1
			}
			return 0
		}} {
			if holds, not := split(t, f, weight, 40, draw); holds > 0 && not > 0 {
				splits++
			}
		}
	}
	require.Greater(t, splits, int(programs)/4)
}

// TestSplitFirmware splits the steps of the firmware. The events have kinds that there are, and
// what is small otherwise, so that conditions hold and do not.
func TestSplitFirmware(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	for name, where := range map[string]string{
		"dcqcn": "dcqcn/rp.go", "dolcerc4": "dolcerc/step.go", "bandit4": "bandit/drucb.go",
	} {
		tr := p.Transducer(name)
		f := flat.Build(tr.Step, nil)
		g := f.Guard(products)
		require.NotNil(t, g, name)
		require.Equal(t, where, g.Main.Cond.Pos.File, name)
		r := rand.New(rand.NewPCG(6, 6))
		draw := func() []uint64 {
			in := make([]uint64, len(f.Inputs))
			for i := range f.Inputs {
				in[i] = f.Leaves[i].Kind.Norm(r.Uint64() >> r.UintN(64))
				if f.Leaves[i].Name == "Kind" {
					in[i] = r.Uint64N(7)
				}
			}
			return in
		}
		holds, not := split(t, f, products, 3000, draw)
		require.NotZero(t, holds, name)
		require.NotZero(t, not, name)
	}
}
