package p4_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// TestRandomPrograms closes the circle
//
//	Go source ──frontend──► ir ──interpreter──────────────────► output, state
//	                        └──flat──► P4 text ──p4check──► the same
//
// for drawn programs, which have what the firmware has not: signed numbers of all widths,
// every count of bits, arrays that are indexed by variables.
func TestRandomPrograms(t *testing.T) {
	programs := uint64(50)
	if tier.Long() {
		programs = 150
	}
	for seed := range programs {
		randomProgram(t, 500+seed, 8, 4)
	}
}

func randomProgram(t testing.TB, seed uint64, runs, steps int) {
	t.Helper()
	p, src, err := flattest.Program(seed)
	require.NoError(t, err, "seed %d\n%s", seed, src)
	tr := p.Transducers[0]
	text, err := p4.Generate(p, p4.Options{Algorithm: tr.Name, Lines: seed%2 == 0})
	require.NoError(t, err, "seed %d", seed)
	have, err := (&p4.Text{Program: text, Def: tr}).BuiltIn()
	require.NoError(t, err, "seed %d\n%s", seed, text)
	want := conformance.Interpreter(p)
	r := rand.New(rand.NewPCG(seed, 2))
	for range runs {
		params := flattest.Draw(r, ir.Layout(tr.Params))
		w, err := want.Open(tr.Name, params)
		require.NoError(t, err)
		h, err := have.Open(tr.Name, params)
		require.NoError(t, err)
		ws, err := w.State()
		require.NoError(t, err)
		hs, err := h.State()
		require.NoError(t, err)
		require.Equal(t, ws, hs)
		state := flattest.Draw(r, ir.Layout(tr.State))
		require.NoError(t, w.Load(state))
		require.NoError(t, h.Load(state))
		for range steps {
			e := flattest.Draw(r, ir.Layout(tr.Event))
			wo, ws, err := w.Step(e)
			require.NoError(t, err)
			ho, hs, err := h.Step(e)
			require.NoError(t, err, "seed %d", seed)
			require.Equal(t, wo, ho, "seed %d\n%s\n%s", seed, src, text)
			require.Equal(t, ws, hs, "seed %d\n%s\n%s", seed, src, text)
		}
	}
}

func FuzzRandomProgram(f *testing.F) {
	for seed := range uint64(6) {
		f.Add(2000 + seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { randomProgram(t, seed, 3, 3) })
}
