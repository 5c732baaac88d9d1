package cost_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/analysis/cost"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// TestRandomPrograms evaluates drawn programs, which have what the firmware has not, such as structs that are declared
// without a value and signed numbers of all widths. Measure refuses an evaluation that differs from the interpreter's.
func TestRandomPrograms(t *testing.T) {
	profile, err := cost.LoadProfile("dpa")
	require.NoError(t, err)
	for seed := range uint64(60) {
		p, src, err := flattest.Program(900 + seed)
		require.NoError(t, err)
		tr, r := p.Transducers[0], rand.New(rand.NewPCG(seed, 8))
		f := &testvectors.File{Name: "drawn.json"}
		for range 6 {
			g := testvectors.Group{Type: testvectors.SequenceTest, Name: tr.Name, ParamValues: flattest.Draw(r, ir.Layout(tr.Params)),
				Params: leaves(tr.Params), Event: leaves(tr.Event), Output: leaves(tr.Output), State: leaves(tr.State)}
			c, err := conformance.Interpreter(p).Open(tr.Name, g.ParamValues)
			require.NoError(t, err)
			first, err := c.State()
			require.NoError(t, err)
			q := testvectors.Sequence{Initial: slices.Clone(first)}
			for range 8 {
				e := flattest.Draw(r, ir.Layout(tr.Event))
				out, state, err := c.Step(e)
				require.NoError(t, err)
				q.Steps = append(q.Steps, slices.Concat(e, out, state))
			}
			g.Sequences = append(g.Sequences, q)
			f.Groups = append(f.Groups, g)
		}
		f.Renumber()
		set, err := cost.NewHandlerSet(p, []*testvectors.File{f})
		require.NoError(t, err)
		_, err = cost.NewModel(set).Measure(profile, nil, nil)
		require.NoError(t, err, "seed %d\n%s", 900+seed, src)
	}
}

func leaves(t *ir.Type) []transducer.Leaf {
	var out []transducer.Leaf
	for _, l := range ir.Layout(t) {
		out = append(out, transducer.Leaf{Name: l.Name, Bits: max(8, l.Kind.Bits()), Signed: l.Kind.IsSigned(), Bool: l.Kind == ir.Bool})
	}
	return out
}
