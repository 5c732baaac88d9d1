// Package agreetest is for tests of back ends: it runs random events on two firmwares.
package agreetest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// Compare runs random parameters, states and events on two firmwares, out of their ranges too: both must give the
// same bits for whatever fits the types, and the second must stop where the first has an index out of range.
func Compare(t *testing.T, want, have transducer.Firmware, tr *ir.Transducer, seed uint64, runs, steps int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 20))
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
		require.Equal(t, ws, hs, "%s: the first state of %d", tr.Name, params)
		if r.IntN(2) == 0 {
			s := flattest.Draw(r, ir.Layout(tr.State))
			require.NoError(t, w.Load(s))
			require.NoError(t, h.Load(s))
		}
		events := make([][]uint64, steps)
		for i := range events {
			events[i] = flattest.Draw(r, ir.Layout(tr.Event))
			if leaf, kinds := tr.EventChoices(); leaf >= 0 && r.IntN(8) > 0 {
				events[i][leaf] = kinds[r.IntN(len(kinds))].Value
			}
		}
		type answer struct{ output, state []uint64 }
		answers := make([]answer, 0, steps)
		refused := transducer.Steps(h, steps, func(i int) []uint64 { return events[i] }, func(_ int, output, state []uint64) error {
			answers = append(answers, answer{slices.Clone(output), slices.Clone(state)})
			return nil
		})
		for i, e := range events {
			output, state, trap := step(t, w, e)
			if trap { // both must stop here
				require.Len(t, answers, i, "%s: Go indexes out of range, the other does not: %v", tr.Name, refused)
				require.ErrorContains(t, refused, "index out of range")
				break
			}
			require.Greater(t, len(answers), i, "%s: event %d: %v", tr.Name, i, refused)
			require.Equal(t, output, answers[i].output, "%s: output of event %d, %d, with parameters %d", tr.Name, i, e, params)
			require.Equal(t, state, answers[i].state, "%s: state after event %d, %d, with parameters %d", tr.Name, i, e, params)
		}
	}
}

// step runs one event on Go; trap says that an index was out of range.
func step(t *testing.T, c transducer.Connection, event []uint64) (output, state []uint64, trap bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			trap = true
		}
	}()
	output, state, err := c.Step(event)
	if conformance.Trapped(err) {
		return nil, nil, true
	}
	require.NoError(t, err)
	return output, state, false
}
