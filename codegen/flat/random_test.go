package flat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// TestRandomPrograms compares the flat form of drawn programs with the structured one's
// interpreter.
func TestRandomPrograms(t *testing.T) {
	programs := uint64(100)
	if tier.Long() {
		programs = 1000
	}
	for seed := range programs {
		randomProgram(t, seed, 12, 5)
	}
}

func randomProgram(t testing.TB, seed uint64, runs, steps int) {
	t.Helper()
	p, src, err := flattest.Program(seed)
	require.NoError(t, err, "seed %d\n%s", seed, src)
	tr := p.Transducers[0]
	wellFormed(t, flat.Build(tr.Step, nil))
	r := rand.New(rand.NewPCG(seed, 1))
	want, have := conformance.Interpreter(p), flatFirmware(p)
	for range runs {
		params := flattest.Draw(r, ir.Layout(tr.Params))
		w, err := want.Open(tr.Name, params)
		require.NoError(t, err)
		h, err := have.Open(tr.Name, params)
		require.NoError(t, err)
		for i := range steps {
			if i == 0 {
				s := flattest.Draw(r, ir.Layout(tr.State))
				require.NoError(t, w.Load(s))
				require.NoError(t, h.Load(s))
			}
			e := flattest.Draw(r, ir.Layout(tr.Event))
			wo, ws, err := w.Step(e)
			require.NoError(t, err, src)
			ho, hs, err := h.Step(e)
			require.NoError(t, err)
			require.Equal(t, wo, ho, "seed %d\n%s", seed, src)
			require.Equal(t, ws, hs, "seed %d\n%s", seed, src)
		}
	}
}

// wellFormed checks what the form promises: each name is assigned once, before it is
// used, every operation is used, and outputs have the kinds of their leaves.
func wellFormed(t testing.TB, f *flat.Function) {
	t.Helper()
	known := map[*flat.Value]bool{}
	names := map[string]bool{}
	for _, v := range f.Inputs {
		known[v] = true
		names[v.Name] = true
	}
	for _, v := range f.Body {
		require.False(t, names[v.Name], "%s is assigned twice", v.Name)
		names[v.Name] = true
		for _, a := range v.Args {
			require.True(t, known[a] || a.Op == flat.Const, "%s uses %s before it is assigned", v, a.Name)
		}
		require.Positive(t, v.Uses, "%s is not used", v)
		require.False(t, known[v])
		known[v] = true
	}
	for _, o := range f.Outputs {
		require.True(t, known[o.Value] || o.Value.Op == flat.Const)
		require.Equal(t, o.Leaf.Kind, o.Value.Kind, o.Leaf.Name)
	}
}

func FuzzRandomProgram(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(1000 + seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { randomProgram(t, seed, 4, 4) })
}
